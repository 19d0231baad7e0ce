//! Declarations: every name gets its meaning before anything that uses names is read.

use std::sync::Arc;

use crate::code::tree::{
    Duty, EnumId, EnumType, Event, EventId, Fact, FactBody, FactId, Finding, FindingId, HouseRule, HouseRuleId, LawId,
    Moment, MomentId, Param, Reading, ReadingId, Remedy, RemedyId, Status, StatusId, Table, TableId,
};
use crate::code::value::{Base, Type, Value};
use crate::code::whole::WholeBody;
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::tree as syntax;
use crate::syntax::tree::{Declaration, DeclarationKind, LawItem, Name};

use super::copies::without_own;
use super::names::{Entry, Meaning};
use super::{Place, Resolver, unreadable};

/// A declaration and where it stands; its body is read when all names are known.
#[derive(Debug, Clone)]
pub struct Definition<'a> {
    /// What it defines; nothing for a `yield`.
    pub meaning: Option<Meaning>,
    /// As written.
    pub declaration: &'a Declaration,
    /// Where it stands.
    pub place: Place,
}

impl<'a> Resolver<'a> {
    /// Gives every declared name its meaning.
    pub(super) fn declare_all(&mut self) {
        let all = self.all_declarations();
        for (declaration, place) in &all {
            self.at(place.clone(), |this| this.declare_type(declaration));
        }
        for (declaration, place) in all {
            let meaning = self.at(place.clone(), |this| this.declare(&declaration.kind, declaration.span));
            self.definitions.push(Definition { meaning, declaration, place });
        }
    }

    /// All declarations: those outside laws, then those of each law.
    fn all_declarations(&self) -> Vec<(&'a Declaration, Place)> {
        let outside = self.whole.declarations.iter().map(|declared| {
            let place = Place { origin: declared.origin.clone(), ..Place::default() };
            (&*declared.declaration, place)
        });
        let mut all: Vec<_> = outside.collect();
        for (number, law) in self.whole.laws.iter().enumerate() {
            let WholeBody::Items(items) = &law.body else { continue };
            let title: Arc<str> = law.title().into();
            for item in items {
                if let LawItem::Declaration(declaration) = &item.item {
                    let name = name_of(&declaration.kind).map_or("", |(name, _)| &name.value);
                    let (origin, readings) = (item.origin.clone(), without_own(&item.readings, name));
                    let (law, title) = (Some(LawId(number as u16)), Some(Arc::clone(&title)));
                    all.push((&**declaration, Place { law, title, origin, readings }));
                }
            }
        }
        all
    }

    /// An enumeration, or the answers of a reading.
    fn declare_type(&mut self, declaration: &Declaration) {
        match &declaration.kind {
            DeclarationKind::Type(decl) => {
                if let Some(id) = self.types.get(&decl.name.value) {
                    let text = format!("the type `{}` is declared twice", self.code.enums[id.index()].name);
                    self.report(Diagnostic::error("L0201", decl.name.span, text));
                } else if super::types::built_in(&decl.name.value).is_some() {
                    let text = format!("`{}` is a type that every code has", decl.name.value);
                    self.report(Diagnostic::error("L0201", decl.name.span, text));
                }
                let id = self.enumeration(&decl.name.value, decl.values.iter());
                self.types.entry(decl.name.value.clone()).or_insert(id);
            }
            DeclarationKind::Reading(decl) => {
                self.enumeration(&format!("reading {}", decl.name.value), decl.cases.iter().map(|(name, _)| name));
            }
            _ => {}
        }
    }

    /// An enumeration and its values.
    fn enumeration<'n>(&mut self, name: &str, values: impl Iterator<Item = &'n Name>) -> EnumId {
        let id = EnumId(self.code.enums.len() as u16);
        let mut names = Vec::new();
        for (place, value) in values.enumerate() {
            let meaning = Meaning::Value(Value::Enum(id, place as u16), Type::one(Base::Enum(id)));
            self.declare_name(value, meaning, 0);
            names.push(value.value.clone());
        }
        self.code.enums.push(EnumType { name: name.to_owned(), values: names });
        id
    }

    /// Gives a name its meaning, or says what it means already.
    fn declare_name(&mut self, name: &Name, meaning: Meaning, arity: usize) {
        let kind = meaning.kind();
        let params = self.params_of(&meaning).into();
        if let Err(there) = self.names.declare(&name.value, Entry { meaning, arity, params, span: Some(name.span) }) {
            let text = match there.meaning.kind() == kind {
                true => format!("`{}` is declared twice", name.value),
                false => format!("`{}` cannot be {kind}: it is {} already", name.value, there.meaning.kind()),
            };
            let mut diagnostic = Diagnostic::error("L0201", name.span, text);
            match there.span {
                Some(span) => diagnostic = diagnostic.also(span, "declared here first"),
                None => diagnostic = diagnostic.help("every code has this name by itself"),
            }
            self.report(diagnostic.help("a name has one meaning in a code; choose another for one of the two"));
        }
    }

    /// The parts of what has been declared.
    fn params_of(&self, meaning: &Meaning) -> &[Param] {
        let code = &self.code;
        match meaning {
            Meaning::Event(id) => &code.events[id.index()].params,
            Meaning::Status(id) | Meaning::Duty(id) => &code.statuses[id.index()].params,
            Meaning::Fact(id) => &code.facts[id.index()].params,
            Meaning::Finding(id) => &code.findings[id.index()].params,
            Meaning::Remedy(id) => &code.remedies[id.index()].params,
            Meaning::Moment(id) => &code.moments[id.index()].params,
            Meaning::Table(id) => &code.tables[id.index()].params,
            Meaning::HouseRule(_) | Meaning::Reading(_) | Meaning::Value(..) => &[],
        }
    }

    /// The parts of a word.
    fn params(&mut self, word: &Name, params: &[syntax::Param]) -> Vec<Param> {
        for (place, param) in params.iter().enumerate() {
            if let Some(first) = params[..place].iter().find(|first| first.name.value == param.name.value) {
                let text = format!("two parts of `{}` are named `{}`", word.value, param.name.value);
                self.report(
                    Diagnostic::error("L0201", param.name.span, text).also(first.name.span, "the first is here"),
                );
            }
        }
        params.iter().map(|param| Param { name: param.name.value.clone(), ty: self.type_ref(&param.ty) }).collect()
    }

    /// A phrase; every `{x}` in it must be a part.
    fn phrase(&mut self, phrase: &Spanned<String>, params: &[Param]) -> String {
        for piece in phrase.value.split('{').skip(1) {
            let name = piece.split('}').next().unwrap_or("");
            if !params.iter().any(|param| param.name == name) {
                let text = format!("the phrase names `{{{name}}}`, which is no part of the word");
                let parts: Vec<_> = params.iter().map(|param| format!("`{{{}}}`", param.name)).collect();
                let mut diagnostic = Diagnostic::error("L0217", phrase.span, text);
                if !parts.is_empty() {
                    diagnostic = diagnostic.help(format!("its parts are {}", parts.join(", ")));
                }
                self.report(diagnostic);
            }
        }
        phrase.value.clone()
    }

    /// One declaration: its name, its parts, its phrase. What it means is read later.
    fn declare(&mut self, kind: &DeclarationKind, span: Span) -> Option<Meaning> {
        let meaning = match kind {
            DeclarationKind::Type(_) | DeclarationKind::Yield(_) => return None,
            DeclarationKind::Event(decl) => self.event(decl),
            DeclarationKind::Status(decl) => self.status(&decl.name, &decl.params, &decl.phrase, None),
            DeclarationKind::Duty(decl) => self.duty(decl),
            DeclarationKind::Fact(decl) => self.fact(decl),
            DeclarationKind::Finding(decl) => self.finding(decl),
            DeclarationKind::Remedy(decl) => self.remedy(decl),
            DeclarationKind::Moment(decl) => self.moment(decl),
            DeclarationKind::Option(decl) => self.house_rule(decl, span),
            DeclarationKind::Reading(decl) => self.reading(decl),
            DeclarationKind::Table(decl) => self.table(decl),
        };
        let (name, arity) = name_of(kind)?;
        self.declare_name(name, meaning.clone(), arity);
        Some(meaning)
    }

    fn event(&mut self, decl: &syntax::EventDecl) -> Meaning {
        let params = self.params(&decl.name, &decl.params);
        let phrase = self.phrase(&decl.phrase, &params);
        let known = self.known_event(&decl.name, &decl.params);
        self.code.events.push(Event { name: decl.name.value.clone(), params, phrase, known, span: decl.name.span });
        Meaning::Event(EventId(self.code.events.len() as u16 - 1))
    }

    fn status(
        &mut self,
        name: &Name,
        params: &[syntax::Param],
        phrase: &Spanned<String>,
        duty: Option<Duty>,
    ) -> Meaning {
        let known = self.known_status(name, params);
        let params = self.params(name, params);
        let phrase = self.phrase(phrase, &params);
        let (until, until_slots, against) = (Vec::new(), params.len(), Vec::new());
        let (law, span, is_duty) = (self.place.law, name.span, duty.is_some());
        let name = name.value.clone();
        self.code.statuses.push(Status { name, params, phrase, law, until, until_slots, against, duty, known, span });
        let id = StatusId(self.code.statuses.len() as u16 - 1);
        if is_duty { Meaning::Duty(id) } else { Meaning::Status(id) }
    }

    fn duty(&mut self, decl: &syntax::DutyDecl) -> Meaning {
        let duty = Duty { always: decl.always, broken_by: Vec::new(), excused: None };
        self.status(&decl.name, &decl.params, &decl.phrase, Some(duty))
    }

    fn fact(&mut self, decl: &syntax::FactDecl) -> Meaning {
        let params = self.params(&decl.name, &decl.params);
        let phrase = self.phrase(&decl.phrase, &params);
        let ty = self.type_ref(&decl.ty);
        let given = if decl.body.is_none() { self.given_fact(decl) } else { None };
        let body = match given {
            Some(builtin) => FactBody::Table(builtin),
            None => FactBody::Defined { body: Box::new(unreadable(decl.name.span)), slots: params.len() },
        };
        let (law, span, name) = (self.place.law, decl.name.span, decl.name.value.clone());
        self.code.facts.push(Fact { name, params, ty, phrase, law, body, span });
        Meaning::Fact(FactId(self.code.facts.len() as u16 - 1))
    }

    fn finding(&mut self, decl: &syntax::FindingDecl) -> Meaning {
        let params = self.params(&decl.name, &decl.params);
        let phrase = self.phrase(&decl.phrase, &params);
        let ty = self.type_ref(&decl.ty);
        if matches!(ty.base, Base::Choice | Base::Incident) {
            let text = format!("a director cannot answer with a {ty}");
            self.report(Diagnostic::error("L0206", decl.ty.span, text));
        }
        let (law, span, name) = (self.place.law, decl.name.span, decl.name.value.clone());
        self.code.findings.push(Finding { name, params, ty, phrase, law, span });
        Meaning::Finding(FindingId(self.code.findings.len() as u16 - 1))
    }

    fn remedy(&mut self, decl: &syntax::RemedyDecl) -> Meaning {
        let params = self.params(&decl.name, &decl.params);
        let phrase = self.phrase(&decl.phrase, &params);
        let known = self.known_remedy(&decl.name, &decl.params);
        let (against, span, name) = (Vec::new(), decl.name.span, decl.name.value.clone());
        self.code.remedies.push(Remedy { name, params, phrase, against, known, span });
        Meaning::Remedy(RemedyId(self.code.remedies.len() as u16 - 1))
    }

    fn moment(&mut self, decl: &syntax::MomentDecl) -> Meaning {
        let params = self.params(&decl.name, &decl.params);
        let phrase = self.phrase(&decl.phrase, &params);
        let (cases, span, name) = (Vec::new(), decl.name.span, decl.name.value.clone());
        self.code.moments.push(Moment { name, params, phrase, cases, span });
        Meaning::Moment(MomentId(self.code.moments.len() as u16 - 1))
    }

    fn house_rule(&mut self, decl: &syntax::OptionDecl, span: Span) -> Meaning {
        let ty = self.type_ref(&decl.ty);
        let phrase = self.phrase(&decl.phrase, &[]);
        let (default, law, name) = (Value::Truth(false), self.place.law, decl.name.value.clone());
        self.code.house_rules.push(HouseRule { name, ty, default, phrase, law, span });
        Meaning::HouseRule(HouseRuleId(self.code.house_rules.len() as u16 - 1))
    }

    fn reading(&mut self, decl: &syntax::ReadingDecl) -> Meaning {
        if decl.cases.len() < 2 {
            let text = format!("the reading `{}` has only one answer", decl.name.value);
            self.report(
                Diagnostic::error("L0313", decl.name.span, text).help("a reading needs two rival answers or more"),
            );
        }
        let phrase = self.phrase(&decl.phrase, &[]);
        let name = decl.name.value.clone();
        let answers = self.code.enumeration(&format!("reading {name}")).unwrap_or(EnumId(0));
        let sources = decl.cases.iter().map(|(_, source)| source.value.clone()).collect();
        let (law, span) = (self.place.law, decl.name.span);
        self.code.readings.push(Reading { name, phrase, answers, sources, law, span });
        Meaning::Reading(ReadingId(self.code.readings.len() as u16 - 1))
    }

    fn table(&mut self, decl: &syntax::TableDecl) -> Meaning {
        let params = self.params(&decl.name, &decl.params);
        let phrase = self.phrase(&decl.phrase, &params);
        let ty = self.type_ref(&decl.ty);
        let (rows, slots, law) = (Vec::new(), params.len(), self.place.law);
        let (span, name) = (decl.name.span, decl.name.value.clone());
        self.code.tables.push(Table { name, params, ty, phrase, rows, law, slots, span });
        Meaning::Table(TableId(self.code.tables.len() as u16 - 1))
    }
}

/// The name that a declaration gives a meaning to, and how many parts it has.
pub fn name_of(kind: &DeclarationKind) -> Option<(&Name, usize)> {
    Some(match kind {
        DeclarationKind::Type(_) | DeclarationKind::Yield(_) => return None,
        DeclarationKind::Event(decl) => (&decl.name, decl.params.len()),
        DeclarationKind::Status(decl) => (&decl.name, decl.params.len()),
        DeclarationKind::Duty(decl) => (&decl.name, decl.params.len()),
        DeclarationKind::Fact(decl) => (&decl.name, decl.params.len()),
        DeclarationKind::Finding(decl) => (&decl.name, decl.params.len()),
        DeclarationKind::Remedy(decl) => (&decl.name, decl.params.len()),
        DeclarationKind::Moment(decl) => (&decl.name, decl.params.len()),
        DeclarationKind::Option(decl) => (&decl.name, 0),
        DeclarationKind::Reading(decl) => (&decl.name, 0),
        DeclarationKind::Table(decl) => (&decl.name, decl.params.len()),
    })
}
