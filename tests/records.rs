//! Records in RON and JSON: what comes of each file in `records/`, right or wrong; and any bytes at all.

mod record_text;

use std::fs;

use hoyle::record;
use hoyle::source::Sources;
use proptest::prelude::*;

#[test]
fn each_file_is_read_as_its_snapshot_says() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_suffix("");
    settings.set_omit_expression(true);
    insta::glob!("records/*.{ron,json}", |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::read(path).unwrap_or_default();
        settings.set_snapshot_path(path.parent().unwrap_or(path));
        settings.bind(|| insta::assert_snapshot!(name.replace('.', "-"), record_text::shown(&name, &bytes)));
    });
}

/// The number of the first diagnostic of a file.
fn first_number(name: &str, bytes: &[u8]) -> Option<&'static str> {
    record::read(&mut Sources::new(), name, bytes).1.first().map(|diagnostic| diagnostic.number)
}

#[test]
fn a_format_is_known_by_its_name_or_by_how_it_begins() {
    let ron = "(title: \"a\")";
    let json = "{\"title\": \"a\"}";
    let pbn = "[Event \"a\"]\n";
    let inputs = [
        ("-", ron),
        ("-", json),
        ("-", pbn),
        ("-", "[(title: \"a\")]"),
        ("-", "[ {\"title\": \"a\"} ]"),
        ("a.pbn", pbn),
    ];
    let more =
        [("A.RON", ron), ("a.json", json), ("-", "// story\n(title: \"a\")"), ("-", "{ comment }\n[Event \"a\"]")];
    for (name, text) in inputs.into_iter().chain(more) {
        let (records, diagnostics) = record::read(&mut Sources::new(), name, text.as_bytes());
        assert_eq!(records.len(), 1, "{name} {text}: {diagnostics:?}");
        assert_eq!(records[0].title.as_deref(), Some("a"));
    }
}

#[test]
fn what_is_too_much_or_no_text_is_said() {
    let long = vec![b' '; (4 << 20) + 1];
    assert_eq!(first_number("a.ron", &long), Some("R0101"));
    assert_eq!(first_number("a.json", b"\xff\xfe"), Some("R0102"));
    assert_eq!(first_number("-", b""), Some("R0106"));
    let words = format!("(log: \"{}\")", "cut() ".repeat(record::MOST_EVENTS + 1));
    assert_eq!(first_number("a.ron", words.as_bytes()), Some("R0105"));
    let deals = format!("[{}]", "(),".repeat(record::MOST_DEALS + 1));
    assert_eq!(first_number("a.ron", deals.as_bytes()), Some("R0104"));
    let broken = format!("[{}]", "(,),".repeat(5_000));
    let (_, diagnostics) = record::read(&mut Sources::new(), "a.ron", broken.as_bytes());
    assert!(diagnostics.len() <= 1_001);
}

/// What a record of either notation is made of, to be put together at random.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "r#\"",
        "\"#",
        "\\",
        "\\u{",
        "\\ud800",
        "/*",
        "*/",
        "//",
        "\n",
        " ",
        "title",
        "dealer",
        "hands",
        "auction",
        "contract",
        "tricks",
        "log",
        "expect",
        "score",
        "NS",
        "South",
        "\"AK.Q.J.T\"",
        "\"1S P\"",
        "\"W: S5\"",
        "play(West, S5)",
        "law 84(b)",
        "Some",
        "None",
        "null",
        "-1",
        "1.5",
        "♠",
        "é",
        "+",
        "#![",
        "\"dealer\": \"N\"",
    ]);
    prop::collection::vec(scrap, 0..60).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_without_a_panic_and_twice_alike(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for name in ["a.ron", "a.json", "a.pbn", "-"] {
            prop_assert_eq!(record_text::shown(name, &bytes), record_text::shown(name, &bytes));
        }
    }

    #[test]
    fn any_scraps_are_read_without_a_panic_and_twice_alike(text in scraps()) {
        for name in ["a.ron", "a.json", "-"] {
            prop_assert_eq!(record_text::shown(name, text.as_bytes()), record_text::shown(name, text.as_bytes()));
        }
    }
}

#[test]
fn a_file_without_a_deal_is_told() {
    for (name, text) in [("a.ron", ""), ("a.ron", "[]"), ("a.json", "[]"), ("a.pbn", ""), ("a.pbn", "% PBN 2.1\n")] {
        let (records, diagnostics) = hoyle::record::read(&mut Sources::new(), name, text.as_bytes());
        assert!(records.is_empty(), "{name}: {text}");
        assert!(
            diagnostics.iter().any(|one| one.number == "R0106" && one.is_error()),
            "{name}: {text}: {diagnostics:?}"
        );
    }
}
