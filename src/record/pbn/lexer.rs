//! The pieces of a PBN text: tag pairs, comments, lines that editors hide, and the words of sections.
//!
//! In: the text. Out: the pieces of one game after another; an empty line ends a game. What a word means is its section's matter.

use std::ops::Range;

use super::comment;
use crate::diagnostic::Diagnostic;
use crate::record::report::Report;
use crate::source::{FileId, Span};

/// A line may have so many letters.
const LONGEST_LINE: usize = 255;
/// A tag pair is looked for in so many bytes of a line.
const LONGEST_VALUE: usize = 1024;

/// A game may have so many pieces.
const MOST_PIECES: usize = 200_000;

/// A piece and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) at: Range<usize>,
}

/// What a piece is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// `[Dealer "N"]`
    Tag(Tag),
    /// `{ so many words }` or `; words to the end of the line`
    Comment,
    /// `% PBN 2.1`
    Hidden,
    /// `1NT`, `^R`, `=1=` and so on, or several run together
    Word,
    /// `"a quoted word"` of a table
    Quoted,
    /// What is no piece; it has been told.
    Stray,
}

/// A tag pair.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub(super) name: Range<usize>,
    /// The value, its escapes taken away.
    pub(super) value: String,
    /// The place between the quotes.
    pub(super) value_at: Range<usize>,
}

/// A place in the text.
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    file: FileId,
    /// The next `}`, once looked for, so that a file full of unclosed comments is searched once.
    close: Option<usize>,
}

impl<'t> Lexer<'t> {
    /// At the beginning of a text.
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        Lexer { text, at: 0, file, close: text.find('}') }
    }

    /// The place of a range.
    pub(super) fn span(&self, at: &Range<usize>) -> Span {
        Span::new(self.file, at.start, at.end)
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The rest of the line, or as much of it as a value can have.
    pub(super) fn line(&self) -> &'t str {
        let mut end = (self.at + LONGEST_VALUE).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        self.text.get(self.at..end).unwrap_or("").split('\n').next().unwrap_or("")
    }

    /// The pieces of the next game; never none.
    pub(super) fn next_game(&mut self, report: &mut Report) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        while self.at < self.text.len() {
            if self.at_line_start() && self.line_start(&mut pieces, report) {
                break;
            }
            self.skip_spaces();
            if let Some(letter) = self.rest().chars().next() {
                self.piece(letter, &mut pieces, report);
            }
            if pieces.len() > MOST_PIECES {
                let start = pieces.first().map_or(self.at, |piece| piece.at.start);
                pieces = self.past_game(start, report);
                break;
            }
        }
        (!pieces.is_empty()).then_some(pieces)
    }

    /// Goes past a game that is too long to be one, to the next empty line.
    fn past_game(&mut self, start: usize, report: &mut Report) -> Vec<Piece> {
        let inside = self.at;
        for line in self.rest().split_inclusive('\n') {
            if self.at > inside && line.trim_matches(is_space).trim_end().is_empty() {
                break;
            }
            self.at += line.len();
        }
        let message = format!("this game has more than {MOST_PIECES} tags and words, and is not read");
        report.push(Diagnostic::error("P0118", self.span(&(start..start)), message));
        vec![Piece { kind: Kind::Stray, at: start..self.at }]
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || matches!(self.text.as_bytes().get(self.at - 1), Some(b'\n'))
    }

    /// Looks at a line as a whole; whether it ends the game.
    fn line_start(&mut self, pieces: &mut Vec<Piece>, report: &mut Report) -> bool {
        let line = self.rest().split('\n').next().unwrap_or("");
        let start = self.at;
        let end = start + line.len();
        if line.len() > LONGEST_LINE && line.trim_end().chars().count() > LONGEST_LINE {
            let message = format!("a line of PBN has at most {LONGEST_LINE} letters");
            report.once(Diagnostic::warning("P0106", Span::new(self.file, end, end), message));
        }
        if line.starts_with('%') {
            self.at = end;
            pieces.push(Piece { kind: Kind::Hidden, at: start..end });
        } else if line.trim_matches(is_space).is_empty() {
            self.at = (end + 1).min(self.text.len());
            return !pieces.is_empty();
        }
        false
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_space).len();
    }

    fn piece(&mut self, letter: char, pieces: &mut Vec<Piece>, report: &mut Report) {
        let start = self.at;
        let kind = match letter {
            '\n' => {
                self.at += 1;
                return;
            }
            '[' => self.tag(report),
            '{' => self.comment(report),
            ';' => {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                Kind::Comment
            }
            '"' => self.quoted(),
            ']' | '}' => {
                self.at += 1;
                let message = format!("nothing was opened that this `{letter}` could close");
                report.push(Diagnostic::warning("P0103", self.span(&(start..self.at)), message));
                Kind::Stray
            }
            _ => {
                let end = |c: char| c.is_whitespace() || is_space(c) || matches!(c, '[' | ']' | '{' | '}' | ';' | '"');
                self.at += self.rest().find(end).unwrap_or(self.rest().len()).max(letter.len_utf8());
                Kind::Word
            }
        };
        pieces.push(Piece { kind, at: start..self.at });
    }

    fn comment(&mut self, report: &mut Report) -> Kind {
        let start = self.at;
        if self.close.is_some_and(|close| close < start) {
            self.close = self.rest().find('}').map(|length| start + length);
        }
        let (end, closed) = comment::end(self.text, start, self.close);
        self.at = end;
        if !closed {
            let message = "this comment is never closed, or not before tags follow; it is taken to end before them";
            report.once(Diagnostic::warning("P0108", self.span(&(start..start + 1)), message));
        }
        Kind::Comment
    }

    /// `"words"`, on one line.
    fn quoted(&mut self) -> Kind {
        let line = self.line();
        let inside = line.get(1..).unwrap_or("");
        self.at += inside.find('"').map_or(line.trim_end().len().max(1), |end| end + 2);
        Kind::Quoted
    }
}

/// A blank that does not end a line; a file of old may end with control-Z.
pub(super) fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\u{b}' | '\u{c}' | '\u{1a}' | '\0')
}
