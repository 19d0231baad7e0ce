//! The acts of a record as log entries, whatever format they come from.
//!
//! In: what a reader understood, with its place. Out: [`LogEntry`]s, as if somebody had written them in a log.

use std::fmt::Write as _;

use crate::bridge::{Card, Seat};
use crate::source::{Span, Spanned};
use crate::syntax::tree::{LogArg, LogEntry, LogValue};

/// An entry of that word with those arguments.
pub(super) fn entry(word: &str, args: Vec<LogArg>, span: Span) -> LogEntry {
    LogEntry { name: Spanned::new(word.to_owned(), span), args, span }
}

/// A word as an argument.
pub(super) fn word(text: impl ToString, span: Span) -> LogArg {
    LogArg { label: None, value: LogValue::Word(text.to_string()), span }
}

/// An entry as an argument of another.
pub(super) fn nested(entry: LogEntry) -> LogArg {
    LogArg { label: None, span: entry.span, value: LogValue::Entry(Box::new(entry)) }
}

/// `call(South, 1S)`
pub(super) fn call(seat: Seat, call: impl ToString, span: Span) -> LogEntry {
    entry("call", vec![word(seat, span), word(call, span)], span)
}

/// `play(East, D4)`
pub(super) fn play(seat: Seat, card: Card, span: Span) -> LogEntry {
    entry("play", vec![word(seat, span), word(card, span)], span)
}

/// `quit()`
pub(super) fn quit(span: Span) -> LogEntry {
    entry("quit", Vec::new(), span)
}

/// `declared(South, 4S, 1)`
pub(super) fn declared(seat: Spanned<Seat>, call: Spanned<String>, doubles: Spanned<usize>) -> LogEntry {
    let span = seat.span.to(call.span).to(doubles.span);
    let args = vec![word(seat.value, seat.span), word(call.value, call.span), word(doubles.value, doubles.span)];
    entry("declared", args, span)
}

/// An entry as a log writes it: `notice(South, of: play(East, D4))`.
pub fn written(entry: &LogEntry) -> String {
    let args: Vec<String> = entry.args.iter().map(written_arg).collect();
    format!("{}({})", entry.name.value, args.join(", "))
}

fn written_arg(arg: &LogArg) -> String {
    let mut text = String::new();
    if let Some(label) = &arg.label {
        let _ = write!(text, "{}: ", label.value);
    }
    match &arg.value {
        LogValue::Word(word) => text.push_str(word),
        LogValue::Set(words) => {
            let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            let _ = write!(text, "[{}]", words.join(", "));
        }
        LogValue::Law(law) => {
            let _ = write!(text, "law {}{}", law.number.value, law.label.value);
        }
        LogValue::Entry(entry) => text.push_str(&written(entry)),
    }
    text
}
