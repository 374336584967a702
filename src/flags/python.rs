//! Python calls, dictionaries and lists, and with them JSON and the bracketed values of YAML and hydra: a scanner that
//! takes what it knows and steps over the rest. Work and depth are bounded by the text.
use super::value::Value;

/// Brackets deeper than this are stepped over.
const DEPTH: usize = 40;

/// A call with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    /// The name, without what stands before its last point.
    pub(super) name: String,
    /// The name in full.
    pub(super) path: String,
    /// Arguments without a name.
    pub(super) args: Vec<Value>,
    /// Arguments with their names; `**` for a dictionary that is spread.
    pub(super) kwargs: Vec<(String, Value)>,
}

/// What a program says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Program {
    /// Its calls, inner ones first.
    pub(super) calls: Vec<Call>,
    /// Names that were given values.
    pub(super) names: Vec<(String, Value)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Sign(char),
    Line,
}

/// Reads a program.
pub(super) fn program(text: &str) -> Program {
    let mut parser = Parser::new(tokens(text, false));
    while let Some(token) = parser.peek().cloned() {
        match token {
            Token::Word(word) => match (parser.sign_at(1), parser.sign_at(2)) {
                (Some('('), _) => {
                    parser.value(0);
                }
                (Some('='), second) if second != Some('=') => {
                    parser.at += 2;
                    let value = parser.value(0);
                    parser.program.names.push((word, value));
                }
                _ => parser.at += 1,
            },
            Token::Sign('{') => {
                // A dictionary that stands alone, as a DeepSpeed configuration may.
                let value = parser.value(0);
                parser.program.names.push((String::new(), value));
            }
            Token::Text(_) | Token::Sign(_) | Token::Line => parser.at += 1,
        }
    }
    parser.program
}

/// Reads one value that may be bracketed: JSON, `[q_proj, v_proj]`, `{stage: 3}`; anything else is a word.
pub(super) fn literal(text: &str) -> Value {
    let text = text.trim();
    if text.starts_with(['[', '{', '"', '\'']) {
        let mut parser = Parser::new(tokens(text, true));
        let value = parser.value(0);
        // `"a" b` and `[a] b` are not one value.
        if parser.peek().is_none() {
            return value;
        }
    }
    Value::Word(text.to_string())
}

/// Divides a text. `loose` is the way of YAML and hydra, where a word in brackets needs no quotes.
fn tokens(text: &str, loose: bool) -> Vec<Token> {
    let mut out = Vec::new();
    let mut rest = text;
    let mut depth = 0usize;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        match c {
            '\n' => {
                if depth == 0 && !loose {
                    out.push(Token::Line);
                }
                rest = after;
            }
            c if c.is_whitespace() || c == '\\' => rest = after,
            '#' => {
                rest = after
                    .find('\n')
                    .and_then(|at| after.get(at..))
                    .unwrap_or("")
            }
            '"' | '\'' => {
                let (text, tail) = quoted(rest, c);
                out.push(Token::Text(text));
                rest = tail;
            }
            c if is_word(c, loose) => {
                let end = word_end(rest, loose);
                let (word, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
                // r"…", f"…", b"…": a string with a prefix. What f"…" stands for is not known.
                let prefix = word.len() <= 2 && word.chars().all(|c| "rRbBuUfF".contains(c));
                if !loose && prefix && tail.starts_with(['"', '\'']) {
                    let quote = tail.chars().next().unwrap_or('"');
                    let (text, tail) = quoted(tail, quote);
                    out.push(if word.contains(['f', 'F']) && text.contains('{') {
                        Token::Word(["f:", &text].concat())
                    } else {
                        Token::Text(text)
                    });
                    rest = tail;
                    continue;
                }
                out.push(Token::Word(word.trim().to_string()));
                rest = tail;
            }
            other => {
                match other {
                    '(' | '[' | '{' => depth = depth.saturating_add(1),
                    ')' | ']' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                out.push(Token::Sign(other));
                rest = after;
            }
        }
    }
    out
}

fn is_word(c: char, loose: bool) -> bool {
    if loose {
        !matches!(c, ',' | '[' | ']' | '{' | '}' | ':')
    } else {
        c.is_alphanumeric() || c == '_' || c == '.'
    }
}

/// Where a word that begins here ends.
fn word_end(text: &str, loose: bool) -> usize {
    let mut previous = ' ';
    let number = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    for (at, c) in text.char_indices() {
        // 1e-6: the sign belongs to the number.
        let exponent = number && matches!(c, '-' | '+') && matches!(previous, 'e' | 'E');
        let stops = if loose {
            !is_word(c, true) || matches!(c, '\n' | '"' | '\'')
        } else {
            !is_word(c, false) && !exponent
        };
        // YAML's `a:b` is one word, `a: b` a pair.
        let joined = loose
            && c == ':'
            && text
                .get(at + 1..)
                .and_then(|t| t.chars().next())
                .is_some_and(|next| {
                    !next.is_whitespace() && !matches!(next, '"' | '\'' | '[' | '{')
                });
        if stops && !joined {
            return at;
        }
        previous = c;
    }
    text.len()
}

/// A string that begins here, without its quotes, and what follows it. One that does not end takes its line.
fn quoted(text: &str, quote: char) -> (String, &str) {
    let triple = match quote {
        '"' => "\"\"\"",
        _ => "'''",
    };
    if let Some(inside) = text.strip_prefix(triple) {
        return match inside.split_once(triple) {
            Some((text, tail)) => (text.to_string(), tail),
            None => (String::new(), ""),
        };
    }
    let inside = text.get(1..).unwrap_or("");
    let mut out = String::new();
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 't')) => out.push('\t'),
                Some((_, c)) => out.push(c),
                None => {}
            },
            '\n' => return (out, inside.get(at..).unwrap_or("")),
            c if c == quote => return (out, inside.get(at + 1..).unwrap_or("")),
            c => out.push(c),
        }
    }
    (out, "")
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    program: Program,
}

impl Parser {
    fn new(tokens: Vec<Token>) -> Parser {
        Parser {
            tokens,
            at: 0,
            program: Program::default(),
        }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn sign_at(&self, ahead: usize) -> Option<char> {
        match self.tokens.get(self.at.saturating_add(ahead)) {
            Some(Token::Sign(c)) => Some(*c),
            Some(Token::Word(_) | Token::Text(_) | Token::Line) | None => None,
        }
    }

    /// A value, with what follows it up to a comma or a closing bracket: where anything does, it is an expression.
    fn value(&mut self, depth: usize) -> Value {
        let from = self.at;
        let value = self.primary(depth);
        let mut odd = false;
        while let Some(token) = self.peek() {
            match token {
                Token::Line | Token::Sign(',' | ')' | ']' | '}' | ';') => break,
                Token::Sign(':') if depth > 0 => break,
                // `.to("cuda")` behind a call changes nothing that counts.
                Token::Word(word) if word.starts_with('.') && matches!(value, Value::Call(_)) => {
                    self.primary(depth);
                }
                Token::Text(_) | Token::Word(_) | Token::Sign(_) => {
                    odd = true;
                    let before = self.at;
                    self.primary(depth);
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
        if odd {
            return Value::Odd(self.shown(from));
        }
        value
    }

    /// The tokens since `from` as text, shortened.
    fn shown(&self, from: usize) -> String {
        let mut out = String::new();
        for token in self.tokens.get(from..self.at).unwrap_or(&[]) {
            if out.len() > 60 {
                out.push('…');
                break;
            }
            match token {
                Token::Word(text) | Token::Text(text) => out.extend(text.chars().take(40)),
                Token::Sign(sign) => out.push(*sign),
                Token::Line => {}
            }
        }
        out
    }

    fn primary(&mut self, depth: usize) -> Value {
        match self.peek().cloned() {
            Some(Token::Text(mut text)) => {
                self.at += 1;
                // Strings side by side are one.
                while let Some(Token::Text(more)) = self.peek() {
                    text.push_str(more);
                    self.at += 1;
                }
                Value::Text(text)
            }
            Some(Token::Word(word)) => {
                self.at += 1;
                if self.sign_at(0) == Some('(') {
                    return self.call(word, depth);
                }
                match word.strip_prefix("f:") {
                    Some(text) => Value::Odd(text.chars().take(60).collect()),
                    None => Value::Word(word),
                }
            }
            Some(Token::Sign('-')) => {
                self.at += 1;
                match self.peek().cloned() {
                    Some(Token::Word(word)) => {
                        self.at += 1;
                        Value::Word(["-", &word].concat())
                    }
                    Some(Token::Text(_) | Token::Sign(_) | Token::Line) | None => {
                        Value::Odd("-".into())
                    }
                }
            }
            Some(Token::Sign(open @ ('(' | '[' | '{'))) => self.group(open, depth),
            Some(Token::Sign(_) | Token::Line) | None => Value::Odd(String::new()),
        }
    }

    fn group(&mut self, open: char, depth: usize) -> Value {
        if depth >= DEPTH {
            self.skip();
            return Value::Odd("…".into());
        }
        self.at += 1;
        let mut items = Vec::new();
        let mut pairs = Vec::new();
        let mut commas = 0usize;
        loop {
            match self.peek() {
                None => break,
                Some(Token::Sign(')' | ']' | '}')) => {
                    self.at += 1;
                    break;
                }
                Some(Token::Sign(',' | ';' | ':' | '*') | Token::Line) => {
                    commas += 1;
                    self.at += 1;
                }
                Some(_) => {
                    let before = self.at;
                    let value = self.value(depth + 1);
                    if open == '{' && self.sign_at(0) == Some(':') {
                        self.at += 1;
                        let name = value.scalar().unwrap_or_default().to_string();
                        pairs.push((name, self.value(depth + 1)));
                    } else {
                        items.push(value);
                    }
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
        match open {
            '{' if items.is_empty() => Value::Map(pairs),
            // Parentheses around one value are no tuple.
            '(' if items.len() == 1 && commas == 0 => {
                items.pop().unwrap_or(Value::Odd(String::new()))
            }
            _ => Value::List(items),
        }
    }

    fn call(&mut self, path: String, depth: usize) -> Value {
        let name = path.rsplit('.').next().unwrap_or("").to_string();
        if depth >= DEPTH {
            self.skip();
            return Value::Call(name);
        }
        self.at += 1;
        let mut call = Call {
            name: name.clone(),
            path,
            args: Vec::new(),
            kwargs: Vec::new(),
        };
        loop {
            let spread = self.sign_at(0) == Some('*') && self.sign_at(1) == Some('*');
            match self.peek().cloned() {
                None => break,
                Some(Token::Sign(')' | ']' | '}')) => {
                    self.at += 1;
                    break;
                }
                Some(Token::Sign('*')) if spread => {
                    self.at += 2;
                    let value = self.value(depth + 1);
                    call.kwargs.push(("**".into(), value));
                }
                Some(Token::Sign(',' | ';' | ':' | '*') | Token::Line) => self.at += 1,
                Some(Token::Word(word))
                    if self.sign_at(1) == Some('=') && self.sign_at(2) != Some('=') =>
                {
                    self.at += 2;
                    let value = self.value(depth + 1);
                    call.kwargs.push((word, value));
                }
                Some(Token::Word(_) | Token::Text(_) | Token::Sign(_)) => {
                    let before = self.at;
                    let value = self.value(depth + 1);
                    call.args.push(value);
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
        self.program.calls.push(call);
        Value::Call(name)
    }

    /// Steps over a bracket with all that is in it.
    fn skip(&mut self) {
        let mut open = 0usize;
        while let Some(token) = self.peek() {
            match token {
                Token::Sign('(' | '[' | '{') => open += 1,
                Token::Sign(')' | ']' | '}') => open = open.saturating_sub(1),
                Token::Sign(_) | Token::Word(_) | Token::Text(_) | Token::Line => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Value {
        Value::Word(text.into())
    }

    #[test]
    fn a_call_with_everything_in_it() {
        let read = program(
            "args = GRPOConfig(a=8, # why\n b='x' \"y\", lr=1e-6, d={'k': [1, True]}, t=torch.bfloat16, e=2*4, **more)\n",
        );
        let call = read.calls.first();
        assert_eq!(call.map(|c| c.name.as_str()), Some("GRPOConfig"));
        let kwargs = call.map(|c| c.kwargs.clone()).unwrap_or_default();
        let of = |name: &str| {
            kwargs
                .iter()
                .find(|(n, _)| n == name)
                .map(|(_, v)| v.clone())
        };
        assert_eq!(of("a"), Some(word("8")));
        assert_eq!(of("b"), Some(Value::Text("xy".into())));
        assert_eq!(of("lr"), Some(word("1e-6")));
        assert_eq!(
            of("d"),
            Some(Value::Map(vec![(
                "k".into(),
                Value::List(vec![word("1"), word("True")])
            )]))
        );
        assert_eq!(of("t"), Some(word("torch.bfloat16")));
        assert_eq!(of("e"), Some(Value::Odd("2*4".into())));
        assert_eq!(of("**"), Some(word("more")));
        assert_eq!(read.names.len(), 1);
    }

    #[test]
    fn brackets_without_quotes() {
        assert_eq!(
            literal("[q_proj, all-linear]"),
            Value::List(vec![word("q_proj"), word("all-linear")])
        );
        assert_eq!(
            literal("{stage: 3, \"a\": true}"),
            Value::Map(vec![
                ("stage".into(), word("3")),
                ("a".into(), word("true"))
            ])
        );
        assert_eq!(literal("Qwen/Qwen3-8B"), word("Qwen/Qwen3-8B"));
    }

    #[test]
    fn what_does_not_end_ends_with_the_text() {
        for text in [
            "f(", "f(a=[", "f('", "{'a'", "f(a==", "f(a=,,)", "((((", "))))", "f(**", "x = ",
        ] {
            program(text);
            literal(text);
        }
        program(&"[".repeat(10_000));
        program(&"f(".repeat(10_000));
    }
}
