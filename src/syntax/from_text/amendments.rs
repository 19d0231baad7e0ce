//! The head of a code and its amendments, one function per grammar rule.

use std::sync::Arc;

use pest::iterators::Pair;

use crate::diagnostic::Diagnostic;
use crate::source::Spanned;
use crate::syntax::grammar::Rule;
use crate::syntax::numbers as n;
use crate::syntax::pairs::{Parts, Read, Reader, internal};
use crate::syntax::tree::{
    Adopt, Change, Clause, CodeHeader, Declaration, Item, ItemKind, LawRef, LawSpan, Name, ReadAs, Repeal,
};

impl Reader<'_, '_> {
    /// Any top-level block.
    pub(super) fn item(&mut self, pair: Pair<'_, Rule>) -> Read<Item> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::code => ItemKind::Code(self.code(pair)?),
            Rule::use_vocabulary => ItemKind::Use(self.take_text(&mut self.parts(pair), Rule::code_name)?),
            Rule::law => ItemKind::Law(self.law(pair)?),
            Rule::adopt => ItemKind::Adopt(self.adopt(pair)?),
            Rule::read_as => ItemKind::ReadAs(self.read_as(pair)?),
            Rule::replace => ItemKind::Replace(self.change(pair)?),
            Rule::insert => ItemKind::Insert(self.change(pair)?),
            Rule::repeal => ItemKind::Repeal(self.repeal(pair)?),
            Rule::renumber => {
                let mut parts = self.parts(pair);
                let from = self.law_ref(parts.take(Rule::law_ref)?)?;
                let to = self.law_ref(parts.take(Rule::law_ref)?)?;
                ItemKind::Renumber { from, to }
            }
            _ => ItemKind::Declaration(Arc::new(self.declaration(pair)?)),
        };
        Ok(Item { kind, span })
    }

    fn code(&mut self, pair: Pair<'_, Rule>) -> Read<CodeHeader> {
        let mut parts = self.parts(pair);
        let name = self.take_text(&mut parts, Rule::code_name)?;
        let amends = parts.maybe(Rule::code_name).map(|pair| self.text(pair));
        let mut header = CodeHeader {
            name,
            amends,
            title: None,
            family: None,
            players: None,
            place: None,
            force: None,
            until: None,
            source: None,
        };
        for line in parts.all(Rule::code_line) {
            self.code_line(line, &mut header)?;
        }
        Ok(header)
    }

    fn code_line(&mut self, pair: Pair<'_, Rule>, header: &mut CodeHeader) -> Read<()> {
        let mut parts = self.parts(pair);
        let key = self.take_text(&mut parts, Rule::code_key)?;
        let value = parts.any()?;
        let value = if value.as_rule() == Rule::string { self.string(value)? } else { self.text(value) };
        let place = match key.value.as_str() {
            "title" => &mut header.title,
            "family" => &mut header.family,
            "players" => &mut header.players,
            "place" => &mut header.place,
            "force" => &mut header.force,
            _ => &mut header.source,
        };
        if let Some(before) = place.replace(value) {
            let twice = Diagnostic::error(n::GIVEN_TWICE, key.span, format!("`{}` is given twice", key.value));
            self.faults.push(twice.also(before.span, "first given here"));
        }
        if let Some(date) = parts.maybe(Rule::date) {
            header.until = Some(self.text(date));
        }
        Ok(())
    }

    fn adopt(&mut self, pair: Pair<'_, Rule>) -> Read<Adopt> {
        let mut parts = self.parts(pair);
        let all = parts.maybe(Rule::all).is_some();
        Ok(Adopt { all, laws: self.laws(&mut parts)?, note: self.note(&mut parts)? })
    }

    fn read_as(&mut self, pair: Pair<'_, Rule>) -> Read<ReadAs> {
        let mut parts = self.parts(pair);
        let from = self.name(&mut parts)?;
        let to = self.name(&mut parts)?;
        Ok(ReadAs { from, to, laws: self.laws(&mut parts)?, note: self.note(&mut parts)? })
    }

    fn repeal(&mut self, pair: Pair<'_, Rule>) -> Read<Repeal> {
        let mut parts = self.parts(pair);
        let option = parts.maybe(Rule::name).map(|pair| self.text(pair));
        Ok(Repeal { option, laws: self.laws(&mut parts)?, note: self.note(&mut parts)? })
    }

    /// What `replace` and `insert` bring.
    fn change(&mut self, pair: Pair<'_, Rule>) -> Read<Change> {
        let inner = self.parts(pair).any()?;
        match inner.as_rule() {
            Rule::law => Ok(Change::Law(self.law(inner)?)),
            Rule::replaced_clause => {
                let (law, clause) = self.replaced_clause(inner)?;
                Ok(Change::Clause(law, Arc::new(clause)))
            }
            _ => Ok(Change::Declaration(Arc::new(self.declaration(inner)?))),
        }
    }

    fn replaced_clause(&mut self, pair: Pair<'_, Rule>) -> Read<(LawRef, Clause)> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let number = self.take_text(&mut parts, Rule::law_no)?;
        let label = self.labels(&mut parts)?;
        let clause = self.clause_body(parts.take(Rule::clause_body)?, label.clone(), span)?;
        Ok((LawRef { number, label }, clause))
    }

    /// The list of laws that comes next, empty when there is none.
    fn laws(&mut self, parts: &mut Parts<'_>) -> Read<Vec<LawSpan>> {
        let Some(list) = parts.maybe(Rule::law_list) else { return Ok(Vec::new()) };
        let mut list = self.parts(list);
        list.take(Rule::law_word)?;
        list.all(Rule::law_span).into_iter().map(|pair| self.law_span(pair)).collect()
    }

    fn law_span(&mut self, pair: Pair<'_, Rule>) -> Read<LawSpan> {
        let mut parts = self.parts(pair);
        let first = self.law_cite(parts.take(Rule::law_cite)?)?;
        Ok(LawSpan { first, last: parts.maybe(Rule::law_no).map(|pair| self.text(pair)) })
    }

    fn note(&mut self, parts: &mut Parts<'_>) -> Read<Option<Spanned<String>>> {
        parts.maybe(Rule::note).map(|pair| self.quoted(pair)).transpose()
    }

    pub(super) fn law_ref(&mut self, pair: Pair<'_, Rule>) -> Read<LawRef> {
        let cite = self.parts(pair).take(Rule::law_cite)?;
        self.law_cite(cite)
    }

    /// The next name.
    pub(super) fn name(&mut self, parts: &mut Parts<'_>) -> Read<Name> {
        self.take_text(parts, Rule::name)
    }

    /// The words of a rule that is a string by another name.
    pub(super) fn quoted(&mut self, pair: Pair<'_, Rule>) -> Read<Spanned<String>> {
        let string = self.parts(pair).take(Rule::string)?;
        self.string(string)
    }

    /// A declaration by itself, as amendments bring it.
    pub(super) fn declaration(&mut self, pair: Pair<'_, Rule>) -> Read<Declaration> {
        let span = self.span(&pair);
        match self.declared(pair)? {
            Some(kind) => Ok(Declaration { kind, span }),
            None => Err(internal(span)),
        }
    }
}
