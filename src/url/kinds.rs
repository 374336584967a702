//! How keys with values of a kind of their own are read and written: second models, locked keys.
use super::Link;
use super::fields::Key;
use super::issue::IssueCode;
use crate::ledger::config::Companion;
use crate::ledger::presets;
use crate::ledger::words::Word;

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

pub(super) fn set_lock(link: &mut Link, text: &str) -> Option<IssueCode> {
    let mut unknown = false;
    for name in text
        .to_ascii_lowercase()
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        match Key::of(name) {
            Some(key) if link.display.lock.contains(&key) => {}
            Some(key) => {
                let at = link.display.lock.iter().position(|k| *k > key);
                link.display
                    .lock
                    .insert(at.unwrap_or(link.display.lock.len()), key);
            }
            None => unknown = true,
        }
    }
    unknown.then_some(IssueCode::UnknownKey)
}

pub(super) fn lock_text(lock: &[Key]) -> String {
    lock.iter()
        .map(|key| key.slug())
        .collect::<Vec<_>>()
        .join(",")
}
