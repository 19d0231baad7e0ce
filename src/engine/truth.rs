//! Conditions worked out in one world.
//!
//! Logic is Kleene's over yes, no and unknown; what is missing travels through `not`, `and` and `or` like a value, and a whole
//! condition that comes out as missing does not hold.

use std::cmp::Ordering;

use crate::bridge::CardSet;
use crate::code::tree::{Arg, Expr, ExprKind, FactBody, Order, StatusId};
use crate::code::value::{Set, Value};

use super::eval::{Ev, Scope};
use super::world::{Fault, Names, Question, with_names};

/// What a condition, or a part of one, comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Truth {
    Yes,
    No,
    /// Something that it asks about is not there.
    Missing,
    /// It depends on this question.
    Unknown(Box<Question>),
}

impl Truth {
    pub fn of(truth: bool) -> Truth {
        if truth { Truth::Yes } else { Truth::No }
    }
}

impl From<Ev> for Truth {
    fn from(ev: Ev) -> Truth {
        match ev {
            Ev::Is(Value::Truth(true)) => Truth::Yes,
            Ev::Is(_) => Truth::No,
            Ev::Missing => Truth::Missing,
            Ev::Unknown(question) => Truth::Unknown(question),
        }
    }
}

impl From<Truth> for Ev {
    fn from(truth: Truth) -> Ev {
        match truth {
            Truth::Yes => Ev::truth(true),
            Truth::No => Ev::truth(false),
            Truth::Missing => Ev::Missing,
            Truth::Unknown(question) => Ev::Unknown(question),
        }
    }
}

/// Whether a whole condition holds: yes, no, or a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Tri {
    Yes,
    No,
    Ask(Box<Question>),
}

impl From<Truth> for Tri {
    fn from(truth: Truth) -> Tri {
        match truth {
            Truth::Yes => Tri::Yes,
            Truth::No | Truth::Missing => Tri::No,
            Truth::Unknown(question) => Tri::Ask(question),
        }
    }
}

impl Tri {
    /// A whole condition: missing counts as no.
    pub fn of(truth: impl Into<Truth>) -> Tri {
        Tri::from(truth.into())
    }

    /// Both.
    pub fn and(self, other: Tri) -> Tri {
        match (self, other) {
            (Tri::No, _) | (_, Tri::No) => Tri::No,
            (Tri::Ask(question), _) | (_, Tri::Ask(question)) => Tri::Ask(question),
            (Tri::Yes, Tri::Yes) => Tri::Yes,
        }
    }

    /// The contrary.
    pub fn not(self) -> Tri {
        match self {
            Tri::Yes => Tri::No,
            Tri::No => Tri::Yes,
            ask => ask,
        }
    }
}

/// `and` over several (`yes_wanted`), or `or`: the deciding value wins over what is missing, and that over what is unknown,
/// since neither can then come out as the other value.
pub fn all_of(parts: impl Iterator<Item = Result<Truth, Fault>>, yes_wanted: bool) -> Result<Truth, Fault> {
    let mut unknown = None;
    let mut missing = false;
    for part in parts {
        match part? {
            Truth::Yes if !yes_wanted => return Ok(Truth::Yes),
            Truth::No if yes_wanted => return Ok(Truth::No),
            Truth::Yes | Truth::No => {}
            Truth::Missing => missing = true,
            Truth::Unknown(question) => unknown = unknown.or(Some(question)),
        }
    }
    Ok(match (unknown, missing) {
        (Some(question), false) => Truth::Unknown(question),
        (Some(question), true) if !yes_wanted => Truth::Unknown(question),
        (_, true) => Truth::Missing,
        (None, false) => Truth::of(yes_wanted),
    })
}

impl Scope<'_> {
    /// Whether a whole condition holds: missing counts as no.
    pub fn holds(&self, expr: &Expr, frame: &Names) -> Result<Tri, Fault> {
        Ok(Tri::from(self.truth(expr, frame)?))
    }

    /// Works a condition out, or a part of one.
    pub fn truth(&self, expr: &Expr, frame: &Names) -> Result<Truth, Fault> {
        match &expr.kind {
            ExprKind::Not(inner) => Ok(match self.truth(inner, frame)? {
                Truth::Yes => Truth::No,
                Truth::No => Truth::Yes,
                other => other,
            }),
            ExprKind::And(parts) => all_of(parts.iter().map(|part| self.truth(part, frame)), true),
            ExprKind::Or(parts) => all_of(parts.iter().map(|part| self.truth(part, frame)), false),
            ExprKind::Equal(left, right) => self.of_two(left, right, frame, |left, right| self.equal(left, right)),
            ExprKind::Compare(order, left, right) => {
                self.of_two(left, right, frame, |left, right| Truth::of(compare(*order, left.cmp(right))))
            }
            ExprKind::Member(element, set) => self.member(element, set, frame),
            ExprKind::Stands(status, args) => self.stands(*status, args, frame),
            ExprKind::There(inner) => Ok(match self.eval(inner, frame)? {
                Ev::Is(_) => Truth::Yes,
                Ev::Missing => Truth::No,
                Ev::Unknown(question) => Truth::Unknown(question),
            }),
            ExprKind::Fact(fact, args) => match &self.code.facts[fact.index()].body {
                FactBody::Defined { body, slots } => {
                    self.with_args(args, *slots, frame, |inner| self.truth(body, inner))
                }
                FactBody::Table(_) => self.eval(expr, frame).map(Truth::from),
            },
            _ => self.eval(expr, frame).map(Truth::from),
        }
    }

    /// Two parts held against each other.
    fn of_two(
        &self,
        left: &Expr,
        right: &Expr,
        frame: &Names,
        hold: impl FnOnce(&Value, &Value) -> Truth,
    ) -> Result<Truth, Fault> {
        let (mut one, mut other) = (Ev::Missing, Ev::Missing);
        let Some(left) = self.part(left, frame, &mut one)? else { return Ok(Truth::from(one)) };
        let Some(right) = self.part(right, frame, &mut other)? else { return Ok(Truth::from(other)) };
        Ok(hold(left, right))
    }

    /// Two values of one type. A citation of a law equals each of its clauses.
    pub fn equal(&self, left: &Value, right: &Value) -> Truth {
        match (left, right) {
            (Value::Citation(one), Value::Citation(other)) => Truth::of(one.contains(other) || other.contains(one)),
            (Value::Set(one), Value::Set(other)) => {
                if let Some(question) = self.hidden_question(one).or_else(|| self.hidden_question(other)) {
                    return Truth::Unknown(Box::new(question));
                }
                let inside = |a: &Set, b: &Set| a.sure.iter().all(|value| b.sure.contains(value));
                Truth::of(inside(one, other) && inside(other, one))
            }
            _ => Truth::of(left == right),
        }
    }

    /// The question whether a hidden hand holds any card that this set may have.
    fn hidden_question(&self, set: &Set) -> Option<Question> {
        let player = set.hidden?;
        let cards: CardSet = set.maybe.iter().filter_map(Value::card).collect();
        (!cards.is_empty()).then_some(Question::Holds { event: self.world.now, player, cards })
    }

    fn member(&self, element: &Expr, set: &Expr, frame: &Names) -> Result<Truth, Fault> {
        let (mut one, mut other) = (Ev::Missing, Ev::Missing);
        let Some(element) = self.part(element, frame, &mut one)? else { return Ok(Truth::from(one)) };
        if let ExprKind::Finding(finding, args) = &set.kind {
            return self.finding(*finding, args, Some(element.clone()), frame).map(Truth::from);
        }
        let set = match self.part(set, frame, &mut other)? {
            Some(Value::Set(set)) => set,
            Some(_) => return Ok(Truth::No),
            None => return Ok(Truth::from(other)),
        };
        if set.sure.iter().any(|value| self.equal(element, value) == Truth::Yes) {
            return Ok(Truth::Yes);
        }
        match (set.hidden, element.card()) {
            (Some(player), Some(card)) if set.maybe.contains(element) => {
                self.holds_any(player, CardSet::from_iter([card])).map(Truth::from)
            }
            _ => Ok(Truth::No),
        }
    }

    fn stands(&self, status: StatusId, args: &[Arg], frame: &Names) -> Result<Truth, Fault> {
        with_names(&[], args.len(), |tests| {
            for (test, arg) in tests.iter_mut().zip(args) {
                if let Arg::Test(expr) = arg {
                    match self.eval(expr, frame)? {
                        Ev::Is(value) => *test = Some(value),
                        other => return Ok(Truth::from(other)),
                    }
                }
            }
            if let Some(always) = self.code.statuses[status.index()].duty.as_ref().filter(|duty| duty.always) {
                return Ok(Truth::of(always.always));
            }
            let stands = self.world.standing(status).iter().any(|standing| {
                standing.args.iter().zip(&*tests).all(|(value, test)| test.as_ref().is_none_or(|test| test == value))
            });
            Ok(Truth::of(stands))
        })
    }
}

pub fn compare(order: Order, found: Ordering) -> bool {
    match order {
        Order::Over => found == Ordering::Greater,
        Order::Under => found == Ordering::Less,
        Order::AtLeast => found != Ordering::Less,
        Order::AtMost => found != Ordering::Greater,
    }
}
