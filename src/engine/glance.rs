//! Conditions decided at a glance: worked out over values that are copied, with no memory of their own.
//!
//! In: the conditions of a code, made ready once. Out: yes or no, or that more than a glance is needed: then [`super::truth`] works the
//! condition out. INVARIANT: what is decided here comes out the same there; builds with debug assertions hold every answer against it.

mod making;
mod plain;
mod table;

pub use making::{glance, guard};

use crate::bridge::Seat;
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
    /// A fact of the table, of no part, of one or of two.
    Table(Builtin, FactId),
    TableOf(Builtin, FactId, Box<Term>),
    TableOfTwo(Builtin, FactId, Box<(Term, Term)>),
    HouseRule(HouseRuleId),
    Reading(ReadingId, EnumId),
    Stands(StatusId, Vec<Option<Term>>),
    There(Box<Term>),
    Not(Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    Equal(Box<Term>, Box<Term>),
    /// `not` of [`Term::Equal`].
    Differ(Box<Term>, Box<Term>),
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

impl Seen {
    #[inline]
    fn of(value: &Value) -> Seen {
        Plain::of(value).map_or(Seen::Unsure, Seen::Is)
    }

    fn truth(truth: bool) -> Seen {
        Seen::Is(Plain::truth(truth))
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
            Seen::Is(Plain::YES) => Tri::Yes,
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
                Seen::Is(Plain::YES) => {}
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

    /// Each kind of term is worked out in a function of its own: this one only finds it.
    fn see_whole(&self, term: &Term, bound: &mut Bindings) -> Seen {
        match term {
            Term::Value(value) => Seen::Is(*value),
            Term::Name(name) => bound[*name],
            Term::Unsure => Seen::Unsure,
            Term::Let(name, value, rest) => self.see_let(*name, value, rest, bound),
            Term::Table(builtin, fact) => self.see_table(*builtin, *fact),
            Term::TableOf(builtin, fact, part) => self.see_table_of(*builtin, *fact, part, bound),
            Term::TableOfTwo(builtin, fact, parts) => self.see_table_of_two(*builtin, *fact, parts, bound),
            Term::HouseRule(rule) => self.see_house_rule(*rule),
            Term::Reading(reading, answers) => {
                Seen::Is(Plain::of_enum(*answers, self.settings.readings[reading.index()]))
            }
            Term::Stands(status, tests) => self.see_standing(*status, tests, bound),
            Term::There(inner) => self.see_there(inner, bound),
            Term::Not(inner) => self.see_not(inner, bound),
            Term::And(parts) => self.see_all(parts, true, bound),
            Term::Or(parts) => self.see_all(parts, false, bound),
            Term::Equal(left, right) => self.see_equal(left, right, true, bound),
            Term::Differ(left, right) => self.see_equal(left, right, false, bound),
            Term::OneOf(element, members) => self.see_one_of(element, members, bound),
            Term::Compare(order, left, right) => self.see_order(*order, left, right, bound),
            Term::Arithmetic(operation, left, right) => self.see_sum(*operation, left, right, bound),
            Term::Players(fold, name, body) => self.see_players(*fold, *name, body, bound),
            Term::ThePlayer(alternatives) => self.see_the_player(alternatives, bound),
        }
    }

    #[inline(never)]
    fn see_let(&self, name: usize, value: &Term, rest: &Term, bound: &mut Bindings) -> Seen {
        match self.see(value, bound) {
            value @ Seen::Is(_) => {
                bound[name] = value;
                self.see(rest, bound)
            }
            other => other,
        }
    }

    #[inline(never)]
    fn see_house_rule(&self, rule: HouseRuleId) -> Seen {
        Seen::of(&self.settings.house_rules[rule.index()])
    }

    #[inline(never)]
    fn see_there(&self, inner: &Term, bound: &mut Bindings) -> Seen {
        match self.see(inner, bound) {
            Seen::Is(_) => Seen::truth(true),
            Seen::Missing => Seen::truth(false),
            Seen::Unsure => Seen::Unsure,
        }
    }

    #[inline(never)]
    fn see_not(&self, inner: &Term, bound: &mut Bindings) -> Seen {
        match self.see(inner, bound) {
            Seen::Is(value) => Seen::truth(value != Plain::YES),
            other => other,
        }
    }

    #[inline(never)]
    fn see_equal(&self, left: &Term, right: &Term, wanted: bool, bound: &mut Bindings) -> Seen {
        self.see_two(left, right, bound, |one, other| Seen::truth((one == other) == wanted))
    }

    #[inline(never)]
    fn see_order(&self, order: Order, left: &Term, right: &Term, bound: &mut Bindings) -> Seen {
        self.see_two(left, right, bound, |one, other| Seen::truth(compare(order, one.cmp(&other))))
    }

    #[inline(never)]
    fn see_sum(&self, operation: Arithmetic, left: &Term, right: &Term, bound: &mut Bindings) -> Seen {
        self.see_two(left, right, bound, |one, other| match (one.as_number(), other.as_number()) {
            (Some(one), Some(other)) => Seen::Is(Plain::number(arithmetic(operation, one, other))),
            _ => Seen::Missing,
        })
    }

    #[inline]
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

    #[inline(never)]
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
    #[inline(never)]
    fn see_all(&self, parts: &[Term], yes_wanted: bool, bound: &mut Bindings) -> Seen {
        let mut missing = false;
        for part in parts {
            match self.see(part, bound) {
                Seen::Is(value) if (value == Plain::YES) != yes_wanted => return Seen::truth(!yes_wanted),
                Seen::Is(_) => {}
                Seen::Missing => missing = true,
                Seen::Unsure => return Seen::Unsure,
            }
        }
        if missing { Seen::Missing } else { Seen::truth(yes_wanted) }
    }

    #[inline(never)]
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
    #[inline(never)]
    fn see_the_player(&self, alternatives: &[Vec<Part>], bound: &mut Bindings) -> Seen {
        let (mut meant, mut several) = (None, false);
        for alternative in alternatives {
            let (mut holds, mut named) = (true, None);
            for part in alternative {
                let (Part::Is(term) | Part::If(term)) = part;
                match (part, self.see(term, bound)) {
                    (_, Seen::Unsure) => return Seen::Unsure,
                    (Part::Is(_), Seen::Is(player)) if player.as_player().is_some() => named = player.as_player(),
                    (Part::If(_), seen) if seen.is_yes() => {}
                    (_, Seen::Missing) => holds = false,
                    (_, Seen::Is(_)) => {
                        holds = false;
                        break;
                    }
                }
            }
            let Some(seat) = named.filter(|seat| holds && self.world.table.seating.takes_part(*seat)) else {
                continue;
            };
            several |= meant.is_some_and(|other: Seat| other != seat);
            meant = Some(seat);
        }
        meant.filter(|_| !several).map_or(Seen::Missing, |seat| Seen::Is(seat.into()))
    }

    #[inline(never)]
    fn see_players(&self, fold: Fold, name: usize, body: &Term, bound: &mut Bindings) -> Seen {
        let (mut yes, mut no, mut missing, mut last) = (0, 0, 0, Seen::Missing);
        for seat in self.rotation() {
            let player = Seen::Is(seat.into());
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
