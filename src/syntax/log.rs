//! The log of a record read into its entries.
//!
//! In: a record file and the place of a log in it. Out: the entries with their places in the file, and what is wrong with the rest.
//! Each entry is read by itself, so that one broken entry never hides the next.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::brackets;
use super::depth;
use super::grammar::{Grammar, Rule};
use super::messages::{self, Failure};
use super::pairs::{Read, Reader, internal};
use super::tokens::{LOG_COMMENTS, TokenKind, Tokens};
use super::tree::{LogArg, LogEntry, LogValue};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};

/// Reads the log that stands at `range` of a file.
pub fn log(sources: &Sources, file: FileId, range: Range<usize>) -> (Vec<LogEntry>, Vec<Diagnostic>) {
    let text = sources.get(file).map(|source| source.text.as_str());
    let Some(text) = text.filter(|text| text.get(range.clone()).is_some()) else {
        return (Vec::new(), vec![*internal(Span::new(file, range.start, range.end))]);
    };
    let tokens = Tokens::new(file, text, range.clone(), LOG_COMMENTS);
    let blanked = blanked(&tokens, &range);
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    for piece in entry_pieces(&tokens) {
        match read(&tokens, &blanked, range.start, &piece) {
            Ok(entry) => entries.push(entry),
            Err(mut found) => faults.append(&mut found),
        }
    }
    (entries, faults)
}

/// The log with blanks in place of its comments, every offset kept; a log has two kinds of comment, the grammar knows one.
fn blanked(tokens: &Tokens, log: &Range<usize>) -> String {
    let mut text = String::with_capacity(log.len());
    let mut at = log.start;
    for comment in &tokens.comments {
        text.push_str(tokens.text.get(at..comment.start).unwrap_or(""));
        text.push_str(&" ".repeat(comment.len()));
        at = comment.end;
    }
    text.push_str(tokens.text.get(at..log.end).unwrap_or(""));
    text
}

/// Cuts a log into its entries: each begins with a word and a bracket; what stands between two entries is a piece too.
fn entry_pieces(tokens: &Tokens) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut depth = 0usize;
    for index in 0..tokens.list.len() {
        let closed = index.checked_sub(1).is_none_or(|before| matches!(tokens.kind(before), Some(TokenKind::Close(_))));
        let opens = tokens.kind(index + 1) == Some(TokenKind::Open('(')) && tokens.touches(index + 1);
        if (depth == 0 && (closed || opens || tokens.begins_line(index))) || begins_line(tokens, index) {
            if let Some(piece) = pieces.last_mut() {
                piece.end = index;
            }
            pieces.push(index..tokens.list.len());
            depth = 0;
        }
        match tokens.kind(index) {
            Some(TokenKind::Open(_)) => depth += 1,
            Some(TokenKind::Close(_)) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    pieces
}

/// Whether an entry begins here on a new line, whatever is still open.
fn begins_line(tokens: &Tokens, index: usize) -> bool {
    let goes_on = index.checked_sub(1).and_then(|before| tokens.kind(before));
    let goes_on = matches!(goes_on, Some(TokenKind::Mark(_) | TokenKind::Open(_)));
    let opens = tokens.kind(index + 1) == Some(TokenKind::Open('('));
    tokens.begins_line(index) && !goes_on && tokens.kind(index) == Some(TokenKind::Word) && opens
}

/// Reads one entry.
fn read(tokens: &Tokens, log: &str, start: usize, piece: &Range<usize>) -> Result<LogEntry, Vec<Diagnostic>> {
    let faults: Vec<_> = depth::too_deep(tokens, piece).into_iter().chain(brackets::faults(tokens, piece)).collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let span = tokens.span_of(piece);
    let text = log.get(span.range().start - start..span.range().end - start).unwrap_or("");
    let mut pairs = Grammar::parse(Rule::line, text)
        .map_err(|error| vec![messages::explain(tokens, piece, &Failure::new(&error, span))])?;
    let mut reader = Reader { tokens, base: span.range().start, faults: Vec::new() };
    let whole = pairs.next().ok_or_else(|| vec![*internal(span)])?;
    let entry = reader.parts(whole).take(Rule::entry).and_then(|pair| reader.entry(pair));
    entry.map_err(|fault| vec![*fault])
}

impl Reader<'_, '_> {
    fn entry(&mut self, pair: Pair<'_, Rule>) -> Read<LogEntry> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let name = self.take_text(&mut parts, Rule::entry_word)?;
        let args = parts.all(Rule::entry_arg).into_iter().map(|pair| self.entry_arg(pair)).collect::<Read<_>>()?;
        Ok(LogEntry { name, args, span })
    }

    fn entry_arg(&mut self, pair: Pair<'_, Rule>) -> Read<LogArg> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let label = parts.maybe(Rule::arg_label).map(|pair| self.text(pair));
        let inner = parts.any()?;
        let value = match inner.as_rule() {
            Rule::entry => LogValue::Entry(Box::new(self.entry(inner)?)),
            Rule::entry_set => {
                LogValue::Set(self.parts(inner).all(Rule::figure).into_iter().map(|pair| self.text(pair)).collect())
            }
            Rule::entry_law => LogValue::Law(self.law_cite(self.parts(inner).take(Rule::law_cite)?)?),
            _ => LogValue::Word(inner.as_str().to_owned()),
        };
        Ok(LogArg { label, value, span })
    }
}
