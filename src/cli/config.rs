//! The configuration `hoyle.ron`, found from the current folder upward, and the law files that it or the command line names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::code::Library;
use crate::engine::Options;

/// The name of the configuration file.
const NAME: &str = "hoyle.ron";
/// A law file may have so many bytes.
const MOST_BYTES: u64 = 1 << 20;

/// What `hoyle.ron` can say.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    /// The code that rules when neither the command line nor the record names one.
    pub code: Option<String>,
    /// A folder of law files, from the folder of the configuration, put over the built-in codes.
    pub codes: Option<PathBuf>,
    /// House rules by name.
    pub options: BTreeMap<String, String>,
    /// Readings by name.
    pub readings: BTreeMap<String, String>,
    /// Every renounce of a hidden hand is asked about.
    pub suspect_all: bool,
}

impl Config {
    /// The nearest configuration from the current folder upward; an empty one when there is none. Paths are kept as seen from
    /// there, so that diagnostics are the same wherever the folder lies.
    pub fn find() -> Result<Config, String> {
        let here = std::env::current_dir().map_err(|error| format!("the current folder cannot be read: {error}"))?;
        let mut folder = PathBuf::new();
        for _ in here.ancestors() {
            let file = folder.join(NAME);
            if file.is_file() {
                return Config::read(&file, &folder);
            }
            folder.push("..");
        }
        Ok(Config::default())
    }

    fn read(file: &Path, folder: &Path) -> Result<Config, String> {
        let text =
            std::fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        let extensions = ron::extensions::Extensions::IMPLICIT_SOME;
        let config = ron::Options::default().with_default_extension(extensions).from_str::<Config>(&text);
        let mut config = config.map_err(|error| format!("{}:{}: {}", file.display(), error.span.start, error.code))?;
        config.codes = config.codes.map(|codes| folder.join(codes));
        Ok(config)
    }

    /// What the engine is told.
    pub fn engine_options(&self) -> Options {
        Options { house_rules: self.options.clone(), readings: self.readings.clone(), suspect_all: self.suspect_all }
    }

    /// The built-in codes, and over them those of the folder that the command line or the configuration names.
    pub fn library(&self, folder: Option<&Path>) -> Result<Library, String> {
        let mut library = Library::built_in();
        let folder = folder.map(Path::to_path_buf).or_else(|| self.codes.clone());
        if let Some(folder) = folder {
            for file in law_files(&folder)? {
                let text = read_law(&file)?;
                library.put(&file.display().to_string(), text);
            }
        }
        Ok(library)
    }
}

/// The law files of a folder, in the order of their names.
fn law_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("the folder {} cannot be read: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "law"));
    files.sort();
    Ok(files)
}

/// The text of a law file.
pub(crate) fn read_law(file: &Path) -> Result<String, String> {
    let about = std::fs::metadata(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    if about.len() > MOST_BYTES {
        return Err(format!("{} is larger than 1 MiB", file.display()));
    }
    std::fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}
