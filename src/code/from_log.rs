//! A log's words read in the words of one code.
//!
//! In: the entries of a log. Out: events whose parts are typed values, choices and judgements whose laws and questions are found, and
//! the diagnostics of what the code has no word for. Who declarer is, which trick is meant: the table fills that in later.

use std::collections::BTreeSet;

use crate::bridge::{Call, Card, Rank, Seat, Side, Strain, Suit};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{LawRef, LogEntry, LogValue};

use super::from_syntax::labels::within;
use super::from_syntax::names::nearest_of;
use super::from_syntax::types::{a_type, call_of_kind};
use super::log::{Judged, LogArg, RecordedEvent, RecordedKind};
use super::tree::{ClauseId, Code, EffectKind, EventId, FactBody, FactId, FindingId, Param, Right};
use super::value::{Base, Citation, Set, Type, Value};

/// Words of a log that are no events.
const OTHER_WORDS: [&str; 3] = ["choose", "waive", "judge"];

/// Reads the entries of a log. What cannot be read is left out and told.
pub fn resolve_log(code: &Code, entries: &[LogEntry]) -> (Vec<RecordedEvent>, Vec<Diagnostic>) {
    let mut reader = Reader { code, found: Vec::new() };
    let events = entries.iter().filter_map(|entry| {
        let kind = reader.entry(entry)?;
        Some(RecordedEvent { kind, text: entry_text(entry), span: entry.span })
    });
    let events = events.collect();
    (events, reader.found)
}

struct Reader<'c> {
    code: &'c Code,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    fn entry(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        match entry.name.value.as_str() {
            "choose" => self.choose(entry),
            "waive" => self.waive(entry),
            "judge" => self.judge(entry),
            _ => {
                let (id, args) = self.event(entry, true)?;
                Some(RecordedKind::Event(id, args))
            }
        }
    }

    /// An event with its parts; `whole` when only what the table can fill in may be left out.
    fn event(&mut self, entry: &LogEntry, whole: bool) -> Option<(EventId, Vec<Option<LogArg>>)> {
        let name = &entry.name;
        let Some(id) = self.code.event(&name.value) else {
            let text = format!("the code {} knows no event `{}`", self.code.name, name.value);
            let known = self.code.events.iter().map(|event| event.name.as_str()).chain(OTHER_WORDS);
            let mut diagnostic = Diagnostic::error("R0701", name.span, text);
            if let Some(near) = nearest_of(&name.value, known.map(|known| (known, 0))) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            self.report(diagnostic);
            return None;
        };
        let params = &self.code.events[id.index()].params;
        if entry.args.len() > params.len() {
            self.wrong_number(entry, params);
            return None;
        }
        let missing = params.get(entry.args.len()..).unwrap_or_default();
        let filled_in = |param: &Param| matches!(param.ty.base, Base::Trick | Base::Side) && !param.ty.set;
        if whole && !missing.iter().all(filled_in) {
            self.wrong_number(entry, params);
            return None;
        }
        let mut args: Vec<Option<LogArg>> = Vec::new();
        for (arg, param) in entry.args.iter().zip(params) {
            self.label(arg, param);
            args.push(Some(self.value(&arg.value, arg.span, param.ty)?));
        }
        args.resize(params.len(), None);
        Some((id, args))
    }

    fn wrong_number(&mut self, entry: &LogEntry, params: &[Param]) {
        let parts: Vec<String> =
            params.iter().map(|param| format!("{}: {}", param.name, self.type_name(param.ty))).collect();
        let text = match params.is_empty() {
            true => format!("`{}` has no parts", entry.name.value),
            false => format!("`{}` has the parts {}", entry.name.value, parts.join(", ")),
        };
        self.report(Diagnostic::error("R0702", entry.span, text));
    }

    /// A label must name the part at its place; an earlier event may also be told by `of:`.
    fn label(&mut self, arg: &syntax::LogArg, param: &Param) {
        let Some(label) = &arg.label else { return };
        if label.value != param.name && !(label.value == "of" && param.ty.base == Base::Incident) {
            let text = format!("this part is named `{}`, not `{}`", param.name, label.value);
            self.report(Diagnostic::error("R0703", label.span, text));
        }
    }

    /// What is written as a value of a type.
    fn value(&mut self, value: &LogValue, span: Span, ty: Type) -> Option<LogArg> {
        match value {
            LogValue::Set(words) if ty.set => {
                let members: Option<Vec<LogArg>> =
                    words.iter().map(|word| self.word(&word.value, word.span, Type::one(ty.base))).collect();
                members.map(in_one_set)
            }
            LogValue::Word(word) if ty.set => {
                self.word(word, span, Type::one(ty.base)).map(|one| in_one_set(vec![one]))
            }
            LogValue::Word(word) => self.word(word, span, ty),
            LogValue::Law(reference) if ty.base == Base::Choice => self.rights(reference, None).map(LogArg::Right),
            LogValue::Law(reference) if ty.base == Base::Citation => {
                let law = self.law(reference)?;
                let citation = Citation { law, label: reference.label.value.clone() };
                Some(LogArg::Value(Value::Citation(Box::new(citation))))
            }
            LogValue::Entry(entry) if ty.base == Base::Incident => {
                let (id, args) = self.event(entry, false)?;
                Some(LogArg::Incident(id, args))
            }
            LogValue::Set(_) | LogValue::Law(_) | LogValue::Entry(_) => {
                self.unreadable(span, ty, None);
                None
            }
        }
    }

    /// One word as a value of a type.
    fn word(&mut self, word: &str, span: Span, ty: Type) -> Option<LogArg> {
        let value = match ty.base {
            Base::Player => match word.parse::<Seat>() {
                Ok(seat) => Some(Value::Player(seat)),
                Err(()) => match self.role(word) {
                    Some(role) => return Some(LogArg::Role(role)),
                    None => None,
                },
            },
            Base::Side => {
                let side = Side::ALL.into_iter().find(|side| word.eq_ignore_ascii_case(&side.to_string()));
                side.map(Value::Side)
            }
            Base::Suit => suit(word).map(|suit| Value::Strain(suit.into())),
            Base::Strain => strain(word).map(Value::Strain),
            Base::Rank => rank(word).map(Value::Rank),
            Base::Card => word.parse::<Card>().ok().map(Value::Card),
            Base::Call => self.call(word).map(Value::Call),
            Base::Trick | Base::Number => word.parse::<i64>().ok().map(Value::Number),
            Base::Truth => match word {
                "yes" => Some(Value::Truth(true)),
                "no" => Some(Value::Truth(false)),
                _ => None,
            },
            Base::Enum(id) => {
                let values = &self.code.enums[id.index()].values;
                values.iter().position(|value| value == word).map(|place| Value::Enum(id, place as u16))
            }
            Base::Choice | Base::Citation | Base::Incident | Base::Nothing => None,
        };
        if value.is_none() {
            self.unreadable(span, ty, Some(word));
        }
        value.map(LogArg::Value)
    }

    /// A fact without parts that is a player: `dealer`, `declarer`, `dummy`.
    fn role(&self, word: &str) -> Option<FactId> {
        let place = self
            .code
            .facts
            .iter()
            .position(|fact| fact.name == word && fact.params.is_empty() && fact.ty == Type::one(Base::Player))?;
        Some(FactId(place as u16))
    }

    /// A call: `1S`, `pass`; a word of `kind`; a strain by its name.
    fn call(&self, word: &str) -> Option<Call> {
        if let Ok(call) = word.parse() {
            return Some(call);
        }
        let spoken = self.code.enum_value("kind", word).and_then(|value| match value {
            Value::Enum(id, place) => call_of_kind(self.code, id, place),
            _ => None,
        });
        spoken.or_else(|| Strain::ALL.into_iter().find(|strain| strain.name() == word).map(Call::Name))
    }

    /// Reports what is no value of the type, with what it may have meant.
    fn unreadable(&mut self, span: Span, ty: Type, word: Option<&str>) {
        let wanted = a_type(self.code, ty);
        let text = match word {
            Some(word) => format!("`{word}` is not {wanted}"),
            None => format!("{wanted} is wanted here"),
        };
        let known: Vec<String> = self.values_of(ty);
        let near = word.and_then(|word| nearest_of(word, known.iter().map(|known| (known.as_str(), 0))));
        let help = match (near, ty.base) {
            (Some(near), _) => Some(format!("did you mean `{near}`?")),
            (None, Base::Card) => Some("a card is written `S6`, `HT`, `D10`".to_owned()),
            (None, Base::Call) => {
                Some("a call is written `1S`, `2NT`, `pass`, `X`, `XX`, or as a word of the code".to_owned())
            }
            (None, Base::Choice) => Some("a right is written as its law: `law 84(b)`".to_owned()),
            (None, Base::Incident) => Some("an earlier event is written as in the log: `play(East, D4)`".to_owned()),
            (None, _) if !known.is_empty() => Some(format!("it can be {}", known.join(", "))),
            (None, _) => None,
        };
        let mut diagnostic = Diagnostic::error("R0704", span, text);
        diagnostic.help = help;
        self.report(diagnostic);
    }

    /// The words for the values of a type, where they are few.
    fn values_of(&self, ty: Type) -> Vec<String> {
        match ty.base {
            Base::Player => {
                let seats = Seat::ALL.into_iter().map(|seat| seat.to_string());
                seats.chain(["dealer", "declarer", "dummy"].map(str::to_owned)).collect()
            }
            Base::Side => Side::ALL.into_iter().map(|side| side.to_string()).collect(),
            Base::Suit => Suit::ALL.into_iter().map(|suit| suit.name().to_owned()).collect(),
            Base::Strain => Strain::ALL.into_iter().map(|strain| strain.name().to_owned()).collect(),
            Base::Truth => vec!["yes".to_owned(), "no".to_owned()],
            Base::Enum(id) => self.code.enums[id.index()].values.clone(),
            _ => Vec::new(),
        }
    }

    fn type_name(&self, ty: Type) -> String {
        super::from_syntax::types::type_name(self.code, ty)
    }

    /// `choose(South, law 84(b), tricks)`, picks after the option, `nth: 2` at the end.
    fn choose(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        let (args, nth) = self.without_nth(entry);
        let [by, law, option, picks @ ..] = args.as_slice() else {
            let text = "a choice is written `choose(South, law 84(b), tricks)`";
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        };
        let by = self.value(&by.value, by.span, Type::one(Base::Player))?;
        let reference = self.reference(law)?;
        let LogValue::Word(label) = &option.value else {
            self.report(Diagnostic::error("R0704", option.span, "an option is written by its name"));
            return None;
        };
        let clauses = self.rights(reference, Some((label, option.span)))?;
        let types = self.picks_of(&clauses, label);
        if picks.len() != types.len() {
            let text = match types.len() {
                0 => format!("the option `{label}` leaves nothing to pick"),
                n => format!("the option `{label}` leaves {n} thing{} to pick", if n == 1 { "" } else { "s" }),
            };
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        }
        let picks: Option<Vec<LogArg>> =
            picks.iter().zip(types).map(|(pick, ty)| self.value(&pick.value, pick.span, ty)).collect();
        Some(RecordedKind::Choose { by, clauses, option: label.clone(), picks: picks?, nth })
    }

    /// `waive(South, law 84(b))`
    fn waive(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        let (args, nth) = self.without_nth(entry);
        let [by, law] = args.as_slice() else {
            let text = "giving up a right is written `waive(South, law 84(b))`";
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        };
        let by = self.value(&by.value, by.span, Type::one(Base::Player))?;
        let reference = self.reference(law)?;
        let clauses = self.rights(reference, None)?;
        Some(RecordedKind::Waive { by, clauses, nth })
    }

    /// The arguments without `nth: 2`, and its number; 1 when it is not said.
    fn without_nth<'e>(&mut self, entry: &'e LogEntry) -> (Vec<&'e syntax::LogArg>, usize) {
        let is_nth = |arg: &&syntax::LogArg| arg.label.as_ref().is_some_and(|label| label.value == "nth");
        let args = entry.args.iter().filter(|arg| !is_nth(arg)).collect();
        let Some(arg) = entry.args.iter().find(is_nth) else { return (args, 1) };
        let number = match &arg.value {
            LogValue::Word(word) => word.parse::<usize>().ok().filter(|number| *number > 0),
            _ => None,
        };
        if number.is_none() {
            self.report(Diagnostic::error(
                "R0704",
                arg.span,
                "`nth:` counts open rights of one kind, the oldest being 1",
            ));
        }
        (args, number.unwrap_or(1))
    }

    fn reference<'e>(&mut self, arg: &'e syntax::LogArg) -> Option<&'e LawRef> {
        match &arg.value {
            LogValue::Law(reference) => Some(reference),
            _ => {
                self.report(Diagnostic::error("R0704", arg.span, "a right is written as its law: `law 84(b)`"));
                None
            }
        }
    }

    /// The law of a reference.
    fn law(&mut self, reference: &LawRef) -> Option<super::tree::LawId> {
        let law = self.code.law(&reference.number.value);
        if law.is_none() {
            let text = format!("the code {} has no law {}", self.code.name, reference.number.value);
            self.report(Diagnostic::error("R0705", reference.number.span, text));
        }
        law
    }

    /// The clauses that a reference means and that open a right, with that option if one is named.
    fn rights(&mut self, reference: &LawRef, option: Option<(&str, Span)>) -> Option<Vec<ClauseId>> {
        let law = self.law(reference)?;
        let label = &reference.label.value;
        let cited = self.code.cite_law(law, label);
        let opening: BTreeSet<ClauseId> = self
            .code
            .rights
            .iter()
            .map(|right| right.clause)
            .filter(|clause| {
                let clause = &self.code.clauses[clause.index()];
                clause.law == law && within(&clause.label, label)
            })
            .collect();
        if opening.is_empty() {
            let text = format!("law {cited} of {} opens no right", self.code.name);
            self.report(Diagnostic::error("R0705", reference.number.span, text));
            return None;
        }
        let Some((option, span)) = option else { return Some(opening.into_iter().collect()) };
        let with: Vec<ClauseId> = opening
            .iter()
            .copied()
            .filter(|clause| self.rights_of(*clause).any(|right| right.options.iter().any(|one| one.label == option)))
            .collect();
        if with.is_empty() {
            let labels: BTreeSet<&str> = opening
                .iter()
                .flat_map(|clause| self.rights_of(*clause))
                .flat_map(|right| right.options.iter().map(|one| one.label.as_str()))
                .collect();
            let text = format!("the right of law {cited} has no option `{option}`");
            let help = match nearest_of(option, labels.iter().map(|label| (*label, 0))) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let labels: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
                    format!("its options are {}", labels.join(", "))
                }
            };
            self.report(Diagnostic::error("R0706", span, text).help(help));
            return None;
        }
        Some(with)
    }

    fn rights_of(&self, clause: ClauseId) -> impl Iterator<Item = &Right> {
        let clause = &self.code.clauses[clause.index()];
        clause.effects.iter().filter_map(|effect| match effect.kind {
            EffectKind::Right(id) => self.code.rights.get(id.index()),
            _ => None,
        })
    }

    /// The types of what the holder picks with an option.
    fn picks_of(&self, clauses: &[ClauseId], option: &str) -> Vec<Type> {
        let choice = clauses
            .iter()
            .flat_map(|clause| self.rights_of(*clause))
            .flat_map(|right| &right.options)
            .find(|choice| choice.label == option);
        let picks = choice.map(|choice| choice.picks.iter().map(|(_, set)| Type::one(set.ty.base)).collect());
        picks.unwrap_or_default()
    }

    /// `judge(inadvertent(West, 1S), yes)`
    fn judge(&mut self, entry: &LogEntry) -> Option<RecordedKind> {
        let [asked, answer] = entry.args.as_slice() else {
            let text = "a judgement is written `judge(helped(NS), yes)`";
            self.report(Diagnostic::error("R0702", entry.span, text));
            return None;
        };
        let (name, span, args): (&str, Span, &[syntax::LogArg]) = match &asked.value {
            LogValue::Entry(entry) => (&entry.name.value, entry.name.span, &entry.args),
            LogValue::Word(word) => (word, asked.span, &[]),
            LogValue::Set(_) | LogValue::Law(_) => {
                self.report(Diagnostic::error("R0707", asked.span, "a judgement answers a finding or a hidden fact"));
                return None;
            }
        };
        let (question, params, ty) = self.judged(name, span)?;
        if !args.is_empty() && args.len() != params.len() {
            let text = format!("`{name}` has {} part{}", params.len(), if params.len() == 1 { "" } else { "s" });
            self.report(Diagnostic::error("R0702", asked.span, text));
            return None;
        }
        let mut read = Vec::new();
        for (arg, param) in args.iter().zip(&params) {
            self.label(arg, param);
            read.push(self.value(&arg.value, arg.span, param.ty)?);
        }
        let answer = self.value(&answer.value, answer.span, ty)?;
        Some(RecordedKind::Judge { question, args: read, answer })
    }

    /// What a judgement is about.
    fn judged(&mut self, name: &str, span: Span) -> Option<(Judged, Vec<Param>, Type)> {
        if let Some(place) = self.code.findings.iter().position(|finding| finding.name == name) {
            let finding = &self.code.findings[place];
            return Some((Judged::Finding(FindingId(place as u16)), finding.params.clone(), finding.ty));
        }
        let given = |fact: &super::tree::Fact| fact.name == name && matches!(fact.body, FactBody::Table(_));
        if let Some(place) = self.code.facts.iter().position(given) {
            let fact = &self.code.facts[place];
            return Some((Judged::Fact(FactId(place as u16)), fact.params.clone(), fact.ty));
        }
        let text = match self.code.facts.iter().any(|fact| fact.name == name) {
            true => format!("`{name}` follows from other facts: judge those"),
            false => format!("the code {} asks nothing named `{name}`", self.code.name),
        };
        let mut diagnostic = Diagnostic::error("R0707", span, text);
        let known = self.code.findings.iter().map(|finding| (finding.name.as_str(), 0));
        if let Some(near) = nearest_of(name, known) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
        None
    }
}

/// Several arguments as one: a set value when all are values.
fn in_one_set(members: Vec<LogArg>) -> LogArg {
    let values: Option<Vec<Value>> = members
        .iter()
        .map(|member| match member {
            LogArg::Value(value) => Some(value.clone()),
            _ => None,
        })
        .collect();
    match values {
        Some(values) => LogArg::Value(Value::Set(Box::new(Set::of(values)))),
        None => LogArg::Set(members),
    }
}

/// A suit by its name or letter.
fn suit(word: &str) -> Option<Suit> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Suit::from_letter(letter),
        _ => Suit::ALL.into_iter().find(|suit| suit.name() == word),
    }
}

/// A strain by its name or its short form.
fn strain(word: &str) -> Option<Strain> {
    Strain::ALL.into_iter().find(|strain| strain.name() == word).or_else(|| Strain::from_short(word))
}

/// A rank by its letter, its figure or its name.
fn rank(word: &str) -> Option<Rank> {
    let named = match word {
        "ace" => 'A',
        "king" => 'K',
        "queen" => 'Q',
        "knave" => 'J',
        "ten" | "10" => 'T',
        _ => {
            let mut letters = word.chars();
            let letter = letters.next()?;
            return if letters.next().is_some() { None } else { Rank::from_letter(letter) };
        }
    };
    Rank::from_letter(named)
}

/// An entry as it is written, in one line.
fn entry_text(entry: &LogEntry) -> String {
    let args: Vec<String> = entry.args.iter().map(arg_text).collect();
    format!("{}({})", entry.name.value, args.join(", "))
}

fn arg_text(arg: &syntax::LogArg) -> String {
    let label = arg.label.as_ref().map(|label| format!("{}: ", label.value)).unwrap_or_default();
    let value = match &arg.value {
        LogValue::Word(word) => word.clone(),
        LogValue::Set(words) => {
            let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            format!("[{}]", words.join(", "))
        }
        LogValue::Law(reference) => format!("law {}", super::from_syntax::labels::cited(reference)),
        LogValue::Entry(entry) => entry_text(entry),
    };
    format!("{label}{value}")
}
