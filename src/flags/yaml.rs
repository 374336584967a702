//! YAML as configuration files use it: nested names, lists, quotes, comments, bracketed values. No anchors, no tags.
use super::python;
use super::value::Value;

/// Names deeper than this are joined no further.
const DEPTH: usize = 12;
/// Lines that a bracketed value may go on over.
const JOINED: usize = 60;

/// The names of a file with their values, nested names joined by points.
pub(super) fn read(text: &str) -> Vec<(String, Value)> {
    let mut out: Vec<(String, Value)> = Vec::new();
    // Open names: indentation and path.
    let mut open: Vec<(usize, String)> = Vec::new();
    // A block of text (`|`, `>`) swallows what is indented deeper than this.
    let mut block: Option<(usize, String)> = None;
    let mut lines = text.lines();
    while let Some(raw) = lines.next() {
        let body = raw.trim_start_matches([' ', '\t']);
        let mut indent = raw.len() - body.len();
        if let Some((limit, path)) = &block {
            if body.trim().is_empty() || indent > *limit {
                add(&mut out, path, Value::Text(body.trim_end().to_string()));
                continue;
            }
            block = None;
        }
        let mut body = without_comment(body).trim_end();
        if body.is_empty() || body == "---" || body == "..." {
            continue;
        }
        while open.last().is_some_and(|(at, _)| *at >= indent) && !body.starts_with("- ") {
            open.pop();
        }
        if body == "-" || body.starts_with("- ") {
            // A list may stand as far left as its name.
            while open.last().is_some_and(|(at, _)| *at > indent) {
                open.pop();
            }
            let path = open
                .last()
                .map(|(_, path)| path.clone())
                .unwrap_or_default();
            while let Some(rest) = body.strip_prefix("- ") {
                let inner = rest.trim_start();
                indent += body.len() - inner.len();
                body = inner;
            }
            if pair(body).is_none() {
                add(&mut out, &path, python::literal(body));
                continue;
            }
            // Names inside a list's item are the list's: which item they stand in is not kept.
            while open
                .last()
                .is_some_and(|(at, p)| *at >= indent && *p != path)
            {
                open.pop();
            }
        }
        let Some((name, value)) = pair(body) else {
            continue;
        };
        let path = match open.last() {
            Some((_, outer)) if !outer.is_empty() && open.len() < DEPTH => {
                [outer, ".", name].concat()
            }
            _ => name.to_string(),
        };
        match value {
            "" => open.push((indent, path)),
            value if is_block(value) => block = Some((indent, path)),
            value if unclosed(value) => {
                let mut all = value.to_string();
                for more in lines.by_ref().take(JOINED) {
                    all.push(' ');
                    all.push_str(without_comment(more.trim()));
                    if !unclosed(&all) {
                        break;
                    }
                }
                add(&mut out, &path, python::literal(&all));
            }
            value => add(&mut out, &path, python::literal(value)),
        }
    }
    out
}

/// Adds a value; items of a list of one name come together.
fn add(out: &mut Vec<(String, Value)>, path: &str, value: Value) {
    match out.last_mut() {
        Some((name, Value::List(items))) if name == path => items.push(value),
        Some((name, first)) if name == path => {
            let only = std::mem::replace(first, Value::List(Vec::new()));
            *first = Value::List(vec![only, value]);
        }
        _ => out.push((path.to_string(), value)),
    }
}

/// `name: value` or `name:`.
fn pair(body: &str) -> Option<(&str, &str)> {
    let (name, value) = match body.split_once(": ") {
        Some((name, value)) => (name, value.trim()),
        None => (body.strip_suffix(':')?, ""),
    };
    let name = name.trim().trim_matches(['"', '\'']);
    let fits = !name.is_empty()
        && name.len() <= 120
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'/'));
    fits.then_some((name, value))
}

/// True for a bracketed value that goes on in the next line.
fn unclosed(value: &str) -> bool {
    let count = |signs: [char; 2]| value.chars().filter(|c| signs.contains(c)).count();
    value.starts_with(['[', '{']) && count(['[', '{']) > count([']', '}'])
}

fn is_block(value: &str) -> bool {
    matches!(value.as_bytes(), [b'|' | b'>'] | [b'|' | b'>', b'-' | b'+'])
}

/// The line without its comment: `#` at its beginning or behind a blank, outside quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut previous = ' ';
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') if matches!(previous, ' ' | '[' | ',' | '{' | ':') => {
                quote = Some(c)
            }
            (None, '#') if previous.is_whitespace() => return line.get(..at).unwrap_or(""),
            _ => {}
        }
        previous = c;
    }
    line
}

/// How many lines of a text are pairs or items, and how many are neither.
pub(super) fn shape(text: &str) -> (usize, usize) {
    let (mut fits, mut others) = (0usize, 0usize);
    for line in text.lines() {
        let body = without_comment(line.trim());
        let body = body.trim();
        if body.is_empty() || body == "---" {
            continue;
        }
        if body.starts_with("- ") || pair(body).is_some() {
            fits += 1;
        } else {
            others += 1;
        }
    }
    (fits, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_lists_and_quotes() {
        let read = read(
            "a: 1 # one\nb:\n  c: \"x # y\"\n  d:\n    e: [q, v]\nlist:\n- q\n- v\ndatasets:\n  - path: p\n    type: t\nlast: {k: 2}\ntext: |\n  no: 1\nend: true\n",
        );
        let names: Vec<&str> = read.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "a",
                "b.c",
                "b.d.e",
                "list",
                "datasets.path",
                "datasets.type",
                "last",
                "text",
                "end"
            ]
        );
        let list = read.iter().find(|(name, _)| name == "list").map(|(_, v)| v);
        assert!(matches!(list, Some(Value::List(items)) if items.len() == 2));
        assert_eq!(read.first().map(|(_, v)| v), Some(&Value::Word("1".into())));
    }

    #[test]
    fn anything_is_read() {
        for text in [
            ":",
            "- ",
            "-",
            "- - - a: b",
            "a:\n\t\tb: c",
            "a: |",
            "\u{feff}a: 1",
            "a: 'x",
        ] {
            read(text);
            shape(text);
        }
    }
}
