//! Short texts that the page and the views beside it both show: of a row, of what is left, of a cell of the KV table.
use crate::i18n::{Locale, Text, Voice, fill};
use crate::ledger::item::Verdict;
use crate::ledger::kv_table::KvCell;
use crate::ledger::units::{ByteUnit, Bytes, SignedBytes, grouped_u64};
use crate::ledger::{Ledger, Line};

/// Whose row it is: the largest is said to be so, else its card where there are several.
pub fn owner(ledger: &Ledger, line: &Line, is_largest: bool, locale: Locale) -> String {
    let beside = match (ledger.cards.len() > 1, is_largest) {
        (_, true) => locale.text(Text::LargestLine),
        (true, false) => line.role.label(locale),
        (false, false) => return line.owner.label(locale).to_string(),
    };
    fill("{0} · {1}", &[line.owner.label(locale), beside])
}

/// A size to the byte, in GiB and in GB.
pub fn exact(bytes: Bytes) -> String {
    fill(
        "{0} B = {1} = {2}",
        &[
            &grouped_u64(bytes.0),
            &bytes.shown(ByteUnit::GiB),
            &bytes.shown(ByteUnit::GB),
        ],
    )
}

/// How a size differs from the pinned one.
pub fn change(change: SignedBytes, voice: Voice) -> String {
    if change.size == Bytes::ZERO {
        "=".into()
    } else {
        change.shown(voice.unit, true)
    }
}

/// A card less what is used of it: what is left, or by how much it is over.
pub fn rest(capacity: Bytes, used: Bytes, voice: Voice) -> String {
    let left = capacity.signed_minus(used);
    let word = if left.negative {
        Text::OverBy
    } else {
        Text::Left
    };
    fill(
        "{0} − {1} = {2} {3}",
        &[
            &voice.size(capacity),
            &voice.size(used),
            voice.locale.text(word),
            &voice.size(left.size),
        ],
    )
}

/// What a cell of the KV table says aloud.
pub fn kv_cell([conc, len]: [u64; 2], cell: KvCell, voice: Voice) -> String {
    fill(
        voice.locale.text(Text::KvCellLabel),
        &[
            &grouped_u64(conc),
            &grouped_u64(len),
            &voice.size(cell.bytes),
            cell.verdict.label(voice.locale),
        ],
    )
}

/// A symbol beside a number, so that colour is not all that tells.
pub const fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "",
        Verdict::Tight => "~ ",
        Verdict::Over => "× ",
    }
}
