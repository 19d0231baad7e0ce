//! Codes that amend others, as they stand when all is joined.

use hoyle::code::tree::{Code, EffectKind, LawKind};
use hoyle::code::{Library, Loaded};
use hoyle::report::diagnostics::draw;

const WORDS: &str = include_str!("bad_codes/parts/words.law");

const OLD: &str = r#"
code old { title "Old" family bridge }
use words
fact adversary(p: player): truth "{p} is an adversary of the dealer" = p is opponent of dealer
fact maker: player "who made the trumps" = the(p in players: made_trump(p))
moment foe_calls(p: player) "{p}, an adversary of the dealer, calls" = call(p, _) if adversary(p)
law ordinary "taken for granted" {
  (1) when cut() then nothing()
}
law 1 "making trumps" {
  status made_trump(p: player) "{p} has made the trumps" until cut()
  (1) when call(p, c)
      if   kind of c is leave_it
      then made_trump(p)
}
law 2 "who pays" {
  (1) when settle()
      if   made_trump(maker)
      then award(10, honours, to: side of maker)
}
law 46 "before" advisory "nothing to rule"
law 47 "a lead out of turn" {
  option strict: truth = no "the club is strict"
  (1) when lead(offender, c, _)
      if   adversary(offender) and not strict
      then right of dealer against offender until foe_calls(partner of dealer) {
             may new_deal  then new_deal()
             may call_card then callable(c)
             may leave     then nothing()
             else leave
           }
  (2) when lead(dealer, _, _)
      then nothing()
}
law 47a "its end" {
  (1) when law 47(1) takes call_card
      then nothing()
  (2) instead of law 47(2)
      if   stage_now is dealing
      then new_deal()
}
law 48 "after" {
  (1) when law 47(1) ends
      then nothing()
}
law 49 "put in between" advisory "nothing to rule"
law 50 "the last" {
  (1) when cut()
      then award(1, honours, to: side of dealer)
}
"#;

fn load(amending: &str) -> (Library, Loaded) {
    let mut library = Library::new();
    library.put("words.law", WORDS.to_owned());
    library.put("old.law", OLD.to_owned());
    let name = library.put("new.law", format!("code new amends old {{ title \"New\" family auction }}\n{amending}"));
    let loaded = library.load(&name);
    (library, loaded)
}

/// The laws, their clauses and options, and the facts of the code, one a line.
fn summary(amending: &str) -> String {
    let (library, loaded) = load(amending);
    let mut lines = Vec::new();
    if let Some(code) = &loaded.code {
        lines.extend(code.laws.iter().enumerate().map(|(place, law)| law_line(code, place, law)));
        let facts =
            code.facts.iter().filter(|fact| ["adversary", "maker", "player_to_pay"].contains(&fact.name.as_str()));
        lines.extend(facts.map(|fact| format!("fact {} \"{}\"", fact.name, fact.phrase)));
        let rules = code.house_rules.iter().map(|rule| format!("option {} = {:?}", rule.name, rule.default));
        lines.extend(rules);
    }
    let drawn = draw(library.sources(), &loaded.diagnostics, false);
    format!("{}\n\n{drawn}", lines.join("\n"))
}

fn law_line(code: &Code, place: usize, law: &hoyle::code::tree::Law) -> String {
    let clauses = code.clauses.iter().filter(|clause| clause.law.index() == place).map(|clause| {
        let rights = clause.effects.iter().filter_map(|effect| match effect.kind {
            EffectKind::Right(id) => code.rights.get(id.index()),
            _ => None,
        });
        let options: Vec<String> =
            rights.flat_map(|right| right.options.iter().map(|option| option.label.clone())).collect();
        let instead: Vec<String> = clause.instead.iter().map(|one| code.cite(one.clause)).collect();
        let mut text = clause.label.clone();
        if !instead.is_empty() {
            text.push_str(&format!(" instead of {}", instead.join(", ")));
        }
        if !options.is_empty() {
            text.push_str(&format!(" may {}", options.join(", ")));
        }
        text
    });
    let clauses: Vec<String> = clauses.collect();
    let kind = match &law.kind {
        LawKind::Rule => "rule",
        LawKind::Definition => "definition",
        LawKind::Advisory(_) => "advisory",
        LawKind::Unwritten(_) => "unwritten",
    };
    let read: Vec<String> = law.read_as.iter().map(|(from, to)| format!(", {from} read as {to}")).collect();
    format!("{} {kind} from {}{}: {}", law.number, law.origin, read.concat(), clauses.join("; "))
}

#[test]
fn a_range_follows_the_order_of_the_base() {
    insta::assert_snapshot!(summary("adopt laws ordinary, 47 to 49"));
}

#[test]
fn one_clause_is_replaced_and_the_rest_stays() {
    let text = "adopt all except laws 1, 2\n\
                replace law 47(2) when lead(dealer, c, _) then take_back(c)\n\
                insert law 47(3) when play_over() then nothing()\n\
                repeal law 50(1)\n\
                insert law 50(2) instead of law ordinary(1) then new_deal()";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn a_fact_is_read_as_another_where_that_is_said() {
    let text = "adopt all except laws 1, 2, 46\nread dealer as declarer in laws 47 to 48\n\
                replace law 47(2) when lead(dealer, c, _) then take_back(c)";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn a_fact_is_read_as_one_that_is_said_through_it() {
    let text = "fact player_to_pay: player \"who pays\" = lho of dealer\n\
                adopt all except laws 1, 2, 46\nread dealer as player_to_pay in laws 50";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn an_option_is_struck_out() {
    let text = "adopt all except laws 1, 2\nrepeal new_deal in laws 46 to 50\n\
                replace option strict: truth = yes \"the strict way\"";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn a_clause_goes_on_after_a_right() {
    let text = "adopt all except laws 1, 2\n\
                insert law 47(3)\n when play_over()\n then right of dealer until cut() { may leave then nothing() else leave }\n\
                then nothing()\n\
                insert law 50(2)\n when play_over() then nothing()";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn a_word_is_declared_otherwise() {
    let text = "adopt all except laws 2\n\
                replace status made_trump(p: player) \"{p} has named them\" until play_over()\n\
                replace fact adversary(p: player): truth \"{p} is against the dealer\" = p is not partner of dealer";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn references_follow_a_law_that_gets_another_number() {
    let text = "adopt laws ordinary, 46, 47a, 48, 50\nrenumber law 47 as law 60\nrepeal laws 1, 2, 49\n\
                insert law 61 \"new\" {\n (1) instead of old law 47(2)\n then callable(led(1))\n}";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn declarations_come_along_when_something_needs_them() {
    let text = "adopt laws ordinary, 46, 49, 50\nrepeal laws 2, 47, 47a, 48\n\
                replace law 1 \"making trumps otherwise\" {\n\
                  status trumps_made() \"the trumps are made\" until cut()\n\
                  fact maker: player \"who made them\" = dealer\n\
                  (1) when call(p, _)\n if p is maker and not trumps_made()\n then trumps_made()\n}";
    insta::assert_snapshot!(summary(text));
}

#[test]
fn a_code_amends_an_amending_code() {
    let mut library = Library::new();
    library.put("words.law", WORDS.to_owned());
    library.put("old.law", OLD.to_owned());
    let middle = "code middle amends old { title \"Middle\" family auction }\n\
                  adopt all except laws 1, 2\nread dealer as declarer in laws 47\nrenumber law 50 as law 51";
    library.put("middle.law", middle.to_owned());
    let newest = "code newest amends middle { title \"Newest\" family auction }\n\
                  adopt all except laws 46\nread declarer as dummy in laws 47 to 48\n\
                  insert law 52 \"see old law 50\" {\n (1) instead of old law 50(1)\n then nothing()\n}";
    library.put("newest.law", newest.to_owned());
    let loaded = library.load("newest");
    let drawn = draw(library.sources(), &loaded.diagnostics, false);
    assert!(loaded.code.is_some(), "{drawn}");
    let code = loaded.code.unwrap_or_default();
    let lines: Vec<String> = code.laws.iter().enumerate().map(|(place, law)| law_line(&code, place, law)).collect();
    insta::assert_snapshot!(format!("{}\n{}\n{drawn}", code.amends.join(" "), lines.join("\n")));
}
