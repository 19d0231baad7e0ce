//! A record's reading as text for a snapshot: what it says in lines, then the diagnostics.

use std::fmt::Write as _;

use hoyle::diagnostic::{Diagnostic, Severity};
use hoyle::record::{self, Hand, Record};
use hoyle::source::{Sources, Span};
use hoyle::syntax::tree::LogEntry;

/// Reads a file and shows all that came of it.
pub fn shown(name: &str, bytes: &[u8]) -> String {
    let mut sources = Sources::new();
    let (records, diagnostics) = record::read(&mut sources, name, bytes);
    let mut text = String::new();
    for record in &records {
        show_record(&mut text, &sources, record);
    }
    for diagnostic in &diagnostics {
        show_diagnostic(&mut text, &sources, diagnostic);
    }
    text
}

fn show_record(text: &mut String, sources: &Sources, record: &Record) {
    let _ = writeln!(text, "deal at {}", place(sources, record.span));
    for (name, value) in [("title", &record.title), ("code", &record.code)] {
        if let Some(value) = value {
            let _ = writeln!(text, "  {name} {value}");
        }
    }
    if let Some(dealer) = record.dealer {
        let _ = writeln!(text, "  dealer {dealer}");
    }
    if let Some(vulnerable) = record.vulnerable {
        let _ = writeln!(text, "  vulnerable NS {} EW {}", vulnerable[0], vulnerable[1]);
    }
    if let Some(vacant) = record.vacant {
        let _ = writeln!(text, "  vacant {vacant}");
    }
    if let Some(score) = &record.score {
        let sides: Vec<String> =
            score.iter().map(|(side, had)| format!("{side} {}, {}", had.games, had.towards)).collect();
        let _ = writeln!(text, "  score {}", sides.join(" "));
    }
    show_hands(text, record);
    show_entries(text, sources, "calls", &record.auction);
    show_entries(text, sources, "contract", record.contract.as_slice());
    show_entries(text, sources, "log", &record.log);
    if !record.skipped.is_empty() {
        let kinds: Vec<String> = record.skipped.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let _ = writeln!(text, "  passed over {}", kinds.join(", "));
    }
    for line in &record.expect {
        let _ = writeln!(text, "  expects {line}");
    }
}

fn show_hands(text: &mut String, record: &Record) {
    for (seat, hand) in ["N", "E", "S", "W"].iter().zip(record.hands) {
        let _ = match hand {
            Hand::Unknown => Ok(()),
            Hand::Whole(cards) => writeln!(text, "  {seat} {cards}"),
            Hand::AtLeast(cards) => writeln!(text, "  {seat} {cards} and others"),
        };
    }
}

/// Entries with the letters that they stand on, several on a line as long as they share it in the file.
fn show_entries(text: &mut String, sources: &Sources, name: &str, entries: &[LogEntry]) {
    let mut line = 0;
    for entry in entries {
        let (at, column) = sources.line_column(entry.span);
        if at != line {
            let _ = write!(text, "{}  {name} {at}:{column}", if line == 0 { "" } else { "\n" });
            line = at;
        }
        let _ = write!(text, " {}", record::written(entry));
    }
    if line > 0 {
        text.push('\n');
    }
}

fn show_diagnostic(text: &mut String, sources: &Sources, diagnostic: &Diagnostic) {
    let severity = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let at = place(sources, diagnostic.span);
    let _ = writeln!(text, "{severity} {} {at}: {}", diagnostic.number, diagnostic.message);
    let under = sources.text(diagnostic.span);
    if !under.is_empty() && under.len() < 80 && !under.contains('\n') {
        let _ = writeln!(text, "{}", format!("    under `{under}` {}", diagnostic.label).trim_end());
    }
    for (span, words) in &diagnostic.others {
        let _ = writeln!(text, "    {}: {words}", place(sources, *span));
    }
    if let Some(context) = &diagnostic.context {
        let _ = writeln!(text, "    in {context}");
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "    help: {help}");
    }
}

fn place(sources: &Sources, span: Span) -> String {
    let (line, column) = sources.line_column(span);
    let file = if span.file.0 == 0 { "" } else { sources.get(span.file).map_or("?", |file| file.name.as_str()) };
    format!("{file}{}{line}:{column}", if file.is_empty() { "" } else { " " })
}
