//! What the duties of a code leave lawful equals a few plain lines of Rust, on random positions of the calling and the play.

mod common;

use hoyle::bridge::{Call, Card, CardSet, Seat, Strain, Suit};
use hoyle::code::Code;
use hoyle::code::known::KnownEvent;
use hoyle::code::log::{LogArg, RecordedEvent, RecordedKind};
use hoyle::code::value::Value;
use hoyle::engine::{Deal, Engine, Node, Options, World};
use hoyle::record::{Hand, Record};
use hoyle::source::{FileId, Span};
use hoyle::table::Seating;

/// A small generator of numbers: the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn event(code: &Code, known: KnownEvent, args: Vec<Value>) -> RecordedEvent {
    let id = code.known_event(known).expect("a shipped code declares it");
    let args = args.into_iter().map(|value| Some(LogArg::Value(value))).collect();
    let span = Span::new(FileId(0), 0, 0);
    RecordedEvent { kind: RecordedKind::Event(id, args), text: String::new(), span }
}

fn dealt(dice: &mut Dice, code: &Code) -> Record {
    let vacant = code.three_hand.then(|| dice.pick(&Seat::ALL));
    let players: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| Some(*seat) != vacant).collect();
    let mut pack: Vec<Card> = Card::all().collect();
    for place in (1..pack.len()).rev() {
        pack.swap(place, dice.below(place + 1));
    }
    let hands: Vec<Hand> = pack.chunks(13).map(|hand| Hand::Whole(hand.iter().copied().collect())).collect();
    Record {
        title: None,
        options: std::collections::BTreeMap::new(),
        readings: std::collections::BTreeMap::new(),
        skipped: Vec::new(),
        code: None,
        dealer: Some(dice.pick(&players)),
        vacant,
        place: Default::default(),
        vulnerable: None,
        score: None,
        hands: [hands[0], hands[1], hands[2], hands[3]],
        auction: Vec::new(),
        contract: None,
        modern_calls: false,
        log: Vec::new(),
        expect: Vec::new(),
        span: Span::new(FileId(0), 0, 0),
    }
}

fn world<'a>(deal: &'a Deal<'_>) -> &'a World {
    match deal.root() {
        Node::World(world) => world,
        _ => panic!("whole hands leave no question"),
    }
}

/// The cards that a player may put down: in his turn, following suit if he can.
fn plain_cards(hand: CardSet, trick: &[(Seat, Card)], turn: Seat, seat: Seat) -> Vec<Card> {
    if seat != turn {
        return Vec::new();
    }
    let follows = trick.first().map(|(_, led)| hand.and(CardSet::of_suit(led.suit()))).unwrap_or_default();
    let from = if follows.is_empty() { hand } else { follows };
    from.iter().collect()
}

fn play_agrees(engine: &Engine, dice: &mut Dice, positions: &mut usize) {
    let code = engine.code();
    let record = dealt(dice, code);
    let strain = Strain::from(dice.pick(&Suit::ALL));
    let players: Vec<Seat> = record.seating().rotation(Seat::North).collect();
    let declarer = if code.family == "bridge" { record.dealer.expect("dealt") } else { dice.pick(&players) };
    let call = if code.family == "bridge" { Call::Name(strain) } else { Call::Bid { level: 2, strain } };
    let mut deal = Deal::new(engine, &record, &[]);
    deal.push(event(code, KnownEvent::Declared, vec![Value::Player(declarer), Value::Call(call), Value::Number(0)]));
    let mut hands: Vec<CardSet> =
        record.hands.iter().map(|hand| if let Hand::Whole(cards) = hand { *cards } else { CardSet::EMPTY }).collect();
    let seating = world(&deal).table.seating;
    let next = |seat: Seat| seating.lho(seat).expect("all four hands take part");
    let mut turn = next(declarer);
    let mut trick: Vec<(Seat, Card)> = Vec::new();
    for _ in 0..52 {
        let now = world(&deal);
        for seat in Seat::ALL {
            let plain = plain_cards(hands[seat.index()], &trick, turn, seat);
            let lawful = now.lawful_cards(&deal.shared(), seat);
            assert_eq!(lawful, plain, "{}: {seat}, turn {turn}, trick {trick:?}", code.name);
        }
        *positions += 1;
        let card = dice.pick(&plain_cards(hands[turn.index()], &trick, turn, turn));
        let known = if trick.is_empty() { KnownEvent::Lead } else { KnownEvent::Play };
        let id = code.known_event(known).expect("declared");
        let args = vec![Some(LogArg::Value(Value::Player(turn))), Some(LogArg::Value(Value::Card(card))), None];
        deal.push(RecordedEvent {
            kind: RecordedKind::Event(id, args.into_iter().collect()),
            text: String::new(),
            span: Span::new(FileId(0), 0, 0),
        });
        hands[turn.index()].remove(card);
        trick.push((turn, card));
        turn = next(turn);
        if trick.len() == 4 {
            let led = trick[0].1.suit();
            let power = |card: Card| match card.suit() {
                suit if Some(suit) == strain.suit() => (2, card.rank()),
                suit if suit == led => (1, card.rank()),
                _ => (0, card.rank()),
            };
            turn = trick.iter().max_by_key(|(_, card)| power(*card)).expect("four cards").0;
            trick.clear();
        }
    }
}

/// What a strain is worth under a code, and whether a bid stands over another, by the plain rule of each family.
fn worth(code: &Code, strain: Strain) -> i64 {
    let place = |values: [i64; 6]| values[strain as usize];
    match code.name.as_str() {
        "auction-1908-portland" => place([4, 6, 8, 2, -1, 12]),
        name if name.starts_with("auction-191") => place([6, 7, 8, 2, 9, 10]),
        _ => place([1, 2, 3, 4, -1, 5]),
    }
}

fn higher(code: &Code, one: (u8, Strain), other: (u8, Strain)) -> bool {
    let points = |bid: (u8, Strain)| i64::from(bid.0) * worth(code, bid.1);
    if code.family == "duplicate" {
        (one.0, worth(code, one.1)) > (other.0, worth(code, other.1))
    } else {
        (points(one), one.0) > (points(other), other.0)
    }
}

/// The calls that a player may make: in his turn; the dealer of 1908 and 1913 begins with a bid; a bid stands over the last; nobody
/// doubles his own side, or redoubles what is not doubled by the other; in 1913 nobody overbids his own bid that three have passed,
/// which ends the calling anyway.
fn plain_calls(code: &Code, seating: Seating, calls: &[(Seat, Call)], turn: Seat, seat: Seat) -> Vec<Call> {
    if seat != turn {
        return Vec::new();
    }
    let last = calls.iter().rev().find_map(|(seat, call)| match call {
        Call::Bid { level, strain } => Some((*seat, (*level, *strain))),
        _ => None,
    });
    let doubles = calls
        .iter()
        .rev()
        .take_while(|(_, call)| !matches!(call, Call::Bid { .. }))
        .filter(|(_, call)| *call != Call::Pass)
        .count();
    let mut out = Vec::new();
    if !(calls.is_empty() && code.family == "auction") {
        out.push(Call::Pass);
    }
    if let Some((bidder, _)) = last {
        if seating.side(bidder) != seating.side(seat) && doubles == 0 {
            out.push(Call::Double);
        }
        if seating.side(bidder) == seating.side(seat) && doubles == 1 {
            out.push(Call::Redouble);
        }
    }
    for strain in Strain::ALL.into_iter().filter(|strain| worth(code, *strain) > 0) {
        for level in 1..=7 {
            if last.is_none_or(|(_, bid)| higher(code, (level, strain), bid)) {
                out.push(Call::Bid { level, strain });
            }
        }
    }
    out
}

fn calls_agree(engine: &Engine, dice: &mut Dice, positions: &mut usize) {
    let code = engine.code();
    let record = dealt(dice, code);
    let mut deal = Deal::new(engine, &record, &[]);
    let mut turn = record.dealer.expect("dealt");
    let mut calls: Vec<(Seat, Call)> = Vec::new();
    let seating = record.seating();
    let players: Vec<Seat> = seating.rotation(Seat::North).collect();
    loop {
        for seat in players.iter().copied() {
            let plain = plain_calls(code, seating, &calls, turn, seat);
            let lawful = world(&deal).lawful_calls(&deal.shared(), seat);
            assert_eq!(lawful, plain, "{}: {seat}, turn {turn}, calls {calls:?}", code.name);
        }
        *positions += 1;
        let lawful = plain_calls(code, seating, &calls, turn, turn);
        let quiet = lawful.iter().copied().filter(|call| !matches!(call, Call::Bid { level, .. } if *level > 3));
        let quiet: Vec<Call> = quiet.collect();
        let call = match dice.below(3) {
            0 if !quiet.is_empty() => dice.pick(&quiet),
            _ if lawful.contains(&Call::Pass) => Call::Pass,
            _ => dice.pick(&lawful),
        };
        deal.push(event(code, KnownEvent::Call, vec![Value::Player(turn), Value::Call(call)]));
        calls.push((turn, call));
        turn = seating.lho(turn).expect("a player");
        let passes = calls.iter().rev().take_while(|(_, call)| *call == Call::Pass).count();
        if passes >= players.len() || (passes == players.len() - 1 && calls.len() > passes) {
            return;
        }
    }
}

#[test]
fn cards_left_by_the_duties_are_the_lawful_cards() {
    for name in common::CODES {
        let engine = common::engine(name, &Options::default());
        let (mut dice, mut positions) = (Dice(0x9E37_79B9_7F4A_7C15), 0);
        while positions < 2_500 {
            play_agrees(&engine, &mut dice, &mut positions);
        }
    }
}

#[test]
fn calls_left_by_the_duties_are_the_lawful_calls() {
    for name in common::CODES.into_iter().filter(|name| !name.starts_with("bridge")) {
        let engine = common::engine(name, &Options::default());
        let (mut dice, mut positions) = (Dice(0xD1B5_4A32_D192_ED03), 0);
        while positions < 3_400 {
            calls_agree(&engine, &mut dice, &mut positions);
        }
    }
}
