//! Conditions taken apart, to tell whether they can hold together.
//!
//! Known to contradict: a condition and its denial; two values of one term; numbers out of each other's range; players who cannot both
//! sit where two conditions put them. What is not understood counts as possible.

use std::collections::BTreeSet;

use super::together::together;
use crate::code::known::Builtin;
use crate::code::show::Show;
use crate::code::tree::{Arg, Code, Expr, ExprKind, FactBody, Order, Param, StatusId};
use crate::code::value::{Base, PLAYER, TRUTH, Type, Value};

/// One thing that must be so.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// A condition that is not looked into, or its denial.
    Atom(String, bool),
    /// A status that stands, or does not; no name for a part that may be any.
    Stands(StatusId, Vec<Option<String>>, bool),
    /// A term is one of these values, or none of them.
    Is(String, BTreeSet<String>, bool),
    /// A term lies between two numbers, both included.
    Range(String, i64, i64),
    /// How many places to the left of the first player, or of a player of the first side, the second can sit: one bit each.
    Sits(String, String, u8),
}

/// Alternatives, each a list of what must be so together.
pub type Alternatives = Vec<Vec<Literal>>;

/// More alternatives than this are not followed.
pub const MOST: usize = 48;
/// How deep definitions are looked into.
const DEPTH: usize = 4;

/// Reads conditions of one frame.
pub struct Reader<'c> {
    code: &'c Code,
    names: &'c [Param],
    depth: usize,
}

impl<'c> Reader<'c> {
    /// For a frame whose slots have these names.
    pub fn new(code: &'c Code, names: &'c [Param]) -> Reader<'c> {
        Reader { code, names, depth: 0 }
    }

    /// An expression in words.
    pub fn say(&self, expr: &Expr) -> String {
        Show::new(self.code, self.names).expr(expr)
    }

    /// What must be so for a condition to hold, or not to hold.
    pub fn alternatives(&self, expr: &Expr, holds: bool) -> Alternatives {
        match (&expr.kind, holds) {
            (ExprKind::Value(Value::Truth(truth)), _) if *truth == holds => vec![vec![]],
            (ExprKind::Value(Value::Truth(_)), _) => vec![],
            (ExprKind::Not(inner), _) => self.alternatives(inner, !holds),
            (ExprKind::And(parts), true) | (ExprKind::Or(parts), false) => {
                let all: Vec<Alternatives> = parts.iter().map(|part| self.alternatives(part, holds)).collect();
                together(all)
            }
            (ExprKind::Or(parts), true) | (ExprKind::And(parts), false) => {
                let any: Alternatives = parts.iter().flat_map(|part| self.alternatives(part, holds)).collect();
                if any.len() > MOST { vec![vec![]] } else { any }
            }
            (ExprKind::Equal(a, b), _) => vec![vec![self.equal(a, b, holds)]],
            (ExprKind::Member(a, set), _) => vec![vec![self.member(a, set, holds)]],
            (ExprKind::Compare(order, a, b), _) => vec![self.compare(*order, a, b, holds).into_iter().collect()],
            (ExprKind::Stands(id, args), _) => {
                let parts = args.iter().map(|arg| match arg {
                    Arg::Any => None,
                    Arg::Bind(slot) => self.names.get(*slot).map(|param| param.name.clone()),
                    Arg::Test(expr) => Some(self.say(expr)),
                });
                vec![vec![Literal::Stands(*id, parts.collect(), holds)]]
            }
            (ExprKind::Fact(id, args), _) => match &self.code.facts[id.index()].body {
                FactBody::Defined { body, slots } if self.depth < DEPTH && expr.ty == TRUTH => {
                    let fact = &self.code.facts[id.index()];
                    let mut names: Vec<Param> = fact
                        .params
                        .iter()
                        .zip(args)
                        .map(|(param, arg)| Param { name: self.say(arg), ty: param.ty })
                        .collect();
                    let inner = (names.len()..*slots).map(|slot| Param { name: format!("${slot}"), ty: expr.ty });
                    names.extend(inner.collect::<Vec<_>>());
                    let reader = Reader { code: self.code, names: &names, depth: self.depth + 1 };
                    reader.alternatives(body, holds)
                }
                _ => vec![vec![Literal::Atom(self.say(expr), holds)]],
            },
            _ => vec![vec![Literal::Atom(self.say(expr), holds)]],
        }
    }

    /// `a is b`
    pub fn equal(&self, a: &Expr, b: &Expr, holds: bool) -> Literal {
        if a.ty == PLAYER && b.ty == PLAYER {
            let ((a, place_a), (b, place_b)) = (self.player(a), self.player(b));
            let left = 1u8 << ((place_a + 4 - place_b) % 4);
            return Literal::Sits(a, b, if holds { left } else { !left & 0b1111 });
        }
        if a.ty == Type::one(Base::Side) && b.ty == Type::one(Base::Side) {
            let ((a, place_a), (b, place_b)) = (self.side(a), self.side(b));
            let same = place_a % 2 == place_b % 2;
            return Literal::Sits(a, b, if same == holds { 0b0101 } else { 0b1010 });
        }
        for (term, value) in [(a, b), (b, a)] {
            if let ExprKind::Value(value) = &value.kind {
                return self.is(term, std::slice::from_ref(value), holds);
            }
        }
        let (a, b) = (self.say(a), self.say(b));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        Literal::Atom(format!("{a} is {b}"), holds)
    }

    fn is(&self, term: &Expr, values: &[Value], holds: bool) -> Literal {
        if let ([Value::Number(number)], true) = (values, holds) {
            return Literal::Range(self.say(term), *number, *number);
        }
        let show = Show::new(self.code, self.names);
        Literal::Is(self.say(term), values.iter().map(|value| show.value(value)).collect(), holds)
    }

    /// `a is S`, `a in S`
    fn member(&self, a: &Expr, set: &Expr, holds: bool) -> Literal {
        if let (ExprKind::Fact(id, args), false) = (&set.kind, self.code.three_hand) {
            let builtin = match self.code.facts[id.index()].body {
                FactBody::Table(builtin) => Some(builtin),
                FactBody::Defined { .. } => None,
            };
            if let (Some(Builtin::Opponent), [of]) = (builtin, args.as_slice()) {
                let ((a, place_a), (b, place_b)) = (self.player(a), self.player(of));
                let other_side = place_a % 2 == place_b % 2;
                return Literal::Sits(a, b, if other_side == holds { 0b1010 } else { 0b0101 });
            }
            if let (Some(Builtin::Member), [side]) = (builtin, args.as_slice()) {
                let ((a, place_a), (b, place_b)) = (self.player(a), self.side(side));
                let same = place_a % 2 == place_b % 2;
                return Literal::Sits(a, b, if same == holds { 0b0101 } else { 0b1010 });
            }
        }
        if let ExprKind::Set(members) = &set.kind {
            let values: Option<Vec<Value>> = members
                .iter()
                .map(|(first, last)| match (&first.kind, last) {
                    (ExprKind::Value(value), None) => Some(value.clone()),
                    _ => None,
                })
                .collect();
            if let Some(values) = values {
                return self.is(a, &values, holds);
            }
        }
        Literal::Atom(format!("{} is {}", self.say(a), self.say(set)), holds)
    }

    /// `a over b`
    fn compare(&self, order: Order, a: &Expr, b: &Expr, holds: bool) -> Option<Literal> {
        let (term, number, order) = match (number(a), number(b)) {
            (None, Some(number)) => (a, number, order),
            (Some(number), None) => (b, number, turned(order)),
            _ => return Some(Literal::Atom(format!("{} {order:?} {}", self.say(a), self.say(b)), holds)),
        };
        let order = if holds { order } else { denied(order) };
        let (low, high) = match order {
            Order::Over => (number.saturating_add(1), i64::MAX),
            Order::AtLeast => (number, i64::MAX),
            Order::Under => (i64::MIN, number.saturating_sub(1)),
            Order::AtMost => (i64::MIN, number),
        };
        Some(Literal::Range(self.say(term), low, high))
    }

    /// A player as a place to the left of another.
    fn player(&self, expr: &Expr) -> (String, u8) {
        if self.code.three_hand {
            return (self.say(expr), 0); // At a table of three, who sits where changes during the deal.
        }
        if let ExprKind::Fact(id, args) = &expr.kind
            && let FactBody::Table(builtin) = self.code.facts[id.index()].body
        {
            let steps = match builtin {
                Builtin::Partner => 2,
                Builtin::Lho => 1,
                Builtin::Rho => 3,
                Builtin::Dummy => return ("declarer".to_owned(), 2),
                _ => 0,
            };
            if let (true, [of]) = (steps > 0, args.as_slice()) {
                let (base, place) = self.player(of);
                return (base, (place + steps) % 4);
            }
        }
        (self.say(expr), 0)
    }

    /// A side as that of a player, or the other one.
    fn side(&self, expr: &Expr) -> (String, u8) {
        if self.code.three_hand {
            return (self.say(expr), 0);
        }
        if let ExprKind::Fact(id, args) = &expr.kind
            && let FactBody::Table(builtin) = self.code.facts[id.index()].body
            && let [of] = args.as_slice()
        {
            let (base, place) = match builtin {
                Builtin::Side => self.player(of),
                Builtin::Opponents => {
                    let (base, place) = self.player(of);
                    (base, place + 1)
                }
                Builtin::Other => {
                    let (base, place) = self.side(of);
                    (base, place + 1)
                }
                _ => (self.say(expr), 0),
            };
            return (base, place % 4);
        }
        (self.say(expr), 0)
    }
}

fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Value(value) => value.number(),
        ExprKind::Negative(inner) => number(inner)?.checked_neg(),
        _ => None,
    }
}

/// The order seen from the other end.
fn turned(order: Order) -> Order {
    match order {
        Order::Over => Order::Under,
        Order::Under => Order::Over,
        Order::AtLeast => Order::AtMost,
        Order::AtMost => Order::AtLeast,
    }
}

fn denied(order: Order) -> Order {
    match order {
        Order::Over => Order::AtMost,
        Order::Under => Order::AtLeast,
        Order::AtLeast => Order::Under,
        Order::AtMost => Order::Over,
    }
}
