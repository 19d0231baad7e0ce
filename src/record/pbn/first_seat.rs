//! Where an auction begins.
//!
//! In: the Auction tag, the dealer, and the `-` that the section begins with. Out: the seat of its first column.

use super::desk::Desk;
use super::game::Section;
use super::tokens::Token;
use crate::bridge::Seat;

/// The seat of the first column, and how many `-` stand before the dealer. Where the tags disagree, the `-` are trusted, then the
/// dealer.
pub(super) fn first_seat(
    section: &Section<'_>,
    tokens: &[Token<'_>],
    dealer: Option<Seat>,
    desk: &mut Desk<'_>,
) -> (Option<Seat>, usize) {
    let padding = tokens.iter().take_while(|token| matches!(token.text, "-" | "--")).count();
    let column = section.tag.value.trim().parse::<Seat>().ok();
    let span = section.tag.value_span;
    match (column, dealer) {
        (Some(column), Some(dealer)) if column.left(padding) != dealer => {
            let (first, trusted) = if padding > 0 { (column, "the `-` are") } else { (dealer, "the dealer is") };
            let message = format!(
                "the auction begins with {}, but the dealer is {dealer}; {trusted} trusted",
                column.left(padding)
            );
            desk.dialect("P0159", span, message);
            (Some(first), padding)
        }
        (Some(column), _) => (Some(column), padding),
        (None, Some(dealer)) => {
            if !matches!(section.tag.value.trim(), "" | "?") {
                let message =
                    format!("`{}` is no seat; the calls are taken to begin with the dealer", section.tag.value);
                desk.warn("P0218", span, message);
            }
            (Some(dealer.left(4 - padding % 4)), padding)
        }
        (None, None) => {
            let message =
                format!("`{}` is no seat, and the dealer is not said, so nobody knows who calls", section.tag.value);
            desk.error("P0219", span, message);
            (None, padding)
        }
    }
}
