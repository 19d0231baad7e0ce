//! What could have stood at a place, in the words of the language.
//!
//! In: the grammar rules that were tried there. Out: words such as `a condition` or `then`; never the name of a rule.

use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{INSIDE_LAWS, TOP_LEVEL};

/// What stands between two values; where all of them are wanted, one example is said.
const BETWEEN: &[&str] = &["or", "and", "is", "in", "at", "over", "under", "of", "+", "-", "*"];

/// What could have stood at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A reserved word or a mark.
    Word(&'static str),
    /// A name.
    Name,
    /// A condition or another value.
    Value,
    /// A trigger, a consequence, an entry of a log: a word with its arguments.
    Pattern(&'static str),
    /// The number of a law; it alone may be a capital letter.
    LawNumber,
    /// Anything else: `words in quotes`.
    Thing(&'static str),
    /// Nothing more.
    End,
}

impl Wanted {
    /// The thing in words.
    pub fn words(self, place: &Place) -> String {
        match self {
            Wanted::Word(word) => format!("`{word}`"),
            Wanted::Name => "a name".to_owned(),
            Wanted::Value if place.in_condition() => "a condition".to_owned(),
            Wanted::Value => "a value".to_owned(),
            Wanted::Pattern(words) | Wanted::Thing(words) => words.to_owned(),
            Wanted::LawNumber => "the number of a law".to_owned(),
            Wanted::End => "nothing more".to_owned(),
        }
    }
}

/// What was wanted at a place, each thing once, in the order of the grammar.
pub(crate) fn wanted(rules: &[Rule], place: &Place) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    for rule in rules {
        for new in of_rule(*rule, place) {
            if !wanted.contains(&new) {
                wanted.push(new);
            }
        }
    }
    wanted
}

/// Whether this word is wanted.
pub(crate) fn has(wanted: &[Wanted], word: &str) -> bool {
    wanted.iter().any(|wanted| matches!(wanted, Wanted::Word(found) if *found == word))
}

/// Whether a value ended just before, so that it could go on: `and`, `is` and their like are wanted.
pub(crate) fn after_value(wanted: &[Wanted]) -> bool {
    has(wanted, "and") && has(wanted, "is")
}

/// The reserved words among what is wanted.
pub(crate) fn reserved(wanted: &[Wanted]) -> impl Iterator<Item = &'static str> {
    wanted.iter().filter_map(|wanted| match wanted {
        Wanted::Word(word) if word.starts_with(|c: char| c.is_ascii_lowercase()) => Some(*word),
        _ => None,
    })
}

/// What is wanted as one phrase: `a condition`, or `` `then`, `unless` or a word such as `and` ``.
pub(crate) fn list(wanted: &[Wanted], place: &Place) -> String {
    let between = after_value(wanted);
    let told = |wanted: &&Wanted| !matches!(wanted, Wanted::Word(word) if between && BETWEEN.contains(word));
    let told = wanted.iter().filter(|wanted| **wanted != Wanted::End).filter(told);
    let mut words: Vec<String> = told.map(|wanted| wanted.words(place)).collect();
    if between {
        words.push("a word such as `and`".to_owned());
    }
    match words.split_last() {
        None => Wanted::End.words(place),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// One rule in the words of the language; several where it can begin with several words.
fn of_rule(rule: Rule, place: &Place) -> Vec<Wanted> {
    let words = |words: &[&'static str]| words.iter().copied().map(Wanted::Word).collect::<Vec<_>>();
    match rule {
        Rule::EOI => vec![Wanted::End],
        Rule::block => words(TOP_LEVEL),
        Rule::part => {
            let mut all = words(INSIDE_LAWS);
            all.extend([Wanted::Word("yield"), Wanted::Word("advisory"), Wanted::Thing("a label such as `(a)`")]);
            all
        }
        Rule::clause_body => words(&["instead", "when", "if", "unless", "then"]),
        Rule::code_line | Rule::code_key => words(&["title", "family", "players", "place", "force", "source"]),
        _ => vec![word(rule).map_or_else(|| thing(rule, place), Wanted::Word)],
    }
}

/// The word or mark that a rule begins with, if it always begins with the same one.
fn word(rule: Rule) -> Option<&'static str> {
    marks(rule).or_else(|| clause_words(rule)).or_else(|| value_words(rule)).or_else(|| block_words(rule))
}

fn marks(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::p_open_brace | Rule::law_body => "{",
        Rule::p_close_brace => "}",
        Rule::p_open | Rule::params | Rule::args | Rule::picks | Rule::group => "(",
        Rule::p_close => ")",
        Rule::p_open_set | Rule::set | Rule::entry_set => "[",
        Rule::p_close_set => "]",
        Rule::p_comma => ",",
        Rule::p_colon => ":",
        Rule::p_equals => "=",
        Rule::p_bar => "|",
        Rule::p_plus | Rule::add => "+",
        Rule::p_minus | Rule::sub => "-",
        Rule::p_star | Rule::mul => "*",
        _ => return None,
    })
}

fn clause_words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::kw_instead | Rule::instead => "instead",
        Rule::kw_when | Rule::when => "when",
        Rule::kw_if | Rule::condition => "if",
        Rule::kw_unless | Rule::exemption => "unless",
        Rule::kw_then | Rule::consequence => "then",
        Rule::kw_begins | Rule::begins => "begins",
        Rule::kw_ends | Rule::ends => "ends",
        Rule::kw_takes | Rule::takes => "takes",
        Rule::kw_right | Rule::right => "right",
        Rule::kw_either | Rule::either => "either",
        Rule::kw_passing | Rule::passing => "passing",
        Rule::kw_against | Rule::against | Rule::target => "against",
        Rule::kw_until | Rule::until | Rule::duty_until => "until",
        Rule::kw_may | Rule::may => "may",
        Rule::kw_else | Rule::silence => "else",
        Rule::kw_lost | Rule::lost => "lost",
        Rule::kw_broken | Rule::breach | Rule::broken_by => "broken",
        Rule::kw_by => "by",
        Rule::kw_always | Rule::always => "always",
        Rule::kw_excused | Rule::excused => "excused",
        Rule::kw_to | Rule::yield_to => "to",
        _ => return None,
    })
}

fn value_words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::kw_of => "of",
        Rule::kw_or | Rule::or => "or",
        Rule::kw_and | Rule::and => "and",
        Rule::kw_not | Rule::not | Rule::end => "not",
        Rule::kw_is | Rule::is | Rule::is_not => "is",
        Rule::kw_in | Rule::in_ => "in",
        Rule::kw_at | Rule::at_least | Rule::at_most => "at",
        Rule::kw_over | Rule::over => "over",
        Rule::kw_under | Rule::under => "under",
        Rule::kw_some => "some",
        Rule::kw_every | Rule::every => "every",
        Rule::kw_count => "count",
        Rule::kw_sum => "sum",
        Rule::kw_least => "least",
        Rule::kw_most => "most",
        Rule::kw_the => "the",
        Rule::kw_lawful | Rule::lawful => "lawful",
        Rule::kw_yes | Rule::yes => "yes",
        Rule::kw_no | Rule::no => "no",
        Rule::set_of => "set",
        _ => return None,
    })
}

fn block_words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::kw_law | Rule::law | Rule::replaced_clause | Rule::law_ref | Rule::entry_law => "law",
        Rule::kw_advisory | Rule::advisory | Rule::item_note => "advisory",
        Rule::kw_unwritten | Rule::unwritten => "unwritten",
        Rule::kw_code | Rule::code => "code",
        Rule::kw_amends => "amends",
        Rule::kw_use | Rule::use_vocabulary => "use",
        Rule::kw_adopt | Rule::adopt => "adopt",
        Rule::kw_all | Rule::all => "all",
        Rule::kw_except => "except",
        Rule::kw_read | Rule::read_as => "read",
        Rule::kw_as => "as",
        Rule::kw_replace | Rule::replace => "replace",
        Rule::kw_insert | Rule::insert => "insert",
        Rule::kw_repeal | Rule::repeal => "repeal",
        Rule::kw_renumber | Rule::renumber => "renumber",
        Rule::law_list | Rule::law_word => "laws",
        Rule::kw_type | Rule::type_decl => "type",
        Rule::kw_event | Rule::event => "event",
        Rule::kw_status | Rule::status => "status",
        Rule::kw_duty | Rule::duty => "duty",
        Rule::kw_yield | Rule::yields => "yield",
        Rule::kw_fact | Rule::fact => "fact",
        Rule::kw_finding | Rule::finding => "finding",
        Rule::kw_remedy | Rule::remedy => "remedy",
        Rule::kw_moment | Rule::moment => "moment",
        Rule::kw_option | Rule::option => "option",
        Rule::kw_reading | Rule::reading => "reading",
        Rule::kw_table | Rule::table => "table",
        _ => return None,
    })
}

/// What is no single word.
fn thing(rule: Rule, place: &Place) -> Wanted {
    const CONSEQUENCE: &str = "a consequence such as `award(100, honours, to: side of p)`";
    match rule {
        Rule::name | Rule::word | Rule::param | Rule::pick | Rule::reading_case => Wanted::Name,
        Rule::law_no | Rule::law_cite | Rule::law_span => Wanted::LawNumber,
        Rule::trigger | Rule::plain_trigger | Rule::moment_case => Wanted::Pattern("a trigger such as `play(p, c, t)`"),
        Rule::pattern | Rule::callee if place.in_consequence() => Wanted::Pattern(CONSEQUENCE),
        Rule::pattern | Rule::callee => Wanted::Pattern("a word with its arguments, such as `play(p, c, t)`"),
        Rule::deed => Wanted::Pattern(CONSEQUENCE),
        Rule::entry | Rule::entry_word | Rule::line => Wanted::Pattern("an entry such as `play(South, H6)`"),
        Rule::string | Rule::text | Rule::phrase | Rule::note | Rule::heading => Wanted::Thing("words in quotes"),
        Rule::label | Rule::round_label | Rule::letter_label | Rule::cite_label => {
            Wanted::Thing("a label such as `(a)`")
        }
        Rule::clause => Wanted::Thing("a clause such as `(a) when … then …`"),
        Rule::clause_ref => Wanted::Thing("a clause such as `(a)` or `law 84(b)`"),
        Rule::type_ref => Wanted::Thing("a type such as `player`"),
        Rule::code_name => Wanted::Thing("the name of a code"),
        Rule::date => Wanted::Thing("a date such as `1913-11`"),
        Rule::row | Rule::key | Rule::range => Wanted::Thing("a row such as `1: 50`"),
        Rule::entry_arg | Rule::figure => Wanted::Thing("a seat, card, call or other word"),
        Rule::holder => Wanted::Thing("the holder of the right"),
        _ => Wanted::Value,
    }
}
