//! The table: what people did, and what follows from it by the mechanics of the game alone.
//!
//! In: acts, as the engine hands them on, and what a remedy does to calls and cards. Out: facts for the laws and the events that only
//! the table can find (a full trick, a card too many). It refuses nothing that people can physically do and judges nothing.

mod calls;
pub mod hands;
mod seating;
mod tricks;

pub use calls::{CallMade, Contract};
pub use hands::DealtHand;
pub use seating::Seating;
pub use tricks::Trick;

use crate::bridge::{Card, CardSet, Seat, Side};
use crate::few::{Blank, Few};
use crate::record::SideScore;

/// What an event that the table found is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// The calling ends; this player plays the two hands.
    CallsClosed(Seat),
    /// All passed.
    PassedOut,
    /// A trick has its four cards.
    TrickFull(u8),
    /// Somebody played to a later trick without playing to this one.
    Missed(Seat, u8),
    /// Somebody put a second card to a trick.
    Surplus(Seat, u8, Card),
    /// The winner of the trick before is to lead to this one.
    ToLead(Seat, u8),
    /// The play is over.
    PlayOver,
    /// A side has won a game.
    GameOver(Side),
    /// A side has won the rubber.
    RubberOver(Side),
}

impl Blank for Found {
    const BLANK: Found = Found::PassedOut;
}

/// The part of the deal that is in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Stage {
    Dealing,
    Calling,
    BeforeLead,
    Playing,
    AfterPlay,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 5] = [Stage::Dealing, Stage::Calling, Stage::BeforeLead, Stage::Playing, Stage::AfterPlay];

    /// The word in the law files.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Dealing => "dealing",
            Stage::Calling => "calling",
            Stage::BeforeLead => "before_lead",
            Stage::Playing => "playing",
            Stage::AfterPlay => "after_play",
        }
    }
}

/// What a deal has done for the game and the rubber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RubberState {
    /// Who won a game by it.
    pub game: Option<Side>,
    /// Who won the rubber by it.
    pub won: Option<Side>,
    /// The rubber is over.
    pub over: bool,
}

/// The state of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Who dealt.
    pub dealer: Option<Seat>,
    /// Who plays with whom.
    pub seating: Seating,
    /// Which sides are vulnerable, North and South first.
    pub vulnerable: Option<[bool; 2]>,
    /// What the side of each player, in rotation from North, had before the deal.
    pub score: Option<[SideScore; 4]>,
    /// The hands as dealt, as far as they are known, in rotation from North.
    pub dealt: [DealtHand; 4],
    /// How many cards each hand was dealt.
    pub hand_size: usize,
    /// The calls, in the order in which they were made.
    pub calls: Vec<CallMade>,
    /// The contract, once the calling is over.
    pub contract: Option<Contract>,
    /// The tricks, the first being number 1.
    pub tricks: Vec<Trick>,
    /// The part of the deal in progress.
    pub stage: Stage,
    /// The tricks of declarer's side in all, when the rest was agreed.
    pub agreed: Option<i64>,
    /// The deal is given up: a new deal, or all passed.
    pub void: bool,
    /// The players break off after this deal.
    pub broken_off: bool,
    /// What the deal has done for the game and the rubber.
    pub rubber: RubberState,
}

impl Table {
    /// A table on which the cards are about to be dealt.
    pub fn new(dealer: Option<Seat>, dealt: [DealtHand; 4], hand_size: usize) -> Table {
        Table {
            dealer,
            seating: Seating::FOUR,
            vulnerable: None,
            score: None,
            dealt,
            hand_size,
            calls: Vec::new(),
            contract: None,
            tricks: Vec::new(),
            stage: Stage::Dealing,
            agreed: None,
            void: false,
            broken_off: false,
            rubber: RubberState::default(),
        }
    }

    /// The player of the two hands, once the calling is over.
    pub fn declarer(&self) -> Option<Seat> {
        self.contract.map(|contract| contract.declarer)
    }

    /// What a side had before the deal, if that is known.
    pub fn score_of(&self, side: Side) -> Option<SideScore> {
        let seat = side.members().next()?;
        self.score.map(|score| score[seat.index()])
    }

    /// Adds to what a side has.
    pub fn add_score(&mut self, side: Side, games: u8, towards: i64) {
        for score in self.score.iter_mut() {
            for seat in side.members() {
                let of_seat = &mut score[seat.index()];
                of_seat.games = of_seat.games.saturating_add(games);
                of_seat.towards = of_seat.towards.saturating_add(towards);
            }
        }
    }

    /// A side wins a game: nobody has anything towards the next one.
    pub fn close_game(&mut self, side: Side) -> Few<Found> {
        if self.rubber.game.is_some() {
            return Few::new();
        }
        self.rubber.game = Some(side);
        self.add_score(side, 1, 0);
        self.score.iter_mut().flatten().for_each(|score| score.towards = 0);
        [Found::GameOver(side)].into()
    }

    /// A side wins the rubber.
    pub fn close_rubber(&mut self, side: Side) -> Few<Found> {
        if self.rubber.over {
            return Few::new();
        }
        self.rubber.won = Some(side);
        self.rubber.over = true;
        [Found::RubberOver(side)].into()
    }

    /// The cards that somebody is known to hold now.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.dealt[seat.index()].cards.without(self.gone(seat))
    }

    /// The cards that this player has in tricks.
    fn gone(&self, seat: Seat) -> CardSet {
        let mut gone = CardSet::EMPTY;
        for trick in &self.tricks {
            for (who, card) in &trick.plays {
                if *who == seat {
                    gone.insert(*card);
                }
            }
        }
        gone
    }

    /// The cards that he may hold besides those known: cards that nobody is known to have been dealt; none when his hand is whole.
    pub fn hidden(&self, seat: Seat) -> CardSet {
        hands::hidden(&self.dealt, seat)
    }

    /// Who was dealt a card, if that is known.
    pub fn owner(&self, card: Card) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.dealt[seat.index()].cards.has(card))
    }

    /// The play ends here: declarer's side have so many tricks in all, or nobody says how many.
    pub fn end_play(&mut self, agreed: Option<i64>) -> Few<Found> {
        if self.stage == Stage::AfterPlay {
            return Few::new();
        }
        self.agreed = agreed.or(self.agreed);
        self.stage = Stage::AfterPlay;
        [Found::PlayOver].into()
    }

    /// The tricks that a side won by the cards, or by agreement about the rest; none before the play is over when tricks are still to come.
    pub fn won_in_play(&self, side: Side) -> i64 {
        if let (Some(agreed), Some(declarer)) = (self.agreed, self.declarer()) {
            let all = i64::try_from(self.hand_size).unwrap_or(13);
            return if side.has(declarer) { agreed } else { all - agreed };
        }
        let won = (1..=self.tricks.len()).filter_map(|t| self.winner(t as u8)).filter(|seat| side.has(*seat));
        i64::try_from(won.count()).unwrap_or(0)
    }

    /// Whether all tricks are accounted for.
    pub fn tricks_known(&self) -> bool {
        self.agreed.is_some()
            || (1..=self.tricks.len()).filter(|t| self.winner(*t as u8).is_some()).count() == self.hand_size
    }
}
