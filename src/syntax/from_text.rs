//! A law file read into its tree.
//!
//! In: the text of a law file. Out: the tree of all that could be read, and what is wrong with the rest, in the order of the file.
//! The file is cut at its top-level words and each block is read by itself; in a law that cannot be read, each part by itself.

mod amendments;
mod declarations;
mod expressions;
mod laws;

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::brackets;
use super::grammar::{Grammar, Rule};
use super::messages::{self, Failure};
use super::numbers as n;
use super::pairs::{Read, Reader, internal};
use super::split::{self, Piece, PieceKind};
use super::tokens::{LAW_COMMENTS, Tokens};
use super::tree::{Item, ItemKind, Law, LawBody, LawItem, Tree};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span, Spanned};

/// The largest file that is read, in bytes.
const LARGEST: usize = 1 << 20;

/// Reads a law file. The tree holds what could be read, also when there are diagnostics.
pub fn law_file(sources: &Sources, file: FileId) -> (Tree, Vec<Diagnostic>) {
    let place = Span::new(file, 0, 0);
    let Some(source) = sources.get(file) else { return (Tree::default(), vec![*internal(place)]) };
    if source.text.len() > LARGEST {
        let fault = Diagnostic::error(n::TOO_LARGE, place, "this file is larger than 1 MiB")
            .help("put a part of it into a code of its own, which this one amends or uses");
        return (Tree::default(), vec![fault]);
    }
    let tokens = Tokens::new(file, &source.text, 0..source.text.len(), LAW_COMMENTS);
    let mut reading = Reading { tokens: &tokens, tree: Tree::default(), faults: Vec::new() };
    reading.tree.comments = comments(&tokens);
    if tokens.list.is_empty() {
        let fault = Diagnostic::error(n::EMPTY, place, "this file holds nothing")
            .help("a law file begins with `code NAME { title \"…\" family auction }`");
        reading.faults.push(fault);
    }
    split::blocks(&tokens).iter().for_each(|piece| reading.piece(piece));
    (reading.tree, reading.faults)
}

/// The comments of a file, without their marks.
fn comments(tokens: &Tokens) -> Vec<Spanned<String>> {
    let comment = |range: &Range<usize>| {
        let written = tokens.text.get(range.clone()).unwrap_or("");
        let text = written.trim_start_matches("--").trim_end();
        Spanned::new(text.to_owned(), Span::new(tokens.file, range.start, range.end))
    };
    tokens.comments.iter().map(comment).collect()
}

/// A file while it is read.
struct Reading<'t, 'a> {
    tokens: &'t Tokens<'a>,
    tree: Tree,
    faults: Vec<Diagnostic>,
}

impl<'t, 'a> Reading<'t, 'a> {
    /// Reads one piece.
    fn piece(&mut self, piece: &Piece) {
        if let Some(fault) = brackets::too_deep(self.tokens, &piece.tokens) {
            return self.faults.push(fault);
        }
        match piece.kind {
            PieceKind::Stray => self.faults.push(messages::stray(self.tokens, &piece.tokens)),
            PieceKind::Misspelt(word) => {
                self.faults.push(messages::misspelt_block(self.tokens, piece.tokens.start, word));
                self.in_parts(&piece.tokens, Vec::new());
            }
            PieceKind::Block => self.block(&piece.tokens),
        }
    }

    /// Reads a top-level block; one that cannot be read whole is read in parts.
    fn block(&mut self, piece: &Range<usize>) {
        let faults = brackets::faults(self.tokens, piece);
        if !faults.is_empty() {
            return self.in_parts(piece, faults);
        }
        match self.read(Rule::block, piece, Reader::item) {
            Ok((item, faults)) => {
                let context = item.law().map(heading);
                self.tell(faults, context.as_deref());
                self.tree.items.push(item);
            }
            Err(fault) => self.in_parts(piece, vec![*fault]),
        }
    }

    /// Reads one piece by one rule of the grammar.
    fn read<T>(
        &self,
        rule: Rule,
        piece: &Range<usize>,
        take: impl FnOnce(&mut Reader<'t, 'a>, Pair<'_, Rule>) -> Read<T>,
    ) -> Read<(T, Vec<Diagnostic>)> {
        let span = self.tokens.span_of(piece);
        let text = self.tokens.text.get(span.range()).unwrap_or("");
        let mut pairs = Grammar::parse(rule, text)
            .map_err(|error| Box::new(messages::explain(self.tokens, piece, &Failure::new(&error, span))))?;
        let mut reader = Reader { tokens: self.tokens, base: span.range().start, faults: Vec::new() };
        let whole = pairs.next().ok_or_else(|| internal(span))?;
        let inner = reader.parts(whole).any()?;
        let value = take(&mut reader, inner)?;
        Ok((value, reader.faults))
    }

    /// Reads a law part by part, so that each broken part is told. `known` is what is wrong with the whole.
    fn in_parts(&mut self, piece: &Range<usize>, known: Vec<Diagnostic>) {
        let head = messages::law_heading(self.tokens, piece);
        let Some((mut law, body)) = head.as_ref().and_then(|_| laws::head(self.tokens, piece)) else {
            return self.tell(known, head.as_deref());
        };
        let mut found = Vec::new();
        for part in split::parts(self.tokens, body) {
            let span = self.tokens.span_of(&part);
            if known.iter().any(|fault| is_about_brackets(fault) && inside(fault.span, span)) {
                continue;
            }
            match self.read(Rule::part, &part, Reader::law_item) {
                Ok((item, faults)) => {
                    law.push(item);
                    found.extend(faults);
                }
                Err(fault) => found.push(*fault),
            }
        }
        // a fault of the whole that its parts do not show is told itself; faults of brackets always are
        let (brackets, whole): (Vec<_>, Vec<_>) = known.into_iter().partition(is_about_brackets);
        if found.iter().all(|fault| !fault.is_error()) {
            found.extend(whole);
        }
        found.extend(brackets);
        found.sort_by_key(|fault| fault.span);
        self.tell(found, head.as_deref());
        if let Some(item) = laws::partial(self.tokens, piece, law) {
            self.tree.items.push(item);
        }
    }

    /// Keeps what is wrong, with the law that it stands in.
    fn tell(&mut self, faults: Vec<Diagnostic>, context: Option<&str>) {
        let within = |fault: Diagnostic| match context {
            Some(context) => fault.within(context),
            None => fault,
        };
        self.faults.extend(faults.into_iter().map(within));
    }
}

/// Whether a fault was found before any grammar looked.
fn is_about_brackets(fault: &Diagnostic) -> bool {
    [n::UNCLOSED_BRACKET, n::CLOSES_NOTHING, n::UNCLOSED_TEXT, n::STRANGE_CHARACTER].contains(&fault.number)
}

/// Whether one place lies in another.
fn inside(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.start < outer.end
}

/// A law as a diagnostic names it.
fn heading(law: &Law) -> String {
    if law.heading.value.is_empty() {
        format!("law {}", law.number.value)
    } else {
        format!("law {} \"{}\"", law.number.value, law.heading.value)
    }
}

impl Item {
    /// The law that this block is or brings.
    fn law(&self) -> Option<&Law> {
        match &self.kind {
            ItemKind::Law(law) => Some(law),
            ItemKind::Replace(change) | ItemKind::Insert(change) => match change {
                super::tree::Change::Law(law) => Some(law),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Law {
    /// Puts a part in.
    fn push(&mut self, item: LawItem) {
        if let LawBody::Items(items) = &mut self.body {
            items.push(item);
        }
    }
}
