//! Expressions worked out in one world.
//!
//! Logic is Kleene's over yes, no and unknown; a fact may besides be missing, and what is missing travels like a value.
//! An unknown names the first question that the answer still depends on.

use std::cmp::Ordering;

use crate::bridge::{Card, CardSet, Seat};
use crate::code::Code;
use crate::code::known::Builtin;
use crate::code::tree::{
    Arg, Arithmetic, Expr, ExprKind, FactBody, FactId, FindingId, Fold, Key, Order, StatusId, TableId,
};
use crate::code::value::{Base, Set, Type, Value};
use crate::source::Span;

use super::program::Program;
use super::run::Settings;
use super::world::{Fault, LawFault, Names, Question, World, with_names};

/// What an expression is worth.
#[derive(Debug, Clone, PartialEq)]
pub enum Ev {
    /// This.
    Is(Value),
    /// Nothing is there.
    Missing,
    /// It depends on this question.
    Unknown(Box<Question>),
}

impl Ev {
    pub fn truth(truth: bool) -> Ev {
        Ev::Is(Value::Truth(truth))
    }

    pub fn is_yes(&self) -> bool {
        matches!(self, Ev::Is(Value::Truth(true)))
    }
}

impl From<Option<Value>> for Ev {
    fn from(value: Option<Value>) -> Ev {
        value.map_or(Ev::Missing, Ev::Is)
    }
}

pub type Evaluated = Result<Ev, Fault>;

/// What an evaluation can see.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub code: &'a Code,
    pub settings: &'a Settings,
    pub program: &'a Program,
    pub world: &'a World,
}

/// Goes on with the value, or gives back what is missing or unknown.
macro_rules! known {
    ($ev:expr) => {
        match $ev? {
            Ev::Is(value) => value,
            other => return Ok(other),
        }
    };
}

impl<'a> Scope<'a> {
    /// Works an expression out.
    pub fn eval(&self, expr: &Expr, frame: &Names) -> Evaluated {
        match &expr.kind {
            ExprKind::Value(value) => Ok(Ev::Is(value.clone())),
            ExprKind::Slot(slot) => Ok(frame.get(*slot).cloned().flatten().into()),
            ExprKind::Fact(fact, args) => self.fact(*fact, args, frame),
            ExprKind::Table(table, args) => self.table_cell(*table, args, frame, expr.span),
            ExprKind::HouseRule(rule) => Ok(Ev::Is(self.settings.house_rules[rule.index()].clone())),
            ExprKind::Reading(reading) => {
                let answers = self.code.readings[reading.index()].answers;
                Ok(Ev::Is(Value::Enum(answers, self.settings.readings[reading.index()])))
            }
            ExprKind::Finding(finding, args) => self.finding(*finding, args, None, frame),
            ExprKind::Stands(status, args) => self.stands(*status, args, frame),
            ExprKind::Lawful(event, player, what) => {
                let player = known!(self.eval(player, frame));
                let what = known!(self.eval(what, frame));
                self.lawful(*event, &player, &what)
            }
            ExprKind::There(inner) => Ok(match self.eval(inner, frame)? {
                Ev::Is(_) => Ev::truth(true),
                Ev::Missing => Ev::truth(false),
                unknown => unknown,
            }),
            ExprKind::Set(elements) => self.set(elements, frame),
            ExprKind::Fold(fold, slot, over, body) => self.fold(*fold, *slot, over, body, frame),
            ExprKind::Not(inner) => Ok(match self.eval(inner, frame)? {
                Ev::Is(Value::Truth(truth)) => Ev::truth(!truth),
                other => other,
            }),
            ExprKind::Negative(inner) => Ok(match self.eval(inner, frame)? {
                Ev::Is(Value::Number(number)) => Ev::Is(Value::Number(number.saturating_neg())),
                other => other,
            }),
            ExprKind::And(parts) => self.all_of(parts.iter().map(|part| self.eval(part, frame)), true),
            ExprKind::Or(parts) => self.all_of(parts.iter().map(|part| self.eval(part, frame)), false),
            ExprKind::Equal(left, right) => {
                let (mut one, mut other) = (Ev::Missing, Ev::Missing);
                let Some(left) = self.part(left, frame, &mut one)? else { return Ok(one) };
                let Some(right) = self.part(right, frame, &mut other)? else { return Ok(other) };
                self.equal(left, right)
            }
            ExprKind::Member(element, set) => self.member(element, set, frame),
            ExprKind::Compare(order, left, right) => {
                let (mut one, mut other) = (Ev::Missing, Ev::Missing);
                let Some(left) = self.part(left, frame, &mut one)? else { return Ok(one) };
                let Some(right) = self.part(right, frame, &mut other)? else { return Ok(other) };
                Ok(Ev::truth(compare(*order, left.cmp(right))))
            }
            ExprKind::Arithmetic(operation, left, right) => {
                let (mut one, mut other) = (Ev::Missing, Ev::Missing);
                let Some(left) = self.part(left, frame, &mut one)? else { return Ok(one) };
                let Some(right) = self.part(right, frame, &mut other)? else { return Ok(other) };
                Ok(arithmetic(*operation, left, right))
            }
        }
    }

    /// Works out a part of an expression. What is written or bound is looked at where it stands; anything else is left in `kept`.
    /// Nothing comes back when there is no value: `kept` then says why.
    pub fn part<'v>(&self, expr: &'v Expr, frame: &'v Names, kept: &'v mut Ev) -> Result<Option<&'v Value>, Fault> {
        match &expr.kind {
            ExprKind::Value(value) => return Ok(Some(value)),
            ExprKind::Slot(slot) => {
                *kept = Ev::Missing;
                return Ok(frame.get(*slot).and_then(Option::as_ref));
            }
            _ => *kept = self.eval(expr, frame)?,
        }
        Ok(match kept {
            Ev::Is(value) => Some(value),
            Ev::Missing | Ev::Unknown(_) => None,
        })
    }

    /// Whether a whole condition holds: missing counts as no.
    pub fn holds(&self, expr: &Expr, frame: &Names) -> Result<Tri, Fault> {
        Ok(Tri::of(self.eval(expr, frame)?))
    }

    /// `and` over several (`yes_wanted`), or `or`: the deciding value wins over what is missing, and that over what is unknown,
    /// since neither can then come out as the other value.
    pub fn all_of(&self, parts: impl Iterator<Item = Evaluated>, yes_wanted: bool) -> Evaluated {
        let mut unknown = None;
        let mut missing = false;
        for part in parts {
            match part? {
                Ev::Is(Value::Truth(truth)) if truth != yes_wanted => return Ok(Ev::truth(truth)),
                Ev::Is(_) => {}
                Ev::Missing => missing = true,
                Ev::Unknown(question) => unknown = unknown.or(Some(question)),
            }
        }
        Ok(match (unknown, missing) {
            (Some(question), false) => Ev::Unknown(question),
            (Some(question), true) if !yes_wanted => Ev::Unknown(question),
            (_, true) => Ev::Missing,
            (None, false) => Ev::truth(yes_wanted),
        })
    }

    /// Two values of one type. A citation of a law equals each of its clauses.
    pub fn equal(&self, left: &Value, right: &Value) -> Evaluated {
        Ok(match (left, right) {
            (Value::Citation(one), Value::Citation(other)) => Ev::truth(one.contains(other) || other.contains(one)),
            (Value::Set(one), Value::Set(other)) => {
                if let Some(question) = self.hidden_question(one).or_else(|| self.hidden_question(other)) {
                    return Ok(Ev::Unknown(Box::new(question)));
                }
                let inside = |a: &Set, b: &Set| a.sure.iter().all(|value| b.sure.contains(value));
                Ev::truth(inside(one, other) && inside(other, one))
            }
            _ => Ev::truth(left == right),
        })
    }

    fn member(&self, element: &Expr, set: &Expr, frame: &Names) -> Evaluated {
        let element = known!(self.eval(element, frame));
        if let ExprKind::Finding(finding, args) = &set.kind {
            return self.finding(*finding, args, Some(element), frame);
        }
        let Value::Set(set) = known!(self.eval(set, frame)) else { return Ok(Ev::truth(false)) };
        for value in &set.sure {
            if self.equal(&element, value)?.is_yes() {
                return Ok(Ev::truth(true));
            }
        }
        match (set.hidden, element.card()) {
            (Some(player), Some(card)) if set.maybe.contains(&element) => {
                self.holds_any(player, CardSet::from_iter([card]))
            }
            _ => Ok(Ev::truth(false)),
        }
    }

    fn set(&self, elements: &[(Expr, Option<Expr>)], frame: &Names) -> Evaluated {
        let mut values = Vec::new();
        for (first, last) in elements {
            let first = known!(self.eval(first, frame));
            match last {
                None => values.push(first),
                Some(last) => {
                    let last = known!(self.eval(last, frame));
                    let (Some(low), Some(high)) = (first.number(), last.number()) else { continue };
                    values.extend((low..=high.min(low.saturating_add(MOST_IN_RANGE))).map(Value::Number));
                }
            }
        }
        Ok(Ev::Is(Value::Set(Box::new(Set::of(values)))))
    }

    fn stands(&self, status: StatusId, args: &[Arg], frame: &Names) -> Evaluated {
        with_names(&[], args.len(), |tests| {
            for (test, arg) in tests.iter_mut().zip(args) {
                if let Arg::Test(expr) = arg {
                    *test = Some(known!(self.eval(expr, frame)));
                }
            }
            if let Some(always) = self.code.statuses[status.index()].duty.as_ref().filter(|duty| duty.always) {
                return Ok(Ev::truth(always.always));
            }
            let stands = self.world.standing(status).iter().any(|standing| {
                standing.args.iter().zip(&*tests).all(|(value, test)| test.as_ref().is_none_or(|test| test == value))
            });
            Ok(Ev::truth(stands))
        })
    }

    fn fact(&self, fact: FactId, args: &[Expr], frame: &Names) -> Evaluated {
        match &self.code.facts[fact.index()].body {
            FactBody::Table(builtin) => {
                let (mut one, mut other) = (Ev::Missing, Ev::Missing);
                let mut values = [None, None];
                if let Some(arg) = args.first() {
                    values[0] = self.part(arg, frame, &mut one)?;
                    if values[0].is_none() {
                        return Ok(one);
                    }
                }
                if let Some(arg) = args.get(1) {
                    values[1] = self.part(arg, frame, &mut other)?;
                    if values[1].is_none() {
                        return Ok(other);
                    }
                }
                self.builtin(*builtin, fact, values)
            }
            FactBody::Defined { body, slots } => with_names(&[], *slots, |inner| {
                for (slot, arg) in args.iter().enumerate() {
                    inner[slot] = Some(known!(self.eval(arg, frame)));
                }
                self.eval(body, inner)
            }),
        }
    }

    fn table_cell(&self, table: TableId, args: &[Expr], frame: &Names, span: Span) -> Evaluated {
        let table = &self.code.tables[table.index()];
        let mut inner = vec![None; table.slots.max(args.len())];
        for (slot, arg) in args.iter().enumerate() {
            inner[slot] = Some(known!(self.eval(arg, frame)));
        }
        let fits = |keys: &[Key]| {
            keys.iter().zip(&inner).all(|(key, value)| match (key, value) {
                (Key::Else, _) => true,
                (Key::Range(low, high), Some(Value::Number(number))) => low <= number && number <= high,
                (Key::Value(key), Some(value)) => key == value,
                _ => false,
            })
        };
        match table.rows.iter().find(|row| fits(&row.keys)) {
            Some(row) => self.eval(&row.cell, &inner),
            None => {
                let message = format!("the table `{}` has no row for this", table.name);
                Err(Box::new(LawFault { message, span }))
            }
        }
    }

    /// A question of judgement, answered by the record, by this world, or open.
    fn finding(&self, finding: FindingId, args: &[Expr], member: Option<Value>, frame: &Names) -> Evaluated {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(known!(self.eval(arg, frame)));
        }
        if let Some(answer) = self.world.judged_finding(finding, &values) {
            return self.judged(answer, member.as_ref());
        }
        let question = Question::Finding { event: self.world.now, finding, args: values, member };
        Ok(match self.world.answers.get(&question) {
            Some(answer) => Ev::Is(answer.clone()),
            None => Ev::Unknown(Box::new(question)),
        })
    }

    fn judged(&self, answer: &Value, member: Option<&Value>) -> Evaluated {
        Ok(match (member, answer) {
            (Some(member), Value::Set(set)) => Ev::truth(set.sure.contains(member)),
            _ => Ev::Is(answer.clone()),
        })
    }

    /// The question whether a hidden hand holds any card that this set may have.
    fn hidden_question(&self, set: &Set) -> Option<Question> {
        let player = set.hidden?;
        let cards: CardSet = set.maybe.iter().filter_map(Value::card).collect();
        (!cards.is_empty()).then_some(Question::Holds { event: self.world.now, player, cards })
    }

    fn fold(&self, fold: Fold, slot: usize, over: &Expr, body: &Expr, frame: &Names) -> Evaluated {
        // The laws go over the players so often that no set is made of them.
        if let ExprKind::Fact(fact, _) = &over.kind
            && matches!(self.code.facts[fact.index()].body, FactBody::Table(Builtin::Players))
        {
            let players = self.rotation().map(Value::Player);
            return self.fold_over(fold, slot, (&players, &[], None), body, frame);
        }
        let Value::Set(set) = known!(self.eval(over, frame)) else { return Ok(Ev::Missing) };
        self.fold_over(fold, slot, (&set.sure, &set.maybe, set.hidden), body, frame)
    }

    /// A fold over the members of a set: those for certain, those that may be, and whose hidden cards these are.
    fn fold_over(
        &self,
        fold: Fold,
        slot: usize,
        (sure, maybe, hidden): (&[Value], &[Value], Option<Seat>),
        body: &Expr,
        frame: &Names,
    ) -> Evaluated {
        with_names(frame, slot + 1, |inner| {
            let mut each = |members: &[Value]| -> Result<Vec<(Value, Ev)>, Fault> {
                let mut found = Vec::with_capacity(members.len());
                for value in members {
                    inner[slot] = Some(value.clone());
                    found.push((value.clone(), self.eval(body, inner)?));
                }
                Ok(found)
            };
            let (sure, maybe) = (each(sure)?, each(maybe)?);
            match fold {
                Fold::Some | Fold::Every => self.quantified(fold == Fold::Every, hidden, sure, &maybe),
                _ => self.folded(fold, hidden, sure, &maybe),
            }
        })
    }

    /// `some` and `every`: hidden cards matter only as one question, whether any of those that would decide is held.
    fn quantified(
        &self,
        every: bool,
        hidden: Option<Seat>,
        sure: Vec<(Value, Ev)>,
        maybe: &[(Value, Ev)],
    ) -> Evaluated {
        let decides = |ev: &Ev| matches!(ev, Ev::Is(Value::Truth(truth)) if *truth != every);
        let of_sure = self.all_of(sure.into_iter().map(|(_, ev)| Ok(ev)), every)?;
        if decides(&of_sure) {
            return Ok(of_sure);
        }
        let deciding: CardSet =
            maybe.iter().filter(|(_, ev)| decides(ev)).filter_map(|(value, _)| value.card()).collect();
        let of_hidden = match hidden {
            Some(player) if !deciding.is_empty() => match self.holds_any(player, deciding)? {
                Ev::Is(Value::Truth(held)) => Ev::truth(held != every),
                unknown => unknown,
            },
            _ => Ev::truth(every),
        };
        self.all_of([Ok(of_sure), Ok(of_hidden)].into_iter(), every)
    }

    fn folded(&self, fold: Fold, hidden: Option<Seat>, mut sure: Vec<(Value, Ev)>, maybe: &[(Value, Ev)]) -> Evaluated {
        let no = Ev::truth(false);
        for (card, ev) in maybe.iter().filter(|(_, ev)| *ev != no) {
            let (Some(player), Some(held)) = (hidden, card.card()) else { continue };
            match self.holds_any(player, CardSet::from_iter([held]))? {
                Ev::Is(Value::Truth(true)) => sure.push((card.clone(), ev.clone())),
                Ev::Unknown(question) => return Ok(Ev::Unknown(question)),
                _ => {}
            }
        }
        let mut members = Vec::new();
        let mut numbers = Vec::new();
        for (value, ev) in sure {
            match ev {
                Ev::Is(Value::Truth(true)) => members.push(value),
                Ev::Is(Value::Truth(false)) => {}
                Ev::Is(Value::Number(number)) => numbers.push(number),
                Ev::Is(_) => {}
                Ev::Missing if matches!(fold, Fold::Sum | Fold::Least | Fold::Most) => return Ok(Ev::Missing),
                Ev::Missing => {}
                Ev::Unknown(question) => return Ok(Ev::Unknown(question)),
            }
        }
        let count = i64::try_from(members.len()).unwrap_or(i64::MAX);
        Ok(match fold {
            Fold::Count => Ev::Is(Value::Number(count)),
            Fold::All => Ev::Is(Value::Set(Box::new(Set::of(members)))),
            Fold::The => (if members.len() == 1 { members.pop() } else { None }).into(),
            Fold::Sum => Ev::Is(Value::Number(numbers.iter().fold(0, |sum, number| number.saturating_add(sum)))),
            Fold::Least => numbers.into_iter().min().map(Value::Number).into(),
            Fold::Most => numbers.into_iter().max().map(Value::Number).into(),
            Fold::Some | Fold::Every => Ev::Missing,
        })
    }

    /// Every value of a type that has finitely many, in order.
    pub fn domain(&self, ty: Type) -> Vec<Value> {
        use crate::bridge::{Rank, Side, Strain, Suit};
        match ty.base {
            Base::Player => self.rotation().into_iter().map(Value::Player).collect(),
            Base::Side => Side::ALL.into_iter().map(Value::Side).collect(),
            Base::Suit => Suit::ALL.into_iter().map(|suit| Value::Strain(suit.into())).collect(),
            Base::Strain => Strain::ALL.into_iter().map(Value::Strain).collect(),
            Base::Rank => Rank::all().map(Value::Rank).collect(),
            Base::Card => Card::all().map(Value::Card).collect(),
            Base::Trick => (1..=13).map(Value::Number).collect(),
            Base::Truth => [true, false].into_iter().map(Value::Truth).collect(),
            Base::Enum(id) => {
                let values = self.code.enums[id.index()].values.len();
                (0..values).map(|place| Value::Enum(id, place as u16)).collect()
            }
            Base::Call | Base::Number | Base::Choice | Base::Citation | Base::Incident | Base::Nothing => Vec::new(),
        }
    }
}

/// A range of numbers is cut off here.
const MOST_IN_RANGE: i64 = 100;

/// Yes, no, or a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Tri {
    Yes,
    No,
    Ask(Box<Question>),
}

impl Tri {
    /// A whole condition: missing counts as no.
    pub fn of(ev: Ev) -> Tri {
        match ev {
            Ev::Is(Value::Truth(true)) => Tri::Yes,
            Ev::Unknown(question) => Tri::Ask(question),
            Ev::Is(_) | Ev::Missing => Tri::No,
        }
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

fn compare(order: Order, found: Ordering) -> bool {
    match order {
        Order::Over => found == Ordering::Greater,
        Order::Under => found == Ordering::Less,
        Order::AtLeast => found != Ordering::Less,
        Order::AtMost => found != Ordering::Greater,
    }
}

fn arithmetic(operation: Arithmetic, left: &Value, right: &Value) -> Ev {
    let (Some(left), Some(right)) = (left.number(), right.number()) else { return Ev::Missing };
    Ev::Is(Value::Number(match operation {
        Arithmetic::Add => left.saturating_add(right),
        Arithmetic::Subtract => left.saturating_sub(right),
        Arithmetic::Multiply => left.saturating_mul(right),
    }))
}
