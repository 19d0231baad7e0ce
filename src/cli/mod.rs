//! The command line: arguments and files in, answers on standard output, all else on standard error.
//!
//! Only this module reads files and prints; it holds no rule of any game.

mod check;
mod codes;
mod compare;
mod config;
mod desk;
mod rule;
mod score;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::source::Sources;

/// Law codes of bridge that run: from the record of a table to rulings.
#[derive(Debug, Parser)]
#[command(name = "hoyle", version, about, max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Rule(rule::Args),
    Score(score::Args),
    Compare(compare::Args),
    Check(check::Args),
    Codes(codes::Args),
}

/// How an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Ron,
    Json,
}

impl Format {
    /// Writes an answer: as `text` has it for people, or its data for programs.
    pub fn write<T: Serialize>(self, answer: &T, text: impl FnOnce(&T) -> String) -> Result<String, String> {
        match self {
            Format::Text => Ok(text(answer)),
            Format::Ron => {
                let pretty = ron::ser::PrettyConfig::new().struct_names(false);
                ron::ser::to_string_pretty(answer, pretty).map(|text| text + "\n").map_err(|error| error.to_string())
            }
            Format::Json => {
                serde_json::to_string_pretty(answer).map(|text| text + "\n").map_err(|error| error.to_string())
            }
        }
    }
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Done.
    Done = 0,
    /// A check found something.
    Found = 1,
    /// Wrong use, or input that cannot be read.
    Wrong = 2,
}

/// Runs the program on the arguments of the process.
pub fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Status::Wrong as u8 } else { Status::Done as u8 });
        }
    };
    let status = match args.command {
        Command::Rule(args) => rule::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Codes(args) => codes::run(&args),
    };
    ExitCode::from(status.unwrap_or_else(|message| {
        let _ = writeln!(std::io::stderr(), "error: {message}");
        Status::Wrong
    }) as u8)
}

/// Prints an answer. A reader that went away is no fault of ours.
pub(crate) fn answer(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Draws diagnostics on standard error; gives whether one is an error.
pub(crate) fn tell(sources: &Sources, diagnostics: &[Diagnostic]) -> bool {
    if !diagnostics.is_empty() {
        let colour =
            std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let drawn = crate::report::diagnostics::draw(sources, diagnostics, colour);
        let _ = std::io::stderr().write_all(drawn.as_bytes());
    }
    diagnostics.iter().any(Diagnostic::is_error)
}
