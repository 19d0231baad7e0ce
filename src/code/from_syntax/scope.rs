//! The names bound in one clause or definition, and the slots of its frame.

use std::collections::BTreeSet;

use crate::code::tree::Param;
use crate::code::value::{Base, Type};
use crate::source::Span;

/// A bound name.
#[derive(Debug, Clone)]
pub struct Bound {
    /// The name.
    pub name: String,
    /// Its slot.
    pub slot: usize,
    /// Its type.
    pub ty: Type,
    /// Where it was bound.
    pub span: Span,
    /// It was used.
    pub used: bool,
    /// It need not be used.
    pub free: bool,
    /// A part of a moment or of an `always` duty that no act has bound yet.
    pub waiting: bool,
    /// It comes from the clause that this one is instead of.
    pub inherited: bool,
}

/// The frame of one clause or definition.
#[derive(Debug, Default)]
pub struct Scope {
    /// All slots, also of names that are out of sight again.
    pub slots: Vec<Param>,
    /// The names in sight, the latest last.
    names: Vec<Bound>,
    /// Names that the text binds somewhere: a use of one out of its sight is unbound, not unknown.
    pub elsewhere: BTreeSet<String>,
    /// The clause whose names this one takes over, and which they are.
    pub takes_over: Option<(Span, String)>,
    /// How many folds stand around the place in hand.
    pub folds: usize,
    /// Whether a fold in an argument is worth a word: in clauses, where the set could be named.
    pub clause: bool,
}

/// A point to go back to.
#[derive(Debug, Clone, Copy)]
pub struct Mark(usize);

impl Scope {
    /// The frame of a clause in which these names are bound somewhere.
    pub fn of_clause(elsewhere: BTreeSet<String>) -> Scope {
        Scope { elsewhere, clause: true, ..Scope::default() }
    }

    /// The bound name, if it is in sight.
    pub fn get(&self, name: &str) -> Option<&Bound> {
        self.names.iter().rev().find(|bound| bound.name == name)
    }

    /// The bound name, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Bound> {
        self.names.iter_mut().rev().find(|bound| bound.name == name)
    }

    /// The names in sight.
    pub fn names(&self) -> impl Iterator<Item = &Bound> {
        self.names.iter()
    }

    /// Binds a new name to a new slot.
    pub fn bind(&mut self, name: &str, ty: Type, span: Span) -> usize {
        let slot = self.slots.len();
        self.slots.push(Param { name: name.to_owned(), ty });
        self.bind_to(name, slot, ty, span);
        slot
    }

    /// Binds a name to a slot that is there.
    pub fn bind_to(&mut self, name: &str, slot: usize, ty: Type, span: Span) {
        let (name, used, free, waiting, inherited) = (name.to_owned(), false, false, false, false);
        self.names.push(Bound { name, slot, ty, span, used, free, waiting, inherited });
    }

    /// Binds a part of a declaration: it need not be used.
    pub fn part(&mut self, name: &str, ty: Type, span: Span, waiting: bool) {
        self.bind(name, ty, span);
        if let Some(bound) = self.names.last_mut() {
            bound.free = true;
            bound.waiting = waiting;
        }
    }

    /// Says that the latest name need not be used.
    pub fn free_last(&mut self) {
        if let Some(bound) = self.names.last_mut() {
            bound.free = true;
        }
    }

    /// Says that the latest name comes from the clause that this one is instead of.
    pub fn inherited_last(&mut self) {
        if let Some(bound) = self.names.last_mut() {
            bound.free = true;
            bound.inherited = true;
        }
    }

    /// The point reached.
    pub fn mark(&self) -> Mark {
        Mark(self.names.len())
    }

    /// Takes the names bound since a point out of sight.
    pub fn take(&mut self, mark: Mark) -> Vec<Bound> {
        self.names.split_off(mark.0.min(self.names.len()))
    }

    /// Puts names in sight again.
    pub fn restore(&mut self, names: Vec<Bound>) {
        self.names.extend(names);
    }
}

/// The type of what could not be read: it fits everything, so that one fault is told once.
pub const UNREADABLE: Type = Type::one(Base::Nothing);
