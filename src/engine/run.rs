//! A deal run under a code, in as many worlds as its open questions make.
//!
//! In: a resolved code, the choices of the configuration, the events of a record. Out: worlds, each with its rulings, as a tree of
//! questions. A world that meets a question is run again from the start once for each answer, so each world is two-valued throughout.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code::known::KnownEvent;
use crate::code::log::RecordedEvent;
use crate::code::value::{Base, Value};
use crate::record::Record;
use crate::ruling::{Kind, RightReport, Ruling};
use crate::table::Stage;

use super::event::Happening;
use super::score::DealResult;
use super::settings::{Engine, Shared};
use super::standing::Standing;
use super::start::Start;
use super::world::{Question, Stop, World};

/// At most so many questions stand open at once.
const MOST_QUESTIONS: usize = 6;

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
        self.engine.shared()
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
        let mut world = World::new(self.engine.code().statuses.len());
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
            Question::Finding { finding, .. } => match self.engine.code().findings[finding.index()].ty {
                ty if ty.set || matches!(ty.base, Base::Number | Base::Trick | Base::Card) => Vec::new(),
                ty => scope.domain(ty),
            },
            Question::Unsaid { fact, .. } => match self.engine.code().facts[fact.index()].ty {
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

impl World {
    /// The cards are dealt. Where the record does not say by whom, nothing can follow from that: the calls just begin.
    fn open_deal(&mut self, shared: &Shared<'_>) -> Result<(), Box<Question>> {
        match shared.settings.known_event(KnownEvent::Dealt) {
            Some(dealt) if self.table.dealer.is_some() => self.queue.push_back(Happening::event(dealt, [])),
            _ => self.table.stage = self.table.stage.max(Stage::Calling),
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
