//! The blocks of a file read side by side.
//!
//! In: the pieces of a file. Out: each block that nothing hinders from being read whole, as read, in its place. Each is read by itself,
//! so what comes out does not hang on how many are read at once.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::super::brackets;
use super::super::depth;
use super::super::grammar::Rule;
use super::super::pairs::Reader;
use super::super::split::{Piece, PieceKind};
use super::super::tokens::Tokens;
use super::{Block, read as read_one};

/// At most so many threads read one file: most of its time a code goes through the stages that follow.
const MOST_THREADS: usize = 4;
/// A thread is worth its start for so many blocks.
const WORTH_A_THREAD: usize = 16;

/// Reads the blocks of a file; nothing for a piece that is to be looked at first.
pub(super) fn read(tokens: &Tokens, pieces: &[Piece]) -> Vec<Option<Block>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((place, piece)) = take(pieces, &next) {
            if is_whole(tokens, piece) {
                found.push((place, read_one(tokens, Rule::block, &piece.tokens, Reader::item)));
            }
        }
        found
    };
    let mut blocks: Vec<Option<Block>> = Vec::new();
    blocks.resize_with(pieces.len(), || None);
    let mut keep =
        |found: Vec<(usize, Block)>| found.into_iter().for_each(|(place, block)| blocks[place] = Some(block));
    thread::scope(|scope| {
        let others = (1..threads(pieces.len())).map(|_| thread::Builder::new().spawn_scoped(scope, work));
        // Where no thread can be had, this one reads all.
        let others: Vec<_> = others.flatten().collect();
        keep(work());
        others.into_iter().filter_map(|other| other.join().ok()).for_each(&mut keep);
    });
    blocks
}

/// The next piece that nobody has taken yet.
fn take<'p>(pieces: &'p [Piece], next: &AtomicUsize) -> Option<(usize, &'p Piece)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    pieces.get(place).map(|piece| (place, piece))
}

/// Whether a piece is a block whose nesting and brackets are in order.
fn is_whole(tokens: &Tokens, piece: &Piece) -> bool {
    piece.kind == PieceKind::Block
        && depth::too_deep(tokens, &piece.tokens).is_none()
        && brackets::faults(tokens, &piece.tokens).is_empty()
}

fn threads(blocks: usize) -> usize {
    static AT_HAND: OnceLock<usize> = OnceLock::new();
    let at_hand = *AT_HAND.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get));
    at_hand.min(MOST_THREADS).min(blocks.div_ceil(WORTH_A_THREAD))
}
