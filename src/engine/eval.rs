//! Expressions worked out in one world.
//!
//! A fact may be missing, and what is missing travels like a value. An unknown names the first question that the answer still depends on.
//! Conditions are worked out in [`super::truth`].

use crate::bridge::{Card, CardSet, Seat};
use crate::code::Code;
use crate::code::known::Builtin;
use crate::code::tree::{Arithmetic, Expr, ExprKind, FactBody, FactId, FindingId, Fold, Key, TableId};
use crate::code::value::{Base, Set, Type, Value};
use crate::source::Span;

use super::program::Program;
use super::settings::Settings;
use super::truth::{Truth, all_of};
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
            ExprKind::Lawful(event, player, what) => {
                let player = known!(self.eval(player, frame));
                let what = known!(self.eval(what, frame));
                self.lawful(*event, &player, &what)
            }
            ExprKind::Set(elements) => self.set(elements, frame),
            ExprKind::Fold(fold, slot, over, body) => self.fold(*fold, *slot, over, body, frame),
            ExprKind::Negative(inner) => Ok(match self.eval(inner, frame)? {
                Ev::Is(Value::Number(number)) => Ev::Is(Value::Number(number.saturating_neg())),
                other => other,
            }),
            ExprKind::Arithmetic(operation, left, right) => {
                let (mut one, mut other) = (Ev::Missing, Ev::Missing);
                let Some(left) = self.part(left, frame, &mut one)? else { return Ok(one) };
                let Some(right) = self.part(right, frame, &mut other)? else { return Ok(other) };
                let (Some(left), Some(right)) = (left.number(), right.number()) else { return Ok(Ev::Missing) };
                Ok(Ev::Is(Value::Number(arithmetic(*operation, left, right))))
            }
            ExprKind::Stands(..)
            | ExprKind::There(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Equal(..)
            | ExprKind::Member(..)
            | ExprKind::Compare(..) => self.truth(expr, frame).map(Ev::from),
        }
    }

    /// Works out a part of an expression. What is written or bound is looked at where it stands; anything else is left in `kept`.
    /// Nothing comes back when there is no value: `kept` then says why.
    #[inline]
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

    fn fact(&self, fact: FactId, args: &[Expr], frame: &Names) -> Evaluated {
        match &self.code.facts[fact.index()].body {
            FactBody::Table(builtin) => {
                if let Some(values) = bound(args, frame) {
                    return self.builtin(*builtin, fact, values);
                }
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
            FactBody::Defined { body, slots } => self.with_args(args, *slots, frame, |inner| self.eval(body, inner)),
        }
    }

    /// Works something out with the names of a definition bound to its arguments.
    pub fn with_args<R: From<Ev>>(
        &self,
        args: &[Expr],
        slots: usize,
        frame: &Names,
        run: impl FnOnce(&mut Names) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        with_names(&[], slots, |inner| {
            for (slot, arg) in inner.iter_mut().zip(args) {
                match self.eval(arg, frame)? {
                    Ev::Is(value) => *slot = Some(value),
                    other => return Ok(R::from(other)),
                }
            }
            run(inner)
        })
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
    pub fn finding(&self, finding: FindingId, args: &[Expr], member: Option<Value>, frame: &Names) -> Evaluated {
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

    fn fold(&self, fold: Fold, slot: usize, over: &Expr, body: &Expr, frame: &Names) -> Evaluated {
        // The laws go over the players so often that no set is made of them.
        if let ExprKind::Fact(fact, _) = &over.kind
            && matches!(self.code.facts[fact.index()].body, FactBody::Table(Builtin::Players))
        {
            let mut players = [const { Value::Player(Seat::North) }; 4];
            let mut many = 0;
            for seat in self.rotation() {
                players[many] = Value::Player(seat);
                many += 1;
            }
            return self.fold_over(fold, slot, (&players[..many], &[], None), body, frame);
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
            if fold == Fold::The && maybe.is_empty() {
                return self.the(slot, sure, body, inner);
            }
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

    /// `the`: the only member of which the condition holds.
    fn the(&self, slot: usize, members: &[Value], body: &Expr, names: &mut Names) -> Evaluated {
        let mut found = Vec::new();
        let mut unknown = None;
        for value in members {
            names[slot] = Some(value.clone());
            match self.truth(body, names)? {
                Truth::Yes => found.push(value),
                Truth::No | Truth::Missing => {}
                Truth::Unknown(question) => unknown = unknown.or(Some(question)),
            }
        }
        Ok(match (unknown, found.as_slice()) {
            (Some(question), _) => Ev::Unknown(question),
            (None, [one]) => Ev::Is((*one).clone()),
            (None, _) => Ev::Missing,
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
        let of_sure = all_of(sure.into_iter().map(|(_, ev)| Ok(Truth::from(ev))), every)?;
        if of_sure == Truth::of(!every) {
            return Ok(Ev::from(of_sure));
        }
        let deciding: CardSet =
            maybe.iter().filter(|(_, ev)| decides(ev)).filter_map(|(value, _)| value.card()).collect();
        let of_hidden = match hidden {
            Some(player) if !deciding.is_empty() => match self.holds_any(player, deciding)? {
                Ev::Is(Value::Truth(held)) => Truth::of(held != every),
                unknown => Truth::from(unknown),
            },
            _ => Truth::of(every),
        };
        all_of([Ok(of_sure), Ok(of_hidden)].into_iter(), every).map(Ev::from)
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
        use crate::bridge::{Rank, Strain, Suit};
        match ty.base {
            Base::Player => self.rotation().map(Value::Player).collect(),
            Base::Side => self.world.table.seating.sides().into_iter().map(Value::Side).collect(),
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

/// The values of one or two arguments, if nothing has to be worked out for them.
fn bound<'v>(args: &'v [Expr], frame: &'v Names) -> Option<[Option<&'v Value>; 2]> {
    let look = |arg: &'v Expr| match &arg.kind {
        ExprKind::Slot(slot) => frame.get(*slot)?.as_ref(),
        ExprKind::Value(value) => Some(value),
        _ => None,
    };
    match args {
        [one] => Some([Some(look(one)?), None]),
        [one, other] => Some([Some(look(one)?), Some(look(other)?)]),
        _ => None,
    }
}

/// A range of numbers is cut off here.
const MOST_IN_RANGE: i64 = 100;

pub fn arithmetic(operation: Arithmetic, left: i64, right: i64) -> i64 {
    match operation {
        Arithmetic::Add => left.saturating_add(right),
        Arithmetic::Subtract => left.saturating_sub(right),
        Arithmetic::Multiply => left.saturating_mul(right),
    }
}
