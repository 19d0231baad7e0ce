//! The brackets, quotes and characters of one piece, and how deep it is nested, looked at before any grammar.
//!
//! In: the tokens of a piece. Out: what is wrong with them, in order. What passes here cannot exhaust the stack of a later stage.

use std::ops::Range;

use super::numbers as n;
use super::split::begins_part;
use super::tokens::{TokenKind, Tokens};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How deep brackets, `not`, `-` and `of` may be nested.
const NESTING: usize = 32;
/// How high the tree of one expression may stand, counted in brackets and words between values.
const HEIGHT: usize = 200;
/// Words that stand in no round or square brackets.
const NEVER_IN_BRACKETS: &[&str] = &["when", "if", "unless", "then", "may", "lost", "until", "begins", "ends"];

/// An open bracket.
#[derive(Clone, Copy)]
struct Open {
    mark: char,
    index: usize,
}

/// What is wrong with the brackets, quotes and characters of a piece.
pub(crate) fn faults(tokens: &Tokens, piece: &Range<usize>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for index in piece.clone() {
        forced_closings(tokens, index, &mut open, &mut faults);
        match tokens.kind(index) {
            Some(TokenKind::Open(mark)) => open.push(Open { mark, index }),
            Some(TokenKind::Close(mark)) => close(tokens, index, mark, &mut open, &mut faults),
            Some(TokenKind::OpenText) => faults.push(unclosed_text(tokens, index)),
            Some(TokenKind::Other(found)) => faults.push(strange(tokens, index, found)),
            _ => {}
        }
    }
    let end = tokens.span_of(piece);
    let end = Span { start: end.end, ..end };
    faults.extend(open.iter().map(|open| unclosed(tokens, *open, end, "the text ends here")));
    faults.sort_by_key(|fault| fault.span);
    faults
}

/// Closes brackets that this word cannot stand in.
fn forced_closings(tokens: &Tokens, index: usize, open: &mut Vec<Open>, faults: &mut Vec<Diagnostic>) {
    let word = tokens.word(index);
    let labelled = tokens.kind(index + 1) == Some(TokenKind::Mark(':'));
    if NEVER_IN_BRACKETS.contains(&word) && !labelled {
        while let Some(last) = open.pop_if(|last| last.mark != '{') {
            faults.push(unclosed(
                tokens,
                last,
                tokens.span(index),
                format!("`{word}` cannot stand inside the brackets"),
            ));
        }
    }
    let in_law = open.first().is_some_and(|first| first.mark == '{');
    if in_law && open.len() > 1 && begins_part(tokens, index, open[0].index + 1) {
        let here = format!("`{}` begins here", part_name(tokens, index));
        for last in open.drain(1..) {
            faults.push(unclosed(tokens, last, tokens.span(index), here.clone()));
        }
    }
}

/// How the part of a law that begins here is called in a message.
fn part_name(tokens: &Tokens, index: usize) -> String {
    match tokens.kind(index) {
        Some(TokenKind::Open(_)) => format!("({})", tokens.text_of(index + 1)),
        _ => tokens.text_of(index).to_owned(),
    }
}

/// Closes the bracket that this mark belongs to; those inside it that are still open are told.
fn close(tokens: &Tokens, index: usize, mark: char, open: &mut Vec<Open>, faults: &mut Vec<Diagnostic>) {
    let wanted = match mark {
        ')' => '(',
        ']' => '[',
        _ => '{',
    };
    let partner = open.iter().rposition(|open| open.mark == wanted);
    // a round or square bracket never reaches through a brace
    let reach =
        open.iter().rposition(|open| open.mark == '{').map_or(0, |brace| if wanted == '{' { brace } else { brace + 1 });
    match partner.filter(|partner| *partner >= reach) {
        Some(partner) => {
            for last in open.drain(partner..).skip(1) {
                faults.push(unclosed(
                    tokens,
                    last,
                    tokens.span(index),
                    format!("`{mark}` closes what was opened before"),
                ));
            }
        }
        None => faults.push(
            Diagnostic::error(n::CLOSES_NOTHING, tokens.span(index), format!("`{mark}` closes nothing"))
                .label("nothing is open here")
                .help(format!("take it out, or write the `{wanted}` that it should close")),
        ),
    }
}

/// A bracket that is never closed.
fn unclosed(tokens: &Tokens, open: Open, until: Span, why: impl Into<String>) -> Diagnostic {
    let closing = match open.mark {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    Diagnostic::error(n::UNCLOSED_BRACKET, tokens.span(open.index), format!("`{}` is never closed", open.mark))
        .label("opened here")
        .also(until, why)
        .help(format!("write `{closing}` where it should end"))
}

/// Words in quotes without the second quote.
fn unclosed_text(tokens: &Tokens, index: usize) -> Diagnostic {
    let span = tokens.span(index);
    Diagnostic::error(n::UNCLOSED_TEXT, span, "these words in quotes do not end on their line")
        .label("opened here")
        .help("write a second `\"` where the words end")
}

/// A character that the language does not know.
fn strange(tokens: &Tokens, index: usize, found: char) -> Diagnostic {
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

/// One level of brackets while the nesting is measured.
#[derive(Clone, Copy, Default)]
struct Level {
    /// `not`, `-` and `of` that the next value stands under.
    prefixes: usize,
    /// Words between values so far.
    between: usize,
    /// The highest value so far.
    highest: usize,
}

/// Tells when a piece is nested too deep to be read.
pub(crate) fn too_deep(tokens: &Tokens, piece: &Range<usize>) -> Option<Diagnostic> {
    let mut levels = vec![Level::default()];
    for index in piece.clone() {
        let value_before = index > piece.start && ends_value(tokens, index - 1);
        let Some(level) = levels.last_mut() else { break };
        match tokens.kind(index) {
            Some(TokenKind::Open(_)) => levels.push(Level::default()),
            Some(TokenKind::Close(_)) => close_level(&mut levels),
            Some(TokenKind::Mark('-')) if !value_before => level.prefixes += 1,
            Some(TokenKind::Mark('+' | '-' | '*')) => level.go_on(),
            Some(TokenKind::Mark(_)) => *level = Level::default(),
            Some(TokenKind::Word) => level.word(tokens.word(index)),
            _ => {}
        }
        let nesting = levels.iter().map(|level| 1 + level.prefixes).sum::<usize>() - 1;
        if nesting > NESTING {
            return Some(
                Diagnostic::error(n::TOO_DEEP, tokens.span(index), format!("this is nested more than {NESTING} deep"))
                    .help("name a part of it by a fact: `fact …: truth \"…\" = …`"),
            );
        }
        if levels.last().is_some_and(|level| level.between + level.highest > HEIGHT) {
            return Some(
                Diagnostic::error(n::TOO_LONG, tokens.span(index), format!("this has more than {HEIGHT} parts"))
                    .help("name a part of it by a fact: `fact …: truth \"…\" = …`"),
            );
        }
    }
    None
}

impl Level {
    /// A word between two values.
    fn go_on(&mut self) {
        self.prefixes = 0;
        self.between += 1;
    }

    /// Any other word.
    fn word(&mut self, word: &str) {
        match word {
            "not" | "of" | "lawful" => self.prefixes += 1,
            "or" | "and" | "is" | "in" | "over" | "under" | "at" => self.go_on(),
            "when" | "if" | "unless" | "then" | "may" | "lost" | "until" | "else" | "law" => *self = Level::default(),
            "status" | "duty" | "fact" | "finding" | "moment" | "option" | "reading" | "table" => {
                *self = Level::default()
            }
            _ => {}
        }
    }
}

/// Closes a level: what it held is a value of the level around it.
fn close_level(levels: &mut Vec<Level>) {
    if levels.len() > 1
        && let Some(inner) = levels.pop()
        && let Some(outer) = levels.last_mut()
    {
        outer.highest = outer.highest.max(inner.between + inner.highest + 1);
    }
}

/// Whether a value ends with this token, so that a `-` after it takes away.
fn ends_value(tokens: &Tokens, index: usize) -> bool {
    match tokens.kind(index) {
        Some(TokenKind::Number | TokenKind::Close(_)) => true,
        Some(TokenKind::Word) => {
            matches!(tokens.word(index), "yes" | "no") || !super::words::RESERVED.contains(&tokens.word(index))
        }
        _ => false,
    }
}
