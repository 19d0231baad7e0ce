//! The rules of play of 1913 written by hand in plain Rust on bit sets: what the engine is measured against.
//!
//! In: the acts of a deal. Out: the facts that follow, by law and clause. Laws: turn to lead 76 and 77, turn to play 80, following suit and
//! the revoke 83, its price 84 and 89, its correction 86, the wrong lead followed 76 and 78.

use hoyle::bridge::{Card, CardSet, Seat, Side, Suit};

use super::stream::{Act, Dealt};

/// What a law says of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// The number of the act in the deal, from 1.
    pub act: u32,
    /// The law and its clause.
    pub law: Law,
    /// The trick that it is about; 0 where the clause names none.
    pub trick: u8,
    /// The offender.
    pub seat: Seat,
}

/// The clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// 76(1): a defender leads out of turn, and declarer may choose.
    WrongLead,
    /// 76(1), 78: declarer's side play on, and the lead stands.
    WrongLeadAccepted,
    /// 76(1): the right dies with the trick.
    WrongLeadLapsed,
    /// 76(3): a defender leads when his partner has led.
    SecondLead,
    /// 77(1): declarer's side lead out of turn.
    WrongLeadOfDeclarer,
    /// 80: a card before that of the player before.
    PlayedBeforeTurn,
    /// 83(1): a revoke.
    Revoke,
    /// 83(2): established when those who won the trick quit it.
    EstablishedByQuitting,
    /// 83(3): established when his side play on.
    EstablishedByPlayingOn,
    /// 84(1): to be paid for.
    Payable,
    /// 84(a): by declarer, 100.
    ByDeclarer,
    /// 84(b): by a defender, 100 or three tricks.
    ByDefender,
    /// 84(c): a second one, 100.
    Second,
    /// 84(2): the side scores nothing for tricks.
    Denied,
    /// 86(1): put right in time.
    PutRight,
    /// 86(2): by a defender, whose card is exposed.
    CardExposed,
    /// 86(2): the highest or lowest card was not asked for.
    ExtremeLapsed,
    /// 89(1): both sides revoked.
    BothSides,
}

/// A revoke and its trick.
#[derive(Debug, Clone, Copy)]
struct Revoke {
    by: Seat,
    trick: u8,
    card: Card,
    place: u8,
}

/// The table.
struct Table<'f> {
    facts: &'f mut Vec<Fact>,
    now: u32,
    hands: [CardSet; 4],
    declarer: Seat,
    trumps: Option<Suit>,
    /// The trick in progress, or the last one that is done.
    trick: u8,
    /// Its cards.
    cards: [Option<Card>; 4],
    played: u8,
    leader: Seat,
    quitted: bool,
    due: Seat,
    /// Revokes not yet established.
    revokes: Vec<Revoke>,
    established: Vec<Revoke>,
    /// Sides that score nothing for tricks.
    denied: [bool; 2],
    /// A wrong lead about which declarer may choose.
    wrong_lead: Option<Seat>,
    /// A revoke put right about which declarer may choose.
    extreme: Option<Seat>,
}

/// All facts of a deal, in order.
#[inline(never)]
pub fn rule(deal: &Dealt, facts: &mut Vec<Fact>) {
    let mut table = Table {
        facts,
        now: 0,
        hands: deal.hands,
        declarer: deal.declarer,
        trumps: deal.strain.suit(),
        trick: 0,
        cards: [None; 4],
        played: 4,
        leader: deal.declarer.lho(),
        quitted: true,
        due: deal.declarer.lho(),
        revokes: Vec::new(),
        established: Vec::new(),
        denied: [false; 2],
        wrong_lead: None,
        extreme: None,
    };
    for act in &deal.acts {
        table.now += 1;
        match *act {
            Act::Play(seat, card) => table.play(seat, card),
            Act::Correct(seat, old, new) => table.correct(seat, old, new),
            Act::Quit(trick, side) => table.quit(trick, side),
        }
    }
}

impl Table<'_> {
    fn say(&mut self, law: Law, trick: u8, seat: Seat) {
        self.facts.push(Fact { act: self.now, law, trick, seat });
    }

    fn is_declarers(&self, seat: Seat) -> bool {
        seat.side() == self.declarer.side()
    }

    fn play(&mut self, seat: Seat, card: Card) {
        if !self.revokes.is_empty() {
            self.play_on(seat);
        }
        if self.played == 4 || self.cards[seat.index()].is_some() {
            self.lead(seat);
        } else {
            self.follow(seat, card);
        }
        self.hands[seat.index()].remove(card);
        self.cards[seat.index()] = Some(card);
        self.played += 1;
        if self.played == 4 {
            self.trick_full();
        }
    }

    /// Laws 76, 77, 78.
    fn lead(&mut self, seat: Seat) {
        let t = self.trick + 1;
        let partner_waits = t > 1 && self.cards[seat.partner().index()].is_none() && !self.quitted;
        if seat != self.due || partner_waits {
            if self.is_declarers(seat) {
                self.say(Law::WrongLeadOfDeclarer, t, seat);
            } else if self.played < 4 && self.leader == seat.partner() {
                self.say(Law::SecondLead, t, seat);
            } else {
                self.say(Law::WrongLead, t, seat);
                self.wrong_lead = Some(seat);
            }
        }
        self.trick = t;
        self.cards = [None; 4];
        self.played = 0;
        self.leader = seat;
        self.quitted = false;
    }

    /// Laws 78, 80 and 83.
    fn follow(&mut self, seat: Seat, card: Card) {
        if let Some(offender) = self.wrong_lead
            && self.is_declarers(seat)
        {
            self.wrong_lead = None;
            self.say(Law::WrongLeadAccepted, self.trick, offender);
        }
        if self.cards[seat.rho().index()].is_none() {
            self.say(Law::PlayedBeforeTurn, self.trick, seat);
        }
        if let Some(led) = self.cards[self.leader.index()].map(Card::suit)
            && card.suit() != led
            && seat != self.declarer.partner()
            && !self.hands[seat.index()].and(CardSet::of_suit(led)).is_empty()
        {
            self.say(Law::Revoke, self.trick, seat);
            self.revokes.push(Revoke { by: seat, trick: self.trick, card, place: self.place(seat) });
        }
    }

    fn place(&self, seat: Seat) -> u8 {
        ((seat.index() + 4 - self.leader.index()) % 4) as u8
    }

    /// The trick has its four cards; after the last one revokes are paid for.
    fn trick_full(&mut self) {
        if let Some(offender) = self.wrong_lead.take() {
            self.say(Law::WrongLeadLapsed, self.trick, offender);
        }
        self.due = self.winner();
        if self.trick == 13 && !self.established.is_empty() {
            self.settle();
        }
    }

    fn winner(&self) -> Seat {
        let led = self.cards[self.leader.index()].map(Card::suit);
        let mut best = (0, self.leader);
        for seat in Seat::ALL {
            let Some(card) = self.cards[seat.index()] else { continue };
            let height = match Some(card.suit()) {
                suit if suit == self.trumps => 32,
                suit if suit == led => 16,
                _ => continue,
            };
            best = best.max((height + card.rank().number(), seat));
        }
        best.1
    }

    /// Law 83(2), 86(2).
    fn quit(&mut self, trick: u8, side: Side) {
        self.quitted = true;
        if let Some(offender) = self.extreme.take() {
            self.say(Law::ExtremeLapsed, trick, offender);
        }
        if self.revokes.is_empty() {
            return;
        }
        if self.winner().side() == side {
            self.establish(Law::EstablishedByQuitting, |revoke| revoke.trick == trick);
        }
    }

    /// Law 83(3).
    fn play_on(&mut self, seat: Seat) {
        let now = if self.played == 4 || self.cards[seat.index()].is_some() { self.trick + 1 } else { self.trick };
        self.establish(Law::EstablishedByPlayingOn, |revoke| revoke.by.side() == seat.side() && now > revoke.trick);
    }

    fn establish(&mut self, law: Law, holds: impl Fn(&Revoke) -> bool) {
        for revoke in std::mem::take(&mut self.revokes) {
            if holds(&revoke) {
                self.say(law, revoke.trick, revoke.by);
                if !std::mem::replace(&mut self.denied[revoke.by.side().index()], true) {
                    self.say(Law::Denied, 0, revoke.by);
                }
                self.established.push(revoke);
            } else {
                self.revokes.push(revoke);
            }
        }
    }

    /// Law 86: a card of the trick in progress is put right.
    fn correct(&mut self, seat: Seat, old: Card, new: Card) {
        let fits = |revoke: &Revoke| revoke.by == seat && revoke.card == old && revoke.trick == self.trick;
        if let Some(place) = self.revokes.iter().position(fits) {
            self.revokes.remove(place);
            self.say(Law::PutRight, self.trick, seat);
            if !self.is_declarers(seat) {
                self.say(Law::CardExposed, self.trick, seat);
                self.extreme = Some(seat);
            }
        }
        self.cards[seat.index()] = Some(new);
        self.hands[seat.index()].remove(new);
        self.hands[seat.index()].insert(old);
        if self.played == 4 {
            self.due = self.winner();
        }
    }

    /// Laws 84 and 89.
    fn settle(&mut self) {
        let revokes = std::mem::take(&mut self.established);
        for revoke in &revokes {
            self.say(Law::Payable, revoke.trick, revoke.by);
            let of_side = |other: &&Revoke| other.by.side() == revoke.by.side();
            let before = |other: &Revoke| (other.trick, other.place) < (revoke.trick, revoke.place);
            let second = revokes.iter().filter(of_side).any(before);
            let both = revokes.iter().any(|other| other.by.side() != revoke.by.side());
            match (second, both) {
                (false, false) if revoke.by == self.declarer => self.say(Law::ByDeclarer, revoke.trick, revoke.by),
                (false, false) => self.say(Law::ByDefender, revoke.trick, revoke.by),
                _ => {}
            }
            if second {
                self.say(Law::Second, revoke.trick, revoke.by);
            }
            if both {
                self.say(Law::BothSides, revoke.trick, revoke.by);
            }
        }
    }
}
