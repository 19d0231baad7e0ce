//! No clause is idle: each is taken out of its code in turn, and some case of that code must then be ruled otherwise.

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;

use hoyle::code::Code;
use hoyle::code::Library;
use hoyle::code::tree::ClauseId;
use hoyle::engine::{Engine, Options};
use hoyle::record::Record;
use hoyle::rule::{Manner, rule};
use hoyle::source::Sources;

/// A code without one clause: it waits for nothing and is an exception to nothing.
fn without(code: &Code, clause: ClauseId) -> Code {
    let mut code = code.clone();
    let gone = &mut code.clauses[clause.index()];
    gone.triggers.clear();
    gone.instead.clear();
    code
}

/// What a code says of all its cases, by file.
fn ruled(engine: &Engine, cases: &BTreeMap<PathBuf, Vec<Record>>, file: &PathBuf) -> Vec<String> {
    let reports =
        cases[file].iter().enumerate().map(|(place, record)| rule(engine, record, place + 1, &Manner::default()).0);
    reports.flat_map(|report| report.lines()).collect()
}

#[test]
fn every_clause_is_noticed_by_some_case() {
    let mut library = Library::built_in();
    let mut idle = Vec::new();
    for name in common::CODES {
        let code = library.load(name).code.expect("a shipped code loads");
        let engine_of =
            |code: Code| Engine::new(code, &Sources::new(), &Options::default()).expect("no options are set");
        let whole = engine_of(code.clone());
        let cases: BTreeMap<PathBuf, Vec<Record>> =
            common::cases_of(name).into_iter().map(|file| (file.clone(), common::records(&file).1)).collect();
        let before: BTreeMap<&PathBuf, Vec<String>> =
            cases.keys().map(|file| (file, ruled(&whole, &cases, file))).collect();
        for place in 0..code.clauses.len() {
            let clause = ClauseId(place as u16);
            // A clause whose words stand in a base code is that code's to show.
            if code.laws[code.clauses[place].law.index()].origin != code.name {
                continue;
            }
            let cited = code.cite(clause);
            let named = |file: &&PathBuf| before[file].iter().any(|line| line.contains(&cited));
            let maimed = engine_of(without(&code, clause));
            let likely = cases.keys().filter(named);
            let others = cases.keys().filter(|file| !named(file));
            if !likely.chain(others).any(|file| ruled(&maimed, &cases, file) != before[file]) {
                idle.push(format!("{name}: law {cited}"));
            }
        }
    }
    assert!(idle.is_empty(), "no case notices these clauses:\n{}", idle.join("\n"));
}
