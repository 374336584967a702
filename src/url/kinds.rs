//! Keys whose value is a second model: a preset's id, `none`, or the policy's own.
use super::issue::IssueCode;
use crate::ledger::config::Companion;
use crate::ledger::presets;

pub(super) fn companion(slot: &mut Companion, text: &str) -> Option<IssueCode> {
    let id = text.to_ascii_lowercase();
    match (id.as_str(), presets::model(&id)) {
        ("none", _) => *slot = Companion::None,
        ("model", _) => *slot = Companion::SameAsModel,
        (_, Some(preset)) => *slot = Companion::Preset(preset),
        (_, None) => return Some(IssueCode::UnknownId),
    }
    None
}

pub(super) fn companion_text(companion: Companion) -> String {
    match companion {
        Companion::SameAsModel => "",
        Companion::Preset(preset) => preset.id,
        Companion::None => "none",
    }
    .to_string()
}
