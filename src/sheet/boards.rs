//! The score of a match of boards: the same cards played at several tables, and those who held them compared.
//!
//! In: an engine and the records of the tables. Out: a [`Match`]: what each table made of each board, the totals of the pairs and of
//! the teams. That there is a comparison, and of whom, is law; here is the arithmetic.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::bridge::Side;
use crate::diagnostic::Diagnostic;
use crate::engine::{Comparison, DealResult, Engine, Entry, FromOthers};
use crate::record::Record;
use crate::report::DealReport;
use crate::rule::{Manner, rule};

/// A match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Match {
    /// The code in force.
    pub code: String,
    /// The boards, in the order in which they first come.
    pub boards: Vec<Board>,
    /// By which laws those who played are compared.
    pub by: Comparison,
    /// The pairs: those North and South first, in the order in which they first come.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub pairs: Vec<PairScore>,
    /// The teams, in the order in which they first come.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub teams: Vec<TeamScore>,
    /// The team that wins; none where they are even, or where no teams are compared.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<String>,
    /// It wins only by the fraction of a point that an average was rounded by.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub by_a_fraction: bool,
}

/// What the tables made of a board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Board {
    /// Its name or number.
    pub board: String,
    /// The tables, in the order in which they first come.
    pub tables: Vec<AtTable>,
}

/// What one table made of a board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AtTable {
    /// The number of the deal in its file, from 1.
    pub deal: usize,
    /// The name of the table, if the record gives one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<String>,
    /// The pairs, by side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub pairs: BTreeMap<Side, String>,
    /// The teams, by side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub teams: BTreeMap<Side, String>,
    /// The entries of the score, each with its law.
    pub entries: Vec<Entry>,
    /// What each pair scores on the board: its points less those of the others; or what it is given in place of that.
    pub net: BTreeMap<Side, Fraction>,
    /// What a pair is given in place of a score of its own, and by which law.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub given: BTreeMap<Side, (FromOthers, String)>,
    /// What is to be said of it: what is still to be chosen, why it is not scored.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub remarks: Vec<String>,
}

/// A number of points that need not be whole: an average.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fraction {
    /// So many points …
    pub points: i64,
    /// … divided by this; never nought.
    pub by: i64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction::whole(0);

    /// Whole points.
    pub const fn whole(points: i64) -> Fraction {
        Fraction { points, by: 1 }
    }

    /// The sum.
    fn plus(self, other: Fraction) -> Fraction {
        let points = self.points.saturating_mul(other.by).saturating_add(other.points.saturating_mul(self.by));
        Fraction { points, by: self.by.saturating_mul(other.by) }.shortest()
    }

    /// The average; none of nothing.
    fn average(all: &[Fraction]) -> Option<Fraction> {
        let many = i64::try_from(all.len()).ok().filter(|many| *many > 0)?;
        let sum = all.iter().fold(Fraction::ZERO, |sum, one| sum.plus(*one));
        Some(Fraction { points: sum.points, by: sum.by.saturating_mul(many) }.shortest())
    }

    fn shortest(self) -> Fraction {
        let (mut a, mut b) = (self.points.unsigned_abs(), self.by.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let by = i64::try_from(a.max(1)).unwrap_or(1);
        Fraction { points: self.points / by, by: self.by / by }
    }

    /// The nearest whole number of points; half a point counts as one, won or lost.
    pub fn nearest(self) -> i64 {
        let twice = 2 * i128::from(self.points.unsigned_abs()) + i128::from(self.by);
        let size = i64::try_from(twice / (2 * i128::from(self.by))).unwrap_or(i64::MAX);
        if self.points < 0 { -size } else { size }
    }

    /// Whether it is more than another.
    fn over(self, other: Fraction) -> bool {
        i128::from(self.points) * i128::from(other.by) > i128::from(other.points) * i128::from(self.by)
    }
}

/// What a pair comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairScore {
    /// Its name or number.
    pub pair: String,
    /// Where it sat.
    pub side: Side,
    /// The boards that it played.
    pub boards: usize,
    /// Its net total.
    pub total: Fraction,
    /// The average net total of all who held the same cards, itself among them.
    pub average: Fraction,
}

impl PairScore {
    /// `plus` above the average, `minus` below it, `even` upon it.
    pub fn sign(&self) -> &'static str {
        if self.total.over(self.average) {
            "plus"
        } else if self.average.over(self.total) {
            "minus"
        } else {
            "even"
        }
    }
}

/// What a team comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamScore {
    /// Its name.
    pub team: String,
    /// The net totals of its pairs, each average among them as the nearest whole number.
    pub rounded: i64,
    /// The same with averages as they are.
    pub pairs: Fraction,
    /// What it is given for an odd pair: the average of all pairs that sat the other way.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub odd: Option<Fraction>,
}

impl TeamScore {
    /// The total, averages rounded to the nearest point.
    pub fn total(&self) -> i64 {
        self.rounded.saturating_add(self.odd.map_or(0, Fraction::nearest))
    }

    fn exact(&self) -> Fraction {
        self.pairs.plus(self.odd.unwrap_or(Fraction::ZERO))
    }
}

/// Scores a match. Gives the reports of the deals too, and what was wrong with each, by its place among `records`.
pub fn score(
    engine: &Engine,
    records: &[(&Record, usize)],
    manner: &Manner,
) -> (Match, Vec<DealReport>, Vec<(usize, Diagnostic)>) {
    let mut sheet = Match { code: engine.code().name.clone(), by: engine.comparison(), ..Match::default() };
    let (mut reports, mut found) = (Vec::new(), Vec::new());
    for (place, (record, number)) in records.iter().enumerate() {
        let (report, of_deal) = rule(engine, record, *number, manner);
        found.extend(of_deal.into_iter().map(|diagnostic| (place, diagnostic)));
        match &record.place.board {
            Some(board) => sheet.take_in(board, record, &report),
            None => {
                let text = "a match is scored board by board, and this deal does not say its board";
                found.push((place, Diagnostic::error("R0804", record.span, text).help("say it: `board: 7`")));
            }
        }
        reports.push(report);
    }
    sheet.give();
    sheet.compare();
    (sheet, reports, found)
}

impl Match {
    fn take_in(&mut self, board: &str, record: &Record, report: &DealReport) {
        let mut at = AtTable {
            deal: report.deal,
            table: record.place.table.clone(),
            pairs: record.place.pairs.clone(),
            teams: record.place.teams.clone(),
            ..AtTable::default()
        };
        let (result, remarks) = super::result_of(report);
        at.remarks = remarks;
        if let Some(result) = result {
            at.score(result);
        }
        match self.boards.iter_mut().find(|other| other.board == board) {
            Some(other) => other.tables.push(at),
            None => self.boards.push(Board { board: board.to_string(), tables: vec![at] }),
        }
    }

    /// What pairs are given in place of a score, from those who held their cards at other tables and have one of their own.
    fn give(&mut self) {
        for board in &mut self.boards {
            for side in Side::PAIRS {
                let own = |at: &&AtTable| !at.given.contains_key(&side);
                let scores: Vec<Fraction> =
                    board.tables.iter().filter(own).filter_map(|at| at.net.get(&side).copied()).collect();
                let best = |than: fn(Fraction, Fraction) -> bool| {
                    scores.iter().copied().reduce(|best, other| if than(other, best) { other } else { best })
                };
                for at in board.tables.iter_mut().filter(|at| at.given.contains_key(&side)) {
                    let given = match at.given.get(&side) {
                        Some((FromOthers::Average, _)) => Fraction::average(&scores),
                        Some((FromOthers::Lowest, _)) => best(|one, other| other.over(one)),
                        Some((FromOthers::Highest, _)) => best(Fraction::over),
                        None => None,
                    };
                    match given {
                        Some(given) => drop(at.net.insert(side, given)),
                        None => at.remarks.push(format!("nobody else has a score with the cards of {}", side.names())),
                    }
                }
            }
        }
    }

    fn compare(&mut self) {
        let teams = self.boards.iter().flat_map(|board| &board.tables).any(|at| !at.teams.is_empty());
        if self.by.pairs.is_some() && !teams {
            let played = self.played();
            let score = |pair: &Played| {
                let same = played.iter().filter(|other| other.side == pair.side && other.boards() == pair.boards());
                let total = pair.total();
                let average = Fraction::average(&same.map(Played::total).collect::<Vec<Fraction>>()).unwrap_or(total);
                PairScore { pair: pair.name.clone(), side: pair.side, boards: pair.boards().len(), total, average }
            };
            self.pairs = played.iter().map(score).collect();
        }
        if self.by.teams.is_some() && teams {
            self.compare_teams();
        }
    }

    /// What each pair scored on which boards: those North and South first, in the order in which they first come.
    fn played(&self) -> Vec<Played> {
        let mut played: Vec<Played> = Vec::new();
        for side in Side::PAIRS {
            for (board, of_board) in self.boards.iter().enumerate() {
                for at in &of_board.tables {
                    let (Some(name), Some(net)) = (at.pairs.get(&side), at.net.get(&side)) else { continue };
                    match played.iter_mut().find(|pair| pair.side == side && pair.name == *name) {
                        Some(pair) => pair.scores.push((board, *net)),
                        None => played.push(Played { side, name: name.clone(), scores: vec![(board, *net)] }),
                    }
                }
            }
        }
        played
    }

    /// The total of each team; one that has a pair more one way than the other is given the average of those who sat opposite to it.
    fn compare_teams(&mut self) {
        let tables: Vec<&AtTable> = self.boards.iter().flat_map(|board| &board.tables).collect();
        let mut names: Vec<&String> = Vec::new();
        for name in tables.iter().flat_map(|at| at.teams.values()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let pairs_of = |team: Option<&String>, side: Side| {
            let mut totals: BTreeMap<String, (Fraction, i64)> = BTreeMap::new();
            for at in tables.iter().filter(|at| team.is_none() || at.teams.get(&side) == team) {
                let unnamed = format!("table {}", at.table.as_deref().unwrap_or_default());
                let pair = at.pairs.get(&side).cloned().unwrap_or(unnamed);
                let net = at.net.get(&side).copied().unwrap_or(Fraction::ZERO);
                let (exact, rounded) = totals.entry(pair).or_insert((Fraction::ZERO, 0));
                *exact = exact.plus(net);
                *rounded = rounded.saturating_add(net.nearest());
            }
            totals.into_values().collect::<Vec<(Fraction, i64)>>()
        };
        let teams: Vec<TeamScore> = names
            .iter()
            .map(|team| {
                let [ns, ew] = Side::PAIRS.map(|side| pairs_of(Some(team), side));
                let all = ns.iter().chain(&ew).fold(Fraction::ZERO, |sum, (one, _)| sum.plus(*one));
                let rounded = ns.iter().chain(&ew).fold(0, |sum: i64, (_, one)| sum.saturating_add(*one));
                let opposite = match (ns.len() as i64 - ew.len() as i64).signum() {
                    1 => Some(Side::EW),
                    -1 => Some(Side::NS),
                    _ => None,
                };
                let odd = opposite.and_then(|side| {
                    let exact: Vec<Fraction> = pairs_of(None, side).into_iter().map(|(exact, _)| exact).collect();
                    Fraction::average(&exact)
                });
                TeamScore { team: (*team).clone(), rounded, pairs: all, odd }
            })
            .collect();
        let first = |worth: &dyn Fn(&TeamScore) -> Fraction| {
            let most = teams.iter().map(worth).reduce(|best, other| if other.over(best) { other } else { best })?;
            let mut best = teams.iter().filter(|team| !most.over(worth(team)));
            let winner = best.next()?.team.clone();
            best.next().is_none().then_some(winner)
        };
        let rounded = first(&|team| Fraction::whole(team.total()));
        self.by_a_fraction = rounded.is_none();
        self.winner = rounded.or_else(|| first(&TeamScore::exact));
        self.by_a_fraction &= self.winner.is_some();
        self.teams = teams;
    }

    /// The match in summary lines, such as `board 1 table 2: NS 98 EW -98`, for expectations.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for board in &self.boards {
            for at in &board.tables {
                let table = at.table.as_ref().map(|table| format!(" table {table}")).unwrap_or_default();
                let head = format!("board {}{table}", board.board);
                lines.extend(at.entries.iter().map(|entry| {
                    let place = if entry.is_below() { "below" } else { "above" };
                    format!("{head}: {} {} {place} by {}", entry.side, entry.points, entry.law)
                }));
                lines.extend(
                    at.given.iter().map(|(side, (what, law))| format!("{head}: {side} {} by {law}", what.word())),
                );
                let net: Vec<String> = at.net.iter().map(|(side, net)| format!("{side} {}", net.nearest())).collect();
                lines.push(format!("{head}: net {}", net.join(" ")));
                lines.extend(at.remarks.iter().map(|remark| format!("{head}: {remark}")));
            }
        }
        lines.extend(self.pairs.iter().map(|pair| {
            let (total, average) = (pair.total.nearest(), pair.average.nearest());
            format!("pair {} {}: {total}, average {average}, {}", pair.pair, pair.side, pair.sign())
        }));
        lines.extend(self.teams.iter().map(|team| format!("team {}: {}", team.team, team.total())));
        lines.extend(self.winner.iter().map(|winner| {
            format!("winner {winner}{}", if self.by_a_fraction { " by a fraction of a point" } else { "" })
        }));
        lines
    }
}

/// What a pair scored, board by board; a board is its place among those of the match.
struct Played {
    side: Side,
    name: String,
    scores: Vec<(usize, Fraction)>,
}

impl Played {
    fn total(&self) -> Fraction {
        self.scores.iter().fold(Fraction::ZERO, |sum, (_, net)| sum.plus(*net))
    }

    fn boards(&self) -> BTreeSet<usize> {
        self.scores.iter().map(|(board, _)| *board).collect()
    }
}

impl AtTable {
    fn score(&mut self, result: &DealResult) {
        self.entries.clone_from(&result.sheet);
        self.given = result.given.iter().map(|given| (given.side, (given.what, given.law.clone()))).collect();
        if result.given.is_empty() && !result.is_final() {
            return;
        }
        for side in Side::PAIRS {
            let points = |side: Side| {
                let scored = result.score.get(&side).copied().unwrap_or_default();
                scored.tricks.saturating_add(scored.honours)
            };
            if !self.given.contains_key(&side) {
                self.net.insert(side, Fraction::whole(points(side).saturating_sub(points(side.other()))));
            }
        }
    }
}
