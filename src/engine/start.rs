//! What every world of a deal begins with.
//!
//! In: a record and its events, none of them run yet. Out: the table with the hands as far as they are known from all that is shown
//! later, the judgements that the record gives, and the plays that somebody challenges in it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::bridge::{CardSet, Seat};
use crate::code::Code;
use crate::code::known::KnownEvent;
use crate::code::log::{LogArg, RecordedEvent, RecordedKind};
use crate::code::value::{Base, Value};
use crate::record::{Record, SideScore};
use crate::table::{DealtHand, Table, hands};

use super::settings::Engine;
use super::world::{Judgement, Question, Statuses, World};

/// What every world of a deal begins with.
#[derive(Debug, Clone)]
pub(super) struct Start {
    table: Table,
    judged: Vec<Judgement>,
    challenged: Arc<BTreeSet<(Seat, u8)>>,
}

impl Start {
    pub(super) fn of(engine: &Engine, record: &Record, events: &[Arc<RecordedEvent>]) -> Start {
        let (dealt, size) = hands::complete(&record.hands, &shown(engine.code(), events));
        let mut table = Table::new(record.dealer, dealt, size);
        table.vulnerable = record.vulnerable;
        table.seating = record.seating();
        if let Some(score) = &record.score {
            table.score = Some([SideScore::default(); 4]);
            for (side, had) in score {
                table.add_score(*side, had.games, had.towards);
            }
        }
        Start { table, judged: judged(events), challenged: challenged(engine.code(), events) }
    }
}

/// The judgements of a record: they hold for whenever the question comes up, also before the entry that gives them.
fn judged(events: &[Arc<RecordedEvent>]) -> Vec<Judgement> {
    let plain = |arg: &LogArg| match arg {
        LogArg::Value(value) => Some(value.clone()),
        _ => None,
    };
    let judgement = |event: &Arc<RecordedEvent>| match &event.kind {
        RecordedKind::Judge { question, args, answer } => {
            let args: Option<Vec<Value>> = args.iter().map(plain).collect();
            Some(Judgement { about: *question, args: args?, answer: plain(answer)? })
        }
        _ => None,
    };
    events.iter().filter_map(judgement).collect()
}

/// The cards that each player plays or shows in the record, in rotation from North.
fn shown(code: &Code, events: &[Arc<RecordedEvent>]) -> [CardSet; 4] {
    let mut shown = [CardSet::EMPTY; 4];
    for event in events {
        let RecordedKind::Event(id, args) = &event.kind else { continue };
        let shows = matches!(
            code.events[id.index()].known,
            Some(
                KnownEvent::Lead
                    | KnownEvent::Play
                    | KnownEvent::Correct
                    | KnownEvent::Supply
                    | KnownEvent::Expose
                    | KnownEvent::PlayTogether
            )
        );
        if !shows {
            continue;
        }
        let Some(Some(LogArg::Value(Value::Player(seat)))) = args.first() else { continue };
        for arg in args.iter().flatten() {
            let values = match arg {
                LogArg::Set(several) => several,
                one => std::slice::from_ref(one),
            };
            for value in values {
                if let LogArg::Value(Value::Card(card)) = value {
                    shown[seat.index()].insert(*card);
                }
            }
        }
    }
    shown
}

/// The plays that somebody challenges in the record: a question to the player, a claim about the trick, attention drawn to the play.
/// A trick that is challenged as a whole puts every play to it in question.
fn challenged(code: &Code, events: &[Arc<RecordedEvent>]) -> Arc<BTreeSet<(Seat, u8)>> {
    let mut found = BTreeSet::new();
    let may_challenge = |event: &Arc<RecordedEvent>| match &event.kind {
        RecordedKind::Event(id, args) => {
            code.events[id.index()].known.is_none() || args.iter().any(|arg| matches!(arg, Some(LogArg::Incident(..))))
        }
        _ => false,
    };
    if !events.iter().any(may_challenge) {
        return Arc::default();
    }
    let mut walk = TrickWalk::default();
    for event in events {
        let RecordedKind::Event(id, args) = &event.kind else { continue };
        let kind = &code.events[id.index()];
        if matches!(kind.known, Some(KnownEvent::Lead | KnownEvent::Play)) {
            walk.card(args);
            continue;
        }
        for (param, arg) in kind.params.iter().zip(args) {
            match arg {
                Some(LogArg::Incident(_, parts)) => found.extend(walk.find(parts)),
                Some(LogArg::Value(Value::Number(t))) if param.ty.base == Base::Trick && kind.known.is_none() => {
                    let t = u8::try_from(*t).unwrap_or(0);
                    found.extend(Seat::ALL.map(|seat| (seat, t)));
                }
                _ => {}
            }
        }
        if kind.name == "ask_void"
            && let Some(Some(LogArg::Value(Value::Player(seat)))) = args.get(1)
        {
            found.extend(walk.last_of(*seat));
        }
    }
    Arc::new(found)
}

/// Which trick each card of a record goes to, by counting.
#[derive(Default)]
struct TrickWalk {
    plays: Vec<(Seat, crate::bridge::Card, u8)>,
}

impl TrickWalk {
    fn card(&mut self, args: &[Option<LogArg>]) {
        let (Some(Some(LogArg::Value(Value::Player(seat)))), Some(Some(LogArg::Value(Value::Card(card))))) =
            (args.first(), args.get(1))
        else {
            return;
        };
        let now = self.plays.last().map_or(1, |(_, _, t)| *t);
        let full = self.plays.iter().filter(|(_, _, t)| *t == now).count() >= 4;
        let again = self.plays.iter().any(|(who, _, t)| who == seat && *t == now);
        let t = match args.get(2) {
            Some(Some(LogArg::Value(Value::Number(t)))) => u8::try_from(*t).unwrap_or(now),
            _ if full || again => now + 1,
            _ => now,
        };
        self.plays.push((*seat, *card, t));
    }

    fn find(&self, parts: &[Option<LogArg>]) -> Option<(Seat, u8)> {
        let card = parts.iter().flatten().find_map(|part| match part {
            LogArg::Value(Value::Card(card)) => Some(*card),
            _ => None,
        })?;
        self.plays.iter().rev().find(|(_, played, _)| *played == card).map(|(seat, _, t)| (*seat, *t))
    }

    fn last_of(&self, seat: Seat) -> Option<(Seat, u8)> {
        self.plays.iter().rev().find(|(who, ..)| *who == seat).map(|(_, _, t)| (seat, *t))
    }
}

impl World {
    /// A world in which nothing is known, of a code with so many kinds of status.
    pub(super) fn new(kinds: usize) -> World {
        World {
            table: Table::new(None, [DealtHand::default(); 4], 0),
            statuses: Statuses::new(kinds),
            rights: Vec::new(),
            answers: BTreeMap::new(),
            judged: Vec::new(),
            challenged: Arc::default(),
            noted: Vec::new(),
            ruled: Vec::new(),
            queue: VecDeque::new(),
            happened: Vec::new(),
            now: 0,
            current: None,
            begun: 0,
            next_ruling: 0,
            steps: 0,
            ended: false,
        }
    }

    /// The world as it is at the start, with these answers; only its memory is kept.
    pub(super) fn begin_again(&mut self, start: &Start, answers: BTreeMap<Question, Value>) {
        let World {
            table,
            statuses,
            rights,
            answers: of_before,
            judged,
            challenged,
            noted,
            ruled,
            queue,
            happened,
            now,
            current,
            begun,
            next_ruling,
            steps,
            ended,
        } = self;
        let (mut calls, mut tricks) = (std::mem::take(&mut table.calls), std::mem::take(&mut table.tricks));
        calls.clear();
        tricks.clear();
        *table = Table { calls, tricks, ..start.table.clone() };
        statuses.clear();
        rights.clear();
        *of_before = answers;
        judged.clone_from(&start.judged);
        *challenged = Arc::clone(&start.challenged);
        noted.clear();
        ruled.clear();
        queue.clear();
        happened.clear();
        *current = None;
        (*now, *begun, *next_ruling, *steps, *ended) = (0, 0, 0, 0, false);
    }
}
