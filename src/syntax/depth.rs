//! How deep a piece is nested, measured before any grammar.
//!
//! In: the tokens of a piece. Out: a diagnostic when it is nested too deep. What passes here cannot exhaust the stack of a later stage.

use std::ops::Range;

use super::numbers as n;
use super::tokens::{TokenKind, Tokens};
use super::words::RESERVED;
use crate::diagnostic::Diagnostic;

/// How deep brackets, `not`, `-` and `of` may be nested.
const NESTING: usize = 32;
/// How high the tree of one expression may stand, counted in brackets and words between values.
const HEIGHT: usize = 200;

/// One level of brackets while the nesting is measured.
#[derive(Clone, Copy, Default)]
struct Level {
    /// `not`, `-` and `of` that the next value stands under.
    prefixes: usize,
    /// Words between values so far.
    between: usize,
    /// The highest value so far.
    highest: usize,
}

/// Tells when a piece is nested too deep to be read.
pub(crate) fn too_deep(tokens: &Tokens, piece: &Range<usize>) -> Option<Diagnostic> {
    let mut levels = vec![Level::default()];
    for index in piece.clone() {
        let value_before = || index > piece.start && ends_value(tokens, index - 1);
        let Some(level) = levels.last_mut() else { break };
        match tokens.kind(index) {
            Some(TokenKind::Open(_)) => levels.push(Level::default()),
            Some(TokenKind::Close(_)) => close_level(&mut levels),
            Some(TokenKind::Mark('-')) if !value_before() => level.prefixes += 1,
            Some(TokenKind::Mark('+' | '-' | '*')) => level.go_on(),
            Some(TokenKind::Mark(_)) => *level = Level::default(),
            Some(TokenKind::Word) => level.word(tokens.word(index)),
            _ => {}
        }
        let nesting = levels.iter().map(|level| 1 + level.prefixes).sum::<usize>() - 1;
        if nesting > NESTING {
            return Some(
                Diagnostic::error(n::TOO_DEEP, tokens.span(index), format!("this is nested more than {NESTING} deep"))
                    .help("name a part of it by a fact: `fact …: truth \"…\" = …`"),
            );
        }
        if levels.last().is_some_and(|level| level.between + level.highest > HEIGHT) {
            return Some(
                Diagnostic::error(n::TOO_LONG, tokens.span(index), format!("this has more than {HEIGHT} parts"))
                    .help("name a part of it by a fact: `fact …: truth \"…\" = …`"),
            );
        }
    }
    None
}

impl Level {
    /// A word between two values.
    fn go_on(&mut self) {
        self.prefixes = 0;
        self.between += 1;
    }

    /// Any other word.
    fn word(&mut self, word: &str) {
        match word {
            "not" | "of" | "lawful" => self.prefixes += 1,
            "or" | "and" | "is" | "in" | "over" | "under" | "at" => self.go_on(),
            "when" | "if" | "unless" | "then" | "may" | "lost" | "until" | "else" | "law" => *self = Level::default(),
            "status" | "duty" | "fact" | "finding" | "moment" | "option" | "reading" | "table" => {
                *self = Level::default()
            }
            _ => {}
        }
    }
}

/// Closes a level: what it held is a value of the level around it.
fn close_level(levels: &mut Vec<Level>) {
    if levels.len() > 1
        && let Some(inner) = levels.pop()
        && let Some(outer) = levels.last_mut()
    {
        outer.highest = outer.highest.max(inner.between + inner.highest + 1);
    }
}

/// Whether a value ends with this token, so that a `-` after it takes away.
fn ends_value(tokens: &Tokens, index: usize) -> bool {
    match tokens.kind(index) {
        Some(TokenKind::Number | TokenKind::Close(_)) => true,
        Some(TokenKind::Word) => matches!(tokens.word(index), "yes" | "no") || !RESERVED.contains(&tokens.word(index)),
        _ => false,
    }
}
