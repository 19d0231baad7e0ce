//! The tokens of the Auction and Play sections.
//!
//! In: the words of a section, in which tokens may run together (`^I1C=1=!`). Out: the tokens; what is none is told.

use super::account::{Fate, Fates};
use super::desk::Desk;
use super::game::{Section, Word};
use crate::record::MOST_EVENTS;
use crate::source::Span;

/// A token and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) id: usize,
    pub(super) kind: Sort,
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// `1NT`, `Pass`, `SA`, `-`: a call, a card, or none.
    Symbol,
    /// `^I`, `^S`, `^R`, `^L`
    Mark(char),
    /// `!`, `?!`
    Suffix,
    /// `=1=`
    Note(u32),
    /// `$13`
    Nag,
    /// `*`
    Star,
    /// `+`
    Plus,
}

/// The tokens of a section, in order.
pub(super) fn of_section<'t>(section: &Section<'t>, desk: &mut Desk<'_>) -> Vec<Token<'t>> {
    let mut tokens = Vec::new();
    let mut count = 0;
    for word in &section.words {
        let mut at = 0;
        while let Some((token, length)) = next(*word, at, desk) {
            tokens.extend(token);
            at += length;
            count += 1;
            if count > MOST_EVENTS {
                let message = format!("this section has more than {MOST_EVENTS} tokens, and is not read");
                desk.error("P0119", section.tag.span, message);
                return Vec::new();
            }
        }
    }
    tokens
}

/// The token at a place in a word, if it is one, and how long it is.
fn next<'t>(word: Word<'t>, at: usize, desk: &mut Desk<'_>) -> Option<(Option<Token<'t>>, usize)> {
    let rest = word.text.get(at..)?;
    let first = rest.chars().next()?;
    let length = length(first, rest);
    let text = rest.get(..length).unwrap_or(rest);
    let start = word.span.start as usize + at;
    let token = Token {
        id: desk.fates.token(Fate::Pending),
        kind: Sort::Symbol,
        text,
        span: Span::new(word.span.file, start, start + text.len()),
    };
    match sort(first, text) {
        Ok(kind) => Some((Some(Token { kind, ..token }), length)),
        Err((number, message)) => {
            desk.unread(&token, number, message);
            Some((None, length))
        }
    }
}

/// How many bytes the token has that begins with this letter. INVARIANT: at least the letter.
fn length(first: char, rest: &str) -> usize {
    let run = |wanted: fn(char) -> bool, from: usize| {
        let tail = rest.get(from..).unwrap_or("");
        from + tail.find(|c: char| !wanted(c)).unwrap_or(tail.len())
    };
    match first {
        '^' => 1 + rest.chars().nth(1).filter(char::is_ascii_alphabetic).map_or(0, char::len_utf8),
        '$' => run(|c| c.is_ascii_digit(), 1),
        '=' => {
            let digits = run(|c| c.is_ascii_digit(), 1);
            digits + usize::from(rest.get(digits..).is_some_and(|tail| tail.starts_with('=')))
        }
        '!' | '?' => run(|c| matches!(c, '!' | '?'), 0),
        c if is_symbol(c) => run(is_symbol, 0),
        c => c.len_utf8(),
    }
}

fn is_symbol(letter: char) -> bool {
    letter == '-' || letter.is_ascii_alphanumeric()
}

/// What a token is, or why it is none.
fn sort(first: char, text: &str) -> Result<Sort, (&'static str, String)> {
    match first {
        '*' => Ok(Sort::Star),
        '+' => Ok(Sort::Plus),
        '^' => mark(text),
        '$' => match text.get(1..).unwrap_or("").parse::<u8>() {
            Ok(_) => Ok(Sort::Nag),
            Err(_) => Err(("P0113", format!("`{text}` is no figure from `$0` to `$255`"))),
        },
        '=' => note(text),
        '!' | '?' if text.len() <= 2 => Ok(Sort::Suffix),
        '!' | '?' => Err(("P0115", format!("`{text}` is no suffix: they are `!`, `?`, `!!`, `??`, `!?`, `?!`"))),
        c if is_symbol(c) => Ok(Sort::Symbol),
        c => Err(("P0111", format!("`{c}` means nothing here, and is not read"))),
    }
}

fn mark(text: &str) -> Result<Sort, (&'static str, String)> {
    match text.chars().nth(1).map(|letter| letter.to_ascii_uppercase()) {
        Some(letter @ ('I' | 'S' | 'R' | 'L')) => Ok(Sort::Mark(letter)),
        _ => Err(("P0112", format!("`{text}` is no mark: they are `^I`, `^S`, `^R`, `^L`"))),
    }
}

/// `=1=`; `=0=` is written by some programs, and is put right where notes are looked up.
fn note(text: &str) -> Result<Sort, (&'static str, String)> {
    let number = text.strip_prefix('=').and_then(|text| text.strip_suffix('='));
    match number.and_then(|number| number.parse::<u32>().ok()) {
        Some(number @ 0..=32) => Ok(Sort::Note(number)),
        _ => Err(("P0114", format!("`{text}` is no note: they are `=1=` to `=32=`"))),
    }
}

/// The tokens of a game that stand for nothing by themselves.
pub(super) fn annotation(fates: &mut Fates, token: &Token<'_>) {
    fates.settle(token.id, Fate::Skipped("annotations"));
}
