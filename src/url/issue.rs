//! What the reader of a link has to say: enums with data, which i18n turns into sentences.
use crate::ledger::model::{FieldProblem, ModelIssue};
use crate::words;

words! {
    /// How grave an issue is.
    Level {
        /// A value was ignored or clamped, or a key is unknown: a gate refuses.
        Error = "error",
        /// A value was read leniently, or is not used by this method or task.
        Note = "note",
    }
}

/// What was the matter.
#[derive(Clone, Debug, PartialEq)]
pub enum IssueCode {
    /// No such key.
    UnknownKey,
    /// A key given again with another value: the first holds.
    Duplicate,
    /// A key given again with the same value.
    Repeated,
    /// Not one of the key's words; the words.
    NotAWord(&'static [&'static str]),
    /// No such model or card.
    UnknownId,
    /// Not a number of the kind the key takes.
    NotANumber,
    /// Not a whole number.
    NotWhole,
    /// Outside the range: clamped.
    OutOfRange {
        /// Least value, as written.
        min: String,
        /// Largest value, as written.
        max: String,
    },
    /// Separators or full-width characters were dropped or folded.
    ReadLeniently,
    /// A value finer than the key keeps was rounded.
    Rounded,
    /// The value is longer than the key keeps.
    TooLong {
        /// Characters kept.
        limit: usize,
    },
    /// More values than the key keeps: the rest was left out.
    TooMany {
        /// Values kept.
        limit: usize,
    },
    /// Axes are not like `1-4-16x1024-4096`.
    NotAxes,
    /// Part of a drill's progress means nothing.
    NotADrill,
    /// Measured lines are not like `engine_weights:1142,context:510`.
    NotAFix,
    /// A pinned configuration has an entry that is not read.
    InPin {
        /// The entry.
        entry: String,
    },
    /// The key is not used by this method.
    NotUsedByMethod,
    /// The key is not used by this task or setting.
    NotUsedHere,
    /// The key is taken but nothing on the page uses it yet.
    NotUsedYet,
    /// The link says another version than 1.
    OtherVersion,
    /// A field of a custom model.
    Field(FieldProblem),
    /// A custom model's fields do not go together, or are of an unknown kind.
    Model(ModelIssue),
    /// `model=custom` with neither fields nor a size.
    CustomWithoutShape,
    /// `m.*` or `params` beside a preset.
    ModelIsPreset,
    /// `params` beside fields that already give the count.
    ParamsGiven,
    /// The query is longer than is read.
    QueryTooLong,
    /// More issues than are listed.
    More {
        /// How many.
        count: u64,
    },
}

/// One thing the reader has to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// The key as given.
    pub key: String,
    /// What was the matter.
    pub code: IssueCode,
    /// How grave it is.
    pub level: Level,
    /// The value as given, shortened.
    pub given: String,
    /// The value used instead, in its written form.
    pub used: String,
}

/// Longest piece of a given text that an issue repeats, in characters.
const GIVEN_LIMIT: usize = 60;
/// Issues that are listed one by one.
const LISTED: usize = 40;

impl Issue {
    /// An issue of a key; long texts are shortened.
    pub fn new(key: &str, code: IssueCode, given: &str, used: &str) -> Issue {
        Issue {
            key: shorten(key),
            level: code.level(),
            code,
            given: shorten(given),
            used: shorten(used),
        }
    }
}

impl IssueCode {
    /// Its grade.
    pub fn level(&self) -> Level {
        match self {
            IssueCode::UnknownKey
            | IssueCode::Duplicate
            | IssueCode::NotAWord(_)
            | IssueCode::UnknownId
            | IssueCode::NotANumber
            | IssueCode::NotWhole
            | IssueCode::OutOfRange { .. }
            | IssueCode::TooLong { .. }
            | IssueCode::TooMany { .. }
            | IssueCode::NotAxes
            | IssueCode::NotADrill
            | IssueCode::NotAFix
            | IssueCode::InPin { .. }
            | IssueCode::OtherVersion
            | IssueCode::Field(_)
            | IssueCode::CustomWithoutShape
            | IssueCode::ModelIsPreset
            | IssueCode::ParamsGiven
            | IssueCode::QueryTooLong
            | IssueCode::Model(ModelIssue::Field(_))
            | IssueCode::More { .. } => Level::Error,
            IssueCode::Repeated
            | IssueCode::ReadLeniently
            | IssueCode::Rounded
            | IssueCode::NotUsedByMethod
            | IssueCode::NotUsedHere
            | IssueCode::NotUsedYet
            | IssueCode::Model(_) => Level::Note,
        }
    }

    /// Its code in JSON.
    pub fn slug(&self) -> &'static str {
        match self {
            IssueCode::UnknownKey => "unknown_key",
            IssueCode::Duplicate => "duplicate",
            IssueCode::Repeated => "repeated",
            IssueCode::NotAWord(_) => "not_a_word",
            IssueCode::UnknownId => "unknown_id",
            IssueCode::NotANumber => "not_a_number",
            IssueCode::NotWhole => "not_whole",
            IssueCode::OutOfRange { .. } => "out_of_range",
            IssueCode::ReadLeniently => "read_leniently",
            IssueCode::Rounded => "rounded",
            IssueCode::TooLong { .. } => "too_long",
            IssueCode::TooMany { .. } => "too_many",
            IssueCode::NotAxes => "not_axes",
            IssueCode::NotADrill => "not_a_drill",
            IssueCode::NotAFix => "not_a_fix",
            IssueCode::InPin { .. } => "in_pin",
            IssueCode::NotUsedByMethod => "not_used_by_method",
            IssueCode::NotUsedHere => "not_used_here",
            IssueCode::NotUsedYet => "not_used_yet",
            IssueCode::OtherVersion => "other_version",
            IssueCode::Field(_) => "model_field",
            IssueCode::Model(_) => "model",
            IssueCode::CustomWithoutShape => "custom_without_shape",
            IssueCode::ModelIsPreset => "model_is_preset",
            IssueCode::ParamsGiven => "params_given",
            IssueCode::QueryTooLong => "query_too_long",
            IssueCode::More { .. } => "more_issues",
        }
    }
}

/// Collects issues; past [`LISTED`] it only counts.
#[derive(Default)]
pub(super) struct Issues {
    listed: Vec<Issue>,
    more: u64,
    more_errors: bool,
}

impl Issues {
    pub(super) fn add(&mut self, issue: Issue) {
        if self.listed.len() < LISTED {
            self.listed.push(issue);
        } else {
            self.more += 1;
            self.more_errors |= issue.level == Level::Error;
        }
    }

    pub(super) fn done(mut self) -> Vec<Issue> {
        if self.more > 0 {
            let mut last = Issue::new("", IssueCode::More { count: self.more }, "", "");
            last.level = if self.more_errors {
                Level::Error
            } else {
                Level::Note
            };
            self.listed.push(last);
        }
        self.listed
    }
}

fn shorten(text: &str) -> String {
    let mut out: String = text.chars().take(GIVEN_LIMIT).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}
