//! `hoyle rule`: rulings on records.

use std::io::IsTerminal;

use crate::report::DealReport;
use crate::report::text::{Style, letters, text};
use crate::rule::rule;

use super::desk::{self, Desk};
use super::{Format, Status, answer, tell};

/// Rules on the deals of records, in the order of their events.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    desk: desk::DeskArgs,
    /// How to write the rulings
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also say what stands after the last event: what each player must, must not and may do
    #[arg(long)]
    standing: bool,
    /// Also print the bookkeeping of the laws, such as whose turn it is
    #[arg(long)]
    all: bool,
    /// Letters for the suits, also on a terminal
    #[arg(long)]
    ascii: bool,
    /// Print the summary lines that a record's `expect` is held against
    #[arg(long)]
    lines: bool,
}

pub(crate) fn run(args: &Args) -> Result<Status, String> {
    let mut desk = Desk::new(&args.desk)?;
    let mut status = Status::Done;
    let mut reports = Vec::new();
    for file in desk.files() {
        let file = file?;
        let mut wrong = file.wrong;
        for (place, record) in file.records.iter().enumerate() {
            let manner = desk.manner.clone();
            let code = desk.code_of(record).map_err(|message| format!("{}: {message}", file.name))?;
            let engine = desk.engine(&code).map_err(|message| format!("{}: {message}", file.name))?;
            let (report, diagnostics) = rule(engine, record, place + 1, &manner);
            wrong |= tell(&file.sources, &diagnostics);
            reports.push(report);
        }
        status = if wrong { Status::Wrong } else { status };
    }
    answer(&write(args, &reports)?);
    Ok(status)
}

fn write(args: &Args, reports: &[DealReport]) -> Result<String, String> {
    let ascii = args.ascii || !std::io::stdout().is_terminal();
    if args.lines {
        let lines: String = reports.iter().flat_map(DealReport::lines).map(|line| line + "\n").collect();
        return Ok(if ascii { letters(&lines) } else { lines });
    }
    args.format.write(&reports, |reports| {
        let style = Style { ascii, standing: args.standing, all: args.all };
        reports.iter().map(|report| text(report, style)).collect::<Vec<_>>().join("\n")
    })
}
