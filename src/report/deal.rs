//! A deal as a report: what holds in any case, then each question with what follows from each answer.
//!
//! In: a [`Deal`] that has been run. Out: plain data that prints, serializes and compares. Questions whose answers change nothing are
//! dropped here, and what is the same for all answers is said once.

use serde::{Deserialize, Serialize};

use crate::code::known::KnownEvent;
use crate::code::value::{Base, Value};
use crate::engine::{Deal, DealResult, Node, Rubber, Standing, WayOut, World};
use crate::ruling::{Kind, Ruling, SCHEMA};

/// All that is said about one deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DealReport {
    /// The version of this shape.
    pub schema: u32,
    /// The code in force.
    pub code: String,
    /// The number of the deal in its file, from 1.
    pub deal: usize,
    /// Its story in a line.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// What must be said of how the record was read.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// What holds in any case, and what hangs on questions.
    #[serde(flatten)]
    pub branch: Branch,
}

/// What holds from here on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Branch {
    /// The rulings, in the order of the events.
    pub rulings: Vec<Ruling>,
    /// How it ends; none where that hangs on the question.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end: Option<End>,
    /// What the rest hangs on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub question: Option<Box<Ask>>,
}

/// How a deal ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// What stands after the last event.
    pub standing: Standing,
    /// What the deal comes to.
    pub result: DealResult,
    /// For each way out of a right that is still open, what the deal would come to.
    pub ways_out: Vec<WayOut>,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// In English.
    pub text: String,
    /// As `judge` in a record answers it.
    pub notation: String,
    /// Each answer and what follows; none when the question must be answered before anything can be said.
    pub answers: Vec<Answer>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The answer.
    pub answer: String,
    /// What follows.
    pub branch: Branch,
}

/// Reports a deal.
pub fn report(deal: &Deal<'_>, number: usize, title: Option<String>, notes: Vec<String>) -> DealReport {
    DealReport {
        schema: SCHEMA,
        code: deal.shared().code.name.clone(),
        deal: number,
        title,
        notes,
        branch: branch(deal, deal.root()),
    }
}

fn branch(deal: &Deal<'_>, node: &Node) -> Branch {
    match node {
        Node::World(world) => Branch { rulings: rulings(deal, world), end: Some(end(deal, world)), question: None },
        Node::Stuck(question, world) => {
            let shared = deal.shared();
            let ask = Ask {
                text: shared.question_english(question),
                notation: shared.question_notation(question),
                answers: Vec::new(),
            };
            Branch { rulings: rulings(deal, world), end: None, question: Some(Box::new(ask)) }
        }
        Node::Split(question, branches) => {
            let shared = deal.shared();
            let answers = branches
                .iter()
                .map(|(answer, node)| Answer { answer: shared.code.notation(answer), branch: branch(deal, node) });
            let ask = Ask {
                text: shared.question_english(question),
                notation: shared.question_notation(question),
                answers: answers.collect(),
            };
            merge(ask)
        }
    }
}

/// Says once what all answers share; drops the question when they share everything.
fn merge(mut ask: Ask) -> Branch {
    let Some(first) = ask.answers.first().map(|answer| answer.branch.clone()) else {
        return Branch { question: Some(Box::new(ask)), ..Branch::default() };
    };
    if ask.answers.iter().all(|answer| answer.branch.says_the_same(&first)) {
        return first;
    }
    let mut shared = Vec::new();
    for ruling in &first.rulings {
        let places: Vec<Option<usize>> = ask
            .answers
            .iter()
            .map(|answer| answer.branch.rulings.iter().position(|other| other.same_as(ruling)))
            .collect();
        if let Some(places) = places.into_iter().collect::<Option<Vec<usize>>>() {
            for (answer, place) in ask.answers.iter_mut().zip(places) {
                answer.branch.rulings.remove(place);
            }
            shared.push(ruling.clone());
        }
    }
    let same_end = first.end.as_ref().is_some_and(|end| {
        ask.answers.iter().all(|answer| answer.branch.end.as_ref().is_some_and(|other| other.says_the_same(end)))
    });
    if same_end {
        ask.answers.iter_mut().for_each(|answer| answer.branch.end = None);
    }
    Branch { rulings: shared, end: if same_end { first.end } else { None }, question: Some(Box::new(ask)) }
}

impl Branch {
    fn says_the_same(&self, other: &Branch) -> bool {
        let rulings = self.rulings.len() == other.rulings.len()
            && self.rulings.iter().zip(&other.rulings).all(|(one, other)| one.same_as(other));
        let same_end = match (&self.end, &other.end) {
            (Some(one), Some(other)) => one.says_the_same(other),
            (one, other) => one.is_none() && other.is_none(),
        };
        rulings && same_end && self.question == other.question
    }
}

impl End {
    fn says_the_same(&self, other: &End) -> bool {
        let lines = |end: &End| end.lines();
        self.standing == other.standing && lines(self) == lines(other)
    }

    /// The summary lines of the end of a deal.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.result.entries.iter().flat_map(Ruling::lines).collect();
        if !self.result.tricks.is_empty() {
            let tricks = self.result.tricks.iter().map(|(side, tricks)| format!(" {side} {tricks}"));
            lines.push(format!("tricks{}", tricks.collect::<String>()));
            match self.result.over {
                Some(over) if over >= 0 => lines.push("made".to_string()),
                Some(over) => lines.push(format!("short by {}", -over)),
                None => {}
            }
            lines.extend(score_lines(&self.result));
        }
        lines.extend(self.result.given.iter().map(|given| format!("given {} {}", given.side, given.what.word())));
        lines.extend(self.result.rubber.iter().flat_map(rubber_lines));
        lines.extend(self.result.remarks.iter().map(|remark| format!("remark {remark}")));
        for way in &self.ways_out {
            let result = way.result.iter().filter(|result| !result.tricks.is_empty()).flat_map(score_lines);
            lines.extend(result.map(|line| format!("if {} takes {}: {line}", way.by, way.option)));
        }
        lines
    }
}

fn score_lines(result: &DealResult) -> Vec<String> {
    let scores = result.score.iter();
    scores.map(|(side, score)| format!("score {side} tricks {} honours {}", score.tricks, score.honours)).collect()
}

fn rubber_lines(rubber: &Rubber) -> Vec<String> {
    let mut lines: Vec<String> = rubber.entries.iter().flat_map(Ruling::lines).collect();
    let stand = rubber.score.iter();
    lines.extend(stand.map(|(side, score)| format!("stand {side} games {} towards {}", score.games, score.towards)));
    lines.extend(rubber.game.map(|side| format!("game {side}")));
    match (rubber.won, rubber.over) {
        (Some(side), _) => lines.push(format!("rubber {side}")),
        (None, true) => lines.push("rubber unfinished".to_string()),
        (None, false) => {}
    }
    lines
}

fn end(deal: &Deal<'_>, world: &World) -> End {
    let shared = deal.shared();
    End { standing: world.stands(&shared), result: world.score(&shared), ways_out: world.ways_out(&shared) }
}

/// The rulings of a world, each with the event by which it was noticed.
fn rulings(deal: &Deal<'_>, world: &World) -> Vec<Ruling> {
    let mut rulings = world.rulings(&deal.shared());
    for ruling in rulings.iter_mut().filter(|ruling| ruling.offender.is_some() && ruling.kind != Kind::Choice) {
        ruling.noticed = noticed(deal, world, ruling);
    }
    rulings
}

/// The first event after it arose that points at the event or at its trick.
fn noticed(deal: &Deal<'_>, world: &World, ruling: &Ruling) -> Option<u32> {
    let code = deal.shared().code;
    let points_here = |place: usize| {
        let happened = &world.happened[place];
        let Some(event) = happened.event() else { return false };
        let kind = &code.events[event.index()];
        match kind.known {
            Some(KnownEvent::Notice | KnownEvent::Bystander) => happened.args().iter().any(|value| match value {
                Value::Incident(nr) => {
                    *nr == ruling.arose || world.trick_of_event(*nr, code).is_some_and(|t| Some(t) == ruling.trick)
                }
                _ => false,
            }),
            None => kind.params.iter().zip(happened.args()).any(|(param, value)| {
                param.ty.base == Base::Trick
                    && value.number().is_some_and(|t| ruling.trick.is_some_and(|trick| i64::from(trick) == t))
            }),
            Some(_) => false,
        }
    };
    (ruling.arose as usize..world.happened.len())
        .find(|place| points_here(*place))
        .and_then(|place| u32::try_from(place + 1).ok())
}

impl DealReport {
    /// The summary lines of the deal, those that hang on an answer marked with it.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines_of(&self.branch, "", &mut lines);
        lines
    }
}

fn lines_of(branch: &Branch, given: &str, lines: &mut Vec<String>) {
    let mark = |line: String| if given.is_empty() { line } else { format!("if {given}: {line}") };
    lines.extend(branch.rulings.iter().flat_map(Ruling::lines).map(mark));
    if let Some(end) = &branch.end {
        lines.extend(end.lines().into_iter().map(mark));
    }
    if let Some(ask) = &branch.question {
        lines.push(mark(format!("question {}", ask.notation)));
        for answer in &ask.answers {
            let and = if given.is_empty() { String::new() } else { format!("{given} and ") };
            lines_of(&answer.branch, &format!("{and}{} is {}", ask.notation, answer.answer), lines);
        }
    }
}
