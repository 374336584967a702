//! HTML as text, built by functions: what the views of the workbench are made of. Texts are escaped on the way in, and
//! there is no way to put one in unescaped (but the build's own pictures).

/// A piece of finished HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The characters, owned.
    pub fn into_string(self) -> String {
        self.0
    }

    /// A picture that the build drew: the one way in that escapes nothing, and not for a page's own module.
    #[cfg(feature = "ssr")]
    pub fn drawn(svg: String) -> Html {
        Html(svg)
    }

    /// Puts `next` behind it.
    pub fn then(mut self, next: impl Into<Html>) -> Html {
        self.0.push_str(&next.into().0);
        self
    }
}

/// An element that is being described.
#[derive(Clone, Debug)]
pub struct Tag {
    name: &'static str,
    attributes: String,
    inside: String,
}

/// An element by its name.
pub fn h(name: &'static str) -> Tag {
    Tag {
        name,
        attributes: String::new(),
        inside: String::new(),
    }
}

/// Pieces in a row.
pub fn all<T: Into<Html>>(pieces: impl IntoIterator<Item = T>) -> Html {
    let mut out = Html::default();
    for piece in pieces {
        out = out.then(piece);
    }
    out
}

impl Tag {
    /// An attribute with its value.
    pub fn attr(mut self, name: &str, value: impl AsRef<str>) -> Tag {
        self.attributes.push(' ');
        self.attributes.push_str(name);
        self.attributes.push_str("=\"");
        escape(value.as_ref(), &mut self.attributes);
        self.attributes.push('"');
        self
    }

    /// An attribute that is there where there is a value.
    pub fn maybe(self, name: &str, value: Option<impl AsRef<str>>) -> Tag {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// An attribute without a value, there while `on`.
    pub fn flag(mut self, name: &str, on: bool) -> Tag {
        if on {
            self.attributes.push(' ');
            self.attributes.push_str(name);
            self.attributes.push_str("=\"\"");
        }
        self
    }

    /// Its classes.
    pub fn class(self, names: &str) -> Tag {
        self.attr("class", names)
    }

    /// What stands in it, behind what is there.
    pub fn kid(mut self, kid: impl Into<Html>) -> Tag {
        self.inside.push_str(&kid.into().0);
        self
    }

    /// Several in a row.
    pub fn kids<T: Into<Html>>(mut self, kids: impl IntoIterator<Item = T>) -> Tag {
        for kid in kids {
            self = self.kid(kid);
        }
        self
    }
}

impl From<Tag> for Html {
    fn from(tag: Tag) -> Html {
        let mut out = String::with_capacity(tag.attributes.len() + tag.inside.len() + 24);
        out.push('<');
        out.push_str(tag.name);
        out.push_str(&tag.attributes);
        out.push('>');
        if !matches!(tag.name, "input" | "br" | "hr") {
            out.push_str(&tag.inside);
            out.push_str("</");
            out.push_str(tag.name);
            out.push('>');
        }
        Html(out)
    }
}

impl From<&str> for Html {
    fn from(text: &str) -> Html {
        let mut out = String::with_capacity(text.len());
        escape(text, &mut out);
        Html(out)
    }
}

impl From<&String> for Html {
    fn from(text: &String) -> Html {
        text.as_str().into()
    }
}

impl From<String> for Html {
    fn from(text: String) -> Html {
        text.as_str().into()
    }
}

impl<T: Into<Html>> From<Option<T>> for Html {
    fn from(piece: Option<T>) -> Html {
        piece.map_or_else(Html::default, Into::into)
    }
}

impl<T: Into<Html>> From<Vec<T>> for Html {
    fn from(pieces: Vec<T>) -> Html {
        all(pieces)
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_stays_text() {
        let link = h("a").attr("href", "?a=1&b=\"2\"").kid("<script>");
        assert_eq!(
            Html::from(link).as_str(),
            "<a href=\"?a=1&amp;b=&quot;2&quot;\">&lt;script&gt;</a>"
        );
    }

    #[test]
    fn pieces_follow_one_another() {
        let list = h("ul")
            .kids(["a", "b"].map(|t| h("li").kid(t)))
            .kid(None::<&str>);
        let html = Html::from(list)
            .then(h("br"))
            .then(h("p").flag("hidden", true));
        assert_eq!(
            html.as_str(),
            "<ul><li>a</li><li>b</li></ul><br><p hidden=\"\"></p>"
        );
    }
}
