//! A file cut at its top-level words.
//!
//! In: the tokens of a file. Out: the pieces that the reader takes one by one, so that one broken law never hides the next.
//! Nothing is lost: every token is in exactly one piece.

use std::ops::Range;

use super::brackets::{Open, closes_law_early, partner};
use super::tokens::{TokenKind, Tokens};
use super::words::{INSIDE_LAWS, RESERVED, TOP_LEVEL, nearest};

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

/// How many tokens may be looked at in advance in one file to see whether brackets close; so the time stays in
/// proportion to the file. When they are used up, a bracket counts as never closed.
const LOOK_AHEAD: usize = 4_000_000;

/// Cuts a file at its top-level words.
pub(crate) fn blocks(tokens: &Tokens) -> Vec<Piece> {
    let mut cuts = Cuts { tokens, open: Vec::new(), closed_block: true, look_ahead: LOOK_AHEAD, pieces: Vec::new() };
    for index in 0..tokens.list.len() {
        cuts.step(index);
    }
    cuts.end(tokens.list.len());
    cuts.pieces
}

/// The state of the cutting.
struct Cuts<'t, 'a> {
    tokens: &'t Tokens<'a>,
    /// The brackets that are open.
    open: Vec<Open>,
    /// Whether a bracket of blocks closed just now, or nothing was read yet: then only a new block can follow.
    closed_block: bool,
    /// How many tokens may still be looked at in advance.
    look_ahead: usize,
    pieces: Vec<Piece>,
}

impl Cuts<'_, '_> {
    /// Takes one token in.
    fn step(&mut self, index: usize) {
        if let Some(kind) = self.cut_at(index) {
            self.end(index);
            self.pieces.push(Piece { tokens: index..index, kind });
            self.open.clear();
        }
        self.closed_block = false;
        match self.tokens.kind(index) {
            Some(TokenKind::Open(mark)) => self.open.push(Open { mark, index }),
            Some(TokenKind::Close(mark)) => self.close(mark, index),
            _ => {}
        }
    }

    /// Closes the bracket that this mark belongs to; a mark that closes nothing ends a block only outside all brackets.
    fn close(&mut self, mark: char, index: usize) {
        let partner = partner(&self.open, mark);
        if partner == Some(0) && mark == '}' && self.in_law() && closes_law_early(self.tokens, index) {
            self.open.truncate(1);
        } else if let Some(partner) = partner {
            self.open.truncate(partner);
        }
        self.closed_block = mark == '}' && self.open.is_empty() && self.in_braces();
    }

    /// Whether the last piece is a law.
    fn in_law(&self) -> bool {
        let first = self.pieces.last().map_or("", |piece| self.tokens.word(piece.tokens.start));
        matches!(first, "law" | "replace" | "insert")
    }

    /// Whether a piece begins at this token, and of which kind.
    fn cut_at(&mut self, index: usize) -> Option<PieceKind> {
        let first_column = self.tokens.in_first_column(index);
        if begins_block(self.tokens, index) {
            let inside = INSIDE_LAWS.contains(&self.tokens.word(index));
            let cut = self.open.is_empty() || (first_column && (!inside || !self.closes_later(index)));
            return cut.then_some(PieceKind::Block);
        }
        if self.open.is_empty()
            && first_column
            && let Some(word) = nearly_begins_block(self.tokens, index)
        {
            return Some(PieceKind::Misspelt(word));
        }
        (self.closed_block || self.pieces.is_empty()).then_some(PieceKind::Stray)
    }

    /// Whether the open brackets are closed before the next word that can only stand at the top level.
    fn closes_later(&mut self, index: usize) -> bool {
        let mut depth = self.open.len();
        for later in index..self.tokens.list.len() {
            let Some(left) = self.look_ahead.checked_sub(1) else { return false };
            self.look_ahead = left;
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

    /// Whether the last piece is a block that ends with its brace. One clause put into a law can go on after the brace of a right.
    fn in_braces(&self) -> bool {
        let start = self.pieces.last().map_or(0, |piece| piece.tokens.start);
        let first = self.tokens.word(start);
        if matches!(first, "replace" | "insert") && self.tokens.word(start + 1) == "law" {
            let after = after_law_number(self.tokens, start + 2);
            return self.tokens.kind(after) != Some(TokenKind::Open('('));
        }
        !matches!(
            first,
            "status" | "duty" | "fact" | "finding" | "moment" | "option" | "reading" | "event" | "remedy" | "type"
        )
    }

    /// Ends the last piece before this token.
    fn end(&mut self, index: usize) {
        if let Some(piece) = self.pieces.last_mut() {
            piece.tokens.end = index;
        }
    }
}

/// Whether a top-level block begins at this token: a top-level word with something after it that makes it one.
pub(crate) fn begins_block(tokens: &Tokens, index: usize) -> bool {
    let word = tokens.word(index);
    if !TOP_LEVEL.contains(&word) || tokens.kind(index + 1) == Some(TokenKind::Mark(':')) {
        return false;
    }
    let before = tokens.word_before(index);
    let next = tokens.word(index + 1);
    let number = tokens.kind(index + 1) == Some(TokenKind::Number);
    let third = tokens.word(index + 2);
    let free = !next.is_empty() && !TOP_LEVEL.contains(&before) && !is_operator(before);
    match word {
        "law" => !LAW_FOLLOWS.contains(&before) && law_head(tokens, index),
        "option" | "reading" if before == "replace" => false,
        "code" | "use" => free,
        "adopt" => number || matches!(next, "law" | "laws" | "all"),
        "read" => {
            third == "as" || (free && tokens.in_first_column(index) && !third.is_empty() && !RESERVED.contains(&next))
        }
        "replace" => TOP_LEVEL.contains(&next),
        "insert" | "renumber" => number || next == "law",
        "repeal" => number || matches!(next, "law" | "laws") || third == "in",
        _ => !TOP_LEVEL.contains(&before) || tokens.in_first_column(index),
    }
}

/// Words after which `law` begins no block.
const LAW_FOLLOWS: &[&str] = &["replace", "insert", "of", "renumber", "as", "repeal", "adopt"];

/// Whether a word stands between two values, so that a name follows it.
pub(crate) fn is_operator(word: &str) -> bool {
    matches!(word, "or" | "and" | "not" | "is" | "in" | "of" | "over" | "under" | "least" | "most" | "against" | "if")
}

/// Whether the head of a law stands here: `law 84 "…"`, `law 45 advisory`, `law 39 unwritten`.
fn law_head(tokens: &Tokens, index: usize) -> bool {
    let text = |index| matches!(tokens.kind(index), Some(TokenKind::Text | TokenKind::OpenText));
    let after = after_law_number(tokens, index + 1);
    if text(after) || matches!(tokens.word(after), "advisory" | "unwritten") {
        return true;
    }
    // without a heading, the first column tells a law from a reference to one
    let odd = matches!(tokens.kind(after), Some(TokenKind::Open('{') | TokenKind::Other(_)));
    tokens.in_first_column(index) && after > index + 1 && odd
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
