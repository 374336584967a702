//! What the text of every view must be, whatever it shows.
use std::collections::BTreeSet;

/// Tags close in order, an id stands once, no style attribute, no attribute twice, every place filled, no odd number.
/// Gives the ids.
#[track_caller]
pub fn whole<'h>(html: &'h str, of: &str) -> Vec<&'h str> {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{of}: {tag}");
            continue;
        }
        let name = tag.split(' ').next().unwrap();
        assert!(!tag.contains(" style="), "{of}: {tag}");
        assert!(tag.matches(" class=").count() <= 1, "{of}: {tag}");
        if let Some((_, after)) = tag.split_once(" id=\"") {
            ids.push(after.split('"').next().unwrap());
        }
        if !["input", "br", "hr"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{of}: {open:?} stay open");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "{of}: an id twice in {ids:?}");
    for odd in ["NaN", "inf ", "{0}", "{1}"] {
        assert!(!html.contains(odd), "{of}: {odd}");
    }
    ids
}
