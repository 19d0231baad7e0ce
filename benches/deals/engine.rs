//! The stream through the engine, under the code of 1913 as it stands in its law file.
//!
//! In: deals. Out: the same facts as the rules by hand give, read off the rulings.

use std::sync::Arc;

use hoyle::bridge::{Call, Seat};
use hoyle::code::known::KnownEvent;
use hoyle::code::log::{LogArg, RecordedEvent, RecordedKind};
use hoyle::code::tree::{ClauseId, EventId};
use hoyle::code::value::Value;
use hoyle::code::{Code, Library};
use hoyle::engine::{Deal, Engine, Node, Options, Ruled};
use hoyle::record::{self, Hand, Record};
use hoyle::ruling::{Kind, State};
use hoyle::source::{Sources, Span};

use super::native::{Fact, Law};
use super::stream::{Act, Dealt};

/// A record of which only hands and dealer matter.
const BLANK: &str = r#"( code: "auction-1913-newyork", log: "" )"#;

/// A code made ready, and what it takes to feed deals to it.
pub struct Bench {
    engine: Engine,
    blank: Record,
    declared: EventId,
    lead: EventId,
    play: EventId,
    correct: EventId,
    quit: EventId,
    /// Each clause as cited.
    laws: Vec<String>,
}

/// A deal in the words of the engine.
pub struct Recorded {
    record: Record,
    events: Vec<Arc<RecordedEvent>>,
}

/// The code of 1913.
pub fn code(library: &mut Library) -> Arc<Code> {
    match library.load("auction-1913-newyork").code {
        Some(code) => code,
        None => panic!("the code of 1913 has errors"),
    }
}

impl Bench {
    /// Makes the code of 1913 ready.
    pub fn new() -> Bench {
        let mut library = Library::built_in();
        let code = code(&mut library);
        let known = |known| code.known_event(known).unwrap_or_else(|| panic!("the code has no such event"));
        let (declared, lead, play) = (known(KnownEvent::Declared), known(KnownEvent::Lead), known(KnownEvent::Play));
        let (correct, quit) = (known(KnownEvent::Correct), known(KnownEvent::Quit));
        let engine = Engine::new(code, library.sources(), &Options::default()).unwrap_or_else(|why| panic!("{why:?}"));
        let (records, diagnostics) = record::read(&mut Sources::new(), "blank.ron", BLANK.as_bytes());
        let blank = records.into_iter().next().unwrap_or_else(|| panic!("{diagnostics:?}"));
        let clauses = 0..engine.code().clauses.len();
        let laws = clauses.map(|place| engine.code().cite(ClauseId(place as u16))).collect();
        Bench { engine, blank, declared, lead, play, correct, quit, laws }
    }

    /// Writes a deal down as a record and its events.
    pub fn recorded(&self, deal: &Dealt) -> Recorded {
        let mut record = self.blank.clone();
        record.dealer = Some(deal.declarer);
        record.hands = deal.hands.map(Hand::Whole);
        let call = Call::Bid { level: 2, strain: deal.strain };
        let declared = [Value::Player(deal.declarer), Value::Call(call), Value::Number(0)];
        let mut events = vec![event(self.declared, &declared.map(Some), "declared".to_owned())];
        let mut leads = true;
        for act in &deal.acts {
            let (id, args, text) = match *act {
                Act::Play(seat, card) => {
                    let id = if std::mem::take(&mut leads) { self.lead } else { self.play };
                    let args = [Some(Value::Player(seat)), Some(Value::Card(card)), None];
                    (id, args.to_vec(), format!("play({seat}, {card})"))
                }
                Act::Correct(seat, old, new) => {
                    let args = vec![Some(Value::Player(seat)), Some(Value::Card(old)), Some(Value::Card(new)), None];
                    (self.correct, args, format!("correct({seat}, {old}, {new})"))
                }
                Act::Quit(trick, side) => {
                    leads = true;
                    let args = vec![Some(Value::Number(i64::from(trick))), Some(Value::Side(side))];
                    (self.quit, args, format!("quit({trick}, {side})"))
                }
            };
            events.push(event(id, &args, text));
        }
        Recorded { record, events }
    }

    /// All facts of a deal, in order.
    #[inline(never)]
    pub fn rule<'b>(&'b self, run: &mut Option<Deal<'b>>, deal: &Recorded, facts: &mut Vec<Fact>) {
        let run = match run {
            Some(run) => {
                run.renew(&deal.record, &deal.events);
                run
            }
            None => run.insert(Deal::new(&self.engine, &deal.record, &deal.events)),
        };
        for event in &deal.events {
            run.push(Arc::clone(event));
        }
        let Node::World(world) = run.root() else { panic!("whole hands leave no question") };
        facts.extend(world.ruled.iter().filter_map(|ruled| self.fact(ruled)));
    }
}

fn event(id: EventId, args: &[Option<Value>], text: String) -> Arc<RecordedEvent> {
    let args = args.iter().map(|value| value.clone().map(LogArg::Value)).collect();
    let span = Span::new(hoyle::source::FileId(0), 0, 0);
    Arc::new(RecordedEvent { kind: RecordedKind::Event(id, args), text, span })
}

impl Bench {
    /// What a ruling says in terms of the rules by hand; nothing for laws that these leave out.
    fn fact(&self, ruling: &Ruled) -> Option<Fact> {
        let outcome = ruling.outcome.as_ref().map(|outcome| outcome.state);
        let cited = match ruling.clause {
            Some(clause) => self.laws.get(clause.index()).map(String::as_str),
            None => ruling.words.as_ref().map(|words| words.law.as_str()),
        };
        let law = match (ruling.kind, cited.unwrap_or_default(), outcome) {
            (Kind::Clause, "76(1)", None) => Law::WrongLead,
            (Kind::Choice, "76(1)", Some(State::Taken)) => Law::WrongLeadAccepted,
            (Kind::Choice, "76(1)", Some(State::Lapsed)) => Law::WrongLeadLapsed,
            (Kind::Clause, "76(3)", None) => Law::SecondLead,
            (Kind::Clause, "77(1)", None) => Law::WrongLeadOfDeclarer,
            (Kind::Irregular, "80", None) => Law::PlayedBeforeTurn,
            (Kind::Clause, "83(1)", None) => Law::Revoke,
            (Kind::Clause, "83(2)", None) => Law::EstablishedByQuitting,
            (Kind::Clause, "83(3)", None) => Law::EstablishedByPlayingOn,
            (Kind::Clause, "84(1)", None) => Law::Payable,
            (Kind::Clause, "84(a)", None) => Law::ByDeclarer,
            (Kind::Clause, "84(b)", None) => Law::ByDefender,
            (Kind::Clause, "84(c)", None) => Law::Second,
            (Kind::Clause, "84(2)", None) => Law::Denied,
            (Kind::Clause, "86(1)", None) => Law::PutRight,
            (Kind::Clause, "86(2)", None) => Law::CardExposed,
            (Kind::Choice, "86(2)", Some(State::Lapsed)) => Law::ExtremeLapsed,
            (Kind::Clause, "89(1)", None) => Law::BothSides,
            (Kind::Clause, "42(1)" | "59(1)" | "59(2)", None) => return None,
            _ => panic!("the rules by hand know nothing of this: {ruling:?}"),
        };
        let seat = ruling.offender.unwrap_or(Seat::North);
        // The declaration is the first event of the record.
        Some(Fact { act: ruling.arose.saturating_sub(1), law, trick: ruling.trick.unwrap_or(0), seat })
    }
}
