//! The deal scored: the laws' `settle()` worked out on a copy of the world, then what the sides may stand at.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::bridge::{Seat, Side};
use crate::code::known::{KnownEvent, KnownRemedy, KnownStatus};
use crate::code::value::Value;
use crate::ruling::{Ruling, State};
use crate::table::Stage;

use super::event::Happening;
use super::run::Shared;
use super::truth::Tri;
use super::world::{Question, Stop, World};

/// The result of a deal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DealResult {
    /// The tricks of each side, moved ones included, North and South first; none when they are not known.
    pub tricks: Option<[i64; 2]>,
    /// Whether the contract was made: the odd tricks over it, or under it as a negative number; none where there is no contract of a level.
    pub over: Option<i64>,
    /// What each side scores, North and South first.
    pub score: [SideResult; 2],
    /// Each entry of the score with its law.
    pub entries: Vec<Ruling>,
    /// Why there is no score, or what limits it, in words.
    pub remarks: Vec<String>,
}

impl DealResult {
    /// Whether the deal came to an end: a score, or no score at all.
    pub fn is_final(&self) -> bool {
        self.tricks.is_some() || self.remarks.iter().all(|remark| remark != NOT_OVER)
    }
}

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
        copy.rulings.clear();
        let settled = match shared.settings.known_event(KnownEvent::Settle) {
            Some(settle) => {
                copy.queue.push_back(Arc::new(Happening::event(settle, [])));
                copy.drain(shared)
            }
            None => Ok(()),
        };
        let tricks = Some([copy.won(Side::NS, None), copy.won(Side::EW, None)]);
        let over = copy.table.contract.and_then(|contract| {
            contract.level.map(|level| copy.won(contract.declarer.side(), None) - 6 - i64::from(level))
        });
        let mut result = DealResult { tricks, over, entries: copy.rulings.clone(), ..DealResult::default() };
        match settled {
            Ok(()) => copy.add_up(shared, &mut result),
            Err(Stop::Ask(question)) => {
                result.entries.clear();
                result.remarks.push(format!("the score hangs on this: {}", shared.question_english(&question)));
            }
            Err(Stop::Fault(fault)) => result.remarks.push(fault.message),
        }
        result
    }

    /// Adds the entries up, takes off, and limits.
    fn add_up(&self, shared: &Shared<'_>, result: &mut DealResult) {
        for noted in &self.noted {
            match (noted.remedy, noted.args.as_slice()) {
                (KnownRemedy::Award, [Value::Number(points), column, Value::Side(side)]) => {
                    let score = &mut result.score[side.index()];
                    match shared.code.notation(column).as_str() {
                        "tricks" => score.tricks = score.tricks.saturating_add(*points),
                        _ => score.honours = score.honours.saturating_add(*points),
                    }
                }
                (KnownRemedy::TakeOff, [Value::Number(points), Value::Side(side)]) => {
                    self.take_off(*points, *side, result)
                }
                _ => {}
            }
        }
        let Some(capped) = shared.settings.known_status(KnownStatus::Capped) else { return };
        for stands in self.standing(capped) {
            if let [Value::Side(side), Value::Number(most)] = stands.args.as_slice() {
                self.limit(*side, *most, result);
            }
        }
    }

    /// Points come off what a side has towards the game, but never more than it has.
    fn take_off(&self, points: i64, side: Side, result: &mut DealResult) {
        let name = both(side);
        match self.table.score {
            Some(score) => {
                let had = score[side.index()].towards;
                let off = points.min((had + result.score[side.index()].tricks).max(0));
                result.score[side.index()].tricks -= off;
                if off < points {
                    result.remarks.push(format!("{name} have only {off} points that can come off"));
                }
            }
            None => result
                .remarks
                .push(format!("{points} points come off what {name} had towards the game, as far as they had them")),
        }
    }

    /// A side cannot stand above a number towards the game.
    fn limit(&self, side: Side, most: i64, result: &mut DealResult) {
        let name = both(side);
        match self.table.score {
            Some(score) => {
                let had = score[side.index()].towards;
                let scored = &mut result.score[side.index()].tricks;
                if had + *scored > most {
                    *scored = (most - had).max(0).min(*scored);
                    result.remarks.push(format!("{name} stand at {} towards the game and no higher", had + *scored));
                }
            }
            None => {
                let scored = &mut result.score[side.index()].tricks;
                *scored = (*scored).min(most);
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
        let opened = self.rulings.iter().find(|ruling| ruling.id == right.ruling)?;
        opened.right.as_ref().map(|report| report.state)
    }
}

/// The two players of a side by name.
fn both(side: Side) -> String {
    let [one, other] = side.members();
    format!("{one} and {other}")
}

impl Shared<'_> {
    /// A question in English.
    pub fn question_english(&self, question: &Question) -> String {
        match question {
            Question::Holds { player, cards, .. } => {
                let suit = crate::bridge::Suit::ALL
                    .into_iter()
                    .find(|suit| cards.without(crate::bridge::CardSet::of_suit(*suit)).is_empty());
                match suit {
                    Some(suit) if cards.len() > 1 => format!("did {player} hold a card of {}?", suit.name()),
                    _ => {
                        let cards: Vec<String> =
                            cards.iter().map(|card| self.code.english(&Value::Card(card))).collect();
                        format!("did {player} hold any of {}?", cards.join(" "))
                    }
                }
            }
            Question::Finding { finding, args, member, .. } => {
                let finding = &self.code.findings[finding.index()];
                let text = self.code.phrase(&finding.phrase, &finding.params, args);
                match member {
                    Some(member) => format!("{text} Is {} among them?", self.code.english(member)),
                    None => text,
                }
            }
            Question::Unsaid { fact, args } => {
                let fact = &self.code.facts[fact.index()];
                format!("what the record does not say: {}", self.code.phrase(&fact.phrase, &fact.params, args))
            }
        }
    }

    /// A question in the notation of records, as `judge` takes it.
    pub fn question_notation(&self, question: &Question) -> String {
        match question {
            Question::Holds { player, cards, .. } => {
                let suit = crate::bridge::Suit::ALL
                    .into_iter()
                    .find(|suit| cards.without(crate::bridge::CardSet::of_suit(*suit)).is_empty());
                match suit {
                    Some(suit) if cards.len() > 1 => format!("held({player}, {})", suit.name()),
                    _ => {
                        let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
                        format!("holds({player}, {})", cards.join(" "))
                    }
                }
            }
            Question::Finding { finding, args, member, .. } => {
                let atom = self.code.atom(&self.code.findings[finding.index()].name, args);
                match member {
                    Some(member) => format!("{atom} has {}", self.code.notation(member)),
                    None => atom,
                }
            }
            Question::Unsaid { fact, args } => self.code.atom(&self.code.facts[fact.index()].name, args),
        }
    }
}
