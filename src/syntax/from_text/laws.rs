//! Laws, clauses, triggers and rights, one function per grammar rule.

use std::ops::Range;
use std::sync::Arc;

use pest::iterators::Pair;

use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::grammar::Rule;
use crate::syntax::messages;
use crate::syntax::pairs::{Parts, Read, Reader, internal};
use crate::syntax::tokens::{TokenKind, Tokens};
use crate::syntax::tree::{
    Change, Clause, ClauseRef, Effect, EffectKind, Expr, Holder, Item, ItemKind, Law, LawBody, LawItem, Lost, May,
    Name, Right, Trigger, TriggerKind,
};

impl Reader<'_, '_> {
    pub(super) fn law(&mut self, pair: Pair<'_, Rule>) -> Read<Law> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let number = self.take_text(&mut parts, Rule::law_no)?;
        let heading = parts.maybe(Rule::heading).map(|pair| self.quoted(pair)).transpose()?;
        let inner = parts.any()?;
        let (heading, body) = match inner.as_rule() {
            Rule::advisory => {
                let reason = self.quoted(inner)?;
                (heading.unwrap_or_else(|| reason.clone()), LawBody::Advisory(reason))
            }
            Rule::unwritten => {
                let mut parts = self.parts(inner);
                let gist = self.quoted(parts.take(Rule::heading)?)?;
                (gist, LawBody::Unwritten(self.when(&mut parts)?))
            }
            _ => (heading.ok_or_else(|| internal(span))?, self.law_body(inner)?),
        };
        Ok(Law { number, heading, body, span })
    }

    fn law_body(&mut self, pair: Pair<'_, Rule>) -> Read<LawBody> {
        let mut parts = self.parts(pair);
        let mut items = Vec::new();
        while let Some(item) = parts.next() {
            items.push(self.law_item(item)?);
        }
        Ok(LawBody::Items(items))
    }

    /// Any part of a law.
    pub(super) fn law_item(&mut self, pair: Pair<'_, Rule>) -> Read<LawItem> {
        match pair.as_rule() {
            Rule::clause => Ok(LawItem::Clause(Arc::new(self.clause(pair)?))),
            Rule::item_note => self.item_note(pair),
            _ => Ok(LawItem::Declaration(Arc::new(self.declaration(pair)?))),
        }
    }

    fn item_note(&mut self, pair: Pair<'_, Rule>) -> Read<LawItem> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let label = self.labels(&mut parts)?;
        Ok(LawItem::Advisory { label, reason: self.string(parts.take(Rule::string)?)?, span })
    }

    fn clause(&mut self, pair: Pair<'_, Rule>) -> Read<Clause> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let label = self.labels(&mut parts)?;
        self.clause_body(parts.take(Rule::clause_body)?, label, span)
    }

    pub(super) fn clause_body(&mut self, pair: Pair<'_, Rule>, label: Spanned<String>, span: Span) -> Read<Clause> {
        let mut parts = self.parts(pair);
        Ok(Clause {
            label,
            instead: self.instead(&mut parts)?,
            when: self.when(&mut parts)?,
            condition: self.condition(&mut parts)?,
            unless: parts.all(Rule::exemption).into_iter().map(|pair| self.inner_expr(pair)).collect::<Read<_>>()?,
            effects: self.consequences(&mut parts)?,
            span,
        })
    }

    /// The labels that come next, run together.
    pub(super) fn labels(&mut self, parts: &mut Parts<'_>) -> Read<Spanned<String>> {
        let mut label = self.take_text(parts, Rule::label)?;
        for more in parts.all(Rule::label) {
            label.span = label.span.to(self.span(&more));
            label.value.push_str(more.as_str());
        }
        Ok(label)
    }

    fn instead(&mut self, parts: &mut Parts<'_>) -> Read<Vec<ClauseRef>> {
        let Some(pair) = parts.maybe(Rule::instead) else { return Ok(Vec::new()) };
        let refs = self.parts(pair).all(Rule::clause_ref);
        refs.into_iter().map(|pair| self.clause_ref(pair)).collect()
    }

    fn clause_ref(&mut self, pair: Pair<'_, Rule>) -> Read<ClauseRef> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let code = parts.maybe(Rule::code_name).map(|pair| self.text(pair));
        match parts.maybe(Rule::law_ref) {
            Some(law) => {
                let law = self.law_ref(law)?;
                Ok(ClauseRef { code, law: Some(law.number), label: law.label, span })
            }
            None => Ok(ClauseRef { code, law: None, label: self.labels(&mut parts)?, span }),
        }
    }

    /// The triggers of the `when` that comes next, none when there is none.
    fn when(&mut self, parts: &mut Parts<'_>) -> Read<Vec<Trigger>> {
        parts.maybe(Rule::when).map_or_else(|| Ok(Vec::new()), |pair| self.triggers(pair))
    }

    /// The triggers of the `until` that comes next, none when there is none.
    pub(super) fn until(&mut self, parts: &mut Parts<'_>) -> Read<Vec<Trigger>> {
        parts.maybe(Rule::until).map_or_else(|| Ok(Vec::new()), |pair| self.triggers(pair))
    }

    fn triggers(&mut self, pair: Pair<'_, Rule>) -> Read<Vec<Trigger>> {
        let triggers = self.parts(pair).all(Rule::trigger);
        triggers.into_iter().map(|pair| self.trigger(pair)).collect()
    }

    pub(super) fn trigger(&mut self, pair: Pair<'_, Rule>) -> Read<Trigger> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let kind = match parts.maybe(Rule::law_ref) {
            Some(law) => {
                let law = self.law_ref(law)?;
                match parts.maybe(Rule::takes) {
                    Some(takes) => TriggerKind::Takes(law, self.name(&mut self.parts(takes))?),
                    None => TriggerKind::RightEnds(law),
                }
            }
            None => {
                let pattern = self.pattern(parts.take(Rule::pattern)?)?;
                match parts.next() {
                    None => TriggerKind::Happens(pattern),
                    Some(pair) if pair.as_rule() == Rule::begins => TriggerKind::Begins(pattern),
                    Some(pair) if pair.as_rule() == Rule::ends => TriggerKind::Ends(pattern),
                    Some(pair) => {
                        let act = self.parts(pair).maybe(Rule::pattern);
                        TriggerKind::Broken(pattern, act.map(|pair| self.pattern(pair)).transpose()?)
                    }
                }
            }
        };
        Ok(Trigger { kind, span })
    }

    /// The `if` that comes next.
    pub(super) fn condition(&mut self, parts: &mut Parts<'_>) -> Read<Option<Expr>> {
        parts.maybe(Rule::condition).map(|pair| self.inner_expr(pair)).transpose()
    }

    fn consequences(&mut self, parts: &mut Parts<'_>) -> Read<Vec<Effect>> {
        parts.all(Rule::consequence).into_iter().map(|pair| self.consequence(pair)).collect()
    }

    fn consequence(&mut self, pair: Pair<'_, Rule>) -> Read<Effect> {
        let inner = self.parts(pair).any()?;
        let span = self.span(&inner);
        let kind = match inner.as_rule() {
            Rule::right => EffectKind::Right(Box::new(self.right(inner)?)),
            Rule::end => EffectKind::End(self.pattern(self.parts(inner).take(Rule::pattern)?)?),
            _ => {
                let mut parts = self.parts(inner);
                EffectKind::Do(self.pattern(parts.take(Rule::pattern)?)?, self.until(&mut parts)?)
            }
        };
        Ok(Effect { kind, span })
    }

    fn right(&mut self, pair: Pair<'_, Rule>) -> Read<Right> {
        let mut parts = self.parts(pair);
        Ok(Right {
            holder: self.holder(parts.take(Rule::holder)?)?,
            target: parts.maybe(Rule::target).map(|pair| self.inner_expr(pair)).transpose()?,
            until: self.until(&mut parts)?,
            options: parts.all(Rule::may).into_iter().map(|pair| self.may(pair)).collect::<Read<_>>()?,
            silence: parts.maybe(Rule::silence).map(|pair| self.name(&mut self.parts(pair))).transpose()?,
            lost: parts.all(Rule::lost).into_iter().map(|pair| self.lost(pair)).collect::<Read<_>>()?,
        })
    }

    fn holder(&mut self, pair: Pair<'_, Rule>) -> Read<Holder> {
        let mut parts = self.parts(pair);
        if parts.maybe(Rule::either).is_some() {
            return Ok(Holder::Either(self.expr(parts.take(Rule::expr)?)?));
        }
        if parts.maybe(Rule::every).is_some() {
            return Ok(Holder::Every(self.expr(parts.take(Rule::expr)?)?));
        }
        let first = self.expr(parts.take(Rule::expr)?)?;
        let next = parts.maybe(Rule::passing).map(|pair| self.inner_expr(pair)).transpose()?;
        Ok(Holder::One(first, next))
    }

    fn may(&mut self, pair: Pair<'_, Rule>) -> Read<May> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        Ok(May {
            label: self.name(&mut parts)?,
            picks: self.picks(&mut parts)?,
            when: self.when(&mut parts)?,
            condition: self.condition(&mut parts)?,
            effects: self.consequences(&mut parts)?,
            span,
        })
    }

    fn picks(&mut self, parts: &mut Parts<'_>) -> Read<Vec<(Name, Expr)>> {
        let Some(pair) = parts.maybe(Rule::picks) else { return Ok(Vec::new()) };
        let picks = self.parts(pair).all(Rule::pick);
        picks.into_iter().map(|pair| self.pick(pair)).collect()
    }

    fn pick(&mut self, pair: Pair<'_, Rule>) -> Read<(Name, Expr)> {
        let mut parts = self.parts(pair);
        Ok((self.name(&mut parts)?, self.expr(parts.take(Rule::expr)?)?))
    }

    fn lost(&mut self, pair: Pair<'_, Rule>) -> Read<Lost> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        Ok(Lost { when: self.when(&mut parts)?, condition: self.condition(&mut parts)?, span })
    }
}

/// The head of a law whose parts are read one by one, and the tokens between its braces. `brackets` is what is wrong with
/// its brackets.
pub(super) fn head(tokens: &Tokens, piece: &Range<usize>, brackets: &[Diagnostic]) -> Option<(Law, Range<usize>)> {
    let open = messages::law_brace(tokens, piece)?;
    let heading = tokens.span(open - 1);
    let words = tokens.text_of(open - 1).trim_matches('"').to_owned();
    let start = if matches!(tokens.word(piece.start), "replace" | "insert") { piece.start + 1 } else { piece.start };
    let number = tokens.span_of(&(start + 1..open - 1));
    let written = tokens.text.get(number.range()).unwrap_or("").to_owned();
    let never_closed = brackets.iter().any(|fault| fault.span == tokens.span(open));
    let closed = !never_closed && tokens.kind(piece.end - 1) == Some(TokenKind::Close('}'));
    let law = Law {
        number: Spanned::new(written, number),
        heading: Spanned::new(words, heading),
        body: LawBody::Items(Vec::new()),
        span: tokens.span_of(&(start..piece.end)),
    };
    Some((law, open + 1..if closed { piece.end - 1 } else { piece.end }))
}

/// The block of a law that was read in parts; none when its first word is misspelt.
pub(super) fn partial(tokens: &Tokens, piece: &Range<usize>, law: Law) -> Option<Item> {
    let kind = match tokens.word(piece.start) {
        "law" => ItemKind::Law(law),
        "replace" => ItemKind::Replace(Change::Law(law)),
        "insert" => ItemKind::Insert(Change::Law(law)),
        _ => return None,
    };
    Some(Item { kind, span: tokens.span_of(piece) })
}
