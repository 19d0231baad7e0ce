//! Conditions decided at a glance: worked out over values that are copied, with no memory of their own.
//!
//! In: the conditions of a code, made ready once. Out: yes or no, or that more than a glance is needed: then [`super::truth`] works the
//! condition out. INVARIANT: what is decided here comes out the same there; builds with debug assertions hold every answer against it.

mod making;

pub use making::{glance, guard};

use crate::bridge::{Call, Card, Rank, Seat, Side, Strain};
use crate::code::known::Builtin;
use crate::code::tree::{Arithmetic, EnumId, Expr, FactId, Fold, HouseRuleId, Order, ReadingId, StatusId};
use crate::code::value::Value;

use super::eval::{Ev, Scope, arithmetic};
use super::truth::{Tri, compare};
use super::world::{Fault, Names};

/// A condition with what can be told of it at a glance.
#[derive(Debug, Clone)]
pub struct Glance {
    term: Term,
    /// How many names its frame has.
    names: usize,
}

/// Conditions on the parts of an event alone: where one fails, nothing that waits for the event under them need be looked at.
#[derive(Debug, Clone)]
pub struct Guard {
    /// The parts that are bound, each with its name.
    bound: Vec<(usize, usize)>,
    conditions: Vec<Term>,
}

/// A value that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Plain {
    Player(Seat),
    Side(Side),
    Strain(Strain),
    Rank(Rank),
    Card(Card),
    Call(Call),
    Number(i64),
    Truth(bool),
    Choice(u32),
    Incident(u32),
    Enum(EnumId, u16),
}

/// What a term is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Is(Plain),
    Missing,
    /// More than a glance is needed.
    Unsure,
}

/// An expression with its definitions put in.
#[derive(Debug, Clone)]
enum Term {
    Value(Plain),
    /// A name: of the frame, of a definition, of a fold.
    Name(usize),
    /// A name of a definition, its value, and what is worked out with it.
    Let(usize, Box<Term>, Box<Term>),
    /// A fact of the table.
    Table(Builtin, FactId, Vec<Term>),
    HouseRule(HouseRuleId),
    Reading(ReadingId, EnumId),
    Stands(StatusId, Vec<Option<Term>>),
    There(Box<Term>),
    Not(Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    Equal(Box<Term>, Box<Term>),
    OneOf(Box<Term>, Vec<Term>),
    Compare(Order, Box<Term>, Box<Term>),
    Arithmetic(Arithmetic, Box<Term>, Box<Term>),
    /// `some`, `every` or `the` over the players.
    Players(Fold, usize, Box<Term>),
    /// `the(p in players: (a and p is x) or (b and p is y))`
    ThePlayer(Vec<Vec<Part>>),
    Unsure,
}

/// One conjunct of an alternative of [`Term::ThePlayer`].
#[derive(Debug, Clone)]
enum Part {
    /// `p is x`
    Is(Term),
    /// What does not speak of `p`.
    If(Term),
}

/// At most so many names are bound at once.
const MOST_NAMES: usize = 12;

/// The names that are bound.
type Bindings = [Seen; MOST_NAMES];

const NONE_BOUND: Bindings = [Seen::Missing; MOST_NAMES];

impl Guard {
    /// Whether the first names are bound to these values, one after the other.
    pub fn binds(&self, args: &[Value], values: &[Value]) -> bool {
        let named = |name: usize| self.bound.iter().rev().find(|(_, bound)| *bound == name);
        (0..args.len()).filter_map(|name| values.get(named(name)?.0)).eq(args)
    }
}

impl Plain {
    #[inline]
    fn of(value: &Value) -> Option<Plain> {
        Some(match value {
            Value::Player(seat) => Plain::Player(*seat),
            Value::Side(side) => Plain::Side(*side),
            Value::Strain(strain) => Plain::Strain(*strain),
            Value::Rank(rank) => Plain::Rank(*rank),
            Value::Card(card) => Plain::Card(*card),
            Value::Call(call) => Plain::Call(*call),
            Value::Number(number) => Plain::Number(*number),
            Value::Truth(truth) => Plain::Truth(*truth),
            Value::Choice(right) => Plain::Choice(*right),
            Value::Incident(event) => Plain::Incident(*event),
            Value::Enum(id, place) => Plain::Enum(*id, *place),
            Value::Citation(_) | Value::Set(_) => return None,
        })
    }

    fn value(self) -> Value {
        match self {
            Plain::Player(seat) => Value::Player(seat),
            Plain::Side(side) => Value::Side(side),
            Plain::Strain(strain) => Value::Strain(strain),
            Plain::Rank(rank) => Value::Rank(rank),
            Plain::Card(card) => Value::Card(card),
            Plain::Call(call) => Value::Call(call),
            Plain::Number(number) => Value::Number(number),
            Plain::Truth(truth) => Value::Truth(truth),
            Plain::Choice(right) => Value::Choice(right),
            Plain::Incident(event) => Value::Incident(event),
            Plain::Enum(id, place) => Value::Enum(id, place),
        }
    }
}

impl Seen {
    #[inline]
    fn of(value: &Value) -> Seen {
        Plain::of(value).map_or(Seen::Unsure, Seen::Is)
    }

    fn truth(truth: bool) -> Seen {
        Seen::Is(Plain::Truth(truth))
    }

    fn is_yes(self) -> bool {
        self == Seen::truth(true)
    }
}

impl Scope<'_> {
    /// Whether a whole condition holds, as [`Scope::holds`] says it: at a glance where that is enough.
    pub fn holds_at(&self, glance: &Glance, expr: &Expr, names: &Names) -> Result<Tri, Fault> {
        let mut bound = NONE_BOUND;
        for (bound, name) in bound.iter_mut().zip(names).take(glance.names) {
            *bound = name.as_ref().map_or(Seen::Missing, Seen::of);
        }
        let tri = match self.see(&glance.term, &mut bound) {
            Seen::Is(Plain::Truth(true)) => Tri::Yes,
            Seen::Is(_) | Seen::Missing => Tri::No,
            Seen::Unsure => return self.holds(expr, names),
        };
        debug_assert_eq!(self.holds(expr, names).as_ref(), Ok(&tri));
        Ok(tri)
    }

    /// Whether the conditions of a guard hold of these parts; nothing when a glance does not tell.
    pub fn passes(&self, guard: &Guard, values: &[Value]) -> Option<bool> {
        let mut bound = NONE_BOUND;
        for (place, name) in &guard.bound {
            bound[*name] = values.get(*place).map_or(Seen::Missing, Seen::of);
        }
        for condition in &guard.conditions {
            match self.see(condition, &mut bound) {
                Seen::Is(Plain::Truth(true)) => {}
                Seen::Is(_) | Seen::Missing => return Some(false),
                Seen::Unsure => return None,
            }
        }
        Some(true)
    }

    #[inline]
    fn see(&self, term: &Term, bound: &mut Bindings) -> Seen {
        match term {
            Term::Value(value) => Seen::Is(*value),
            Term::Name(name) => bound[*name],
            Term::Unsure => Seen::Unsure,
            whole => self.see_whole(whole, bound),
        }
    }

    fn see_whole(&self, term: &Term, bound: &mut Bindings) -> Seen {
        match term {
            Term::Value(_) | Term::Name(_) | Term::Unsure => self.see(term, bound),
            Term::Let(name, value, rest) => match self.see(value, bound) {
                value @ Seen::Is(_) => {
                    bound[*name] = value;
                    self.see(rest, bound)
                }
                other => other,
            },
            Term::Table(builtin, fact, args) => self.see_table(*builtin, *fact, args, bound),
            Term::HouseRule(rule) => Seen::of(&self.settings.house_rules[rule.index()]),
            Term::Reading(reading, answers) => Seen::Is(Plain::Enum(*answers, self.settings.readings[reading.index()])),
            Term::Stands(status, tests) => self.see_standing(*status, tests, bound),
            Term::There(inner) => match self.see(inner, bound) {
                Seen::Is(_) => Seen::truth(true),
                Seen::Missing => Seen::truth(false),
                Seen::Unsure => Seen::Unsure,
            },
            Term::Not(inner) => match self.see(inner, bound) {
                Seen::Is(value) => Seen::truth(value != Plain::Truth(true)),
                other => other,
            },
            Term::And(parts) => self.see_all(parts, true, bound),
            Term::Or(parts) => self.see_all(parts, false, bound),
            Term::Equal(left, right) => self.see_two(left, right, bound, |one, other| Seen::truth(one == other)),
            Term::OneOf(element, members) => self.see_one_of(element, members, bound),
            Term::Compare(order, left, right) => {
                self.see_two(left, right, bound, |one, other| Seen::truth(compare(*order, one.cmp(&other))))
            }
            Term::Arithmetic(operation, left, right) => {
                self.see_two(left, right, bound, |one, other| match (one, other) {
                    (Plain::Number(one), Plain::Number(other)) => {
                        Seen::Is(Plain::Number(arithmetic(*operation, one, other)))
                    }
                    _ => Seen::Missing,
                })
            }
            Term::Players(fold, name, body) => self.see_players(*fold, *name, body, bound),
            Term::ThePlayer(alternatives) => self.see_the_player(alternatives, bound),
        }
    }

    fn see_two(
        &self,
        left: &Term,
        right: &Term,
        bound: &mut Bindings,
        hold: impl FnOnce(Plain, Plain) -> Seen,
    ) -> Seen {
        let left = match self.see(left, bound) {
            Seen::Is(left) => left,
            other => return other,
        };
        match self.see(right, bound) {
            Seen::Is(right) => hold(left, right),
            other => other,
        }
    }

    fn see_one_of(&self, element: &Term, members: &[Term], bound: &mut Bindings) -> Seen {
        let element = self.see(element, bound);
        let Seen::Is(_) = element else { return element };
        let mut found = false;
        for member in members {
            match self.see(member, bound) {
                member @ Seen::Is(_) => found |= member == element,
                other => return other,
            }
        }
        Seen::truth(found)
    }

    /// `and` (`yes_wanted`) or `or`: what decides ends it, what is missing goes before the other value.
    fn see_all(&self, parts: &[Term], yes_wanted: bool, bound: &mut Bindings) -> Seen {
        let mut missing = false;
        for part in parts {
            match self.see(part, bound) {
                Seen::Is(value) if (value == Plain::Truth(true)) != yes_wanted => return Seen::truth(!yes_wanted),
                Seen::Is(_) => {}
                Seen::Missing => missing = true,
                Seen::Unsure => return Seen::Unsure,
            }
        }
        if missing { Seen::Missing } else { Seen::truth(yes_wanted) }
    }

    fn see_table(&self, builtin: Builtin, fact: FactId, args: &[Term], bound: &mut Bindings) -> Seen {
        let mut values = [None, None];
        for (value, arg) in values.iter_mut().zip(args) {
            match self.see(arg, bound) {
                Seen::Is(plain) => *value = Some(plain.value()),
                other => return other,
            }
        }
        match self.builtin(builtin, fact, [values[0].as_ref(), values[1].as_ref()]) {
            Ok(Ev::Is(value)) => Seen::of(&value),
            Ok(Ev::Missing) => Seen::Missing,
            Ok(Ev::Unknown(_)) | Err(_) => Seen::Unsure,
        }
    }

    fn see_standing(&self, status: StatusId, tests: &[Option<Term>], bound: &mut Bindings) -> Seen {
        let mut wanted: [Option<Plain>; 4] = [None; 4];
        if tests.len() > wanted.len() {
            return Seen::Unsure;
        }
        for (wanted, test) in wanted.iter_mut().zip(tests) {
            match test.as_ref().map(|test| self.see(test, bound)) {
                None => {}
                Some(Seen::Is(value)) => *wanted = Some(value),
                Some(other) => return other,
            }
        }
        if let Some(always) = self.code.statuses[status.index()].duty.as_ref().filter(|duty| duty.always) {
            return Seen::truth(always.always);
        }
        let fits =
            |(value, wanted): (&Value, &Option<Plain>)| wanted.is_none_or(|wanted| Plain::of(value) == Some(wanted));
        let mut standing = self.world.standing(status).iter();
        Seen::truth(standing.any(|standing| standing.args.iter().zip(&wanted).all(fits)))
    }

    /// The only player whom an alternative that holds names.
    fn see_the_player(&self, alternatives: &[Vec<Part>], bound: &mut Bindings) -> Seen {
        let (mut meant, mut several) = (None, false);
        for alternative in alternatives {
            let (mut holds, mut named) = (true, None);
            for part in alternative {
                let (Part::Is(term) | Part::If(term)) = part;
                match (part, self.see(term, bound)) {
                    (_, Seen::Unsure) => return Seen::Unsure,
                    (Part::Is(_), Seen::Is(Plain::Player(seat))) => named = Some(seat),
                    (Part::If(_), seen) if seen.is_yes() => {}
                    (_, Seen::Missing) => holds = false,
                    (_, Seen::Is(_)) => {
                        holds = false;
                        break;
                    }
                }
            }
            let Some(seat) = named.filter(|seat| holds && self.rotation().any(|player| player == *seat)) else {
                continue;
            };
            several |= meant.is_some_and(|other: Seat| other != seat);
            meant = Some(seat);
        }
        meant.filter(|_| !several).map_or(Seen::Missing, |seat| Seen::Is(Plain::Player(seat)))
    }

    fn see_players(&self, fold: Fold, name: usize, body: &Term, bound: &mut Bindings) -> Seen {
        let (mut yes, mut no, mut missing, mut last) = (0, 0, 0, Seen::Missing);
        for seat in self.rotation() {
            let player = Seen::Is(Plain::Player(seat));
            bound[name] = player;
            match self.see(body, bound) {
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
