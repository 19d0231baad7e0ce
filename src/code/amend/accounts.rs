//! The account of a base code: what becomes of each of its laws.
//!
//! In: the amendments of a code, in any order. Out: for each law of the base what is to be done with it; whatever does not add up is
//! told: a law that is not there, that is treated twice, or that nothing is said of.

use std::sync::Arc;

use crate::code::from_syntax::labels::cited;
use crate::code::whole::Whole;
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::tree::{Adopt, Change, Clause, Item, ItemKind, Law, LawRef, Name, ReadAs, Repeal};

use super::places::label_in;

/// What becomes of one law of the base.
#[derive(Debug, Default)]
pub struct Fate<'a> {
    /// It is taken over, by these words.
    pub adopted: Option<Span>,
    /// It is left out of what is taken over, by these words.
    pub excepted: Option<Span>,
    /// Another stands in its place.
    pub replaced: Option<&'a Law>,
    /// It is struck out.
    pub repealed: Option<Span>,
    /// It gets another number.
    pub renumbered: Option<&'a Spanned<String>>,
    /// Some of its clauses change; the rest is taken over.
    pub clauses: Vec<(Span, ClauseChange<'a>)>,
    /// Options struck out of its rights.
    pub struck: Vec<&'a Name>,
    /// What is read as something else in it.
    pub reads: Vec<&'a ReadAs>,
}

/// A change of one clause.
#[derive(Debug)]
pub enum ClauseChange<'a> {
    /// `replace law 84(b) when …`
    Replace(&'a Arc<Clause>),
    /// `insert law 84(d) when …`
    Insert(&'a Arc<Clause>),
    /// `repeal law 84(c)`
    Remove(&'a Spanned<String>),
}

impl Fate<'_> {
    /// Whether the law, or the rest of it, is in the new code.
    pub fn stays(&self) -> bool {
        self.replaced.is_none() && self.repealed.is_none() && (self.adopted.is_some() || self.implied().is_some())
    }

    /// Words that take the rest of a law over by changing a part of it.
    pub(super) fn implied(&self) -> Option<Span> {
        self.clauses.first().map(|(span, _)| *span).or_else(|| self.renumbered.map(|number| number.span))
    }
}

/// The account.
pub struct Accounts<'a, 'f> {
    pub(super) base: &'a Whole,
    /// One for each law of the base.
    pub fates: Vec<Fate<'a>>,
    /// Laws that the base does not have.
    pub inserted: Vec<&'a Law>,
    pub(super) found: &'f mut Vec<Diagnostic>,
}

impl<'a, 'f> Accounts<'a, 'f> {
    /// Goes through the amendments of a code.
    pub fn of(base: &'a Whole, items: &[&'a Item], found: &'f mut Vec<Diagnostic>) -> Self {
        let fates = base.laws.iter().map(|_| Fate::default()).collect();
        let mut accounts = Accounts { base, fates, inserted: Vec::new(), found };
        for item in items {
            accounts.item(item);
        }
        accounts.residual(items);
        accounts.adds_up(items);
        accounts
    }

    fn item(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::Adopt(adopt) => self.adopt(adopt, item.span),
            ItemKind::ReadAs(read) => self.read_as(read, item.span),
            ItemKind::Replace(Change::Law(law)) => self.replace(law),
            ItemKind::Replace(Change::Clause(reference, clause)) => self.replace_clause(reference, clause),
            ItemKind::Insert(Change::Law(law)) | ItemKind::Law(law) => self.insert(law),
            ItemKind::Insert(Change::Clause(reference, clause)) => self.insert_clause(reference, clause),
            ItemKind::Repeal(repeal) => self.repeal(repeal, item.span),
            ItemKind::Renumber { from, to } => self.renumber(from, to),
            ItemKind::Code(_)
            | ItemKind::Use(_)
            | ItemKind::Declaration(_)
            | ItemKind::Replace(Change::Declaration(_))
            | ItemKind::Insert(Change::Declaration(_)) => {}
        }
    }

    /// `adopt laws 1, 3, 5 to 10`; what `adopt all` takes over is found at the end.
    fn adopt(&mut self, adopt: &'a Adopt, span: Span) {
        for place in self.whole_laws(&adopt.laws, "adopted") {
            let fate = &mut self.fates[place];
            if adopt.all {
                fate.excepted = Some(span);
            } else {
                fate.adopted = Some(span);
            }
        }
    }

    /// `adopt all` takes over what nothing else is said of.
    fn residual(&mut self, items: &[&'a Item]) {
        let all = items.iter().find_map(|item| match &item.kind {
            ItemKind::Adopt(adopt) if adopt.all => Some(item.span),
            _ => None,
        });
        let Some(all) = all else { return };
        for fate in &mut self.fates {
            if fate.excepted.is_none() && fate.replaced.is_none() && fate.repealed.is_none() {
                fate.adopted = fate.adopted.or(Some(all));
            }
        }
    }

    fn read_as(&mut self, read: &'a ReadAs, span: Span) {
        let places = match read.laws.is_empty() {
            true => (0..self.fates.len()).collect(),
            false => self.whole_laws(&read.laws, "read"),
        };
        for place in places {
            let twice = self.fates[place].reads.iter().find(|other| other.from.value == read.from.value);
            if let Some(other) = twice {
                let number = &self.base.laws[place].number.value;
                let text = format!("`{}` is read in two ways in law {number}", read.from.value);
                self.found.push(Diagnostic::error("L0904", span, text).also(other.from.span, "and here"));
                return;
            }
            self.fates[place].reads.push(read);
        }
    }

    fn replace(&mut self, law: &'a Law) {
        let Some(place) = self.find(&law.number, "replaced") else { return };
        if let Some(first) = self.fates[place].replaced {
            self.twice(&law.number, "replaced twice", first.number.span);
        } else {
            self.fates[place].replaced = Some(law);
        }
    }

    fn insert(&mut self, law: &'a Law) {
        let before = self.inserted.iter().find(|other| other.number.value == law.number.value);
        if let Some(first) = before.map(|law| law.number.span) {
            self.twice(&law.number, "inserted twice", first);
        } else {
            self.inserted.push(law);
        }
    }

    fn replace_clause(&mut self, reference: &'a LawRef, clause: &'a Arc<Clause>) {
        let Some(place) = self.find(&reference.number, "changed") else { return };
        if self.has_label(place, &reference.label) {
            self.change(place, &reference.label, clause.span, ClauseChange::Replace(clause));
        }
    }

    fn insert_clause(&mut self, reference: &'a LawRef, clause: &'a Arc<Clause>) {
        let Some(place) = self.find(&reference.number, "changed") else { return };
        if let Some(there) = label_in(&self.base.laws[place], &reference.label.value) {
            let text = format!("law {} has a clause {} already", reference.number.value, reference.label.value);
            let diagnostic = Diagnostic::error("L0905", reference.label.span, text)
                .also(there, "it is here")
                .help(format!("write `replace law {} …` to put another in its place", cited(reference)));
            self.found.push(diagnostic);
        } else {
            self.change(place, &reference.label, clause.span, ClauseChange::Insert(clause));
        }
    }

    fn change(&mut self, place: usize, label: &Spanned<String>, span: Span, change: ClauseChange<'a>) {
        let first = self.fates[place].clauses.iter().find(|(_, other)| match other {
            ClauseChange::Replace(clause) | ClauseChange::Insert(clause) => clause.label.value == label.value,
            ClauseChange::Remove(other) => other.value == label.value,
        });
        if let Some((first, _)) = first {
            let text =
                format!("the clause {} of law {} is changed twice", label.value, self.base.laws[place].number.value);
            self.found.push(Diagnostic::error("L0904", label.span, text).also(*first, "first here"));
        } else {
            self.fates[place].clauses.push((span, change));
        }
    }

    fn repeal(&mut self, repeal: &'a Repeal, span: Span) {
        if let Some(option) = &repeal.option {
            for place in self.whole_laws(&repeal.laws, "changed") {
                self.fates[place].struck.push(option);
            }
            return;
        }
        for law in &repeal.laws {
            if !law.first.label.value.is_empty() {
                if let Some(place) = self.find(&law.first.number, "changed")
                    && self.has_label(place, &law.first.label)
                {
                    self.change(place, &law.first.label, span, ClauseChange::Remove(&law.first.label));
                }
                continue;
            }
            for place in self.places(law, "repealed") {
                match self.fates[place].repealed {
                    Some(first) => {
                        let number = law.first.number.clone();
                        self.twice(&number, "repealed twice", first);
                    }
                    None => self.fates[place].repealed = Some(law.first.number.span),
                }
            }
        }
    }

    fn renumber(&mut self, from: &'a LawRef, to: &'a LawRef) {
        for reference in [from, to] {
            if !reference.label.value.is_empty() {
                let text = "only whole laws get another number";
                self.found.push(Diagnostic::error("L0903", reference.label.span, text));
                return;
            }
        }
        let Some(place) = self.find(&from.number, "renumbered") else { return };
        match self.fates[place].renumbered {
            Some(first) => {
                let first = first.span;
                self.twice(&from.number, "renumbered twice", first);
            }
            None => self.fates[place].renumbered = Some(&to.number),
        }
    }

    pub(super) fn both(&mut self, number: &str, first: &str, span: Span, second: &str, other: Span) {
        let text = format!("law {number} is {first}, and {second} as well");
        self.found.push(Diagnostic::error("L0904", span, text).also(other, format!("{second} here")));
    }

    fn twice(&mut self, number: &Spanned<String>, what: &str, first: Span) {
        let text = format!("law {} is {what}", number.value);
        self.found.push(Diagnostic::error("L0904", number.span, text).also(first, "first here"));
    }
}
