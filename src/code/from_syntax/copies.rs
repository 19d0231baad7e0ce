//! Definitions that are read differently in some laws.
//!
//! `read dealer as declarer in laws 62 to 108` reaches through the facts, moments and tables that these laws use: each that names the
//! fact, directly or through others, is copied for them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::code::mentions::{Word, mentioned};
use crate::code::tree::{FactId, MomentId, TableId};
use crate::code::whole::{Readings, read_name};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::DeclarationKind;

use super::names::{Entry, Meaning};
use super::{Definition, Place, Resolver};

/// How many facts, moments or tables a code may come to have by copies.
const MOST: usize = 20_000;

/// The copies made so far.
#[derive(Debug, Default)]
pub struct Copies<'a> {
    /// What became of each definition that a reading was asked of: itself, or its copy.
    made: BTreeMap<(usize, Readings), Meaning>,
    /// The definitions by their names.
    places: BTreeMap<String, usize>,
    /// What each definition mentions.
    mentions: BTreeMap<usize, Arc<BTreeSet<Word<'a>>>>,
    /// Copies whose bodies are still to be read.
    todo: Vec<Definition<'a>>,
}

impl Resolver<'_> {
    /// A meaning, or its copy if the definition is read differently under these readings.
    pub(super) fn copy_of(&mut self, name: &str, entry: Entry, readings: &Readings) -> Entry {
        let Some(place) = self.place_of(name).filter(|place| can_be_copied(&self.definitions[*place].declaration.kind))
        else {
            return entry;
        };
        // What a fact is read as means, in its own definition, what that says: `the player on the left of the dealer`.
        let readings = &without_own(readings, name);
        let key = (place, readings.clone());
        if let Some(made) = self.copies.made.get(&key) {
            return Entry { meaning: made.clone(), ..entry };
        }
        let meaning = if self.reads_differently(place, readings) { self.copy(place, readings) } else { entry.meaning };
        self.copies.made.insert(key, meaning.clone());
        Entry { meaning, ..entry }
    }

    /// The place of the definition of a name.
    fn place_of(&mut self, name: &str) -> Option<usize> {
        if self.copies.places.is_empty() {
            for (place, definition) in self.definitions.iter().enumerate() {
                if let Some((name, _)) = super::name_of(&definition.declaration.kind) {
                    self.copies.places.entry(name.value.clone()).or_insert(place);
                }
            }
        }
        self.copies.places.get(name).copied()
    }

    /// Whether the definition names something that these readings change, directly or through other definitions.
    fn reads_differently(&mut self, place: usize, readings: &Readings) -> bool {
        let mut seen = BTreeSet::from([place]);
        let mut todo = vec![place];
        while let Some(place) = todo.pop() {
            let definition = &self.definitions[place];
            if !can_be_copied(&definition.declaration.kind) {
                continue;
            }
            let own = definition.place.readings.clone();
            let declaration = definition.declaration;
            let words = self.copies.mentions.entry(place).or_insert_with(|| {
                let mut words = BTreeSet::new();
                mentioned(declaration, &mut words);
                Arc::new(words)
            });
            for word in Arc::clone(words).iter() {
                let Word::Name(name) = word else { continue };
                let name = read_name(&own, name);
                if read_name(readings, name) != name {
                    return true;
                }
                if let Some(next) = self.place_of(name).filter(|next| seen.insert(*next)) {
                    todo.push(next);
                }
            }
        }
        false
    }

    /// Makes a copy whose body is read later, under its own readings and these.
    fn copy(&mut self, place: usize, readings: &Readings) -> Meaning {
        let mut definition = self.definitions[place].clone();
        let many = self.code.facts.len().max(self.code.moments.len()).max(self.code.tables.len());
        if let Some(meaning) = definition.meaning.clone().filter(|_| many >= MOST) {
            let text = "so many facts are read differently here that the code grows too large";
            self.report(Diagnostic::error("L1002", definition.declaration.span, text));
            return meaning;
        }
        let phrase = |phrase: &str| {
            let words = phrase.split(' ').map(|word| read_name(readings, word));
            words.collect::<Vec<_>>().join(" ")
        };
        let meaning = match definition.meaning.clone() {
            Some(Meaning::Fact(id)) => {
                let mut fact = self.code.facts[id.index()].clone();
                fact.phrase = phrase(&fact.phrase);
                self.code.facts.push(fact);
                Meaning::Fact(FactId(self.code.facts.len() as u16 - 1))
            }
            Some(Meaning::Moment(id)) => {
                let mut moment = self.code.moments[id.index()].clone();
                moment.phrase = phrase(&moment.phrase);
                self.code.moments.push(moment);
                Meaning::Moment(MomentId(self.code.moments.len() as u16 - 1))
            }
            Some(Meaning::Table(id)) => {
                let table = self.code.tables[id.index()].clone();
                self.code.tables.push(table);
                Meaning::Table(TableId(self.code.tables.len() as u16 - 1))
            }
            Some(other) => return other,
            None => return Meaning::Value(crate::code::value::Value::Truth(true), crate::code::value::TRUTH),
        };
        let own = definition.place.readings.clone();
        let all: Readings = own.iter().chain(readings.iter()).cloned().collect();
        definition.place = Place { readings: all, ..definition.place };
        definition.meaning = Some(meaning.clone());
        self.copies.todo.push(definition);
        meaning
    }

    /// Reads the bodies of all copies, and of the copies that these need.
    pub(super) fn define_copies(&mut self) {
        while let Some(definition) = self.copies.todo.pop() {
            let kind = &definition.declaration.kind;
            // What is wrong with the text itself has been said of the original.
            let before = self.found.len();
            self.at(definition.place, |this| match (kind, &definition.meaning) {
                (DeclarationKind::Fact(decl), Some(Meaning::Fact(id))) => this.fact_body(*id, decl),
                (DeclarationKind::Moment(decl), Some(Meaning::Moment(id))) => this.moment_cases(*id, decl),
                (DeclarationKind::Table(decl), Some(Meaning::Table(id))) => this.table_rows(*id, decl),
                _ => {}
            });
            let new = self.found.split_off(before);
            for diagnostic in new {
                if !self.found.iter().any(|found| found.span == diagnostic.span) {
                    self.found.push(diagnostic);
                }
            }
        }
    }
}

/// The readings but for those that read another name as this one.
pub(super) fn without_own(readings: &Readings, name: &str) -> Readings {
    match readings.iter().any(|(_, to)| to == name) {
        true => readings.iter().filter(|(_, to)| to != name).cloned().collect(),
        false => Arc::clone(readings),
    }
}

/// Whether readings reach through such a definition.
fn can_be_copied(kind: &DeclarationKind) -> bool {
    matches!(kind, DeclarationKind::Fact(_) | DeclarationKind::Moment(_) | DeclarationKind::Table(_))
}
