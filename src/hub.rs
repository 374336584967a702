//! Where a model's config.json lies on a hub: from what a person types or pastes to the one address that is asked. Pure:
//! nothing is fetched here.
use crate::words;

/// The hub that is asked where the link names none.
pub const DEFAULT_HUB: &str = "https://huggingface.co";
/// How long an answer may take, in milliseconds.
pub const TIMEOUT_MS: i32 = 15_000;
/// The longest name or address that is read, in bytes.
const INPUT_LIMIT: usize = 500;

/// A model's place on a hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// `org/name`, or a bare name of the hub's early days.
    pub id: String,
    /// The address of its config.json.
    pub address: String,
}

words! {
    /// What came of a look-up that gave no text.
    Failure {
        /// The browser says that there is no network.
        Offline = "offline",
        /// No answer in time.
        TimedOut = "timed_out",
        /// The request was refused before an answer: no such host, or no CORS.
        Blocked = "blocked",
        /// 401 or 403: a gated or private model.
        Gated = "gated",
        /// 404: no such model, or it has no config.json.
        Missing = "missing",
        /// 429: too many requests.
        Busy = "busy",
        /// Any other answer than 200.
        Refused = "refused",
        /// The answer is larger than a config.json may be.
        TooLarge = "too_large",
    }

    /// Why a text names no model.
    NotAModel {
        /// Nothing was typed.
        Empty = "empty",
        /// Neither `org/name` nor an address.
        Form = "form",
        /// A data set's or a space's address.
        OtherKind = "other_kind",
        /// The hub's address is not `https://…` (or this machine's own).
        Hub = "hub",
    }
}

impl Failure {
    /// What an HTTP status means; None for 200.
    pub const fn of_status(status: u16) -> Option<Failure> {
        match status {
            200 => None,
            401 | 403 => Some(Failure::Gated),
            404 => Some(Failure::Missing),
            429 => Some(Failure::Busy),
            _ => Some(Failure::Refused),
        }
    }
}

/// The place that `text` names: `org/name`, `name`, `org/name@revision`, or any address of a model on a hub
/// (`…/org/name`, `…/tree/rev`, `…/blob/rev/config.json`, `…/resolve/rev/…`, with or without `https://`). An address of
/// another host is asked there; a name at `hub` (empty: [`DEFAULT_HUB`]).
///
/// # Errors
/// Why it names no model.
pub fn place(text: &str, hub: &str) -> Result<Place, NotAModel> {
    let text = text.trim().trim_end_matches('/');
    if text.is_empty() {
        return Err(NotAModel::Empty);
    }
    if text.len() > INPUT_LIMIT {
        return Err(NotAModel::Form);
    }
    let hub = match hub.trim().trim_end_matches('/') {
        "" => DEFAULT_HUB.to_string(),
        given => origin(given).ok_or(NotAModel::Hub)?,
    };
    let (base, path) = match text.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_once('/').ok_or(NotAModel::Form)?;
            let base = [scheme, "://", host].concat();
            (origin(&base).ok_or(NotAModel::Hub)?, path)
        }
        // `huggingface.co/org/name`: a first part with a dot before two more is a host; `org/name` has two parts.
        None => match text.split_once('/') {
            Some((host, path)) if host.contains('.') && path.contains('/') && is_host(host) => {
                (["https://", host].concat(), path)
            }
            Some(_) | None => (hub, text),
        },
    };
    // The short host only redirects, which a page may not follow to another origin.
    let base = if base == "https://hf.co" {
        DEFAULT_HUB.to_string()
    } else {
        base
    };
    let path = path.split(['?', '#']).next().unwrap_or("");
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let mut first = parts.next().ok_or(NotAModel::Form)?;
    match first {
        "datasets" | "spaces" | "docs" | "papers" | "collections" => {
            return Err(NotAModel::OtherKind);
        }
        "models" => first = parts.next().ok_or(NotAModel::Form)?,
        _ => {}
    }
    let (id, revision) = match parts.next() {
        None => named(first),
        // `gpt2/blob/main/config.json`: an early model has no organisation.
        Some(word @ ("tree" | "blob" | "resolve" | "raw")) => {
            (first.to_string(), revision(word, parts.next()))
        }
        Some(second) => {
            let (name, typed) = named(second);
            let after = parts.next().and_then(|word| revision(word, parts.next()));
            ([first, "/", &name].concat(), after.or(typed))
        }
    };
    if !id.split('/').all(is_name) {
        return Err(NotAModel::Form);
    }
    let revision = revision_of(revision)?;
    Ok(Place {
        address: [&base, "/", &id, "/resolve/", &revision, "/config.json"].concat(),
        id,
    })
}

fn revision(word: &str, next: Option<&str>) -> Option<String> {
    matches!(word, "tree" | "blob" | "resolve" | "raw")
        .then(|| next.map(str::to_string))
        .flatten()
}

fn revision_of(revision: Option<String>) -> Result<String, NotAModel> {
    match revision {
        None => Ok("main".into()),
        Some(revision) if is_name(&revision) => Ok(revision),
        Some(_) => Err(NotAModel::Form),
    }
}

/// `name@revision` in its parts.
fn named(text: &str) -> (String, Option<String>) {
    match text.split_once('@') {
        Some((name, revision)) => (name.into(), Some(revision.into())),
        None => (text.into(), None),
    }
}

/// The letters that names and revisions of a hub have.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 96
        && text != "."
        && text != ".."
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

fn is_host(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':'))
}

/// `https://host`, where an address begins so; plain http only on the reader's own machine, as the page's policy has it.
fn origin(address: &str) -> Option<String> {
    let (scheme, host) = match address.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest.split('/').next()?),
        None => ("https".into(), address.split('/').next()?),
    };
    let name = host.split(':').next().unwrap_or("");
    let own = name == "localhost" || name == "127.0.0.1";
    let safe = scheme == "https" || (scheme == "http" && own);
    (safe && is_host(host)).then(|| [&scheme, "://", &host.to_ascii_lowercase()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str, hub: &str) -> Result<String, NotAModel> {
        place(text, hub).map(|place| place.address)
    }

    #[test]
    fn every_form_of_an_address_leads_to_one_file() {
        let file =
            Ok("https://huggingface.co/Qwen/Qwen3-0.6B/resolve/main/config.json".to_string());
        for text in [
            "Qwen/Qwen3-0.6B",
            " Qwen/Qwen3-0.6B/ ",
            "https://huggingface.co/Qwen/Qwen3-0.6B",
            "huggingface.co/Qwen/Qwen3-0.6B",
            "hf.co/Qwen/Qwen3-0.6B",
            "https://huggingface.co/Qwen/Qwen3-0.6B/tree/main",
            "https://huggingface.co/Qwen/Qwen3-0.6B/blob/main/config.json",
            "https://huggingface.co/Qwen/Qwen3-0.6B/resolve/main/config.json?download=true",
            "https://huggingface.co/models/Qwen/Qwen3-0.6B#x",
        ] {
            assert_eq!(address(text, ""), file, "{text}");
        }
        assert_eq!(
            address("gpt2", ""),
            Ok("https://huggingface.co/gpt2/resolve/main/config.json".into())
        );
        assert_eq!(
            address("a/b@v1.0", "https://mirror.example/"),
            Ok("https://mirror.example/a/b/resolve/v1.0/config.json".into())
        );
        assert_eq!(
            address("https://mirror.example/a/b/tree/dev", ""),
            Ok("https://mirror.example/a/b/resolve/dev/config.json".into())
        );
        assert_eq!(
            address("a/b", "http://127.0.0.1:8080"),
            Ok("http://127.0.0.1:8080/a/b/resolve/main/config.json".into())
        );
    }

    #[test]
    fn what_names_no_model_is_said() {
        for (text, hub, why) in [
            ("", "", NotAModel::Empty),
            ("a b", "", NotAModel::Form),
            ("../../etc/passwd", "", NotAModel::Form),
            ("a/..", "", NotAModel::Form),
            ("https://huggingface.co", "", NotAModel::Form),
            (
                "https://huggingface.co/datasets/a/b",
                "",
                NotAModel::OtherKind,
            ),
            ("javascript://x/a/b", "", NotAModel::Hub),
            ("http://example.com/a/b", "", NotAModel::Hub),
            ("a/b", "ftp://example.com", NotAModel::Hub),
            ("a/<script>", "", NotAModel::Form),
        ] {
            assert_eq!(address(text, hub), Err(why), "{text}");
        }
    }
}
