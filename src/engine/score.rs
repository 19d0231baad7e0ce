//! The deal scored: the laws' `settle()` worked out on a copy of the world, then what the sides may stand at.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bridge::{Seat, Side};
use crate::code::known::{KnownEvent, KnownRemedy, KnownStatus};
use crate::code::value::Value;
use crate::ruling::{Ruling, State};
use crate::table::Stage;

use super::event::Happening;
use super::rubber::Rubber;
use super::ruled::Ruled;
use super::settings::Shared;
use super::truth::Tri;
use super::world::{Noted, Stands, Stop, World};

/// The result of a deal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DealResult {
    /// The tricks of each side, moved ones included; empty when they are not known.
    pub tricks: BTreeMap<Side, i64>,
    /// Whether the contract was made: the odd tricks over it, or under it as a negative number; none where there is no contract of a level.
    pub over: Option<i64>,
    /// What each side scores, or each player where each plays for himself.
    pub score: BTreeMap<Side, SideResult>,
    /// The score entry by entry, in the order in which the laws gave the points.
    pub sheet: Vec<Entry>,
    /// The rulings that scored the deal.
    pub entries: Vec<Ruling>,
    /// What a side gets in place of a score of its own.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub given: Vec<Given>,
    /// What the deal does for the game and the rubber, where the score before it is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rubber: Option<Rubber>,
    /// Why there is no score, or what limits it, in words.
    pub remarks: Vec<String>,
}

/// What a side gets in place of a score of its own, from those who held its cards at other tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Which side.
    pub side: Side,
    /// What.
    pub what: FromOthers,
    /// The law that gives it, as cited.
    pub law: String,
}

/// What the scores of others on a board come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FromOthers {
    Average,
    Lowest,
    Highest,
}

impl FromOthers {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            FromOthers::Average => "average",
            FromOthers::Lowest => "lowest",
            FromOthers::Highest => "highest",
        }
    }
}

impl DealResult {
    /// Whether the deal came to an end: a score, or no score at all.
    pub fn is_final(&self) -> bool {
        !self.tricks.is_empty() || self.remarks.iter().all(|remark| remark != NOT_OVER)
    }
}

impl DealResult {
    /// Whether another result scores otherwise.
    pub fn differs(&self, other: &DealResult) -> bool {
        self.score != other.score || self.sheet != other.sheet
    }

    /// What a side has below the line so far.
    fn below(&self, side: Side) -> i64 {
        let below = self.sheet.iter().filter(|entry| entry.side == side && entry.is_below());
        below.fold(0, |sum, entry| sum.saturating_add(entry.points))
    }

    /// Points below the line, fewer or more.
    fn enter(&mut self, side: Side, points: i64, law: &str) {
        if points != 0 {
            self.sheet.push(Entry { side, column: BELOW.to_string(), points, law: law.to_string() });
        }
    }
}

/// One entry of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// For whom.
    pub side: Side,
    /// `tricks`, below the line; any other column is above it.
    pub column: String,
    /// How many points; negative for what comes off.
    pub points: i64,
    /// The law that gives them, as cited.
    pub law: String,
}

impl Entry {
    /// Whether it stands below the line, towards the game.
    pub fn is_below(&self) -> bool {
        self.column == BELOW
    }
}

/// The column of what counts towards the game.
const BELOW: &str = "tricks";

/// What is said of a deal that still goes on.
const NOT_OVER: &str = "the play is not over";

/// What a side scores in a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SideResult {
    /// Below the line, towards the game.
    pub tricks: i64,
    /// Above the line.
    pub honours: i64,
}

/// What a deal would come to if an open right were used in one way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WayOut {
    /// The number of the right.
    pub right: u32,
    /// The law that gives it, as cited.
    pub law: String,
    /// Who chooses.
    pub by: Seat,
    /// The option.
    pub option: String,
    /// What the deal comes to then; none where the option needs something to be named.
    pub result: Option<DealResult>,
}

impl World {
    /// Scores the deal as it stands. What hangs on something unknown is said in the remarks.
    pub fn score(&self, shared: &Shared<'_>) -> DealResult {
        let given = self.given();
        if !given.is_empty() {
            return DealResult { given, ..DealResult::default() };
        }
        if self.table.void {
            return DealResult { remarks: vec!["the deal is not scored".to_string()], ..DealResult::default() };
        }
        if self.table.stage != Stage::AfterPlay {
            return DealResult { remarks: vec![NOT_OVER.to_string()], ..DealResult::default() };
        }
        if !self.table.tricks_known() {
            return DealResult {
                remarks: vec!["the record does not say how many tricks were won".to_string()],
                ..DealResult::default()
            };
        }
        let mut copy = self.clone();
        copy.ruled.clear();
        let settled = match shared.settings.known_event(KnownEvent::Settle) {
            Some(settle) => {
                copy.queue.push_back(Happening::event(settle, []));
                copy.drain(shared)
            }
            None => Ok(()),
        };
        let sides = copy.table.seating.sides();
        let tricks = sides.into_iter().map(|side| (side, copy.won(side, None))).collect();
        let over = copy.scope(shared).over_contract();
        let mut result = DealResult { tricks, over, entries: copy.rulings(shared), ..DealResult::default() };
        match settled {
            Ok(()) => {
                let rulings: Vec<&Ruled> = self.ruled.iter().chain(&copy.ruled).collect();
                copy.add_up(shared, &rulings, &mut result);
                copy.enter(shared, &mut result);
            }
            Err(Stop::Ask(question)) => {
                result.entries.clear();
                result.remarks.push(format!("the score hangs on this: {}", shared.question_english(&question)));
            }
            Err(Stop::Fault(fault)) => result.remarks.push(fault.message),
        }
        result
    }

    /// What the laws give in place of a score.
    fn given(&self) -> Vec<Given> {
        let given = self.noted.iter().filter_map(|noted| {
            let what = match noted.remedy {
                KnownRemedy::Average => FromOthers::Average,
                KnownRemedy::LowestScore => FromOthers::Lowest,
                KnownRemedy::HighestScore => FromOthers::Highest,
                _ => return None,
            };
            match noted.args.as_slice() {
                [Value::Side(side)] => Some(Given { side: *side, what, law: noted.law.clone() }),
                _ => None,
            }
        });
        given.collect()
    }

    /// Enters what the laws give, takes off, limits, and adds up. `rulings` are those of the deal and of its score.
    fn add_up(&self, shared: &Shared<'_>, rulings: &[&Ruled], result: &mut DealResult) {
        let accounts = self.table.seating.accounts();
        result.sheet = entries(shared, &accounts, &self.noted);
        for noted in self.noted.iter().filter(|noted| noted.remedy == KnownRemedy::TakeOff) {
            if let [Value::Number(points), Value::Side(side)] = noted.args.as_slice() {
                self.take_off(*points, *side, &noted.law, result);
            }
        }
        if let Some(capped) = shared.settings.known_status(KnownStatus::Capped) {
            for stands in self.standing(capped) {
                if let [Value::Side(side), Value::Number(most)] = stands.args.as_slice() {
                    // Of several limits on a side only the lowest tells.
                    let lower = |other: &Stands| match other.args.as_slice() {
                        [Value::Side(whose), Value::Number(limit)] => {
                            whose == side && (limit, other.since) < (most, stands.since)
                        }
                        _ => false,
                    };
                    if self.standing(capped).iter().any(lower) {
                        continue;
                    }
                    let law = rulings.iter().find(|ruled| ruled.id == stands.ruling).map(|ruled| ruled.law(shared));
                    self.limit(*side, *most, &law.unwrap_or_default(), result);
                }
            }
        }
        result.score = accounts.into_iter().map(|side| (side, SideResult::default())).collect();
        for entry in &result.sheet {
            let score = result.score.entry(entry.side).or_default();
            let column = if entry.is_below() { &mut score.tricks } else { &mut score.honours };
            *column = column.saturating_add(entry.points);
        }
    }

    /// Points come off what a side has towards the game, but never more than it has.
    fn take_off(&self, points: i64, side: Side, law: &str, result: &mut DealResult) {
        let name = side.names();
        match self.table.score_of(side) {
            Some(score) => {
                let off = points.min(score.towards.saturating_add(result.below(side)).max(0));
                result.enter(side, -off, law);
                if off < points {
                    result.remarks.push(format!("{name} have only {off} points that can come off"));
                }
            }
            None => result.remarks.push(format!(
                "{points} points come off what {name} stand at towards the game, as far as they have them"
            )),
        }
    }

    /// A side cannot stand above a number towards the game.
    fn limit(&self, side: Side, most: i64, law: &str, result: &mut DealResult) {
        let name = side.names();
        let scored = result.below(side);
        match self.table.score_of(side) {
            Some(score) => {
                let had = score.towards;
                if had.saturating_add(scored) > most {
                    let left = most.saturating_sub(had).max(0).min(scored);
                    result.enter(side, left - scored, law);
                    result
                        .remarks
                        .push(format!("{name} stand at {} towards the game and no higher", had.saturating_add(left)));
                }
            }
            None => {
                result.enter(side, scored.min(most) - scored, law);
                result.remarks.push(format!("{name} cannot stand above {most} towards the game by this deal"));
            }
        }
    }

    /// What the deal comes to for each way out of each right that is still open.
    pub fn ways_out(&self, shared: &Shared<'_>) -> Vec<WayOut> {
        let mut out = Vec::new();
        for place in (0..self.rights.len()).filter(|place| self.rights[*place].open) {
            let right = &self.rights[place];
            let def = &shared.code.rights[right.def.index()];
            let Some(by) = right.holders.first().copied() else { continue };
            for (option, choice) in def.options.iter().enumerate() {
                if !matches!(self.scope(shared).offered(right, option), Ok(Tri::Yes)) {
                    continue;
                }
                let result = choice.picks.is_empty().then(|| self.after(shared, place, option, by)).flatten();
                let law = shared.code.cite(right.clause);
                out.push(WayOut { right: place as u32, law, by, option: choice.label.clone(), result });
            }
        }
        out
    }

    fn after(&self, shared: &Shared<'_>, place: usize, option: usize, by: Seat) -> Option<DealResult> {
        let mut copy = self.clone();
        copy.take(shared, place, option, Some(by), Vec::new(), false).ok()?;
        copy.drain(shared).ok()?;
        copy.table.void |= copy.ended;
        Some(copy.score(shared))
    }

    /// The state of a right.
    pub fn right_state(&self, place: usize) -> Option<State> {
        let right = self.rights.get(place)?;
        if right.open {
            return Some(State::Open);
        }
        let opened = self.ruled(right.ruling)?;
        opened.right.as_ref().map(|report| report.state)
    }
}

/// The points that the laws give: for each account that belongs to the side, so that two players who are partners for one deal
/// both have them.
pub(super) fn entries(shared: &Shared<'_>, accounts: &[Side], noted: &[Noted]) -> Vec<Entry> {
    let mut out = Vec::new();
    for noted in noted {
        let [Value::Number(points), column, Value::Side(side)] = noted.args.as_slice() else { continue };
        let points = match noted.remedy {
            KnownRemedy::Award => *points,
            KnownRemedy::Strike => points.saturating_neg(),
            _ => continue,
        };
        let whose = accounts.iter().filter(|account| account.within(*side) || side.within(**account));
        out.extend(whose.filter(|_| points != 0).map(|account| Entry {
            side: *account,
            column: shared.code.notation(column),
            points,
            law: noted.law.clone(),
        }));
    }
    out
}
