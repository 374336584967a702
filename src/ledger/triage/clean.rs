//! A log made fit to be read: colours and control signs gone, wrapped messages on one line, prefixes of processes off.
use super::scan::{head, tail};

/// Most of a text that is read from its beginning and from its end, in bytes each: start-up lines stand first, a death last.
const SIDE_LIMIT: usize = 4 << 20;

/// A text, cleaned.
pub(super) struct Clean {
    /// Lines as they were, without colours.
    pub(super) lines: String,
    /// The same with every run of white space as one blank, so that a wrapped message can be found.
    pub(super) flat: String,
    /// True where the middle was left out.
    pub(super) cut: bool,
}

/// Cleans a text.
pub(super) fn clean(text: &str) -> Clean {
    let cut = text.len() > 2 * SIDE_LIMIT;
    let mut lines = String::with_capacity(text.len().min(2 * SIDE_LIMIT));
    if cut {
        plain(head(text, SIDE_LIMIT), &mut lines);
        lines.push('\n');
        plain(tail(text, SIDE_LIMIT), &mut lines);
    } else {
        plain(text, &mut lines);
    }
    let mut flat = String::with_capacity(lines.len());
    for line in lines.lines() {
        for word in unprefixed(line).split_whitespace() {
            if !flat.is_empty() {
                flat.push(' ');
            }
            flat.push_str(word);
        }
    }
    Clean { lines, flat, cut }
}

/// Without escape sequences; other control signs are blanks, a carriage return ends a line.
fn plain(text: &str, out: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => {
                if chars.peek() == Some(&'[') {
                    chars.next();
                    // A sequence ends at its first letter; a broken one is given up after a few signs.
                    for _ in 0..16 {
                        match chars.peek() {
                            Some('0'..='9' | ';' | '?' | ':') => chars.next(),
                            Some('@'..='~') => {
                                chars.next();
                                break;
                            }
                            Some(_) | None => break,
                        };
                    }
                }
            }
            '\r' => out.push('\n'),
            '\n' => out.push('\n'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// A line without what processes and containers put before it: `(EngineCore pid=1) ERROR 07-01 10:00:00 [core.py:5]`,
/// `[rank0]:`, `[2025-07-01 10:00:00 TP0]`, `2025-07-01T10:00:00Z`, and the frame that boxes draw.
pub(super) fn unprefixed(line: &str) -> &str {
    let mut rest = line.trim_start();
    // Six with blanks between them are more than any runner stacks.
    for _ in 0..12 {
        let before = rest.len();
        rest = match rest.bytes().next() {
            Some(b'(' | b'[') => bracketed(rest),
            Some(b'I' | b'W' | b'E' | b'D' | b'C') => levelled(rest),
            Some(b'0'..=b'9') => timed(rest),
            Some(b' ' | b'\t' | 0x80..) => rest.trim_start_matches(['│', '┃', '❱', ' ', '\t']),
            Some(_) | None => rest,
        };
        if rest.len() == before {
            break;
        }
    }
    rest
}

/// Over `(Name pid=1)`, `(Worker_TP0 pid=1)`, `[rank0]:`, `[2025-07-01 …]`.
fn bracketed(text: &str) -> &str {
    const NAMES: [&str; 8] = [
        "(EngineCore",
        "(Worker",
        "(VllmWorker",
        "(RayWorker",
        "(APIServer",
        "(TaskRunner",
        "(WorkerDict",
        "(ActorRef",
    ];
    let window = head(text, 120);
    let process = NAMES.iter().any(|name| window.starts_with(name))
        || (window.starts_with('(')
            && window
                .split(')')
                .next()
                .is_some_and(|p| p.contains(" pid=")));
    if process && let Some((_, rest)) = window.split_once(')') {
        let at = window.len() - rest.len();
        return text.get(at..).unwrap_or_default().trim_start();
    }
    let stamped = window.strip_prefix('[').is_some_and(|inside| {
        inside.starts_with("rank") || inside.starts_with("20") || inside.starts_with("default")
    });
    if stamped && let Some((_, rest)) = window.split_once(']') {
        let at = window.len() - rest.len();
        let rest = text.get(at..).unwrap_or_default();
        return rest.trim_start_matches(':').trim_start_matches(' ');
    }
    text
}

/// Over `ERROR 07-01 10:00:00 [core.py:5]` and `INFO 07-01 10:00:00 worker.py:5]`.
fn levelled(text: &str) -> &str {
    const LEVELS: [&str; 5] = ["INFO ", "WARNING ", "ERROR ", "DEBUG ", "CRITICAL "];
    let Some(rest) = LEVELS.iter().find_map(|level| text.strip_prefix(level)) else {
        return text;
    };
    let stamp = head(rest, 80);
    let dated = stamp.bytes().take(2).all(|b| b.is_ascii_digit());
    match stamp.split_once(']') {
        Some((before, after)) if dated && before.contains(".py:") => rest
            .get(stamp.len() - after.len()..)
            .unwrap_or_default()
            .strip_prefix(' ')
            .unwrap_or_else(|| rest.get(stamp.len() - after.len()..).unwrap_or_default()),
        Some(_) | None => text,
    }
}

/// Over `2025-07-01T10:00:00.123Z ` as container runtimes write it.
fn timed(text: &str) -> &str {
    let window = head(text, 40);
    let Some((stamp, _)) = window.split_once(' ') else {
        return text;
    };
    let like = stamp.len() >= 19
        && stamp.bytes().take(4).all(|b| b.is_ascii_digit())
        && stamp.contains('T')
        && stamp.contains(':');
    if like {
        text.get(stamp.len() + 1..).unwrap_or_default()
    } else {
        text
    }
}
