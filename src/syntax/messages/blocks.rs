//! What is said of whole blocks: text outside them, a misspelt first word, the heading of a law.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::syntax::numbers as n;
use crate::syntax::parts::begins_part;
use crate::syntax::tokens::{TokenKind, Tokens};

/// Text outside every block. A clause there means that its law was closed too early.
pub(crate) fn stray(tokens: &Tokens, piece: &Range<usize>) -> Diagnostic {
    let first = tokens.span(piece.start);
    let line = piece.clone().skip(1).find(|index| tokens.begins_line(*index)).unwrap_or(piece.end);
    let message = "this stands outside every law and declaration";
    let stray = Diagnostic::error(n::STRAY, tokens.span_of(&(piece.start..line)), message);
    let closed = piece.start.checked_sub(1).filter(|before| tokens.kind(*before) == Some(TokenKind::Close('}')));
    match closed {
        Some(brace) if begins_part(tokens, piece.start, piece.start) => stray
            .also(tokens.span(brace), "the law is closed here")
            .help("take a `}` away, so that the clause stands in its law"),
        Some(_) if tokens.kind(piece.start) == Some(TokenKind::Close('}')) => {
            Diagnostic::error(n::CLOSES_NOTHING, first, "`}` closes nothing")
                .help("take it away: all that was open is closed already")
        }
        _ => stray.help("a block begins with a word such as `law`, `fact` or `status`; a comment begins with `--`"),
    }
}

/// A top-level word that is misspelt.
pub(crate) fn misspelt_block(tokens: &Tokens, index: usize, word: &str) -> Diagnostic {
    let message = format!("`{}` begins no block", tokens.text_of(index));
    Diagnostic::error(n::MISSPELT_BLOCK, tokens.span(index), message).help(format!("did you mean `{word}`?"))
}

/// The law or clause that a piece is or brings, as messages name it.
pub(crate) fn law_heading(tokens: &Tokens, piece: &Range<usize>) -> Option<String> {
    let start = if matches!(tokens.word(piece.start), "replace" | "insert") { piece.start + 1 } else { piece.start };
    let text = |range: Range<usize>| tokens.text.get(tokens.span_of(&range).range()).unwrap_or("");
    if let Some(open) = law_brace(tokens, piece) {
        return Some(law_name(text(start + 1..open - 1), &format!(" {}", tokens.text_of(open - 1))));
    }
    let clause = start > piece.start && tokens.kind(start + 2) == Some(TokenKind::Open('('));
    clause.then(|| law_name(tokens.text_of(start + 1), text(start + 2..(start + 5).min(piece.end))))
}

/// A law as messages name it, with its heading or the label of a clause.
pub(crate) fn law_name(number: &str, rest: &str) -> String {
    if number == "ordinary" { format!("ordinary rules{rest}") } else { format!("law {number}{rest}") }
}

/// The place in the list of the brace that opens the body of a law.
pub(crate) fn law_brace(tokens: &Tokens, piece: &Range<usize>) -> Option<usize> {
    let open = piece.clone().skip(1).find(|index| tokens.kind(*index) == Some(TokenKind::Open('{')))?;
    let text = matches!(tokens.kind(open - 1), Some(TokenKind::Text | TokenKind::OpenText));
    (open >= piece.start + 3 && open <= piece.start + 7 && text).then_some(open)
}
