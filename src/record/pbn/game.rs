//! The tags and sections of one game.
//!
//! In: its pieces. Out: each tag with its value, the words of the two sections that are read, and the notes of each.

use super::account::{Fate, Fates};
use super::lexer::{Kind, Piece, Tag};
use crate::source::{FileId, Span};

/// Tags that no words may follow; every other may be a section that some program has added.
const PLAIN: [&str; 31] = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
    "Note",
    "Score",
    "ScoreIMP",
    "ScoreMP",
    "ScorePercentage",
    "ScoreRubber",
    "Termination",
    "Room",
    "Round",
    "Table",
    "Stage",
    "HomeTeam",
    "VisitTeam",
    "Generator",
    "Hidden",
    "Annotator",
];

/// One game as written.
#[derive(Debug)]
pub(super) struct Game<'t> {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) tags: Vec<Entry<'t>>,
    pub(super) auction: Option<Section<'t>>,
    pub(super) play: Option<Section<'t>>,
    /// Words that stand in no section.
    pub(super) astray: Vec<Word<'t>>,
    /// From the first piece to the last.
    pub(super) span: Span,
    pub(super) fates: Fates,
}

/// A tag and its value.
#[derive(Debug, Clone)]
pub(super) struct Entry<'t> {
    pub(super) token: usize,
    pub(super) name: &'t str,
    pub(super) value: String,
    /// The place of the whole.
    pub(super) span: Span,
    /// The place of the value.
    pub(super) value_span: Span,
}

/// A word of a section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) token: usize,
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// The section of an `Auction` or `Play` tag.
#[derive(Debug)]
pub(super) struct Section<'t> {
    pub(super) tag: Entry<'t>,
    pub(super) words: Vec<Word<'t>>,
    pub(super) notes: Vec<Entry<'t>>,
}

/// What the words that come next belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Nowhere,
    Auction,
    Play,
    /// The notes of the last section, where no words stand.
    Notes,
    /// A section that is passed over.
    Other,
}

impl<'t> Game<'t> {
    /// The game of these pieces.
    pub(super) fn of(text: &'t str, file: FileId, pieces: &[Piece], number: usize) -> Game<'t> {
        let start = pieces.first().map_or(0, |piece| piece.at.start);
        let end = pieces.last().map_or(0, |piece| piece.at.end);
        let span = Span::new(file, start, end);
        let empty = Game {
            number,
            tags: Vec::new(),
            auction: None,
            play: None,
            astray: Vec::new(),
            span,
            fates: Fates::default(),
        };
        let mut builder = Builder { game: empty, place: Place::Nowhere, notes_of: Place::Nowhere };
        for piece in pieces {
            let place = Span::new(file, piece.at.start, piece.at.end);
            let words = text.get(piece.at.clone()).unwrap_or("");
            builder.piece(piece, text, words, place);
        }
        builder.game
    }

    /// The first tag of that name, if its value says anything: `?` is not known, an empty one does not apply.
    pub(super) fn tag(&self, name: &str) -> Option<&Entry<'t>> {
        self.tags.iter().find(|tag| tag.name == name).filter(|tag| !matches!(tag.value.trim(), "" | "?" | "-"))
    }

    /// Whether there is a tag of that name at all.
    pub(super) fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.name == name)
    }
}

struct Builder<'t> {
    game: Game<'t>,
    place: Place,
    notes_of: Place,
}

impl<'t> Builder<'t> {
    fn piece(&mut self, piece: &Piece, text: &'t str, words: &'t str, span: Span) {
        match &piece.kind {
            Kind::Tag(tag) => self.tag(tag, text, span),
            Kind::Word | Kind::Quoted => self.word(words, span),
            Kind::Comment => drop(self.game.fates.token(Fate::Skipped("comments"))),
            Kind::Hidden => drop(self.game.fates.token(Fate::Skipped("hidden lines"))),
            Kind::Stray => drop(self.game.fates.token(Fate::Told)),
        }
    }

    fn tag(&mut self, tag: &Tag, text: &'t str, span: Span) {
        let token = self.game.fates.token(Fate::Skipped("tags"));
        let name = text.get(tag.name.clone()).unwrap_or("");
        let value_span = Span::new(span.file, tag.value_at.start, tag.value_at.end);
        let entry = Entry { token, name, value: tag.value.clone(), span, value_span };
        match name {
            "Auction" => self.open(Place::Auction, entry),
            "Play" => self.open(Place::Play, entry),
            "Note" => self.note(entry),
            _ => {
                self.place = if PLAIN.contains(&name) { Place::Nowhere } else { Place::Other };
                self.game.tags.push(entry);
            }
        }
    }

    /// The first section of its kind counts.
    fn open(&mut self, place: Place, tag: Entry<'t>) {
        let section = if place == Place::Auction { &mut self.game.auction } else { &mut self.game.play };
        if section.is_some() {
            self.place = Place::Other;
            self.game.tags.push(tag);
            return;
        }
        self.game.fates.settle(tag.token, Fate::Used);
        *section = Some(Section { tag, words: Vec::new(), notes: Vec::new() });
        self.place = place;
        self.notes_of = place;
    }

    fn note(&mut self, tag: Entry<'t>) {
        self.game.fates.settle(tag.token, Fate::Skipped("notes"));
        self.place = Place::Notes;
        let section = match self.notes_of {
            Place::Auction => self.game.auction.as_mut(),
            _ => self.game.play.as_mut(),
        };
        match section {
            Some(section) => section.notes.push(tag),
            None => self.game.tags.push(tag),
        }
    }

    fn word(&mut self, text: &'t str, span: Span) {
        let section = match self.place {
            Place::Auction => self.game.auction.as_mut(),
            Place::Play => self.game.play.as_mut(),
            Place::Nowhere | Place::Notes | Place::Other => None,
        };
        let fate = if self.place == Place::Other { Fate::Skipped("words of other sections") } else { Fate::Pending };
        // The words of the two sections are taken apart later, and counted then.
        let token = if section.is_some() { usize::MAX } else { self.game.fates.token(fate) };
        let word = Word { token, text, span };
        match section {
            Some(section) => section.words.push(word),
            None if self.place == Place::Other => {}
            None => self.game.astray.push(word),
        }
    }
}
