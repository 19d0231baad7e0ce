//! One record ruled under one code: the passes called in order.
//!
//! In: an engine and a record. Out: a report, and the diagnostics of what the code cannot read in the record.

use std::sync::Arc;

use crate::bridge::{Call, Strain};
use crate::code::known::KnownEvent;
use crate::code::log::{LogArg, RecordedEvent, RecordedKind};
use crate::code::tree::ClauseId;
use crate::code::value::Value;
use crate::code::{Code, resolve_log};
use crate::diagnostic::Diagnostic;
use crate::engine::{Deal, Engine};
use crate::record::Record;
use crate::report::DealReport;
use crate::report::deal::report;
use crate::syntax::tree::{LogEntry, LogValue};

/// How a record is to be ruled.
#[derive(Debug, Clone, Default)]
pub struct Manner {
    /// The calls of a modern auction are judged under any code.
    pub judge_calls: bool,
    /// For rights still open at the end: the law as cited, and the option to take.
    pub choices: Vec<(String, String)>,
}

/// Rules on a record. `number` is that of the deal in its file, from 1.
pub fn rule(engine: &Engine, record: &Record, number: usize, manner: &Manner) -> (DealReport, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let adjusted = if record.options.is_empty() && record.readings.is_empty() {
        None
    } else {
        match engine.set_to(&record.options, &record.readings) {
            Ok(engine) => Some(engine),
            Err(faults) => {
                diagnostics.extend(faults.into_iter().map(|fault| Diagnostic::error("R0801", record.span, fault)));
                None
            }
        }
    };
    let engine = adjusted.as_ref().unwrap_or(engine);
    let code = engine.code();
    let (record, entries, notes) = entries(code, record, manner);
    let (mut events, of_words) = resolve_log(code, &entries);
    diagnostics.extend(of_words);
    let choices = manner.choices.iter().filter_map(|(law, option)| choice(code, law, option, &record));
    events.extend(choices.collect::<Vec<_>>());
    let events: Vec<Arc<RecordedEvent>> = events.into_iter().map(Arc::new).collect();
    if let Some(wrong) = wrong_table(code, &record) {
        diagnostics.push(wrong);
    }
    let could_be = |event: &Arc<RecordedEvent>| {
        let wrong = impossible(code, &record, event);
        let possible = wrong.is_none();
        diagnostics.extend(wrong);
        possible
    };
    let events: Vec<Arc<RecordedEvent>> = events.into_iter().filter(could_be).collect();
    let mut deal = Deal::new(engine, &record, &events);
    for event in events {
        deal.push(event);
    }
    (report(&deal, number, record.title.clone(), notes), diagnostics)
}

/// What nobody can have done: more tricks agreed on than there are, a call from the empty seat.
fn impossible(code: &Code, record: &Record, event: &RecordedEvent) -> Option<Diagnostic> {
    let RecordedKind::Event(id, args) = &event.kind else { return None };
    let (text, help) = match (code.events[id.index()].known?, args.first()?.as_ref()?) {
        (KnownEvent::Agree, LogArg::Value(Value::Number(n))) if !(0..=13).contains(n) => {
            (format!("declarer's side cannot have {n} tricks"), "a deal has thirteen tricks")
        }
        (KnownEvent::Call | KnownEvent::Recall | KnownEvent::Declared, LogArg::Value(Value::Player(seat)))
            if record.vacant == Some(*seat) =>
        {
            (format!("nobody sits at {seat} and can call"), "the record says that this seat is empty: `vacant`")
        }
        _ => return None,
    };
    Some(Diagnostic::error("R0805", event.span, text).help(help))
}

/// A record of four players under a code for three, or the other way round.
fn wrong_table(code: &Code, record: &Record) -> Option<Diagnostic> {
    let (text, help) = match (code.three_hand, record.vacant) {
        (true, None) => (
            format!("{} is for three players, and the record does not say which seat is empty", code.name),
            "say it, `vacant: North`, or rule on it under a code for four players",
        ),
        (false, Some(seat)) => (
            format!("{} is for four players, and the record leaves {seat} empty", code.name),
            "rule on it under a code for three players",
        ),
        _ => return None,
    };
    Some(Diagnostic::error("R0802", record.span, text).help(help))
}

/// The entries of a record that count under a code, in order, and what must be said of the choice.
fn entries(code: &Code, record: &Record, manner: &Manner) -> (Record, Vec<LogEntry>, Vec<String>) {
    let mut record = record.clone();
    let mut notes = Vec::new();
    let judged = !record.modern_calls || code.family == "duplicate" || manner.judge_calls;
    let mut entries = Vec::new();
    match record.contract.clone() {
        Some(contract) if !judged || record.auction.is_empty() => {
            if record.modern_calls && code.family != "duplicate" {
                notes.push("the calls are those of a modern auction and are not judged; contract, doubles and declarer are taken as given".to_string());
                entries.push(period_contract(code, &contract, &mut record, &mut notes));
            } else if code.family == "bridge" {
                entries.push(without_level(&contract));
            } else {
                entries.push(contract);
            }
        }
        // All passed, or the auction breaks off: nothing of a modern auction is judged, and there is nothing to play.
        None if !judged => {
            notes.push(
                "the calls are those of a modern auction and are not judged; they lead to no contract".to_string(),
            );
        }
        _ => entries.extend(record.auction.iter().cloned()),
    }
    entries.extend(record.log.iter().cloned());
    (record, entries, notes)
}

/// A contract under a code that names trumps without a number of tricks.
fn without_level(contract: &LogEntry) -> LogEntry {
    let mut contract = contract.clone();
    if let Some(arg) = contract.args.get_mut(1)
        && let LogValue::Word(word) = &arg.value
        && let Ok(Call::Bid { strain, .. }) = word.parse()
    {
        arg.value = LogValue::Word(strain.name().to_string());
    }
    contract
}

/// A modern contract as a code of its time would have it: without a level where trumps are named without one, and with the
/// dealer playing the hands there; spades as royal spades where the code values them.
fn period_contract(code: &Code, contract: &LogEntry, record: &mut Record, notes: &mut Vec<String>) -> LogEntry {
    let mut contract = contract.clone();
    let word = |entry: &LogEntry, place: usize| match entry.args.get(place).map(|arg| &arg.value) {
        Some(LogValue::Word(word)) => Some(word.clone()),
        _ => None,
    };
    let Some(Call::Bid { level, strain }) = word(&contract, 1).and_then(|text| text.parse().ok()) else {
        return contract;
    };
    let said = if code.family == "bridge" {
        if let Some(seat) = word(&contract, 0).and_then(|seat| seat.parse().ok()) {
            record.dealer = Some(seat);
            notes.push(format!("{seat} counts as dealer, since the dealer plays the two hands under this code"));
        }
        strain.name().to_string()
    } else if strain == Strain::Spades && code.values(Strain::RoyalSpades) {
        notes.push("spades are taken as royal spades".to_string());
        format!("{level}{}", Strain::RoyalSpades.short())
    } else {
        return contract;
    };
    if let Some(arg) = contract.args.get_mut(1) {
        arg.value = LogValue::Word(said);
    }
    contract
}

/// `84(b)=tricks`: the holder of a right that is open at the end chooses.
fn choice(code: &Code, law: &str, option: &str, record: &Record) -> Option<RecordedEvent> {
    let clauses = cited(code, law);
    (!clauses.is_empty()).then(|| RecordedEvent {
        kind: RecordedKind::Choose {
            by: LogArg::Right(clauses.clone().into()),
            clauses,
            option: option.to_string(),
            picks: Vec::new(),
            nth: 1,
        },
        text: format!("choose(law {law}, {option})"),
        span: record.span,
    })
}

/// The clauses that a citation such as `84(b)` or `84` means.
pub fn cited(code: &Code, citation: &str) -> Vec<ClauseId> {
    let citation = citation.trim().trim_start_matches("law ");
    let all = (0..code.clauses.len()).map(|place| ClauseId(place as u16));
    all.filter(|id| {
        let clause = &code.clauses[id.index()];
        code.cite(*id) == citation || code.laws[clause.law.index()].number == citation
    })
    .collect()
}
