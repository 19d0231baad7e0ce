//! `hoyle score`: the sheets of rubbers.

use crate::report::sheet::text;
use crate::sheet::{Scorer, Sheet};

use super::desk::{self, Desk};
use super::{Format, Status, answer, tell};

/// Enters deals in the score in the order in which they stand, rulings applied, and prints the sheet of each rubber.
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
    let files: Vec<desk::RecordFile> = desk.files().collect::<Result<_, String>>()?;
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
    let mut scorer = Scorer::new(desk.engine(&code)?, manner);
    for file in &files {
        for (place, record) in file.records.iter().enumerate() {
            let (_, diagnostics) = scorer.add(record, place + 1);
            wrong |= tell(&file.sources, &diagnostics);
        }
    }
    let sheets = scorer.finish();
    if args.lines {
        answer(&sheets.iter().flat_map(Sheet::lines).map(|line| line + "\n").collect::<String>());
    } else {
        answer(&args.format.write(&sheets, |sheets| text(sheets))?);
    }
    Ok(if wrong { Status::Wrong } else { Status::Done })
}
