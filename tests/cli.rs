//! The program as a user meets it: one record under four codes, a law edited without compiling, wrong use told clearly.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for a test, emptied first.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn hoyle(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hoyle"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("hoyle runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn record(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records").join(name).display().to_string()
}

fn law_file(code: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("codes").join(format!("{code}.law"));
    std::fs::read_to_string(file).expect("a shipped law file")
}

/// The rulings on one record under one code.
fn ruled(name: &str, code: &str) -> String {
    let out = hoyle(&folder(&format!("ruled-{name}-{code}")), &["rule", "--code", code, &record(name)]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert_eq!(text(&out.stderr), "", "a right game is read without complaint");
    text(&out.stdout)
}

#[test]
fn a_marked_revoke_is_ruled_under_each_code() {
    for name in ["revoke-by-defender", "revoke-by-declarer"] {
        for code in common::CODES.into_iter().filter(|code| !code.ends_with("threehand")) {
            insta::assert_snapshot!(format!("{name}-{code}"), ruled(&format!("{name}.pbn"), code));
        }
    }
}

#[test]
fn what_a_revoke_costs_differs_from_code_to_code() {
    let defender = |code| ruled("revoke-by-defender.pbn", code);
    let declarer = |code| ruled("revoke-by-declarer.pbn", code);
    let of_1904 = defender("bridge-1904-portland");
    for way in [
        "North and South take 3 of the tricks of East and West",
        "6 points come off",
        "North and South score 6 in tricks",
    ] {
        assert!(of_1904.contains(way), "{of_1904}");
    }
    assert!(of_1904.contains("East and West cannot stand above 28 towards the game"), "{of_1904}");
    assert!(declarer("auction-1908-portland").contains("East and West score 150 in honours"));
    assert!(defender("auction-1908-portland").contains("points: North and South score 150 in honours"));
    assert!(defender("auction-1908-portland").contains("tricks: North and South take 3 of the tricks"));
    let of_1913 = declarer("auction-1913-newyork");
    assert!(of_1913.contains("East and West score 100 in honours"), "{of_1913}");
    assert!(of_1913.contains("North and South 0 in tricks"), "a declarer who revoked scores no tricks: {of_1913}");
    assert!(defender("auction-1913-newyork").contains("points: North and South score 100 in honours"));
    let club = defender("duplicate-2003-club");
    assert_eq!(club.matches("North and South take 1 of the tricks of East and West").count(), 2, "{club}");
    assert!(!club.contains("may choose"), "the club notes leave nobody a choice: {club}");
}

#[test]
fn an_edited_law_changes_the_ruling_without_compiling() {
    let here = folder("edited-law");
    std::fs::create_dir_all(here.join("laws")).expect("a folder for laws");
    let law = law_file("auction-1913-newyork");
    assert!(law.contains("award(100, honours, to: side of declarer)"), "law 84(b) gives a hundred");
    let edited = law.replace("award(100, honours, to: side of declarer)", "award(200, honours, to: side of declarer)");
    std::fs::write(here.join("laws/auction-1913-newyork.law"), edited).expect("the law is written");
    std::fs::write(here.join("hoyle.ron"), "(code: \"auction-1913-newyork\", codes: \"laws\")")
        .expect("the configuration is written");
    let deeper = here.join("deeper");
    std::fs::create_dir_all(&deeper).expect("a folder below");
    let out = hoyle(&deeper, &["rule", &record("revoke-by-defender.pbn")]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(text(&out.stdout).contains("points: North and South score 200 in honours"), "{}", text(&out.stdout));
}

#[test]
fn a_misspelt_word_is_found() {
    let here = folder("misspelt-law");
    let law = law_file("auction-1913-newyork");
    let wrong =
        law.replacen("award(100, honours, to: side of declarer)", "award(100, honuors, to: side of declarer)", 1);
    std::fs::write(here.join("auction-1913-newyork.law"), wrong).expect("the law is written");
    std::fs::write(here.join("hoyle.ron"), "(code: \"auction-1913-newyork\", codes: \".\")")
        .expect("the configuration is written");
    let out = hoyle(&here, &["rule", &record("revoke-by-defender.pbn")]);
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(text(&out.stdout), "");
    let told = text(&out.stderr);
    for part in ["honuors", "honours", "auction-1913-newyork.law:", "law 84"] {
        assert!(told.contains(part), "{told}");
    }
    let out = hoyle(&here, &["check", "auction-1913-newyork"]);
    assert_eq!(out.status.code(), Some(1));
}

#[test]
fn the_configuration_may_speak_of_other_codes() {
    let here = folder("readings");
    let config = "(options: { \"dealer_may_pass\": \"yes\" }, readings: { \"negative_answer\": \"bars\" })";
    std::fs::write(here.join("hoyle.ron"), config).expect("the configuration is written");
    let out = hoyle(&here, &["rule", "--code", "auction-1913-newyork", &record("revoke-by-defender.pbn")]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    let config = "(readings: { \"no_such_reading\": \"bars\" })";
    std::fs::write(here.join("hoyle.ron"), config).expect("the configuration is written");
    let out = hoyle(&here, &["rule", "--code", "auction-1913-newyork", &record("revoke-by-defender.pbn")]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("no_such_reading"), "{}", text(&out.stderr));
}

#[test]
fn without_a_code_nothing_is_supposed() {
    let out = hoyle(&folder("no-code"), &["rule", &record("revoke-by-defender.pbn")]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("no code of laws is named"), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("auction-1913-newyork"));
}

#[test]
fn wrong_use_ends_with_two() {
    let here = folder("wrong-use");
    std::fs::write(here.join("broken.ron"), "(title: \"half a record\"").expect("written");
    let wrong: [&[&str]; 6] = [
        &["rule"],
        &["rule", "--code", "auction-1913-newyork", "absent.pbn"],
        &["rule", "--code", "auction-1914-newyork", &record("revoke-by-defender.pbn")],
        &["rule", "--code", "auction-1913-newyork", "broken.ron"],
        &["rule", "--code", "auction-1913-newyork", "--choose", "84(b)", &record("revoke-by-defender.pbn")],
        &["rule", "--code", "auction-1913-newyork", "--choose", "840(b)=points", &record("revoke-by-defender.pbn")],
    ];
    for args in wrong {
        let out = hoyle(&here, args);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {}", text(&out.stderr));
        assert!(!out.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_choice_on_the_command_line_is_made() {
    let args =
        ["rule", "--code", "auction-1913-newyork", "--choose", "84(b)=tricks", &record("revoke-by-defender.pbn")];
    let out = hoyle(&folder("choice"), &args);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(text(&out.stdout).contains("Law 84(b): South chooses: tricks"), "{}", text(&out.stdout));
}

#[test]
fn json_and_ron_hold_the_same_rulings() {
    let here = folder("formats");
    let json = hoyle(
        &here,
        &["rule", "--code", "auction-1913-newyork", "--format", "json", &record("revoke-by-defender.pbn")],
    );
    let json: Vec<hoyle::report::DealReport> = serde_json::from_slice(&json.stdout).expect("JSON that reads back");
    let ron =
        hoyle(&here, &["rule", "--code", "auction-1913-newyork", "--format", "ron", &record("revoke-by-defender.pbn")]);
    let ron: Vec<hoyle::report::DealReport> = ron::from_str(&text(&ron.stdout)).expect("RON that reads back");
    assert_eq!(json, ron);
    assert_eq!(json[0].schema, hoyle::ruling::SCHEMA);
}

#[test]
fn the_codes_are_listed_and_check_in_silence() {
    let here = folder("codes");
    let codes = hoyle(&here, &["codes"]);
    assert!(codes.status.success(), "{}", text(&codes.stderr));
    insta::assert_snapshot!("codes", text(&codes.stdout));
    let check = hoyle(&here, &["check"]);
    assert_eq!(check.status.code(), Some(0), "{}", text(&check.stderr));
    assert_eq!(text(&check.stderr), "");
}

#[test]
fn what_nobody_can_have_done_is_told_and_the_rest_is_ruled_on() {
    let folder = folder("impossible");
    let deals = r#"[
        (title: "too many tricks", code: "auction-1913-newyork", dealer: South, contract: "2H South", log: "agree(14)"),
        (title: "a call from the empty seat", code: "auction-1913-threehand", vacant: North, dealer: South,
         log: "call(North, 1H) call(South, 1S)"),
    ]"#;
    std::fs::write(folder.join("evening.ron"), deals).expect("written");
    let out = hoyle(&folder, &["rule", "--lines", "evening.ron"]);
    assert_eq!(out.status.code(), Some(2));
    let (told, ruled) = (text(&out.stderr), text(&out.stdout));
    assert!(told.contains("declarer's side cannot have 14 tricks"), "{told}");
    assert!(told.contains("nobody sits at North and can call"), "{told}");
    assert!(!ruled.contains("fault"), "{ruled}");
    assert!(ruled.contains("begins turn(West)"), "{ruled}");
}
