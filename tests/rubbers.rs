//! Whole rubbers and matches: the sheet has, to the point, what was worked out by hand from the printed laws above each deal.

mod common;

use std::path::{Path, PathBuf};

use hoyle::record::Record;
use hoyle::rule::Manner;
use hoyle::sheet::{Scorer, Sheet, boards};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    files
}

/// Holds what the deals of a file expect against the lines of its sheet.
fn hold(file: &Path, records: &[Record], lines: &[String]) {
    let unmet: Vec<String> = records.iter().flat_map(|record| common::unmet(record, lines)).collect();
    let expected = records.iter().map(|record| record.expect.len()).sum::<usize>();
    assert!(expected > 0, "{} expects nothing", file.display());
    assert!(
        unmet.is_empty(),
        "{}: not met:\n  {}\nlines:\n  {}",
        file.display(),
        unmet.join("\n  "),
        lines.join("\n  ")
    );
}

#[test]
fn whole_rubbers_agree_with_the_sheet() {
    let engines = common::engines();
    insta::glob!("rubbers/*.ron", |file| {
        let (_, records) = common::records(file);
        let code = records.first().and_then(|record| record.code.clone()).expect("a rubber names its code");
        let mut scorer = Scorer::new(&engines[&code], Manner::default());
        for (place, record) in records.iter().enumerate() {
            let (_, diagnostics) = scorer.add(record, place + 1);
            assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", file.display());
        }
        let sheets = scorer.finish();
        assert_eq!(sheets.len(), 1, "{} is one rubber", file.display());
        hold(file, &records, &sheets.iter().flat_map(Sheet::lines).collect::<Vec<String>>());
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(file.parent().unwrap_or(file));
        settings.set_prepend_module_to_snapshot(false);
        settings.remove_snapshot_suffix();
        settings.set_omit_expression(true);
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        settings.bind(|| insta::assert_snapshot!(name.as_str(), hoyle::report::sheet::text(&sheets)));
    });
    // Each code that has rubbers has one here.
    let there: Vec<String> =
        files("rubbers").iter().filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect();
    for code in common::CODES.iter().filter(|code| !code.starts_with("duplicate") && !code.ends_with("duplicate")) {
        assert!(there.iter().any(|name| name == code), "{code} has no rubber");
    }
}

#[test]
fn matches_agree_with_the_sheet() {
    let engines = common::engines();
    for file in files("matches") {
        let (_, records) = common::records(&file);
        let code = records.first().and_then(|record| record.code.clone()).expect("a match names its code");
        let deals: Vec<(&Record, usize)> =
            records.iter().enumerate().map(|(place, record)| (record, place + 1)).collect();
        let (sheet, _, diagnostics) = boards::score(&engines[&code], &deals, &Manner::default());
        assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", file.display());
        hold(&file, &records, &sheet.lines());
    }
}
