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
