//! A text cut into words and marks.
//!
//! In: any text. Out: its tokens and comments with their places. Nothing is refused here: what is odd becomes a token of its own,
//! so that a broken text can still be cut into blocks and its faults told.

use std::ops::Range;

use crate::source::{FileId, Span};

/// The kinds of token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// `when`, `Declarer`, `_`
    Word,
    /// `84`, `50a`
    Number,
    /// `"gist"`
    Text,
    /// `"gist` without its second quote, up to the end of the line
    OpenText,
    /// `(`, `[`, `{`
    Open(char),
    /// `)`, `]`, `}`
    Close(char),
    /// `,` `:` `=` `|` `+` `-` `*`
    Mark(char),
    /// Any other character.
    Other(char),
}

/// A word or mark with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// A text and its tokens.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    /// The file.
    pub file: FileId,
    /// Its whole text.
    pub text: &'a str,
    /// Its tokens, in order.
    pub list: Vec<Token>,
    /// The places of its comments, in order, the two marks included.
    pub comments: Vec<Range<usize>>,
}

/// What begins a comment: `--` in a law file; `//` too in a log.
pub(crate) const LAW_COMMENTS: &[&str] = &["--"];
/// See [`LAW_COMMENTS`].
pub(crate) const LOG_COMMENTS: &[&str] = &["--", "//"];

impl<'a> Tokens<'a> {
    /// Cuts the text at `range` of a file into tokens.
    pub fn new(file: FileId, text: &'a str, range: Range<usize>, comment_marks: &[&str]) -> Self {
        let mut tokens = Tokens { file, text, list: Vec::new(), comments: Vec::new() };
        let mut at = range.start;
        while let Some(rest) = text.get(at..range.end).filter(|rest| !rest.is_empty()) {
            let white = rest.bytes().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\t' | b'\r')).count();
            if white > 0 {
                at += white;
            } else if comment_marks.iter().any(|mark| rest.starts_with(mark)) {
                let end = at + line_end(rest);
                tokens.comments.push(at..end);
                at = end;
            } else {
                let (kind, length) = first_token(rest);
                if let Some(kind) = kind {
                    tokens.list.push(Token { kind, start: at, end: at + length });
                }
                at += length.max(1);
            }
        }
        tokens
    }

    /// The kind of a token, if there is one of that number.
    pub fn kind(&self, index: usize) -> Option<TokenKind> {
        self.list.get(index).map(|token| token.kind)
    }

    /// The text of a token; empty when there is none.
    pub fn text_of(&self, index: usize) -> &'a str {
        self.list.get(index).and_then(|token| self.text.get(token.start..token.end)).unwrap_or("")
    }

    /// The word at a place of the list; empty when no word stands there.
    pub fn word(&self, index: usize) -> &'a str {
        if self.kind(index) == Some(TokenKind::Word) { self.text_of(index) } else { "" }
    }

    /// The word before a place of the list; empty when no word stands there.
    pub fn word_before(&self, index: usize) -> &'a str {
        index.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Whether a token touches the one before it.
    pub fn touches(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.list.get(before));
        before.zip(self.list.get(index)).is_some_and(|(before, token)| before.end == token.start)
    }

    /// Whether a token stands at the start of its line.
    pub fn in_first_column(&self, index: usize) -> bool {
        let Some(token) = self.list.get(index) else { return false };
        let before = self.text.get(..token.start).unwrap_or("");
        before.is_empty() || before.ends_with('\n') || before == "\u{feff}"
    }

    /// Whether a token is the first of its line.
    pub fn begins_line(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.list.get(before)).map_or(0, |token| token.end);
        let here = self.list.get(index).map_or(0, |token| token.start);
        before == 0 || self.text.get(before..here).is_some_and(|gap| gap.contains('\n'))
    }

    /// The place of a token; the end of the text when there is none.
    pub fn span(&self, index: usize) -> Span {
        match self.list.get(index) {
            Some(token) => Span::new(self.file, token.start, token.end),
            None => Span::new(self.file, self.text.len(), self.text.len()),
        }
    }

    /// The place of several tokens, from the first to the last.
    pub fn span_of(&self, tokens: &Range<usize>) -> Span {
        match tokens.end.checked_sub(1) {
            Some(last) if last >= tokens.start => self.span(tokens.start).to(self.span(last)),
            _ => self.span(tokens.start),
        }
    }

    /// The number of the first token that starts at this offset or later.
    pub fn at(&self, offset: usize) -> usize {
        self.list.partition_point(|token| token.start < offset)
    }

    /// The place from one offset to another, without the white space and comments at its end.
    pub fn trimmed(&self, start: usize, end: usize) -> Span {
        let last = self.at(end).checked_sub(1).and_then(|last| self.list.get(last));
        let end = last.map_or(end, |token| token.end.clamp(start, end.max(start)));
        Span::new(self.file, start, end)
    }
}

/// The first token of a text that begins with no white space, and its length; no token where a mark of the byte order stands.
fn first_token(rest: &str) -> (Option<TokenKind>, usize) {
    let Some(first) = rest.chars().next() else { return (None, 0) };
    match first {
        '\u{feff}' => (None, first.len_utf8()),
        '"' => text_token(rest),
        '(' | '[' | '{' => (Some(TokenKind::Open(first)), 1),
        ')' | ']' | '}' => (Some(TokenKind::Close(first)), 1),
        ',' | ':' | '=' | '|' | '+' | '-' | '*' => (Some(TokenKind::Mark(first)), 1),
        '0'..='9' => (Some(TokenKind::Number), word_length(rest)),
        'a'..='z' | 'A'..='Z' | '_' => (Some(TokenKind::Word), word_length(rest)),
        other => (Some(TokenKind::Other(other)), other.len_utf8()),
    }
}

/// The length of a word or number.
fn word_length(rest: &str) -> usize {
    rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

/// A text in quotes; it ends on its own line. A brace at the end of a line is taken for the brace of the block,
/// so that a law keeps its parts when its heading does not end.
fn text_token(rest: &str) -> (Option<TokenKind>, usize) {
    let line = line_end(rest);
    match rest.get(1..line).and_then(|inner| inner.find('"')) {
        Some(length) => (Some(TokenKind::Text), length + 2),
        None => {
            let open = rest.get(..line).unwrap_or(rest).trim_end();
            (Some(TokenKind::OpenText), open.strip_suffix('{').unwrap_or(open).trim_end().len())
        }
    }
}

/// The length of the first line.
fn line_end(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}
