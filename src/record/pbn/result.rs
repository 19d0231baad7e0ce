//! The Result tag.
//!
//! In: `9`, `NS 9`, `NS 9 EW 4`, each with or without `^`. Out: the tricks of declarer's side, held against those that the play
//! shows. `^` says that the number agreed upon is not that of the tricks really won.

use super::desk::Desk;
use super::game::Entry;
use super::tricks::Tricks;
use crate::bridge::{Seat, Side};
use crate::diagnostic::Diagnostic;

/// What the tag says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Written {
    differs: bool,
    /// Tricks without a side are declarer's.
    alone: Option<usize>,
    /// Of North and South, of East and West.
    sides: [Option<usize>; 2],
}

/// The tricks that declarer's side were agreed to have, if that can be taken from the tag.
pub(super) fn read(
    tag: &Entry<'_>,
    declarer: Option<Seat>,
    total: usize,
    tricks: &Tricks,
    desk: &mut Desk<'_>,
) -> Option<usize> {
    let Some(written) = parse(&tag.value) else {
        let diagnostic = Diagnostic::warning("P0413", tag.value_span, format!("`{}` is no result", tag.value));
        desk.tell(
            diagnostic.help("such as `9`, `NS 9`, `NS 9 EW 4`, with `^` before it if it differs from the tricks won"),
        );
        return None;
    };
    if !adds_up(written, total) {
        desk.warn("P0414", tag.value_span, format!("`{}` does not add up to {total} tricks", tag.value));
        return None;
    }
    let won = tricks.won;
    let number = of_declarer(written, declarer?.side(), total)?;
    let fits = (won.declarer..=total.saturating_sub(won.defenders)).contains(&number);
    match (written.differs, fits) {
        (false, true) => Some(number),
        (false, false) => {
            let message =
                format!("the play shows {} tricks for declarer and {} for the defenders", won.declarer, won.defenders);
            let help = "a number that was agreed upon against the tricks won bears a `^`";
            desk.tell(Diagnostic::warning("P0430", tag.value_span, message).help(help));
            None
        }
        (true, true) if won.declarer + won.defenders == total => {
            let message = "`^` says that the number differs from the tricks won, but it is the same";
            desk.warn("P0431", tag.value_span, message);
            None
        }
        (true, true) if !tricks.revoked => {
            let message = "`^` says that the number differs from the tricks won, but nothing in the play shows it";
            desk.warn("P0432", tag.value_span, message);
            None
        }
        (true, true | false) => None,
    }
}

fn parse(value: &str) -> Option<Written> {
    let value = value.trim();
    let (differs, value) = match value.strip_prefix('^') {
        Some(value) => (true, value),
        None => (false, value),
    };
    let mut written = Written { differs, alone: None, sides: [None; 2] };
    let words: Vec<&str> = value.split_whitespace().collect();
    if let [number] = words.as_slice() {
        written.alone = Some(number.parse().ok()?);
        return Some(written);
    }
    for pair in words.chunks(2) {
        let [side, number] = pair else { return None };
        let side = side.parse::<Side>().ok()?;
        written.sides[side.index()].replace(number.parse().ok()?).is_none().then_some(())?;
    }
    (!words.is_empty()).then_some(written)
}

fn adds_up(written: Written, total: usize) -> bool {
    match (written.alone, written.sides) {
        (_, [Some(ns), Some(ew)]) => ns.checked_add(ew) == Some(total),
        (Some(number), _) | (_, [Some(number), None] | [None, Some(number)]) => number <= total,
        (None, [None, None]) => false,
    }
}

fn of_declarer(written: Written, side: Side, total: usize) -> Option<usize> {
    let other = written.sides[side.other().index()].map(|other| total - other);
    written.alone.or(written.sides[side.index()]).or(other)
}
