//! PBN, the import format of 1.0 to 2.1, as it is written and as programs write it.
//!
//! In: the bytes of a file. Out: a [`Record`] for each game that can be read, and what is wrong with the others. Marks become the
//! bare act that stood; dialects are put right and told once a file. Every token becomes part of the record, is told in a
//! diagnostic, or is skipped and counted. No law code is known here: what is checked is what the standard says of its own marks.
//!
//! ```text
//!  bytes -> lexer (pieces) -> game (tags, sections) -> tokens -> auction (bidding) \
//!                                   inherit, values, deal       play (tricks)       -> assemble -> Record
//! ```

mod account;
mod annotations;
mod assemble;
mod auction;
mod bidding;
mod calls;
mod comment;
mod contract;
mod deal;
mod desk;
mod first_seat;
mod game;
mod inherit;
mod lexer;
mod notes;
mod play;
mod result;
mod rows;
mod tags;
mod tokens;
mod tricks;

use super::report::Report;
use super::{MOST_DEALS, Record};
use crate::diagnostic::Diagnostic;
use crate::source::{Sources, Span};
use account::Account;
use inherit::Heritage;
use lexer::Lexer;

/// A PBN file may be so long.
const LONGEST: usize = 64 << 20;

/// The records in a PBN file.
pub(super) fn read(sources: &mut Sources, name: &str, bytes: &[u8]) -> (Vec<Record>, Vec<Diagnostic>) {
    let (records, diagnostics, _) = read_counted(sources, name, bytes);
    (records, diagnostics)
}

/// The records, and what became of every token of the file.
fn read_counted(sources: &mut Sources, name: &str, bytes: &[u8]) -> (Vec<Record>, Vec<Diagnostic>, Account) {
    if bytes.len() > LONGEST {
        let file = sources.add(name, "");
        let message = format!("this file is longer than {} MiB", LONGEST >> 20);
        return (Vec::new(), vec![Diagnostic::error("P0107", Span::new(file, 0, 0), message)], Account::default());
    }
    let text = decoded(bytes);
    let file = sources.add(name, text.clone());
    let mut report = Report::default();
    let mut account = Account::default();
    let mut heritage = Heritage::default();
    let mut lexer = Lexer::new(&text, file);
    let mut records = Vec::new();
    let mut number = 0;
    while let Some(pieces) = lexer.next_game(&mut report) {
        number += 1;
        if number > MOST_DEALS {
            let message = format!("this file has more than {MOST_DEALS} games: the rest is not read");
            report.push(Diagnostic::error("P0109", lexer.span(&pieces[0].at), message));
            break;
        }
        let game = game::Game::of(&text, file, &pieces, number);
        records.extend(assemble::record(game, &mut heritage, &mut report, &mut account));
    }
    (records, report.finish(file), account)
}

/// The text of a file: UTF-8 if it can be, Latin-1, which the standard names, if not.
fn decoded(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fates of a file's tokens.
    fn account(text: &str) -> Account {
        read_counted(&mut Sources::new(), "a.pbn", text.as_bytes()).2
    }

    #[test]
    fn every_token_is_counted_once() {
        let text = "% hidden\n[Board \"1\"]\n[Dealer \"N\"] {a comment}\n[Auction \"N\"]\n1C! =1= ^I 1C AP Pass\n[Note \"1:x\"]\n";
        let expected = Account { used: 6, told: 1, skipped: 5, forgotten: 0 };
        // Used: two tags, the section, two calls with one mark, AP; told: the pass too many; skipped: the rest.
        assert_eq!(account(text), Account { used: 7, ..expected });
    }

    #[test]
    fn the_tokens_of_a_lost_game_are_told_with_it() {
        assert_eq!(account("[Dealer \"N\"]\n[Auction \"N\"]\n1C 9C AP\n"), Account { told: 5, ..Account::default() });
    }

    /// What a game is made of, to be put together at random.
    fn scraps() -> impl Strategy<Value = String> {
        let scrap = prop::sample::select(vec![
            "[Dealer \"N\"]\n",
            "[Declarer \"S\"]\n",
            "[Contract \"2S\"]\n",
            "[Result \"9\"]\n",
            "[Auction \"N\"]\n",
            "[Play \"W\"]\n",
            "[Note \"1:x\"]\n",
            "[FooTable \"a\"]\n",
            "1S ",
            "Pass ",
            "AP ",
            "X ",
            "- ",
            "SA ",
            "HK ",
            "DQ ",
            "CJ ",
            "^I ",
            "^S ",
            "^R ",
            "^L ",
            "^Q ",
            "* ",
            "+ ",
            "=1= ",
            "! ",
            "$3 ",
            "{a} ",
            "% b\n",
            "\"c\" ",
            "] ",
            "\n",
            "\n\n",
        ]);
        prop::collection::vec(scrap, 0..60).prop_map(|scraps| scraps.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_token_is_forgotten(text in scraps()) {
            prop_assert_eq!(account(&text).forgotten, 0);
        }
    }
}
