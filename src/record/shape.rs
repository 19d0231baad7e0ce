//! A deal's value as a [`Record`].
//!
//! In: the value of one deal, from RON or JSON. Out: the record, and what is wrong with its fields, each at its place.

use std::collections::BTreeMap;

use super::hands::{self, Places};
use super::near::did_you_mean;
use super::notation::{Node, Text, Value};
use super::passage::Passage;
use super::report::{Fault, Report, fault};
use super::{Hand, MOST_EVENTS, Record, SideScore, calls};
use crate::bridge::{Seat, Side};
use crate::diagnostic::Diagnostic;
use crate::source::{Sources, Span, Spanned};
use crate::syntax::tree::LogEntry;
use crate::table::Seating;

/// The fields of a record.
const FIELDS: [&str; 18] = [
    "title",
    "code",
    "options",
    "readings",
    "dealer",
    "vacant",
    "vulnerable",
    "board",
    "table",
    "pairs",
    "teams",
    "score",
    "hands",
    "auction",
    "contract",
    "tricks",
    "log",
    "expect",
];

/// What is needed to read one deal.
pub(super) struct Shape<'a> {
    pub(super) sources: &'a mut Sources,
    pub(super) report: &'a mut Report,
    /// The number of the deal in its file, from 1.
    pub(super) number: usize,
}

impl Shape<'_> {
    /// The record of one deal; nothing when something in it is wrong.
    pub(super) fn record(&mut self, node: &Node) -> Option<Record> {
        let before = self.report.errors();
        let mut record = Record::empty(node.span);
        match self.fields(node, &FIELDS) {
            Ok(fields) => {
                for (name, node) in &fields {
                    let read = self.field(&mut record, name, node, &fields);
                    self.told(read);
                }
            }
            Err(fault) => self.report.push(*fault),
        }
        self.one_calling(&record);
        self.somebody_deals(&record);
        self.not_too_long(&record);
        (self.report.errors() == before).then_some(record)
    }

    fn field(&mut self, record: &mut Record, name: &str, node: &Node, all: &[(&str, &Node)]) -> Result<(), Fault> {
        match name {
            "title" => record.title = Some(text(node)?.said.clone()),
            "code" => record.code = Some(text(node)?.said.clone()),
            "options" => record.options = words(node)?,
            "readings" => record.readings = words(node)?,
            "dealer" => record.dealer = Some(seat(node)?),
            "vacant" => record.vacant = Some(seat(node)?),
            "board" => record.place.board = Some(named(node)?),
            "table" => record.place.table = Some(named(node)?),
            "pairs" => record.place.pairs = self.by_side(node)?,
            "teams" => record.place.teams = self.by_side(node)?,
            "vulnerable" => record.vulnerable = Some(vulnerable(node)?),
            "score" => record.score = Some(self.score(node, vacant(all)?)?),
            "hands" => record.hands = self.hands(node)?,
            "auction" => record.auction = self.auction(node, all)?,
            "contract" => record.contract = Some(calls::contract(&self.passage(text(node)?, "contract"))?),
            "tricks" => drop(record.log.splice(0..0, self.tricks(node, vacant(all)?)?)),
            "log" => record.log.extend(self.log(node)?),
            _ => record.expect = self.expectations(node)?,
        }
        Ok(())
    }

    /// The fields of a value, by name; unknown ones are told, and so are those that stand twice.
    fn fields<'n>(&mut self, node: &'n Node, known: &[&'static str]) -> Result<Vec<(&'static str, &'n Node)>, Fault> {
        let Value::Fields(fields) = &node.value else {
            return Err(fault("R0203", node.span, format!("fields are awaited here: `{}` and so on", known[0])));
        };
        let mut found: Vec<(&'static str, &Node, Span)> = Vec::new();
        for (name, node) in fields {
            match known.iter().copied().find(|known| *known == name.value) {
                None => self.report.push(*unknown_field(name, known)),
                Some(field) => match found.iter().find(|(earlier, ..)| *earlier == field) {
                    Some((.., earlier)) => {
                        let diagnostic = Diagnostic::error("R0202", name.span, format!("`{field}` is said twice"));
                        self.report.push(diagnostic.also(*earlier, "first here"));
                    }
                    None => found.push((field, node, name.span)),
                },
            }
        }
        let given = found.into_iter().filter(|(_, node, _)| !matches!(node.value, Value::Nothing));
        Ok(given.map(|(field, node, _)| (field, node)).collect())
    }

    fn told(&mut self, read: Result<(), Fault>) {
        if let Err(fault) = read {
            self.report.push(*fault);
        }
    }

    /// A text of this deal with its place.
    fn passage(&mut self, text: &Text, what: &str) -> Passage {
        Passage::of(text, self.sources, &format!("{what} of deal {}", self.number))
    }

    fn score(&mut self, node: &Node, vacant: Option<Seat>) -> Result<BTreeMap<Side, SideScore>, Fault> {
        let names: Vec<&'static str> = match vacant {
            None => vec!["NS", "EW"],
            Some(vacant) => ["N", "E", "S", "W"].into_iter().filter(|name| name.parse() != Ok(vacant)).collect(),
        };
        let mut score = BTreeMap::new();
        for (name, node) in self.fields(node, &names)? {
            let of_side = self.side_score(node)?;
            score.extend(name.parse::<Side>().ok().map(|side| (side, of_side)));
        }
        if score.len() == names.len() {
            return Ok(score);
        }
        let whose = if vacant.is_some() { "each of the three players" } else { "both sides" };
        Err(fault("R0206", node.span, format!("a score is that of {whose}, `{}`", names.join("`, `"))))
    }

    /// A name for each side.
    fn by_side(&mut self, node: &Node) -> Result<BTreeMap<Side, String>, Fault> {
        let mut names = BTreeMap::new();
        for (side, node) in self.fields(node, &["NS", "EW"])? {
            let of_side = named(node)?;
            names.extend(side.parse::<Side>().ok().map(|side| (side, of_side)));
        }
        Ok(names)
    }

    fn side_score(&mut self, node: &Node) -> Result<SideScore, Fault> {
        let fields = self.fields(node, &["games", "towards"])?;
        let field = |name| fields.iter().find(|(field, _)| *field == name).map(|(_, node)| *node);
        let (Some(games), Some(towards)) = (field("games"), field("towards")) else {
            return Err(fault("R0206", node.span, "a side's score has its `games` and its points `towards` the next"));
        };
        Ok(SideScore { games: games_won(games)?, towards: number(towards)? })
    }

    fn hands(&mut self, node: &Node) -> Result<[Hand; 4], Fault> {
        let names = ["N", "E", "S", "W", "North", "East", "South", "West"];
        let mut hands = [Hand::Unknown; 4];
        let mut places = Places::new();
        for (name, node) in self.fields(node, &names)? {
            let Ok(seat) = name.parse::<Seat>() else { continue };
            if hands[seat.index()] != Hand::Unknown {
                return Err(fault("R0202", node.span, format!("the hand of {seat} is given twice")));
            }
            let passage = self.passage(text(node)?, "hands");
            hands[seat.index()] = hands::hand(&passage, &mut places, self.report);
        }
        Ok(hands)
    }

    fn auction(&mut self, node: &Node, all: &[(&str, &Node)]) -> Result<Vec<LogEntry>, Fault> {
        let passage = self.passage(text(node)?, "auction");
        let Some((_, dealer)) = all.iter().find(|(name, _)| *name == "dealer") else {
            return Err(fault("R0402", node.span, "an auction begins with the dealer, and `dealer` is not said"));
        };
        let seating = vacant(all)?.map_or(Seating::FOUR, Seating::of_three);
        // A dealer that is no seat is told where it stands.
        Ok(seat(dealer).map_or_else(|_| Vec::new(), |dealer| calls::auction(&passage, seating, dealer, self.report)))
    }

    fn tricks(&mut self, node: &Node, vacant: Option<Seat>) -> Result<Vec<LogEntry>, Fault> {
        if vacant.is_some() {
            let mut fault =
                fault("R0207", node.span, "with an empty seat, the rotation of a trick is for the law to find");
            fault.help = Some("write the plays in the `log`: `play(West, S5)`".to_owned());
            return Err(fault);
        }
        let rows = texts(node)?;
        let mut entries = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let passage = self.passage(row, &format!("trick {}", number + 1));
            match calls::trick(&passage, number + 1 == rows.len()) {
                Ok(trick) => entries.extend(trick),
                Err(fault) => self.report.push(*fault),
            }
        }
        Ok(entries)
    }

    fn log(&mut self, node: &Node) -> Result<Vec<LogEntry>, Fault> {
        let mut entries = Vec::new();
        for text in texts(node)? {
            let passage = self.passage(text, "log");
            let range = passage.start..passage.start + passage.said.len();
            let (read, diagnostics) = crate::syntax::log(self.sources, passage.file, range);
            entries.extend(read);
            diagnostics.into_iter().for_each(|diagnostic| self.report.push(diagnostic));
        }
        Ok(entries)
    }

    fn expectations(&mut self, node: &Node) -> Result<Vec<String>, Fault> {
        Ok(texts(node)?.iter().map(|text| text.said.clone()).collect())
    }

    fn one_calling(&mut self, record: &Record) {
        if let (Some(first), Some(contract)) = (record.auction.first(), &record.contract) {
            let message = "`auction` and `contract` both say how the calling went";
            let diagnostic = Diagnostic::error("R0404", contract.span, message).also(first.span, "the calls are here");
            self.report.push(diagnostic.help("give the calls, or the contract that they led to"));
        }
    }

    fn somebody_deals(&mut self, record: &Record) {
        if record.vacant.is_some() && record.dealer == record.vacant {
            let message = "the dealer cannot sit at the empty seat";
            self.report.push(Diagnostic::error("R0208", record.span, message));
        }
    }

    fn not_too_long(&mut self, record: &Record) {
        let events = record.auction.len() + record.log.len();
        if events > MOST_EVENTS {
            let message = format!("this deal has {events} events, more than {MOST_EVENTS}");
            self.report.push(Diagnostic::error("R0105", record.span, message));
        }
    }
}

fn unknown_field(name: &Spanned<String>, known: &[&str]) -> Fault {
    let mut fault = fault("R0201", name.span, format!("no field is called `{}` here", name.value));
    fault.help = did_you_mean(&name.value, known).or_else(|| Some(format!("the fields are {}", known.join(", "))));
    fault
}

/// A text.
fn text(node: &Node) -> Result<&Text, Fault> {
    match &node.value {
        Value::Text(text) => Ok(text),
        _ => Err(fault("R0203", node.span, "a text in quotes is awaited here")),
    }
}

/// A list of texts, or one text alone.
fn texts(node: &Node) -> Result<Vec<&Text>, Fault> {
    match &node.value {
        Value::Text(text) => Ok(vec![text]),
        Value::List(nodes) => nodes.iter().map(text).collect(),
        _ => Err(fault("R0203", node.span, "a list of texts is awaited here, `[\"...\", \"...\"]`")),
    }
}

/// A word, with or without quotes.
fn word(node: &Node) -> Result<Spanned<String>, Fault> {
    match &node.value {
        Value::Word(word) => Ok(Spanned::new(word.clone(), node.span)),
        Value::Text(text) => Ok(Spanned::new(text.said.clone(), text.inner)),
        _ => Err(fault("R0203", node.span, "a word is awaited here")),
    }
}

/// The name or the number of a board, a table, a pair or a team.
fn named(node: &Node) -> Result<String, Fault> {
    match node.value {
        Value::Number(number) => Ok(number.to_string()),
        _ => Ok(text(node)?.said.clone()),
    }
}

fn number(node: &Node) -> Result<i64, Fault> {
    match node.value {
        Value::Number(number) => Ok(number),
        _ => Err(fault("R0203", node.span, "a number is awaited here")),
    }
}

fn games_won(node: &Node) -> Result<u8, Fault> {
    let games = u8::try_from(number(node)?).ok().filter(|games| *games <= 2);
    games.ok_or_else(|| fault("R0206", node.span, "a side has won 0, 1 or 2 games of a rubber"))
}

fn seat(node: &Node) -> Result<Seat, Fault> {
    let word = word(node)?;
    word.value.parse().map_err(|()| calls::no_seat(&word))
}

/// The seat that nobody has, wherever it stands among the fields.
fn vacant(all: &[(&str, &Node)]) -> Result<Option<Seat>, Fault> {
    all.iter().find(|(name, _)| *name == "vacant").map(|(_, node)| seat(node)).transpose()
}

fn vulnerable(node: &Node) -> Result<[bool; 2], Fault> {
    let word = word(node)?;
    match word.value.to_ascii_lowercase().as_str() {
        "none" => Ok([false, false]),
        "ns" => Ok([true, false]),
        "ew" => Ok([false, true]),
        "all" | "both" => Ok([true, true]),
        _ => {
            let mut fault = fault("R0205", word.span, format!("`{}` does not say who is vulnerable", word.value));
            fault.help = Some("write `none`, `ns`, `ew` or `all`".to_owned());
            Err(fault)
        }
    }
}

/// `(two_revokes: "honours_only")`: words by name, whatever the names.
fn words(node: &Node) -> Result<BTreeMap<String, String>, Fault> {
    let Value::Fields(fields) = &node.value else {
        return Err(fault(
            "R0203",
            node.span,
            "names and what they are set to are awaited here: `(two_revokes: \"honours_only\")`",
        ));
    };
    fields.iter().map(|(name, node)| Ok((name.value.clone(), text(node)?.said.clone()))).collect()
}
