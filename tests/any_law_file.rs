//! Whatever stands in a law file, reading and checking it ends, tells something or gives a code, and says the same twice.

use std::sync::OnceLock;

use hoyle::code::Library;
use proptest::prelude::*;

/// The shipped law files; a slip is made in one of them.
fn shipped() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("codes");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(String, String)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            Some((name, std::fs::read_to_string(entry.path()).ok()?))
        })
        .collect();
    files.sort();
    files
}

/// The shipped codes, read once.
fn library() -> Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::built_in).clone()
}

/// What loading a text as a law file says, beside the shipped ones.
fn said(text: &str) -> (bool, String) {
    let mut library = library();
    let name = library.put("any.law", text.to_owned());
    let loaded = library.load(&name);
    let drawn = hoyle::report::diagnostics::draw(library.sources(), &loaded.diagnostics, false);
    let errors = loaded.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
    assert_eq!(loaded.code.is_none(), errors, "no code exactly when there is an error\n{drawn}");
    (loaded.code.is_some(), drawn)
}

/// Cuts a text into words and what stands between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut before: Option<bool> = None;
    for (place, letter) in text.char_indices() {
        let of_word = letter.is_ascii_alphanumeric() || letter == '_';
        if before.is_some_and(|before| before != of_word || !of_word) {
            words.push(&text[start..place]);
            start = place;
        }
        before = Some(of_word);
    }
    words.push(&text[start..]);
    words
}

/// How many texts each test tries; more when asked for.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        prop_assert_eq!(said(&text), said(&text));
    }

    #[test]
    fn any_slip_in_a_shipped_code(file in 0usize..5, place in any::<prop::sample::Index>(), other in any::<prop::sample::Index>(), slip in 0u8..4) {
        let files = shipped();
        let (_, text) = &files[file % files.len()];
        let mut words = words(text);
        let (place, other) = (place.index(words.len()), other.index(words.len()));
        match slip {
            0 => { words.remove(place); }
            1 => words.swap(place, other),
            2 => words.insert(place, words[other]),
            _ => words[place] = words[other],
        }
        said(&words.concat());
    }

    #[test]
    fn any_words_in_a_law(picks in proptest::collection::vec(any::<prop::sample::Index>(), 1..60)) {
        let files = shipped();
        let all: Vec<&str> = files.iter().flat_map(|(_, text)| words(text)).filter(|word| !word.trim().is_empty()).collect();
        let law: Vec<&str> = picks.iter().map(|pick| all[pick.index(all.len())]).collect();
        said(&format!("code any {{ title \"Any\" family bridge }}\nuse vocabulary\nlaw 1 \"any\" {{\n (1) when call(p, c) if {}\n}}", law.join(" ")));
    }
}
