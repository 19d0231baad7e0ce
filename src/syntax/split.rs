//! A file cut at its top-level words, and a law cut into its parts.
//!
//! In: the tokens of a file. Out: the pieces that the reader takes one by one, so that one broken law never hides the next.
//! Nothing is lost: every token is in exactly one piece.

use std::ops::Range;

use super::tokens::{TokenKind, Tokens};
use super::words::{TOP_LEVEL, nearest};

/// Some tokens that are read together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The tokens, by their place in the list.
    pub tokens: Range<usize>,
    /// What they seem to be.
    pub kind: PieceKind,
}

/// What a piece seems to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// It begins with a top-level word.
    Block,
    /// It begins with a word that is nearly this top-level word.
    Misspelt(&'static str),
    /// It begins with something else.
    Stray,
}

/// Declarations that may stand inside a law.
const INSIDE_LAWS: &[&str] = &["status", "duty", "fact", "finding", "moment", "option", "reading", "table"];

/// How many tokens are looked at to see whether a bracket closes; so the time stays in proportion to the file.
const LOOK_AHEAD: usize = 4_000;

/// Cuts a file at its top-level words.
pub(crate) fn blocks(tokens: &Tokens) -> Vec<Piece> {
    let mut cuts = Cuts { tokens, depth: 0, closed_block: true, pieces: Vec::new() };
    for index in 0..tokens.list.len() {
        cuts.step(index);
    }
    cuts.end(tokens.list.len());
    cuts.pieces
}

/// The state of the cutting.
struct Cuts<'t, 'a> {
    tokens: &'t Tokens<'a>,
    depth: usize,
    /// Whether a bracket of blocks closed just now, or nothing was read yet: then only a new block can follow.
    closed_block: bool,
    pieces: Vec<Piece>,
}

impl Cuts<'_, '_> {
    /// Takes one token in.
    fn step(&mut self, index: usize) {
        if let Some(kind) = self.cut_at(index) {
            self.end(index);
            self.pieces.push(Piece { tokens: index..index, kind });
            self.depth = 0;
        }
        self.closed_block = false;
        match self.tokens.kind(index) {
            Some(TokenKind::Open(_)) => self.depth += 1,
            Some(TokenKind::Close(mark)) => {
                self.depth = self.depth.saturating_sub(1);
                self.closed_block = mark == '}' && self.depth == 0;
            }
            _ => {}
        }
    }

    /// Whether a piece begins at this token, and of which kind.
    fn cut_at(&self, index: usize) -> Option<PieceKind> {
        let first_column = self.tokens.in_first_column(index);
        if begins_block(self.tokens, index) {
            let inside = INSIDE_LAWS.contains(&self.tokens.word(index));
            let cut = self.depth == 0 || (first_column && (!inside || !self.closes_later(index)));
            return cut.then_some(PieceKind::Block);
        }
        if let Some(word) = nearly_begins_block(self.tokens, index).filter(|_| self.depth == 0 && first_column) {
            return Some(PieceKind::Misspelt(word));
        }
        (self.closed_block || self.pieces.is_empty()).then_some(PieceKind::Stray)
    }

    /// Whether the open brackets are closed before the next word that can only stand at the top level.
    fn closes_later(&self, index: usize) -> bool {
        let mut depth = self.depth;
        for later in index..self.tokens.list.len().min(index + LOOK_AHEAD) {
            match self.tokens.kind(later) {
                Some(TokenKind::Open(_)) => depth += 1,
                Some(TokenKind::Close(_)) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return true;
            }
            let top = !INSIDE_LAWS.contains(&self.tokens.word(later)) && begins_block(self.tokens, later);
            if top && self.tokens.in_first_column(later) {
                return false;
            }
        }
        false
    }

    /// Ends the last piece before this token.
    fn end(&mut self, index: usize) {
        if let Some(piece) = self.pieces.last_mut() {
            piece.tokens.end = index;
        }
    }
}

/// Whether a top-level block begins at this token: a top-level word with something after it that makes it one.
fn begins_block(tokens: &Tokens, index: usize) -> bool {
    let word = tokens.word(index);
    if !TOP_LEVEL.contains(&word) || tokens.kind(index + 1) == Some(TokenKind::Mark(':')) {
        return false;
    }
    let before = tokens.word_before(index);
    let next = tokens.word(index + 1);
    match word {
        "law" => {
            !matches!(before, "replace" | "insert" | "of" | "renumber" | "as" | "repeal" | "adopt")
                && law_head(tokens, index)
        }
        "option" | "reading" if before == "replace" => false,
        "code" => !next.is_empty() && !TOP_LEVEL.contains(&before) && !is_operator(before),
        "use" => !next.is_empty() && !TOP_LEVEL.contains(&before) && !is_operator(before),
        "adopt" => matches!(next, "law" | "laws" | "all"),
        "read" => tokens.word(index + 2) == "as",
        "replace" => matches!(next, "law" | "option" | "reading"),
        "insert" | "renumber" => next == "law",
        "repeal" => matches!(next, "law" | "laws") || tokens.word(index + 2) == "in",
        _ => !TOP_LEVEL.contains(&before) || tokens.in_first_column(index),
    }
}

/// Whether a word stands between two values, so that a name follows it.
fn is_operator(word: &str) -> bool {
    matches!(word, "or" | "and" | "not" | "is" | "in" | "of" | "over" | "under" | "least" | "most" | "against" | "if")
}

/// Whether the head of a law stands here: `law 84 "…"`, `law 45 advisory`, `law 39 unwritten`.
fn law_head(tokens: &Tokens, index: usize) -> bool {
    if matches!(tokens.kind(index + 1), Some(TokenKind::Text | TokenKind::OpenText)) {
        return true;
    }
    let after = after_law_number(tokens, index + 1);
    let head = matches!(tokens.kind(after), Some(TokenKind::Text | TokenKind::OpenText))
        || matches!(tokens.word(after), "advisory" | "unwritten");
    // without a heading, the first column tells a law from a reference to one
    head || (tokens.in_first_column(index) && after > index + 1 && tokens.kind(after) == Some(TokenKind::Open('{')))
}

/// The place in the list after the number of a law: `84`, `B`, `(5)`, `ordinary`.
fn after_law_number(tokens: &Tokens, index: usize) -> usize {
    match tokens.kind(index) {
        Some(TokenKind::Number | TokenKind::Word) => index + 1,
        Some(TokenKind::Open('(')) if tokens.kind(index + 2) == Some(TokenKind::Close(')')) => index + 3,
        _ => index,
    }
}

/// The top-level word that this one nearly is, if a block would begin here were it spelt right.
fn nearly_begins_block(tokens: &Tokens, index: usize) -> Option<&'static str> {
    let word = tokens.word(index);
    if word.len() < 3 || TOP_LEVEL.contains(&word) {
        return None;
    }
    let near = nearest(word, TOP_LEVEL.iter().copied())?;
    let next = tokens.kind(index + 1);
    let fits = match near {
        "law" => law_head(tokens, index),
        _ => next == Some(TokenKind::Word),
    };
    fits.then_some(near)
}

/// The parts of a law, from after its `{` up to its `}`: each begins with a label or the word of a declaration.
/// What stands before the first of them is a part too.
pub(crate) fn parts(tokens: &Tokens, body: Range<usize>) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for index in body.clone() {
        if begins_part(tokens, index, body.start) {
            if let Some(part) = parts.last_mut() {
                part.end = index;
            }
            parts.push(index..body.end);
        } else if parts.is_empty() {
            parts.push(index..body.end);
        }
    }
    parts
}

/// Whether a part of a law begins at this token.
pub(crate) fn begins_part(tokens: &Tokens, index: usize, first: usize) -> bool {
    match tokens.word(index) {
        "advisory" => after_label(tokens, index + 1).is_some(),
        "yield" => tokens.kind(index + 1) == Some(TokenKind::Word) && !is_operator(tokens.word_before(index)),
        word if INSIDE_LAWS.contains(&word) => {
            tokens.kind(index + 1) != Some(TokenKind::Mark(':')) && !INSIDE_LAWS.contains(&tokens.word_before(index))
        }
        _ => begins_clause(tokens, index, first),
    }
}

/// Whether a clause begins at this token: a label that is no reference, and after it a word of a clause.
fn begins_clause(tokens: &Tokens, index: usize, first: usize) -> bool {
    let Some(after) = after_label(tokens, index) else { return false };
    if index > first {
        let reference = matches!(tokens.kind(index - 1), Some(TokenKind::Mark(_) | TokenKind::Open('(' | '[')))
            || matches!(
                tokens.word_before(index),
                "of" | "advisory" | "law" | "laws" | "is" | "and" | "or" | "if" | "in"
            )
            || matches!(tokens.word_before(index), "not" | "over" | "under" | "then" | "when" | "unless" | "to")
            || tokens.touches(index)
            || (index > 1 && tokens.word_before(index - 1) == "law" && tokens.kind(index) == Some(TokenKind::Word))
            || (tokens.kind(index - 1) == Some(TokenKind::Word) && after_label(tokens, index - 1).is_some());
        if reference {
            return false;
        }
    }
    let mut after = after;
    while let Some(next) = after_label(tokens, after) {
        after = next;
    }
    let word = tokens.word(after);
    let words = ["instead", "when", "if", "unless", "then"];
    words.contains(&word) || nearest(word, words.into_iter()).is_some()
}

/// The place in the list after a label: `(a)`, `A1`.
fn after_label(tokens: &Tokens, index: usize) -> Option<usize> {
    match tokens.kind(index)? {
        TokenKind::Word => {
            let mut letters = tokens.text_of(index).chars();
            let capital = letters.next().is_some_and(|first| first.is_ascii_uppercase());
            (capital && letters.all(|c| c.is_ascii_digit())).then_some(index + 1)
        }
        TokenKind::Open('(') => {
            let inner = matches!(tokens.kind(index + 1), Some(TokenKind::Word | TokenKind::Number));
            (inner && tokens.kind(index + 2) == Some(TokenKind::Close(')'))).then_some(index + 3)
        }
        _ => None,
    }
}
