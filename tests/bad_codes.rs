//! Law files with faults, and what their authors are told.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hoyle::code::Library;
use hoyle::code::check::NUMBERS;
use hoyle::report::diagnostics::draw;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_codes")
}

fn law_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect());
    let mut files: Vec<PathBuf> = entries.unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "law"));
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What the author of a file is told.
fn told(file: &Path) -> String {
    let mut library = Library::new();
    for part in law_files(&folder().join("parts")) {
        library.put(&format!("parts/{}", name(&part)), fs::read_to_string(&part).unwrap_or_default());
    }
    let code = library.put(&name(file), fs::read_to_string(file).unwrap_or_default());
    let loaded = library.load(&code);
    let errors = loaded.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
    assert_eq!(loaded.code.is_none(), errors, "no code when there is an error, a code when there is none");
    draw(library.sources(), &loaded.diagnostics, false)
}

#[test]
fn each_fault_is_told() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for file in law_files(&folder()) {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            insta::assert_snapshot!(stem, told(&file));
        }
    });
}

/// A code of more clauses than a code may have; not worth a file.
fn too_many_clauses() -> String {
    let clauses: String = (0..4_001).map(|number| format!("({number}) when cut() then nothing()\n")).collect();
    let mut library = Library::new();
    let words = "event cut() \"the cut\"\nremedy nothing() \"no penalty\"";
    let text = format!("code many {{ title \"Many\" family bridge }}\n{words}\nlaw 1 \"many\" {{\n{clauses}}}\n");
    library.put("many.law", text);
    let loaded = library.load("many");
    draw(library.sources(), &loaded.diagnostics, false)
}

#[test]
fn a_code_can_be_too_large() {
    insta::assert_snapshot!(too_many_clauses(), @r#"
    error[L1002]: this code has 4001 clauses, and 4000 are the most
     --> many.law:1:6
      |
    1 | code many { title "Many" family bridge }
      |      ^^^^
    "#);
}

#[test]
fn the_parts_are_right() {
    let mut library = Library::new();
    for part in law_files(&folder().join("parts")) {
        library.put(&name(&part), fs::read_to_string(&part).unwrap_or_default());
    }
    for code in ["words", "old"] {
        let loaded = library.load(code);
        assert!(loaded.code.is_some(), "{}", draw(library.sources(), &loaded.diagnostics, false));
    }
}

#[test]
fn every_number_is_reached() {
    let mut all: String = law_files(&folder()).iter().map(|file| told(file)).collect();
    all.push_str(&too_many_clauses());
    let missing: BTreeSet<&str> =
        NUMBERS.iter().map(|(number, _)| *number).filter(|number| !all.contains(&format!("[{number}]"))).collect();
    assert!(missing.is_empty(), "no wrong code shows {missing:?}");
}

#[test]
fn every_diagnostic_stands_in_the_docs() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics.md");
    let docs = fs::read_to_string(&file).unwrap_or_default();
    let missing: Vec<&str> =
        NUMBERS.iter().map(|(number, _)| *number).filter(|number| !docs.contains(&format!("| {number} |"))).collect();
    assert!(missing.is_empty(), "not in docs/diagnostics.md: {missing:?}");
}
