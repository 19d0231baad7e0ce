//! A deal run under a code, in as many worlds as its open questions make.
//!
//! In: a resolved code, the choices of the configuration, the events of a record. Out: worlds, each with its rulings, as a tree of
//! questions. A world that meets a question is run again from the start once for each answer, so each world is two-valued throughout.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::bridge::{Call, CardSet, Seat};
use crate::code::Code;
use crate::code::known::{KnownEvent, KnownStatus};
use crate::code::log::{LogArg, RecordedEvent, RecordedKind};
use crate::code::tree::{EnumId, EventId, StatusId};
use crate::code::value::{Base, Value};
use crate::record::{Record, SideScore};
use crate::ruling::{Kind, RightReport, Ruling};
use crate::source::Sources;
use crate::table::{DealtHand, Stage, Table, hands};

use super::event::Happening;
use super::program::Program;
use super::score::DealResult;
use super::standing::Standing;
use super::world::{Judgement, Question, Statuses, Stop, World};

/// At most so many questions stand open at once.
const MOST_QUESTIONS: usize = 6;

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

/// The worlds of a deal, as a tree of questions.
#[derive(Debug, Clone)]
pub enum Node {
    /// One world.
    World(Box<World>),
    /// It depends on this question; one branch for each answer.
    Split(Box<Question>, Vec<(Value, Node)>),
    /// This question must be answered first: it has too many answers, or too many questions stand open.
    Stuck(Box<Question>, Box<World>),
}

/// A deal in progress under a code: the door for programs that feed events one by one.
#[derive(Debug, Clone)]
pub struct Deal<'e> {
    course: Course<'e>,
    root: Node,
}

/// What a deal is run from: each world begins at the start and takes the events in.
#[derive(Debug, Clone)]
struct Course<'e> {
    engine: &'e Engine,
    start: Start,
    events: Vec<Arc<RecordedEvent>>,
}

/// What every world of a deal begins with.
#[derive(Debug, Clone)]
struct Start {
    table: Table,
    judged: Vec<Judgement>,
    challenged: Arc<BTreeSet<(Seat, u8)>>,
}

impl Start {
    fn of(engine: &Engine, record: &Record, events: &[Arc<RecordedEvent>]) -> Start {
        let (dealt, size) = hands::complete(&record.hands, &shown(&engine.code, events));
        let mut table = Table::new(record.dealer, dealt, size);
        table.vulnerable = record.vulnerable;
        table.seating = record.seating();
        if let Some(score) = &record.score {
            table.score = Some([SideScore::default(); 4]);
            for (side, had) in score {
                table.add_score(*side, had.games, had.towards);
            }
        }
        Start { table, judged: judged(events), challenged: challenged(&engine.code, events) }
    }
}

impl<'e> Deal<'e> {
    /// A deal whose record is known from the start: `events` complete the hands and tell which plays were challenged. They are
    /// not yet run: [`Deal::push`] does that.
    pub fn new(engine: &'e Engine, record: &Record, events: &[Arc<RecordedEvent>]) -> Deal<'e> {
        let start = Start::of(engine, record, events);
        let course = Course { engine, start, events: Vec::with_capacity(events.len()) };
        let root = course.run_from_start(BTreeMap::new());
        Deal { course, root }
    }

    /// Begins another deal under the same code, as [`Deal::new`] does, in the memory of this one: a program that follows a stream of
    /// deals takes no memory anew for each.
    pub fn renew(&mut self, record: &Record, events: &[Arc<RecordedEvent>]) {
        self.course.start = Start::of(self.course.engine, record, events);
        self.course.events.clear();
        match &mut self.root {
            Node::World(world) => {
                world.begin_again(&self.course.start, BTreeMap::new());
                if let Err(question) = world.open_deal(&self.course.shared()) {
                    self.root = self.course.split(BTreeMap::new(), *question);
                }
            }
            Node::Split(..) | Node::Stuck(..) => self.root = self.course.run_from_start(BTreeMap::new()),
        }
    }

    /// What all worlds share.
    pub fn shared(&self) -> Shared<'e> {
        self.course.shared()
    }

    /// The worlds.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The events so far.
    pub fn events(&self) -> &[Arc<RecordedEvent>] {
        &self.course.events
    }

    /// The next event.
    pub fn push(&mut self, event: impl Into<Arc<RecordedEvent>>) {
        let event = event.into();
        self.course.events.push(Arc::clone(&event));
        self.course.push_to(&mut self.root, &event);
    }

    /// The next event, for a program that follows a table as it goes: gives the rulings that it caused and that hold in any case.
    pub fn feed(&mut self, event: Arc<RecordedEvent>) -> Vec<Ruling> {
        let before = match &self.root {
            Node::World(world) => world.ruled.len(),
            root => certain(&self.shared(), root).len(),
        };
        self.push(event);
        if let Node::World(world) = &self.root {
            let new = world.ruled.iter().skip(before);
            return new.map(|ruled| world.ruling(&self.shared(), ruled)).collect();
        }
        let mut rulings = certain(&self.shared(), &self.root);
        rulings.drain(..before.min(rulings.len()));
        rulings
    }

    /// What stands now for each player; nothing while it hangs on a question.
    pub fn standing(&self) -> Option<Standing> {
        self.only_world().map(|world| world.stands(&self.shared()))
    }

    /// The rights that are open now, as they are reported; none while that hangs on a question.
    pub fn open_rights(&self) -> Vec<RightReport> {
        let shared = self.shared();
        let reports = self.only_world().into_iter().flat_map(|world| {
            let open = (0..world.rights.len()).filter(|place| world.rights[*place].open);
            open.filter_map(|place| world.right_report(&shared, place)).collect::<Vec<_>>()
        });
        reports.collect()
    }

    /// The questions that stand open, the earliest first: as `judge` answers them, and in English.
    pub fn questions(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        asked(&self.root, &mut |question| {
            let shared = self.shared();
            let told = (shared.question_notation(question), shared.question_english(question));
            if !found.contains(&told) {
                found.push(told);
            }
        });
        found
    }

    /// What the deal comes to as it stands; nothing while it hangs on a question.
    pub fn result(&self) -> Option<DealResult> {
        self.only_world().map(|world| world.score(&self.shared()))
    }

    fn only_world(&self) -> Option<&World> {
        match &self.root {
            Node::World(world) => Some(world),
            Node::Split(..) | Node::Stuck(..) => None,
        }
    }
}

impl<'e> Course<'e> {
    fn shared(&self) -> Shared<'e> {
        Shared {
            code: &self.engine.code,
            settings: &self.engine.settings,
            program: &self.engine.program,
            condition_texts: &self.engine.condition_texts,
        }
    }

    fn push_to(&self, node: &mut Node, event: &Arc<RecordedEvent>) {
        match node {
            Node::World(world) => {
                if let Err(question) = world.take_in(&self.shared(), event) {
                    *node = self.split(std::mem::take(&mut world.answers), *question);
                }
            }
            Node::Split(_, branches) => branches.iter_mut().for_each(|(_, node)| self.push_to(node, event)),
            Node::Stuck(..) => {}
        }
    }

    /// All events so far, in a world with these answers.
    fn run_from_start(&self, answers: BTreeMap<Question, Value>) -> Node {
        let mut world = self.world(answers.clone());
        let shared = self.shared();
        let mut run = || {
            world.open_deal(&shared)?;
            self.events.iter().try_for_each(|event| world.take_in(&shared, event))
        };
        match run() {
            Ok(()) => Node::World(Box::new(world)),
            Err(question) => self.split(answers, *question),
        }
    }

    /// A world at the start, with these answers.
    fn world(&self, answers: BTreeMap<Question, Value>) -> World {
        let mut world = World::new(self.engine.code.statuses.len());
        world.happened.reserve(self.events.capacity());
        world.begin_again(&self.start, answers);
        world
    }

    /// One world for each answer.
    fn split(&self, answers: BTreeMap<Question, Value>, question: Question) -> Node {
        let values = self.answers_to(&question);
        if values.is_empty() || answers.len() >= MOST_QUESTIONS {
            return Node::Stuck(Box::new(question), Box::new(self.as_far_as_known(answers)));
        }
        let branches = values.into_iter().map(|value| {
            let mut answers = answers.clone();
            answers.insert(question.clone(), value.clone());
            (value, self.run_from_start(answers))
        });
        let branches = branches.collect();
        Node::Split(Box::new(question), branches)
    }

    /// The world with these answers, up to the event that cannot be worked off.
    fn as_far_as_known(&self, answers: BTreeMap<Question, Value>) -> World {
        let shared = self.shared();
        let mut world = self.world(answers);
        let mut next = world.clone();
        if next.open_deal(&shared).is_err() {
            return world;
        }
        for event in &self.events {
            world = next.clone();
            if next.take_in(&shared, event).is_err() {
                return world;
            }
        }
        next
    }

    /// The answers that a question can have; none when it has too many to try.
    fn answers_to(&self, question: &Question) -> Vec<Value> {
        let truth = || vec![Value::Truth(true), Value::Truth(false)];
        let (shared, world) = (self.shared(), self.world(BTreeMap::new()));
        let scope = world.scope(&shared);
        match question {
            Question::Holds { .. } => truth(),
            Question::Finding { member: Some(_), .. } => truth(),
            Question::Finding { finding, .. } => match self.engine.code.findings[finding.index()].ty {
                ty if ty.set || matches!(ty.base, Base::Number | Base::Trick | Base::Card) => Vec::new(),
                ty => scope.domain(ty),
            },
            Question::Unsaid { fact, .. } => match self.engine.code.facts[fact.index()].ty {
                ty if ty.set || matches!(ty.base, Base::Number | Base::Trick | Base::Card) => Vec::new(),
                ty => scope.domain(ty),
            },
        }
    }
}

/// The rulings that hold in every world below a node, in the order of the first.
fn certain(shared: &Shared<'_>, node: &Node) -> Vec<Ruling> {
    match node {
        Node::World(world) | Node::Stuck(_, world) => world.rulings(shared),
        Node::Split(_, branches) => {
            let mut of_branches = branches.iter().map(|(_, branch)| certain(shared, branch));
            let mut rulings = of_branches.next().unwrap_or_default();
            for others in of_branches {
                rulings.retain(|ruling| others.iter().any(|other| other.same_as(ruling)));
            }
            rulings
        }
    }
}

/// Tells every question below a node, from above.
fn asked(node: &Node, tell: &mut dyn FnMut(&Question)) {
    match node {
        Node::World(_) => {}
        Node::Stuck(question, _) => tell(question),
        Node::Split(question, branches) => {
            tell(question);
            branches.iter().for_each(|(_, branch)| asked(branch, tell));
        }
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
    fn new(kinds: usize) -> World {
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
    fn begin_again(&mut self, start: &Start, answers: BTreeMap<Question, Value>) {
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

    /// The cards are dealt.
    fn open_deal(&mut self, shared: &Shared<'_>) -> Result<(), Box<Question>> {
        if let Some(dealt) = shared.settings.known_event(KnownEvent::Dealt) {
            self.queue.push_back(Happening::event(dealt, []));
        }
        let done = self.drain(shared);
        self.finish(shared, done)
    }

    /// One event of the record.
    fn take_in(&mut self, shared: &Shared<'_>, event: &Arc<RecordedEvent>) -> Result<(), Box<Question>> {
        self.now += 1;
        self.steps = 0;
        let done = self.deal_with(shared, event);
        self.finish(shared, done)
    }

    /// A fault of the law file becomes a ruling that says so.
    fn finish(&mut self, shared: &Shared<'_>, done: Result<(), Stop>) -> Result<(), Box<Question>> {
        match done {
            Ok(()) => Ok(()),
            Err(Stop::Ask(question)) => Err(question),
            Err(Stop::Fault(fault)) => {
                self.queue.clear();
                let mut ruling = self.new_ruling(shared, Kind::Fault, None, &Vec::new());
                ruling.say(fault.message);
                self.current = None;
                self.ruled.push(ruling);
                Ok(())
            }
        }
    }
}
