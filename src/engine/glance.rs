//! Conditions decided at a glance: worked out over values that are copied, with no memory of their own.
//!
//! In: the conditions of a code, made ready once as a row of steps. Out: yes or no, or that more than a glance is needed: then
//! [`super::truth`] works the condition out. INVARIANT: what is decided here comes out the same there; builds with debug assertions
//! hold every answer against it.

mod making;
mod plain;
mod table;

pub use making::{glance, guard};

use crate::code::known::Builtin;
use crate::code::tree::{Arithmetic, EnumId, Expr, FactId, Fold, HouseRuleId, Order, ReadingId, StatusId};
use crate::code::value::Value;

use super::eval::{Scope, arithmetic};
use super::truth::{Tri, compare};
use super::world::{Fault, Names};
use plain::Plain;

/// A condition with what can be told of it at a glance.
#[derive(Debug, Clone)]
pub struct Glance {
    steps: Vec<Step>,
    /// How many names of its frame the steps look at.
    names: usize,
    result: Place,
}

/// Conditions on the parts of an event alone: where one fails, nothing that waits for the event under them need be looked at.
#[derive(Debug, Clone)]
pub struct Guard {
    /// The parts that are bound, each with its name.
    bound: Vec<(usize, Place)>,
    /// Those of them that the steps look at.
    looked_at: Vec<(usize, Place)>,
    steps: Vec<Step>,
    /// Holds yes from the start: no step writes it, and one that fails ends the guard.
    result: Place,
}

/// What a part of a condition is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Is(Plain),
    Missing,
    /// More than a glance is needed.
    Unsure,
}

/// So many values are kept at once: first the names of the frame, then what is worked out.
const MOST_KEPT: usize = 32;

/// At most so many names of a frame are looked at.
const MOST_NAMES: usize = 16;

/// A place among the values that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place(u8);

/// The values that are kept.
struct Kept([Seen; MOST_KEPT]);

impl Kept {
    fn new() -> Kept {
        Kept([Seen::Missing; MOST_KEPT])
    }

    #[inline(always)]
    fn at(&self, place: Place) -> Seen {
        self.0[usize::from(place.0) % MOST_KEPT]
    }

    #[inline(always)]
    fn put(&mut self, place: Place, seen: Seen) {
        self.0[usize::from(place.0) % MOST_KEPT] = seen;
    }
}

/// So many steps are left out.
type Skip = u16;

/// One step. Its first place takes the result; definitions are put in where they are used.
#[derive(Debug, Clone, Copy)]
enum Step {
    Put(Place, Plain),
    Copy(Place, Place),
    /// A fact of the table, of no part, of one or of two.
    Fact(Place, Builtin, FactId),
    FactOf(Place, Builtin, FactId, Place),
    FactOfTwo(Place, Builtin, FactId, Place, Place),
    HouseRule(Place, HouseRuleId),
    Reading(Place, ReadingId, EnumId),
    /// Whether such a status stands; its parts are tested against the values from a place on, those of which the bit is set.
    Stands(Place, StatusId, Place, u8),
    There(Place, Place),
    Not(Place, Place),
    /// Whether two are equal, or differ.
    Equal(Place, Place, Place, bool),
    EqualTo(Place, Place, Plain, bool),
    Compare(Place, Order, Place, Place),
    Arithmetic(Place, Arithmetic, Place, Place),
    /// Whether it is one of so many values from a place on.
    OneOf(Place, Place, Place, u8),
    /// `and`, begun with yes: what decides ends it, what is missing goes before yes.
    And(Place, Place, Skip),
    /// `or`, begun with no.
    Or(Place, Place, Skip),
    /// What does not hold ends a guard.
    Need(Place),
    /// What holds, or is not there, ends it.
    NeedNot(Place),
    /// Two that are not equal, or that do not differ, end it.
    NeedEqual(Place, Place, bool),
    /// What is missing makes it missing, and ends it.
    Have(Place, Place, Skip),
    /// `some`, `every` or `the` over the players: the steps that follow are done for each, with his name and their result.
    Players(Place, Fold, Place, Place, Skip),
    /// Nothing is there yet.
    Clear(Place),
    /// Steps left out unless it holds.
    Unless(Place, Skip),
    /// A player is meant, in `the(p in players: (a and p is x) or (b and p is y))`; the third place tells whether two are.
    Mean(Place, Place, Place),
    /// Of several that are meant, none is the one.
    OnlyOne(Place, Place),
    Unsure,
}

impl Guard {
    /// Whether the first names are bound to these values, one after the other.
    pub fn binds(&self, args: &Names, values: &[Value]) -> bool {
        let named = |name: usize| self.bound.iter().rev().find(|(_, bound)| usize::from(bound.0) == name);
        (0..args.len()).map(|name| values.get(named(name)?.0)).eq(args.iter().map(Option::as_ref))
    }
}

impl Seen {
    #[inline]
    fn of(value: &Value) -> Seen {
        Seen::told(Plain::of(value))
    }

    /// A value, if it is one that can be copied.
    #[inline]
    fn told(plain: Option<Plain>) -> Seen {
        plain.map_or(Seen::Unsure, Seen::Is)
    }

    #[inline]
    fn truth(truth: bool) -> Seen {
        Seen::Is(Plain::truth(truth))
    }

    #[inline]
    fn is_yes(self) -> bool {
        self == Seen::Is(Plain::YES)
    }

    /// Two values held against each other.
    #[inline]
    fn with(self, other: Seen, hold: impl FnOnce(Plain, Plain) -> Seen) -> Seen {
        match (self, other) {
            (Seen::Is(one), Seen::Is(other)) => hold(one, other),
            (Seen::Unsure, _) | (_, Seen::Unsure) => Seen::Unsure,
            _ => Seen::Missing,
        }
    }
}

impl Scope<'_> {
    /// Whether a whole condition holds, as [`Scope::holds`] says it: at a glance where that is enough.
    pub fn holds_at(&self, glance: &Glance, expr: &Expr, names: &Names) -> Result<Tri, Fault> {
        let mut kept = Kept::new();
        for (kept, name) in kept.0.iter_mut().zip(names).take(glance.names) {
            *kept = name.as_ref().map_or(Seen::Missing, Seen::of);
        }
        let tri = match self.look(&glance.steps, glance.result, &mut kept) {
            Seen::Is(Plain::YES) => Tri::Yes,
            Seen::Is(_) | Seen::Missing => Tri::No,
            Seen::Unsure => return self.holds(expr, names),
        };
        debug_assert_eq!(self.holds(expr, names).as_ref(), Ok(&tri));
        Ok(tri)
    }

    /// Whether the conditions of a guard hold of these parts; nothing when a glance does not tell.
    pub fn passes(&self, guard: &Guard, values: &[Value]) -> Option<bool> {
        let mut kept = Kept::new();
        for (part, name) in &guard.looked_at {
            kept.put(*name, values.get(*part).map_or(Seen::Missing, Seen::of));
        }
        kept.put(guard.result, Seen::truth(true));
        match self.look(&guard.steps, guard.result, &mut kept) {
            Seen::Is(Plain::YES) => Some(true),
            Seen::Is(_) | Seen::Missing => Some(false),
            Seen::Unsure => None,
        }
    }

    /// Takes the steps one after the other; gives what is then at a place, or that more than a glance is needed as soon as it is.
    fn look(&self, steps: &[Step], result: Place, kept: &mut Kept) -> Seen {
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            next += 1;
            let (to, seen) = match *step {
                Step::Put(to, value) => (to, Seen::Is(value)),
                Step::Copy(to, one) => (to, kept.at(one)),
                Step::Clear(to) => (to, Seen::Missing),
                Step::Fact(to, builtin, fact) => (to, self.see_fact(builtin, fact)),
                Step::FactOf(to, builtin, fact, one) => match kept.at(one) {
                    Seen::Is(one) => (to, self.see_fact_of(builtin, fact, one)),
                    other => (to, other),
                },
                Step::FactOfTwo(to, builtin, fact, one, other) => {
                    let seen =
                        kept.at(one).with(kept.at(other), |one, other| self.see_fact_of_two(builtin, fact, one, other));
                    (to, seen)
                }
                Step::HouseRule(to, rule) => (to, Seen::of(&self.settings.house_rules[rule.index()])),
                Step::Reading(to, reading, answers) => {
                    (to, Seen::told(Plain::of_enum(answers, self.settings.readings[reading.index()])))
                }
                Step::Stands(to, status, from, tested) => (to, self.see_standing(status, from, tested, kept)),
                Step::There(to, one) => match kept.at(one) {
                    Seen::Unsure => return Seen::Unsure,
                    seen => (to, Seen::truth(seen != Seen::Missing)),
                },
                Step::Not(to, one) => match kept.at(one) {
                    Seen::Is(value) => (to, Seen::truth(value != Plain::YES)),
                    other => (to, other),
                },
                Step::Equal(to, one, other, wanted) => {
                    let equal = |one, other| Seen::truth((one == other) == wanted);
                    (to, kept.at(one).with(kept.at(other), equal))
                }
                Step::EqualTo(to, one, value, wanted) => match kept.at(one) {
                    Seen::Is(one) => (to, Seen::truth((one == value) == wanted)),
                    other => (to, other),
                },
                Step::Compare(to, order, one, other) => {
                    let compared = |one: Plain, other: Plain| Seen::truth(compare(order, one.cmp(&other)));
                    (to, kept.at(one).with(kept.at(other), compared))
                }
                Step::Arithmetic(to, operation, one, other) => {
                    let worked_out = |one: Plain, other: Plain| match (one.as_number(), other.as_number()) {
                        (Some(one), Some(other)) => Seen::told(Plain::number(arithmetic(operation, one, other))),
                        _ => Seen::Missing,
                    };
                    (to, kept.at(one).with(kept.at(other), worked_out))
                }
                Step::OneOf(to, one, from, count) => {
                    let among = (from.0..from.0.saturating_add(count)).map(|place| kept.at(Place(place)));
                    let element = kept.at(one);
                    let found = among.fold(Seen::truth(false), |found, member| match (found, member) {
                        (Seen::Is(_), Seen::Is(_)) => {
                            if member == element {
                                Seen::truth(true)
                            } else {
                                found
                            }
                        }
                        (Seen::Is(_), other) => other,
                        (found, _) => found,
                    });
                    (to, if let Seen::Is(_) = element { found } else { element })
                }
                Step::And(to, one, skip) => match kept.at(one) {
                    Seen::Is(Plain::YES) => continue,
                    Seen::Is(_) => {
                        next += usize::from(skip);
                        (to, Seen::truth(false))
                    }
                    other => (to, other),
                },
                Step::Or(to, one, skip) => match kept.at(one) {
                    Seen::Is(Plain::YES) => {
                        next += usize::from(skip);
                        (to, Seen::truth(true))
                    }
                    Seen::Is(_) => continue,
                    other => (to, other),
                },
                Step::Need(one) => match kept.at(one) {
                    Seen::Is(Plain::YES) => continue,
                    Seen::Unsure => return Seen::Unsure,
                    _ => return Seen::truth(false),
                },
                Step::NeedNot(one) => match kept.at(one) {
                    Seen::Is(value) if value != Plain::YES => continue,
                    Seen::Unsure => return Seen::Unsure,
                    _ => return Seen::truth(false),
                },
                Step::NeedEqual(one, other, wanted) => match (kept.at(one), kept.at(other)) {
                    (Seen::Unsure, _) | (_, Seen::Unsure) => return Seen::Unsure,
                    (Seen::Is(one), Seen::Is(other)) if (one == other) == wanted => continue,
                    _ => return Seen::truth(false),
                },
                Step::Have(to, one, skip) => match kept.at(one) {
                    Seen::Is(_) => continue,
                    other => {
                        next += usize::from(skip);
                        (to, other)
                    }
                },
                Step::Players(to, fold, name, body, skip) => {
                    let of_each = &steps[next..next + usize::from(skip)];
                    next += usize::from(skip);
                    (to, self.see_players(fold, of_each, (name, body), kept))
                }
                Step::Unless(one, skip) => {
                    match kept.at(one) {
                        Seen::Is(Plain::YES) => {}
                        Seen::Unsure => return Seen::Unsure,
                        _ => next += usize::from(skip),
                    }
                    continue;
                }
                Step::Mean(to, one, several) => {
                    let player = |place| match kept.at(place) {
                        Seen::Is(player) => player.as_player(),
                        _ => None,
                    };
                    let Some(seat) = player(one).filter(|seat| self.world.table.seating.takes_part(*seat)) else {
                        continue;
                    };
                    if player(to).is_some_and(|other| other != seat) {
                        kept.put(several, Seen::truth(true));
                    }
                    (to, Seen::Is(seat.into()))
                }
                Step::OnlyOne(to, several) => match kept.at(several) {
                    Seen::Is(Plain::YES) => (to, Seen::Missing),
                    _ => continue,
                },
                Step::Unsure => return Seen::Unsure,
            };
            if seen == Seen::Unsure {
                return Seen::Unsure;
            }
            kept.put(to, seen);
        }
        kept.at(result)
    }

    #[inline(never)]
    fn see_standing(&self, status: StatusId, from: Place, tested: u8, kept: &Kept) -> Seen {
        let test = |part: usize| match tested >> part & 1 {
            1 => Some(kept.at(Place(from.0 + part as u8))),
            _ => None,
        };
        if (0..MOST_TESTS).any(|part| test(part) == Some(Seen::Missing)) {
            return Seen::Missing;
        }
        if let Some(always) = self.code.statuses[status.index()].duty.as_ref().filter(|duty| duty.always) {
            return Seen::truth(always.always);
        }
        let fits = |(part, value): (usize, &Value)| test(part).is_none_or(|wanted| Seen::of(value) == wanted);
        let mut standing = self.world.standing(status).iter();
        Seen::truth(standing.any(|standing| standing.args.iter().enumerate().all(fits)))
    }

    #[inline(never)]
    fn see_players(&self, fold: Fold, of_each: &[Step], (name, body): (Place, Place), kept: &mut Kept) -> Seen {
        let (mut yes, mut no, mut missing, mut last) = (0, 0, 0, Seen::Missing);
        for seat in self.rotation() {
            let player = Seen::Is(Plain::from(seat));
            kept.put(name, player);
            match self.look(of_each, body, kept) {
                Seen::Unsure => return Seen::Unsure,
                Seen::Missing => missing += 1,
                found if found.is_yes() => (yes, last) = (yes + 1, player),
                _ => no += 1,
            }
        }
        match fold {
            Fold::The if yes == 1 => last,
            Fold::The => Seen::Missing,
            Fold::Every if no > 0 => Seen::truth(false),
            Fold::Some if yes > 0 => Seen::truth(true),
            _ if missing > 0 => Seen::Missing,
            _ => Seen::truth(fold == Fold::Every),
        }
    }
}

/// At most so many parts of a status are tested.
const MOST_TESTS: usize = 4;
