//! The documents are true: their laws are read, their records are ruled, their commands print what they say, their lists are whole.
//!
//! ```` ```law ```` holds parts of a law file, put into a small code that uses the vocabulary; with `whole` it is a law file. With
//! `wrong=L0301` it must be told that number. ```` ```ron ````, ```` ```json ```` and ```` ```pbn ```` hold records, which must be ruled as they expect.
//! ```` ```console ```` holds commands after `$ ` and what they print; `HOYLE_DOCS=write` writes anew what they print.
//! `file=NAME` gives the commands of the document a block as a file.
#![allow(clippy::expect_used, clippy::panic)]

mod common;
mod documents;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use documents::{Block, DOCUMENTS, blocks, root, table};
use hoyle::code::Library;
use hoyle::code::check::NUMBERS;
use hoyle::code::known::{Builtin, KnownEvent, KnownRemedy, KnownStatus};
use hoyle::code::tree::{Code, Param};
use hoyle::code::value::{Base, Type};
use hoyle::engine::{Engine, Options};
use hoyle::report::diagnostics::draw;
use hoyle::rule::{Manner, rule};
use hoyle::source::Sources;

/// Tries every block of a kind in every document, and tells of all that fail.
fn each(kinds: &[&str], mut test: impl FnMut(&Block) -> Result<(), String>) {
    let mut tried = 0;
    let mut faults = Vec::new();
    for block in DOCUMENTS.into_iter().flat_map(blocks).filter(|block| kinds.contains(&block.kind.as_str())) {
        tried += 1;
        if let Err(fault) = test(&block) {
            faults.push(format!("{block}: {fault}"));
        }
    }
    assert!(tried > 0, "there is no block of the kind {kinds:?}");
    assert!(faults.is_empty(), "{} of {tried} blocks:\n\n{}", faults.len(), faults.join("\n\n"));
}

/// The text of a law block as a law file.
fn law_file(block: &Block) -> String {
    if block.says("whole") {
        return block.text.clone();
    }
    let first = block.text.lines().find(|line| !line.trim_start().starts_with("--")).unwrap_or_default();
    let text = match first.starts_with('(') || first.starts_with("yield") || first.starts_with("advisory (") {
        true => format!("law 1 \"an example\" {{\n{}}}\n", block.text),
        false => block.text.clone(),
    };
    format!("code example {{ title \"An example\" family auction }}\nuse vocabulary\n{text}")
}

/// The built-in codes, and the whole codes of a document that are not meant to be wrong.
fn library(document: &'static str) -> Library {
    let mut library = Library::built_in();
    let whole = |block: &Block| block.kind == "law" && block.says("whole") && block.value("wrong").is_none();
    for block in blocks(document).into_iter().filter(whole) {
        library.put(&format!("{block}"), block.text);
    }
    library
}

#[test]
fn laws_are_read() {
    each(&["law"], |block| {
        let mut library = library(block.document);
        let name = library.put("example.law", law_file(block));
        let found = library.load(&name).diagnostics;
        let drawn = || draw(library.sources(), &found, false);
        match block.value("wrong") {
            None => {
                let told = found.iter().any(|one| one.is_error() || block.says("whole"));
                if told { Err(drawn()) } else { Ok(()) }
            }
            Some(number) => {
                let others = found.iter().any(|one| one.is_error() && one.number != number);
                let this = found.iter().any(|one| one.number == number);
                if this && !others { Ok(()) } else { Err(format!("not {number} alone, but\n{}", drawn())) }
            }
        }
    });
}

#[test]
fn records_are_ruled() {
    each(&["ron", "json", "pbn"], |block| {
        if block.value("file").is_some_and(|file| file.ends_with("hoyle.ron")) {
            return Ok(());
        }
        let mut library = library(block.document);
        let mut sources = Sources::new();
        let (records, found) = hoyle::record::read(&mut sources, &format!("a.{}", block.kind), block.text.as_bytes());
        if !found.is_empty() || records.is_empty() {
            return Err(draw(&sources, &found, false));
        }
        for (place, record) in records.iter().enumerate() {
            let code = record.code.as_deref().or(block.value("code")).unwrap_or("auction-1913-newyork");
            let loaded = library.load(code);
            let code = loaded.code.ok_or_else(|| draw(library.sources(), &loaded.diagnostics, false))?;
            let engine =
                Engine::new(code, library.sources(), &Options::default()).map_err(|faults| faults.join("; "))?;
            let (report, found) = rule(&engine, record, place + 1, &Manner::default());
            if !found.is_empty() {
                return Err(draw(&sources, &found, false));
            }
            let unmet = common::unmet(record, &report.lines());
            if !unmet.is_empty() {
                return Err(format!("not met: {unmet:#?}\nlines: {:#?}", report.lines()));
            }
        }
        Ok(())
    });
}

#[cfg(unix)]
#[test]
fn commands_print_what_is_written() {
    use documents::shell;

    let write = std::env::var_os("HOYLE_DOCS").is_some_and(|wish| wish == "write");
    let mut faults = Vec::new();
    for document in DOCUMENTS {
        let all = blocks(document);
        let mut outputs = shell::outputs(document, &all).into_iter();
        let mut text = documents::text(document);
        for block in all.iter().filter(|block| block.kind == "console") {
            let mut anew = String::new();
            for said in shell::commands(block) {
                let printed = outputs.next().unwrap_or_default();
                assert!(!printed.contains("No such file"), "{block}: $ {}\nfinds no file: {printed}", said.command);
                anew.push_str(&format!("$ {}\n{printed}", said.command));
                if printed.trim_end() != said.output.trim_end() {
                    faults.push(format!("{block}: $ {}\nprints\n{printed}\nand not\n{}", said.command, said.output));
                }
            }
            text = text.replacen(&block.text, &format!("{}\n", anew.trim_end()), 1);
        }
        if write {
            fs::write(root().join(document), text).expect("a document can be written");
        }
    }
    assert!(write || faults.is_empty(), "{}\n\n(HOYLE_DOCS=write writes the documents anew)", faults.join("\n\n"));
}

/// A word as the vocabulary declares it: `award(n: number, col: column, to: side)`.
fn signature(code: &Code, name: &str, params: &[Param]) -> String {
    let params: Vec<String> =
        params.iter().map(|param| format!("{}: {}", param.name, type_name(code, param.ty))).collect();
    format!("{name}({})", params.join(", "))
}

fn type_name(code: &Code, ty: Type) -> String {
    match ty.base {
        Base::Enum(id) => code.enums[id.index()].name.clone(),
        _ => ty.to_string(),
    }
}

/// Holds a list of the reference against what it should hold.
fn same_list(what: &str, known: BTreeSet<String>) {
    let rows = table("docs/language.md", what);
    let listed: BTreeSet<String> = rows.iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    assert_eq!(listed, known, "the {what} of docs/language.md");
    assert_eq!(listed.len(), rows.len(), "the {what} of docs/language.md: something is listed twice");
    let empty = rows.iter().find(|row| row.iter().any(String::is_empty));
    assert_eq!(empty, None, "the {what} of docs/language.md");
}

#[test]
fn what_the_engine_knows_is_listed() {
    let code = Library::built_in().load("vocabulary").code.expect("the vocabulary loads");
    let facts = code.facts.iter().filter(|fact| Builtin::from_word(&fact.name).is_some()).map(|fact| {
        format!("{}: {}", signature(&code, &fact.name, &fact.params).trim_end_matches("()"), type_name(&code, fact.ty))
    });
    let facts: BTreeSet<String> = facts.collect();
    assert_eq!(facts.len(), Builtin::ALL.len(), "the vocabulary declares every fact that the table gives");
    same_list("facts", facts);
    let events = code.events.iter().filter(|event| event.known.is_some());
    let events: BTreeSet<String> = events.map(|event| signature(&code, &event.name, &event.params)).collect();
    assert_eq!(events.len(), KnownEvent::ALL.len(), "the vocabulary declares every event that the table knows");
    same_list("events", events);
    let remedies = code.remedies.iter().filter(|remedy| remedy.known.is_some());
    let remedies: BTreeSet<String> = remedies.map(|remedy| signature(&code, &remedy.name, &remedy.params)).collect();
    assert_eq!(remedies.len(), KnownRemedy::ALL.len(), "the vocabulary declares every remedy that the engine knows");
    same_list("remedies", remedies);
    let statuses = code.statuses.iter().filter(|status| status.known.is_some());
    let statuses: BTreeSet<String> = statuses.map(|status| signature(&code, &status.name, &status.params)).collect();
    assert_eq!(statuses.len(), KnownStatus::ALL.len(), "the vocabulary declares every status that the engine knows");
    same_list("statuses", statuses);
}

#[test]
fn reserved_words_are_listed() {
    let grammar = fs::read_to_string(root().join("grammar/law.pest")).expect("the grammar is there");
    let rule = grammar.split_once("keyword = @{").and_then(|(_, rest)| rest.split_once('}')).expect("a rule").0;
    let reserved: BTreeSet<&str> = rule.split('"').skip(1).step_by(2).collect();
    let text = documents::text("docs/language.md");
    let listed = text.split_once("<!-- reserved -->").expect("the list is there").1;
    let listed = listed.trim_start().split_once("\n\n").expect("a paragraph").0;
    let listed: BTreeSet<&str> = listed.split(['`', ' ', '\n']).filter(|word| !word.is_empty()).collect();
    assert_eq!(listed, reserved);
}

/// Every number of a diagnostic that the source names, such as `"L0301"`.
fn numbers_of_source(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            numbers_of_source(&path, found);
        } else {
            let text = fs::read_to_string(&path).expect("source is text");
            let is_number = |word: &&str| {
                let (letter, figures) = word.split_at_checked(1).unwrap_or_default();
                ["L", "R", "P"].contains(&letter) && figures.len() == 4 && figures.bytes().all(|b| b.is_ascii_digit())
            };
            found.extend(text.split('"').filter(is_number).map(str::to_owned));
        }
    }
}

#[test]
fn every_diagnostic_is_listed() {
    let mut known = BTreeSet::new();
    numbers_of_source(&root().join("src"), &mut known);
    let mut listed: BTreeMap<String, String> = BTreeMap::new();
    for part in ["law files", "records", "pbn"] {
        for row in table("docs/diagnostics.md", part) {
            let again = listed.insert(row[0].clone(), row[1].clone());
            assert_eq!(again, None, "{} is listed twice", row[0]);
        }
    }
    assert_eq!(listed.keys().cloned().collect::<BTreeSet<_>>(), known);
    for (number, meaning) in NUMBERS {
        assert_eq!(listed.get(*number).map(String::as_str), Some(*meaning), "{number}");
    }
}

/// The paths of all fields in a value; a branch has the fields of a deal, an entry of a score those of a ruling.
fn fields(value: &serde_json::Value, above: &str, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Array(members) => members.iter().for_each(|member| fields(member, above, found)),
        serde_json::Value::Object(members) => {
            for (name, member) in members {
                let name = if name.parse::<hoyle::bridge::Side>().is_ok() { "(side)" } else { name };
                let path = if above.is_empty() { name.to_owned() } else { format!("{above}.{name}") };
                found.insert(path.clone());
                let path = match name {
                    "branch" => "",
                    "entries" => "rulings",
                    "result" => "end.result",
                    _ => &path,
                };
                fields(member, path, found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_field_of_a_report_is_listed() {
    let mut found = BTreeSet::new();
    for (code, engine) in common::engines() {
        for file in common::cases_of(&code).into_iter().chain([root().join("tests/records/revoke.pbn")]) {
            let (_, records) = common::records(&file);
            for (place, record) in records.iter().enumerate() {
                let (report, _) = rule(&engine, record, place + 1, &Manner::default());
                fields(&serde_json::to_value(&report).expect("a report is data"), "", &mut found);
            }
        }
    }
    let rows = table("docs/records.md", "fields");
    let listed: BTreeSet<String> = rows.iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    assert_eq!(listed, found);
}
