//! A law cut into its parts.
//!
//! In: the tokens between the braces of a law. Out: its clauses and declarations, to be read one by one, so that one broken
//! clause never hides the next. A label is told from a reference or a value in brackets by what stands around it.

use std::ops::Range;

use super::split::is_operator;
use super::tokens::{TokenKind, Tokens};
use super::words::{INSIDE_LAWS, RESERVED, nearest};

/// The parts of a law, from after its `{` up to its `}`: each begins with a label or the word of a declaration.
/// What stands before the first of them is a part too.
pub(crate) fn parts(tokens: &Tokens, body: Range<usize>) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for index in body.clone() {
        if begins_part(tokens, index, body.start) {
            if let Some(part) = parts.last_mut() {
                part.end = index;
            }
            parts.push(index..body.end);
        } else if parts.is_empty() {
            parts.push(index..body.end);
        }
    }
    parts
}

/// Whether a part of a law begins at this token.
pub(crate) fn begins_part(tokens: &Tokens, index: usize, first: usize) -> bool {
    let next = tokens.word(index + 1);
    match tokens.word(index) {
        "advisory" => after_label(tokens, index + 1).is_some(),
        "yield" => !next.is_empty() && !is_operator(tokens.word_before(index)),
        word if INSIDE_LAWS.contains(&word) => {
            let opens =
                matches!(tokens.kind(index + 2), Some(TokenKind::Open('(') | TokenKind::Mark(':') | TokenKind::Text));
            !next.is_empty()
                && (opens || !RESERVED.contains(&next))
                && !INSIDE_LAWS.contains(&tokens.word_before(index))
        }
        _ => begins_clause(tokens, index, first),
    }
}

/// Whether a clause begins at this token: a label that is no reference, and after it a word of a clause.
fn begins_clause(tokens: &Tokens, index: usize, first: usize) -> bool {
    let Some(mut after) = after_label(tokens, index) else { return false };
    while let Some(next) = after_label(tokens, after) {
        after = next;
    }
    let words = ["instead", "when", "if", "unless", "then"];
    let word = tokens.word(after);
    let word = words.into_iter().find(|known| *known == word).or_else(|| nearest(word, words.into_iter()));
    let begins = word.is_some() || tokens.begins_line(index);
    begins && (index == first || !is_reference(tokens, index, word.unwrap_or("")))
}

/// Whether a label belongs to what stands before it: `instead of (a)`, `law 27 B1`, `B2(a)`, or is a value in brackets.
fn is_reference(tokens: &Tokens, index: usize, next: &str) -> bool {
    let letter = tokens.kind(index) == Some(TokenKind::Word);
    let before = tokens.word_before(index);
    let value = matches!(before, "is" | "and" | "or" | "if" | "in" | "not" | "over" | "under" | "to" | "then");
    matches!(tokens.kind(index - 1), Some(TokenKind::Mark(_) | TokenKind::Open('(' | '[')))
        || matches!(before, "of" | "advisory" | "law" | "laws")
        || (value && !matches!(next, "when" | "instead"))
        || tokens.touches(index)
        || (letter && index > 1 && tokens.word_before(index - 1) == "law")
        || (!before.is_empty() && after_label(tokens, index - 1).is_some())
}

/// The place in the list after a label: `(a)`, `A1`.
fn after_label(tokens: &Tokens, index: usize) -> Option<usize> {
    match tokens.kind(index)? {
        TokenKind::Word => {
            let mut letters = tokens.text_of(index).chars();
            let capital = letters.next().is_some_and(|first| first.is_ascii_uppercase());
            (capital && letters.all(|c| c.is_ascii_digit())).then_some(index + 1)
        }
        TokenKind::Open('(') => {
            let inner = matches!(tokens.kind(index + 1), Some(TokenKind::Word | TokenKind::Number));
            (inner && tokens.kind(index + 2) == Some(TokenKind::Close(')'))).then_some(index + 3)
        }
        _ => None,
    }
}
