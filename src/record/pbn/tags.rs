//! Tag pairs, and those that somebody nearly wrote.

use std::ops::Range;

use super::lexer::{Kind, Lexer, Tag, is_space};
use crate::diagnostic::Diagnostic;
use crate::record::report::Report;

impl Lexer<'_> {
    /// A tag pair; the lexer stands at its `[`.
    pub(super) fn tag(&mut self, report: &mut Report) -> Kind {
        let start = self.at;
        self.at += 1;
        self.skip_to_part();
        let name = self.tag_name();
        self.skip_to_part();
        if name.is_empty() || !(self.rest().starts_with('"') || self.unquoted().is_some()) {
            return self.no_tag(start, report);
        }
        let (value, value_at, sound) = self.tag_value();
        self.skip_to_part();
        let closed = self.rest().starts_with(']');
        self.at += usize::from(closed);
        if !(sound && closed) {
            let message = "this is not quite a tag pair, and is read as one";
            let diagnostic = Diagnostic::warning("P0104", self.span(&(start..self.at)), message);
            report.push(diagnostic.help("a tag pair is written `[Name \"value\"]`"));
        }
        self.check_name(&name, report);
        Kind::Tag(Tag { name, value, value_at })
    }

    fn check_name(&self, name: &Range<usize>, report: &mut Report) {
        if !self.text.get(name.clone()).is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase())) {
            let message = "the name of a tag begins with a capital letter";
            report.once(Diagnostic::warning("P0105", self.span(name), message));
        }
    }

    /// Goes to the next part of a tag pair: past blanks and ends of lines, but not past an empty line.
    fn skip_to_part(&mut self) {
        let before = self.at;
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches(|c: char| c == '\n' || is_space(c)).len();
        let lines = rest.get(..blank).unwrap_or("").matches('\n').count();
        self.at = if lines > 1 { before } else { before + blank };
    }

    fn tag_name(&mut self) -> Range<usize> {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(|c: char| c == '_' || c.is_ascii_alphanumeric()).len();
        start..self.at
    }

    /// The length of a value that lacks its quotes: up to the `]` on the same line.
    fn unquoted(&self) -> Option<usize> {
        let line = self.line();
        line.find(']').filter(|length| !line.get(..*length).unwrap_or("").contains(['[', '"']))
    }

    /// The value, its place, and whether it is sound.
    fn tag_value(&mut self) -> (String, Range<usize>, bool) {
        let start = self.at;
        if let Some(length) = self.unquoted().filter(|_| !self.rest().starts_with('"')) {
            self.at += length;
            return (self.text.get(start..self.at).unwrap_or("").trim().to_owned(), start..self.at, false);
        }
        let line = self.line().trim_end_matches(is_space);
        let inside = line.get(1..).unwrap_or("");
        let (length, sound) = value_length(inside);
        self.at = start + 1 + length + usize::from(inside.get(length..).is_some_and(|rest| rest.starts_with('"')));
        (unescaped(inside.get(..length).unwrap_or("")), start + 1..start + 1 + length, sound)
    }

    /// What stands here is no tag pair.
    fn no_tag(&mut self, start: usize, report: &mut Report) -> Kind {
        self.at = start + 1;
        let line = self.line();
        self.at += line.find(']').map_or(line.len(), |end| end + 1);
        let diagnostic =
            Diagnostic::warning("P0102", self.span(&(start..self.at)), "this is no tag pair, and is not read");
        report.push(diagnostic.help("a tag pair is written `[Name \"value\"]`"));
        Kind::Stray
    }
}

/// The length of a value on the rest of its line, and whether it ends with its quote. A quote that nothing closes a tag after
/// belongs to the value.
fn value_length(inside: &str) -> (usize, bool) {
    let mut first = None;
    let mut escaped = false;
    for (at, letter) in inside.char_indices() {
        if letter == '"' && !escaped {
            let rest = inside.get(at + 1..).unwrap_or("").trim_start_matches(is_space);
            if rest.is_empty() || rest.starts_with(']') {
                return (at, first.is_none());
            }
            first = first.or(Some(at));
        }
        escaped = letter == '\\' && !escaped;
    }
    match first {
        Some(first) => (first, true),
        None => (inside.strip_suffix(']').unwrap_or(inside).len(), false),
    }
}

/// `\"` and `\\` are the only escapes; table headers write a bare `\`.
fn unescaped(value: &str) -> String {
    let mut said = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => said.push(letters.next_if(|next| matches!(next, '"' | '\\')).unwrap_or('\\')),
            letter => said.push(letter),
        }
    }
    said
}
