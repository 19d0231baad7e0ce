//! Conditions made ready to be decided at a glance.
//!
//! In: expressions of a code. Out: terms with the definitions put in; what a glance cannot decide stands in them as unsure.

use crate::code::Code;
use crate::code::check::walk::{self, Met};
use crate::code::known::Builtin;
use crate::code::tree::{Arg, Expr, ExprKind, FactBody, FactId, Fold};
use crate::code::value::Base;

use super::plain::Plain;
use super::{Glance, Guard, MOST_NAMES, Part, Term};

/// At most so many terms are made of one condition: definitions are put in wherever they are used.
const MOST_TERMS: usize = 400;

/// Makes a condition ready whose frame has so many names.
pub fn glance(code: &Code, expr: &Expr, names: usize) -> Glance {
    Glance { term: made(code, expr, names, 0), names }
}

/// Makes an expression ready whose frame has so many names, of which these are bound for certain.
fn made(code: &Code, expr: &Expr, names: usize, sure: u32) -> Term {
    let slots = (0..names).map(|slot| (slot, slot)).collect();
    Making { code, terms: 0 }.term(expr, &Bound { slots, depth: names, sure })
}

/// Makes conditions ready that hang on the parts of an event alone; none where those are tested themselves.
pub fn guard<'c>(code: &Code, args: &[Arg], conditions: impl Iterator<Item = &'c Expr>, names: usize) -> Option<Guard> {
    let mut bound = Vec::with_capacity(args.len());
    for (place, arg) in args.iter().enumerate() {
        match arg {
            Arg::Any => {}
            Arg::Bind(name) if *name < MOST_NAMES => bound.push((place, *name)),
            Arg::Bind(_) | Arg::Test(_) => return None,
        }
    }
    let sure = bound.iter().fold(0, |sure, (_, name)| sure | 1 << name);
    Some(Guard { bound, conditions: conditions.map(|expr| made(code, expr, names, sure)).collect() })
}

/// A condition while it is made ready.
struct Making<'c> {
    code: &'c Code,
    terms: usize,
}

/// What the slots of an expression are.
#[derive(Clone)]
struct Bound {
    /// Slots, each with its name.
    slots: Vec<(usize, usize)>,
    /// How many names are taken.
    depth: usize,
    /// The names that are bound for certain, a bit each.
    sure: u32,
}

impl Bound {
    /// The name of an expression that is nothing but a name bound for certain.
    fn sure_name(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Slot(slot) => match self.slot(*slot) {
                Term::Name(name) if self.sure >> name & 1 == 1 => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    fn slot(&self, slot: usize) -> Term {
        let known = self.slots.iter().rev().find(|(known, _)| *known == slot);
        known.filter(|(_, name)| *name < MOST_NAMES).map_or(Term::Unsure, |(_, name)| Term::Name(*name))
    }
}

impl Making<'_> {
    fn terms(&mut self, exprs: &[Expr], bound: &Bound) -> Vec<Term> {
        exprs.iter().map(|expr| self.term(expr, bound)).collect()
    }

    fn boxed(&mut self, expr: &Expr, bound: &Bound) -> Box<Term> {
        Box::new(self.term(expr, bound))
    }

    fn term(&mut self, expr: &Expr, bound: &Bound) -> Term {
        self.terms += 1;
        if self.terms > MOST_TERMS || expr.ty.set {
            return Term::Unsure;
        }
        match &expr.kind {
            ExprKind::Value(value) => Plain::of(value).map_or(Term::Unsure, Term::Value),
            ExprKind::Slot(slot) => bound.slot(*slot),
            ExprKind::Fact(fact, args) => match &self.code.facts[fact.index()].body {
                FactBody::Table(builtin) => match args.as_slice() {
                    [] => Term::Table(*builtin, *fact),
                    [part] => Term::TableOf(*builtin, *fact, self.boxed(part, bound)),
                    [first, second] => {
                        let parts = (self.term(first, bound), self.term(second, bound));
                        Term::TableOfTwo(*builtin, *fact, Box::new(parts))
                    }
                    _ => Term::Unsure,
                },
                FactBody::Defined { body, .. } => self.defined(body, args, bound),
            },
            ExprKind::HouseRule(rule) => Term::HouseRule(*rule),
            ExprKind::Reading(reading) => Term::Reading(*reading, self.code.readings[reading.index()].answers),
            ExprKind::Stands(status, args) => {
                let tests = args.iter().map(|arg| match arg {
                    Arg::Test(expr) => Some(self.term(expr, bound)),
                    Arg::Any | Arg::Bind(_) => None,
                });
                Term::Stands(*status, tests.collect())
            }
            ExprKind::There(inner) => Term::There(self.boxed(inner, bound)),
            ExprKind::Not(inner) => match self.term(inner, bound) {
                Term::Equal(left, right) => Term::Differ(left, right),
                other => Term::Not(Box::new(other)),
            },
            ExprKind::And(parts) => Term::And(self.terms(parts, bound)),
            ExprKind::Or(parts) => Term::Or(self.terms(parts, bound)),
            // A citation of a law equals each of its clauses.
            ExprKind::Equal(left, _) if left.ty.set || left.ty.base == Base::Citation => Term::Unsure,
            ExprKind::Equal(left, right) => Term::Equal(self.boxed(left, bound), self.boxed(right, bound)),
            ExprKind::Member(element, set) => match &set.kind {
                ExprKind::Set(elements) if elements.iter().all(|(_, last)| last.is_none()) => {
                    let element = self.boxed(element, bound);
                    Term::OneOf(element, elements.iter().map(|(one, _)| self.term(one, bound)).collect())
                }
                _ => Term::Unsure,
            },
            ExprKind::Compare(order, left, right) => {
                Term::Compare(*order, self.boxed(left, bound), self.boxed(right, bound))
            }
            ExprKind::Arithmetic(operation, left, right) => {
                Term::Arithmetic(*operation, self.boxed(left, bound), self.boxed(right, bound))
            }
            ExprKind::Fold(fold @ (Fold::Some | Fold::Every | Fold::The), slot, over, body)
                if self.is_players(over) =>
            {
                self.over_players(*fold, *slot, body, bound)
            }
            ExprKind::Fold(..)
            | ExprKind::Table(..)
            | ExprKind::Finding(..)
            | ExprKind::Lawful(..)
            | ExprKind::Set(_)
            | ExprKind::Negative(_) => Term::Unsure,
        }
    }

    fn is_players(&self, over: &Expr) -> bool {
        let body = |fact: &FactId| &self.code.facts[fact.index()].body;
        matches!(&over.kind, ExprKind::Fact(fact, _) if matches!(body(fact), FactBody::Table(Builtin::Players)))
    }

    /// A definition with its arguments: each is worked out once, before the definition.
    fn defined(&mut self, body: &Expr, args: &[Expr], bound: &Bound) -> Term {
        let depth = bound.depth + args.len();
        if depth > MOST_NAMES {
            return Term::Unsure;
        }
        // An argument that is a name already, and bound for certain, needs no other.
        let name_of = |slot: usize| bound.sure_name(&args[slot]).unwrap_or(bound.depth + slot);
        let slots = (0..args.len()).map(|slot| (slot, name_of(slot))).collect();
        let sure = (bound.depth..depth).fold(bound.sure, |sure, name| sure | 1 << name);
        let mut term = self.term(body, &Bound { slots, depth, sure });
        for (slot, arg) in args.iter().enumerate().rev().filter(|(_, arg)| bound.sure_name(arg).is_none()) {
            let name = bound.depth + slot;
            // INVARIANT: what an argument needs itself is put above the arguments before it.
            let value = self.boxed(arg, &Bound { depth: name, ..bound.clone() });
            term = Term::Let(name, value, Box::new(term));
        }
        term
    }

    /// The body of a fold over the players, when each of its alternatives says outright which player it means.
    fn alternatives(&mut self, slot: usize, body: &Expr, bound: &Bound) -> Option<Vec<Vec<Part>>> {
        let speaks = |expr: &Expr| mentions(expr, slot);
        let is_name = |expr: &Expr| matches!(expr.kind, ExprKind::Slot(name) if name == slot);
        let alternatives =
            if let ExprKind::Or(alternatives) = &body.kind { alternatives } else { std::slice::from_ref(body) };
        let mut made = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            let parts =
                if let ExprKind::And(parts) = &alternative.kind { parts } else { std::slice::from_ref(alternative) };
            let mut of_one = Vec::with_capacity(parts.len());
            for part in parts {
                of_one.push(match &part.kind {
                    ExprKind::Equal(name, player) | ExprKind::Equal(player, name)
                        if is_name(name) && !speaks(player) =>
                    {
                        Part::Is(self.term(player, bound))
                    }
                    _ if speaks(part) => return None,
                    _ => Part::If(self.term(part, bound)),
                });
            }
            if of_one.iter().filter(|part| matches!(part, Part::Is(_))).count() != 1 {
                return None;
            }
            made.push(of_one);
        }
        Some(made)
    }

    fn over_players(&mut self, fold: Fold, slot: usize, body: &Expr, bound: &Bound) -> Term {
        let name = bound.depth;
        if name >= MOST_NAMES {
            return Term::Unsure;
        }
        if fold == Fold::The
            && let Some(alternatives) = self.alternatives(slot, body, bound)
        {
            return Term::ThePlayer(alternatives);
        }
        let mut inner = Bound { depth: name + 1, ..bound.clone() };
        inner.slots.push((slot, name));
        inner.sure |= 1 << name;
        Term::Players(fold, name, self.boxed(body, &inner))
    }
}

fn mentions(expr: &Expr, slot: usize) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |met| {
        found |= matches!(met, Met::Expr(one) if matches!(one.kind, ExprKind::Slot(name) if name == slot))
    });
    found
}
