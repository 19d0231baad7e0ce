//! The shipped law files: nothing is wrong with them, and nothing is left for an editor to look at.

use hoyle::code::Library;
use hoyle::code::check::most_applications;
use hoyle::report::diagnostics::draw;

#[test]
fn the_shipped_codes_are_right() {
    let mut library = Library::built_in();
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    assert!(names.len() >= 5, "{names:?}");
    let mut told = String::new();
    for name in names {
        let loaded = library.load(&name);
        let drawn = draw(library.sources(), &loaded.diagnostics, false);
        assert!(loaded.code.is_some(), "{drawn}");
        told.push_str(&drawn);
    }
    assert!(told.is_empty(), "{told}");
}

/// A built-in file is known by its name before it is read.
#[test]
fn a_shipped_file_bears_the_name_of_its_code() {
    let mut library = Library::built_in();
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    for name in names {
        assert_eq!(library.load(&name).code.map(|code| code.name.clone()), Some(name));
    }
}

#[test]
fn one_event_settles_in_a_bounded_number_of_applications() {
    let mut library = Library::built_in();
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    for name in names {
        let steps = library.load(&name).code.map_or(0, |code| most_applications(&code));
        assert!(steps < 100_000, "{name}: {steps}");
    }
}

#[test]
fn loading_twice_gives_the_same() {
    let mut library = Library::built_in();
    let mut other = Library::built_in();
    let names: Vec<String> = library.names().map(str::to_owned).collect();
    for name in names {
        let (first, second) = (library.load(&name), other.load(&name));
        assert_eq!(format!("{:?}", first.code), format!("{:?}", second.code));
        assert_eq!(first.diagnostics, second.diagnostics);
    }
}

/// The built-in codes, a broken base and what builds on it, and two codes that build on each other.
fn library_with_faults() -> Library {
    let mut library = Library::built_in();
    for (name, rest) in [
        ("broken", "code broken { title \"Broken\" family bridge }\nfact round: number \"round\" = round\n"),
        ("on-broken", "code on-broken amends broken { title \"On broken\" family bridge }\nadopt all\n"),
        ("one", "code one amends other { title \"One\" family bridge }\nadopt all\n"),
        ("other", "code other amends one { title \"Other\" family bridge }\nadopt all\n"),
        (
            "newer",
            "code newer amends auction-1913-newyork { title \"Newer\" family auction }\nadopt all except law 1\n",
        ),
    ] {
        library.put(&format!("{name}.law"), rest.to_owned());
    }
    library
}

#[test]
fn all_at_once_are_as_one_by_one() {
    let mut one_by_one = library_with_faults();
    for (name, loaded) in library_with_faults().load_all() {
        let alone = one_by_one.load(&name);
        assert_eq!(format!("{:?}", loaded.code), format!("{:?}", alone.code), "{name}");
        assert_eq!(loaded.diagnostics, alone.diagnostics, "{name}");
    }
}

#[test]
fn a_changed_base_must_show_that_it_is_right() {
    let mut library = Library::built_in();
    let words = "code vocabulary { title \"Words\" family all }\nfact round: number \"round\" = round\n";
    library.put("vocabulary.law", words.to_owned());
    let loaded = library.load("auction-1913-newyork");
    assert!(loaded.code.is_none());
    let numbers: Vec<&str> = loaded.diagnostics.iter().map(|one| one.number).collect();
    assert!(numbers.contains(&"L0501") && numbers.contains(&"L0902"), "{numbers:?}");
}
