//! A configuration as a file: for links too long to travel. It holds the link, nothing else.
use crate::url::{self, Link};
use serde_json::Value;

/// The file's text.
pub fn write(link: &Link) -> String {
    // A canonical query has no character that JSON escapes.
    ["{\"v\":1,\"query\":\"", &url::format(link), "\"}\n"].concat()
}

/// The query of a file that [`write()`] made (or of `estimate --format json`); None for any other text.
pub fn read(text: &str) -> Option<String> {
    if text.len() > url::QUERY_LIMIT * 2 {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let version = value.get("v")?.as_u64()?;
    let query = value.get("query")?.as_str()?;
    (version == 1).then(|| query.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let (link, _) =
            url::parse("task=serve&m.type=qwen3&model=custom&m.layers=5&m.name=%22a%5C%22");
        assert_eq!(read(&write(&link)), Some(url::format(&link)));
        assert_eq!(read("{\"model_type\":\"llama\"}"), None);
    }
}
