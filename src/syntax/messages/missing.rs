//! What is missing: a consequence, an option, a trigger, a condition, a name, a word between two values.

use super::{Case, Wanted};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::numbers as n;
use crate::syntax::parts::begins_part;
use crate::syntax::tokens::TokenKind;
use crate::syntax::words::{BETWEEN, INSIDE_LAWS, RESERVED};

impl Case<'_, '_> {
    /// A law without a heading.
    pub(super) fn no_heading(&self) -> Option<Diagnostic> {
        let heading = self.wants("unwritten") && !self.wants("law") && self.index > self.piece.start;
        heading.then(|| {
            let help = format!("say its gist in quotes: `law {} \"…\" {{ … }}`", self.last_word());
            Diagnostic::error(n::NOTHING_THERE, self.after_last(), "the heading of the law is missing").help(help)
        })
    }

    /// A right without an option.
    pub(super) fn no_option(&self) -> Option<Diagnostic> {
        if !self.wants("may") || self.wants("then") {
            return None;
        }
        let message = if self.at_end() || matches!(self.word(), "else" | "lost") {
            "this right gives nothing to choose".to_owned()
        } else {
            format!("{} begins no option of this right", self.found())
        };
        let help = "an option is written `may NAME then …`, and stands before `else` and `lost`";
        Some(Diagnostic::error(n::NO_OPTION, self.span(), message).help(help))
    }

    /// A clause or option that does not say what follows.
    pub(super) fn no_then(&self) -> Option<Diagnostic> {
        let bracket = self.place.bracket().is_some() || self.index == self.piece.start;
        let complete = self.wants("until") || self.wanted.contains(&Wanted::End);
        if !self.wants("then") || self.wants("instead") || complete || bracket {
            return None;
        }
        let part = self.has(self.index) && begins_part(self.tokens, self.index, self.piece.start);
        let call = self.begins_value() && self.opens(self.index + 1) && !self.then_follows();
        if !self.at_end() && !part && !call && !matches!(self.word(), "may" | "else" | "lost") {
            return None;
        }
        let what = if self.in_option() { "this option" } else { "this clause" };
        let message = format!("{what} does not say what follows: `then` is missing");
        let (span, help) = match self.hanging_call() {
            Some((joint, call)) => {
                let before = self.tokens.span(joint - 1);
                let (joint, call) = (self.tokens.text_of(joint), self.tokens.text_of(call));
                let help = format!("if `{call}(…)` is what follows, write `then` in place of `{joint}`");
                (Span { start: before.end, ..before }, help)
            }
            None if call => (self.after_last(), format!("write `then` before `{}`", self.word())),
            None => (self.after_last(), "write `then` and what follows".to_owned()),
        };
        Some(Diagnostic::error(n::NO_THEN, span, message).label("`then` could stand here").help(help))
    }

    /// Whether reading stopped in an option of a right.
    fn in_option(&self) -> bool {
        let braces = self.place.open.iter().filter(|(mark, _)| *mark == '{').count();
        let law = matches!(self.tokens.word(self.piece.start), "law" | "replace" | "insert");
        braces > usize::from(law)
    }

    /// A last condition that looks like what should follow: it begins its own line after an `and` or `or` that ends
    /// the line before. Gives the places of that word and of the condition.
    fn hanging_call(&self) -> Option<(usize, usize)> {
        let start = self.place.section.filter(|_| self.place.in_condition())?.1;
        let mut depth = 0usize;
        let joint = (start + 2..self.index).rev().find(|index| {
            match self.tokens.kind(*index) {
                Some(TokenKind::Close(_)) => depth += 1,
                Some(TokenKind::Open(_)) => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(self.tokens.word(*index), "and" | "or")
        })?;
        let call = joint + 1;
        let is_call = self.tokens.begins_line(call) && self.opens(call + 1) && self.tokens.touches(call + 1);
        (is_call && call < self.index).then_some((joint, call))
    }

    /// Whether a `then` comes before the clause or option ends.
    fn then_follows(&self) -> bool {
        for later in self.index..self.piece.end {
            match self.tokens.word(later) {
                "then" => return true,
                "may" | "else" | "lost" | "when" => return false,
                _ if self.tokens.kind(later) == Some(TokenKind::Close('}')) => return false,
                _ if begins_part(self.tokens, later, self.piece.start) => return false,
                _ => {}
            }
        }
        false
    }

    /// A trigger or consequence that is missing, or a word that lacks its brackets.
    pub(super) fn no_trigger(&self) -> Option<Diagnostic> {
        if !self.wants_pattern() {
            return None;
        }
        if self.is_name(self.index) {
            let word = self.word();
            let message = format!("`{word}` lacks its arguments in brackets");
            let next = self.index + 1;
            let help = if self.is_name(next) {
                format!("write `{word}({})`", self.tokens.word(next))
            } else {
                format!("write `{word}()` if it has none")
            };
            return Some(Diagnostic::error(n::NO_ARGUMENTS, self.span(), message).help(help));
        }
        self.place.section?;
        let (number, what, example) = if self.place.in_consequence() {
            (n::NOTHING_THERE, "what follows", "`award(100, honours, to: side of p)` or `right of p { … }`")
        } else {
            (n::NO_TRIGGER, "a trigger", "`play(p, c, t)`, `revoke(p, t, _) begins` or `law 84(b) takes tricks`")
        };
        let message = format!("{what} is missing after `{}`", self.last_word());
        Some(Diagnostic::error(number, self.after_last(), message).help(format!("{what} looks like {example}")))
    }

    /// A condition, value, name or text in quotes that is missing.
    pub(super) fn nothing_there(&self) -> Option<Diagnostic> {
        let mark = matches!(self.kind(), Some(TokenKind::Mark(_) | TokenKind::Close(_) | TokenKind::Open('{')));
        let ends = self.at_end() || mark || RESERVED.contains(&self.word());
        let last = self.last_word();
        let what = match self.wanted.as_slice() {
            [Wanted::Value] | [_, _, ..] if self.wants_value() && !self.after_value() && ends => {
                let after_between = BETWEEN.contains(&last) && !matches!(last, "and" | "or");
                if after_between { "a value".to_owned() } else { Wanted::Value.words(&self.place) }
            }
            [Wanted::Word(_) | Wanted::End] => return None,
            [only] => only.words(&self.place),
            _ => return None,
        };
        let is = if what.starts_with("words") { "are" } else { "is" };
        let message = format!("{what} {is} missing after `{last}`");
        let missing = Diagnostic::error(n::NOTHING_THERE, self.after_last(), message);
        let declared = ["event", "remedy"].iter().chain(INSIDE_LAWS).any(|word| self.place.is_in(word));
        if what.starts_with("words") && declared && !self.place.is_in("reading") {
            return Some(missing.help("a declaration says in English what it means: `\"{p} leads {c}\"`"));
        }
        Some(missing)
    }

    /// A word or mark that is missing between two things.
    pub(super) fn nothing_between(&self) -> Option<Diagnostic> {
        if self.index == self.piece.start || !self.has(self.index) {
            return None;
        }
        let missing = match self.wanted.as_slice() {
            [Wanted::Word(word)] | [Wanted::End, Wanted::Word(word @ "=")] => format!("`{word}`"),
            _ if self.after_value() && self.begins_value() => match self.mark_between() {
                Some(mark) => format!("`{mark}` or a word such as `and`"),
                None => "a word such as `and`".to_owned(),
            },
            [.., Wanted::Word(",")] | [Wanted::Word(","), ..] if self.begins_value() => {
                if RESERVED.contains(&self.last_word()) { "`:`" } else { "`,`" }.to_owned()
            }
            _ if self.wants("when") && self.begins_value() => "`when`, `if` or `then`".to_owned(),
            _ => return None,
        };
        let message = format!("{missing} is missing between `{}` and `{}`", self.last_word(), self.text());
        let span = self.tokens.span(self.index - 1).to(self.span());
        Some(Diagnostic::error(n::NOTHING_BETWEEN, span, message))
    }

    /// The mark that could stand between two values here.
    fn mark_between(&self) -> Option<&'static str> {
        let inside = self.place.bracket().is_some();
        [",", ":", ")", "]", "="].into_iter().find(|mark| self.wants(mark) && (inside || *mark == "="))
    }
}
