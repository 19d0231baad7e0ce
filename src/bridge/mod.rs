//! Bridge itself: seats, cards, calls.
//!
//! These types would serve any bridge program. They know no law: no call is refused here, no card is out of turn,
//! and the order of suits is that of the pack in the hand, not of any bidding.

mod call;
mod card;
mod seat;

pub use call::Call;
pub use card::{Card, CardSet, Rank, Strain, Suit};
pub use seat::{Seat, Side};
