//! The deals of a RON or JSON file, one by one.
//!
//! In: a text with one deal or a list of them. Out: a value for each deal, or the fault that spoils it. A deal that cannot be
//! read ends where its bracket closes or the next deal begins at its margin, whichever comes first; so it never takes another along.

use super::notation::{Node, Notation, Reader};
use super::report::{Fault, fault};
use crate::source::{FileId, Span};

/// So many broken deals are worth looking past.
const MOST_BROKEN: usize = 1_000;

/// The values of the deals in a text, in order.
pub(super) fn deals(text: &str, file: FileId, notation: Notation) -> Vec<Result<Node, Fault>> {
    let mut reader = Reader { text, at: 0, file, notation };
    match reader.skip_blank() {
        Err(fault) => vec![Err(fault)],
        Ok(()) if reader.peek().is_none() => {
            vec![Err(fault("R0106", reader.since(0), "there is no deal in this file"))]
        }
        Ok(()) if reader.take('[') => list_of_deals(reader),
        Ok(()) => one_deal(reader),
    }
}

fn one_deal(mut reader: Reader<'_>) -> Vec<Result<Node, Fault>> {
    let deal = reader.value(0);
    let failed = deal.is_err();
    let mut deals = vec![deal];
    if !failed {
        deals.extend(nothing_after(&mut reader).err().map(Err));
    }
    deals
}

fn list_of_deals(mut reader: Reader<'_>) -> Vec<Result<Node, Fault>> {
    let open = reader.at - 1;
    let mut deals = Vec::new();
    let mut broken = 0;
    while broken < MOST_BROKEN {
        let start = match reader.skip_blank() {
            Ok(()) if reader.take(']') => break,
            Ok(()) if reader.peek().is_none() => {
                let place = Span::new(reader.file, open, open + 1);
                deals.push(Err(of_list(fault("R0112", place, "this `[` is never closed"))));
                return deals;
            }
            Ok(()) => reader.at,
            Err(fault) => {
                deals.push(Err(fault));
                return deals;
            }
        };
        let deal = reader.value(0).and_then(|deal| end_of_deal(&mut reader).map(|()| deal));
        if deal.is_err() {
            broken += 1;
            reader.at = after_broken(reader.text, start, reader.notation);
        }
        deals.push(deal);
    }
    if broken < MOST_BROKEN {
        deals.extend(nothing_after(&mut reader).err().map(Err));
    } else {
        let place = reader.since(reader.at);
        deals.push(Err(of_list(fault("R0104", place, "too many broken deals: nothing after this is read"))));
    }
    deals
}

/// After a deal of a list comes a comma or the end of the list.
fn end_of_deal(reader: &mut Reader<'_>) -> Result<(), Fault> {
    reader.skip_blank()?;
    if reader.take(',') || reader.peek() == Some(']') || reader.peek().is_none() {
        return Ok(());
    }
    Err(reader.unexpected("a comma or `]`"))
}

fn nothing_after(reader: &mut Reader<'_>) -> Result<(), Fault> {
    reader.skip_blank()?;
    if reader.peek().is_none() {
        return Ok(());
    }
    let place = Span::new(reader.file, reader.at, reader.text.len());
    let message = "nothing more may follow here; several deals stand in a list, `[` deal, deal `]`";
    Err(of_list(fault("R0119", place, message)))
}

/// A fault of no deal by itself.
fn of_list(mut fault: Fault) -> Fault {
    fault.context = Some("the list of deals".to_owned());
    fault
}

/// Where to read on after a broken deal that begins at `start`. INVARIANT: always further on.
fn after_broken(text: &str, start: usize, notation: Notation) -> usize {
    let end = next_at_margin(text, start).unwrap_or(text.len());
    text.get(..end).and_then(|text| closed_at(text, start, notation)).unwrap_or(end)
}

/// The end of the bracket that opens at `start`, and of the comma behind it; nothing when it is not closed.
fn closed_at(text: &str, start: usize, notation: Notation) -> Option<usize> {
    let mut reader = Reader { text, at: start, file: FileId(0), notation };
    let mut open: Vec<char> = Vec::new();
    loop {
        reader.skip_blank().ok()?;
        let letter = reader.peek()?;
        let before = reader.at;
        match letter {
            '"' => drop(reader.text().ok()?),
            'r' if notation == Notation::Ron => drop(reader.ron_value(0).ok()?),
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(letter) => return None,
            _ => {}
        }
        if reader.at == before {
            reader.at += letter.len_utf8();
        }
        if open.is_empty() {
            reader.skip_blank().ok()?;
            if reader.peek() != Some(']') && !reader.take(',') {
                continue;
            }
            return Some(reader.at);
        }
    }
}

/// The next line that opens a bracket no further in than the one at `start` does.
fn next_at_margin(text: &str, start: usize) -> Option<usize> {
    let column = start - text.get(..start)?.rfind('\n').map_or(0, |line| line + 1);
    let mut at = start;
    for line in text.get(start..)?.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if at > start && indent <= column && line.trim_start_matches([' ', '\t']).starts_with(['(', '{']) {
            return Some(at + indent);
        }
        at += line.len();
    }
    None
}
