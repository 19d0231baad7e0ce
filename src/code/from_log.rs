//! A log's words read in the words of one code.
//!
//! In: the entries of a log. Out: events whose parts are typed values, choices and judgements whose laws and questions are found, and
//! the diagnostics of what the code has no word for. Who declarer is, which trick is meant: the table fills that in later.

mod choices;
mod values;

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{LogEntry, LogValue};

use super::from_syntax::names::nearest_of;
use super::log::{Judged, LogArg, RecordedEvent, RecordedKind};
use super::tree::{Code, EventId, FactBody, FactId, FindingId, Param};
use super::value::{Base, Type};

/// Words of a log that are no events.
const OTHER_WORDS: [&str; 3] = ["choose", "waive", "judge"];

/// Reads the entries of a log. What cannot be read is left out and told.
pub fn resolve_log(code: &Code, entries: &[LogEntry]) -> (Vec<RecordedEvent>, Vec<Diagnostic>) {
    let mut reader = Reader { code, found: Vec::new() };
    let events = entries.iter().filter_map(|entry| {
        let kind = reader.entry(entry)?;
        Some(RecordedEvent { kind, text: entry_text(entry), span: entry.span })
    });
    let events = events.collect();
    (events, reader.found)
}

struct Reader<'c> {
    code: &'c Code,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    fn entry(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        match entry.name.value.as_str() {
            "choose" => self.choose(entry),
            "waive" => self.waive(entry),
            "judge" => self.judge(entry),
            _ => {
                let (id, args) = self.event(entry, true)?;
                Some(RecordedKind::Event(id, args.into_iter().collect()))
            }
        }
    }

    /// An event with its parts; `whole` when only what the table can fill in may be left out.
    fn event(&mut self, entry: &LogEntry, whole: bool) -> Option<(EventId, Vec<Option<LogArg>>)> {
        let name = &entry.name;
        let Some(id) = self.code.event(&name.value) else {
            let text = format!("the code {} knows no event `{}`", self.code.name, name.value);
            let known = self.code.events.iter().map(|event| event.name.as_str()).chain(OTHER_WORDS);
            let mut diagnostic = Diagnostic::error("R0701", name.span, text);
            if let Some(near) = nearest_of(&name.value, known.map(|known| (known, 0))) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            self.report(diagnostic);
            return None;
        };
        let params = &self.code.events[id.index()].params;
        if entry.args.len() > params.len() {
            self.wrong_number(entry, params);
            return None;
        }
        let missing = params.get(entry.args.len()..).unwrap_or_default();
        let filled_in = |param: &Param| matches!(param.ty.base, Base::Trick | Base::Side) && !param.ty.set;
        if whole && !missing.iter().all(filled_in) {
            self.wrong_number(entry, params);
            return None;
        }
        let mut args: Vec<Option<LogArg>> = Vec::new();
        for (arg, param) in entry.args.iter().zip(params) {
            self.label(arg, param);
            args.push(Some(self.value(&arg.value, arg.span, param.ty)?));
        }
        args.resize(params.len(), None);
        Some((id, args))
    }

    fn wrong_number(&mut self, entry: &LogEntry, params: &[Param]) {
        let parts: Vec<String> =
            params.iter().map(|param| format!("{}: {}", param.name, self.type_name(param.ty))).collect();
        let text = match params.is_empty() {
            true => format!("`{}` has no parts", entry.name.value),
            false => format!("`{}` has the parts {}", entry.name.value, parts.join(", ")),
        };
        self.report(Diagnostic::error("R0702", entry.span, text));
    }

    /// A label must name the part at its place; an earlier event may also be told by `of:`.
    fn label(&mut self, arg: &syntax::LogArg, param: &Param) {
        let Some(label) = &arg.label else { return };
        if label.value != param.name && !(label.value == "of" && param.ty.base == Base::Incident) {
            let text = format!("this part is named `{}`, not `{}`", param.name, label.value);
            self.report(Diagnostic::error("R0703", label.span, text));
        }
    }

    /// `judge(inadvertent(West, 1S), yes)`
    fn judge(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        let [asked, answer] = entry.args.as_slice() else {
            let text = "a judgement is written `judge(helped(NS), yes)`";
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        };
        let (name, span, args): (&str, Span, &[syntax::LogArg]) = match &asked.value {
            LogValue::Entry(entry) => (&entry.name.value, entry.name.span, &entry.args),
            LogValue::Word(word) => (word, asked.span, &[]),
            LogValue::Set(_) | LogValue::Law(_) => {
                self.report(Diagnostic::error("R0707", asked.span, "a judgement answers a finding or a hidden fact"));
                return None;
            }
        };
        let (question, params, ty) = self.judged(name, span)?;
        if !args.is_empty() && args.len() != params.len() {
            let text = format!("`{name}` has {} part{}", params.len(), if params.len() == 1 { "" } else { "s" });
            self.report(Diagnostic::error("R0702", asked.span, text));
            return None;
        }
        let mut read = Vec::new();
        for (arg, param) in args.iter().zip(&params) {
            self.label(arg, param);
            read.push(self.value(&arg.value, arg.span, param.ty)?);
        }
        let answer = self.value(&answer.value, answer.span, ty)?;
        Some(RecordedKind::Judge { question, args: read, answer })
    }

    /// What a judgement is about.
    fn judged(&mut self, name: &str, span: Span) -> Option<(Judged, Vec<Param>, Type)> {
        if let Some(place) = self.code.findings.iter().position(|finding| finding.name == name) {
            let finding = &self.code.findings[place];
            return Some((Judged::Finding(FindingId(place as u16)), finding.params.clone(), finding.ty));
        }
        let given = |fact: &super::tree::Fact| fact.name == name && matches!(fact.body, FactBody::Table(_));
        if let Some(place) = self.code.facts.iter().position(given) {
            let fact = &self.code.facts[place];
            return Some((Judged::Fact(FactId(place as u16)), fact.params.clone(), fact.ty));
        }
        let text = match self.code.facts.iter().any(|fact| fact.name == name) {
            true => format!("`{name}` follows from other facts: judge those"),
            false => format!("the code {} asks nothing named `{name}`", self.code.name),
        };
        let mut diagnostic = Diagnostic::error("R0707", span, text);
        let known = self.code.findings.iter().map(|finding| (finding.name.as_str(), 0));
        if let Some(near) = nearest_of(name, known) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
        None
    }
}

/// An entry as it is written, in one line.
fn entry_text(entry: &LogEntry) -> String {
    let args: Vec<String> = entry.args.iter().map(arg_text).collect();
    format!("{}({})", entry.name.value, args.join(", "))
}

fn arg_text(arg: &syntax::LogArg) -> String {
    let label = arg.label.as_ref().map(|label| format!("{}: ", label.value)).unwrap_or_default();
    let value = match &arg.value {
        LogValue::Word(word) => word.clone(),
        LogValue::Set(words) => {
            let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            format!("[{}]", words.join(", "))
        }
        LogValue::Law(reference) => format!("law {}", super::from_syntax::labels::cited(reference)),
        LogValue::Entry(entry) => entry_text(entry),
    };
    format!("{label}{value}")
}
