//! Words of a log as values of the types that a code declares.

use crate::bridge::{Call, Card, Rank, Seat, Side, Strain, Suit};
use crate::code::from_syntax::names::nearest_of;
use crate::code::from_syntax::types::{a_type, call_of_kind, type_name};
use crate::code::log::LogArg;
use crate::code::tree::FactId;
use crate::code::value::{Base, Citation, Set, Type, Value};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree::LogValue;

use super::Reader;

impl Reader<'_> {
    /// What is written as a value of a type.
    pub(super) fn value(&mut self, value: &LogValue, span: Span, ty: Type) -> Option<LogArg> {
        match value {
            LogValue::Set(words) if ty.set => {
                let members: Option<Vec<LogArg>> =
                    words.iter().map(|word| self.word(&word.value, word.span, Type::one(ty.base))).collect();
                members.map(in_one_set)
            }
            LogValue::Word(word) if ty.set => {
                self.word(word, span, Type::one(ty.base)).map(|one| in_one_set(vec![one]))
            }
            LogValue::Word(word) => self.word(word, span, ty),
            LogValue::Law(reference) if ty.base == Base::Choice => {
                self.rights(reference, None).map(|clauses| LogArg::Right(clauses.into()))
            }
            LogValue::Law(reference) if ty.base == Base::Citation => {
                let law = self.law(reference)?;
                let citation = Citation { law, label: reference.label.value.clone() };
                Some(LogArg::Value(Value::Citation(Box::new(citation))))
            }
            LogValue::Entry(entry) if ty.base == Base::Incident => {
                let (id, args) = self.event(entry, false)?;
                Some(LogArg::Incident(id, args.into()))
            }
            LogValue::Set(_) | LogValue::Law(_) | LogValue::Entry(_) => {
                self.unreadable(span, ty, None);
                None
            }
        }
    }

    /// One word as a value of a type.
    fn word(&mut self, word: &str, span: Span, ty: Type) -> Option<LogArg> {
        let value = match ty.base {
            Base::Player => match word.parse::<Seat>() {
                Ok(seat) => Some(Value::Player(seat)),
                Err(()) => match self.role(word) {
                    Some(role) => return Some(LogArg::Role(role)),
                    None => None,
                },
            },
            Base::Side => word.parse::<Side>().ok().map(Value::Side),
            Base::Suit => suit(word).map(|suit| Value::Strain(suit.into())),
            Base::Strain => strain(word).map(Value::Strain),
            Base::Rank => rank(word).map(Value::Rank),
            Base::Card => word.parse::<Card>().ok().map(Value::Card),
            Base::Call => self.call(word).map(Value::Call),
            Base::Trick | Base::Number => word.parse::<i64>().ok().map(Value::Number),
            Base::Truth => match word {
                "yes" => Some(Value::Truth(true)),
                "no" => Some(Value::Truth(false)),
                _ => None,
            },
            Base::Enum(id) => {
                let values = &self.code.enums[id.index()].values;
                values.iter().position(|value| value == word).map(|place| Value::Enum(id, place as u16))
            }
            Base::Choice | Base::Citation | Base::Incident | Base::Nothing => None,
        };
        if value.is_none() {
            self.unreadable(span, ty, Some(word));
        }
        value.map(LogArg::Value)
    }

    /// A fact without parts that is a player: `dealer`, `declarer`, `dummy`.
    fn role(&self, word: &str) -> Option<FactId> {
        let place = self
            .code
            .facts
            .iter()
            .position(|fact| fact.name == word && fact.params.is_empty() && fact.ty == Type::one(Base::Player))?;
        Some(FactId(place as u16))
    }

    /// A call: `1S`, `pass`; a word of `kind`; a strain by its name.
    fn call(&self, word: &str) -> Option<Call> {
        if let Ok(call) = word.parse() {
            return Some(call);
        }
        let spoken = self.code.enum_value("kind", word).and_then(|value| match value {
            Value::Enum(id, place) => call_of_kind(self.code, id, place),
            _ => None,
        });
        spoken.or_else(|| Strain::ALL.into_iter().find(|strain| strain.name() == word).map(Call::Name))
    }

    /// Reports what is no value of the type, with what it may have meant.
    fn unreadable(&mut self, span: Span, ty: Type, word: Option<&str>) {
        let wanted = a_type(self.code, ty);
        let text = match word {
            Some(word) => format!("`{word}` is not {wanted}"),
            None => format!("{wanted} is wanted here"),
        };
        let known: Vec<String> = self.values_of(ty);
        let near = word.and_then(|word| nearest_of(word, known.iter().map(|known| (known.as_str(), 0))));
        let help = match (near, ty.base) {
            (Some(near), _) => Some(format!("did you mean `{near}`?")),
            (None, Base::Card) => Some("a card is written `S6`, `HT`, `D10`".to_owned()),
            (None, Base::Call) => {
                Some("a call is written `1S`, `2NT`, `pass`, `X`, `XX`, or as a word of the code".to_owned())
            }
            (None, Base::Choice) => Some("a right is written as its law: `law 84(b)`".to_owned()),
            (None, Base::Incident) => Some("an earlier event is written as in the log: `play(East, D4)`".to_owned()),
            (None, _) if !known.is_empty() => Some(format!("it can be {}", known.join(", "))),
            (None, _) => None,
        };
        let mut diagnostic = Diagnostic::error("R0704", span, text);
        diagnostic.help = help;
        self.report(diagnostic);
    }

    /// The words for the values of a type, where they are few.
    fn values_of(&self, ty: Type) -> Vec<String> {
        match ty.base {
            Base::Player => {
                let seats = Seat::ALL.into_iter().map(|seat| seat.to_string());
                seats.chain(["dealer", "declarer", "dummy"].map(str::to_owned)).collect()
            }
            Base::Side => Side::PAIRS.into_iter().map(|side| side.to_string()).collect(),
            Base::Suit => Suit::ALL.into_iter().map(|suit| suit.name().to_owned()).collect(),
            Base::Strain => Strain::ALL.into_iter().map(|strain| strain.name().to_owned()).collect(),
            Base::Truth => vec!["yes".to_owned(), "no".to_owned()],
            Base::Enum(id) => self.code.enums[id.index()].values.clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn type_name(&self, ty: Type) -> String {
        type_name(self.code, ty)
    }
}

/// Several arguments as one: a set value when all are values.
fn in_one_set(members: Vec<LogArg>) -> LogArg {
    let values: Option<Vec<Value>> = members
        .iter()
        .map(|member| match member {
            LogArg::Value(value) => Some(value.clone()),
            _ => None,
        })
        .collect();
    match values {
        Some(values) => LogArg::Value(Value::Set(Box::new(Set::of(values)))),
        None => LogArg::Set(members.into()),
    }
}

/// A suit by its name or letter.
fn suit(word: &str) -> Option<Suit> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Suit::from_letter(letter),
        _ => Suit::ALL.into_iter().find(|suit| suit.name() == word),
    }
}

/// A strain by its name or its short form.
fn strain(word: &str) -> Option<Strain> {
    Strain::ALL.into_iter().find(|strain| strain.name() == word).or_else(|| Strain::from_short(word))
}

/// A rank by its letter, its figure or its name.
fn rank(word: &str) -> Option<Rank> {
    let named = match word {
        "ace" => 'A',
        "king" => 'K',
        "queen" => 'Q',
        "knave" => 'J',
        "ten" | "10" => 'T',
        _ => {
            let mut letters = word.chars();
            let letter = letters.next()?;
            return if letters.next().is_some() { None } else { Rank::from_letter(letter) };
        }
    };
    Rank::from_letter(named)
}
