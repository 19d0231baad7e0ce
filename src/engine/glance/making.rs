//! Conditions made ready to be decided at a glance.
//!
//! In: expressions of a code. Out: steps with the definitions put in; what a glance cannot decide stands in them as unsure.

use std::collections::HashSet;

use crate::code::Code;
use crate::code::check::walk::{self, Met};
use crate::code::known::Builtin;
use crate::code::tree::{Arg, Expr, ExprKind, FactBody, FactId, Fold};
use crate::code::value::Base;

use super::plain::Plain;
use super::{Glance, Guard, MOST_KEPT, MOST_NAMES, MOST_TESTS, Place, Skip, Step};

/// At most so many terms are made of one condition: definitions are put in wherever they are used.
const MOST_TERMS: usize = 400;

/// Makes a condition ready whose frame has so many names.
pub fn glance(code: &Code, expr: &Expr, names: usize) -> Glance {
    let names = names.min(MOST_NAMES);
    let mut making = Making { code, steps: Vec::new(), terms: 0 };
    let result = making.operand(expr, &Bound::frame(names, 0), &mut { names });
    Glance { steps: making.steps, names, result }
}

/// Makes conditions ready that hang on the parts of an event alone; none where those are tested themselves.
pub fn guard<'c>(code: &Code, args: &[Arg], conditions: impl Iterator<Item = &'c Expr>, names: usize) -> Option<Guard> {
    let names = names.min(MOST_NAMES);
    let mut bound = Vec::with_capacity(args.len());
    for (part, arg) in args.iter().enumerate() {
        match arg {
            Arg::Any => {}
            Arg::Bind(name) if *name < names => bound.push((part, place(*name))),
            Arg::Bind(_) | Arg::Test(_) => return None,
        }
    }
    let sure = bound.iter().fold(0, |sure, (_, name)| sure | 1 << name.0);
    let mut making = Making { code, steps: Vec::new(), terms: 0 };
    let frame = Bound::frame(names, sure);
    let mut used = HashSet::new();
    for condition in conditions {
        making.need(condition, &frame, names + 1);
        walk::expr(condition, &mut |met| {
            if let Met::Expr(Expr { kind: ExprKind::Slot(slot), .. }) = met {
                used.insert(*slot);
            }
        });
    }
    let looked_at = bound.iter().filter(|(_, name)| used.contains(&usize::from(name.0))).copied().collect();
    Some(Guard { bound, looked_at, steps: making.steps, result: place(names) })
}

/// A condition while it is made ready.
struct Making<'c> {
    code: &'c Code,
    steps: Vec<Step>,
    terms: usize,
}

/// What the slots of an expression are.
#[derive(Clone)]
struct Bound {
    /// Slots, each with the place of its value.
    slots: Vec<(usize, usize)>,
    /// The places that hold a value for certain, a bit each.
    sure: u32,
}

impl Bound {
    /// The names of a frame, of which these are bound for certain.
    fn frame(names: usize, sure: u32) -> Bound {
        Bound { slots: (0..names).map(|slot| (slot, slot)).collect(), sure }
    }

    fn place_of(&self, slot: usize) -> Option<usize> {
        self.slots.iter().rev().find(|(known, _)| *known == slot).map(|(_, place)| *place)
    }

    /// The place of an expression that is nothing but a name bound for certain.
    fn sure_name(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Slot(slot) => self.place_of(*slot).filter(|place| self.sure >> place & 1 == 1),
            _ => None,
        }
    }

    /// The same and one name more, bound for certain.
    fn and(&self, slot: usize, place: usize) -> Bound {
        let mut bound = self.clone();
        bound.slots.push((slot, place));
        bound.sure |= 1 << place;
        bound
    }
}

/// INVARIANT: no place is used that is not below [`MOST_KEPT`].
fn place(place: usize) -> Place {
    Place((place % MOST_KEPT) as u8)
}

impl Making<'_> {
    /// Leaves out, at these steps, all that comes between them and here.
    fn end_here(&mut self, at: &[usize]) {
        let here = self.steps.len();
        for at in at {
            // INVARIANT: so few terms are made of a condition that the steps can be counted so.
            let left_out = Skip::try_from(here - at - 1).unwrap_or(Skip::MAX);
            match &mut self.steps[*at] {
                Step::And(.., skip)
                | Step::Or(.., skip)
                | Step::Have(.., skip)
                | Step::Players(.., skip)
                | Step::Unless(_, skip) => *skip = left_out,
                _ => {}
            }
        }
    }

    /// The steps that end a guard where a condition does not hold: each part of an `and` by itself.
    fn need(&mut self, condition: &Expr, bound: &Bound, free: usize) {
        let is_citation = |expr: &Expr| expr.ty.set || expr.ty.base == Base::Citation;
        let (equal, wanted) = match &condition.kind {
            ExprKind::Not(inner) => (inner.as_ref(), false),
            _ => (condition, true),
        };
        let mut after = free;
        let step = match (&condition.kind, &equal.kind) {
            (ExprKind::And(parts), _) => return parts.iter().for_each(|part| self.need(part, bound, free)),
            (_, ExprKind::Equal(left, right)) if !is_citation(left) => {
                let left = self.operand(left, bound, &mut after);
                Step::NeedEqual(left, self.operand(right, bound, &mut after), wanted)
            }
            (ExprKind::Not(inner), _) => Step::NeedNot(self.operand(inner, bound, &mut after)),
            _ => Step::Need(self.operand(condition, bound, &mut after)),
        };
        self.steps.push(step);
    }

    fn unsure(&mut self) {
        self.steps.push(Step::Unsure);
    }

    /// The place where the value of an expression is: that of its name, or one that is taken for it.
    fn operand(&mut self, expr: &Expr, bound: &Bound, free: &mut usize) -> Place {
        if let ExprKind::Slot(slot) = &expr.kind
            && let Some(known) = bound.place_of(*slot)
        {
            return place(known);
        }
        let to = *free;
        *free += 1;
        self.term(expr, bound, to, *free);
        place(to)
    }

    /// The values of several, one after the other. Gives the place of the first.
    fn row<'x>(&mut self, exprs: impl Iterator<Item = Option<&'x Expr>>, bound: &Bound, free: &mut usize) -> Place {
        let exprs: Vec<Option<&Expr>> = exprs.collect();
        let from = *free;
        *free += exprs.len();
        for (nth, expr) in exprs.into_iter().enumerate() {
            if let Some(expr) = expr {
                self.term(expr, bound, from + nth, *free);
            }
        }
        place(from)
    }

    /// The steps that leave the value of an expression at a place; `free` is the first place that they may use besides.
    fn term(&mut self, expr: &Expr, bound: &Bound, at: usize, free: usize) {
        self.terms += 1;
        if self.terms > MOST_TERMS || expr.ty.set || at >= MOST_KEPT || free > MOST_KEPT {
            return self.unsure();
        }
        let (to, mut free) = (place(at), free);
        match &expr.kind {
            ExprKind::Value(value) => match Plain::of(value) {
                Some(value) => self.steps.push(Step::Put(to, value)),
                None => self.unsure(),
            },
            ExprKind::Slot(slot) => match bound.place_of(*slot) {
                Some(known) => self.steps.push(Step::Copy(to, place(known))),
                None => self.unsure(),
            },
            ExprKind::Fact(fact, args) => match &self.code.facts[fact.index()].body {
                FactBody::Table(builtin) => match args.as_slice() {
                    [] => self.steps.push(Step::Fact(to, *builtin, *fact)),
                    [part] => {
                        let part = self.operand(part, bound, &mut free);
                        self.steps.push(Step::FactOf(to, *builtin, *fact, part));
                    }
                    [first, second] => {
                        let first = self.operand(first, bound, &mut free);
                        let second = self.operand(second, bound, &mut free);
                        self.steps.push(Step::FactOfTwo(to, *builtin, *fact, first, second));
                    }
                    _ => self.unsure(),
                },
                FactBody::Defined { body, .. } => self.defined(body, args, bound, at, free),
            },
            ExprKind::HouseRule(rule) => self.steps.push(Step::HouseRule(to, *rule)),
            ExprKind::Reading(reading) => {
                self.steps.push(Step::Reading(to, *reading, self.code.readings[reading.index()].answers));
            }
            ExprKind::Stands(_, args) if args.len() > MOST_TESTS => self.unsure(),
            ExprKind::Stands(status, args) => {
                fn test(arg: &Arg) -> Option<&Expr> {
                    if let Arg::Test(expr) = arg { Some(expr) } else { None }
                }
                let tested = args.iter().enumerate().filter(|(_, arg)| test(arg).is_some());
                let tested = tested.fold(0, |tested, (nth, _)| tested | 1 << nth);
                let from = self.row(args.iter().map(test), bound, &mut free);
                self.steps.push(Step::Stands(to, *status, from, tested));
            }
            ExprKind::There(inner) => {
                let inner = self.operand(inner, bound, &mut free);
                self.steps.push(Step::There(to, inner));
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Equal(left, right) => self.equal(left, right, false, bound, at, free),
                _ => {
                    let inner = self.operand(inner, bound, &mut free);
                    self.steps.push(Step::Not(to, inner));
                }
            },
            ExprKind::And(parts) => self.all(parts, true, bound, at, free),
            ExprKind::Or(parts) => self.all(parts, false, bound, at, free),
            ExprKind::Equal(left, right) => self.equal(left, right, true, bound, at, free),
            ExprKind::Member(element, set) => match &set.kind {
                ExprKind::Set(elements)
                    if elements.len() < MOST_KEPT && elements.iter().all(|(_, last)| last.is_none()) =>
                {
                    let element = self.operand(element, bound, &mut free);
                    let from = self.row(elements.iter().map(|(one, _)| Some(one)), bound, &mut free);
                    self.steps.push(Step::OneOf(to, element, from, elements.len() as u8));
                }
                _ => self.unsure(),
            },
            ExprKind::Compare(order, left, right) => {
                let left = self.operand(left, bound, &mut free);
                let right = self.operand(right, bound, &mut free);
                self.steps.push(Step::Compare(to, *order, left, right));
            }
            ExprKind::Arithmetic(operation, left, right) => {
                let left = self.operand(left, bound, &mut free);
                let right = self.operand(right, bound, &mut free);
                self.steps.push(Step::Arithmetic(to, *operation, left, right));
            }
            ExprKind::Fold(fold @ (Fold::Some | Fold::Every | Fold::The), slot, over, body)
                if self.is_players(over) =>
            {
                self.over_players(*fold, *slot, body, bound, at, free);
            }
            ExprKind::Fold(..)
            | ExprKind::Table(..)
            | ExprKind::Finding(..)
            | ExprKind::Lawful(..)
            | ExprKind::Set(_)
            | ExprKind::Negative(_) => self.unsure(),
        }
    }

    fn equal(&mut self, left: &Expr, right: &Expr, wanted: bool, bound: &Bound, at: usize, mut free: usize) {
        // A citation of a law equals each of its clauses.
        if left.ty.set || left.ty.base == Base::Citation {
            return self.unsure();
        }
        let written = |expr: &Expr| if let ExprKind::Value(value) = &expr.kind { Plain::of(value) } else { None };
        let step = match (written(left), written(right)) {
            (_, Some(value)) => Step::EqualTo(place(at), self.operand(left, bound, &mut free), value, wanted),
            (Some(value), None) => Step::EqualTo(place(at), self.operand(right, bound, &mut free), value, wanted),
            (None, None) => {
                let left = self.operand(left, bound, &mut free);
                let right = self.operand(right, bound, &mut free);
                Step::Equal(place(at), left, right, wanted)
            }
        };
        self.steps.push(step);
    }

    /// `and` (`yes_wanted`) or `or`.
    fn all(&mut self, parts: &[Expr], yes_wanted: bool, bound: &Bound, at: usize, free: usize) {
        let to = place(at);
        self.steps.push(Step::Put(to, Plain::truth(yes_wanted)));
        let mut deciding = Vec::with_capacity(parts.len());
        for part in parts {
            let part = self.operand(part, bound, &mut { free });
            deciding.push(self.steps.len());
            self.steps.push(if yes_wanted { Step::And(to, part, 0) } else { Step::Or(to, part, 0) });
        }
        self.end_here(&deciding);
    }

    fn is_players(&self, over: &Expr) -> bool {
        let body = |fact: &FactId| &self.code.facts[fact.index()].body;
        matches!(&over.kind, ExprKind::Fact(fact, _) if matches!(body(fact), FactBody::Table(Builtin::Players)))
    }

    /// A definition with its arguments: each is worked out once, before the definition.
    fn defined(&mut self, body: &Expr, args: &[Expr], bound: &Bound, at: usize, mut free: usize) {
        let mut inner = Bound { slots: Vec::with_capacity(args.len()), sure: bound.sure };
        let mut missing = Vec::new();
        for (slot, arg) in args.iter().enumerate() {
            // An argument that is a name already, and bound for certain, needs no other.
            let known = bound.sure_name(arg).unwrap_or_else(|| {
                let known = free;
                free += 1;
                self.term(arg, bound, known, free);
                missing.push(self.steps.len());
                self.steps.push(Step::Have(place(at), place(known), 0));
                known
            });
            if known >= MOST_KEPT {
                return self.unsure();
            }
            inner.slots.push((slot, known));
            inner.sure |= 1 << known;
        }
        self.term(body, &inner, at, free);
        self.end_here(&missing);
    }

    /// `the(p in players: (a and p is x) or (b and p is y))`: nothing is tried, since each alternative says whom it means.
    /// Tells whether the body of the fold is of this form.
    fn the_player(&mut self, slot: usize, body: &Expr, bound: &Bound, at: usize, free: usize) -> bool {
        let speaks = |expr: &Expr| mentions(expr, slot);
        let is_name = |expr: &Expr| matches!(expr.kind, ExprKind::Slot(name) if name == slot);
        fn parts_of(expr: &Expr) -> &[Expr] {
            if let ExprKind::And(parts) = &expr.kind { parts } else { std::slice::from_ref(expr) }
        }
        let named = |part: &'_ Expr| match &part.kind {
            ExprKind::Equal(left, right) if is_name(left) && !speaks(right) => Some(false),
            ExprKind::Equal(left, right) if is_name(right) && !speaks(left) => Some(true),
            _ => None,
        };
        let alternatives =
            if let ExprKind::Or(alternatives) = &body.kind { alternatives } else { std::slice::from_ref(body) };
        let fits = |alternative: &Expr| {
            let parts = parts_of(alternative);
            parts.iter().filter(|part| named(part).is_some()).count() == 1
                && parts.iter().all(|part| named(part).is_some() || !speaks(part))
        };
        if !alternatives.iter().all(fits) {
            return false;
        }
        let (to, several) = (place(at), place(free));
        self.steps.extend([Step::Clear(to), Step::Clear(several)]);
        for alternative in alternatives {
            let mut free = free + 1;
            let (mut failing, mut meant) = (Vec::new(), None);
            for part in parts_of(alternative) {
                match (&part.kind, named(part)) {
                    (ExprKind::Equal(left, _), Some(true)) => meant = Some(left),
                    (ExprKind::Equal(_, right), Some(false)) => meant = Some(right),
                    _ => {
                        let holds = self.operand(part, bound, &mut { free });
                        failing.push(self.steps.len());
                        self.steps.push(Step::Unless(holds, 0));
                    }
                }
            }
            if let Some(meant) = meant {
                let meant = self.operand(meant, bound, &mut free);
                self.steps.push(Step::Mean(to, meant, several));
            }
            self.end_here(&failing);
        }
        self.steps.push(Step::OnlyOne(to, several));
        true
    }

    fn over_players(&mut self, fold: Fold, slot: usize, body: &Expr, bound: &Bound, at: usize, free: usize) {
        if free + 2 > MOST_KEPT {
            return self.unsure();
        }
        if fold == Fold::The && self.the_player(slot, body, bound, at, free) {
            return;
        }
        let (name, result) = (free, free + 1);
        let begun = self.steps.len();
        self.steps.push(Step::Players(place(at), fold, place(name), place(result), 0));
        self.term(body, &bound.and(slot, name), result, free + 2);
        self.end_here(&[begun]);
    }
}

fn mentions(expr: &Expr, slot: usize) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |met| {
        found |= matches!(met, Met::Expr(one) if matches!(one.kind, ExprKind::Slot(name) if name == slot))
    });
    found
}
