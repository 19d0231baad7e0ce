//! `hoyle check`: law files and codes held against the rules of the law language.

use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;

use super::config::{Config, read_law};
use super::{Status, answer, tell};

/// Checks law files or codes by name; all codes when none is named.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Law files, or names of codes
    #[arg(value_name = "FILE|CODE")]
    what: Vec<String>,
    /// A folder of law files put over the built-in codes
    #[arg(long, value_name = "DIR")]
    codes: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Status, String> {
    let config = Config::find()?;
    let mut library = config.library(args.codes.as_deref())?;
    let mut names = Vec::new();
    for what in &args.what {
        let path = Path::new(what);
        if path.is_file() {
            let text = read_law(path)?;
            names.push(library.put(what, text));
        } else if library.names().any(|name| name == what) {
            names.push(what.clone());
        } else {
            let near = library.nearest(what).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(format!("there is no law file and no code `{what}`{near}"));
        }
    }
    let all = match names.as_slice() {
        [] => library.load_all(),
        named => named.iter().map(|name| (name.clone(), library.load(name))).collect(),
    };
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut usable = true;
    for (_, loaded) in &all {
        usable &= loaded.code.is_some();
        for diagnostic in &loaded.diagnostics {
            if !told.contains(diagnostic) {
                told.push(diagnostic.clone());
            }
        }
    }
    tell(library.sources(), &told);
    if told.is_empty() && usable {
        answer(&format!("{}: nothing to tell\n", names.join(", ")));
        return Ok(Status::Done);
    }
    Ok(Status::Found)
}
