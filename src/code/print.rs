//! Values and declarations as text: in the notation of records and laws, and in the English of their phrases.

use std::borrow::Cow;

use crate::bridge::{Call, Card, Strain};

use super::Code;
use super::tree::{Arg, EffectArg, Expr, ExprKind, Param, Trigger, TriggerKind};
use super::value::{Base, Set, Type, Value};

impl Code {
    /// A value as records and laws write it: `East`, `D4`, `1S`, `honours`.
    pub fn notation(&self, value: &Value) -> String {
        self.written(value).into_owned()
    }

    /// A value as records write it, made only where no word of the code or of the game says it.
    fn written(&self, value: &Value) -> Cow<'_, str> {
        match value {
            Value::Player(seat) => seat.name().into(),
            Value::Side(side) => side.to_string().into(),
            Value::Strain(strain) => strain.name().into(),
            Value::Rank(rank) => rank.letter().to_string().into(),
            Value::Card(card) => String::from_iter([card.suit().letter(), card.rank().letter()]).into(),
            Value::Call(call) => self.call_notation(*call).into(),
            Value::Number(number) => match usize::try_from(*number).ok().and_then(|place| NUMBERS.get(place)) {
                Some(word) => (*word).into(),
                None => number.to_string().into(),
            },
            Value::Truth(truth) => (if *truth { "yes" } else { "no" }).into(),
            Value::Choice(place) => format!("right {}", place + 1).into(),
            Value::Citation(citation) => format!("law {}", self.cite_law(citation.law, &citation.label)).into(),
            Value::Incident(event) => format!("event {event}").into(),
            Value::Enum(id, place) => self.enum_word(id.index(), *place).into(),
            Value::Set(set) => format!("[{}]", self.join(set, ", ")).into(),
        }
    }

    fn join(&self, set: &Set, between: &str) -> String {
        set.sure.iter().map(|value| self.notation(value)).collect::<Vec<_>>().join(between)
    }

    fn enum_word(&self, ty: usize, place: u16) -> &str {
        self.enums.get(ty).and_then(|ty| ty.values.get(usize::from(place))).map_or("?", String::as_str)
    }

    fn call_notation(&self, call: Call) -> String {
        match call {
            Call::Word(place) => {
                self.enumeration("kind").map_or("?", |kind| self.enum_word(kind.index(), place)).to_string()
            }
            other => other.to_string(),
        }
    }

    /// A value in English, cards with the symbols of their suits.
    pub fn english(&self, value: &Value) -> String {
        self.word(value).into_owned()
    }

    /// The same, made only where no word of the code or of the game says it.
    pub fn word(&self, value: &Value) -> Cow<'_, str> {
        match value {
            Value::Side(side) => side.names().into(),
            Value::Strain(strain) => strain_english(*strain).into(),
            Value::Card(card) => card_english(*card).into(),
            Value::Call(call) => self.call_english(*call).into(),
            Value::Enum(id, place) => self.enum_word(id.index(), *place).replace('_', " ").into(),
            Value::Set(set) => {
                let parts: Vec<String> = set.sure.iter().map(|value| self.english(value)).collect();
                and_list(&parts).into()
            }
            other => self.written(other),
        }
    }

    fn call_english(&self, call: Call) -> String {
        match call {
            Call::Pass => "pass".to_string(),
            Call::Double => "double".to_string(),
            Call::Redouble => "redouble".to_string(),
            Call::Bid { level, strain: Strain::NoTrump } => format!("{level}NT"),
            Call::Bid { level, strain: Strain::RoyalSpades } => format!("{level} royal ♠"),
            Call::Bid { level, strain } => {
                format!("{level}{}", strain.suit().map_or('?', crate::bridge::Suit::symbol))
            }
            Call::Name(strain) => strain_english(strain),
            Call::Word(_) => format!("“{}”", self.call_notation(call).replace('_', " ")),
        }
    }

    /// A word with its arguments, as a record would write it.
    pub fn atom(&self, word: &str, args: &[Value]) -> String {
        let mut text = String::with_capacity(word.len() + 8 * args.len() + 2);
        text.push_str(word);
        text.push('(');
        for (place, value) in args.iter().enumerate() {
            text.push_str(if place == 0 { "" } else { ", " });
            text.push_str(&self.written(value));
        }
        text.push(')');
        text
    }

    /// A phrase with its parts filled in.
    pub fn phrase(&self, phrase: &str, params: &[Param], args: &[Value]) -> String {
        let words: Vec<Cow<'_, str>> = args.iter().map(|value| self.word(value)).collect();
        fill(phrase, params, &words)
    }

    /// What a trigger waits for, in English; `known` gives what is bound or worked out.
    pub fn trigger_english(&self, trigger: &Trigger, known: &dyn Fn(&Expr) -> Option<Value>) -> String {
        let words = |params: &[Param], args: &[Arg]| -> Vec<String> {
            params.iter().zip(args).map(|(param, arg)| self.arg_english(param.ty, arg, known)).collect()
        };
        match &trigger.kind {
            TriggerKind::Event(event, args) => {
                let event = &self.events[event.index()];
                fill(&event.phrase, &event.params, &words(&event.params, args))
            }
            TriggerKind::Moment(moment, args) => {
                let moment = &self.moments[moment.index()];
                fill(&moment.phrase, &moment.params, &words(&moment.params, args))
            }
            TriggerKind::Begins(status, args) => {
                let status = &self.statuses[status.index()];
                format!("this begins: {}", fill(&status.phrase, &status.params, &words(&status.params, args)))
            }
            TriggerKind::Ends(status, args) => {
                let status = &self.statuses[status.index()];
                format!("this ends: {}", fill(&status.phrase, &status.params, &words(&status.params, args)))
            }
            TriggerKind::Broken(duty, args, _) => {
                let duty = &self.statuses[duty.index()];
                format!("this is broken: {}", fill(&duty.phrase, &duty.params, &words(&duty.params, args)))
            }
            TriggerKind::Takes(clauses, option) => {
                format!("{} is chosen under law {}", option.replace('_', " "), self.cite_all(clauses))
            }
            TriggerKind::RightEnds(clauses) => format!("the right of law {} ends unused", self.cite_all(clauses)),
        }
    }

    fn cite_all(&self, clauses: &[super::tree::ClauseId]) -> String {
        clauses.iter().map(|clause| self.cite(*clause)).collect::<Vec<_>>().join(", ")
    }

    fn arg_english(&self, ty: Type, arg: &Arg, known: &dyn Fn(&Expr) -> Option<Value>) -> String {
        match arg {
            Arg::Test(expr) => known(expr).map_or_else(|| any_english(ty).to_string(), |value| self.english(&value)),
            Arg::Any | Arg::Bind(_) => any_english(ty).to_string(),
        }
    }

    /// A pattern in English.
    pub fn pattern_english(
        &self,
        phrase: &str,
        params: &[Param],
        args: &[Arg],
        known: &dyn Fn(&Expr) -> Option<Value>,
    ) -> String {
        let words: Vec<String> =
            params.iter().zip(args).map(|(param, arg)| self.arg_english(param.ty, arg, known)).collect();
        fill(phrase, params, &words)
    }

    /// A consequence in English before its parts are all known; a pick that is still open is called by its name.
    pub fn effect_english(
        &self,
        phrase: &str,
        params: &[Param],
        args: &[EffectArg],
        picked: &dyn Fn(usize) -> String,
        known: &dyn Fn(&Expr) -> Option<Value>,
    ) -> String {
        let words: Vec<String> = args
            .iter()
            .zip(params)
            .map(|(arg, param)| match known(&arg.value) {
                Some(value) => self.english(&value),
                None => match &arg.value.kind {
                    ExprKind::Slot(slot) => picked(*slot),
                    _ => any_english(param.ty).to_string(),
                },
            })
            .collect();
        fill(phrase, params, &words)
    }
}

/// The numbers that are written most: those of tricks.
const NUMBERS: [&str; 14] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"];

/// Puts words for the parts `{name}` of a phrase.
pub fn fill(phrase: &str, params: &[Param], words: &[impl AsRef<str>]) -> String {
    let mut text = String::with_capacity(phrase.len() + 16);
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let part = after.split_once('}').and_then(|(name, after)| {
            let place = params.iter().position(|param| param.name == name)?;
            Some((words.get(place)?.as_ref(), after))
        });
        match part {
            Some((word, after)) => {
                if [ANY_TRICK, NAMED_TRICK].contains(&word) && text.ends_with("trick ") {
                    text.truncate(text.len() - "trick ".len());
                }
                text.push_str(word);
                rest = match one_player(phrase, after, rest, params, word) {
                    Some((verb, after)) => {
                        text.push_str(verb);
                        after
                    }
                    None => after,
                };
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

/// Phrases speak of sides in the plural. Where a side is one player, the verb after it, and what follows it.
fn one_player<'p>(
    phrase: &'p str,
    after: &'p str,
    before: &str,
    params: &[Param],
    word: &str,
) -> Option<(&'static str, &'p str)> {
    const VERBS: [(&str, &str); 14] = [
        (" accept ", " accepts "),
        (" agree ", " agrees "),
        (" are ", " is "),
        (" bid ", " bids "),
        (" claim ", " claims "),
        (" get ", " gets "),
        (" have ", " has "),
        (" lose ", " loses "),
        (" mix ", " mixes "),
        (" overcall ", " overcalls "),
        (" score ", " scores "),
        (" stand ", " stands "),
        (" take ", " takes "),
        (" win ", " wins "),
    ];
    let begins = phrase.starts_with('{') && before.len() == phrase.len();
    if !begins || word.contains(' ') {
        return None;
    }
    let name = before.split_once('{')?.1.split_once('}')?.0;
    if !params.iter().any(|param| param.name == name && param.ty.base == Base::Side) {
        return None;
    }
    VERBS.iter().find_map(|(many, one)| Some((*one, after.strip_prefix(many)?)))
}

/// Any trick, in English; it takes the place of `trick {t}` in a phrase.
const ANY_TRICK: &str = "any trick";

/// The trick that is picked, likewise.
const NAMED_TRICK: &str = "the trick named";

/// Anything of a type, in English.
fn any_english(ty: Type) -> &'static str {
    match ty.base {
        Base::Player => "anyone",
        Base::Side => "a side",
        Base::Suit => "a suit",
        Base::Strain => "a denomination",
        Base::Card => "a card",
        Base::Call => "something",
        Base::Trick => ANY_TRICK,
        Base::Choice => "a right",
        _ => "something",
    }
}

/// What the holder of a right picks, in English.
pub fn picked_english(ty: Type) -> String {
    match ty.base {
        Base::Suit => "the suit named".to_string(),
        Base::Card => "the card named".to_string(),
        Base::Trick => NAMED_TRICK.to_string(),
        Base::Player => "the player named".to_string(),
        _ => "what is named".to_string(),
    }
}

fn strain_english(strain: Strain) -> String {
    strain.name().replace('_', " ")
}

fn card_english(card: Card) -> String {
    [card.suit().symbol(), card.rank().letter()].iter().collect()
}

/// `a, b and c`
pub fn and_list(parts: &[String]) -> String {
    match parts {
        [] => "none".to_string(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
