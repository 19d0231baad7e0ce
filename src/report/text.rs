//! A report as text for people: the rulings as a director would speak them at the table.

use std::fmt::Write as _;

use crate::bridge::{Side, Suit};
use crate::engine::{DealResult, FromOthers, SideResult, Standing, WayOut};
use crate::record::SideScore;
use crate::ruling::{Effect, EffectKind, Held, Kind, OptionReport, RightReport, Ruling, State};

use super::deal::{Branch, DealReport};
use crate::code::print::and_list;

/// How a report is written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// Letters for the suits instead of symbols.
    pub ascii: bool,
    /// What stands after the last event, too.
    pub standing: bool,
    /// Also what is mere bookkeeping of a law, such as whose turn it is.
    pub all: bool,
}

/// Writes a deal.
pub fn text(report: &DealReport, style: Style) -> String {
    let mut out = String::new();
    let title = report.title.as_deref().unwrap_or("a deal");
    let _ = writeln!(out, "Deal {}: {title}", report.deal);
    let _ = writeln!(out, "under {}", report.code);
    for note in &report.notes {
        let _ = writeln!(out, "note: {note}");
    }
    write_branch(&mut out, &report.branch, style, 0);
    if style.ascii { letters(&out) } else { out }
}

/// The text with letters for the symbols of the suits and plain quotation marks.
pub fn letters(text: &str) -> String {
    let letter = |c: char| match c {
        '“' | '”' => '"',
        _ => Suit::ALL.into_iter().find(|suit| suit.symbol() == c).map_or(c, Suit::letter),
    };
    text.chars().map(letter).collect()
}

fn write_branch(out: &mut String, branch: &Branch, style: Style, depth: usize) {
    let pad = "  ".repeat(depth);
    let shown: Vec<&Ruling> = branch.rulings.iter().filter(|ruling| style.all || !ruling.is_routine()).collect();
    let mut event = None;
    for ruling in &shown {
        if event != Some(&ruling.event) {
            let _ = writeln!(out, "\n{pad}{}", event_line(ruling));
            event = Some(&ruling.event);
        }
        write_ruling(out, ruling, &pad);
    }
    if shown.is_empty() && branch.question.is_none() && depth == 0 {
        let _ = writeln!(out, "\n{pad}Nothing irregular.");
    }
    if let Some(end) = &branch.end {
        if style.standing {
            write_standing(out, &end.standing, &pad);
        }
        write_result(out, &end.result, &pad);
        write_ways(out, &end.ways_out, &pad);
    }
    if let Some(ask) = &branch.question {
        let _ = writeln!(out, "\n{pad}Question: {}  [{}]", ask.text, ask.notation);
        if ask.answers.is_empty() {
            let _ = writeln!(out, "{pad}This must be answered before anything more can be said.");
        }
        for answer in &ask.answers {
            let _ = writeln!(out, "{pad}If {}:", answer.answer);
            let before = out.len();
            write_branch(out, &answer.branch, style, depth + 1);
            if out.len() == before {
                let _ = writeln!(out, "{pad}  nothing more.");
            }
        }
    }
}

fn event_line(ruling: &Ruling) -> String {
    let text = &ruling.event.english;
    let stop = if text.ends_with(['.', '?', '!']) || text.is_empty() { "" } else { "." };
    format!("{}{stop}", capital(text))
}

fn write_ruling(out: &mut String, ruling: &Ruling, pad: &str) {
    let law = capital(&law_name(&ruling.law));
    let as_in = ruling.as_in.as_ref().map(|code| format!(" (as in {code})")).unwrap_or_default();
    match ruling.kind {
        Kind::Clause => {
            let who = offender(ruling);
            let _ = writeln!(out, "{pad}  {law}{as_in}, {}.{who}", ruling.gist);
        }
        Kind::Choice => {
            let _ = writeln!(out, "{pad}  {law}{as_in}: {}.", outcome(ruling));
        }
        Kind::Irregular => {
            let _ = writeln!(
                out,
                "{pad}  Irregular ({}, {}); the code states no penalty.{}",
                law_name(&ruling.law),
                ruling.gist,
                offender(ruling)
            );
        }
        Kind::Silent => {
            let _ = writeln!(out, "{pad}  The code is silent: {}.", ruling.gist);
        }
        Kind::NotWritten => {
            let _ = writeln!(out, "{pad}  {law} is not written yet: {}.", ruling.gist);
        }
        Kind::Conflict => {
            let _ = writeln!(out, "{pad}  Conflict of laws {}: {}.", ruling.instead_of.join(" and "), ruling.gist);
        }
        Kind::Refused => {
            let _ = writeln!(out, "{pad}  Not possible: {}.", ruling.gist);
        }
        Kind::Fault => {
            let _ = writeln!(out, "{pad}  {law} cannot be worked out: {}.", ruling.gist);
        }
    }
    for effect in &ruling.effects {
        let mark = match effect.kind {
            EffectKind::Ends => "no longer: ",
            EffectKind::Deems => "it is as if ",
            EffectKind::Begins | EffectKind::Does => "",
        };
        let _ = writeln!(out, "{pad}    - {mark}{}", effect.text);
    }
    if let Some(right) = &ruling.right {
        write_right(out, right, pad);
    }
}

/// A law as it is spoken of: `law 84(b)`, `ordinary rules (5)`.
fn law_name(law: &str) -> String {
    match law.strip_prefix("ordinary") {
        Some("") => "ordinary rules".to_string(),
        Some(label) => format!("ordinary rules {label}"),
        None => format!("law {law}"),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default() + letters.as_str()
}

fn offender(ruling: &Ruling) -> String {
    match (&ruling.offender, &ruling.role) {
        (Some(seat), Some(role)) => format!(" Offender: {seat}, {role}."),
        (Some(seat), None) => format!(" Offender: {seat}."),
        _ => String::new(),
    }
}

fn outcome(ruling: &Ruling) -> String {
    let Some(outcome) = &ruling.outcome else { return String::new() };
    let by = outcome.by.map(|seat| seat.to_string()).unwrap_or_else(|| "nobody".to_string());
    let option = outcome.option.as_deref().unwrap_or_default().replace('_', " ");
    match outcome.state {
        State::Taken if outcome.by_silence => format!("nobody chooses, and silence means: {option}"),
        State::Taken => format!("{by} chooses: {option}"),
        State::Lapsed => "the right has lapsed".to_string(),
        State::Declined => format!("{by} gives the right up"),
        State::Forfeited => "the right is lost".to_string(),
        State::Open if outcome.option.is_none() => format!("the right passes to {by}"),
        State::Open => format!("{by} names: {option}; all must name the same"),
    }
}

fn write_right(out: &mut String, right: &RightReport, pad: &str) {
    let names: Vec<String> = right.holder.iter().map(ToString::to_string).collect();
    let who = match right.held {
        Held::One => format!("{} may choose", names.join("")),
        Held::Either | Held::Every if names.len() == 1 => format!("{} may choose", names.join("")),
        Held::Either => {
            let which = if names.len() == 2 { "Either" } else { "Any" };
            format!("{which} of {} may choose; the first decision binds", and_list(&names))
        }
        Held::Every => format!("{} must agree", and_list(&names)),
        Held::Passing => format!("{} may choose", names.join(", then ")),
    };
    let until = if right.until.is_empty() {
        "; the table waits for the answer".to_string()
    } else {
        format!(", until {}", right.until.join(", or "))
    };
    let _ = writeln!(out, "{pad}    {who}{until}:");
    for option in right.options.iter().filter(|option| option.offered) {
        let _ = writeln!(out, "{pad}      {}", option_line(option));
    }
    if let Some(silence) = &right.silence {
        let _ = writeln!(out, "{pad}      (silence means: {})", silence.replace('_', " "));
    }
}

fn option_line(option: &OptionReport) -> String {
    let picks = if option.picks.is_empty() { String::new() } else { format!(" ({})", option.picks.join(", ")) };
    format!("{}{picks}: {}", option.label.replace('_', " "), option.effects.join("; "))
}

fn write_standing(out: &mut String, standing: &Standing, pad: &str) {
    let _ = writeln!(out, "\n{pad}What stands now:");
    for player in &standing.players {
        let _ = writeln!(out, "{pad}  {}", player.seat);
        for line in &player.bound {
            let _ = writeln!(out, "{pad}    {line}");
        }
        for line in &player.may {
            let _ = writeln!(out, "{pad}    may choose under {line}");
        }
        if !player.calls.is_empty() {
            let _ = writeln!(out, "{pad}    calls left to him: {}", player.calls.join(" "));
        }
        if !player.cards.is_empty() {
            let _ = writeln!(out, "{pad}    cards left to him: {}", player.cards.join(" "));
        }
        if let Some(hidden) = &player.hidden {
            let _ = writeln!(out, "{pad}    {hidden}");
        }
    }
    for line in &standing.table {
        let _ = writeln!(out, "{pad}  {line}");
    }
}

fn write_result(out: &mut String, result: &DealResult, pad: &str) {
    let _ = writeln!(out, "\n{pad}Result:");
    if !result.tricks.is_empty() {
        let contract = match result.over {
            Some(0) => "; the contract is just made".to_string(),
            Some(over) if over > 0 => format!("; the contract is made, {over} over"),
            Some(over) => format!("; the contract fails by {}", -over),
            None => String::new(),
        };
        let tricks: Vec<String> = result.tricks.iter().map(|(side, n)| format!("{} {n}", side.names())).collect();
        let _ = writeln!(out, "{pad}  tricks: {}{contract}", tricks.join(", "));
        write_entries(out, &result.entries, pad);
        if !result.score.is_empty() {
            let _ = writeln!(out, "{pad}  {}", score_line(result));
        }
    }
    for given in &result.given {
        let what = match given.what {
            FromOthers::Average => "the average",
            FromOthers::Lowest => "the lowest",
            FromOthers::Highest => "the highest",
        };
        let _ = writeln!(
            out,
            "{pad}  {}: {} get {what} of the scores made with their cards",
            law_name(&given.law),
            given.side.names()
        );
    }
    if let Some(rubber) = &result.rubber {
        write_entries(out, &rubber.entries, pad);
        let stand = |(side, score): (&Side, &SideScore)| {
            let games = if score.games == 1 { "game" } else { "games" };
            format!("{} {} {games} and {} towards the next", side.names(), score.games, score.towards)
        };
        let all: Vec<String> = rubber.score.iter().map(stand).collect();
        let _ = writeln!(out, "{pad}  stand now: {}", all.join("; "));
    }
    for remark in &result.remarks {
        let _ = writeln!(out, "{pad}  {remark}");
    }
}

/// The entries of a score, each with its law; those that come to nothing are left out.
fn write_entries(out: &mut String, entries: &[Ruling], pad: &str) {
    let worth_saying = |effect: &&Effect| effect.award.as_ref().is_none_or(|award| award.points != 0);
    for entry in entries.iter().filter(|entry| !entry.is_routine()) {
        for effect in entry.effects.iter().filter(worth_saying) {
            let _ = writeln!(out, "{pad}  {}: {}", law_name(&entry.law), effect.text);
        }
    }
}

fn score_line(result: &DealResult) -> String {
    let side = |(side, score): (&Side, &SideResult)| {
        format!("{} {} in tricks, {} in honours", side.names(), score.tricks, score.honours)
    };
    format!("score: {}", result.score.iter().map(side).collect::<Vec<_>>().join("; "))
}

fn write_ways(out: &mut String, ways: &[WayOut], pad: &str) {
    if ways.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{pad}Still to be chosen:");
    for way in ways {
        let option = way.option.replace('_', " ");
        if way.result.as_ref().is_some_and(|result| !result.is_final()) {
            let _ = writeln!(out, "{pad}  {}, {} may choose {option}", law_name(&way.law), way.by);
            continue;
        }
        let (comes_to, remarks) = match &way.result {
            Some(result) if !result.score.is_empty() => (score_line(result), result.remarks.as_slice()),
            Some(result) => (result.remarks.join("; "), [].as_slice()),
            None => ("depends on what is named".to_string(), [].as_slice()),
        };
        let _ = writeln!(out, "{pad}  {}, {} chooses {option}: {comes_to}", law_name(&way.law), way.by);
        for remark in remarks {
            let _ = writeln!(out, "{pad}    {remark}");
        }
    }
}
