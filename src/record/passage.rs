//! A text inside a record, such as its auction, with the place of each of its letters.

use super::notation::Text;
use crate::source::{FileId, Sources, Span, Spanned};

/// A text that stands somewhere in a file.
#[derive(Debug, Clone)]
pub(super) struct Passage {
    /// The file that its letters stand in.
    pub(super) file: FileId,
    /// Where it begins there.
    pub(super) start: usize,
    /// What it says.
    pub(super) said: String,
}

impl Passage {
    /// The passage of a text. One written with escapes becomes a file of its own, named after where it stands, because its letters
    /// are not those of the file.
    pub(super) fn of(text: &Text, sources: &mut Sources, what: &str) -> Passage {
        if !text.escaped {
            return Passage { file: text.inner.file, start: text.inner.start as usize, said: text.said.clone() };
        }
        let file = sources.get(text.inner.file).map_or("", |file| file.name.as_str());
        let name = format!("{file} ({what})");
        Passage { file: sources.add(name, text.said.clone()), start: 0, said: text.said.clone() }
    }

    /// The place of the letters from `start` up to `end` of the passage.
    pub(super) fn place(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, self.start + start, self.start + end)
    }

    /// The place of the whole.
    pub(super) fn span(&self) -> Span {
        self.place(0, self.said.len())
    }

    /// The words between the blanks.
    pub(super) fn words(&self) -> Vec<Spanned<String>> {
        let mut words = Vec::new();
        let mut at = 0;
        for piece in self.said.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            if !word.is_empty() {
                words.push(Spanned::new(word.to_owned(), self.place(at, at + word.len())));
            }
            at += piece.len();
        }
        words
    }
}
