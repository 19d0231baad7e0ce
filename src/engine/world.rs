//! One world: the table, what stands, what may be chosen, and the answers that set this world apart from others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::bridge::{CardSet, Seat};
use crate::code::tree::{ClauseId, FactId, FindingId, RightId, StatusId, Trigger};
use crate::code::value::Value;
use crate::source::Span;
use crate::table::Table;

use super::event::{Happened, Happening};
use super::ruled::Ruled;

/// The names bound in a clause, by slot, kept.
pub type Frame = Vec<Option<Value>>;

/// The names bound in a clause, by slot, while something is worked out.
pub type Names = [Option<Value>];

/// Names that begin as `start`, the rest not bound, for as long as `run` runs. Few of them take no memory of their own.
pub fn with_names<R>(start: &Names, slots: usize, run: impl FnOnce(&mut Names) -> R) -> R {
    const FEW: usize = 6;
    let slots = slots.max(start.len());
    if slots > FEW {
        let mut names = start.to_vec();
        names.resize(slots, None);
        return run(&mut names);
    }
    let mut names = [const { None }; FEW];
    for (name, known) in names.iter_mut().zip(start) {
        name.clone_from(known);
    }
    run(&mut names[..slots])
}

/// Something that is not known and that a ruling can depend on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// Did this player hold any of these cards when this event happened?
    Holds {
        /// The number of the event of the record.
        event: u32,
        /// Whose hidden hand it is.
        player: Seat,
        /// Cards that nobody is known to have been dealt.
        cards: CardSet,
    },
    /// A question of judgement.
    Finding {
        /// The number of the event of the record.
        event: u32,
        /// What is asked.
        finding: FindingId,
        /// About what.
        args: Vec<Value>,
        /// For a finding that is a set: whether this belongs to it.
        member: Option<Value>,
    },
    /// A fact that the record could have said and does not, such as the score before the deal.
    Unsaid {
        /// The fact.
        fact: FactId,
        /// Its arguments.
        args: Vec<Value>,
    },
}

/// Why an event could not be worked off.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// It depends on this.
    Ask(Box<Question>),
    /// The law file is at fault.
    Fault(Fault),
}

/// A fault of a law file that shows only when it runs; rare, and boxed so that all that may fail stays small.
pub type Fault = Box<LawFault>;

/// A fault of a law file, and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct LawFault {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// A status that stands.
#[derive(Debug, Clone)]
pub struct Stands {
    /// Its parts.
    pub args: Vec<Value>,
    /// Its place in the order of all beginnings.
    pub since: u64,
    /// What ends it.
    pub until: Vec<Armed>,
    /// The ruling that began it.
    pub ruling: u32,
}

/// What stands, by kind. Of the kinds of a code hardly any ever stands in one deal, so only those are kept that have stood.
#[derive(Debug, Clone, Default)]
pub struct Statuses {
    /// For each kind of status, its place among those that have stood, counted from 1; 0 for one that has not.
    places: Vec<u16>,
    kinds: Vec<(StatusId, Vec<Stands>)>,
}

impl Statuses {
    /// Room for so many kinds, of which none stands.
    pub fn new(kinds: usize) -> Statuses {
        Statuses { places: vec![0; kinds], kinds: Vec::with_capacity(8) }
    }

    /// Those of a kind, the oldest first.
    #[inline]
    pub fn of(&self, status: StatusId) -> &[Stands] {
        match self.places.get(status.index()) {
            Some(0) | None => &[],
            Some(place) => self.kinds.get(usize::from(*place) - 1).map_or(&[], |(_, standing)| standing),
        }
    }

    /// Begins one.
    pub fn begin(&mut self, status: StatusId, stands: Stands) {
        let Some(place) = self.places.get_mut(status.index()) else { return };
        if *place == 0 {
            self.kinds.push((status, Vec::new()));
            *place = u16::try_from(self.kinds.len()).unwrap_or(0);
        }
        if let Some((_, standing)) = self.kinds.get_mut(usize::from(*place).wrapping_sub(1)) {
            standing.push(stands);
        }
    }

    /// None stands any more.
    pub fn clear(&mut self) {
        self.places.fill(0);
        self.kinds.clear();
    }

    /// Ends those of a kind that are not to stand on.
    pub fn keep(&mut self, status: StatusId, stands_on: impl FnMut(&Stands) -> bool) {
        if let Some((_, standing)) = self.kinds.iter_mut().find(|(kind, _)| *kind == status) {
            standing.retain(stands_on);
        }
    }

    /// All kinds of which one stands, in the order of the code.
    pub fn iter(&self) -> impl Iterator<Item = (StatusId, &[Stands])> {
        let mut kinds: Vec<&(StatusId, Vec<Stands>)> = self.standing().collect();
        kinds.sort_unstable_by_key(|(status, _)| *status);
        kinds.into_iter().map(|(status, standing)| (*status, standing.as_slice()))
    }

    /// All kinds of which one stands, in the order in which they first stood.
    fn standing(&self) -> impl Iterator<Item = &(StatusId, Vec<Stands>)> {
        self.kinds.iter().filter(|(_, standing)| !standing.is_empty())
    }

    /// Whether any stands that is of such a kind and waits for its end.
    pub fn any_waits(&self, is: impl Fn(StatusId) -> bool) -> bool {
        self.standing().any(|(status, standing)| is(*status) && standing.iter().any(|one| !one.until.is_empty()))
    }
}

/// A trigger that is waited for, with the names that it was set with. Its tests are worked out.
#[derive(Debug, Clone)]
pub struct Armed {
    /// The trigger.
    pub trigger: Trigger,
    /// The names.
    pub frame: Frame,
}

/// A right that was opened.
#[derive(Debug, Clone)]
pub struct Opened {
    /// Its definition.
    pub def: RightId,
    /// The clause that opened it.
    pub clause: ClauseId,
    /// The names of the clause.
    pub frame: Frame,
    /// Who holds it now.
    pub holders: Vec<Seat>,
    /// Who gets it when the holder declines.
    pub next: Option<Seat>,
    /// All of them must agree; what each has named so far.
    pub together: Option<BTreeMap<Seat, (usize, Vec<Value>)>>,
    /// Against whom.
    pub target: Option<Seat>,
    /// When it lapses.
    pub until: Vec<Armed>,
    /// For each option, the conduct that chooses it.
    pub when: Vec<Vec<Armed>>,
    /// What loses it.
    pub lost: Vec<(Vec<Armed>, usize)>,
    /// The event of the record at which it opened.
    pub opened: u32,
    /// The ruling that opened it.
    pub ruling: u32,
    /// Whether it is still open.
    pub open: bool,
}

/// One entry for the score.
#[derive(Debug, Clone, PartialEq)]
pub struct Noted {
    /// The remedy, as the engine knows it.
    pub remedy: crate::code::known::KnownRemedy,
    /// Its parts.
    pub args: Vec<Value>,
    /// The clause that gave it, as cited.
    pub law: String,
    /// The ruling that gave it.
    pub ruling: u32,
}

/// One world.
#[derive(Debug, Clone)]
pub struct World {
    /// The table.
    pub table: Table,
    /// What stands.
    pub statuses: Statuses,
    /// All rights that were ever opened.
    pub rights: Vec<Opened>,
    /// What is known or supposed about open questions.
    pub answers: BTreeMap<Question, Value>,
    /// Answers for any time: given by the record.
    pub judged: Vec<Judgement>,
    /// The plays that somebody challenges in the record, by player and trick.
    pub challenged: Arc<BTreeSet<(Seat, u8)>>,
    /// Entries for the score.
    pub noted: Vec<Noted>,
    /// The rulings so far; [`World::rulings`] puts them into words.
    pub ruled: Vec<Ruled>,
    /// What is still to be dealt with.
    pub queue: VecDeque<Happening>,
    /// The events of the record so far.
    pub happened: Vec<Happened>,
    /// The number of the event of the record that is being dealt with, from 1.
    pub now: u32,
    /// What is being dealt with.
    pub current: Option<Happening>,
    /// How many statuses have begun so far.
    pub begun: u64,
    /// How many rulings have been begun so far.
    pub next_ruling: u32,
    /// How many steps the event of the record has taken so far.
    pub steps: u32,
    /// The deal is given up and no event of it counts any more.
    pub ended: bool,
}

/// An answer that the record gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The finding, or the fact of a hidden hand.
    pub about: crate::code::log::Judged,
    /// Its arguments; none: whatever they are.
    pub args: Vec<Value>,
    /// The answer.
    pub answer: Value,
}

impl World {
    /// The statuses of a kind that stand.
    pub fn standing(&self, status: StatusId) -> &[Stands] {
        self.statuses.of(status)
    }
}
