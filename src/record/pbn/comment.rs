//! Where a comment in braces ends.
//!
//! By the standard at the next `}`, over lines and empty lines alike. Some programs forget to close one, and then the tags after
//! it would vanish; so a comment also ends before an empty line that a tag follows, and before tags on lines of their own that
//! another comment follows before any `}`.

/// The end of the comment that opens at `start`, and whether it was closed there. `close` is the next `}`, if there is one.
pub(super) fn end(text: &str, start: usize, close: Option<usize>) -> (usize, bool) {
    let within = text.get(start..close.unwrap_or(text.len())).unwrap_or("");
    match (forgotten(within, close.is_none()), close) {
        (Some(length), _) => (start + length, false),
        (None, Some(close)) => (close + 1, true),
        (None, None) => (text.len(), false),
    }
}

/// Where the comment ends that was never meant to go so far; nothing if it was. `unclosed`: no `}` follows at all.
/// INVARIANT: what is looked at lies before that end, or is not looked at again by the comment after it.
fn forgotten(within: &str, unclosed: bool) -> Option<usize> {
    let mut at = 0;
    let mut empty_line = None;
    let mut tags = None;
    for (number, line) in within.split_inclusive('\n').enumerate() {
        let tag = number > 0 && opens_tag(line);
        match (tag, empty_line) {
            (true, Some(end)) => return tags.or(Some(end)),
            (true, None) if unclosed => return Some(at),
            _ if number > 0 && line.starts_with('{') && tags.is_some() => return tags,
            _ => {}
        }
        if tag && tags.is_none() {
            tags = Some(at);
        }
        empty_line = (number > 0 && line.trim().is_empty()).then_some(at);
        at += line.len();
    }
    None
}

/// A line such as `[Event "..."]`.
fn opens_tag(line: &str) -> bool {
    let Some(inside) = line.strip_prefix('[') else { return false };
    let name = inside.trim_start_matches(|c: char| c == '_' || c.is_ascii_alphanumeric());
    inside.starts_with(|c: char| c.is_ascii_uppercase()) && name.trim_start().starts_with('"')
}
