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
        written(|text| self.put_trigger(text, trigger))
    }

    fn put_trigger(&self, text: &mut String, trigger: &Trigger) {
        let code = self.code;
        match &trigger.kind {
            TriggerKind::Event(id, args) => self.word(text, &code.events[id.index()].name, args),
            TriggerKind::Moment(id, args) => self.word(text, &code.moments[id.index()].name, args),
            TriggerKind::Begins(id, args) => {
                self.word(text, &code.statuses[id.index()].name, args);
                text.push_str(" begins");
            }
            TriggerKind::Ends(id, args) => {
                self.word(text, &code.statuses[id.index()].name, args);
                text.push_str(" ends");
            }
            TriggerKind::Broken(id, args, act) => {
                self.word(text, &code.statuses[id.index()].name, args);
                text.push_str(" broken");
                if let Some(act) = act {
                    text.push_str(" by ");
                    self.put_trigger(text, act);
                }
            }
            TriggerKind::Takes(clauses, option) => {
                text.push_str("law ");
                joined(text, clauses, " / ", |text, clause| text.push_str(&code.cite(*clause)));
                text.push_str(" takes ");
                text.push_str(option);
            }
            TriggerKind::RightEnds(clauses) => {
                text.push_str("law ");
                joined(text, clauses, " / ", |text, clause| text.push_str(&code.cite(*clause)));
                text.push_str(" ends");
            }
        }
    }

    fn word(&self, text: &mut String, name: &str, args: &[Arg]) {
        in_brackets(text, name, |text| joined(text, args, ", ", |text, arg| self.arg(text, arg)));
    }

    fn arg(&self, text: &mut String, arg: &Arg) {
        match arg {
            Arg::Any => text.push('_'),
            Arg::Bind(slot) => text.push_str(self.slot(*slot)),
            Arg::Test(expr) => self.put(text, expr),
        }
    }

    /// A consequence, a right by its name alone.
    pub fn effect(&self, effect: &Effect) -> String {
        written(|text| self.put_effect(text, effect))
    }

    fn put_effect(&self, text: &mut String, effect: &Effect) {
        let code = self.code;
        let done = |text: &mut String, name: &str, parts: &[EffectArg]| {
            let part = |text: &mut String, part: &EffectArg| {
                text.push_str(if part.every { "every " } else { "" });
                self.put(text, &part.value);
            };
            in_brackets(text, name, |text| joined(text, parts, ", ", part));
        };
        match &effect.kind {
            EffectKind::Begin(id, parts, until) => {
                done(text, &code.statuses[id.index()].name, parts);
                if !until.is_empty() {
                    text.push_str(" until ");
                    joined(text, until, " or ", |text, trigger| self.put_trigger(text, trigger));
                }
            }
            EffectKind::End(id, parts) => {
                let part = |text: &mut String, part: &EndArg| match part {
                    EndArg::Any => text.push('_'),
                    EndArg::Equal(expr) => self.put(text, expr),
                    EndArg::Each(expr) => {
                        text.push_str("every ");
                        self.put(text, expr);
                    }
                };
                text.push_str("not ");
                in_brackets(text, &code.statuses[id.index()].name, |text| joined(text, parts, ", ", part));
            }
            EffectKind::Remedy(id, parts) => done(text, &code.remedies[id.index()].name, parts),
            EffectKind::Deem(id, parts) => done(text, &code.events[id.index()].name, parts),
            EffectKind::Right(id) => text.push_str(&format!("right {}", id.0)),
        }
    }

    /// An expression.
    pub fn expr(&self, expr: &Expr) -> String {
        written(|text| self.put(text, expr))
    }

    fn put(&self, text: &mut String, expr: &Expr) {
        let code = self.code;
        let list = |text: &mut String, exprs: &[Expr]| joined(text, exprs, ", ", |text, expr| self.put(text, expr));
        match &expr.kind {
            ExprKind::Value(value) => text.push_str(&self.value(value)),
            ExprKind::Slot(slot) => text.push_str(self.slot(*slot)),
            ExprKind::Fact(id, args) if args.is_empty() => text.push_str(&code.facts[id.index()].name),
            ExprKind::Fact(id, args) => in_brackets(text, &code.facts[id.index()].name, |text| list(text, args)),
            ExprKind::Table(id, args) => in_brackets(text, &code.tables[id.index()].name, |text| list(text, args)),
            ExprKind::HouseRule(id) => text.push_str(&code.house_rules[id.index()].name),
            ExprKind::Reading(id) => text.push_str(&code.readings[id.index()].name),
            ExprKind::Finding(id, args) if args.is_empty() => text.push_str(&code.findings[id.index()].name),
            ExprKind::Finding(id, args) => in_brackets(text, &code.findings[id.index()].name, |text| list(text, args)),
            ExprKind::Stands(id, args) => self.word(text, &code.statuses[id.index()].name, args),
            ExprKind::Lawful(id, who, what) => {
                text.push_str("lawful ");
                in_brackets(text, &code.events[id.index()].name, |text| self.pair(text, who, ", ", what));
            }
            ExprKind::There(inner) => in_brackets(text, "there", |text| self.put(text, inner)),
            ExprKind::Set(members) => {
                text.push('[');
                joined(text, members, ", ", |text, (first, last)| match last {
                    Some(last) => self.pair(text, first, " to ", last),
                    None => self.put(text, first),
                });
                text.push(']');
            }
            ExprKind::Fold(fold, slot, set, body) => in_brackets(text, fold_word(*fold), |text| {
                text.push_str(self.slot(*slot));
                text.push_str(" in ");
                self.pair(text, set, ": ", body);
            }),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Equal(a, b) | ExprKind::Member(a, b) => self.pair(text, a, " is not ", b),
                _ => {
                    text.push_str("not ");
                    self.grouped(text, inner);
                }
            },
            ExprKind::Negative(inner) => {
                text.push('-');
                self.grouped(text, inner);
            }
            ExprKind::And(parts) => joined(text, parts, " and ", |text, part| self.grouped(text, part)),
            ExprKind::Or(parts) => joined(text, parts, " or ", |text, part| self.grouped(text, part)),
            ExprKind::Equal(a, b) | ExprKind::Member(a, b) => self.pair(text, a, " is ", b),
            ExprKind::Compare(order, a, b) => {
                let word = match order {
                    Order::Over => " over ",
                    Order::Under => " under ",
                    Order::AtLeast => " at least ",
                    Order::AtMost => " at most ",
                };
                self.pair(text, a, word, b);
            }
            ExprKind::Arithmetic(op, a, b) => {
                let word = match op {
                    Arithmetic::Add => " + ",
                    Arithmetic::Subtract => " - ",
                    Arithmetic::Multiply => " * ",
                };
                self.grouped(text, a);
                text.push_str(word);
                self.grouped(text, b);
            }
        }
    }

    fn pair(&self, text: &mut String, first: &Expr, between: &str, second: &Expr) {
        self.put(text, first);
        text.push_str(between);
        self.put(text, second);
    }

    fn grouped(&self, text: &mut String, expr: &Expr) {
        match expr.kind {
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Arithmetic(..) => {
                in_brackets(text, "", |text| self.put(text, expr));
            }
            _ => self.put(text, expr),
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

fn written(write: impl FnOnce(&mut String)) -> String {
    let mut text = String::new();
    write(&mut text);
    text
}

/// Several, with something between each two.
fn joined<T>(text: &mut String, all: &[T], between: &str, mut put: impl FnMut(&mut String, &T)) {
    for (place, one) in all.iter().enumerate() {
        text.push_str(if place == 0 { "" } else { between });
        put(text, one);
    }
}

/// `name(…)`
fn in_brackets(text: &mut String, name: &str, inner: impl FnOnce(&mut String)) {
    text.push_str(name);
    text.push('(');
    inner(text);
    text.push(')');
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
