//! Commands of a document, run as its reader would run them.
//!
//! In: the `console` blocks of a document and those that stand for files. Out: what each command prints. All run in one shell, in a
//! folder that holds copies of `codes/` and of the records of the tests, with the program built for the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Block, root};

/// What stands between the outputs of two commands.
const MARK: char = '\u{1e}';

/// A command of a `console` block, and what the document says that it prints.
#[derive(Debug)]
pub struct Said {
    pub command: String,
    pub output: String,
}

/// The commands of a `console` block.
pub fn commands(block: &Block) -> Vec<Said> {
    let mut said: Vec<Said> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), said.last_mut()) {
            (Some(command), _) => said.push(Said { command: command.to_owned(), output: String::new() }),
            (None, Some(last)) => last.output.extend([line, "\n"]),
            (None, None) => panic!("{block}: a console block begins with `$ ` and a command"),
        }
    }
    said
}

/// What the commands of these blocks print, in order.
pub fn outputs(document: &str, blocks: &[Block]) -> Vec<String> {
    let mut script = String::from("exec 2>&1\ncargo() { shift 3; hoyle \"$@\"; }\n");
    for block in blocks {
        if let Some(file) = block.value("file") {
            script.push_str(&format!(
                "mkdir -p \"$(dirname {file})\"\ncat > {file} <<'END_OF_FILE'\n{}END_OF_FILE\n",
                block.text
            ));
        }
        if block.kind == "console" {
            for said in commands(block) {
                let command = said.command;
                script.push_str(&format!("{command}\nstatus=$?\nprintf '\\036'\n(exit $status)\n"));
            }
        }
    }
    let program = Path::new(env!("CARGO_BIN_EXE_hoyle")).parent().expect("the program lies in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let shell = Command::new("sh").args(["-c", &script]).current_dir(folder(document)).env("PATH", path).output();
    let printed = shell.expect("there is a shell").stdout;
    let mut outputs: Vec<String> = String::from_utf8_lossy(&printed).split(MARK).map(str::to_owned).collect();
    outputs.pop();
    outputs
}

/// A new folder for the commands of a document.
fn folder(document: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(document.replace('/', "-"));
    let _ = fs::remove_dir_all(&folder);
    for part in ["codes", "tests/records", "tests/cases", "tests/rubbers", "tests/matches"] {
        copy(&root().join(part), &folder.join(part));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the folder is there").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file can be copied");
        }
    }
}
