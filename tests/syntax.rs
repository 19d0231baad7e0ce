//! Law files and logs read: text in, diagnostics out, as their author sees them.
//!
//! `tests/syntax/*.law` are broken files, each with what is told about it beside it; `*.log` are logs.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;

use hoyle::report::diagnostics::draw;
use hoyle::source::Sources;
use hoyle::syntax::tree::{Clause, ItemKind, Law, LawBody, LawItem, LogArg, LogEntry, LogValue, Tree};
use hoyle::syntax::{law_file, log};

/// Settings that put a snapshot beside its file.
fn beside(path: &Path) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_suffix("");
    settings.set_omit_expression(true);
    settings
}

fn read(name: &str, text: &str) -> (Sources, Tree, String) {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let (tree, diagnostics) = law_file(&sources, file);
    let drawn = draw(&sources, &diagnostics, false);
    (sources, tree, drawn)
}

#[test]
fn broken_files_tell_all_that_is_wrong() {
    insta::glob!("syntax/*.law", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let (_, _, drawn) = read(name, &text);
        beside(path).bind(|| insta::assert_snapshot!(name, drawn));
    });
}

#[test]
fn logs_are_read_entry_by_entry() {
    insta::glob!("syntax/*.log", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let mut sources = Sources::new();
        let text = std::fs::read_to_string(path).unwrap();
        let file = sources.add(name, text.as_str());
        let (entries, diagnostics) = log(&sources, file, 0..text.len());
        let mut told = String::new();
        for entry in &entries {
            let (line, column) = sources.line_column(entry.span);
            writeln!(told, "{line}:{column} {}", entry_text(entry)).unwrap();
        }
        write!(told, "\n{}", draw(&sources, &diagnostics, false)).unwrap();
        beside(path).bind(|| insta::assert_snapshot!(name, told));
    });
}

fn entry_text(entry: &LogEntry) -> String {
    let args = entry.args.iter().map(arg_text).collect::<Vec<_>>();
    format!("{}({})", entry.name.value, args.join(", "))
}

fn arg_text(arg: &LogArg) -> String {
    let value = match &arg.value {
        LogValue::Word(word) => word.clone(),
        LogValue::Set(words) => format!("{:?}", words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>()),
        LogValue::Law(law) => format!("law <{}> <{}>", law.number.value, law.label.value),
        LogValue::Entry(entry) => entry_text(entry),
    };
    arg.label.as_ref().map_or(value.clone(), |label| format!("{}: {value}", label.value))
}

#[test]
fn a_log_in_the_middle_of_a_file_keeps_its_places() {
    let text = "(log: r#\"play(South, H6) // here\n -- and here\n notice(South, of: play(East, D4))\"#, code: \"x\")";
    let mut sources = Sources::new();
    let file = sources.add("record.ron", text);
    let start = text.find("play").unwrap();
    let (entries, diagnostics) = log(&sources, file, start..text.rfind("\"#").unwrap());
    assert!(diagnostics.is_empty());
    let texts = entries.iter().map(|entry| sources.text(entry.span)).collect::<Vec<_>>();
    assert_eq!(texts, ["play(South, H6)", "notice(South, of: play(East, D4))"]);
}

#[test]
fn the_shipped_codes_are_read_without_complaint() {
    for entry in std::fs::read_dir("codes").unwrap() {
        let path = entry.unwrap().path();
        let (_, tree, drawn) = read(path.to_str().unwrap(), &std::fs::read_to_string(&path).unwrap());
        assert_eq!(drawn, "");
        assert!(!tree.items.is_empty());
    }
}

/// The first law of a tree.
fn first_law(tree: &Tree) -> &Law {
    let law = tree.items.iter().find_map(|item| if let ItemKind::Law(law) = &item.kind { Some(law) } else { None });
    law.unwrap()
}

/// The clauses of a law.
fn clauses(law: &Law) -> Vec<&Clause> {
    let LawBody::Items(items) = &law.body else { return Vec::new() };
    items.iter().filter_map(|item| if let LawItem::Clause(clause) = item { Some(&**clause) } else { None }).collect()
}

#[test]
fn places_end_with_their_last_word_and_comments_are_kept() {
    let text = "-- head\nlaw 84 \"costs\" { -- one\n  (a) when play_over() -- two\n      then nothing()   -- three\n\n  (B2)(a) when cut() then nothing()\n}\n";
    let (sources, tree, drawn) = read("x.law", text);
    assert_eq!(drawn, "");
    let texts = clauses(first_law(&tree)).iter().map(|clause| sources.text(clause.span)).collect::<Vec<_>>();
    assert_eq!(texts, ["(a) when play_over() -- two\n      then nothing()", "(B2)(a) when cut() then nothing()"]);
    let comments = tree.comments.iter().map(|comment| comment.value.trim()).collect::<Vec<_>>();
    assert_eq!(comments, ["head", "one", "two", "three"]);
    assert_eq!(sources.text(tree.comments[1].span), "-- one");
}

#[test]
fn a_broken_clause_leaves_the_others_in_the_tree() {
    let text = "law 84 \"costs\" {\n  (a) when\n  (b) when cut() then nothing()\n  (c) then\n  (d) when cut() then nothing()\n}\nlaw 85 \"fine\" { }\n";
    let (_, tree, _) = read("x.law", text);
    let labels = clauses(first_law(&tree)).iter().map(|clause| clause.label.value.as_str()).collect::<Vec<_>>();
    assert_eq!(labels, ["(b)", "(d)"]);
    assert_eq!(tree.items.len(), 2);
}

#[test]
fn references_to_laws_are_read_as_printed() {
    let text = "law 27 \"x\" { (1) instead of law 27 B1(a), law 84(b), law (5), law ordinary(1), law B, base law 50a, (a)(i), B2(a) then nothing() }";
    let (_, tree, drawn) = read("x.law", text);
    assert_eq!(drawn, "");
    let law = first_law(&tree);
    let refs = clauses(law)[0].instead.iter().map(|clause| {
        let law = clause.law.as_ref().map_or("", |law| law.value.as_str());
        format!("{law}|{}", clause.label.value)
    });
    let refs = refs.collect::<Vec<_>>();
    assert_eq!(refs, ["27|B1(a)", "84|(b)", "(5)|", "ordinary|(1)", "B|", "50a|", "|(a)(i)", "|B2(a)"]);
}

/// Texts made to exhaust a reader that is not on its guard; each must be told, quickly.
#[test]
fn deep_and_long_texts_are_told() {
    let clause = |condition: &str| format!("law 1 \"x\" {{ (1) when cut() if {condition} then nothing() }}");
    let million = 1 << 19;
    let texts = [
        ("brackets", "(".repeat(million)),
        ("braces", "law 1 \"x\" {".repeat(million / 16)),
        ("nested brackets", clause(&format!("{}x{}", "(".repeat(40), ")".repeat(40)))),
        ("not", clause(&format!("{}x", "not ".repeat(million / 4)))),
        ("minus", clause(&format!("x is {}1", "- ".repeat(million / 4)))),
        ("of", clause(&format!("{}x", "a of ".repeat(million / 5)))),
        ("lawful", clause(&format!("{}x", "lawful ".repeat(million / 7)))),
        ("sum", clause(&format!("1{} is 1", "+1".repeat(million / 2)))),
        ("and", clause(&format!("a{}", " and a".repeat(million / 6)))),
        (
            "heights",
            clause(&format!("{}a{}", "(".repeat(30), ") and a and a and a and a and a and a and a".repeat(30))),
        ),
        ("folds", clause(&format!("{}x{}", "count(a in ".repeat(31), ": a)".repeat(10)))),
        ("rights", format!("law 1 \"x\" {{ (1) when cut() {}", "then right of a { may b ".repeat(40))),
        ("blocks", "law 1\n".repeat(million / 6)),
        ("declarations", "fact a(\n".repeat(million / 8)),
        ("signs", "#&".repeat(million / 2)),
    ];
    for (name, text) in texts {
        let (_, _, drawn) = read(name, &text);
        assert!(drawn.contains("error[L01"), "{name}: {drawn}");
    }
    let (_, _, drawn) = read("large", &" ".repeat((1 << 20) + 1));
    assert!(drawn.starts_with("error[L0101]: this file is larger than 1 MiB"), "{drawn}");
    let (_, _, drawn) = read("deep", &clause(&format!("a is b and {}c", "not ".repeat(33))));
    assert!(drawn.starts_with("error[L0103]: this is nested more than 32 deep"), "{drawn}");
}

proptest! {
    /// Any text at all is read without a panic, twice with the same answer, and what is wrong with it can be drawn.
    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        same_twice(&text);
    }

    /// Words of the language in any order.
    #[test]
    fn any_words_are_read(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        same_twice(&words.join(" "));
        same_twice(&format!("law 1 \"x\" {{\n  (a) when cut()\n  {}\n}}\n", words.concat()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A right text with a piece taken out.
    #[test]
    fn any_cut_is_read(start in 0usize..20_000, length in 1usize..40) {
        let text = std::fs::read_to_string("codes/vocabulary.law").unwrap();
        let cut = text.chars().enumerate().filter(|(at, _)| *at < start || *at >= start + length).map(|(_, c)| c);
        same_twice(&cut.collect::<String>());
    }
}

const WORDS: &[&str] = &[
    "law",
    "84",
    "\"gist\"",
    "{",
    "}",
    "(a)",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "=",
    "|",
    "-",
    "\n",
    "when",
    "if",
    "unless",
    "then",
    "right of",
    "either",
    "may",
    "else",
    "lost",
    "until",
    "begins",
    "play(p, c)",
    "cut()",
    "not",
    "and",
    "or",
    "is",
    "of",
    "some(p in q: r)",
    "every",
    "fact",
    "status",
    "duty",
    "table",
    "x",
    "_",
    "instead of",
    "advisory",
    "code",
    "\"",
    "♠",
    "--",
];

/// Reads a text as a law file and as a log, twice each.
fn same_twice(text: &str) {
    let (_, tree, drawn) = read("any", text);
    let (_, again, drawn_again) = read("any", text);
    assert_eq!(drawn, drawn_again);
    assert_eq!(format!("{tree:?}"), format!("{again:?}"));
    let mut sources = Sources::new();
    let file = sources.add("any", text);
    let (entries, diagnostics) = log(&sources, file, 0..text.len());
    let all_read = !entries.is_empty()
        || !diagnostics.is_empty()
        || text.trim().is_empty()
        || text.contains("--")
        || text.contains("//");
    assert!(all_read || text.chars().all(|c| c.is_whitespace() || c == '\u{feff}'));
    draw(&sources, &diagnostics, true);
}

/// What is nested as deep as is allowed is read, and dropped, on a small stack.
#[test]
fn the_deepest_that_is_allowed_is_read() {
    let sum = format!("1{}", "+1".repeat(150));
    let text = format!(
        "law 1 \"x\" {{ (1) when cut() if {}a{} and b is {sum} then nothing() }}",
        "(".repeat(31),
        ")".repeat(31)
    );
    let (_, tree, drawn) = read("x.law", &text);
    assert_eq!(drawn, "");
    assert_eq!(clauses(first_law(&tree)).len(), 1);
}
