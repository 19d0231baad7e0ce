//! What commands that rule on records share: which code rules, its engine, the records read.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

use crate::code::{Code, Library};
use crate::diagnostic::Diagnostic;
use crate::engine::{Engine, Options};
use crate::record::{self, Record};
use crate::rule::{Manner, cited};
use crate::source::Sources;

use super::config::Config;
use super::tell;

/// A record may have so many bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Which records are ruled on, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct DeskArgs {
    /// Records in RON, JSON or PBN; `-` is standard input
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// The code that rules, such as auction-1913-newyork
    #[arg(long, value_name = "NAME")]
    code: Option<String>,
    /// A folder of law files put over the built-in codes
    #[arg(long, value_name = "DIR")]
    codes: Option<PathBuf>,
    /// For a right still open at the end, the option that its holder takes, such as "84(b)=tricks"
    #[arg(long, value_name = "LAW=OPTION")]
    choose: Vec<String>,
    /// Judge the calls of a PBN game under any code
    #[arg(long)]
    judge_calls: bool,
    /// Ask about every renounce of a hidden hand, also those that nobody challenged
    #[arg(long)]
    suspect_all: bool,
}

impl DeskArgs {
    /// For these records, whatever code they name.
    pub fn of(records: Vec<PathBuf>, codes: Option<PathBuf>) -> DeskArgs {
        DeskArgs { records, code: None, codes, choose: Vec::new(), judge_calls: false, suspect_all: false }
    }
}

/// The records of one file.
pub(crate) struct RecordFile {
    /// Their name, for messages.
    pub name: String,
    /// The texts that diagnostics point into.
    pub sources: Sources,
    /// The deals that could be read.
    pub records: Vec<Record>,
    /// Something could not be read.
    pub wrong: bool,
}

/// The configuration, the codes and the engines of one call.
pub(crate) struct Desk<'a> {
    args: &'a DeskArgs,
    config: Config,
    library: Library,
    /// How records are ruled on.
    pub manner: Manner,
    engines: BTreeMap<String, Engine>,
}

impl<'a> Desk<'a> {
    pub fn new(args: &'a DeskArgs) -> Result<Desk<'a>, String> {
        let config = Config::find()?;
        let manner = Manner { judge_calls: args.judge_calls, choices: choices(&args.choose)? };
        Ok(Desk { args, library: config.library(args.codes.as_deref())?, config, manner, engines: BTreeMap::new() })
    }

    /// Each file of the call, read; what is wrong in it is told.
    pub fn files(&self) -> impl Iterator<Item = Result<RecordFile, String>> + use<'a> {
        self.args.records.iter().map(|path| {
            let (name, bytes) = read(path)?;
            let mut sources = Sources::new();
            let (records, diagnostics) = record::read(&mut sources, &name, &bytes);
            let wrong = tell(&sources, &diagnostics);
            Ok(RecordFile { name, sources, records, wrong })
        })
    }

    /// The names of all codes.
    pub fn names(&self) -> Vec<String> {
        self.library.names().filter(|name| *name != "vocabulary").map(str::to_string).collect()
    }

    /// The code that rules on a record: of the command line, else of the record, else of the configuration.
    pub fn code_of(&self, record: &Record) -> Result<String, String> {
        let code = self.args.code.clone().or_else(|| record.code.clone()).or_else(|| self.config.code.clone());
        code.ok_or_else(|| {
            let names = self.names();
            format!(
                "no code of laws is named: say one with --code, in the record or in hoyle.ron; there are {}",
                names.join(", ")
            )
        })
    }

    /// The engine of a code, loaded once.
    pub fn engine(&mut self, name: &str) -> Result<&Engine, String> {
        if !self.engines.contains_key(name) {
            let loaded = self.library.load(name);
            let errors: Vec<Diagnostic> = loaded.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
            tell(self.library.sources(), &errors);
            let code = loaded.code.ok_or_else(|| format!("the code {name} cannot be used as it stands"))?;
            let mut options = self.config.engine_options();
            leave_to_others(&mut self.library, &code, &mut options);
            options.suspect_all |= self.args.suspect_all;
            let engine = Engine::new(code, self.library.sources(), &options).map_err(|faults| faults.join("; "))?;
            for (law, option) in &self.manner.choices {
                if cited(engine.code(), law).is_empty() {
                    return Err(format!("{name} has no law {law} to choose `{option}` under"));
                }
            }
            self.engines.insert(name.to_string(), engine);
        }
        self.engines.get(name).ok_or_else(|| format!("the code {name} cannot be used"))
    }
}

/// The configuration speaks of all codes: house rules and readings that this one lacks and another one has are left to that one.
fn leave_to_others(library: &mut Library, code: &Code, options: &mut Options) {
    let lacks_rule = |code: &Code, name: &str| code.house_rules.iter().all(|rule| rule.name != name);
    let lacks_reading = |code: &Code, name: &str| code.readings.iter().all(|reading| reading.name != name);
    if options.house_rules.keys().all(|name| !lacks_rule(code, name))
        && options.readings.keys().all(|name| !lacks_reading(code, name))
    {
        return;
    }
    let others: Vec<_> = library.load_all().into_iter().filter_map(|(_, loaded)| loaded.code).collect();
    options.house_rules.retain(|name, _| !lacks_rule(code, name) || others.iter().all(|other| lacks_rule(other, name)));
    options
        .readings
        .retain(|name, _| !lacks_reading(code, name) || others.iter().all(|other| lacks_reading(other, name)));
}

/// `84(b)=tricks`
fn choices(written: &[String]) -> Result<Vec<(String, String)>, String> {
    let split = |one: &String| {
        let (law, option) = one
            .split_once('=')
            .ok_or_else(|| format!("`--choose {one}` should look like `--choose \"84(b)=tricks\"`"))?;
        Ok((law.trim().to_string(), option.trim().to_string()))
    };
    written.iter().map(split).collect()
}

/// The bytes of a record, and the name to show for it.
fn read(path: &PathBuf) -> Result<(String, Vec<u8>), String> {
    let mut bytes = Vec::new();
    let name = path.display().to_string();
    let done = if name == "-" {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    done.map_err(|error| format!("{name} cannot be read: {error}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("{name} is larger than 64 MiB"));
    }
    Ok((name, bytes))
}
