//! Calls and cards as PBN writes them, and as some programs do.

use super::desk::Desk;
use super::tokens::Token;
use crate::bridge::{Call, Card, Rank, Strain, Suit};

/// What stands where a call may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    /// `-`: this seat is before the dealer.
    None,
    /// `AP`
    AllPass,
    Call(Call),
}

/// The call that a token writes; a spelling that the standard does not have is told once a file.
pub(super) fn call(token: &Token<'_>, desk: &mut Desk<'_>) -> Option<Symbol> {
    let upper = token.text.to_ascii_uppercase();
    let symbol = match upper.as_str() {
        "-" => Symbol::None,
        "--" => {
            desk.dialect("P0153", token.span, "`--` is read as `-`");
            Symbol::None
        }
        "AP" => Symbol::AllPass,
        "PASS" => Symbol::Call(Call::Pass),
        "X" => Symbol::Call(Call::Double),
        "XX" => Symbol::Call(Call::Redouble),
        _ => return short_call(&upper, token, desk).or_else(|| bid(&upper, token, desk)),
    };
    if !matches!(token.text, "-" | "--" | "AP" | "Pass" | "X" | "XX") {
        desk.dialect(
            "P0151",
            token.span,
            format!("`{}` is read although its letters are not of the right size", token.text),
        );
    }
    Some(symbol)
}

fn short_call(upper: &str, token: &Token<'_>, desk: &mut Desk<'_>) -> Option<Symbol> {
    let call = match upper {
        "P" => Call::Pass,
        "D" | "DBL" => Call::Double,
        "R" | "RDBL" | "REDBL" => Call::Redouble,
        _ => return None,
    };
    desk.dialect("P0152", token.span, format!("`{}` is read as `{call}`", token.text));
    Some(Symbol::Call(call))
}

/// `1S`, `3NT`, and `1N` too.
fn bid(upper: &str, token: &Token<'_>, desk: &mut Desk<'_>) -> Option<Symbol> {
    let level = upper.chars().next()?.to_digit(10).and_then(|level| u8::try_from(level).ok())?;
    let strain = strain(upper.get(1..)?)?;
    if !(1..=7).contains(&level) {
        return None;
    }
    if upper.ends_with('N') {
        desk.dialect("P0150", token.span, format!("`{}` is read as `{level}NT`", token.text));
    } else if upper != token.text {
        desk.dialect(
            "P0151",
            token.span,
            format!("`{}` is read although its letters are not of the right size", token.text),
        );
    }
    Some(Symbol::Call(Call::Bid { level, strain }))
}

/// A denomination of the modern game.
pub(super) fn strain(upper: &str) -> Option<Strain> {
    Strain::from_short(upper).filter(|strain| *strain != Strain::RoyalSpades)
}

/// What stands where a card may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// `-`: not known, or not played.
    Nothing,
    /// `+`: this seat plays next.
    Next,
    Card(Card),
}

/// The card that a token writes.
pub(super) fn card(token: &Token<'_>, desk: &mut Desk<'_>) -> Option<Slot> {
    match token.text {
        "-" => return Some(Slot::Nothing),
        "--" => {
            desk.dialect("P0153", token.span, "`--` is read as `-`");
            return Some(Slot::Nothing);
        }
        _ => {}
    }
    let mut letters = token.text.chars();
    let suit = letters.next().and_then(Suit::from_letter)?;
    let rank = match letters.as_str() {
        "10" => Rank::new(10)?,
        rest => Some(rest).filter(|rest| rest.len() == 1).and_then(|rest| Rank::from_letter(rest.chars().next()?))?,
    };
    let card = Card::new(suit, rank);
    if card.to_string() != token.text {
        desk.dialect("P0151", token.span, format!("`{}` is read as `{card}`", token.text));
    }
    Some(Slot::Card(card))
}
