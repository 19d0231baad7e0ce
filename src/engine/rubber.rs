//! A deal entered in the score of a rubber: the laws' `entered()` worked out after the deal is scored.
//!
//! In: the world in which the deal was scored, and what the sides had before. Out: what they stand at, who wins a game or the
//! rubber by it, and what that scores.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bridge::Side;
use crate::code::known::{KnownEvent, KnownRemedy};
use crate::record::{Record, SideScore};
use crate::ruling::Ruling;

use super::event::Happening;
use super::run::{Deal, Node};
use super::score::{DealResult, Entry, entries};
use super::settings::{Engine, Shared};
use super::world::{Stop, World};

/// What a deal does for the game and the rubber.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rubber {
    /// What each side stands at after the deal.
    pub score: BTreeMap<Side, SideScore>,
    /// Who wins a game by the deal.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game: Option<Side>,
    /// Who wins the rubber by it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub won: Option<Side>,
    /// The rubber is over: won, or left unfinished.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub over: bool,
    /// Each entry of the score that comes with it, such as points for the winners of the rubber.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub entries: Vec<Ruling>,
    /// The points of those entries, one by one.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub sheet: Vec<Entry>,
    /// The law under which the game was won.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game_law: Option<String>,
    /// The law under which the rubber was won.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub won_law: Option<String>,
    /// Columns that are left out of the totals, each with the law that says so.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub left_out: BTreeMap<String, String>,
    /// The law under which the totals are compared.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub compared: Option<String>,
}

impl World {
    /// The deal is entered in the score: whether a game is won by it, and the rubber, is law.
    pub(super) fn enter(&mut self, shared: &Shared<'_>, result: &mut DealResult) {
        let Some(entered) = shared.settings.known_event(KnownEvent::Entered) else { return };
        if self.table.score.is_none() {
            return;
        }
        self.ruled.clear();
        self.noted.clear();
        self.table.seating.part();
        for (side, scored) in &result.score {
            self.table.add_score(*side, 0, scored.tricks);
        }
        self.queue.push_back(Happening::event(entered, []));
        let mut done = self.drain(shared);
        if let (Ok(()), true, false) = (&done, self.table.broken_off, self.table.rubber.over)
            && let Some(unfinished) = shared.settings.known_event(KnownEvent::LeftUnfinished)
        {
            self.table.rubber.over = true;
            self.queue.push_back(Happening::event(unfinished, []));
            done = self.drain(shared);
        }
        match done {
            Ok(()) => {}
            Err(Stop::Ask(question)) => {
                result.remarks.push(format!("the rubber hangs on this: {}", shared.question_english(&question)));
                return;
            }
            Err(Stop::Fault(fault)) => {
                result.remarks.push(fault.message);
                return;
            }
        }
        let accounts = self.table.seating.accounts();
        let law_of = |remedy| self.noted.iter().find(|noted| noted.remedy == remedy).map(|noted| noted.law.clone());
        result.rubber = Some(Rubber {
            score: accounts.iter().filter_map(|side| Some((*side, self.table.score_of(*side)?))).collect(),
            game: self.table.rubber.game,
            won: self.table.rubber.won,
            over: self.table.rubber.over,
            sheet: entries(shared, &accounts, &self.noted),
            game_law: law_of(KnownRemedy::CloseGame),
            won_law: law_of(KnownRemedy::CloseRubber),
            left_out: self
                .noted
                .iter()
                .filter(|noted| noted.remedy == KnownRemedy::LeaveOut)
                .filter_map(|noted| Some((shared.code.notation(noted.args.first()?), noted.law.clone())))
                .collect(),
            compared: law_of(KnownRemedy::CompareTotals),
            entries: self.rulings(shared),
        });
    }
}

/// How the laws compare those who played a match of boards: the laws that say so, as cited.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Comparison {
    /// The teams by their totals.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub teams: Option<String>,
    /// Each pair with those who held the same cards.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pairs: Option<String>,
}

impl Engine {
    /// How the laws compare those who played a match; nothing for a code that does not know matches.
    pub fn comparison(&self) -> Comparison {
        let Some(law) = self.code().laws.first() else { return Comparison::default() };
        let deal = Deal::new(self, &Record::empty(law.span), &[]);
        let event = deal.shared().settings.known_event(KnownEvent::MatchOver);
        let (Some(event), Node::World(world)) = (event, deal.root()) else { return Comparison::default() };
        let mut world = world.clone();
        world.queue.push_back(Happening::event(event, []));
        // A clause that needs to know something of a deal says nothing of a match.
        let done = world.drain(&deal.shared());
        let law_of = |remedy| {
            done.is_ok()
                .then(|| world.noted.iter().find(|noted| noted.remedy == remedy).map(|noted| noted.law.clone()))?
        };
        Comparison { teams: law_of(KnownRemedy::CompareTeams), pairs: law_of(KnownRemedy::ComparePairs) }
    }
}
