//! The declarations, one function per grammar rule.

use pest::iterators::Pair;

use crate::diagnostic::Diagnostic;
use crate::source::Spanned;
use crate::syntax::grammar::Rule;
use crate::syntax::numbers as n;
use crate::syntax::pairs::{Parts, Read, Reader};
use crate::syntax::tree::{
    BrokenBy, DeclarationKind, DutyDecl, EventDecl, FactDecl, FindingDecl, Key, MomentCase, MomentDecl, Name,
    OptionDecl, Param, ReadingDecl, RemedyDecl, Row, StatusDecl, TableDecl, Trigger, TypeDecl, TypeRef, YieldDecl,
};
use crate::syntax::words::RESERVED;

impl Reader<'_, '_> {
    /// Any declaration; none when the pair is something else.
    pub(super) fn declared(&mut self, pair: Pair<'_, Rule>) -> Read<Option<DeclarationKind>> {
        let kind = match pair.as_rule() {
            Rule::type_decl => DeclarationKind::Type(self.type_decl(pair)?),
            Rule::event => DeclarationKind::Event(self.event(pair)?),
            Rule::status => DeclarationKind::Status(self.status(pair)?),
            Rule::duty => DeclarationKind::Duty(self.duty(pair)?),
            Rule::yields => DeclarationKind::Yield(self.yields(pair)?),
            Rule::fact => DeclarationKind::Fact(self.fact(pair)?),
            Rule::finding => DeclarationKind::Finding(self.finding(pair)?),
            Rule::remedy => DeclarationKind::Remedy(self.remedy(pair)?),
            Rule::moment => DeclarationKind::Moment(self.moment(pair)?),
            Rule::option => DeclarationKind::Option(self.option(pair)?),
            Rule::reading => DeclarationKind::Reading(self.reading(pair)?),
            Rule::table => DeclarationKind::Table(self.table(pair)?),
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn type_decl(&mut self, pair: Pair<'_, Rule>) -> Read<TypeDecl> {
        let mut parts = self.parts(pair);
        Ok(TypeDecl { name: self.name(&mut parts)?, values: self.names(&mut parts) })
    }

    fn event(&mut self, pair: Pair<'_, Rule>) -> Read<EventDecl> {
        let mut parts = self.parts(pair);
        let name = self.name(&mut parts)?;
        Ok(EventDecl { name, params: self.params(&mut parts)?, phrase: self.phrase(&mut parts)? })
    }

    fn status(&mut self, pair: Pair<'_, Rule>) -> Read<StatusDecl> {
        let mut parts = self.parts(pair);
        Ok(StatusDecl {
            name: self.name(&mut parts)?,
            params: self.plain_params(&mut parts)?,
            phrase: self.phrase(&mut parts)?,
            against: self.against(&mut parts),
            until: self.until(&mut parts)?,
        })
    }

    fn duty(&mut self, pair: Pair<'_, Rule>) -> Read<DutyDecl> {
        let mut parts = self.parts(pair);
        Ok(DutyDecl {
            name: self.name(&mut parts)?,
            params: self.plain_params(&mut parts)?,
            phrase: self.phrase(&mut parts)?,
            against: self.against(&mut parts),
            always: parts.maybe(Rule::always).is_some(),
            until: self.duty_until(&mut parts)?,
            broken_by: parts.all(Rule::broken_by).into_iter().map(|pair| self.broken_by(pair)).collect::<Read<_>>()?,
            excused: parts.maybe(Rule::excused).map(|pair| self.inner_expr(pair)).transpose()?,
        })
    }

    fn duty_until(&mut self, parts: &mut Parts<'_>) -> Read<Vec<Trigger>> {
        let Some(pair) = parts.maybe(Rule::duty_until) else { return Ok(Vec::new()) };
        let triggers = self.parts(pair).all(Rule::plain_trigger);
        triggers.into_iter().map(|pair| self.trigger(pair)).collect()
    }

    fn broken_by(&mut self, pair: Pair<'_, Rule>) -> Read<BrokenBy> {
        let mut parts = self.parts(pair);
        Ok(BrokenBy { act: self.pattern(parts.take(Rule::pattern)?)?, condition: self.condition(&mut parts)? })
    }

    fn yields(&mut self, pair: Pair<'_, Rule>) -> Read<YieldDecl> {
        let mut parts = self.parts(pair);
        let left = self.names(&mut parts);
        let mut to = self.parts(parts.take(Rule::yield_to)?);
        Ok(YieldDecl { left, right: self.names(&mut to) })
    }

    fn fact(&mut self, pair: Pair<'_, Rule>) -> Read<FactDecl> {
        let mut parts = self.parts(pair);
        Ok(FactDecl {
            name: self.name(&mut parts)?,
            params: self.plain_params(&mut parts)?,
            ty: self.type_ref(parts.take(Rule::type_ref)?)?,
            phrase: self.phrase(&mut parts)?,
            body: parts.maybe(Rule::expr).map(|pair| self.expr(pair)).transpose()?,
        })
    }

    fn finding(&mut self, pair: Pair<'_, Rule>) -> Read<FindingDecl> {
        let mut parts = self.parts(pair);
        Ok(FindingDecl {
            name: self.name(&mut parts)?,
            params: self.plain_params(&mut parts)?,
            ty: self.type_ref(parts.take(Rule::type_ref)?)?,
            phrase: self.phrase(&mut parts)?,
        })
    }

    fn remedy(&mut self, pair: Pair<'_, Rule>) -> Read<RemedyDecl> {
        let mut parts = self.parts(pair);
        Ok(RemedyDecl {
            name: self.name(&mut parts)?,
            params: self.params(&mut parts)?,
            phrase: self.phrase(&mut parts)?,
            against: self.against(&mut parts),
        })
    }

    fn moment(&mut self, pair: Pair<'_, Rule>) -> Read<MomentDecl> {
        let mut parts = self.parts(pair);
        Ok(MomentDecl {
            name: self.name(&mut parts)?,
            params: self.plain_params(&mut parts)?,
            phrase: self.phrase(&mut parts)?,
            cases: parts.all(Rule::moment_case).into_iter().map(|pair| self.moment_case(pair)).collect::<Read<_>>()?,
        })
    }

    fn moment_case(&mut self, pair: Pair<'_, Rule>) -> Read<MomentCase> {
        let mut parts = self.parts(pair);
        Ok(MomentCase { trigger: self.trigger(parts.take(Rule::trigger)?)?, condition: self.condition(&mut parts)? })
    }

    fn option(&mut self, pair: Pair<'_, Rule>) -> Read<OptionDecl> {
        let mut parts = self.parts(pair);
        Ok(OptionDecl {
            name: self.name(&mut parts)?,
            ty: self.type_ref(parts.take(Rule::type_ref)?)?,
            default: self.expr(parts.take(Rule::expr)?)?,
            phrase: self.phrase(&mut parts)?,
        })
    }

    fn reading(&mut self, pair: Pair<'_, Rule>) -> Read<ReadingDecl> {
        let mut parts = self.parts(pair);
        Ok(ReadingDecl {
            name: self.name(&mut parts)?,
            phrase: self.phrase(&mut parts)?,
            cases: parts
                .all(Rule::reading_case)
                .into_iter()
                .map(|pair| self.reading_case(pair))
                .collect::<Read<_>>()?,
        })
    }

    fn reading_case(&mut self, pair: Pair<'_, Rule>) -> Read<(Name, Spanned<String>)> {
        let mut parts = self.parts(pair);
        Ok((self.name(&mut parts)?, self.string(parts.take(Rule::string)?)?))
    }

    fn table(&mut self, pair: Pair<'_, Rule>) -> Read<TableDecl> {
        let mut parts = self.parts(pair);
        Ok(TableDecl {
            name: self.name(&mut parts)?,
            params: self.plain_params(&mut parts)?,
            ty: self.type_ref(parts.take(Rule::type_ref)?)?,
            phrase: self.phrase(&mut parts)?,
            rows: parts.all(Rule::row).into_iter().map(|pair| self.row(pair)).collect::<Read<_>>()?,
        })
    }

    fn row(&mut self, pair: Pair<'_, Rule>) -> Read<Row> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let keys = parts.all(Rule::key).into_iter().map(|pair| self.key(pair)).collect::<Read<_>>()?;
        Ok(Row { keys, cell: self.expr(parts.take(Rule::expr)?)?, span })
    }

    fn key(&mut self, pair: Pair<'_, Rule>) -> Read<Spanned<Key>> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let Some(inner) = parts.next() else { return Ok(Spanned::new(Key::Else, span)) };
        let key = match inner.as_rule() {
            Rule::range => {
                let mut range = self.parts(inner);
                let first = self.number(range.take(Rule::number)?);
                Key::Range(first, self.number(range.take(Rule::number)?))
            }
            Rule::number => {
                let number = self.number(inner);
                Key::Range(number, number)
            }
            Rule::truth => Key::Truth(self.parts(inner).peek() == Some(Rule::yes)),
            _ => Key::Name(inner.as_str().to_owned()),
        };
        Ok(Spanned::new(key, span))
    }

    /// The parameters that come next; of an event or remedy they may be named by reserved words.
    fn params(&mut self, parts: &mut Parts<'_>) -> Read<Vec<Param>> {
        let Some(pair) = parts.maybe(Rule::params) else { return Ok(Vec::new()) };
        let params = self.parts(pair).all(Rule::param);
        params.into_iter().map(|pair| self.param(pair)).collect()
    }

    /// The parameters that come next; they are read by expressions, so they are names.
    fn plain_params(&mut self, parts: &mut Parts<'_>) -> Read<Vec<Param>> {
        let params = self.params(parts)?;
        for param in params.iter().filter(|param| RESERVED.contains(&param.name.value.as_str())) {
            let message = format!("`{}` is a reserved word and cannot be a name here", param.name.value);
            let fault = Diagnostic::error(n::RESERVED_NAME, param.name.span, message);
            self.faults.push(fault.help("only the parameters of events and remedies may be named so"));
        }
        Ok(params)
    }

    fn param(&mut self, pair: Pair<'_, Rule>) -> Read<Param> {
        let mut parts = self.parts(pair);
        let name = self.take_text(&mut parts, Rule::word)?;
        Ok(Param { name, ty: self.type_ref(parts.take(Rule::type_ref)?)? })
    }

    fn type_ref(&mut self, pair: Pair<'_, Rule>) -> Read<TypeRef> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let set = parts.maybe(Rule::set_of).is_some();
        Ok(TypeRef { set, name: self.name(&mut parts)?, span })
    }

    fn phrase(&mut self, parts: &mut Parts<'_>) -> Read<Spanned<String>> {
        let pair = parts.take(Rule::phrase)?;
        self.quoted(pair)
    }

    fn against(&mut self, parts: &mut Parts<'_>) -> Vec<Name> {
        let against = parts.maybe(Rule::against).map(|pair| self.parts(pair));
        against.map_or_else(Vec::new, |mut parts| self.names(&mut parts))
    }

    /// All names that come next.
    fn names(&mut self, parts: &mut Parts<'_>) -> Vec<Name> {
        parts.all(Rule::name).into_iter().map(|pair| self.text(pair)).collect()
    }

    /// The words between two quotes; the place has the quotes in it.
    pub(super) fn string(&mut self, pair: Pair<'_, Rule>) -> Read<Spanned<String>> {
        let span = self.span(&pair);
        let text = self.parts(pair).take(Rule::text)?;
        Ok(Spanned::new(text.as_str().to_owned(), span))
    }
}
