//! A program that follows a table event by event: rulings as they arise, what stands, what may be chosen, what must be asked.

mod common;

use std::sync::Arc;

use hoyle::code::resolve_log;
use hoyle::engine::{Deal, Engine, Options};
use hoyle::record::Record;
use hoyle::source::Sources;

/// A deal about to be followed, and its events.
fn deal<'e>(engine: &'e Engine, text: &str) -> (Deal<'e>, Vec<Arc<hoyle::code::log::RecordedEvent>>) {
    let mut sources = Sources::new();
    let (records, diagnostics) = hoyle::record::read(&mut sources, "table.ron", text.as_bytes());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let record: &Record = &records[0];
    let entries: Vec<_> = record.contract.iter().chain(&record.log).cloned().collect();
    let (events, diagnostics) = resolve_log(engine.code(), &entries);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let events: Vec<_> = events.into_iter().map(Arc::new).collect();
    (Deal::new(engine, record, &events), events)
}

#[test]
fn a_table_is_followed_event_by_event() {
    let engine = common::engine("auction-1913-newyork", &Options::default());
    let (mut deal, events) = deal(
        &engine,
        r##"(dealer: South, contract: "2S South",
            hands: { E: "32.T987.A987.432", W: "54.65432.KQ.AKQJ" },
            log: r#"play(West, CA) play(North, C5) play(East, C2) play(South, C6) quit()
                    play(East, D7) choose(South, law 76(1), treat_exposed) play(West, CK)"#)"##,
    );
    let mut said = Vec::new();
    for event in &events[..events.len() - 2] {
        said.extend(deal.feed(Arc::clone(event)).iter().flat_map(hoyle::ruling::Ruling::lines));
    }
    assert!(said.iter().any(|line| line.starts_with("76(1) right of South: treat_exposed")), "{said:?}");
    let rights = deal.open_rights();
    assert_eq!(rights.len(), 1);
    assert_eq!(rights[0].holder, [hoyle::bridge::Seat::South]);
    let caused = deal.feed(Arc::clone(&events[events.len() - 2]));
    assert!(
        caused.iter().flat_map(hoyle::ruling::Ruling::lines).any(|line| line == "76(1) begins callable(D7)"),
        "{caused:?}"
    );
    assert!(deal.open_rights().is_empty());
    let standing = deal.standing().expect("nothing is open");
    assert!(standing.players[3].cards.contains(&"CK".to_string()), "West is to lead: {standing:?}");
    assert!(standing.players[1].cards.is_empty(), "East is not to lead: {standing:?}");
    assert!(deal.questions().is_empty());
    assert!(deal.result().is_some_and(|result| result.tricks.is_empty()));
}

#[test]
fn a_question_is_put_when_a_ruling_hangs_on_it() {
    let engine = common::engine("auction-1913-newyork", &Options::default());
    let (mut deal, events) = deal(
        &engine,
        r##"(dealer: South, contract: "2S South",
            log: r#"play(West, CA) play(North, C5) play(East, D2) ask_void(West, East, clubs) admit(East, clubs)"#)"##,
    );
    for event in &events {
        deal.feed(Arc::clone(event));
    }
    let questions = deal.questions();
    assert_eq!(questions, [("held(East, clubs)".to_string(), "did East hold a card of clubs?".to_string())]);
    assert!(deal.standing().is_none(), "it hangs on the question");
}
