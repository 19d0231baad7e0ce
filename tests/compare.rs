//! The same twenty irregularities under every code: one table, kept as a snapshot and shown in the README.

mod common;

use std::path::{Path, PathBuf};

use hoyle::report::compare::{cell, table};

fn irregularities() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("irregularities");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.sort();
    files
}

/// The table, the oldest code first.
fn made() -> String {
    let engines = common::engines();
    let mut codes: Vec<_> = engines.iter().filter(|(_, engine)| !engine.code().three_hand).collect();
    codes.sort_by_key(|(name, engine)| (engine.code().force.clone(), engine.code().amends.len(), (*name).clone()));
    let mut rows = Vec::new();
    for file in irregularities() {
        let (sources, records) = common::records(&file);
        for record in &records {
            let cells = codes.iter().map(|(_, engine)| cell(&common::ruled(engine, &sources, record, 1)));
            rows.push((record.title.clone().expect("each tells its story"), cells.collect()));
        }
    }
    let names: Vec<String> = codes.iter().map(|(name, _)| (*name).clone()).collect();
    table(&names, &rows)
}

#[test]
fn twenty_irregularities_fare_so_under_each_code() {
    assert_eq!(irregularities().len(), 20);
    insta::assert_snapshot!(made());
}

/// `HOYLE_DOCS=write cargo test --test compare` puts the table of today into the README.
#[test]
fn the_readme_shows_the_table() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&readme).expect("the README is there");
    let (begin, end) = ("<!-- the table of irregularities -->\n\n", "\n<!-- its end -->");
    let start = text.find(begin).expect("the README marks the place of the table") + begin.len();
    let stop = start + text[start..].find(end).expect("the README marks the end of the table");
    let table = made();
    if std::env::var_os("HOYLE_DOCS").is_some_and(|value| value == "write") {
        std::fs::write(&readme, [&text[..start], &table, &text[stop..]].concat()).expect("the README can be written");
    } else {
        assert_eq!(&text[start..stop], table, "HOYLE_DOCS=write puts the table of today into the README");
    }
}
