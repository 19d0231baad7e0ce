//! Records of a table: what people did, before any law looks at it.
//!
//! In: the text of a RON, JSON or PBN file. Out: [`Record`]s whose acts are still words with places, and the diagnostics of what
//! could not be read; the deals around a bad one are kept. Which code reads the words is decided later.

mod calls;
mod documents;
mod entry;
mod hands;
mod json;
mod near;
mod notation;
mod passage;
mod pbn;
mod read;
mod report;
mod ron;
mod shape;

pub use entry::written;
pub use read::read;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bridge::{CardSet, Seat, Side};
use crate::source::Span;
use crate::syntax::tree::LogEntry;
use crate::table::Seating;

/// A deal may have so many events.
pub const MOST_EVENTS: usize = 100_000;
/// A file may have so many deals.
pub const MOST_DEALS: usize = 100_000;

/// One deal and what happened at the table.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its story in a line.
    pub title: Option<String>,
    /// The code that it names.
    pub code: Option<String>,
    /// Who dealt.
    pub dealer: Option<Seat>,
    /// Which sides are vulnerable, North and South first; none when it is not said.
    pub vulnerable: Option<[bool; 2]>,
    /// The seat that nobody has, at a table of three.
    pub vacant: Option<Seat>,
    /// What each side, or each of three players, had before this deal; none when it is not said.
    pub score: Option<BTreeMap<Side, SideScore>>,
    /// Where the deal stands in a match of boards.
    pub place: Place,
    /// The hands, in rotation from North.
    pub hands: [Hand; 4],
    /// The calls, when they stand apart from the rest: `call(South, 1S)` and so on.
    pub auction: Vec<LogEntry>,
    /// The contract, when it is given: `declared(South, 2S, 0)`.
    pub contract: Option<LogEntry>,
    /// The calls are those of a modern auction, to be judged only under a code of that kind.
    pub modern_calls: bool,
    /// House rules of the table, by name, as written; they go before those of the configuration.
    pub options: BTreeMap<String, String>,
    /// Readings to rule by, by name; they go before those of the configuration.
    pub readings: BTreeMap<String, String>,
    /// Everything else that happened, in order.
    pub log: Vec<LogEntry>,
    /// Summary lines that the ruling must contain.
    pub expect: Vec<String>,
    /// What of the file the record does not keep, kind by kind, and how many tokens of it: comments, other tags and so on.
    pub skipped: Vec<(&'static str, usize)>,
    /// Where the record stands.
    pub span: Span,
}

/// What a side had before the deal, or stands at after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SideScore {
    /// Games won in this rubber.
    pub games: u8,
    /// Points towards the game in progress.
    pub towards: i64,
}

/// Where a deal stands in a match of boards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The board.
    pub board: Option<String>,
    /// The table at which it was played.
    pub table: Option<String>,
    /// The pairs, by side.
    pub pairs: BTreeMap<Side, String>,
    /// Their teams, by side.
    pub teams: BTreeMap<Side, String>,
}

/// What is known of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// Nothing.
    Unknown,
    /// These cards and no others.
    Whole(CardSet),
    /// At least these cards.
    AtLeast(CardSet),
}

impl Record {
    /// Who plays with whom: four players, or three and an empty seat.
    pub fn seating(&self) -> Seating {
        self.vacant.map_or(Seating::FOUR, Seating::of_three)
    }

    /// A record that says nothing yet.
    pub(crate) fn empty(span: Span) -> Record {
        Record {
            title: None,
            options: BTreeMap::new(),
            readings: BTreeMap::new(),
            code: None,
            dealer: None,
            vulnerable: None,
            vacant: None,
            place: Place::default(),
            score: None,
            hands: [Hand::Unknown; 4],
            auction: Vec::new(),
            contract: None,
            modern_calls: false,
            log: Vec::new(),
            expect: Vec::new(),
            skipped: Vec::new(),
            span,
        }
    }
}
