//! What happens: events, and statuses and rights that begin and end.

use std::sync::Arc;

use crate::bridge::Seat;
use crate::code::log::RecordedEvent;
use crate::code::tree::{ClauseId, EventId, StatusId};
use crate::code::value::Value;
use crate::few::Few;

/// The parts of an event or a status, in the order of its declaration.
pub type Parts = Few<Value>;

/// Something that happens, from the record or from what was ruled.
#[derive(Debug, Clone, PartialEq)]
pub struct Happening {
    /// What.
    pub kind: HappeningKind,
    /// It lies in the past and is only judged again: the table does not record it.
    pub past: bool,
    /// For a status or a right that begins or ends: the event that led to it.
    pub cause: Option<Arc<Happening>>,
}

/// The kinds of happening.
#[derive(Debug, Clone, PartialEq)]
pub enum HappeningKind {
    /// An event.
    Event(EventId, Parts),
    /// A status begins.
    Begins(StatusId, Parts),
    /// A status ends.
    Ends(StatusId, Parts),
    /// An option of a right was chosen.
    Takes {
        /// The clause that opened the right.
        clause: ClauseId,
        /// The option.
        option: String,
        /// The names of the clause then.
        frame: super::world::Frame,
    },
    /// A right died unused.
    RightEnds {
        /// The clause that opened the right.
        clause: ClauseId,
        /// The names of the clause then.
        frame: super::world::Frame,
    },
}

impl Happening {
    /// An event.
    pub fn event(event: EventId, args: impl Into<Parts>) -> Happening {
        Happening { kind: HappeningKind::Event(event, args.into()), past: false, cause: None }
    }

    /// The event and its parts, if it is one.
    pub fn as_event(&self) -> Option<(EventId, &[Value])> {
        match &self.kind {
            HappeningKind::Event(event, args) => Some((*event, args)),
            _ => None,
        }
    }

    /// Who acts: the first part that is a player.
    pub fn actor(&self) -> Option<Seat> {
        match &self.kind {
            HappeningKind::Event(_, args) | HappeningKind::Begins(_, args) | HappeningKind::Ends(_, args) => {
                args.iter().find_map(Value::player)
            }
            _ => None,
        }
    }
}

/// An entry of the record that has been dealt with.
#[derive(Debug, Clone, PartialEq)]
pub struct Happened {
    /// The entry.
    pub entry: Arc<RecordedEvent>,
    /// The event, with all its parts, once it has been dealt with itself, if not all that follows from it; nothing for a choice, a
    /// waiver or a judgement.
    pub what: Option<(EventId, Parts)>,
}

impl Happened {
    /// The kind of event, if it was one.
    pub fn event(&self) -> Option<EventId> {
        self.what.as_ref().map(|(event, _)| *event)
    }

    /// The parts of the event.
    pub fn args(&self) -> &[Value] {
        self.what.as_ref().map_or(&[], |(_, args)| args)
    }
}
