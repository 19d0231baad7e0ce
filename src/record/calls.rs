//! The short forms of the calling and of regular tricks.
//!
//! In: `auction: "1S P 2S"`, `contract: "4SX South"`, `tricks: ["W: S5 SK SQ S8"]`. Out: the same acts as log entries.

use super::entry;
use super::near::did_you_mean;
use super::passage::Passage;
use super::report::{Fault, Report, fault};
use crate::bridge::{Call, Card, Seat, Strain};
use crate::source::Spanned;
use crate::syntax::tree::LogEntry;
use crate::table::Seating;

/// Words for calls that a record may spell wrongly.
const CALLS: [&str; 6] = ["pass", "no_trump", "hearts", "diamonds", "clubs", "spades"];

/// The calls of an auction, from the dealer on.
pub(super) fn auction(passage: &Passage, seating: Seating, dealer: Seat, report: &mut Report) -> Vec<LogEntry> {
    let mut entries = Vec::new();
    let rotation = seating.rotation(dealer).collect::<Vec<_>>().into_iter().cycle();
    for (seat, word) in rotation.zip(passage.words().iter()) {
        match call_word(word) {
            Ok(call) => entries.push(entry::call(seat, call, word.span)),
            Err(fault) => report.push(*fault),
        }
    }
    entries
}

/// A call of every code, in its usual form; or a word that only the code may know (`leave_it`), as it is.
fn call_word(word: &Spanned<String>) -> Result<String, Fault> {
    if let Ok(call) = word.value.parse::<Call>() {
        return Ok(call.to_string());
    }
    let word_of_a_code = word.value.len() > 2
        && word.value.starts_with(|letter: char| letter.is_ascii_lowercase())
        && word.value.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    if word_of_a_code {
        return Ok(word.value.clone());
    }
    let mut fault = fault("R0401", word.span, format!("`{}` is no call", word.value));
    fault.help = did_you_mean(&word.value, &CALLS)
        .or_else(|| Some("calls are written `1S`, `2NT`, `3R` (royal spades), `P`, `X`, `XX`".to_owned()));
    Err(fault)
}

/// The contract and its player: `2S South`, `4SX South`, `no_trump South XX`.
pub(super) fn contract(passage: &Passage) -> Result<LogEntry, Fault> {
    let words = passage.words();
    let (call, seat, doubles) = match words.as_slice() {
        [call, seat] => (call, seat, None),
        [call, seat, doubles] => (call, seat, Some(doubles)),
        _ => return Err(contract_form(passage)),
    };
    let (strain, attached) = split_doubles(&call.value);
    let named = match strain.parse::<Call>() {
        Ok(bid @ Call::Bid { .. }) => bid.to_string(),
        _ => trump_word(strain).ok_or_else(|| no_contract(call))?,
    };
    let seat = Spanned::new(seat.value.parse::<Seat>().map_err(|()| no_seat(seat))?, seat.span);
    let doubles = match doubles {
        None => Spanned::new(attached, call.span),
        Some(word) if attached == 0 && is_doubles(&word.value) => Spanned::new(word.value.len(), word.span),
        Some(_) => return Err(contract_form(passage)),
    };
    Ok(entry::declared(seat, Spanned::new(named, call.span), doubles))
}

/// `4SXX` is `4S`, doubled twice.
fn split_doubles(call: &str) -> (&str, usize) {
    if !call.starts_with(|letter: char| letter.is_ascii_digit()) {
        return (call, 0);
    }
    let strain = call.trim_end_matches(['X', 'x']);
    (strain, call.len() - strain.len())
}

fn is_doubles(word: &str) -> bool {
    !word.is_empty() && word.len() < 100 && word.chars().all(|letter| matches!(letter, 'X' | 'x'))
}

/// A trump named without a number, as the codes before bidding have it.
fn trump_word(word: &str) -> Option<String> {
    Strain::ALL.into_iter().map(Strain::name).find(|name| *name == word).map(str::to_owned)
}

fn contract_form(passage: &Passage) -> Fault {
    let mut fault =
        fault("R0403", passage.span(), "a contract is written as the call, the player, and how often it was doubled");
    fault.help = Some("such as `2S South`, `4SX South`, `no_trump South XX`".to_owned());
    fault
}

fn no_contract(call: &Spanned<String>) -> Fault {
    let mut fault = fault("R0403", call.span, format!("`{}` names no contract", call.value));
    fault.help = did_you_mean(&call.value, &Strain::ALL.map(Strain::name));
    fault
}

/// Not the name of a seat.
pub(super) fn no_seat(word: &Spanned<String>) -> Fault {
    let mut fault = fault("R0204", word.span, format!("`{}` is no seat", word.value));
    let seats = ["North", "East", "South", "West"];
    fault.help =
        did_you_mean(&word.value, &seats).or_else(|| Some("seats are `North`, `East`, `South`, `West`".to_owned()));
    fault
}

/// A trick from its leader on; only the last row of a record may lack cards.
pub(super) fn trick(passage: &Passage, last: bool) -> Result<Vec<LogEntry>, Fault> {
    let words = passage.words();
    let Some((leader, cards)) = words.split_first() else {
        return Err(trick_form(passage));
    };
    let Some(name) = leader.value.strip_suffix(':') else {
        return Err(trick_form(passage));
    };
    let seat = name.parse::<Seat>().map_err(|()| no_seat(&Spanned::new(name.to_owned(), leader.span)))?;
    if cards.len() > 4 || (cards.len() < 4 && !last) {
        let message = format!("a trick has four cards, this one has {}", cards.len());
        return Err(fault("R0503", passage.span(), message));
    }
    let mut entries = Vec::new();
    for (place, word) in cards.iter().enumerate() {
        let card = word.value.parse::<Card>().map_err(|()| no_card(word))?;
        entries.push(entry::play(seat.left(place), card, word.span));
    }
    if cards.len() == 4 {
        entries.push(entry::quit(passage.span()));
    }
    Ok(entries)
}

fn trick_form(passage: &Passage) -> Fault {
    let mut fault = fault("R0501", passage.span(), "a trick is written as its leader and the cards in rotation");
    fault.help = Some("such as `W: S5 SK SQ S8`".to_owned());
    fault
}

fn no_card(word: &Spanned<String>) -> Fault {
    let mut fault = fault("R0502", word.span, format!("`{}` is no card", word.value));
    fault.help = Some("cards are written suit first: `S6`, `HT`".to_owned());
    fault
}
