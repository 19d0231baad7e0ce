//! Values taken from the games before.
//!
//! `#` repeats the value of the last game; `##text` sets the value of this game and of all later ones that say nothing else. Some
//! programs leave out what the second table of a board shares with the first.

use std::collections::BTreeMap;

use super::account::Fate;
use super::assemble::READ;
use super::desk::Desk;
use super::game::{Entry, Game};
use crate::diagnostic::Diagnostic;

/// Tags that `#` and `##` are not for.
const NEVER: [&str; 8] = ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"];
/// What the second table of a board may leave out.
const SHARED: [&str; 4] = ["Board", "Dealer", "Vulnerable", "Deal"];

/// What later games can take over.
#[derive(Debug, Default)]
pub(super) struct Heritage<'t> {
    last: BTreeMap<&'t str, Entry<'t>>,
    lasting: BTreeMap<&'t str, Entry<'t>>,
}

impl<'t> Heritage<'t> {
    /// Puts into a game what it takes over, and keeps what later games can take over from it.
    pub(super) fn pass_on(&mut self, game: &mut Game<'t>, desk: &mut Desk<'_>) {
        self.same_twice(game, desk);
        for tag in &mut game.tags {
            if tag.value.starts_with('#') {
                self.take_over(tag, desk);
            }
        }
        self.second_table(game, desk);
        for (name, tag) in &self.lasting {
            if !game.has(name) {
                game.tags.push(tag.clone());
            }
        }
        self.last.clear();
        for tag in game.tags.iter().rev() {
            self.last.insert(tag.name, passed(tag));
        }
    }

    /// The first of two tags of the same name counts.
    fn same_twice(&self, game: &Game<'t>, desk: &mut Desk<'_>) {
        let mut first: BTreeMap<&str, &Entry<'_>> = BTreeMap::new();
        for section in [&game.auction, &game.play].into_iter().flatten() {
            first.insert(section.tag.name, &section.tag);
        }
        // Of the others nothing is read, so nothing is lost.
        for tag in game.tags.iter().filter(|tag| READ.contains(&tag.name) || matches!(tag.name, "Auction" | "Play")) {
            match first.get(tag.name) {
                Some(earlier) if earlier.value != tag.value || matches!(tag.name, "Auction" | "Play") => {
                    desk.fates.settle(tag.token, Fate::Told);
                    let message = format!("`{}` is said twice in this game; the first counts", tag.name);
                    let diagnostic = Diagnostic::warning("P0401", tag.span, message);
                    let help = "if this is another game, an empty line before it is missing";
                    desk.tell(diagnostic.also(earlier.span, "the first").help(help));
                }
                Some(_) => {}
                None => drop(first.insert(tag.name, tag)),
            }
        }
    }

    fn take_over(&mut self, tag: &mut Entry<'t>, desk: &mut Desk<'_>) {
        if NEVER.contains(&tag.name) {
            let message = format!("`{}` cannot take its value from another game", tag.name);
            desk.fates.settle(tag.token, Fate::Told);
            desk.warn("P0402", tag.value_span, message);
            tag.value.clear();
        } else if let Some(value) = tag.value.strip_prefix("##") {
            tag.value = value.to_owned();
            self.lasting.insert(tag.name, passed(tag));
        } else if let Some(earlier) = self.last.get(tag.name).filter(|_| tag.value == "#") {
            tag.value.clone_from(&earlier.value);
        } else if tag.value == "#" {
            desk.warn("P0403", tag.value_span, format!("no game before this one has a `{}` to repeat", tag.name));
            tag.value.clear();
        }
    }

    fn second_table(&self, game: &mut Game<'t>, desk: &mut Desk<'_>) {
        let none = SHARED.iter().all(|name| !game.has(name) || *name == "Vulnerable");
        if !none || (game.auction.is_none() && game.play.is_none()) || !self.last.contains_key("Deal") {
            return;
        }
        desk.dialect("P0156", game.span, "this game has no deal of its own; it is taken to be of the board before");
        for name in SHARED {
            if let (false, Some(tag)) = (game.has(name), self.last.get(name)) {
                game.tags.push(tag.clone());
            }
        }
    }
}

/// A tag for another game, whose tokens it is none of.
fn passed<'t>(tag: &Entry<'t>) -> Entry<'t> {
    Entry { token: usize::MAX, ..tag.clone() }
}
