//! The documents of the project, and the fenced blocks in them.
//!
//! In: Markdown files. Out: blocks, each with the words of its fence: ```` ```law,wrong=L0301 ```` has the kind `law` and the word
//! `wrong=L0301`. Nothing is judged here.

pub mod shell;

use std::fmt;
use std::fs;
use std::path::PathBuf;

/// The documents whose blocks are tested.
pub const DOCUMENTS: [&str; 4] = ["README.md", "docs/language.md", "docs/records.md", "docs/diagnostics.md"];

/// The folder of the project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a document.
pub fn text(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// A fenced block.
#[derive(Debug, Clone)]
pub struct Block {
    /// The document.
    pub document: &'static str,
    /// The number of the line of its fence, from 1.
    pub line: usize,
    /// What kind of text it holds: `law`, `ron`, `console`; empty when the fence does not say.
    pub kind: String,
    /// The other words of the fence.
    words: Vec<String>,
    /// The text.
    pub text: String,
}

impl Block {
    /// Whether the fence says this word.
    pub fn says(&self, word: &str) -> bool {
        self.words.iter().any(|said| said == word)
    }

    /// What the fence says after `name=`.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.document, self.line)
    }
}

/// The blocks of a document, in order.
pub fn blocks(document: &'static str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    for (place, line) in text(document).lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(fence)) => {
                let mut words = fence.split(',').map(|word| word.trim().to_owned());
                let kind = words.next().unwrap_or_default();
                let words = words.collect();
                open = Some(Block { document, line: place + 1, kind, words, text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{document}: a block is never closed");
    blocks
}

/// The rows of the table that stands after `<!-- name -->`, each as its cells.
pub fn table(document: &str, name: &str) -> Vec<Vec<String>> {
    let text = text(document);
    let mark = format!("<!-- {name} -->");
    let after = text.split_once(&mark).unwrap_or_else(|| panic!("{document} has no {mark}")).1;
    let rows = after.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.skip(2).map(cells).collect()
}
