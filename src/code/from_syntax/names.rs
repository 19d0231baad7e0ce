//! The names of a code and what each means.
//!
//! In: declarations, one by one. Out: what a name means, and the name that its author may have meant instead.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bridge::{Rank, Strain};
use crate::code::tree::{
    EventId, FactId, FindingId, HouseRuleId, MomentId, Param, ReadingId, RemedyId, StatusId, TableId,
};
use crate::code::value::{Base, Type, Value};
use crate::slips::slips;
use crate::source::Span;

/// What a name means.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    Event(EventId),
    Status(StatusId),
    Duty(StatusId),
    Fact(FactId),
    Finding(FindingId),
    Remedy(RemedyId),
    Moment(MomentId),
    HouseRule(HouseRuleId),
    Reading(ReadingId),
    Table(TableId),
    Value(Value, Type),
}

impl Meaning {
    /// The kind, with its article.
    pub fn kind(&self) -> &'static str {
        match self {
            Meaning::Event(_) => "an event",
            Meaning::Status(_) => "a status",
            Meaning::Duty(_) => "a duty",
            Meaning::Fact(_) => "a fact",
            Meaning::Finding(_) => "a finding",
            Meaning::Remedy(_) => "a remedy",
            Meaning::Moment(_) => "a moment",
            Meaning::HouseRule(_) => "a house rule",
            Meaning::Reading(_) => "a reading",
            Meaning::Table(_) => "a table",
            Meaning::Value(..) => "a value",
        }
    }
}

/// Where a name stands: which meanings fit there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// In an expression, with parts or without.
    Expression,
    /// As what is waited for.
    Trigger,
    /// Before `begins` or `ends`, after `then not`.
    Status,
    /// Before `broken`, in `yield`.
    Duty,
    /// After `then`.
    Consequence,
    /// After `broken by`, `lawful`.
    Act,
    /// After `against`: statuses and duties.
    AgainstStatus,
    /// After `against`: remedies.
    AgainstRemedy,
}

impl Wanted {
    /// Whether a meaning fits.
    pub fn fits(self, meaning: &Meaning) -> bool {
        use Meaning as M;
        match self {
            Wanted::Expression => !matches!(meaning, M::Event(_) | M::Remedy(_) | M::Moment(_)),
            Wanted::Trigger | Wanted::Act => matches!(meaning, M::Event(_) | M::Moment(_)),
            Wanted::Status | Wanted::AgainstStatus => matches!(meaning, M::Status(_) | M::Duty(_)),
            Wanted::Duty => matches!(meaning, M::Duty(_)),
            Wanted::Consequence => matches!(meaning, M::Status(_) | M::Duty(_) | M::Remedy(_) | M::Event(_)),
            Wanted::AgainstRemedy => matches!(meaning, M::Remedy(_)),
        }
    }

    /// What is wanted, in words.
    pub fn words(self) -> &'static str {
        match self {
            Wanted::Expression => "a fact, a status or a value",
            Wanted::Trigger => "an event or a moment",
            Wanted::Status | Wanted::AgainstStatus => "a status or a duty",
            Wanted::Duty => "a duty",
            Wanted::Consequence => "a status, a remedy or an event",
            Wanted::Act => "an act",
            Wanted::AgainstRemedy => "a remedy",
        }
    }
}

/// One name.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What it means.
    pub meaning: Meaning,
    /// How many parts it has.
    pub arity: usize,
    /// Its parts; none for a value.
    pub params: Arc<[Param]>,
    /// Where it is declared; nowhere for the values that the language has by itself.
    pub span: Option<Span>,
}

/// All names of a code.
#[derive(Debug, Default)]
pub struct Names {
    entries: BTreeMap<String, Entry>,
}

impl Names {
    /// The names that every code has: suits, strains and the honours.
    pub fn built_in() -> Names {
        let mut names = Names::default();
        let mut put = |name: &str, value: Value, base: Base| {
            let meaning = Meaning::Value(value, Type::one(base));
            names.entries.insert(name.to_owned(), Entry { meaning, arity: 0, params: Arc::default(), span: None });
        };
        for strain in Strain::ALL {
            let base = if matches!(strain, Strain::RoyalSpades | Strain::NoTrump) { Base::Strain } else { Base::Suit };
            put(strain.name(), Value::Strain(strain), base);
        }
        for (name, number) in [("ace", 14), ("king", 13), ("queen", 12), ("knave", 11), ("ten", 10)] {
            if let Some(rank) = Rank::new(number) {
                put(name, Value::Rank(rank), Base::Rank);
            }
        }
        names
    }

    /// What a name means.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// Gives a name its meaning; when it has one already, that stays and is given back.
    pub fn declare(&mut self, name: &str, entry: Entry) -> Result<(), Entry> {
        match self.entries.get(name) {
            Some(there) => Err(there.clone()),
            None => {
                self.entries.insert(name.to_owned(), entry);
                Ok(())
            }
        }
    }

    /// All names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// The known name nearest to a wrong one, among those that fit the place; the right number of parts counts for more.
    pub fn nearest<'n>(
        &self,
        wrong: &str,
        wanted: Wanted,
        arity: Option<usize>,
        bound: impl Iterator<Item = &'n str>,
    ) -> Option<String> {
        let known = self.iter().filter(|(_, entry)| wanted.fits(&entry.meaning)).map(|(name, entry)| {
            let other_arity = arity.is_some_and(|arity| arity != entry.arity);
            (name, usize::from(other_arity))
        });
        let bound = bound.map(|name| (name, 0));
        nearest_of(wrong, known.chain(bound.filter(|_| arity.unwrap_or(0) == 0))).map(str::to_owned)
    }
}

/// The nearest of some words, if any is near; each comes with what counts against it.
pub fn nearest_of<'n>(wrong: &str, words: impl Iterator<Item = (&'n str, usize)>) -> Option<&'n str> {
    let limit = match wrong.len() {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    words
        .filter(|(word, _)| *word != wrong)
        .map(|(word, against)| (slips(wrong, word), against, word))
        .filter(|(distance, ..)| *distance <= limit)
        .min_by_key(|(distance, against, word)| (distance * 2 + against, word.len().abs_diff(wrong.len())))
        .map(|(.., word)| word)
}

/// Whether one letter put in, taken out, changed or swapped with its neighbour makes one word of the other.
pub fn one_letter_apart(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if long.len() - short.len() > 1 || a == b {
        return false;
    }
    let same = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short.as_bytes()[same..], &long.as_bytes()[same..]);
    if short.len() < long.len() {
        return long.get(1..) == Some(short);
    }
    let swapped = || short.len() > 1 && short[0] == long[1] && short[1] == long[0] && short[2..] == long[2..];
    short.get(1..) == long.get(1..) || swapped()
}

#[cfg(test)]
mod tests {
    use super::{nearest_of, one_letter_apart, slips};

    #[test]
    fn one_letter_is_told_from_two() {
        for (a, b) in
            [("dealer", "deler"), ("dealer", "daeler"), ("dealer", "dealor"), ("dealer", "dealers"), ("a", "b")]
        {
            assert!(one_letter_apart(a, b) && one_letter_apart(b, a), "{a} {b}");
            assert_eq!(slips(a, b), 1);
        }
        for (a, b) in [("dealer", "dealer"), ("dealer", "dlaeer"), ("dealer", "deal"), ("dealer", "doctor")] {
            assert!(!one_letter_apart(a, b), "{a} {b}");
        }
    }

    #[test]
    fn short_words_are_not_guessed() {
        assert_eq!(nearest_of("t", [("p", 0)].into_iter()), None);
        assert_eq!(nearest_of("declaror", [("declarer", 0), ("dealer", 0)].into_iter()), Some("declarer"));
    }
}
