//! A code of laws, resolved: names are numbers, types are checked, amendments are worked in.
//!
//! The engine runs this tree as it stands. Every node keeps the place of its words, for citations and diagnostics.

use std::collections::BTreeMap;

use crate::source::Span;

use super::known::{Builtin, KnownEvent, KnownRemedy, KnownStatus};
use super::value::{Type, Value};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The place in the list of its kind.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )+};
}

ids! {
    /// A place in [`Code::enums`].
    EnumId,
    /// A place in [`Code::events`].
    EventId,
    /// A place in [`Code::statuses`].
    StatusId,
    /// A place in [`Code::facts`].
    FactId,
    /// A place in [`Code::findings`].
    FindingId,
    /// A place in [`Code::remedies`].
    RemedyId,
    /// A place in [`Code::moments`].
    MomentId,
    /// A place in [`Code::house_rules`].
    HouseRuleId,
    /// A place in [`Code::readings`].
    ReadingId,
    /// A place in [`Code::tables`].
    TableId,
    /// A place in [`Code::laws`].
    LawId,
    /// A place in [`Code::clauses`].
    ClauseId,
    /// A place in [`Code::rights`].
    RightId,
}

/// One code of laws, consolidated.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// Its name, such as `auction-1908-portland`.
    pub name: String,
    /// Its full title.
    pub title: String,
    /// `bridge`, `auction`, `duplicate`.
    pub family: String,
    /// Three play, each for himself until the calling is over; otherwise four.
    pub three_hand: bool,
    /// Where it was in force.
    pub place: Option<String>,
    /// From when: `1913-11`.
    pub force: Option<String>,
    /// Until when.
    pub until: Option<String>,
    /// The codes that it amends, nearest first.
    pub amends: Vec<String>,
    /// Enumerations.
    pub enums: Vec<EnumType>,
    /// Kinds of event.
    pub events: Vec<Event>,
    /// Kinds of status; duties too.
    pub statuses: Vec<Status>,
    /// Facts, given and defined.
    pub facts: Vec<Fact>,
    /// Questions of judgement.
    pub findings: Vec<Finding>,
    /// Things done.
    pub remedies: Vec<Remedy>,
    /// Named triggers.
    pub moments: Vec<Moment>,
    /// House rules (`option`).
    pub house_rules: Vec<HouseRule>,
    /// Rival readings.
    pub readings: Vec<Reading>,
    /// Tables of values.
    pub tables: Vec<Table>,
    /// The laws, in the printed order.
    pub laws: Vec<Law>,
    /// The clauses, in the order of their laws.
    pub clauses: Vec<Clause>,
    /// The rights that clauses open.
    pub rights: Vec<Right>,
    /// Which duties bind only as far as others allow.
    pub yields: Vec<Yield>,
}

/// An enumeration.
#[derive(Debug, Clone)]
pub struct EnumType {
    /// The name of the type.
    pub name: String,
    /// Its values, in the order of the declaration.
    pub values: Vec<String>,
}

/// A parameter or a bound name.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A kind of event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Its parts.
    pub params: Vec<Param>,
    /// Its English, with `{p}` for parts.
    pub phrase: String,
    /// What the table knows of it.
    pub known: Option<KnownEvent>,
    /// Where it is declared.
    pub span: Span,
}

/// A kind of status, or a duty.
#[derive(Debug, Clone)]
pub struct Status {
    /// Its name.
    pub name: String,
    /// Its parts.
    pub params: Vec<Param>,
    /// Its English.
    pub phrase: String,
    /// The law that declares it, if a law does.
    pub law: Option<LawId>,
    /// Its natural end. Frame: the parts in their order, then names that the triggers bind.
    pub until: Vec<Trigger>,
    /// How many slots the frame of `until` needs.
    pub until_slots: usize,
    /// Statuses that stand against it, from either declaration.
    pub against: Vec<StatusId>,
    /// What it says must or must not be done, if it is a duty.
    pub duty: Option<Duty>,
    /// What the engine knows of it.
    pub known: Option<KnownStatus>,
    /// Where it is declared.
    pub span: Span,
}

/// The test of a duty.
#[derive(Debug, Clone)]
pub struct Duty {
    /// It stands by itself.
    pub always: bool,
    /// The ways to break it.
    pub broken_by: Vec<BrokenBy>,
    /// What excuses a breach. Frame: the parts of the duty.
    pub excused: Option<Expr>,
}

/// One way to break a duty. Frame: the parts of the duty first, then names that the act binds.
#[derive(Debug, Clone)]
pub struct BrokenBy {
    /// The act: an event or a moment.
    pub act: Trigger,
    /// Only if.
    pub condition: Option<Expr>,
    /// How many slots the frame needs.
    pub slots: usize,
    /// Whether the card's or the call's place in the act is looked at (is not `_`).
    pub looks: bool,
}

/// `yield LEFT to RIGHT`
#[derive(Debug, Clone)]
pub struct Yield {
    /// The duty that gives way.
    pub left: StatusId,
    /// The duties that it gives way to.
    pub right: Vec<StatusId>,
    /// The law that says so.
    pub law: LawId,
}

/// A fact.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its type.
    pub ty: Type,
    /// Its English.
    pub phrase: String,
    /// The law that declares it, if a law does.
    pub law: Option<LawId>,
    /// What it means.
    pub body: FactBody,
    /// Where it is declared.
    pub span: Span,
}

/// What a fact means.
#[derive(Debug, Clone)]
pub enum FactBody {
    /// The table gives it.
    Table(Builtin),
    /// It is defined. Frame: the parameters, then the names of folds.
    Defined {
        /// The definition.
        body: Box<Expr>,
        /// How many slots the frame needs.
        slots: usize,
    },
}

/// A question of judgement.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of an answer.
    pub ty: Type,
    /// The question.
    pub phrase: String,
    /// The law that asks it, if a law declares it.
    pub law: Option<LawId>,
    /// Where it is declared.
    pub span: Span,
}

/// Something done.
#[derive(Debug, Clone)]
pub struct Remedy {
    /// Its name.
    pub name: String,
    /// Its parts.
    pub params: Vec<Param>,
    /// Its English.
    pub phrase: String,
    /// Remedies that cannot be done at once with it to the same first part.
    pub against: Vec<RemedyId>,
    /// What the engine knows of it; a remedy that it does not know is announced.
    pub known: Option<KnownRemedy>,
    /// Where it is declared.
    pub span: Span,
}

/// A named trigger.
#[derive(Debug, Clone)]
pub struct Moment {
    /// Its name.
    pub name: String,
    /// Its parts.
    pub params: Vec<Param>,
    /// Its English.
    pub phrase: String,
    /// Its cases.
    pub cases: Vec<MomentCase>,
    /// Where it is declared.
    pub span: Span,
}

/// One case of a moment. Frame: the parts of the moment first, then names that the trigger binds.
/// A part that the trigger does not bind is tried with every value of its type.
#[derive(Debug, Clone)]
pub struct MomentCase {
    /// What happens.
    pub trigger: Trigger,
    /// Only if.
    pub condition: Option<Expr>,
    /// How many slots the frame needs.
    pub slots: usize,
}

/// A house rule.
#[derive(Debug, Clone)]
pub struct HouseRule {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it is, unless the configuration says otherwise.
    pub default: Value,
    /// Its English.
    pub phrase: String,
    /// The law that declares it.
    pub law: Option<LawId>,
    /// Where it is declared.
    pub span: Span,
}

/// Rival readings of an unclear text.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// The question that the text leaves open.
    pub phrase: String,
    /// The enumeration of its answers; the first is the default.
    pub answers: EnumId,
    /// The source of each answer.
    pub sources: Vec<String>,
    /// The law that declares it.
    pub law: Option<LawId>,
    /// Where it is declared.
    pub span: Span,
}

/// A table of values.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its keys.
    pub params: Vec<Param>,
    /// The type of its cells.
    pub ty: Type,
    /// Its English.
    pub phrase: String,
    /// Its rows; the first that fits counts.
    pub rows: Vec<Row>,
    /// The law that declares it.
    pub law: Option<LawId>,
    /// How many slots the frame of a cell needs: the keys, then the names of folds.
    pub slots: usize,
    /// Where it is declared.
    pub span: Span,
}

/// One row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// One key a parameter.
    pub keys: Vec<Key>,
    /// The cell.
    pub cell: Expr,
}

/// One key of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// Anything else.
    Else,
    /// From … to, both included.
    Range(i64, i64),
    /// This value.
    Value(Value),
}

/// A printed law.
#[derive(Debug, Clone)]
pub struct Law {
    /// The number as printed; `ordinary` for the rules that the text takes for granted.
    pub number: String,
    /// The gist.
    pub heading: String,
    /// The code where the words stand.
    pub origin: String,
    /// Its number in the codes that this one builds on, by code, where it is another.
    pub other_numbers: BTreeMap<String, String>,
    /// What it is read with, such as `dealer` read as `declarer`.
    pub read_as: Vec<(String, String)>,
    /// What became of it.
    pub kind: LawKind,
    /// Its advisory clauses: label and reason.
    pub advisories: Vec<(String, String)>,
    /// Where it stands.
    pub span: Span,
}

impl Law {
    /// Where words of this law stand in another code: the code, the number there if it is another, and what they are read with.
    pub fn as_in(&self, code: &str) -> String {
        let number = self.other_numbers.get(code).map(|number| format!(", law {number}")).unwrap_or_default();
        let read = self.read_as.iter().map(|(from, to)| format!(", read with {to} for {from}"));
        format!("{code}{number}{}", read.collect::<String>())
    }
}

/// What became of a printed law.
#[derive(Debug, Clone)]
pub enum LawKind {
    /// It has clauses, duties or yields that rule.
    Rule,
    /// It defines words, tables or facts.
    Definition,
    /// Nothing is to be ruled; why.
    Advisory(String),
    /// It is not written yet; the kinds of event that it treats.
    Unwritten(Vec<Trigger>),
}

/// One clause.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its law.
    pub law: LawId,
    /// Its label as printed.
    pub label: String,
    /// The code where its words stand.
    pub origin: String,
    /// What it waits for; empty for an exception that takes this from what it excepts.
    pub triggers: Vec<Trigger>,
    /// Its own conditions, in order.
    pub conditions: Vec<Condition>,
    /// What keeps it from applying.
    pub unless: Vec<Expr>,
    /// What follows.
    pub effects: Vec<Effect>,
    /// The names of its frame. An exception without triggers has the names of what it excepts first.
    pub slots: Vec<Param>,
    /// The slot of `offender`, if it is bound.
    pub offender: Option<usize>,
    /// What it is instead of.
    pub instead: Vec<Instead>,
    /// Its place.
    pub span: Span,
}

/// One clause that an exception defeats.
#[derive(Debug, Clone)]
pub struct Instead {
    /// The clause.
    pub clause: ClauseId,
    /// Names that both bind: the exception's slot, the other's slot.
    pub shared: Vec<(usize, usize)>,
}

/// One conjunct of `if`.
#[derive(Debug, Clone)]
pub enum Condition {
    /// A condition that binds nothing.
    Test(Expr),
    /// A status that binds names, once for each that stands.
    Stands(StatusId, Vec<Arg>, Span),
    /// `x in E`, x being new.
    In(usize, Expr),
}

/// What is waited for.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// The kind.
    pub kind: TriggerKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of trigger.
#[derive(Debug, Clone)]
pub enum TriggerKind {
    /// An event.
    Event(EventId, Vec<Arg>),
    /// A moment.
    Moment(MomentId, Vec<Arg>),
    /// A status begins.
    Begins(StatusId, Vec<Arg>),
    /// A status ends.
    Ends(StatusId, Vec<Arg>),
    /// A duty is broken, by this act if one is given (its kind is an event or a moment).
    Broken(StatusId, Vec<Arg>, Option<Box<Trigger>>),
    /// This option of the right that one of these clauses opened was chosen.
    Takes(Vec<ClauseId>, String),
    /// The right that one of these clauses opened died unused.
    RightEnds(Vec<ClauseId>),
}

/// One argument of a pattern.
#[derive(Debug, Clone)]
pub enum Arg {
    /// Anything.
    Any,
    /// A new name: it is bound to this slot.
    Bind(usize),
    /// What stands there must equal this.
    Test(Expr),
}

/// A consequence.
#[derive(Debug, Clone)]
pub struct Effect {
    /// The kind.
    pub kind: EffectKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of consequence.
#[derive(Debug, Clone)]
pub enum EffectKind {
    /// A status begins; with its own end, if one is given (worked out in the frame of the clause).
    Begin(StatusId, Vec<EffectArg>, Vec<Trigger>),
    /// All matching statuses end.
    End(StatusId, Vec<EndArg>),
    /// Something is done.
    Remedy(RemedyId, Vec<EffectArg>),
    /// An event is dealt with as if it had happened.
    Deem(EventId, Vec<EffectArg>),
    /// A right opens.
    Right(RightId),
}

/// One argument of a consequence.
#[derive(Debug, Clone)]
pub struct EffectArg {
    /// The value.
    pub value: Expr,
    /// The value is a set: once for each member.
    pub every: bool,
}

/// One argument of `not status(…)`.
#[derive(Debug, Clone)]
pub enum EndArg {
    /// Anything.
    Any,
    /// Equal to this.
    Equal(Expr),
    /// Equal to any member of this.
    Each(Expr),
}

/// A right as a clause opens it. Its expressions use the frame of the clause.
#[derive(Debug, Clone)]
pub struct Right {
    /// The clause that opens it.
    pub clause: ClauseId,
    /// Who chooses.
    pub holder: Holder,
    /// Against whom.
    pub target: Option<Expr>,
    /// When it lapses; never by itself when empty: then the table waits.
    pub until: Vec<Trigger>,
    /// The options.
    pub options: Vec<Choice>,
    /// The option that silence means.
    pub silence: Option<usize>,
    /// What loses it.
    pub lost: Vec<Lost>,
    /// Its place.
    pub span: Span,
}

/// Who holds a right.
#[derive(Debug, Clone)]
pub enum Holder {
    /// One player.
    One(Expr),
    /// One player, and another when the first declines.
    Passing(Expr, Expr),
    /// Any of a set; the first decision binds.
    Either(Expr),
    /// All of a set must agree.
    Every(Expr),
}

/// One option of a right.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Its label.
    pub label: String,
    /// What the holder picks: slot, and the set to pick from.
    pub picks: Vec<(usize, Expr)>,
    /// Conduct that counts as choosing it.
    pub when: Vec<Trigger>,
    /// Offered only if.
    pub condition: Option<Expr>,
    /// What follows.
    pub effects: Vec<Effect>,
    /// Its place.
    pub span: Span,
}

/// What loses a right.
#[derive(Debug, Clone)]
pub struct Lost {
    /// What happens.
    pub when: Vec<Trigger>,
    /// Only if.
    pub condition: Option<Expr>,
    /// Its place.
    pub span: Span,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The kind.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A value as written.
    Value(Value),
    /// A bound name.
    Slot(usize),
    /// A fact.
    Fact(FactId, Vec<Expr>),
    /// A cell of a table.
    Table(TableId, Vec<Expr>),
    /// A house rule.
    HouseRule(HouseRuleId),
    /// A reading: the answer chosen, a value of its enumeration.
    Reading(ReadingId),
    /// A question of judgement.
    Finding(FindingId, Vec<Expr>),
    /// A status that stands, in a place where it binds nothing.
    Stands(StatusId, Vec<Arg>),
    /// `lawful call(p, c)`: the event, who, and the call or card.
    Lawful(EventId, Box<Expr>, Box<Expr>),
    /// `there(x)`
    There(Box<Expr>),
    /// `[a, b to c]`
    Set(Vec<(Expr, Option<Expr>)>),
    /// A fold over a set: the slot of its name, the set, the body.
    Fold(Fold, usize, Box<Expr>, Box<Expr>),
    /// `not`
    Not(Box<Expr>),
    /// `-n`
    Negative(Box<Expr>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a is b`, both of one type; sets are equal as sets.
    Equal(Box<Expr>, Box<Expr>),
    /// `a is S`, `a in S`, S being a set.
    Member(Box<Expr>, Box<Expr>),
    /// `a over b` and so on.
    Compare(Order, Box<Expr>, Box<Expr>),
    /// `a + b` and so on.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
}

pub use crate::syntax::tree::FoldKind as Fold;

/// Comparisons of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Order {
    Over,
    Under,
    AtLeast,
    AtMost,
}

/// Arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
}

impl Code {
    /// The event of that name.
    pub fn event(&self, name: &str) -> Option<EventId> {
        self.events.iter().position(|event| event.name == name).map(|place| EventId(place as u16))
    }

    /// The event that the table knows as this, if the code declares it.
    pub fn known_event(&self, known: KnownEvent) -> Option<EventId> {
        self.events.iter().position(|event| event.known == Some(known)).map(|place| EventId(place as u16))
    }

    /// The status that the engine knows as this, if the code declares it.
    pub fn known_status(&self, known: KnownStatus) -> Option<StatusId> {
        self.statuses.iter().position(|status| status.known == Some(known)).map(|place| StatusId(place as u16))
    }

    /// The enumeration of that name.
    pub fn enumeration(&self, name: &str) -> Option<EnumId> {
        self.enums.iter().position(|ty| ty.name == name).map(|place| EnumId(place as u16))
    }

    /// The value of an enumeration, by the name of the type and of the value.
    pub fn enum_value(&self, ty: &str, value: &str) -> Option<Value> {
        let id = self.enumeration(ty)?;
        let place = self.enums[id.index()].values.iter().position(|name| name == value)?;
        Some(Value::Enum(id, place as u16))
    }

    /// The law of that number.
    pub fn law(&self, number: &str) -> Option<LawId> {
        self.laws.iter().position(|law| law.number == number).map(|place| LawId(place as u16))
    }

    /// A clause as it is cited: `84(b)`, `27 B1(a)`, `ordinary(1)`.
    pub fn cite(&self, clause: ClauseId) -> String {
        let clause = &self.clauses[clause.index()];
        self.cite_law(clause.law, &clause.label)
    }

    /// A law and a label as cited; a label that opens with a letter is set apart: `27 B1(a)`.
    pub fn cite_law(&self, law: LawId, label: &str) -> String {
        let number = &self.laws[law.index()].number;
        let gap = if label.is_empty() || label.starts_with('(') { "" } else { " " };
        [number, gap, label].concat()
    }

    /// Whether a table of the code gives a strain a worth: a cell that is not nought.
    pub fn values(&self, strain: crate::bridge::Strain) -> bool {
        let key = Key::Value(Value::Strain(strain));
        let nought = |row: &Row| matches!(row.cell.kind, ExprKind::Value(Value::Number(0)));
        self.tables.iter().flat_map(|table| &table.rows).any(|row| row.keys.contains(&key) && !nought(row))
    }

    /// How many laws are rules, definitions, advisory, not written yet.
    pub fn coverage(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::from([("rule", 0), ("definition", 0), ("advisory", 0), ("unwritten", 0)]);
        for law in self.laws.iter().filter(|law| law.number != "ordinary") {
            let kind = match law.kind {
                LawKind::Rule => "rule",
                LawKind::Definition => "definition",
                LawKind::Advisory(_) => "advisory",
                LawKind::Unwritten(_) => "unwritten",
            };
            *counts.entry(kind).or_insert(0) += 1;
        }
        counts
    }
}
