//! Rulings as plain data: what the engine found, ready to be printed, kept or sent.
//!
//! Values stand here as they are written in records (`East`, `D4`, `NS`), beside the English of each consequence. Nothing in here
//! is worked out any more; the shape is versioned by [`SCHEMA`].

mod line;

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bridge::{Seat, Side};

/// The version of the shape of what is written as RON and JSON.
pub const SCHEMA: u32 = 1;

/// What kind of ruling it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A clause applies.
    Clause,
    /// A right was used, or ended otherwise.
    Choice,
    /// A duty was broken and no clause says what follows.
    Irregular,
    /// Something happened that no clause of the code speaks about.
    Silent,
    /// The law that treats this is not written yet.
    NotWritten,
    /// Two clauses contradict each other; neither was applied.
    Conflict,
    /// Something was chosen that could not be.
    Refused,
    /// A clause could not be worked out: the law file is at fault.
    Fault,
}

/// The event that a ruling is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRef {
    /// The number of the event of the record that led to it, from 1; 0 before the first.
    pub nr: u32,
    /// As a record would write it.
    pub text: String,
    /// In English.
    pub english: String,
}

/// One consequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// What kind: `begins`, `ends`, `does`, `deems`.
    pub kind: EffectKind,
    /// In the notation of the law language: `award(100, honours, NS)`.
    pub what: String,
    /// In English.
    pub text: String,
    /// Points, for what is scored at once: how many, in which column, for which side.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub award: Option<Award>,
    /// Tricks that move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub transfer: Option<Transfer>,
}

/// The kinds of consequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum EffectKind {
    Begins,
    Ends,
    Does,
    Deems,
}

/// Points that a side scores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Award {
    /// How many.
    pub points: i64,
    /// `tricks` (below the line) or `honours` (above it).
    pub column: String,
    /// For whom.
    pub side: Side,
}

/// Tricks that move from one side to the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// How many.
    pub tricks: i64,
    /// From this side.
    pub from: Side,
    /// To this side.
    pub to: Side,
}

/// How the holders of a right hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// One player.
    One,
    /// Any of several; the first decision binds.
    Either,
    /// All must agree.
    Every,
    /// One player, then another when the first declines.
    Passing,
}

/// A right that a ruling opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RightReport {
    /// Its number in the deal, from 0.
    pub nr: u32,
    /// Who may choose.
    pub holder: Vec<Seat>,
    /// How they hold it.
    pub held: Held,
    /// Against whom it runs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub against: Option<Seat>,
    /// Until when, in English; empty when the table waits for the answer.
    pub until: Vec<String>,
    /// `open`, `taken`, `lapsed`, `declined`, `forfeited`.
    pub state: State,
    /// The option taken.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub taken: Option<String>,
    /// The options.
    pub options: Vec<OptionReport>,
    /// The option that silence means.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub silence: Option<String>,
}

/// The life of a right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum State {
    Open,
    Taken,
    Lapsed,
    Declined,
    Forfeited,
}

impl State {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Taken => "taken",
            State::Lapsed => "lapsed",
            State::Declined => "declined",
            State::Forfeited => "forfeited",
        }
    }
}

/// One option of a right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionReport {
    /// Its label.
    pub label: String,
    /// What the holder picks, in English, such as `a suit`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub picks: Vec<String>,
    /// Whether it is offered as things stand.
    pub offered: bool,
    /// What follows, in English.
    pub effects: Vec<String>,
}

/// What became of a right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The number of the right.
    pub right: u32,
    /// How it ended.
    pub state: State,
    /// Who decided.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub by: Option<Seat>,
    /// The option, with what was picked: `call_suit hearts`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub option: Option<String>,
    /// Nobody chose: silence means this option.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub by_silence: bool,
}

/// One ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Its number in the deal, from 1.
    pub id: u32,
    /// What kind.
    pub kind: Kind,
    /// The law and clause as cited: `84(b)`; empty when there is none.
    pub law: String,
    /// The code where its words stand, when that is not the code in force; with the number of the law there if it is another, and what
    /// they are read with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub as_in: Option<String>,
    /// The gist of the law, or what there is to say.
    pub gist: String,
    /// The event.
    pub event: EventRef,
    /// The trick that it is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub trick: Option<u8>,
    /// The offender.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offender: Option<Seat>,
    /// His side.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Side>,
    /// What he is: `declarer`, `dummy`, `defender`, `dealer` …
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub role: Option<String>,
    /// The event of the record at which the matter arose.
    pub arose: u32,
    /// The event of the record by which somebody drew attention to it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub noticed: Option<u32>,
    /// What follows by itself.
    pub effects: Vec<Effect>,
    /// What may be chosen.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub right: Option<RightReport>,
    /// What became of a right.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub outcome: Option<Outcome>,
    /// The clauses that it takes the place of, or those in conflict.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub instead_of: Vec<String>,
    /// Why: what was bound, and each condition.
    pub derivation: Derivation,
}

/// Why a ruling holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Derivation {
    /// The names of the clause and what they were.
    pub bindings: Vec<(String, String)>,
    /// The conditions, each with its value; shared by all rulings of a clause.
    #[serde(serialize_with = "write_shared", deserialize_with = "read_shared")]
    pub conditions: Arc<[(String, String)]>,
}

fn write_shared<S: Serializer>(shared: &Arc<[(String, String)]>, to: S) -> Result<S::Ok, S::Error> {
    shared.as_ref().serialize(to)
}

fn read_shared<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<[(String, String)]>, D::Error> {
    Vec::deserialize(from).map(Arc::from)
}

impl Ruling {
    /// Whether two rulings say the same, however they came about.
    pub fn same_as(&self, other: &Ruling) -> bool {
        self.lines() == other.lines() && self.event == other.event
    }
}

impl Ruling {
    /// Whether it is mere bookkeeping: nobody offended, nobody chooses, nothing is done but statuses that begin or end.
    pub fn is_routine(&self) -> bool {
        let quiet = |effect: &Effect| {
            matches!(effect.kind, EffectKind::Begins | EffectKind::Ends)
                || ["close_calling(", "pass_out("].iter().any(|word| effect.what.starts_with(word))
        };
        self.kind == Kind::Clause && self.offender.is_none() && self.right.is_none() && self.effects.iter().all(quiet)
    }
}
