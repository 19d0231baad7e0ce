//! The interpreter: a code of laws run over the events of a deal.
//!
//! In: a resolved [`crate::code::Code`] and the events of a record. Out: rulings, what stands, open questions, the score.
//! It is a plain evaluator over the resolved tree: clear before fast. One event is worked off whole before the next
//! (see `docs/language.md`, "One event, step by step"); what is unknown splits the run into worlds.

mod apply;
mod duties;
mod eval;
mod event;
mod facts;
mod glance;
mod matching;
mod program;
mod questions;
mod rights;
mod rubber;
mod ruled;
mod run;
mod score;
mod select;
mod settings;
mod standing;
mod start;
mod step;
mod take;
mod truth;
mod world;

pub use event::{Happened, Happening, Parts};
pub use rubber::{Comparison, Rubber};
pub use ruled::{About, Deed, Done, Role, Ruled, Said};
pub use run::{Deal, Node};
pub use score::{DealResult, Entry, FromOthers, Given, SideResult, WayOut};
pub use settings::{Engine, Options, Settings, Shared};
pub use standing::{Player, Standing};
pub use world::{Fault, LawFault, Question, Stop, World};
