//! The Declarer and Contract tags, and what the auction says of them.
//!
//! In: the tags, and what the calls came to. Out: the contract and who really plays it. The tags are trusted before the calls;
//! where they disagree, it is told.

use super::bidding::Outcome;
use super::calls;
use super::desk::Desk;
use super::game::{Entry, Game};
use crate::bridge::{Seat, Strain};
use crate::diagnostic::Diagnostic;
use crate::record::entry;
use crate::source::{Span, Spanned};
use crate::syntax::tree::LogEntry;

/// How a deal is played.
#[derive(Debug, Clone)]
pub(super) struct Contract {
    pub(super) declarer: Seat,
    pub(super) strain: Strain,
    /// `declared(South, 4S, 1)`
    pub(super) entry: LogEntry,
}

/// A Contract tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Passed,
    /// Without a level it is that of an end position.
    Bid {
        level: Option<u8>,
        strain: Strain,
        doubles: usize,
    },
}

/// A Declarer tag: the seat, and whether it bears a `^`.
type Named = (Seat, bool);

/// The contract of a game, if it has one.
pub(super) fn read(game: &Game<'_>, outcome: Outcome, desk: &mut Desk<'_>) -> Option<Contract> {
    let named = game.tag("Declarer").and_then(|tag| Some(Spanned::new(declarer(tag, desk)?, tag.value_span)));
    let written = game.tag("Contract").and_then(|tag| Some(Spanned::new(contract(tag, desk)?, tag.value_span)));
    if let Outcome::Contract { .. } | Outcome::PassedOut = outcome {
        compare(outcome, named.as_ref(), written.as_ref(), desk);
    }
    let (level, strain, doubles, place) = match (written, outcome) {
        (Some(Spanned { value: Written::Passed, .. }), _) => return None,
        (Some(Spanned { value: Written::Bid { level, strain, doubles }, span }), _) => (level, strain, doubles, span),
        (None, Outcome::Contract { bid, doubles, .. }) => (Some(bid.level), bid.strain, doubles, calls_place(game)),
        (None, Outcome::Open | Outcome::PassedOut) => return None,
    };
    let declarer = match (named, outcome) {
        (Some(Spanned { value: (seat, _), span }), _) => Spanned::new(seat, span),
        (None, Outcome::Contract { declarer, .. }) => Spanned::new(declarer, place),
        (None, Outcome::Open | Outcome::PassedOut) => return None,
    };
    Some(contract_of(declarer, level, strain, doubles, place))
}

/// Where a contract stands that no tag gives.
fn calls_place(game: &Game<'_>) -> Span {
    game.auction.as_ref().map_or(game.span, |section| section.tag.span)
}

fn contract_of(declarer: Spanned<Seat>, level: Option<u8>, strain: Strain, doubles: usize, place: Span) -> Contract {
    let call = match level {
        Some(level) => format!("{level}{}", strain.short()),
        None => strain.name().to_owned(),
    };
    let seat = declarer.value;
    let entry = entry::declared(declarer, Spanned::new(call, place), Spanned::new(doubles, place));
    Contract { declarer: seat, strain, entry }
}

/// `S`, or `^S` when declarer and dummy have changed places.
fn declarer(tag: &Entry<'_>, desk: &mut Desk<'_>) -> Option<Named> {
    let value = tag.value.trim();
    let (swapped, seat) = match value.strip_prefix('^') {
        Some(seat) => (true, seat.trim()),
        None => (false, value),
    };
    match seat.parse() {
        Ok(seat) => Some((seat, swapped)),
        Err(()) => {
            let help = "a seat, with `^` before it if declarer and dummy changed places";
            desk.tell(Diagnostic::warning("P0411", tag.value_span, format!("`{value}` is no declarer")).help(help));
            None
        }
    }
}

/// `Pass`, `4S`, `4SX`, `3NTXX`; `NT` alone in an end position.
fn contract(tag: &Entry<'_>, desk: &mut Desk<'_>) -> Option<Written> {
    let upper: String = tag.value.to_ascii_uppercase().split_whitespace().collect();
    if matches!(upper.as_str(), "PASS" | "P" | "AP") {
        return Some(Written::Passed);
    }
    let bare = upper.trim_end_matches('X');
    let level = bare.chars().next().and_then(|level| level.to_digit(10)).and_then(|level| u8::try_from(level).ok());
    let strain = calls::strain(bare.trim_start_matches(|c: char| c.is_ascii_digit()));
    let doubles = upper.len() - bare.len();
    let figures = bare.chars().filter(char::is_ascii_digit).count();
    match strain {
        Some(strain) if doubles <= 2 && figures <= 1 && level.is_none_or(|level| (1..=7).contains(&level)) => {
            spelling(tag, bare, &upper, desk);
            Some(Written::Bid { level, strain, doubles })
        }
        _ => {
            let help = "such as `4S`, `3NTX`, `Pass`";
            let diagnostic = Diagnostic::warning("P0412", tag.value_span, format!("`{}` is no contract", tag.value));
            desk.tell(diagnostic.help(help));
            None
        }
    }
}

fn spelling(tag: &Entry<'_>, bare: &str, upper: &str, desk: &mut Desk<'_>) {
    if bare.ends_with('N') {
        desk.dialect("P0150", tag.value_span, format!("`{}` is read as no trumps", tag.value));
    } else if upper != tag.value {
        let message = format!("`{}` is read although its letters are not of the right size", tag.value);
        desk.dialect("P0151", tag.value_span, message);
    }
}

/// Tells where tags and calls disagree.
fn compare(outcome: Outcome, named: Option<&Spanned<Named>>, written: Option<&Spanned<Written>>, desk: &mut Desk<'_>) {
    let contract_fits = written.is_none_or(|written| compare_contract(outcome, written, desk));
    if let (true, Some(named), Outcome::Contract { declarer, .. }) = (contract_fits, named, outcome) {
        compare_declarer(declarer, named, desk);
    }
}

/// Whether level and strain agree.
fn compare_contract(outcome: Outcome, written: &Spanned<Written>, desk: &mut Desk<'_>) -> bool {
    match (outcome, written.value) {
        (Outcome::PassedOut, Written::Passed) | (Outcome::Open, _) => true,
        (Outcome::Contract { bid, doubles, .. }, Written::Bid { level, strain, doubles: risk })
            if (level.is_none() || level == Some(bid.level)) && strain == bid.strain =>
        {
            if doubles != risk {
                let message = format!("the contract is {} here, but {} by the calls", doubled(risk), doubled(doubles));
                desk.warn("P0422", written.span, message);
            }
            true
        }
        (Outcome::Contract { bid, .. }, Written::Bid { .. } | Written::Passed) => {
            let message = format!("by the calls the contract is {}{}", bid.level, bid.strain.short());
            desk.warn("P0421", written.span, message);
            false
        }
        (Outcome::PassedOut, Written::Bid { .. }) => {
            desk.warn("P0421", written.span, "by the calls the deal is passed out");
            false
        }
    }
}

fn doubled(times: usize) -> &'static str {
    match times {
        0 => "not doubled",
        1 => "doubled",
        _ => "redoubled",
    }
}

fn compare_declarer(declarer: Seat, named: &Spanned<Named>, desk: &mut Desk<'_>) {
    match named.value {
        (seat, true) if seat == declarer => {
            let message =
                format!("`^` says that declarer and dummy changed places, but by the calls {declarer} is declarer");
            desk.warn("P0423", named.span, message);
        }
        (seat, true) if seat == declarer.partner() => {}
        (seat, false) if seat == declarer => {}
        (seat, swapped) => {
            let named_by_calls = if swapped { seat.partner() } else { seat };
            let diagnostic = Diagnostic::warning("P0420", named.span, format!("by the calls {declarer} is declarer"));
            desk.tell(diagnostic.help(passes_missing(declarer, named_by_calls)));
        }
    }
}

/// Some programs leave out the passes before the first bid, and so every call moves to another seat.
fn passes_missing(declarer: Seat, named: Seat) -> String {
    let passes = (4 + named.index() - declarer.index()) % 4;
    let words = if passes == 1 { "a pass is" } else { "passes are" };
    format!("if {words} missing before the first call ({passes} in all), it is {named}")
}
