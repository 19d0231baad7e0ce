//! A law file read into its tree.
//!
//! In: the text of a law file. Out: the tree of all that could be read, and what is wrong with the rest, in the order of the file.
//! The file is cut at its top-level words and each block is read by itself; in a law that cannot be read, each part by itself.

mod ahead;
mod amendments;
mod declarations;
mod expressions;
mod laws;

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::brackets;
use super::depth;
use super::grammar::{Grammar, Rule};
use super::messages::{self, Failure};
use super::numbers as n;
use super::pairs::{Read, Reader, internal};
use super::parts;
use super::split::{self, Piece, PieceKind};
use super::tokens::{LAW_COMMENTS, TokenKind, Tokens};
use super::tree::{Change, Item, ItemKind, Law, LawBody, LawItem, Tree};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span, Spanned};

/// The largest file that is read, in bytes.
const LARGEST: usize = 1 << 20;

/// How many faults are told of one file.
const MOST: usize = 500;

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
    let mut reading = Reading { tokens: &tokens, tree: Tree::default(), faults: Vec::new(), broken: false };
    reading.tree.comments = comments(&tokens);
    if tokens.list.is_empty() {
        let fault = Diagnostic::error(n::EMPTY, place, "this file holds nothing")
            .help("a law file begins with `code NAME { title \"…\" family auction }`");
        reading.faults.push(fault);
    }
    let pieces = split::blocks(&tokens);
    let ahead = ahead::read(&tokens, &pieces);
    for (piece, ahead) in pieces.iter().zip(ahead) {
        if reading.faults.len() > MOST {
            let place = tokens.span(piece.tokens.start);
            let message = format!("more than {MOST} things are wrong in this file: it was not read from here on");
            reading.faults.push(Diagnostic::error(n::TOO_MANY, place, message));
            break;
        }
        reading.piece(piece, ahead);
    }
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
    /// Whether something is wrong with the piece before.
    broken: bool,
}

impl Reading<'_, '_> {
    /// Reads one piece; what was read of it ahead is taken.
    fn piece(&mut self, piece: &Piece, ahead: Option<Block>) {
        let before = self.faults.len();
        let only_brace = piece.tokens.len() == 1 && self.tokens.kind(piece.tokens.start) == Some(TokenKind::Close('}'));
        // a brace too many after a broken block comes from what is broken there
        if !(piece.kind == PieceKind::Stray && only_brace && self.broken) {
            self.read_piece(piece, ahead);
        }
        self.broken = self.faults.len() > before;
    }

    /// Reads a piece that is no leftover of the one before.
    fn read_piece(&mut self, piece: &Piece, ahead: Option<Block>) {
        if let Some(block) = ahead {
            return self.keep(&piece.tokens, block);
        }
        if let Some(fault) = depth::too_deep(self.tokens, &piece.tokens) {
            return self.faults.push(fault);
        }
        match piece.kind {
            PieceKind::Stray => self.faults.push(messages::stray(self.tokens, &piece.tokens)),
            PieceKind::Misspelt(word) => {
                self.faults.push(messages::misspelt_block(self.tokens, piece.tokens.start, word));
                let faults = brackets::faults(self.tokens, &piece.tokens);
                self.in_parts(&piece.tokens, faults, None);
            }
            PieceKind::Block => self.block(&piece.tokens),
        }
    }

    /// Reads a top-level block; one that cannot be read whole is read in parts.
    fn block(&mut self, piece: &Range<usize>) {
        let faults = brackets::faults(self.tokens, piece);
        if !faults.is_empty() {
            return self.in_parts(piece, faults, None);
        }
        self.keep(piece, read(self.tokens, Rule::block, piece, Reader::item));
    }

    /// Keeps a block that could be read whole; reads another in parts.
    fn keep(&mut self, piece: &Range<usize>, block: Block) {
        match block {
            Ok((item, faults)) => {
                let context = item.context();
                self.tell(faults, context.as_deref());
                self.tree.items.push(item);
            }
            Err(fault) => self.in_parts(piece, Vec::new(), Some(*fault)),
        }
    }

    /// Reads a law part by part, so that each broken part is told. `brackets` is what is wrong with its brackets and
    /// characters, `whole` what is wrong with the whole; that is told only if no part shows a fault.
    fn in_parts(&mut self, piece: &Range<usize>, mut brackets: Vec<Diagnostic>, whole: Option<Diagnostic>) {
        let head = messages::law_heading(self.tokens, piece);
        let Some((mut law, body)) = laws::head(self.tokens, piece, &brackets) else {
            if let Err(fault) = read(self.tokens, Rule::block, piece, Reader::item) {
                let cause = cause(*fault, &mut brackets, self.tokens.span_of(piece));
                brackets.extend(cause);
            }
            brackets.extend(whole);
            return self.tell(brackets, head.as_deref());
        };
        let mut found = Vec::new();
        for part in parts::parts(self.tokens, body) {
            let span = self.tokens.span_of(&part);
            let odd = brackets.iter().any(|fault| inside(fault.span, span));
            match read(self.tokens, Rule::part, &part, Reader::law_item) {
                Ok((item, faults)) if !odd => {
                    law.push(item);
                    found.extend(faults);
                }
                Err(fault) if !odd => found.push(*fault),
                Err(fault) => found.extend(cause(*fault, &mut brackets, span)),
                Ok(_) => {}
            }
        }
        found.append(&mut brackets);
        if found.iter().all(|fault| !fault.is_error()) {
            found.extend(whole);
        }
        found.sort_by_key(|fault| fault.span);
        self.tell(found, head.as_deref());
        self.tree.items.extend(laws::partial(self.tokens, piece, law));
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

/// A top-level block as read, or why it could not be.
type Block = Read<(Item, Vec<Diagnostic>)>;

/// Reads one piece by one rule of the grammar.
fn read<'t, 'a, T>(
    tokens: &'t Tokens<'a>,
    rule: Rule,
    piece: &Range<usize>,
    take: impl FnOnce(&mut Reader<'t, 'a>, Pair<'_, Rule>) -> Read<T>,
) -> Read<(T, Vec<Diagnostic>)> {
    let span = tokens.span_of(piece);
    let text = tokens.text.get(span.range()).unwrap_or("");
    let mut pairs = Grammar::parse(rule, text)
        .map_err(|error| Box::new(messages::explain(tokens, piece, &Failure::new(&error, span))))?;
    let mut reader = Reader { tokens, base: span.range().start, faults: Vec::new() };
    let whole = pairs.next().ok_or_else(|| internal(span))?;
    let inner = reader.parts(whole).any()?;
    let value = take(&mut reader, inner)?;
    Ok((value, reader.faults))
}

/// What is wrong before a bracket that closes nothing is why it closes nothing: then the bracket is not told.
fn cause(fault: Diagnostic, brackets: &mut Vec<Diagnostic>, piece: Span) -> Option<Diagnostic> {
    let first = brackets.iter().find(|bracket| inside(bracket.span, piece))?;
    if first.number != n::CLOSES_NOTHING || fault.span.start >= first.span.start {
        return None;
    }
    brackets.retain(|bracket| bracket.number != n::CLOSES_NOTHING || !inside(bracket.span, piece));
    Some(fault)
}

/// Whether one place lies in another.
fn inside(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.start < outer.end
}

impl Item {
    /// The law or clause that this block is or brings, as a diagnostic names it.
    fn context(&self) -> Option<String> {
        match &self.kind {
            ItemKind::Law(law) => Some(law.context()),
            ItemKind::Replace(change) | ItemKind::Insert(change) => match change {
                Change::Law(law) => Some(law.context()),
                Change::Clause(law, _) => Some(messages::law_name(&law.number.value, &law.label.value)),
                Change::Declaration(_) => None,
            },
            _ => None,
        }
    }
}

impl Law {
    /// The law as a diagnostic names it.
    fn context(&self) -> String {
        messages::law_name(&self.number.value, &format!(" \"{}\"", self.heading.value))
    }

    /// Puts a part in.
    fn push(&mut self, item: LawItem) {
        if let LawBody::Items(items) = &mut self.body {
            items.push(item);
        }
    }
}
