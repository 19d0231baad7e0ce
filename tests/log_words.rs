//! Logs read in the words of a code.

use hoyle::code::{Code, Library, resolve_log};
use hoyle::source::Sources;

const CODE: &str = r#"
code little { title "Little" family bridge }
use vocabulary
law 1 "a card shown" {
  (1) when expose(offender, c, _)
      then right of lho of offender against offender until cut() {
             may call_card then callable(c)
             may call_suit(s in suits) then must_lead(offender, s)
           }
}
"#;

fn read(log: &str) -> Vec<String> {
    let mut library = Library::built_in();
    library.put("little.law", CODE.to_owned());
    let loaded = library.load("little");
    assert!(loaded.diagnostics.iter().all(|one| !one.is_error()), "{:?}", loaded.diagnostics);
    let Some(code) = loaded.code else { return vec!["no code".to_owned()] };
    let mut sources = Sources::new();
    let file = sources.add("log", log);
    let (entries, faults) = hoyle::syntax::log(&sources, file, 0..log.len());
    assert!(faults.is_empty(), "{faults:?}");
    let (events, diagnostics) = resolve_log(&code, &entries);
    let events =
        events.into_iter().map(|event| format!("{}: {}", event.text, named(&code, &format!("{:?}", event.kind))));
    events.chain(diagnostics.into_iter().map(|one| format!("{} {} {:?}", one.number, one.message, one.help))).collect()
}

/// The numbers of events and facts by their names, which stay when the vocabulary grows.
fn named(code: &Code, text: &str) -> String {
    let mut text = text.to_owned();
    for (place, event) in code.events.iter().enumerate() {
        text = text.replace(&format!("EventId({place})"), &event.name);
    }
    for (place, fact) in code.facts.iter().enumerate() {
        text = text.replace(&format!("FactId({place})"), &fact.name);
    }
    text
}

#[test]
fn words_become_values() {
    let read = read(
        "call(South, 1S) call(W, leave_it) call(dealer, hearts) play(West, S5) play_together(East, [S5, H6], 2) quit()
         notice(South, of: play(East, D4)) choose(North, law 1(1), call_suit, hearts) waive(North, law 1, nth: 2)
         judge(inadvertent(West, 1S), yes) judge(held(West, H), no) suggest(South, law 1(1))",
    );
    insta::assert_snapshot!(read.join("\n"));
}

#[test]
fn what_the_code_has_no_word_for_is_told() {
    let read = read(
        "plai(West, S5) call(Sooth, 1S) call(South, 1Z) play(West, X9) expose(West, S5) expose(West, S5, droped)
         choose(North, law 2, x) choose(North, law 1(1), cal_card) choose(North, law 1(1), call_suit) judge(inadvertant(West, 1S), yes)
         play(West, c: S5, trick: 3) call(South, 1S, 2, 3) play(West, law 1)",
    );
    insta::assert_snapshot!(read.join("\n"));
}
