//! `hoyle compare`: the same records under all codes.

use std::path::PathBuf;

use crate::report::compare::{cell, table};
use crate::rule::rule;

use super::desk::{Desk, DeskArgs};
use super::{Status, answer, tell};

/// Rules on the same records under every code, and prints a table: records down, codes across.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Records in RON, JSON or PBN; `-` is standard input
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// The codes to compare, instead of all
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    under: Vec<String>,
    /// A folder of law files put over the built-in codes
    #[arg(long, value_name = "DIR")]
    codes: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Status, String> {
    let desk_args = DeskArgs::of(args.records.clone(), args.codes.clone());
    let mut desk = Desk::new(&desk_args)?;
    let files = desk.files().collect::<Result<Vec<_>, String>>()?;
    let mut wrong = files.iter().any(|file| file.wrong);
    let three = files.iter().flat_map(|file| &file.records).any(|record| record.vacant.is_some());
    let mut codes = args.under.clone();
    if codes.is_empty() {
        let mut dated = Vec::new();
        for name in desk.names() {
            // A code for another number of players has nothing to say of these records.
            let code = desk.engine(&name)?.code();
            if code.three_hand == three {
                dated.push((code.force.clone(), code.amends.len(), name));
            }
        }
        dated.sort();
        codes.extend(dated.into_iter().map(|(_, _, name)| name));
    }
    let mut rows = Vec::new();
    for file in &files {
        for (place, record) in file.records.iter().enumerate() {
            let mut cells = Vec::new();
            for code in &codes {
                let manner = desk.manner.clone();
                let (report, diagnostics) = rule(desk.engine(code)?, record, place + 1, &manner);
                wrong |= tell(&file.sources, &diagnostics);
                cells.push(if diagnostics.is_empty() { cell(&report) } else { "cannot be read".to_string() });
            }
            let title = record.title.clone().unwrap_or_else(|| format!("{}, deal {}", file.name, place + 1));
            rows.push((title, cells));
        }
    }
    answer(&table(&codes, &rows));
    Ok(if wrong { Status::Wrong } else { Status::Done })
}
