//! What a record says happened, in the words of one code.
//!
//! In: the words of a log, read against a code by [`super::from_log`]. Out: to the engine, which fills in what only the table knows:
//! the number of the trick, who declarer is, which earlier event is meant.

use crate::few::Few;
use crate::source::Span;

use super::tree::{ClauseId, EventId, FactId, FindingId};
use super::value::Value;

/// One entry of a log.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEvent {
    /// What it is.
    pub kind: RecordedKind,
    /// As it was written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of entry.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordedKind {
    /// An event that the code declares. Parts left out are none: the table fills them in, or says that it cannot.
    Event(EventId, Few<Option<LogArg>>),
    /// `choose(South, law 84(b), tricks)`
    Choose {
        /// Who chooses.
        by: LogArg,
        /// The clauses that can have opened the right.
        clauses: Vec<ClauseId>,
        /// The option.
        option: String,
        /// What he picks; read against the types of the picks.
        picks: Vec<LogArg>,
        /// Which of several such rights that are open, the oldest being 1.
        nth: usize,
    },
    /// `waive(South, law 84(b))`
    Waive {
        /// Who gives the right up.
        by: LogArg,
        /// The clauses that can have opened the right.
        clauses: Vec<ClauseId>,
        /// Which of several such rights that are open, the oldest being 1.
        nth: usize,
    },
    /// `judge(inadvertent(West, 1S), yes)`: the answer to a question of judgement or about a hidden hand.
    Judge {
        /// What was asked.
        question: Judged,
        /// Its arguments; all questions of that name are answered when there are none though it has parameters.
        args: Vec<LogArg>,
        /// The answer.
        answer: LogArg,
    },
}

/// What a judgement answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// A finding.
    Finding(FindingId),
    /// A fact of the table that can be hidden, such as `held(West, hearts)`.
    Fact(FactId),
}

/// One argument of an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum LogArg {
    /// A value.
    Value(Value),
    /// `dealer`, `declarer`, `dummy`: whoever it is then. The fact of no parameters of that name.
    Role(FactId),
    /// An earlier event of the record: the latest that fits.
    Incident(EventId, Box<[Option<LogArg>]>),
    /// The oldest open right that one of these clauses opened.
    Right(Box<[ClauseId]>),
    /// Several arguments, for a part that is a set.
    Set(Box<[LogArg]>),
}
