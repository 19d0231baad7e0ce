//! The sheet of a rubber as text: what its time wrote above and below the line, each entry with its law.

use std::fmt::Write as _;

use crate::bridge::Side;
use crate::engine::Entry;
use crate::record::SideScore;
use crate::sheet::{DealOnSheet, RubberEnd, Sheet};

/// The column of labels is so wide.
const LABELS: usize = 24;

/// Writes the sheets of a match, one after the other.
pub fn text(sheets: &[Sheet]) -> String {
    let several = sheets.len() > 1;
    let written: Vec<String> = sheets
        .iter()
        .enumerate()
        .map(|(place, sheet)| {
            one(sheet, &if several { format!("Rubber {}", place + 1) } else { "The rubber".to_string() })
        })
        .collect();
    written.join("\n")
}

fn one(sheet: &Sheet, name: &str) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{name} under {}\n", sheet.code);
    let names = sheet.sides.iter().map(|side| side.names());
    row(&mut out, "", &names.collect::<Vec<_>>(), sheet);
    // Above the line the latest entry stands on top.
    for (deal, entry) in all_entries(sheet).rev().filter(|(_, entry)| !entry.is_below()) {
        entry_row(&mut out, deal, entry, sheet);
    }
    rule(&mut out, '-', sheet);
    let before = |of: fn(&SideScore) -> i64| -> Vec<String> {
        sheet.sides.iter().map(|side| sheet.brought.get(side).map_or(0, of).to_string()).collect()
    };
    if !sheet.brought.is_empty() {
        row(&mut out, "games before", &before(|had| i64::from(had.games)), sheet);
        row(&mut out, "points before", &before(|had| had.towards), sheet);
    }
    for deal in &sheet.deals {
        for entry in deal.entries.iter().filter(|entry| entry.is_below()) {
            entry_row(&mut out, deal, entry, sheet);
        }
        if let Some(won) = &deal.game {
            let label = format!("deal {}  law {}", deal.deal, won.law);
            let game = sheet.sides.iter().map(|side| if *side == won.side { "game" } else { "" }.to_string());
            row(&mut out, &label, &game.collect::<Vec<_>>(), sheet);
            rule(&mut out, '-', sheet);
        }
    }
    if sheet.deals.last().is_none_or(|deal| deal.game.is_none()) {
        rule(&mut out, '-', sheet);
    }
    for (column, law) in sheet.end.iter().flat_map(|end| &end.left_out) {
        let left_out = |side: &Side| {
            let entries = sheet.deals.iter().flat_map(|deal| &deal.entries);
            let points: i64 =
                entries.filter(|entry| entry.side == *side && entry.column == *column).map(|entry| entry.points).sum();
            if points == 0 { String::new() } else { (-points).to_string() }
        };
        row(&mut out, &format!("{column}  law {law}"), &sheet.sides.iter().map(left_out).collect::<Vec<_>>(), sheet);
    }
    let totals = sheet.sides.iter().map(|side| sheet.totals.get(side).copied().unwrap_or_default().to_string());
    row(&mut out, "total", &totals.collect::<Vec<_>>(), sheet);
    let _ = writeln!(out);
    for deal in &sheet.deals {
        for remark in &deal.remarks {
            let _ = writeln!(out, "Deal {}: {remark}.", deal.deal);
        }
    }
    match &sheet.end {
        Some(end) => ended(&mut out, end),
        None => goes_on(&mut out, sheet),
    }
    out
}

fn all_entries(sheet: &Sheet) -> impl DoubleEndedIterator<Item = (&DealOnSheet, &Entry)> {
    sheet.deals.iter().flat_map(|deal| deal.entries.iter().map(move |entry| (deal, entry)))
}

fn entry_row(out: &mut String, deal: &DealOnSheet, entry: &Entry, sheet: &Sheet) {
    let label = format!("deal {}  law {}", deal.deal, entry.law);
    let points = |side: &Side| if *side == entry.side { entry.points.to_string() } else { String::new() };
    row(out, &label, &sheet.sides.iter().map(points).collect::<Vec<_>>(), sheet);
}

/// The width of the column of a side.
fn width(side: Side) -> usize {
    side.names().len().max(6) + 3
}

fn row(out: &mut String, label: &str, cells: &[String], sheet: &Sheet) {
    let mut line = format!("  {label:LABELS$}");
    for (side, cell) in sheet.sides.iter().zip(cells) {
        let _ = write!(line, "{cell:>wide$}", wide = width(*side));
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

fn rule(out: &mut String, mark: char, sheet: &Sheet) {
    let wide = LABELS + sheet.sides.iter().map(|side| width(*side)).sum::<usize>();
    let _ = writeln!(out, "  {}", mark.to_string().repeat(wide));
}

fn ended(out: &mut String, end: &RubberEnd) {
    match &end.won {
        Some(won) => {
            let _ = writeln!(out, "{} {} the rubber (law {}).", won.side.names(), verb(won.side), won.law);
        }
        None => {
            let _ = writeln!(out, "The rubber is left unfinished.");
            if end.compared.is_none() {
                let _ = writeln!(out, "The code does not say what becomes of it.");
            }
        }
    }
    for (winner, loser, points) in &end.won_from {
        let law = end.compared.as_deref().unwrap_or_default();
        let _ = match points {
            0 => writeln!(out, "{} and {} are even (law {law}).", winner.names(), loser.names()),
            1 => writeln!(out, "{} {} 1 point from {} (law {law}).", winner.names(), verb(*winner), loser.names()),
            _ => writeln!(
                out,
                "{} {} {points} points from {} (law {law}).",
                winner.names(),
                verb(*winner),
                loser.names()
            ),
        };
    }
}

fn goes_on(out: &mut String, sheet: &Sheet) {
    let Some(last) = sheet.deals.last() else { return };
    let stand = last.score.iter().map(|(side, had)| {
        let games = if had.games == 1 { "game" } else { "games" };
        format!("{} {} {games} and {} towards the next", side.names(), had.games, had.towards)
    });
    let _ = writeln!(out, "The rubber goes on: {}.", stand.collect::<Vec<_>>().join("; "));
}

fn verb(side: Side) -> &'static str {
    if side.members().count() == 1 { "wins" } else { "win" }
}
