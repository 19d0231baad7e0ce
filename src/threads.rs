//! Independent pieces of work done side by side.
//!
//! In: pieces and what is to be done with each. Out: what came of each, in its place, so that nothing hangs on how many are done at once.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// At most so many threads work at once.
const MOST_THREADS: usize = 4;

/// Does the work, in as many threads as the machine has processors; one is worth its start for so many pieces. Nothing comes of a
/// piece whose thread broke off.
pub(crate) fn side_by_side<P: Sync, T: Send>(
    pieces: &[P],
    worth_a_thread: usize,
    work: impl Fn(&P) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((place, piece)) = take(pieces, &next) {
            done.push((place, work(piece)));
        }
        done
    };
    let mut all: Vec<Option<T>> = Vec::new();
    all.resize_with(pieces.len(), || None);
    let mut keep = |done: Vec<(usize, T)>| done.into_iter().for_each(|(place, one)| all[place] = Some(one));
    thread::scope(|scope| {
        let others =
            (1..threads(pieces.len(), worth_a_thread)).map(|_| thread::Builder::new().spawn_scoped(scope, work));
        // Where no thread can be had, this one does all.
        let others: Vec<_> = others.flatten().collect();
        keep(work());
        others.into_iter().filter_map(|other| other.join().ok()).for_each(&mut keep);
    });
    all
}

/// The next piece that nobody has taken yet.
fn take<'p, P>(pieces: &'p [P], next: &AtomicUsize) -> Option<(usize, &'p P)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    pieces.get(place).map(|piece| (place, piece))
}

fn threads(pieces: usize, worth_a_thread: usize) -> usize {
    static AT_HAND: OnceLock<usize> = OnceLock::new();
    let at_hand = *AT_HAND.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get));
    at_hand.min(MOST_THREADS).min(pieces.div_ceil(worth_a_thread))
}
