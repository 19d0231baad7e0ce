//! Twenty thousand deals through the engine and through the same rules of play written by hand, in one run.
//!
//! Both must say the same of every deal; then their times are printed with the ratio, the time to load and check all codes from
//! text, and that of one ruling from text to text. `cargo bench -- --quick`, or running this as a test, takes few deals.
#![allow(clippy::panic)]

mod engine;
mod native;
mod stream;

use std::hint::black_box;
use std::time::{Duration, Instant};

use hoyle::code::Library;
use hoyle::engine::{Engine, Options};
use hoyle::record;
use hoyle::report::text::{Style, text};
use hoyle::rule::{Manner, rule};
use hoyle::source::Sources;

use engine::Bench;
use native::Fact;
use stream::{Dealt, Dice};

/// Deals are made, ruled both ways and forgotten in such portions: few enough to be at hand when they are ruled on, as those of tables
/// that are followed are, and the memory is that of one portion.
const PORTION: usize = 100;
const SEED: u64 = 0x1913_0084;

/// What the stream holds.
#[derive(Default, Clone, Copy)]
struct Counts {
    deals: usize,
    irregular: usize,
    events: usize,
    facts: usize,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let quick = args.iter().any(|arg| arg == "--quick") || !args.iter().any(|arg| arg == "--bench");
    let (deals, rounds) =
        if quick { (if args.iter().any(|a| a == "--deals") { 100 } else { 1_000 }, 3) } else { (20_000, 5) };
    let bench = Bench::new();
    let mut counts = Counts::default();
    let mut times: Vec<(Duration, Duration)> = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let (round, by_hand, by_engine) = stream(&bench, deals);
        (counts, times) = (round, [times, vec![(by_hand, by_engine)]].concat());
    }
    let each = |time: Duration| time.as_nanos() as f64 / counts.events as f64;
    let by_hand = median(times.iter().map(|(by_hand, _)| each(*by_hand)));
    let by_engine = median(times.iter().map(|(_, by_engine)| each(*by_engine)));
    let ratio = median(times.iter().map(|(by_hand, by_engine)| by_engine.as_secs_f64() / by_hand.as_secs_f64()));
    println!(
        "{} deals, {} irregular, {} events, {} facts of law: the same from both; medians of {rounds} rounds",
        counts.deals, counts.irregular, counts.events, counts.facts
    );
    println!("{:28}{:>12}{:>16}{:>10}", "", "ns an event", "events/second", "x native");
    println!("{:28}{by_hand:>12.1}{:>16.0}{:>10.1}", "rules by hand", 1e9 / by_hand, 1.0);
    println!("{:28}{by_engine:>12.1}{:>16.0}{ratio:>10.1}", "engine, the code of 1913", 1e9 / by_engine);
    println!("{:28}{:>12}", "", "ms");
    println!("{:28}{:>12.1}", "load and check all codes", median((0..rounds).map(|_| millis(load_all))));
    println!("{:28}{:>12.1}", "one ruling, text to text", median((0..rounds).map(|_| millis(one_ruling))));
}

/// The whole stream, both ways in turn; panics at the first difference.
fn stream(bench: &Bench, deals: usize) -> (Counts, Duration, Duration) {
    let mut dice = Dice::new(SEED);
    let mut counts = Counts::default();
    let (mut by_hand, mut by_engine) = (Duration::ZERO, Duration::ZERO);
    // As a program that follows a stream does: one deal after the other in the memory of the first.
    let mut run = None;
    while counts.deals < deals {
        let portion: Vec<Dealt> = (0..PORTION.min(deals - counts.deals)).map(|_| stream::deal(&mut dice)).collect();
        let recorded: Vec<engine::Recorded> = portion.iter().map(|deal| bench.recorded(deal)).collect();
        let (said_by_hand, time) = timed(&portion, native::rule);
        by_hand += time;
        let (said_by_engine, time) = timed(&recorded, |deal, facts| bench.rule(&mut run, deal, facts));
        by_engine += time;
        for (place, deal) in portion.iter().enumerate() {
            let number = counts.deals + place + 1;
            compare(number, deal, said_by_hand.of(place), said_by_engine.of(place));
            counts.irregular += usize::from(deal.irregular);
            // The declaration is an event too.
            counts.events += deal.acts.len() + 1;
        }
        counts.facts += said_by_hand.facts.len();
        counts.deals += portion.len();
    }
    (counts, by_hand, by_engine)
}

/// What was said of each deal of a portion.
struct Said {
    facts: Vec<Fact>,
    ends: Vec<usize>,
}

impl Said {
    fn of(&self, place: usize) -> &[Fact] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.facts[start..self.ends[place]]
    }
}

fn timed<D>(deals: &[D], mut rule: impl FnMut(&D, &mut Vec<Fact>)) -> (Said, Duration) {
    let mut said = Said { facts: Vec::with_capacity(10_000), ends: Vec::with_capacity(deals.len()) };
    let start = Instant::now();
    for deal in deals {
        rule(black_box(deal), &mut said.facts);
        said.ends.push(said.facts.len());
    }
    let time = start.elapsed();
    (black_box(said), time)
}

/// The same facts, those of one event in any order.
fn compare(number: usize, deal: &Dealt, by_hand: &[Fact], by_engine: &[Fact]) {
    let (mut one, mut other) = (by_hand.to_vec(), by_engine.to_vec());
    one.sort_unstable();
    other.sort_unstable();
    if one != other {
        let different = one.iter().zip(&other).find(|(one, other)| one != other);
        panic!("deal {number}: {different:?}\nby hand {one:?}\nengine {other:?}\n{deal:?}");
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn millis(run: fn()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e3
}

/// Every law file that travels in the program, from its text to a checked code.
fn load_all() {
    let mut library = Library::built_in();
    black_box(library.load_all());
}

const ONE: &str = r#"(
    code: "auction-1913-newyork",
    dealer: South,
    hands: { S: "AQ2.AK43.K52.A43", W: "K43.QJ5.QJ43.KQ5", N: "J765.762.A76.876", E: "T98.T98.T98.JT92" },
    contract: "2NT South",
    log: "play(West, C5) play(North, C6) play(East, H8) play(South, C3) quit() play(North, S5) play(East, S8) agree(8)",
)"#;

/// One ruling, as the program gives it: laws and record read, ruled, printed.
fn one_ruling() {
    let mut library = Library::built_in();
    let code = engine::code(&mut library);
    let engine = Engine::new(code, library.sources(), &Options::default()).unwrap_or_else(|why| panic!("{why:?}"));
    let (records, _) = record::read(&mut Sources::new(), "one.ron", ONE.as_bytes());
    for record in &records {
        let (report, _) = rule(&engine, record, 1, &Manner::default());
        black_box(text(&report, Style::default()));
    }
}
