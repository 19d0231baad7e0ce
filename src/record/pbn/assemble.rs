//! A game as a record.
//!
//! In: the tags and sections of a game. Out: its [`Record`], or nothing when the game cannot be read; in either case it is known what
//! became of each token.

use super::account::{Account, Fate};
use super::auction::{self, Calls};
use super::bidding::Outcome;
use super::contract::{self, Contract};
use super::deal::{self, Deal};
use super::desk::Desk;
use super::game::{Game, Section};
use super::inherit::Heritage;
use super::play::{self, Columns};
use super::tricks::{self, Tricks, Won};
use super::{notes, result, rows};
use crate::bridge::Seat;
use crate::diagnostic::Diagnostic;
use crate::record::report::Report;
use crate::record::{Record, entry};
use crate::syntax::tree::LogEntry;

/// The tags that the record is made of.
pub(super) const READ: [&str; 8] = ["Event", "Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result"];

/// The record of a game.
pub(super) fn record<'t>(
    mut game: Game<'t>,
    heritage: &mut Heritage<'t>,
    report: &mut Report,
    account: &mut Account,
) -> Option<Record> {
    let fates = std::mem::take(&mut game.fates);
    let mut desk = Desk::new(report, fates, context(&game));
    astray(&game, &mut desk);
    let empty = game.tags.is_empty() && game.auction.is_none() && game.play.is_none();
    heritage.pass_on(&mut game, &mut desk);
    let record = if empty { None } else { Some(assembled(&game, &mut desk)) };
    let record = record.filter(|_| !desk.failed());
    if record.is_none() {
        desk.fates.lost();
    }
    account.add(&desk.fates);
    record.map(|record| Record { skipped: desk.fates.skipped().into_iter().collect(), ..record })
}

fn context(game: &Game<'_>) -> String {
    match game.tag("Board") {
        Some(board) => format!("game {}, board {}", game.number, board.value),
        None => format!("game {}", game.number),
    }
}

/// Words that stand in no section are told together.
fn astray(game: &Game<'_>, desk: &mut Desk<'_>) {
    let (Some(first), Some(last)) = (game.astray.first(), game.astray.last()) else { return };
    game.astray.iter().for_each(|word| desk.fates.settle(word.token, Fate::Told));
    if game.tags.is_empty() && game.auction.is_none() && game.play.is_none() {
        desk.error("P0101", first.span.to(last.span), "there is no tag pair here, so this is no game");
        return;
    }
    let message = match game.astray.len() {
        1 => format!("`{}` stands in no section, and is not read", first.text),
        words => format!("these {words} words stand in no section, and are not read"),
    };
    let span = if game.astray.len() == 1 { first.span } else { first.span.to(last.span) };
    desk.warn("P0110", span, message);
}

fn assembled(game: &Game<'_>, desk: &mut Desk<'_>) -> Record {
    used_tags(game, desk);
    let mut record = Record::empty(game.span);
    record.modern_calls = true;
    record.title = title(game);
    record.vulnerable = vulnerable(game, desk);
    let deal = game.tag("Deal").map_or(Deal::UNKNOWN, |tag| deal::read(tag, desk));
    record.hands = deal.hands;
    let dealer = dealer(game, desk);
    let calls = game.auction.as_ref().map(|section| auction::read(section, dealer, desk));
    let outcome = calls.as_ref().map_or(Outcome::Open, |calls| calls.outcome);
    let contract = contract::read(game, outcome, desk);
    let columns = game.play.as_ref().map(|section| play::read(section, desk)).unwrap_or_default();
    let tricks = followed(game, &columns, &deal, contract.as_ref(), desk);
    check_notes(game, calls.as_ref(), &columns, desk);
    record.log = with_rest(game, tricks, &deal, contract.as_ref(), desk);
    record.dealer = calls.as_ref().and_then(|calls| calls.dealer).or(dealer);
    record.auction = calls.map(|calls| calls.entries).unwrap_or_default();
    record.contract = contract.map(|contract| contract.entry);
    record
}

fn used_tags(game: &Game<'_>, desk: &mut Desk<'_>) {
    for name in READ {
        if let Some(tag) = game.tags.iter().find(|tag| tag.name == name) {
            desk.fates.settle(tag.token, Fate::Used);
        }
    }
}

/// `Winter pairs, board 12`
fn title(game: &Game<'_>) -> Option<String> {
    let event = game.tag("Event").map(|tag| tag.value.trim().to_owned());
    let board = game.tag("Board").map(|tag| format!("board {}", tag.value.trim()));
    let parts: Vec<String> = event.into_iter().chain(board).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn dealer(game: &Game<'_>, desk: &mut Desk<'_>) -> Option<Seat> {
    let Some(tag) = game.tag("Dealer") else {
        if let Some(section) = game.auction.as_ref().filter(|_| !game.has("Dealer")) {
            let message = "nothing says who dealt; the first to call is taken as the dealer";
            desk.warn("P0415", section.tag.span, message);
        }
        return None;
    };
    let dealer = tag.value.trim().parse().ok();
    if dealer.is_none() {
        desk.warn("P0404", tag.value_span, format!("`{}` is no dealer: it is `N`, `E`, `S` or `W`", tag.value));
    }
    dealer
}

fn vulnerable(game: &Game<'_>, desk: &mut Desk<'_>) -> Option<[bool; 2]> {
    let tag = game.tags.iter().find(|tag| tag.name == "Vulnerable")?;
    match tag.value.trim().to_ascii_lowercase().as_str() {
        "none" | "love" | "-" => Some([false, false]),
        "ns" => Some([true, false]),
        "ew" => Some([false, true]),
        "all" | "both" => Some([true, true]),
        "" | "?" => None,
        _ => {
            let message = format!("`{}` does not say who is vulnerable", tag.value);
            let diagnostic = Diagnostic::warning("P0405", tag.value_span, message);
            desk.tell(diagnostic.help("it is `None`, `NS`, `EW` or `All`"));
            None
        }
    }
}

fn check_notes(game: &Game<'_>, calls: Option<&Calls<'_>>, columns: &Columns<'_>, desk: &mut Desk<'_>) {
    let of_calls = calls.map_or(&[][..], |calls| &calls.references);
    notes::check((game.auction.as_ref(), of_calls), (game.play.as_ref(), &columns.references), desk);
}

/// The play as it went; it needs to know what is trump, and who leads first.
fn followed(
    game: &Game<'_>,
    columns: &Columns<'_>,
    deal: &Deal,
    contract: Option<&Contract>,
    desk: &mut Desk<'_>,
) -> Tricks {
    let Some(section) = game.play.as_ref().filter(|_| !columns.columns.is_empty()) else {
        return Tricks::default();
    };
    let Some(contract) = contract else {
        desk.error("P0301", section.tag.span, "the play cannot be followed: nothing says who declares, and in what");
        return Tricks::default();
    };
    let due = contract.declarer.lho();
    let first = first_column(section, due, desk);
    let rows = rows::of(&columns.columns, first, deal, desk);
    let empty = rows.iter().rev().take_while(|row| rows::is_empty(row)).count();
    if let (true, Some(column)) = (empty > 0 && rows.len() > 1, columns.columns.last()) {
        desk.dialect("P0154", column.token.span, "rows without a card are read as `*`");
    }
    tricks::follow(&rows, due, deal, contract, desk)
}

/// The seat of the first column. It is the leader's in most files, but need not be.
fn first_column(section: &Section<'_>, due: Seat, desk: &mut Desk<'_>) -> Seat {
    let Ok(first) = section.tag.value.trim().parse::<Seat>() else {
        let message =
            format!("`{}` is no seat; the columns are taken to begin with {due}, who leads", section.tag.value);
        desk.warn("P0302", section.tag.value_span, message);
        return due;
    };
    if first != due {
        let message = format!("the columns begin with {first}, but the first to lead is {due}, on declarer's left");
        desk.warn("P0303", section.tag.value_span, message);
    }
    first
}

/// The cards played, and the tricks agreed upon after them.
fn with_rest(
    game: &Game<'_>,
    tricks: Tricks,
    deal: &Deal,
    contract: Option<&Contract>,
    desk: &mut Desk<'_>,
) -> Vec<LogEntry> {
    let Won { declarer, defenders } = tricks.won;
    let mut rest = None;
    if let Some(tag) = game.tag("Result") {
        let seat = contract.map(|contract| contract.declarer);
        let number = result::read(tag, seat, deal.tricks, &tricks, desk);
        let number = number.filter(|_| !tricks.open && declarer + defenders < deal.tricks);
        rest = number.map(|number| entry::entry("agree", vec![entry::word(number, tag.value_span)], tag.value_span));
        // A number after a penalty does not say what was won in play, only that the play was over.
        let after_penalty =
            tag.value.trim_start().starts_with('^') && !tricks.open && declarer + defenders < deal.tricks;
        if rest.is_none() && after_penalty {
            rest = Some(entry::entry("play_over", Vec::new(), tag.value_span));
        }
    }
    tricks.entries.into_iter().chain(rest).collect()
}
