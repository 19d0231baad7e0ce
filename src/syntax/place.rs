//! Where in a block a token stands.
//!
//! In: the tokens before it. Out: the brackets around it, and the word that began the part of the clause that it belongs to.

use super::tokens::{TokenKind, Tokens};

/// Words that begin a part of a clause or declaration.
const SECTIONS: &[&str] = &[
    "when", "if", "unless", "then", "may", "until", "else", "lost", "against", "instead", "right", "type", "event",
    "status", "duty", "fact", "finding", "remedy", "moment", "option", "reading", "table", "code", "adopt", "read",
    "repeal", "yield",
];

/// Where a token stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    /// The brackets that are open there, outermost first, by their place in the list.
    pub open: Vec<(char, usize)>,
    /// The word that began this part of the clause, and its place in the list.
    pub section: Option<(&'static str, usize)>,
}

impl Place {
    /// The place of a token in a piece that begins at `start`.
    pub fn new(tokens: &Tokens, start: usize, index: usize) -> Place {
        let mut place = Place::default();
        let mut sections = Vec::new();
        for before in start..index.min(tokens.list.len()) {
            match tokens.kind(before) {
                Some(TokenKind::Open(mark)) => {
                    place.open.push((mark, before));
                    sections.push(place.section);
                    place.section = if mark == '{' { None } else { place.section };
                }
                Some(TokenKind::Close(_)) => {
                    place.open.pop();
                    place.section = sections.pop().unwrap_or_default();
                }
                Some(TokenKind::Word) if tokens.kind(before + 1) != Some(TokenKind::Mark(':')) => {
                    let word = SECTIONS.iter().find(|word| **word == tokens.word(before));
                    // `against` inside a right belongs to its head
                    place.section = word.map(|word| (*word, before)).or(place.section);
                }
                _ => {}
            }
        }
        place
    }

    /// Whether round or square brackets are open around it, inside the last brace.
    pub fn bracket(&self) -> Option<(char, usize)> {
        self.open.last().copied().filter(|(mark, _)| *mark != '{')
    }

    /// Whether it belongs to this part of a clause.
    pub fn is_in(&self, section: &str) -> bool {
        self.section.is_some_and(|(word, _)| word == section)
    }

    /// Whether it belongs to a condition.
    pub fn in_condition(&self) -> bool {
        (self.is_in("if") || self.is_in("unless")) && self.bracket().is_none()
    }

    /// Whether it belongs to a consequence.
    pub fn in_consequence(&self) -> bool {
        self.is_in("then") && self.bracket().is_none()
    }
}
