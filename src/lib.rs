//! hoyle: law codes of bridge that run.
//!
//! ```text
//!  codes/*.law                               record: RON, JSON, PBN
//!      | text                                     | text
//!      v                                          v
//!  [syntax]   tree, spans                     [record]  acts in words
//!      v                                          |
//!  [code]     names, types, amendments  ---reads the words
//!      v                                          v
//!  [engine]   rights, duties, worlds   <---   [table]   records all, judges nothing
//!      v
//!  [ruling]   plain data
//!      v
//!  [sheet]    deals carried on to rubbers
//!      v
//!  [report]   text, RON, JSON     [cli]  stdout, exit status
//!
//!  foundations:  source  diagnostic  threads  few  slips  bridge (knows no law)
//! ```
//!
//! A program that embeds the laws loads a code from a [`code::Library`], makes it ready as an [`engine::Engine`], and either rules on
//! a whole record with [`rule::rule`] or feeds a table event by event to an [`engine::Deal`].
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo, clippy::dbg_macro)]

pub mod bridge;
pub mod cli;
pub mod code;
pub mod diagnostic;
pub mod engine;
pub mod few;
pub mod record;
pub mod report;
pub mod rule;
pub mod ruling;
pub mod sheet;
mod slips;
pub mod source;
pub mod syntax;
pub mod table;
mod threads;
