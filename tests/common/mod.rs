//! What several tests share: codes loaded once, cases found, records ruled.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hoyle::code::Library;
use hoyle::engine::{Engine, Options};
use hoyle::record::Record;
use hoyle::report::DealReport;
use hoyle::rule::{Manner, rule};
use hoyle::source::Sources;

/// The codes that the project ships, vocabulary aside.
pub const CODES: [&str; 9] = [
    "auction-1908-portland",
    "auction-1912-newyork",
    "auction-1913-duplicate",
    "auction-1913-newyork",
    "auction-1913-threehand",
    "bridge-1904-portland",
    "bridge-1905-elwell",
    "bridge-1907-elwell",
    "duplicate-2003-club",
];

/// The folder of the cases.
pub fn cases_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("cases")
}

/// All case files of a code, in the order of their names.
pub fn cases_of(code: &str) -> Vec<PathBuf> {
    let folder = cases_folder().join(code);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map(|entries| entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    files
}

/// The engine of a shipped code.
pub fn engine(code: &str, options: &Options) -> Engine {
    let mut library = Library::built_in();
    let loaded = library.load(code);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).cloned().collect();
    let drawn = hoyle::report::diagnostics::draw(library.sources(), &errors, false);
    let code = loaded.code.unwrap_or_else(|| panic!("{drawn}"));
    Engine::new(code, library.sources(), options).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The engines of all shipped codes.
pub fn engines() -> BTreeMap<String, Engine> {
    CODES.iter().map(|code| ((*code).to_string(), engine(code, &Options::default()))).collect()
}

/// The records of a file; a file that cannot be read fails the test, with its diagnostics drawn.
pub fn records(file: &Path) -> (Sources, Vec<Record>) {
    let name = format!("{}", file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default());
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut sources = Sources::new();
    let (records, diagnostics) = hoyle::record::read(&mut sources, &name, &bytes);
    let drawn = hoyle::report::diagnostics::draw(&sources, &diagnostics, false);
    assert!(diagnostics.is_empty(), "{name} cannot be read:\n{drawn}");
    (sources, records)
}

/// Rules on a record; a record that the code cannot read fails the test, with its diagnostics drawn.
pub fn ruled(engine: &Engine, sources: &Sources, record: &Record, number: usize) -> DealReport {
    let (report, diagnostics) = rule(engine, record, number, &Manner::default());
    let drawn = hoyle::report::diagnostics::draw(sources, &diagnostics, false);
    assert!(diagnostics.is_empty(), "the code cannot read the record:\n{drawn}");
    report
}

/// Whether a line begins with these words; the last word must end there, so that `law 6` is not found in `law 62`.
fn begins_with(line: &str, what: &str) -> bool {
    let ends = |rest: &str| !(what.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric));
    line.strip_prefix(what).is_some_and(ends)
}

/// The expectations that no line of the report meets; `not X` is met when no line begins with X.
pub fn unmet(record: &Record, lines: &[String]) -> Vec<String> {
    let begins = |what: &str| lines.iter().any(|line| begins_with(line, what));
    let met = |expect: &&String| match expect.strip_prefix("not ") {
        Some(what) if !what.starts_with("written") => !begins(what),
        _ => begins(expect),
    };
    record.expect.iter().filter(|expect| !met(expect)).cloned().collect()
}
