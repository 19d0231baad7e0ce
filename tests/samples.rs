//! Samples from outside: those of the PBN standard's own suite, and real files, in the folder that `HOYLE_SAMPLES` names.
//!
//! The project stands alone: without the variable nothing is tested here. With it the folder `pbn` must be there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hoyle::diagnostic::Diagnostic;
use hoyle::record::{self, Record};
use hoyle::source::Sources;

/// The diagnostics that each sample of the standard's suite must have, with the line of each; none for the right ones.
const SUITE: [(&str, &[(&str, usize)]); 17] = [
    ("v01", &[]),
    ("v02", &[]),
    ("v03", &[]),
    ("v04", &[]),
    ("v05", &[]),
    ("v06", &[]),
    ("v07", &[]),
    (
        "v08",
        &[
            ("P0307", 11),
            ("P0310", 17),
            ("P0310", 20),
            ("P0310", 23),
            ("P0304", 38),
            ("P0308", 50),
            ("P0307", 62),
            ("P0306", 74),
        ],
    ),
    ("v09", &[("P0309", 11)]),
    (
        "v10",
        &[
            ("P0420", 4),
            ("P0420", 12),
            ("P0423", 20),
            ("P0421", 29),
            ("P0421", 36),
            ("P0421", 44),
            ("P0422", 52),
            ("P0422", 60),
        ],
    ),
    ("v11", &[("P0432", 16), ("P0202", 20)]),
    ("v12", &[]),
    ("v13", &[]),
    ("v14", &[("P0316", 12), ("P0317", 25), ("P0215", 38), ("P0215", 51), ("P0215", 64)]),
    ("v15", &[]),
    ("v16", &[]),
    ("v17", &[("P0201", 8), ("P0204", 17), ("P0205", 27)]),
];

/// The folder of samples, if one is named. It must be there then.
fn folder() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("HOYLE_SAMPLES") else {
        eprintln!("HOYLE_SAMPLES is not set: no outside samples are read");
        return None;
    };
    let folder = PathBuf::from(folder).join("pbn");
    assert!(folder.is_dir(), "{} is no folder", folder.display());
    Some(folder)
}

/// The samples whose names begin with that letter.
fn samples(folder: &Path, letter: char) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let named = files.filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)));
    let wanted = named.filter(|(name, _)| name.starts_with(letter) && name.ends_with(".pbn"));
    wanted.filter_map(|(name, path)| Some((name, fs::read(path).ok()?))).collect()
}

/// What comes of a sample, each diagnostic as its number and line.
fn read(name: &str, bytes: &[u8]) -> (Vec<Record>, Vec<(&'static str, usize)>, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let (records, diagnostics) = record::read(&mut sources, name, bytes);
    let places = diagnostics.iter().map(|found| (found.number, sources.line_column(found.span).0)).collect();
    (records, places, diagnostics)
}

#[test]
fn the_suite_of_the_standard_is_read_as_it_says_of_itself() {
    let Some(folder) = folder() else { return };
    let samples = samples(&folder, 'v');
    assert_eq!(samples.len(), SUITE.len(), "every sample of the suite is in the list");
    for (name, bytes) in &samples {
        let expected = SUITE.iter().find(|(known, _)| name.starts_with(known)).map(|(_, found)| *found);
        let (records, found, _) = read(name, bytes);
        assert!(!records.is_empty(), "{name} has games");
        assert_eq!(Some(found.as_slice()), expected, "{name}");
    }
}

#[test]
fn real_files_are_read_whole() {
    let Some(folder) = folder() else { return };
    let samples = samples(&folder, 'r');
    assert!(samples.len() >= 16, "the real files are there");
    for (name, bytes) in &samples {
        let games =
            String::from_utf8_lossy(bytes).replace('\r', "").split("\n\n").filter(|game| game.contains("[")).count();
        let (records, _, diagnostics) = read(name, bytes);
        let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let acts = diagnostics.iter().find(|found| found.number.starts_with("P02") || found.number.starts_with("P03"));
        assert!(acts.is_none(), "{name}: every call and card is read as it was made: {acts:?}");
        assert_eq!(records.len(), games, "{name}: a record for each game");
    }
}
