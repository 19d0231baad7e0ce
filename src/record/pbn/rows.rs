//! The rows of a play: four columns each, every column a seat.
//!
//! In: the columns in order, and the deal. Out: for each row what each seat did. The columns are fixed for the whole deal; some
//! programs begin a row with the leader instead, and then it is turned until its cards fit the hands.

use super::calls::Slot;
use super::deal::Deal;
use super::desk::Desk;
use super::play::Column;
use crate::bridge::Seat;

/// What the four seats did, in rotation from North; nothing where the section ended early.
pub(super) type Row<'t> = [Option<Column<'t>>; 4];

/// The rows of a play whose first column is the seat `first`.
pub(super) fn of<'t>(columns: &[Column<'t>], first: Seat, deal: &Deal, desk: &mut Desk<'_>) -> Vec<Row<'t>> {
    columns.chunks(4).map(|columns| row(columns, first, deal, desk)).collect()
}

fn row<'t>(columns: &[Column<'t>], first: Seat, deal: &Deal, desk: &mut Desk<'_>) -> Row<'t> {
    let turn = (0..4).find(|turn| fits(columns, first.left(*turn), deal)).unwrap_or(0);
    if let (1.., Some(column)) = (turn, columns.first()) {
        let message = format!("the columns of this row begin with {}, and not with {first}", first.left(turn));
        desk.dialect("P0155", column.token.span, message);
    }
    let mut row = [None; 4];
    for (place, column) in columns.iter().enumerate() {
        row[first.left(turn + place).index()] = Some(*column);
    }
    row
}

/// Whether every card of the row can be of its seat, if the first is that of `first`.
fn fits(columns: &[Column<'_>], first: Seat, deal: &Deal) -> bool {
    columns.iter().enumerate().all(|(place, column)| match column.slot {
        Slot::Nothing | Slot::Next => true,
        Slot::Card(card) => {
            let seat = first.left(place);
            deal.owner(card).map_or(deal.hand(seat).is_none(), |owner| owner == seat)
        }
    })
}

/// Whether nobody played to the row.
pub(super) fn is_empty(row: &Row<'_>) -> bool {
    row.iter().flatten().all(|column| column.slot == Slot::Nothing)
}
