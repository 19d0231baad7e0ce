//! The resolved tree in the words of the language again.
//!
//! For diagnostics, and to tell whether two pieces of text say the same: layout, brackets and `of` against `( )` make no difference.

use super::tree::{
    Arg, Arithmetic, Code, Effect, EffectArg, EffectKind, EndArg, Expr, ExprKind, Fold, Order, Param, Trigger,
    TriggerKind,
};
use super::value::Value;

/// Shows pieces of one frame.
pub struct Show<'c> {
    code: &'c Code,
    slots: &'c [Param],
}

impl<'c> Show<'c> {
    /// For pieces of a frame with these slots.
    pub fn new(code: &'c Code, slots: &'c [Param]) -> Show<'c> {
        Show { code, slots }
    }

    fn slot(&self, slot: usize) -> &str {
        self.slots.get(slot).map_or("?", |param| param.name.as_str())
    }

    /// A trigger.
    pub fn trigger(&self, trigger: &Trigger) -> String {
        let code = self.code;
        match &trigger.kind {
            TriggerKind::Event(id, args) => self.word(&code.events[id.index()].name, args),
            TriggerKind::Moment(id, args) => self.word(&code.moments[id.index()].name, args),
            TriggerKind::Begins(id, args) => format!("{} begins", self.word(&code.statuses[id.index()].name, args)),
            TriggerKind::Ends(id, args) => format!("{} ends", self.word(&code.statuses[id.index()].name, args)),
            TriggerKind::Broken(id, args, act) => {
                let duty = self.word(&code.statuses[id.index()].name, args);
                match act {
                    Some(act) => format!("{duty} broken by {}", self.trigger(act)),
                    None => format!("{duty} broken"),
                }
            }
            TriggerKind::Takes(clauses, option) => {
                let clauses: Vec<String> = clauses.iter().map(|clause| code.cite(*clause)).collect();
                format!("law {} takes {option}", clauses.join(" / "))
            }
            TriggerKind::RightEnds(clauses) => {
                let clauses: Vec<String> = clauses.iter().map(|clause| code.cite(*clause)).collect();
                format!("law {} ends", clauses.join(" / "))
            }
        }
    }

    fn word(&self, name: &str, args: &[Arg]) -> String {
        let args: Vec<String> = args.iter().map(|arg| self.arg(arg)).collect();
        format!("{name}({})", args.join(", "))
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Any => "_".to_owned(),
            Arg::Bind(slot) => self.slot(*slot).to_owned(),
            Arg::Test(expr) => self.expr(expr),
        }
    }

    /// A status with its parts.
    pub fn stands(&self, id: super::tree::StatusId, args: &[Arg]) -> String {
        self.word(&self.code.statuses[id.index()].name, args)
    }

    /// A consequence, a right by its name alone.
    pub fn effect(&self, effect: &Effect) -> String {
        let code = self.code;
        let args = |args: &[EffectArg]| -> String {
            let args = args.iter().map(|arg| {
                let every = if arg.every { "every " } else { "" };
                format!("{every}{}", self.expr(&arg.value))
            });
            args.collect::<Vec<_>>().join(", ")
        };
        match &effect.kind {
            EffectKind::Begin(id, parts, until) => {
                let until: Vec<String> = until.iter().map(|trigger| self.trigger(trigger)).collect();
                let until = if until.is_empty() { String::new() } else { format!(" until {}", until.join(" or ")) };
                format!("{}({}){until}", code.statuses[id.index()].name, args(parts))
            }
            EffectKind::End(id, parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| match part {
                        EndArg::Any => "_".to_owned(),
                        EndArg::Equal(expr) => self.expr(expr),
                        EndArg::Each(expr) => format!("every {}", self.expr(expr)),
                    })
                    .collect();
                format!("not {}({})", code.statuses[id.index()].name, parts.join(", "))
            }
            EffectKind::Remedy(id, parts) => format!("{}({})", code.remedies[id.index()].name, args(parts)),
            EffectKind::Deem(id, parts) => format!("{}({})", code.events[id.index()].name, args(parts)),
            EffectKind::Right(id) => format!("right {}", id.0),
        }
    }

    /// An expression.
    pub fn expr(&self, expr: &Expr) -> String {
        let code = self.code;
        let list =
            |exprs: &[Expr], between: &str| exprs.iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(between);
        match &expr.kind {
            ExprKind::Value(value) => self.value(value),
            ExprKind::Slot(slot) => self.slot(*slot).to_owned(),
            ExprKind::Fact(id, args) if args.is_empty() => code.facts[id.index()].name.clone(),
            ExprKind::Fact(id, args) => format!("{}({})", code.facts[id.index()].name, list(args, ", ")),
            ExprKind::Table(id, args) => format!("{}({})", code.tables[id.index()].name, list(args, ", ")),
            ExprKind::HouseRule(id) => code.house_rules[id.index()].name.clone(),
            ExprKind::Reading(id) => code.readings[id.index()].name.clone(),
            ExprKind::Finding(id, args) if args.is_empty() => code.findings[id.index()].name.clone(),
            ExprKind::Finding(id, args) => format!("{}({})", code.findings[id.index()].name, list(args, ", ")),
            ExprKind::Stands(id, args) => self.stands(*id, args),
            ExprKind::Lawful(id, who, what) => {
                format!("lawful {}({}, {})", code.events[id.index()].name, self.expr(who), self.expr(what))
            }
            ExprKind::There(inner) => format!("there({})", self.expr(inner)),
            ExprKind::Set(members) => {
                let members = members.iter().map(|(first, last)| match last {
                    Some(last) => format!("{} to {}", self.expr(first), self.expr(last)),
                    None => self.expr(first),
                });
                format!("[{}]", members.collect::<Vec<_>>().join(", "))
            }
            ExprKind::Fold(fold, slot, set, body) => {
                let name = self.slot(*slot);
                format!("{}({name} in {}: {})", fold_word(*fold), self.expr(set), self.expr(body))
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Equal(a, b) | ExprKind::Member(a, b) => format!("{} is not {}", self.expr(a), self.expr(b)),
                _ => format!("not {}", self.in_brackets(inner)),
            },
            ExprKind::Negative(inner) => format!("-{}", self.in_brackets(inner)),
            ExprKind::And(parts) => parts.iter().map(|part| self.in_brackets(part)).collect::<Vec<_>>().join(" and "),
            ExprKind::Or(parts) => parts.iter().map(|part| self.in_brackets(part)).collect::<Vec<_>>().join(" or "),
            ExprKind::Equal(a, b) | ExprKind::Member(a, b) => format!("{} is {}", self.expr(a), self.expr(b)),
            ExprKind::Compare(order, a, b) => {
                let word = match order {
                    Order::Over => "over",
                    Order::Under => "under",
                    Order::AtLeast => "at least",
                    Order::AtMost => "at most",
                };
                format!("{} {word} {}", self.expr(a), self.expr(b))
            }
            ExprKind::Arithmetic(op, a, b) => {
                let word = match op {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                };
                format!("{} {word} {}", self.in_brackets(a), self.in_brackets(b))
            }
        }
    }

    fn in_brackets(&self, expr: &Expr) -> String {
        match expr.kind {
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Arithmetic(..) => format!("({})", self.expr(expr)),
            _ => self.expr(expr),
        }
    }

    /// A value.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Player(seat) => seat.to_string(),
            Value::Side(side) => side.to_string(),
            Value::Strain(strain) => strain.name().to_owned(),
            Value::Rank(rank) => rank.letter().to_string(),
            Value::Card(card) => card.to_string(),
            Value::Call(call) => call.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Truth(true) => "yes".to_owned(),
            Value::Truth(false) => "no".to_owned(),
            Value::Choice(number) => format!("right {number}"),
            Value::Citation(citation) => format!("law {}", self.code.cite_law(citation.law, &citation.label)),
            Value::Incident(number) => format!("event {number}"),
            Value::Enum(id, place) => self
                .code
                .enums
                .get(id.index())
                .and_then(|ty| ty.values.get(usize::from(*place)))
                .cloned()
                .unwrap_or_default(),
            Value::Set(set) => {
                let members: Vec<String> = set.sure.iter().chain(&set.maybe).map(|value| self.value(value)).collect();
                format!("[{}]", members.join(", "))
            }
        }
    }
}

/// The word of a fold.
fn fold_word(fold: Fold) -> &'static str {
    match fold {
        Fold::Some => "some",
        Fold::Every => "every",
        Fold::Count => "count",
        Fold::All => "all",
        Fold::The => "the",
        Fold::Sum => "sum",
        Fold::Least => "least",
        Fold::Most => "most",
    }
}
