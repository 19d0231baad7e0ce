//! `hoyle codes`: which codes of laws there are.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::code::Code;
use crate::code::tree::LawKind;
use crate::diagnostic::Diagnostic;

use super::config::Config;
use super::{Status, answer, tell};

/// Lists the codes: from when they were in force, what they amend, how many of their printed laws are rules, definitions,
/// advisory, or not written yet. Of a code that is named: each printed law and what became of it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Codes whose laws are listed one by one
    #[arg(value_name = "NAME")]
    of: Vec<String>,
    /// A folder of law files put over the built-in codes
    #[arg(long, value_name = "DIR")]
    codes: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Status, String> {
    let config = Config::find()?;
    let mut library = config.library(args.codes.as_deref())?;
    let mut names: Vec<String> = library.names().filter(|name| *name != "vocabulary").map(str::to_string).collect();
    if let Some(unknown) = args.of.iter().find(|name| !names.contains(name)) {
        return Err(format!("there is no code {unknown}; there are {}", names.join(", ")));
    }
    if args.of.is_empty() {
        library.load_all();
    } else {
        names.clone_from(&args.of);
    }
    let mut out = String::new();
    let mut status = Status::Done;
    for name in names {
        let loaded = library.load(&name);
        let errors: Vec<Diagnostic> = loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        tell(library.sources(), &errors);
        let Some(code) = loaded.code else {
            let _ = writeln!(out, "{name}\n  cannot be used as it stands");
            status = Status::Found;
            continue;
        };
        let _ = writeln!(out, "{name}\n  {}", code.title);
        let from = code.force.as_deref().map(|date| format!(", from {date}")).unwrap_or_default();
        let until = code.until.as_deref().map(|date| format!(" until {date}")).unwrap_or_default();
        let place = code.place.as_deref().unwrap_or("no place named");
        let _ = writeln!(out, "  {place}{from}{until}");
        if !code.amends.is_empty() {
            let _ = writeln!(out, "  amends {}", code.amends.join(", which amends "));
        }
        let counts = code.coverage();
        let of = |kind: &str| counts.get(kind).copied().unwrap_or(0);
        let _ = writeln!(
            out,
            "  {} printed laws: {} rules, {} definitions, {} advisory, {} not written yet",
            counts.values().sum::<usize>(),
            of("rule"),
            of("definition"),
            of("advisory"),
            of("unwritten")
        );
        if !args.of.is_empty() {
            list_laws(&mut out, &code);
        }
    }
    answer(&out);
    Ok(status)
}

/// Each law in the printed order: its number, what became of it, its gist; of what is advisory why, of what is taken over from where.
fn list_laws(out: &mut String, code: &Code) {
    let _ = writeln!(out);
    for law in code.laws.iter().filter(|law| law.number != "ordinary") {
        let kind = match law.kind {
            LawKind::Rule => "rule",
            LawKind::Definition => "definition",
            LawKind::Advisory(_) => "advisory",
            LawKind::Unwritten(_) => "not written",
        };
        let _ = writeln!(out, "  {:>5}  {kind:<11}  {}", law.number, law.heading);
        if let LawKind::Advisory(reason) = &law.kind {
            let _ = writeln!(out, "{:22}{reason}", "");
        }
        for (label, reason) in &law.advisories {
            let _ = writeln!(out, "{:22}{label} is advisory: {reason}", "");
        }
        if law.origin != code.name {
            let _ = writeln!(out, "{:22}as in {}", "", law.as_in(&law.origin));
        }
    }
}
