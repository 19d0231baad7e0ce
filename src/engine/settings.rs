//! What a run is set to, and a code made ready to run.
//!
//! In: a resolved code, the choices of the configuration, the texts of the law files. Out: an engine, under which any number of deals
//! can be run; a choice that the code does not have is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bridge::Call;
use crate::code::Code;
use crate::code::known::{KnownEvent, KnownStatus};
use crate::code::tree::{EnumId, EventId, StatusId};
use crate::code::value::{Base, Value};
use crate::source::Sources;
use crate::table::Stage;

use super::program::Program;

/// What the configuration or the command line chooses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// House rules, by name, as written: `dealer_may_pass` is `yes`.
    pub house_rules: BTreeMap<String, String>,
    /// Readings, by name: `two_revokes` is `honours_only`.
    pub readings: BTreeMap<String, String>,
    /// Every renounce of a hidden hand is asked about, not only those that somebody challenged.
    pub suspect_all: bool,
}

/// What a run is set to.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The value of each house rule.
    pub house_rules: Vec<Value>,
    /// The answer of each reading.
    pub readings: Vec<u16>,
    /// Every renounce of a hidden hand is asked about.
    pub suspect_all: bool,
    /// What the code calls the things that the engine knows.
    pub words: Words,
}

impl Settings {
    /// The code's event for one that the table knows.
    pub fn known_event(&self, known: KnownEvent) -> Option<EventId> {
        self.words.events[known as usize]
    }

    /// The code's status for one that the engine knows.
    pub fn known_status(&self, known: KnownStatus) -> Option<StatusId> {
        self.words.statuses[known as usize]
    }
}

/// The code's events, statuses and values for those that the engine knows, looked up once.
#[derive(Debug, Clone)]
pub struct Words {
    /// In the order of [`KnownEvent::ALL`].
    events: Vec<Option<EventId>>,
    /// In the order of [`KnownStatus::ALL`].
    statuses: Vec<Option<StatusId>>,
    stages: [Option<Value>; 5],
    kinds: [Option<Value>; 5],
    kind: Option<EnumId>,
}

impl Words {
    fn of(code: &Code) -> Words {
        let kind = |word| code.enum_value("kind", word);
        Words {
            events: KnownEvent::ALL.iter().map(|known| code.known_event(*known)).collect(),
            statuses: KnownStatus::ALL.iter().map(|known| code.known_status(*known)).collect(),
            stages: Stage::ALL.map(|stage| code.enum_value("stage", stage.word())),
            kinds: ["pass", "double", "redouble", "bid", "name_trump"].map(kind),
            kind: code.enumeration("kind"),
        }
    }

    /// A part of the deal, as a value of the enumeration `stage`.
    pub fn stage(&self, stage: Stage) -> Option<Value> {
        self.stages[stage as usize].clone()
    }

    /// The kind of a call, as a value of the enumeration `kind`.
    pub fn kind(&self, call: Call) -> Option<Value> {
        let place = match call {
            Call::Pass => 0,
            Call::Double => 1,
            Call::Redouble => 2,
            Call::Bid { .. } => 3,
            Call::Name(_) => 4,
            Call::Word(place) => return self.kind.map(|id| Value::Enum(id, place)),
        };
        self.kinds[place].clone()
    }
}

/// The conditions of a clause in words, each with its value.
type Conditions = Arc<[(String, String)]>;

/// A code made ready to run.
#[derive(Debug, Clone)]
pub struct Engine {
    code: Arc<Code>,
    settings: Settings,
    program: Program,
    condition_texts: Vec<Conditions>,
    options: Options,
}

/// What all worlds of a deal share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The code.
    pub code: &'a Code,
    /// What the run is set to.
    pub settings: &'a Settings,
    /// The clauses by what they wait for.
    pub program: &'a Program,
    /// The conditions of each clause, as written, each with the value that it has when the clause applies.
    pub condition_texts: &'a [Conditions],
}

impl Engine {
    /// Makes a code ready.
    ///
    /// # Errors
    /// A house rule or a reading that the code does not have, or a value that it does not take.
    pub fn new(code: impl Into<Arc<Code>>, sources: &Sources, options: &Options) -> Result<Engine, Vec<String>> {
        let code = code.into();
        let mut faults = Vec::new();
        let settings = Settings {
            house_rules: house_rules(&code, options, &mut faults),
            readings: readings(&code, options, &mut faults),
            suspect_all: options.suspect_all,
            words: Words::of(&code),
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let condition_texts = code.clauses.iter().map(|clause| condition_texts(clause, sources)).collect();
        Ok(Engine { program: Program::of(&code), settings, code, condition_texts, options: options.clone() })
    }

    /// The same code with other house rules and readings, those given going before those of this engine.
    ///
    /// # Errors
    /// A house rule or a reading that the code does not have, or a value that it does not take.
    pub fn set_to(
        &self,
        house_rules: &BTreeMap<String, String>,
        readings: &BTreeMap<String, String>,
    ) -> Result<Engine, Vec<String>> {
        let mut options = self.options.clone();
        options.house_rules.extend(house_rules.clone());
        options.readings.extend(readings.clone());
        let mut faults = Vec::new();
        let mut engine = self.clone();
        engine.settings.house_rules = self::house_rules(&self.code, &options, &mut faults);
        engine.settings.readings = self::readings(&self.code, &options, &mut faults);
        engine.options = options;
        if faults.is_empty() { Ok(engine) } else { Err(faults) }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// What all worlds of its deals share.
    pub fn shared(&self) -> Shared<'_> {
        Shared {
            code: &self.code,
            settings: &self.settings,
            program: &self.program,
            condition_texts: &self.condition_texts,
        }
    }
}

fn house_rules(code: &Code, options: &Options, faults: &mut Vec<String>) -> Vec<Value> {
    let names: Vec<&str> = code.house_rules.iter().map(|rule| rule.name.as_str()).collect();
    for name in options.house_rules.keys().filter(|name| !names.contains(&name.as_str())) {
        faults.push(format!("{} has no option `{name}`{}", code.name, has(&names)));
    }
    code.house_rules
        .iter()
        .map(|rule| {
            let Some(word) = options.house_rules.get(&rule.name) else { return rule.default.clone() };
            let value = match rule.ty.base {
                Base::Truth => match word.as_str() {
                    "yes" => Some(Value::Truth(true)),
                    "no" => Some(Value::Truth(false)),
                    _ => None,
                },
                Base::Number | Base::Trick => word.parse().ok().map(Value::Number),
                Base::Enum(id) => {
                    let place = code.enums[id.index()].values.iter().position(|value| value == word);
                    place.map(|place| Value::Enum(id, place as u16))
                }
                _ => None,
            };
            value.unwrap_or_else(|| {
                faults.push(format!("option `{}` of {} cannot be `{word}`", rule.name, code.name));
                rule.default.clone()
            })
        })
        .collect()
}

fn readings(code: &Code, options: &Options, faults: &mut Vec<String>) -> Vec<u16> {
    let names: Vec<&str> = code.readings.iter().map(|reading| reading.name.as_str()).collect();
    for name in options.readings.keys().filter(|name| !names.contains(&name.as_str())) {
        faults.push(format!("{} has no reading `{name}`{}", code.name, has(&names)));
    }
    code.readings
        .iter()
        .map(|reading| {
            let Some(word) = options.readings.get(&reading.name) else { return 0 };
            let answers = &code.enums[reading.answers.index()].values;
            answers.iter().position(|answer| answer == word).map_or_else(
                || {
                    faults.push(format!(
                        "reading `{}` of {} is one of {}",
                        reading.name,
                        code.name,
                        answers.join(", ")
                    ));
                    0
                },
                |place| place as u16,
            )
        })
        .collect()
}

fn has(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) }
}

/// The conditions of a clause as its file writes them, white space folded.
fn condition_texts(clause: &crate::code::tree::Clause, sources: &Sources) -> Conditions {
    use crate::code::tree::Condition;
    let fold = |span| sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let conditions = clause.conditions.iter().map(|condition| match condition {
        Condition::Test(expr) | Condition::In(_, expr) => fold(expr.span),
        Condition::Stands(_, _, span) => fold(*span),
    });
    let texts = conditions.chain(clause.unless.iter().map(|expr| format!("not: {}", fold(expr.span))));
    texts.map(|text| (text, "yes".to_string())).collect()
}
