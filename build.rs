//! Lists the law files of `codes/`, so that all of them travel in the program.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let codes = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("codes");
    println!("cargo::rerun-if-changed={}", codes.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&codes)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".law") {
            names.push(name);
        }
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = codes.join(&name);
        println!("cargo::rerun-if-changed={}", path.display());
        list.push_str(&format!(
            "    ({:?}, include_str!({:?})),\n",
            format!("codes/{name}"),
            path.display().to_string()
        ));
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("codes.rs"), list)
}
