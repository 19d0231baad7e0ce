//! Nothing in a code is idle: each clause, each option of a right and each way in which a right ends is taken out of its code in
//! turn, and some case of that code must then be ruled otherwise.

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;

use hoyle::code::Code;
use hoyle::code::Library;
use hoyle::code::tree::{ClauseId, Expr, ExprKind, Right};
use hoyle::code::value::{Base, Type, Value};
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

/// A code with something taken out, and how that is called.
struct Maimed {
    code: Code,
    what: String,
    /// The law as cited; cases that name it are tried first.
    law: String,
}

/// Every clause of a code taken out in turn. A clause whose words stand in a base code is that code's to show.
fn without_a_clause(code: &Code) -> Vec<Maimed> {
    let clauses = (0..code.clauses.len()).map(|place| ClauseId(place as u16));
    let own = clauses.filter(|clause| code.clauses[clause.index()].origin == code.name);
    own.map(|clause| {
        let law = code.cite(clause);
        Maimed { code: without(code, clause), what: format!("law {law}"), law }
    })
    .collect()
}

/// Every option of every right taken out in turn, and everything that ends it: each lapse, each loss, silence, each conduct.
fn without_a_way_out(code: &Code) -> Vec<Maimed> {
    let mut all = Vec::new();
    for (place, right) in code.rights.iter().enumerate() {
        if code.clauses[right.clause.index()].origin != code.name {
            continue;
        }
        let law = code.cite(right.clause);
        let mut take_out = |what: String, change: &dyn Fn(&mut Right)| {
            let mut code = code.clone();
            change(&mut code.rights[place]);
            all.push(Maimed { code, what: format!("law {law}: {what}"), law: law.clone() });
        };
        for (option, choice) in right.options.iter().enumerate() {
            take_out(format!("option {}", choice.label), &|right| {
                let no = ExprKind::Value(Value::Truth(false));
                let span = right.options[option].span;
                right.options[option].condition = Some(Expr { kind: no, ty: Type::one(Base::Truth), span });
            });
            for when in 0..choice.when.len() {
                take_out(format!("option {}: when, {}", choice.label, when + 1), &|right| {
                    right.options[option].when.remove(when);
                });
            }
        }
        for until in 0..right.until.len() {
            take_out(format!("until, {}", until + 1), &|right| drop(right.until.remove(until)));
        }
        if right.silence.is_some() {
            take_out("else".to_owned(), &|right| right.silence = None);
        }
        for (lost, way) in right.lost.iter().enumerate() {
            for when in 0..way.when.len() {
                take_out(format!("lost, {}.{}", lost + 1, when + 1), &|right| {
                    right.lost[lost].when.remove(when);
                });
            }
        }
    }
    all
}

/// What can be taken out of the shipped codes without any case being ruled otherwise.
fn idle(maimed: fn(&Code) -> Vec<Maimed>) -> Vec<String> {
    let mut library = Library::built_in();
    let mut idle = Vec::new();
    for name in common::CODES {
        let code = library.load(name).code.map(|code| Code::clone(&code)).expect("a shipped code loads");
        let engine_of =
            |code: Code| Engine::new(code, &Sources::new(), &Options::default()).expect("no options are set");
        let whole = engine_of(code.clone());
        let cases: BTreeMap<PathBuf, Vec<Record>> =
            common::cases_of(name).into_iter().map(|file| (file.clone(), common::records(&file).1)).collect();
        let before: BTreeMap<&PathBuf, Vec<String>> =
            cases.keys().map(|file| (file, ruled(&whole, &cases, file))).collect();
        for Maimed { code, what, law } in maimed(&code) {
            let named = |file: &&PathBuf| before[file].iter().any(|line| line.contains(&law));
            let engine = engine_of(code);
            let likely = cases.keys().filter(named);
            let others = cases.keys().filter(|file| !named(file));
            if !likely.chain(others).any(|file| ruled(&engine, &cases, file) != before[file]) {
                idle.push(format!("{name}: {what}"));
            }
        }
    }
    idle
}

#[test]
fn every_clause_is_noticed_by_some_case() {
    let idle = idle(without_a_clause);
    assert!(idle.is_empty(), "no case notices these clauses:\n{}", idle.join("\n"));
}

#[test]
fn every_way_out_is_noticed_by_some_case() {
    let idle = idle(without_a_way_out);
    assert!(idle.is_empty(), "no case notices these:\n{}", idle.join("\n"));
}
