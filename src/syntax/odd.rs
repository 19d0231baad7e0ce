//! Quotes that do not end, and characters that the language does not know.
//!
//! In: a token. Out: what is wrong with it, and what its author may have meant.

use super::numbers as n;
use super::tokens::Tokens;
use crate::diagnostic::Diagnostic;

/// Words in quotes without the second quote.
pub(crate) fn unclosed_text(tokens: &Tokens, index: usize) -> Diagnostic {
    let span = tokens.span(index);
    Diagnostic::error(n::UNCLOSED_TEXT, span, "these words in quotes do not end on their line")
        .label("opened here")
        .help("write a second `\"` where the words end")
}

/// A character that the language does not know.
pub(crate) fn strange(tokens: &Tokens, index: usize, found: char) -> Diagnostic {
    let fault = Diagnostic::error(n::STRANGE_CHARACTER, tokens.span(index), format!("`{found}` means nothing here"));
    match found {
        '“' | '”' | '„' | '‘' | '’' | '\'' => {
            fault.help("words in quotes stand between straight quotes: `\"`")
        }
        '#' | '/' | '%' => fault.help("a comment begins with `--`"),
        '–' | '—' => fault.help("write the plain `-`, or `--` for a comment"),
        ';' | '.' => fault.help("nothing is needed here: line ends and stops mean nothing"),
        '<' => fault.help("write `under`, or `at most`"),
        '>' => fault.help("write `over`, or `at least`"),
        '&' => fault.help("write `and`"),
        '!' => fault.help("write `not`, or `is not`"),
        _ => fault,
    }
}

/// Whether two faults stand in one line and need the same cure, so that the second need not be told.
pub(crate) fn same_line(tokens: &Tokens, first: &Diagnostic, second: &Diagnostic) -> bool {
    let between = tokens.text.get(first.span.range().start..second.span.range().start);
    first.number == second.number && first.help == second.help && !between.is_some_and(|between| between.contains('\n'))
}
