//! A plain reader of logs.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span, Spanned};
use crate::syntax::tree::{LawRef, LogArg, LogEntry, LogValue, Name};

/// The entries of a log.
pub(super) fn read(sources: &Sources, file: FileId, range: Range<usize>) -> (Vec<LogEntry>, Vec<Diagnostic>) {
    let text = sources.get(file).and_then(|source| source.text.get(..range.end)).unwrap_or("");
    let mut reader = Log { text, at: range.start, file };
    let mut entries = Vec::new();
    loop {
        reader.blank();
        if reader.rest().is_empty() {
            return (entries, Vec::new());
        }
        match reader.entry(0) {
            Some(entry) => entries.push(entry),
            None => {
                let place = Span::new(file, reader.at, reader.at);
                return (entries, vec![Diagnostic::error("R0601", place, "this is no event")]);
            }
        }
    }
}

struct Log<'a> {
    text: &'a str,
    at: usize,
    file: FileId,
}

impl Log<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn blank(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            if !self.rest().starts_with("--") && !self.rest().starts_with("//") {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn take(&mut self, letter: char) -> bool {
        self.blank();
        let found = self.rest().starts_with(letter);
        self.at += if found { letter.len_utf8() } else { 0 };
        found
    }

    fn word(&mut self) -> Option<Name> {
        self.blank();
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or("").to_owned();
        self.at += end;
        (!word.is_empty()).then(|| Spanned::new(word, Span::new(self.file, start, self.at)))
    }

    fn entry(&mut self, depth: usize) -> Option<LogEntry> {
        let name = self.word()?;
        self.args(name, depth)
    }

    fn args(&mut self, name: Name, depth: usize) -> Option<LogEntry> {
        if depth > 20 || !self.take('(') {
            return None;
        }
        let mut args = Vec::new();
        while !self.take(')') {
            args.push(self.arg(depth)?);
            self.take(',');
        }
        let span = Span::new(self.file, name.span.start as usize, self.at);
        Some(LogEntry { name, args, span })
    }

    fn arg(&mut self, depth: usize) -> Option<LogArg> {
        self.blank();
        let start = self.at;
        if self.take('[') {
            let mut words = Vec::new();
            while !self.take(']') {
                words.push(self.word()?);
                self.take(',');
            }
            return Some(LogArg {
                label: None,
                value: LogValue::Set(words),
                span: Span::new(self.file, start, self.at),
            });
        }
        let word = self.word()?;
        if self.take(':') {
            let arg = self.arg(depth)?;
            return Some(LogArg { label: Some(word), ..arg });
        }
        let value = if word.value == "law" {
            self.law()?
        } else if self.rest().starts_with('(') {
            LogValue::Entry(Box::new(self.args(word, depth + 1)?))
        } else {
            LogValue::Word(word.value)
        };
        Some(LogArg { label: None, value, span: Span::new(self.file, start, self.at) })
    }

    fn law(&mut self) -> Option<LogValue> {
        let number = self.word()?;
        let start = self.at;
        while !self.rest().is_empty() && !self.rest().starts_with([',', ')', ' '])
            || self.rest().starts_with(')') && self.open(start)
        {
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
        let label = self.text.get(start..self.at).unwrap_or("").to_owned();
        Some(LogValue::Law(LawRef { number, label: Spanned::new(label, Span::new(self.file, start, self.at)) }))
    }

    fn open(&self, start: usize) -> bool {
        let label = self.text.get(start..self.at).unwrap_or("");
        label.matches('(').count() > label.matches(')').count()
    }
}
