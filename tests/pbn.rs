//! PBN files of our own, one for every mark, dialect and fault: what comes of each.

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
    insta::glob!("pbn/*.pbn", |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::read(path).unwrap_or_default();
        settings.set_snapshot_path(path.parent().unwrap_or(path));
        settings.bind(|| insta::assert_snapshot!(name.trim_end_matches(".pbn"), record_text::shown(&name, &bytes)));
    });
}

#[test]
fn a_file_that_is_too_long_is_said_to_be() {
    let long = vec![b' '; (64 << 20) + 1];
    let (records, diagnostics) = record::read(&mut Sources::new(), "a.pbn", &long);
    assert!(records.is_empty());
    assert_eq!(diagnostics.iter().map(|found| found.number).collect::<Vec<_>>(), ["P0107"]);
}

#[test]
fn games_beyond_the_bound_are_told_and_not_read() {
    let games = "[Board \"1\"]\n\n".repeat(record::MOST_DEALS + 1);
    let (records, diagnostics) = record::read(&mut Sources::new(), "a.pbn", games.as_bytes());
    assert_eq!(records.len(), record::MOST_DEALS);
    assert_eq!(diagnostics.iter().map(|found| found.number).collect::<Vec<_>>(), ["P0109"]);
}

#[test]
fn a_game_without_end_is_told_and_those_after_it_are_read() {
    let text = format!("[Board \"1\"]\n{}\n\n[Board \"2\"]\n", "x ".repeat(300_000));
    let (records, diagnostics) = record::read(&mut Sources::new(), "a.pbn", text.as_bytes());
    assert_eq!(records.iter().filter_map(|record| record.title.as_deref()).collect::<Vec<_>>(), ["board 2"]);
    assert_eq!(diagnostics.iter().map(|found| found.number).collect::<Vec<_>>(), ["P0118", "P0106"]);
}

#[test]
fn a_section_without_end_is_told_and_its_game_is_lost() {
    let text = format!("[Dealer \"N\"]\n[Auction \"N\"]\n{}\n\n[Board \"2\"]\n", "1C!".repeat(60_000));
    let (records, diagnostics) = record::read(&mut Sources::new(), "a.pbn", text.as_bytes());
    assert_eq!(records.len(), 1);
    assert_eq!(diagnostics.iter().map(|found| found.number).collect::<Vec<_>>(), ["P0119", "P0106"]);
}

/// Files made to be slow: each would take minutes if any of it were looked at again and again.
#[test]
fn a_hostile_file_is_read_in_a_moment() {
    let scraps = [
        "{\n",
        "{\n[A \"b\"]\n",
        "[A \"b\"x ",
        "[A \"\"] ",
        "[ \n",
        "{",
        "[",
        "^",
        "=1=",
        "[Auction \"N\"] AP ",
        "x\n\n",
        "\"",
        "[Note \"1:a\"]",
    ];
    for scrap in scraps {
        let text = scrap.repeat((1 << 18) / scrap.len());
        let begun = std::time::Instant::now();
        let (_, diagnostics) = record::read(&mut Sources::new(), "a.pbn", text.as_bytes());
        assert!(diagnostics.len() <= 1_002, "{scrap}");
        assert!(begun.elapsed().as_secs() < 20, "{scrap} took {:?}", begun.elapsed());
    }
}

/// What a PBN file is made of, to be put together at random.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        "[Dealer \"N\"]\n",
        "[Declarer \"S\"]\n",
        "[Declarer \"^N\"]",
        "[Contract \"2S\"]\n",
        "[Contract \"NT\"]",
        "[Result \"9\"]\n",
        "[Result \"^9\"]",
        "[Auction \"N\"]\n",
        "[Auction \"?\"]",
        "[Play \"W\"]\n",
        "[Play \"\"]",
        "[Note \"1:x\"]\n",
        "[Event \"#\"]",
        "[Event \"##x\"]",
        "[FooTable \"a;b\"]\n",
        "[Deal \"N:A753.KQ4.J82.T96 - Q42.A83.K973.AK4 -\"]\n",
        "1S ",
        "2NT ",
        "Pass ",
        "AP ",
        "X ",
        "XX ",
        "- ",
        "-- ",
        "SA ",
        "HK ",
        "DQ ",
        "CJ ",
        "S2 ",
        "c3 ",
        "^I ",
        "^S",
        "^R ",
        "^L",
        "^",
        "* ",
        "+ ",
        "=1= ",
        "=0=",
        "! ",
        "?! ",
        "$3 ",
        "{",
        "}",
        ";",
        "%",
        "\n",
        "\n\n",
        "\"",
        "[",
        "]",
        "\\",
        "é",
        "♠",
        "\r\n",
        "\t",
    ]);
    prop::collection::vec(scrap, 0..80).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_scraps_are_read_without_a_panic_and_twice_alike(text in scraps()) {
        prop_assert_eq!(record_text::shown("a.pbn", text.as_bytes()), record_text::shown("a.pbn", text.as_bytes()));
    }
}
