//! Open questions in words: for people, and as a record answers them.

use crate::bridge::{CardSet, Suit};
use crate::code::value::Value;

use super::settings::Shared;
use super::world::Question;

impl Shared<'_> {
    /// A question in English.
    pub fn question_english(&self, question: &Question) -> String {
        match question {
            Question::Holds { player, cards, .. } => match one_suit(*cards) {
                Some(suit) => format!("did {player} hold a card of {}?", suit.name()),
                _ => {
                    let cards: Vec<String> = cards.iter().map(|card| self.code.english(&Value::Card(card))).collect();
                    format!("did {player} hold any of {}?", cards.join(" "))
                }
            },
            Question::Finding { finding, args, member, .. } => {
                let finding = &self.code.findings[finding.index()];
                let text = self.code.phrase(&finding.phrase, &finding.params, args);
                match member {
                    Some(member) => format!("{text} Is {} among them?", self.code.english(member)),
                    None => text,
                }
            }
            Question::Unsaid { fact, args } => {
                let fact = &self.code.facts[fact.index()];
                format!("what the record does not say: {}", self.code.phrase(&fact.phrase, &fact.params, args))
            }
        }
    }

    /// A question in the notation of records, as `judge` takes it.
    pub fn question_notation(&self, question: &Question) -> String {
        match question {
            Question::Holds { player, cards, .. } => match one_suit(*cards) {
                Some(suit) => format!("held({player}, {})", suit.name()),
                _ => {
                    let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
                    format!("holds({player}, {})", cards.join(" "))
                }
            },
            Question::Finding { finding, args, member, .. } => {
                let atom = self.code.atom(&self.code.findings[finding.index()].name, args);
                match member {
                    Some(member) => format!("{atom} has {}", self.code.notation(member)),
                    None => atom,
                }
            }
            Question::Unsaid { fact, args } => self.code.atom(&self.code.facts[fact.index()].name, args),
        }
    }
}

/// The suit of several cards that are all of one.
fn one_suit(cards: CardSet) -> Option<Suit> {
    let suit = Suit::ALL.into_iter().find(|suit| cards.without(CardSet::of_suit(*suit)).is_empty());
    suit.filter(|_| cards.len() > 1)
}
