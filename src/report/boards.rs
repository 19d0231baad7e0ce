//! A match of boards as text.

use std::fmt::Write as _;

use crate::bridge::Side;
use crate::sheet::boards::{AtTable, Match};

/// Writes a match: each board with what the tables made of it, then the pairs and the teams compared.
pub fn text(sheet: &Match) -> String {
    let mut out = format!("The match under {}\n", sheet.code);
    for board in &sheet.boards {
        let _ = writeln!(out, "\nBoard {}", board.board);
        for at in &board.tables {
            let net = at.net.get(&Side::NS).map_or("no score".to_string(), |net| format!("{:+}", net.nearest()));
            let _ = writeln!(out, "  {:40}{net:>10}", who(at));
            for entry in &at.entries {
                let line = if entry.is_below() { "below" } else { "above" };
                let _ =
                    writeln!(out, "    {} {} {line} the line (law {})", entry.side.names(), entry.points, entry.law);
            }
            for (side, (what, law)) in &at.given {
                let net = at.net.get(side).map_or(String::new(), |net| format!(": {:+}", net.nearest()));
                let _ = writeln!(
                    out,
                    "    {} get the {} of those who held their cards{net} (law {law})",
                    side.names(),
                    what.word()
                );
            }
            for remark in &at.remarks {
                let _ = writeln!(out, "    {remark}");
            }
        }
    }
    compared(&mut out, sheet);
    out
}

/// Who played at a table: `table 1: 3 against 8`.
fn who(at: &AtTable) -> String {
    let name = |side| match (at.pairs.get(&side), at.teams.get(&side)) {
        (Some(pair), Some(team)) => format!("{pair} of {team}"),
        (Some(name), None) | (None, Some(name)) => name.clone(),
        (None, None) => side.names(),
    };
    let table = at.table.as_ref().map_or_else(|| format!("deal {}", at.deal), |table| format!("table {table}"));
    format!("{table}: {} against {}", name(Side::NS), name(Side::EW))
}

fn compared(out: &mut String, sheet: &Match) {
    if let (Some(law), false) = (&sheet.by.pairs, sheet.pairs.is_empty()) {
        let _ = writeln!(out, "\nPairs, each with those who held the same cards (law {law})");
        for pair in &sheet.pairs {
            let boards = if pair.boards == 1 { "board" } else { "boards" };
            let label = format!("{}, {}, {} {boards}", pair.pair, pair.side.names(), pair.boards);
            let (total, average) = (pair.total.nearest(), pair.average.nearest());
            let _ = writeln!(out, "  {label:40}{total:>+10}   average {average:+}: {}", pair.sign());
        }
    }
    if let (Some(law), false) = (&sheet.by.teams, sheet.teams.is_empty()) {
        let _ = writeln!(out, "\nTeams (law {law})");
        for team in &sheet.teams {
            let odd = match team.odd {
                Some(odd) => format!("   {:+} of them for its odd pair", odd.nearest()),
                None => String::new(),
            };
            let _ = writeln!(out, "  {:40}{:>+10}{odd}", team.team, team.total());
        }
        let _ = match (&sheet.winner, sheet.by_a_fraction) {
            (Some(winner), false) => writeln!(out, "{winner} win the match."),
            (Some(winner), true) => writeln!(out, "{winner} win the match by the fraction of a point."),
            (None, _) => writeln!(out, "The match is even."),
        };
    }
    if sheet.by.pairs.is_none() && sheet.by.teams.is_none() {
        let _ = writeln!(out, "\nThe code does not say how those who played the same boards are compared.");
    }
}
