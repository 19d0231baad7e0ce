//! Any sequence of events under any code: no panic, the same answer twice, every event answered or declared ordinary.

mod common;

use std::sync::{Arc, OnceLock};

use hoyle::bridge::{Call, Card, Seat, Side, Strain};
use hoyle::code::Code;
use hoyle::code::log::{LogArg, RecordedEvent, RecordedKind};
use hoyle::code::tree::{ClauseId, EventId};
use hoyle::code::value::{Base, Type, Value};
use hoyle::engine::{Deal, Engine, Options};
use hoyle::record::{Hand, Record};
use hoyle::report::deal::report;
use hoyle::source::{FileId, Span};
use proptest::prelude::*;

fn engines() -> &'static Vec<Engine> {
    static ENGINES: OnceLock<Vec<Engine>> = OnceLock::new();
    ENGINES.get_or_init(|| common::CODES.iter().map(|code| common::engine(code, &Options::default())).collect())
}

/// A value of a type out of a number: few cards and tricks, so that events meet each other.
fn value(code: &Code, ty: Type, n: u32) -> Option<LogArg> {
    let place = n as usize;
    if ty.set {
        let one = value(code, Type { set: false, ..ty }, n);
        let other = value(code, Type { set: false, ..ty }, n / 7);
        return Some(LogArg::Set(one.into_iter().chain(other).collect()));
    }
    let value = match ty.base {
        Base::Player => Value::Player(Seat::ALL[place % 4]),
        Base::Side => Value::Side(Side::PAIRS[place % 2]),
        Base::Suit | Base::Strain => Value::Strain(Strain::ALL[place % 4]),
        Base::Card => Value::Card(Card::all().nth(place * 5 % 52)?),
        Base::Call => Value::Call(match n % 6 {
            0 | 1 => Call::Pass,
            2 => Call::Double,
            3 => Call::Redouble,
            4 => Call::Name(Strain::ALL[place / 6 % 6]),
            _ => Call::Bid { level: (n / 6 % 8 + 1) as u8, strain: Strain::ALL[place / 9 % 6] },
        }),
        Base::Trick => Value::Number(i64::from(n % 5)),
        Base::Number => Value::Number(i64::from(n % 14)),
        Base::Truth => Value::Truth(n.is_multiple_of(2)),
        Base::Enum(id) => {
            let values = code.enums[id.index()].values.len();
            Value::Enum(id, (place % values) as u16)
        }
        Base::Choice => return Some(LogArg::Right([ClauseId((place % code.clauses.len()) as u16)].into())),
        Base::Incident => return Some(LogArg::Incident(EventId((place % code.events.len()) as u16), Box::default())),
        Base::Citation | Base::Rank | Base::Nothing => return None,
    };
    // A part is left out now and then, for the table to fill in.
    if n % 11 == 10 { None } else { Some(LogArg::Value(value)) }
}

fn entry(code: &Code, seed: &[u32; 6]) -> RecordedEvent {
    let [what, rest @ ..] = seed;
    let kind = match what % 8 {
        0 => {
            let with_rights: Vec<ClauseId> = code.rights.iter().map(|right| right.clause).collect();
            let clause = with_rights[rest[0] as usize % with_rights.len()];
            let right = code.rights.iter().find(|right| right.clause == clause).expect("it opens one");
            let option = right.options[rest[1] as usize % right.options.len()].label.clone();
            RecordedKind::Choose {
                by: LogArg::Right([clause].into()),
                clauses: vec![clause],
                option,
                picks: Vec::new(),
                nth: 1,
            }
        }
        1 => {
            let clause = ClauseId((rest[0] as usize % code.clauses.len()) as u16);
            RecordedKind::Waive { by: LogArg::Right([clause].into()), clauses: vec![clause], nth: 1 }
        }
        _ => {
            let likely = ["call", "play", "play", "lead", "quit", "expose", "declared", "correct"];
            let event = match what % 3 {
                0 => EventId((rest[0] as usize % code.events.len()) as u16),
                _ => code.event(likely[rest[0] as usize % likely.len()]).expect("the vocabulary declares it"),
            };
            let params = &code.events[event.index()].params;
            let args = params.iter().enumerate().map(|(place, param)| value(code, param.ty, rest[1 + place % 4]));
            RecordedKind::Event(event, args.collect())
        }
    };
    RecordedEvent { kind, text: format!("{seed:?}"), span: Span::new(FileId(0), 0, 0) }
}

fn record(known: u8) -> Record {
    let hand = |place: usize| {
        let cards = Card::all().enumerate().filter(|(nr, _)| nr % 4 == place).map(|(_, card)| card);
        if known >> place & 1 == 1 { Hand::Whole(cards.collect()) } else { Hand::Unknown }
    };
    Record {
        title: None,
        code: None,
        dealer: Some(Seat::South),
        vacant: None,
        place: Default::default(),
        vulnerable: None,
        score: None,
        hands: [hand(0), hand(1), hand(2), hand(3)],
        auction: Vec::new(),
        contract: None,
        modern_calls: false,
        options: std::collections::BTreeMap::new(),
        readings: std::collections::BTreeMap::new(),
        log: Vec::new(),
        expect: Vec::new(),
        skipped: Vec::new(),
        span: Span::new(FileId(0), 0, 0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn is_ruled_without_panic_and_alike_each_time(
        place in 0usize..common::CODES.len(),
        known in 0u8..16,
        seeds in prop::collection::vec(prop::array::uniform6(0u32..100_000), 1..40),
    ) {
        let engine = &engines()[place];
        let mut record = record(known);
        record.vacant = engine.code().three_hand.then_some(Seat::North);
        let events: Vec<Arc<RecordedEvent>> = seeds.iter().map(|seed| Arc::new(entry(engine.code(), seed))).collect();
        let follow = |deal: &mut Deal<'_>, events: &[Arc<RecordedEvent>]| {
            events.iter().for_each(|event| deal.push(Arc::clone(event)));
            report(deal, 1, None, Vec::new())
        };
        let first = follow(&mut Deal::new(engine, &record, &events), &events);
        // The second time in the memory of another deal, in which the same happens the other way round.
        let backwards: Vec<Arc<RecordedEvent>> = events.iter().rev().cloned().collect();
        let mut deal = Deal::new(engine, &record, &backwards);
        follow(&mut deal, &backwards);
        deal.renew(&record, &events);
        let second = follow(&mut deal, &events);
        prop_assert_eq!(first.lines(), second.lines());
        prop_assert_eq!(first, second);
    }
}
