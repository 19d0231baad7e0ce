//! `hoyle score`: the sheets of rubbers and matches.

use crate::engine::{Comparison, Engine};
use crate::record::Record;
use crate::report;
use crate::rule::Manner;
use crate::sheet::{self, Scorer, Sheet};

use super::desk::{self, Desk, RecordFile};
use super::{Format, Status, answer, tell};

/// Enters deals in the score, rulings applied: prints the sheet of each rubber, or of a match of boards.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    desk: desk::DeskArgs,
    /// How to write the sheets
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print the entries as summary lines
    #[arg(long)]
    lines: bool,
}

pub(crate) fn run(args: &Args) -> Result<Status, String> {
    let mut desk = Desk::new(&args.desk)?;
    let files: Vec<RecordFile> = desk.files().collect::<Result<_, String>>()?;
    let mut wrong = files.iter().any(|file| file.wrong);
    let mut records = files.iter().flat_map(|file| file.records.iter().map(move |record| (file, record)));
    let Some((first, record)) = records.next() else { return Err("there is no deal to score".to_string()) };
    let code = desk.code_of(record).map_err(|message| format!("{}: {message}", first.name))?;
    for (file, record) in records {
        let other = desk.code_of(record).map_err(|message| format!("{}: {message}", file.name))?;
        if other != code {
            return Err(format!(
                "{}: a deal is under {other}, and those before it under {code}: one code scores a rubber",
                file.name
            ));
        }
    }
    let manner = desk.manner.clone();
    let engine = desk.engine(&code)?;
    let is_match = engine.comparison() != Comparison::default()
        || files.iter().flat_map(|file| &file.records).any(|record| record.place.board.is_some());
    let (text, found) =
        if is_match { boards(args, engine, &files, &manner)? } else { rubbers(args, engine, &files, manner)? };
    wrong |= found;
    answer(&text);
    Ok(if wrong { Status::Wrong } else { Status::Done })
}

/// The sheets of rubbers, and whether something was wrong with a deal.
fn rubbers(args: &Args, engine: &Engine, files: &[RecordFile], manner: Manner) -> Result<(String, bool), String> {
    let mut scorer = Scorer::new(engine, manner);
    let mut wrong = false;
    for file in files {
        for (place, record) in file.records.iter().enumerate() {
            let (_, diagnostics) = scorer.add(record, place + 1);
            wrong |= tell(&file.sources, &diagnostics);
        }
    }
    let sheets = scorer.finish();
    let text = if args.lines {
        lines(sheets.iter().flat_map(Sheet::lines))
    } else {
        args.format.write(&sheets, |sheets| report::sheet::text(sheets))?
    };
    Ok((text, wrong))
}

/// A match of boards, and whether something was wrong with a deal.
fn boards(args: &Args, engine: &Engine, files: &[RecordFile], manner: &Manner) -> Result<(String, bool), String> {
    let records = files
        .iter()
        .flat_map(|file| file.records.iter().enumerate().map(move |(place, record)| (file, record, place + 1)));
    let records: Vec<(&RecordFile, &Record, usize)> = records.collect();
    let deals: Vec<(&Record, usize)> = records.iter().map(|(_, record, number)| (*record, *number)).collect();
    let (sheet, _, found) = sheet::boards::score(engine, &deals, manner);
    let mut wrong = false;
    for (place, diagnostic) in found {
        wrong |= tell(&records[place].0.sources, &[diagnostic]);
    }
    let text = if args.lines { lines(sheet.lines()) } else { args.format.write(&sheet, report::boards::text)? };
    Ok((text, wrong))
}

fn lines(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}
