//! The score of a rubber: deals entered one after the other, what each side stands at carried from deal to deal.
//!
//! In: an engine and records in the order in which they were played. Out: a [`Sheet`] for each rubber, each entry with the law that
//! gives it. When a game or a rubber is won, and what that scores, is law; here it is only carried on and added up.

pub mod boards;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bridge::Side;
use crate::diagnostic::Diagnostic;
use crate::engine::{DealResult, Engine, Entry, WayOut};
use crate::record::{Record, SideScore};
use crate::report::DealReport;
use crate::rule::{Manner, rule};

/// The score of one rubber.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sheet {
    /// The code in force.
    pub code: String,
    /// For whom the score is kept: two sides, or three players.
    pub sides: Vec<Side>,
    /// What they had before the first deal, when that was not nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub brought: BTreeMap<Side, SideScore>,
    /// The deals.
    pub deals: Vec<DealOnSheet>,
    /// How the rubber ended; none while it goes on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end: Option<RubberEnd>,
    /// All points of each side, above and below the line; those before the first deal are not known and not among them.
    pub totals: BTreeMap<Side, i64>,
}

/// One deal on the sheet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DealOnSheet {
    /// The number of the deal in its file, from 1.
    pub deal: usize,
    /// Its story in a line.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// The entries, those for a game or the rubber last.
    pub entries: Vec<Entry>,
    /// Who wins a game by it, and by which law.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game: Option<Won>,
    /// What each side stands at after it.
    pub score: BTreeMap<Side, SideScore>,
    /// What is to be said of it: what is still to be chosen, why it is not scored.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub remarks: Vec<String>,
}

/// Who won something, and by which law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Won {
    /// Who.
    pub side: Side,
    /// The law, as cited.
    pub law: String,
}

/// How a rubber ended.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RubberEnd {
    /// Who won it; none when it was left unfinished.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub won: Option<Won>,
    /// Columns that are left out of the totals, each with the law that says so.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub left_out: BTreeMap<String, String>,
    /// The law by which the totals are compared.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub compared: Option<String>,
    /// What one side wins from another by the difference of the totals: winner, loser, points.
    pub won_from: Vec<(Side, Side, i64)>,
}

/// Enters deals in the order in which they are played.
#[derive(Debug)]
pub struct Scorer<'e> {
    engine: &'e Engine,
    manner: Manner,
    /// What each side stands at; empty before a first deal.
    standing: BTreeMap<Side, SideScore>,
    sheets: Vec<Sheet>,
}

impl<'e> Scorer<'e> {
    /// A scorer under a code.
    pub fn new(engine: &'e Engine, manner: Manner) -> Scorer<'e> {
        Scorer { engine, manner, standing: BTreeMap::new(), sheets: Vec::new() }
    }

    /// The next deal. `number` is that of the deal in its file, from 1. A score that the record gives opens a sheet; after that it is
    /// held against what the sheet says, and the sheet counts. Gives the report of the deal, and what was wrong.
    pub fn add(&mut self, record: &Record, number: usize) -> (DealReport, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut record = record.clone();
        let begins = self.sheets.last().is_none_or(|sheet| sheet.end.is_some());
        if begins {
            self.standing = record.score.clone().unwrap_or_default();
            self.sheets.push(Sheet {
                code: self.engine.code().name.clone(),
                brought: self.standing.iter().filter(|(_, had)| **had != SideScore::default()).map(own).collect(),
                ..Sheet::default()
            });
        }
        if self.standing.is_empty() {
            let seating = record.seating();
            self.standing = seating.accounts().into_iter().map(|side| (side, SideScore::default())).collect();
        }
        if record.score.as_ref().is_some_and(|score| *score != self.standing) {
            found.push(self.differs(&record, number));
        }
        record.score = Some(self.standing.clone());
        let (report, of_deal) = rule(self.engine, &record, number, &self.manner);
        found.extend(of_deal);
        self.enter(&report);
        (report, found)
    }

    /// The sheets, the last one as far as it goes.
    pub fn finish(self) -> Vec<Sheet> {
        self.sheets
    }

    fn differs(&self, record: &Record, number: usize) -> Diagnostic {
        let stand: Vec<String> =
            self.standing.iter().map(|(side, had)| format!("{side} {} and {}", had.games, had.towards)).collect();
        let text = format!("the score before deal {number} is not what the deals before it come to");
        let help = format!("by the sheet, in games and points towards the next: {}", stand.join(", "));
        Diagnostic::error("R0803", record.span, text).help(help)
    }

    fn enter(&mut self, report: &DealReport) {
        let Some(sheet) = self.sheets.last_mut() else { return };
        let mut deal = DealOnSheet {
            deal: report.deal,
            title: report.title.clone(),
            score: self.standing.clone(),
            ..Default::default()
        };
        let (result, remarks) = result_of(report);
        if let Some(result) = result {
            deal.take_in(result);
        }
        deal.remarks.extend(remarks);
        self.standing.clone_from(&deal.score);
        if let Some(rubber) = result.and_then(|result| result.rubber.as_ref()).filter(|rubber| rubber.over) {
            let won = rubber.won.map(|side| Won { side, law: rubber.won_law.clone().unwrap_or_default() });
            sheet.end = Some(RubberEnd {
                won,
                left_out: rubber.left_out.clone(),
                compared: rubber.compared.clone(),
                won_from: Vec::new(),
            });
        }
        sheet.deals.push(deal);
        sheet.add_up(&self.standing);
    }
}

/// What a deal comes to, if that can be said, and what is to be said of it besides.
fn result_of(report: &DealReport) -> (Option<&DealResult>, Vec<String>) {
    match &report.branch.end {
        Some(end) => {
            let mut remarks = end.result.remarks.clone();
            let differs = |way: &&WayOut| way.result.as_ref().is_none_or(|other| other.differs(&end.result));
            remarks.extend(
                end.ways_out.iter().filter(differs).map(|way| {
                    format!("law {}: {} may still choose {}", way.law, way.by, way.option.replace('_', " "))
                }),
            );
            (Some(&end.result), remarks)
        }
        None => {
            let asked = report.branch.question.as_ref().map(|ask| format!("{} [{}]", ask.text, ask.notation));
            (None, vec![format!("it cannot be scored before this is answered: {}", asked.unwrap_or_default())])
        }
    }
}

/// A pair of its own.
fn own((side, score): (&Side, &SideScore)) -> (Side, SideScore) {
    (*side, *score)
}

impl DealOnSheet {
    fn take_in(&mut self, result: &DealResult) {
        self.entries.extend(result.sheet.iter().cloned());
        if let Some(rubber) = &result.rubber {
            self.entries.extend(rubber.sheet.iter().cloned());
            self.game = rubber.game.map(|side| Won { side, law: rubber.game_law.clone().unwrap_or_default() });
            self.score.clone_from(&rubber.score);
        }
    }
}

impl Sheet {
    fn add_up(&mut self, standing: &BTreeMap<Side, SideScore>) {
        self.sides = standing.keys().copied().collect();
        self.totals = standing.keys().map(|side| (*side, 0)).collect();
        let left_out = |entry: &&Entry| self.end.as_ref().is_some_and(|end| end.left_out.contains_key(&entry.column));
        for entry in self.deals.iter().flat_map(|deal| &deal.entries).filter(|entry| !left_out(entry)) {
            let total = self.totals.entry(entry.side).or_default();
            *total = total.saturating_add(entry.points);
        }
        let Some(end) = &mut self.end else { return };
        if end.compared.is_some() {
            let pairs = self.sides.iter().enumerate();
            let pairs = pairs.flat_map(|(place, one)| self.sides[place + 1..].iter().map(move |other| (*one, *other)));
            let differences = pairs.filter_map(|(one, other)| {
                let difference = self.totals.get(&one)?.saturating_sub(*self.totals.get(&other)?);
                Some(if difference < 0 { (other, one, difference.saturating_neg()) } else { (one, other, difference) })
            });
            end.won_from = differences.collect();
        }
    }

    /// The sheet in summary lines, such as `deal 2: NS 16 above by 6(1)`, for expectations.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for deal in &self.deals {
            let nr = deal.deal;
            lines.extend(deal.entries.iter().map(|entry| {
                let place = if entry.is_below() { "below" } else { "above" };
                format!("deal {nr}: {} {} {place} by {}", entry.side, entry.points, entry.law)
            }));
            lines.extend(deal.game.iter().map(|won| format!("deal {nr}: game {} by {}", won.side, won.law)));
            lines.extend(deal.remarks.iter().map(|remark| format!("deal {nr}: {remark}")));
        }
        let left_out = self.end.iter().flat_map(|end| &end.left_out);
        lines.extend(left_out.map(|(column, law)| format!("{column} left out by {law}")));
        let totals: Vec<String> = self.totals.iter().map(|(side, points)| format!("{side} {points}")).collect();
        lines.push(format!("total {}", totals.join(" ")));
        if let Some(end) = &self.end {
            lines.push(match &end.won {
                Some(won) => format!("rubber {} by {}", won.side, won.law),
                None => "rubber unfinished".to_string(),
            });
            let law = end.compared.as_deref().unwrap_or_default();
            lines.extend(
                end.won_from.iter().map(|(winner, loser, n)| format!("{winner} win {n} from {loser} by {law}")),
            );
        }
        lines
    }
}
