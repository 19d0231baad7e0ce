//! The door of the readers: a file's bytes in, its records out.
//!
//! In: bytes and the name that their reader knows them by. Out: the records, and what is wrong with each deal that has none.

use super::documents::deals;
use super::notation::{Node, Notation};
use super::report::{Fault, Report};
use super::shape::Shape;
use super::{MOST_DEALS, Record};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};

/// A RON or JSON file may be so long.
const LONGEST_VALUES: usize = 4 << 20;

/// What a file can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Values(Notation),
    Pbn,
}

/// The records in a file. Its format is told by the ending of its name, or by how it begins.
pub fn read(sources: &mut Sources, name: &str, bytes: &[u8]) -> (Vec<Record>, Vec<Diagnostic>) {
    let (records, mut diagnostics) = match format_of(name, bytes) {
        Format::Values(notation) => read_values(sources, name, bytes, notation),
        Format::Pbn => super::pbn::read(sources, name, bytes),
    };
    if records.is_empty() && !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.push(whole_file(sources, name, "R0106", "there is no deal in this file".to_string()));
    }
    (records, diagnostics)
}

fn format_of(name: &str, bytes: &[u8]) -> Format {
    match name.rsplit('.').next().map(str::to_ascii_lowercase).as_deref() {
        Some("ron") => Format::Values(Notation::Ron),
        Some("json") => Format::Values(Notation::Json),
        Some("pbn") => Format::Pbn,
        _ => format_by_content(bytes),
    }
}

/// RON begins with `(`, `[(` or a comment, JSON with `{"` or `[{`; PBN with a tag, or with `%`, `;` or `{`.
fn format_by_content(bytes: &[u8]) -> Format {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut letters = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
    match (letters.next(), letters.next()) {
        (Some(b'('), _) | (Some(b'['), Some(b'(' | b'/' | b']')) | (Some(b'/'), _) | (Some(b'#'), Some(b'!')) => {
            Format::Values(Notation::Ron)
        }
        (Some(b'{'), Some(b'"')) | (Some(b'['), Some(b'{')) => Format::Values(Notation::Json),
        (None, _) => Format::Values(Notation::Ron),
        _ => Format::Pbn,
    }
}

fn read_values(sources: &mut Sources, name: &str, bytes: &[u8], notation: Notation) -> (Vec<Record>, Vec<Diagnostic>) {
    let text = match text_of(bytes) {
        Ok(text) => text.to_owned(),
        Err((number, message)) => return (Vec::new(), vec![whole_file(sources, name, number, message)]),
    };
    let file = sources.add(name, text.clone());
    let mut report = Report::default();
    let mut records = Vec::new();
    let deals = deals(&text, file, notation);
    let several = deals.len() > 1;
    for (place, deal) in deals.into_iter().enumerate() {
        if place == MOST_DEALS {
            let message = format!("this file has more than {MOST_DEALS} deals: the rest is not read");
            report.push(Diagnostic::error("R0104", Span::new(file, 0, 0), message));
            break;
        }
        let since = report.told();
        records.extend(read_deal(deal, place + 1, sources, &mut report));
        if several {
            report.within(since, &format!("deal {}", place + 1));
        }
    }
    (records, report.finish(file))
}

fn read_deal(deal: Result<Node, Fault>, number: usize, sources: &mut Sources, report: &mut Report) -> Option<Record> {
    match deal {
        Ok(node) => Shape { sources, report, number }.record(&node),
        Err(fault) => {
            report.push(*fault);
            None
        }
    }
}

fn text_of(bytes: &[u8]) -> Result<&str, (&'static str, String)> {
    if bytes.len() > LONGEST_VALUES {
        return Err(("R0101", format!("this file is longer than {} MiB", LONGEST_VALUES >> 20)));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        ("R0102", format!("this file is not UTF-8: byte {} begins no letter", error.valid_up_to() + 1))
    })
}

/// Something is wrong with a file as a whole, whose text is not kept.
fn whole_file(sources: &mut Sources, name: &str, number: &'static str, message: String) -> Diagnostic {
    let file: FileId = sources.add(name, "");
    Diagnostic::error(number, Span::new(file, 0, 0), message)
}
