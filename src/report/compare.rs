//! One record under several codes: what each makes of it, in a few words.
//!
//! In: reports of the same record. Out: a cell for each, and a table of records down and codes across.

use std::fmt::Write as _;

use crate::ruling::{Effect, EffectKind, Kind, RightReport, Ruling};

use super::deal::{Branch, DealReport};

/// What a code makes of a deal: rights with their options, what is done and scored, else what stands from now on.
///
/// `84(b) points or tricks` is a right, `84(a) 100 above` a penalty, `72(1) callable` what stands; `48(1) forbidden` breaks a rule for
/// which no penalty is stated, and `silent` says that the code does not speak of what happened.
pub fn cell(report: &DealReport) -> String {
    let mut weighty = Vec::new();
    let mut standing = Vec::new();
    let mut bare = Vec::new();
    for ruling in all_rulings(&report.branch) {
        match ruling.kind {
            Kind::Clause => {
                if let Some(right) = &ruling.right {
                    add(&mut weighty, format!("{} {}", ruling.law, options(right)));
                }
                let done = ruling.effects.iter().filter_map(done).map(|what| format!("{} {what}", ruling.law));
                done.for_each(|what| add(&mut weighty, what));
                if ruling.offender.is_some() {
                    let begun = ruling.effects.iter().filter(|effect| effect.kind == EffectKind::Begins);
                    begun.for_each(|effect| add(&mut standing, format!("{} {}", ruling.law, name(effect))));
                }
            }
            Kind::Irregular => add(&mut bare, format!("{} forbidden", ruling.law)),
            Kind::Silent => add(&mut bare, "silent".to_string()),
            Kind::NotWritten => add(&mut bare, format!("{} not written", ruling.law)),
            Kind::Choice | Kind::Conflict | Kind::Refused | Kind::Fault => {}
        }
    }
    let no_penalty = |what: &String| what.ends_with(" no penalty");
    if weighty.iter().any(|what| !no_penalty(what)) {
        weighty.retain(|what| !no_penalty(what));
    }
    let told = [weighty, standing, bare].into_iter().find(|told| !told.is_empty());
    told.map_or_else(|| "nothing".to_string(), |told| told.join("; "))
}

/// The rulings of a branch and of all answers below it.
fn all_rulings(branch: &Branch) -> Vec<&Ruling> {
    let below = branch.question.iter().flat_map(|ask| &ask.answers).flat_map(|answer| all_rulings(&answer.branch));
    branch.rulings.iter().chain(below).collect()
}

fn add(list: &mut Vec<String>, what: String) {
    if !list.contains(&what) {
        list.push(what);
    }
}

fn options(right: &RightReport) -> String {
    let offered: Vec<String> =
        right.options.iter().filter(|option| option.offered).map(|option| option.label.replace('_', " ")).collect();
    offered.join(" or ")
}

/// The word of a consequence, without its parts.
fn name(effect: &Effect) -> String {
    effect.what.split('(').next().unwrap_or_default().replace('_', " ")
}

/// What is done, unless it only carries the game on.
fn done(effect: &Effect) -> Option<String> {
    if effect.kind != EffectKind::Does {
        return None;
    }
    if let Some(award) = &effect.award {
        let line = if award.column == "tricks" { "below" } else { "above" };
        return Some(format!("{} {line}", award.points));
    }
    if let Some(transfer) = &effect.transfer {
        return Some(format!("{} {}", transfer.tricks, if transfer.tricks == 1 { "trick" } else { "tricks" }));
    }
    match name(effect).as_str() {
        "close calling" | "pass out" => None,
        "nothing" => Some("no penalty".to_string()),
        other => Some(other.to_string()),
    }
}

/// A table in Markdown: a row for each record, a column for each code.
pub fn table(codes: &[String], rows: &[(String, Vec<String>)]) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "| | {} |", codes.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(codes.len()));
    for (title, cells) in rows {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(out, "| {title} | {} |", cells.join(" | "));
    }
    out
}
