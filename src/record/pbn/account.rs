//! What becomes of each token: nothing is dropped unsaid.

use std::collections::BTreeMap;

/// What became of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing yet. INVARIANT: no token of a game that has been read stays so.
    Pending,
    /// It is in the record.
    Used,
    /// A diagnostic speaks of it, or of the game that it stands in.
    Told,
    /// It is passed over as a thing of this kind.
    Skipped(&'static str),
}

/// The tokens of one game.
#[derive(Debug, Default)]
pub(super) struct Fates(Vec<Fate>);

impl Fates {
    /// The number of a new token.
    pub(super) fn token(&mut self, fate: Fate) -> usize {
        self.0.push(fate);
        self.0.len() - 1
    }

    /// Says what became of a token.
    pub(super) fn settle(&mut self, token: usize, fate: Fate) {
        if let Some(place) = self.0.get_mut(token) {
            *place = fate;
        }
    }

    /// The game has no record: what would have been used is told with it.
    pub(super) fn lost(&mut self) {
        for fate in &mut self.0 {
            if matches!(fate, Fate::Used | Fate::Pending) {
                *fate = Fate::Told;
            }
        }
    }

    /// What was skipped, by kind.
    pub(super) fn skipped(&self) -> BTreeMap<&'static str, usize> {
        let mut kinds = BTreeMap::new();
        for fate in &self.0 {
            if let Fate::Skipped(kind) = fate {
                *kinds.entry(*kind).or_insert(0) += 1;
            }
        }
        kinds
    }
}

/// The tokens of a file.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) used: usize,
    pub(super) told: usize,
    pub(super) skipped: usize,
    pub(super) forgotten: usize,
}

impl Account {
    /// Adds the tokens of a game.
    pub(super) fn add(&mut self, fates: &Fates) {
        for fate in &fates.0 {
            match fate {
                Fate::Pending => self.forgotten += 1,
                Fate::Used => self.used += 1,
                Fate::Told => self.told += 1,
                Fate::Skipped(_) => self.skipped += 1,
            }
        }
    }
}
