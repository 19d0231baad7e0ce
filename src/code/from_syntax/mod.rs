//! From the joined text of a code to its resolved tree.
//!
//! In: a [`Whole`]. Out: a [`Code`] in which every name is a number and every expression has a type, and the diagnostics of what
//! could not be resolved. What was not understood is told once; what depends on it is passed over in silence.

mod clauses;
mod conditions;
mod copies;
mod declare;
mod definitions;
mod duties;
mod effects;
mod exceptions;
mod expressions;
mod folds;
mod known_words;
pub mod labels;
mod laws;
pub mod names;
mod operators;
mod patterns;
mod rights;
mod rings;
mod scope;
mod tables;
mod triggers;
pub mod types;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::code::tree::{ClauseId, Code, LawId, StatusId, Trigger};
use crate::code::value::Value;
use crate::code::whole::{Readings, Whole, read_name};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use copies::Copies;
use declare::Definition;
pub use declare::name_of;
use laws::ClauseText;
use names::{Entry, Names, Wanted};
use scope::Bound;
use types::Types;

/// How deep an expression may nest before it is refused; the reader of the file refuses most before.
const DEPTH: usize = 150;

/// Resolves a code.
pub fn resolve(whole: &Whole) -> (Code, Vec<Diagnostic>) {
    let mut resolver = Resolver::new(whole);
    resolver.header();
    resolver.declare_all();
    resolver.check_reads();
    resolver.list_laws();
    resolver.define_all();
    resolver.resolve_clauses();
    resolver.resolve_laws();
    resolver.define_copies();
    resolver.check_acts_of_breach();
    resolver.finish_exceptions();
    (resolver.code, once_a_name(resolver.found))
}

/// A name that means nothing is told once, with the other places that use it.
fn once_a_name(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    let name = |one: &Diagnostic| one.message.split('`').nth(1).map(str::to_owned);
    for one in found {
        let same = |other: &&mut Diagnostic| other.number == one.number && name(other) == name(&one);
        match told.iter_mut().find(same) {
            Some(first) if matches!(one.number, "L0202" | "L0203" | "L0908") => {
                first.others.push((one.span, "and here".to_owned()));
            }
            _ => told.push(one),
        }
    }
    told
}

/// What the resolver knows while it works.
pub struct Resolver<'a> {
    /// The text.
    whole: &'a Whole,
    /// What has been made of it.
    code: Code,
    /// What names mean.
    names: Names,
    /// What names of types mean.
    types: Types,
    /// What is wrong with it.
    found: Vec<Diagnostic>,
    /// The clauses as written, by their number.
    clause_texts: Vec<ClauseText<'a>>,
    /// All declarations, in order.
    definitions: Vec<Definition<'a>>,
    /// Definitions that are read differently in some laws.
    copies: Copies<'a>,
    /// Where the text in hand stands.
    place: Place,
    /// How deep the expression in hand nests.
    depth: usize,
    /// Names that a clause binds and does not use; an exception may use them yet.
    unused: BTreeMap<ClauseId, Vec<(String, Span)>>,
    /// The names that each clause binds by its trigger and conditions.
    sights: BTreeMap<ClauseId, Vec<Bound>>,
    /// Acts after `broken by` in triggers, to be held against their duties.
    acts_of_breach: Vec<(StatusId, Trigger, Span, Place)>,
    /// Duties whose tests could not all be read.
    unread_duties: BTreeSet<StatusId>,
    /// The clause that is being read.
    clause_in_hand: ClauseId,
}

/// Where the text in hand stands.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// The law.
    law: Option<LawId>,
    /// The law as a diagnostic names it.
    title: Option<Arc<str>>,
    /// The code where the words stand.
    origin: Arc<str>,
    /// What is read as something else.
    readings: Readings,
}

impl<'a> Resolver<'a> {
    fn new(whole: &'a Whole) -> Self {
        Resolver {
            whole,
            code: Code::default(),
            names: Names::built_in(),
            types: Types::new(),
            found: Vec::new(),
            clause_texts: Vec::new(),
            definitions: Vec::new(),
            copies: Copies::default(),
            place: Place::default(),
            depth: 0,
            unused: BTreeMap::new(),
            sights: BTreeMap::new(),
            acts_of_breach: Vec::new(),
            unread_duties: BTreeSet::new(),
            clause_in_hand: rights::NO_CLAUSE,
        }
    }

    /// What the header says.
    fn header(&mut self) {
        let header = &self.whole.header;
        let text = |text: &Option<crate::source::Spanned<String>>| text.as_ref().map(|text| text.value.clone());
        self.code.name = header.name.value.clone();
        self.code.title = text(&header.title).unwrap_or_default();
        self.code.family = text(&header.family).unwrap_or_default();
        if let Some(players) = &header.players {
            match players.value.as_str() {
                "three" => self.code.three_hand = true,
                "four" => {}
                other => {
                    let text = format!("`{other}` is no number of players that a table has");
                    let found = Diagnostic::error("L0213", players.span, text);
                    self.found.push(found.help("write `players three` or `players four`"));
                }
            }
        }
        self.code.place = text(&header.place);
        self.code.force = text(&header.force);
        self.code.until = text(&header.until);
        self.code.amends = self.whole.amends.clone();
    }

    /// A fact is read as a fact of the same parts and the same type.
    fn check_reads(&mut self) {
        for (from, to) in &self.whole.reads {
            let mut fact = |name: &crate::syntax::tree::Name| match self.names.get(&name.value) {
                Some(entry) => match entry.meaning {
                    names::Meaning::Fact(id) => Some(self.code.facts[id.index()].clone()),
                    _ => {
                        let text =
                            format!("`{}` is {}, and only facts are read as others", name.value, entry.meaning.kind());
                        self.found.push(Diagnostic::error("L0912", name.span, text));
                        None
                    }
                },
                None => {
                    let near = self.names.nearest(&name.value, Wanted::Expression, None, std::iter::empty());
                    let mut diagnostic =
                        Diagnostic::error("L0202", name.span, format!("there is no fact `{}`", name.value));
                    diagnostic.help = near.map(|near| format!("did you mean `{near}`?"));
                    self.found.push(diagnostic);
                    None
                }
            };
            let (Some(a), Some(b)) = (fact(from), fact(to)) else { continue };
            let parts = |fact: &crate::code::tree::Fact| fact.params.iter().map(|param| param.ty).collect::<Vec<_>>();
            if a.ty != b.ty || parts(&a) != parts(&b) {
                let text = format!("`{}` and `{}` are not of the same parts and type", from.value, to.value);
                let diagnostic = Diagnostic::error("L0912", from.span.to(to.span), text)
                    .also(a.span, format!("`{}` is declared here", from.value))
                    .also(b.span, format!("`{}` is declared here", to.value));
                self.found.push(diagnostic);
            }
        }
    }

    /// Takes a diagnostic in, with the law that its place stands in.
    fn report(&mut self, diagnostic: Diagnostic) {
        let diagnostic = match &self.place.title {
            Some(title) if diagnostic.context.is_none() => diagnostic.within(&**title),
            _ => diagnostic,
        };
        if !self.found.contains(&diagnostic) {
            self.found.push(diagnostic);
        }
    }

    /// Does something with another place in hand.
    fn at<T>(&mut self, place: Place, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.place, place);
        let done = work(self);
        self.place = before;
        done
    }

    /// Whether the text in hand stands in this code's own file.
    fn own(&self) -> bool {
        *self.place.origin == *self.code.name
    }

    /// What a name means at the place in hand: as read there, in a copy if its definition is read differently there.
    fn meaning(&mut self, name: &str) -> Option<Entry> {
        if self.place.readings.is_empty() {
            return self.names.get(name).cloned();
        }
        let readings = self.place.readings.clone();
        let name = read_name(&readings, name);
        let entry = self.names.get(name)?.clone();
        Some(self.copy_of(name, entry, &readings))
    }

    /// Reports a name that means nothing, with what its author may have meant.
    fn unknown<'n>(
        &mut self,
        name: &str,
        span: Span,
        wanted: Wanted,
        arity: Option<usize>,
        bound: impl Iterator<Item = &'n str>,
    ) {
        let near = self.names.nearest(name, wanted, arity, bound);
        let what = match wanted {
            Wanted::Expression if arity.is_none() => "nothing is named",
            Wanted::Expression => "there is no fact, status or table",
            Wanted::Trigger => "there is no event or moment",
            Wanted::Status | Wanted::AgainstStatus => "there is no status or duty",
            Wanted::Duty => "there is no duty",
            Wanted::Consequence => "there is no status, remedy or event",
            Wanted::Act => "there is no act",
            Wanted::AgainstRemedy => "there is no remedy",
        };
        let mut diagnostic = Diagnostic::error("L0202", span, format!("{what} `{name}`"));
        if let Some(gone) = self.whole.gone_names.get(name) {
            diagnostic = Diagnostic::error("L0908", span, format!("{what} `{name}` any more"))
                .label(format!("used here, in an adopted text of {}", self.place.origin))
                .also(gone.was, format!("declared here, in law {} of {}", gone.law, gone.code))
                .also(gone.by, "and taken out by this")
                .help(format!("declare `{name}` in {}, or replace what uses it", self.code.name));
            if self.own() {
                diagnostic.label = String::new();
            }
        } else if let Some(near) = near {
            let parts = self.names.get(&near).map_or(0, |entry| entry.arity);
            let hint = if wanted == Wanted::Expression && arity.unwrap_or(0) == 0 && parts > 0 { "(…)" } else { "" };
            diagnostic = diagnostic.help(format!("did you mean `{near}{hint}`?"));
        }
        self.report(diagnostic);
    }

    /// Reports a name that means something of another kind than its place needs.
    fn wrong_kind(&mut self, name: &str, span: Span, entry: &Entry, wanted: Wanted) {
        let kind = entry.meaning.kind();
        let text = format!("`{name}` is {kind}, but {} is wanted here", wanted.words());
        let mut diagnostic = Diagnostic::error("L0204", span, text);
        if let Some(there) = entry.span {
            diagnostic = diagnostic.also(there, format!("`{name}` is declared here"));
        }
        use names::Meaning as M;
        let help = match (wanted, &entry.meaning) {
            (Wanted::Expression, M::Event(_) | M::Moment(_)) => Some(
                "what happened is seen only through facts and statuses: begin a status when it happens, and ask for that",
            ),
            (Wanted::Expression, M::Remedy(_)) => Some("a remedy is done, after `then`; it cannot be asked for"),
            (Wanted::Trigger, M::Duty(_)) => {
                Some("a duty `begins`, `ends` or is `broken`: one of these words must follow it")
            }
            (Wanted::Trigger, M::Status(_)) => Some("a status `begins` or `ends`: one of these words must follow it"),
            (Wanted::Trigger, M::Fact(_) | M::Finding(_)) => {
                Some("what is so belongs after `if`; `when` names what happens")
            }
            (Wanted::Duty, M::Status(_)) => Some("only a duty can be broken: declare it with `duty … broken by …`"),
            (Wanted::Consequence, M::Moment(_)) => Some("name one of the events that the moment stands for"),
            (Wanted::Consequence, M::Fact(_) | M::Finding(_)) => {
                Some("a fact cannot be brought about; begin a status instead")
            }
            _ => None,
        };
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }
}

/// A constant for an expression that could not be read, where the tree needs one; the code is then not used.
fn unreadable(span: Span) -> crate::code::tree::Expr {
    use crate::code::tree::{Expr, ExprKind};
    Expr { kind: ExprKind::Value(Value::Truth(false)), ty: scope::UNREADABLE, span }
}
