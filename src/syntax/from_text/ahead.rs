//! The blocks of a file read side by side.
//!
//! In: the pieces of a file. Out: each block that nothing hinders from being read whole, as read, in its place. Each is read by itself,
//! so what comes out does not hang on how many are read at once.

use super::super::brackets;
use super::super::depth;
use super::super::grammar::Rule;
use super::super::pairs::Reader;
use super::super::split::{Piece, PieceKind};
use super::super::tokens::Tokens;
use super::{Block, read as read_one};
use crate::threads::side_by_side;

/// A thread is worth its start for so many blocks.
const WORTH_A_THREAD: usize = 16;

/// Reads the blocks of a file; nothing for a piece that is to be looked at first.
pub(super) fn read(tokens: &Tokens, pieces: &[Piece]) -> Vec<Option<Block>> {
    let read =
        |piece: &Piece| is_whole(tokens, piece).then(|| read_one(tokens, Rule::block, &piece.tokens, Reader::item));
    side_by_side(pieces, WORTH_A_THREAD, read).into_iter().map(Option::flatten).collect()
}

/// Whether a piece is a block whose nesting and brackets are in order.
fn is_whole(tokens: &Tokens, piece: &Piece) -> bool {
    piece.kind == PieceKind::Block
        && depth::too_deep(tokens, &piece.tokens).is_none()
        && brackets::faults(tokens, &piece.tokens).is_empty()
}
