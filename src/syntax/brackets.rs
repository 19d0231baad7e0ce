//! The brackets, quotes and characters of one piece, looked at before any grammar.
//!
//! In: the tokens of a piece. Out: what is wrong with them, in order, and where a bracket should have been closed at the latest.

use std::ops::Range;

use super::numbers as n;
use super::odd::{same_line, strange, unclosed_text};
use super::parts::begins_part;
use super::split::begins_block;
use super::tokens::{TokenKind, Tokens};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How many faults of a piece are told.
const MOST: usize = 500;
/// How many open brackets a mark looks back on for its partner.
const REACH: usize = 64;
/// Words that stand in no round or square brackets.
const NEVER_IN_BRACKETS: &[&str] = &["when", "if", "unless", "then", "may", "lost", "until", "begins", "ends"];

/// An open bracket.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Open {
    /// The bracket.
    pub mark: char,
    /// Its place in the list.
    pub index: usize,
}

/// What is wrong with the brackets, quotes and characters of a piece.
pub(crate) fn faults(tokens: &Tokens, piece: &Range<usize>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for index in piece.clone() {
        if faults.len() > MOST {
            break;
        }
        forced_closings(tokens, index, &mut open, &mut faults);
        match tokens.kind(index) {
            Some(TokenKind::Open(mark)) => open.push(Open { mark, index }),
            Some(TokenKind::Close(mark)) => close(tokens, index, mark, &mut open, &mut faults),
            Some(TokenKind::OpenText) => faults.push(unclosed_text(tokens, index)),
            Some(TokenKind::Other(found)) => {
                let fault = strange(tokens, index, found);
                let told = faults.iter().rev().take(8).any(|before| same_line(tokens, before, &fault));
                faults.extend((!told).then_some(fault));
            }
            _ => {}
        }
    }
    let (end, why) = if piece.end < tokens.list.len() {
        (tokens.span(piece.end), "the next one begins here")
    } else {
        let whole = tokens.span_of(piece);
        (Span { start: whole.end, ..whole }, "the text ends here")
    };
    faults.extend(open.iter().take(MOST).map(|open| unclosed(tokens, *open, end, why)));
    faults.sort_by_key(|fault| fault.span);
    faults
}

/// Closes brackets that this word cannot stand in.
fn forced_closings(tokens: &Tokens, index: usize, open: &mut Vec<Open>, faults: &mut Vec<Diagnostic>) {
    let word = tokens.word(index);
    let labelled = tokens.kind(index + 1) == Some(TokenKind::Mark(':'));
    if NEVER_IN_BRACKETS.contains(&word) && !labelled {
        while let Some(last) = open.pop_if(|last| last.mark != '{') {
            faults.push(unclosed(
                tokens,
                last,
                tokens.span(index),
                format!("`{word}` cannot stand inside the brackets"),
            ));
        }
    }
    let in_law = open.first().is_some_and(|first| first.mark == '{');
    if in_law && open.len() > 1 && begins_part(tokens, index, open[0].index + 1) {
        let here = format!("`{}` begins here", part_name(tokens, index));
        for last in open.drain(1..) {
            faults.push(unclosed(tokens, last, tokens.span(index), here.clone()));
        }
    }
}

/// How the part of a law that begins here is called in a message.
fn part_name(tokens: &Tokens, index: usize) -> String {
    match tokens.kind(index) {
        Some(TokenKind::Open(_)) => format!("({})", tokens.text_of(index + 1)),
        _ => tokens.text_of(index).to_owned(),
    }
}

/// The open bracket that a mark closes. A round or square bracket never reaches through a brace.
pub(crate) fn partner(open: &[Open], mark: char) -> Option<usize> {
    let wanted = opening(mark);
    let near = open.iter().enumerate().rev().take(REACH);
    let mut reachable = near.take_while(|(_, open)| wanted == '{' || open.mark != '{');
    reachable.find(|(_, open)| open.mark == wanted).map(|(place, _)| place)
}

/// The bracket that belongs to a closing one.
fn opening(mark: char) -> char {
    match mark {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}

/// Whether a clause comes after a `}` that would close its law: then a brace too many stands here, or one too few before.
pub(crate) fn closes_law_early(tokens: &Tokens, index: usize) -> bool {
    begins_part(tokens, index + 1, index + 1) && !begins_block(tokens, index + 1)
}

/// Closes the bracket that this mark belongs to; those inside it that are still open are told.
fn close(tokens: &Tokens, index: usize, mark: char, open: &mut Vec<Open>, faults: &mut Vec<Diagnostic>) {
    let Some(partner) = partner(open, mark) else {
        let wanted = opening(mark);
        return faults.push(
            Diagnostic::error(n::CLOSES_NOTHING, tokens.span(index), format!("`{mark}` closes nothing"))
                .label("nothing is open here")
                .help(format!("take it out, or write the `{wanted}` that it should close")),
        );
    };
    for last in open.drain(partner + 1..) {
        let why = format!("`{mark}` closes what was opened before");
        faults.push(unclosed(tokens, last, tokens.span(index), why));
    }
    if partner == 0 && mark == '}' && closes_law_early(tokens, index) {
        let clause = part_name(tokens, index + 1);
        let message = format!("`}}` closes the law before its clause `{clause}`");
        faults.push(
            Diagnostic::error(n::CLOSES_NOTHING, tokens.span(index), message)
                .also(tokens.span(open[0].index), "the law is opened here")
                .help("take it out, or write the `{` that it should close"),
        );
    } else {
        open.truncate(partner);
    }
}

/// A bracket that is never closed.
fn unclosed(tokens: &Tokens, open: Open, until: Span, why: impl Into<String>) -> Diagnostic {
    let closing = match open.mark {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    Diagnostic::error(n::UNCLOSED_BRACKET, tokens.span(open.index), format!("`{}` is never closed", open.mark))
        .label("opened here")
        .also(until, why)
        .help(format!("write `{closing}` where it should end"))
}
