//! Shell command lines: words with their quotes and continuations, variables that the text itself sets, flags and
//! overrides. Nothing is expanded but those variables.
use super::python;
use super::value::Value;

/// Variables of a text that are looked up.
const VARIABLES: usize = 200;

/// What a command line says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    /// Flags and overrides, in order: the name as written, its values (none for a bare flag).
    pub(super) flags: Vec<(String, Vec<Value>)>,
    /// Words that belong to no flag: programs, subcommands, files.
    pub(super) words: Vec<String>,
    /// Environment variables set before a command or by `export`.
    pub(super) variables: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    /// Between two commands.
    Break,
}

/// Reads command lines.
pub(super) fn read(text: &str) -> Line {
    let mut line = Line::default();
    let mut tokens = tokens(text).into_iter().peekable();
    let mut begins = true;
    while let Some(token) = tokens.next() {
        let Token::Word(raw) = token else {
            begins = true;
            continue;
        };
        let mut word = resolve(&raw, &line.variables);
        if begins && let Some(rest) = word.strip_prefix('!') {
            // A notebook's way to call the shell.
            word = rest.to_string();
        }
        if begins && let Some((name, value)) = assignment(&word) {
            if line.variables.len() < VARIABLES {
                line.variables.push((name.into(), value.into()));
            }
            continue;
        }
        if begins && matches!(word.as_str(), "export" | "env" | "$") {
            continue;
        }
        if begins && word == "set" {
            // `set -x` sets the shell.
            while tokens.next_if(|token| *token != Token::Break).is_some() {}
            continue;
        }
        begins = false;
        if let Some(name) = flag_name(&word) {
            if let Some((name, value)) = name.split_once('=') {
                line.flags
                    .push((name.to_string(), vec![python::literal(value)]));
                continue;
            }
            let name = name.to_string();
            let mut values = Vec::new();
            while let Some(Token::Word(next)) = tokens.peek() {
                let next = resolve(next, &line.variables);
                if flag_name(&next).is_some() || is_override(&next) {
                    break;
                }
                values.push(python::literal(&next));
                tokens.next();
            }
            // `python -m module`: the module is a program, not a value.
            if name == "-m" {
                line.words
                    .extend(values.iter().filter_map(Value::scalar).map(str::to_string));
            } else {
                line.flags.push((name, values));
            }
        } else if is_override(&word) {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            line.flags
                .push((name.to_string(), vec![python::literal(value)]));
        } else {
            line.words.push(word);
        }
    }
    line
}

/// A word that begins like a flag: the word, or None. `-1` is a number.
fn flag_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix('-')?.trim_start_matches('-');
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then_some(word)
}

/// `a.b=c`, `+a=b`, `~a`: an override as hydra takes it.
fn is_override(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.trim_start_matches('+');
        // A name in capitals is an environment variable's.
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().any(|b| b.is_ascii_lowercase())
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'@' | b'/'))
    })
}

/// `NAME=value` at the beginning of a command.
fn assignment(word: &str) -> Option<(&str, &str)> {
    word.split_once('=').filter(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// `$NAME`, `${NAME}` and `${NAME:-default}` replaced by what the text set; others stay as they are.
fn resolve(word: &str, variables: &[(String, String)]) -> String {
    if !word.contains('$') {
        return word.to_string();
    }
    let of = |name: &str| {
        variables
            .iter()
            .rev()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    };
    let mut out = String::new();
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let (name, default, length) = if let Some(inside) = after.strip_prefix('{') {
            let end = inside.find('}').unwrap_or(inside.len());
            let body = inside.get(..end).unwrap_or("");
            let (name, default) = match body.split_once(":-") {
                Some((name, default)) => (name, Some(default)),
                None => (body, None),
            };
            (name, default, end.saturating_add(2).min(after.len()))
        } else {
            let end = after
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .unwrap_or(after.len());
            (after.get(..end).unwrap_or(""), None, end)
        };
        match of(name).or(default) {
            // What was set is short; a chain of doublings is cut.
            Some(value) if out.len() < 2_000 => out.push_str(value),
            Some(_) => {}
            None => {
                out.push('$');
                out.push_str(after.get(..length).unwrap_or(""));
            }
        }
        rest = after.get(length..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut word = String::new();
    // True from a word's first character or quote on: `""` is a word too.
    let mut open = false;
    let mut chars = text.chars().peekable();
    let end = |word: &mut String, open: &mut bool, out: &mut Vec<Token>| {
        if std::mem::take(open) {
            out.push(Token::Word(std::mem::take(word)));
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // A continued line; a blank behind the backslash is a common slip.
                Some('\n') => {}
                Some('\r') => {
                    chars.next_if_eq(&'\n');
                }
                Some(' ') => {
                    while chars.next_if(|c| matches!(c, ' ' | '\t' | '\r')).is_some() {}
                    if chars.next_if_eq(&'\n').is_none() {
                        word.push(' ');
                        open = true;
                    }
                }
                Some(c) => {
                    word.push(c);
                    open = true;
                }
                None => {}
            },
            '\'' => {
                open = true;
                for c in chars.by_ref() {
                    if c == '\'' {
                        break;
                    }
                    word.push(c);
                }
            }
            '"' => {
                open = true;
                while let Some(c) = chars.next() {
                    match c {
                        '"' => break,
                        '\\' => match chars.next() {
                            Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                            Some('\n') | None => {}
                            Some(c) => {
                                word.push('\\');
                                word.push(c);
                            }
                        },
                        c => word.push(c),
                    }
                }
            }
            '#' if !open => {
                for c in chars.by_ref() {
                    if c == '\n' {
                        out.push(Token::Break);
                        break;
                    }
                }
            }
            '\n' | ';' | '|' => {
                end(&mut word, &mut open, &mut out);
                out.push(Token::Break);
            }
            '&' if !open || chars.peek() == Some(&'&') => {
                end(&mut word, &mut open, &mut out);
                out.push(Token::Break);
            }
            c if c.is_whitespace() => end(&mut word, &mut open, &mut out),
            c => {
                word.push(c);
                open = true;
            }
        }
    }
    end(&mut word, &mut open, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_overrides_words_and_variables() {
        let line = read(
            "N=4 # four\nexport CUDA_VISIBLE_DEVICES=0,1\npython -m verl.trainer.main_ppo a.b=$N +c='x y' \\\n  --m 'a b' --on --k=v -1 -tp 2 --t q v",
        );
        let word = |text: &str| Value::Word(text.into());
        assert_eq!(
            line.flags,
            [
                ("a.b".to_string(), vec![word("4")]),
                ("+c".into(), vec![word("x y")]),
                ("--m".into(), vec![word("a b")]),
                ("--on".into(), vec![]),
                ("--k".into(), vec![word("v")]),
                ("-tp".into(), vec![word("2")]),
                ("--t".into(), vec![word("q"), word("v")]),
            ]
        );
        assert_eq!(line.words, ["python", "verl.trainer.main_ppo", "-1"]);
        assert_eq!(line.variables.len(), 2);
    }

    #[test]
    fn what_does_not_end_ends_with_the_text() {
        for text in [
            "'", "\"", "\\", "${", "$", "--", "--a '", "a=${b", "#", "& & &&", "-",
        ] {
            read(text);
        }
        let doubling: String = (0..200)
            .map(|i| format!("A{}=$A{i}$A{i}$A{i}\n", i + 1))
            .collect();
        read(&["A0=xxxxxxxx\n", &doubling, "cmd --a $A200"].concat());
    }
}
