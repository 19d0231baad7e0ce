//! Notes: each reference has one, and each has a reference.
//!
//! In: the references and notes of both sections. Out: nothing but what is told; the words of a note are passed over. A note is
//! looked for in its own section first, then anywhere in the game.

use std::collections::BTreeSet;

use super::desk::Desk;
use super::game::{Entry, Section};
use super::tokens::{Sort, Token};

/// A section's references and notes.
struct Notes<'s, 't> {
    references: &'s [Token<'t>],
    written: Vec<(u32, &'s Entry<'t>)>,
}

/// Checks the notes of a game.
pub(super) fn check<'t>(
    auction: (Option<&Section<'t>>, &[Token<'t>]),
    play: (Option<&Section<'t>>, &[Token<'t>]),
    desk: &mut Desk<'_>,
) {
    let sections = [auction, play].map(|(section, references)| Notes { references, written: written(section, desk) });
    let mut used: [BTreeSet<u32>; 2] = [BTreeSet::new(), BTreeSet::new()];
    for (own, other) in [(0, 1), (1, 0)] {
        for token in sections[own].references {
            let Sort::Note(number) = token.kind else { continue };
            let has = |section: usize| sections[section].written.iter().any(|(written, _)| *written == number);
            if number == 0 {
                desk.dialect("P0157", token.span, "`=0=` points to no note, and is passed over");
            } else if has(own) {
                used[own].insert(number);
            } else if has(other) {
                used[other].insert(number);
                desk.dialect("P0158", token.span, "the note of this stands in the other section");
            } else {
                desk.warn("P0120", token.span, format!("there is no note {number}"));
            }
        }
    }
    for (section, used) in sections.iter().zip(&used) {
        for (number, note) in section.written.iter().filter(|(number, _)| !used.contains(number)) {
            desk.warn("P0121", note.span, format!("nothing refers to note {number}"));
        }
    }
}

/// The notes of a section with their numbers.
fn written<'s, 't>(section: Option<&'s Section<'t>>, desk: &mut Desk<'_>) -> Vec<(u32, &'s Entry<'t>)> {
    let mut notes: Vec<(u32, &Entry<'t>)> = Vec::new();
    for note in section.iter().flat_map(|section| &section.notes) {
        let number = note.value.split_once(':').and_then(|(number, _)| number.trim().parse::<u32>().ok());
        match number.filter(|number| (1..=32).contains(number)) {
            None => {
                desk.warn("P0122", note.value_span, "a note is written as its number, 1 to 32, a colon and its words")
            }
            Some(number) if notes.iter().any(|(earlier, _)| *earlier == number) => {
                desk.warn("P0123", note.value_span, format!("note {number} stands twice in this section"));
            }
            Some(number) => notes.push((number, note)),
        }
    }
    notes
}
