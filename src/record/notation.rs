//! RON and JSON as one tree of values, each with its place.
//!
//! In: a text. Out: [`Node`]s, or the first fault of each. The two notations share their structure; how they write texts, words
//! and blanks stands in `ron.rs` and `json.rs`. What the values mean is not known here.

use super::report::{Fault, fault};
use crate::source::{FileId, Span, Spanned};

/// Values may stand in one another so deep.
const DEEPEST: usize = 24;

/// Which of the two notations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// `(dealer: South)`
    Ron,
    /// `{"dealer": "South"}`
    Json,
}

/// A value and its place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// A value as written.
#[derive(Debug)]
pub(super) enum Value {
    /// `(games: 0, towards: 20)`, `{ N: "K4" }`, `{"N": "K4"}`
    Fields(Vec<(Spanned<String>, Node)>),
    /// `["a", "b"]`
    List(Vec<Node>),
    /// `"W: S5 SK"`, `r#"quit()"#`
    Text(Text),
    /// `20`
    Number(i64),
    /// `South`
    Word(String),
    /// `None`, `null`
    Nothing,
}

/// A text, its escapes taken away.
#[derive(Debug)]
pub(super) struct Text {
    /// What it says.
    pub(super) said: String,
    /// The place between the quotes.
    pub(super) inner: Span,
    /// It was written with escapes, so that its letters stand elsewhere in the file.
    pub(super) escaped: bool,
}

/// A place in a text that is being read.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) file: FileId,
    pub(super) notation: Notation,
}

impl Reader<'_> {
    /// The rest of the text.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The next letter.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The place from `start` up to here.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    /// The place of the next letter.
    fn here(&self) -> Span {
        Span::new(self.file, self.at, self.at + self.peek().map_or(0, char::len_utf8))
    }

    /// Takes the letter if it comes next.
    pub(super) fn take(&mut self, letter: char) -> bool {
        let found = self.rest().starts_with(letter);
        if found {
            self.at += letter.len_utf8();
        }
        found
    }

    /// Goes past blanks and comments.
    pub(super) fn skip_blank(&mut self) -> Result<(), Fault> {
        match self.notation {
            Notation::Ron => self.skip_ron_blank(),
            Notation::Json => {
                self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
                Ok(())
            }
        }
    }

    /// A value and all in it.
    pub(super) fn value(&mut self, depth: usize) -> Result<Node, Fault> {
        self.skip_blank()?;
        let start = self.at;
        if depth > DEEPEST {
            return Err(fault("R0118", self.here(), "values stand in one another too deep here"));
        }
        let value = match self.peek() {
            Some('[') => self.list(depth)?,
            Some('{') => self.fields('{', '}', depth)?,
            Some('"') => self.text()?,
            Some('-' | '+' | '0'..='9') => self.number()?,
            Some(letter) if letter == '(' || letter == '_' || letter.is_alphabetic() => match self.notation {
                Notation::Ron => self.ron_value(depth)?,
                Notation::Json => self.json_word()?,
            },
            _ => return Err(self.unexpected("a value")),
        };
        Ok(Node { value, span: self.since(start) })
    }

    /// What stands here is not what was awaited.
    pub(super) fn unexpected(&self, awaited: &str) -> Fault {
        match self.peek() {
            Some(letter) => fault("R0110", self.here(), format!("{awaited} is awaited here, not `{letter}`")),
            None => fault("R0110", self.here(), format!("{awaited} is awaited here, but the text ends")),
        }
    }

    /// `[a, b]`
    fn list(&mut self, depth: usize) -> Result<Value, Fault> {
        let open = self.at;
        self.take('[');
        let mut nodes = Vec::new();
        loop {
            self.skip_blank()?;
            if self.take(']') {
                return Ok(Value::List(nodes));
            }
            self.more_of(open, '[')?;
            nodes.push(self.value(depth + 1)?);
            self.between(open, ']')?;
        }
    }

    /// `{ a: 1, b: 2 }` or `(a: 1, b: 2)`, between those brackets.
    pub(super) fn fields(&mut self, open: char, close: char, depth: usize) -> Result<Value, Fault> {
        let start = self.at;
        self.take(open);
        let mut fields = Vec::new();
        loop {
            self.skip_blank()?;
            if self.take(close) {
                return Ok(Value::Fields(fields));
            }
            self.more_of(start, open)?;
            let name = self.field_name()?;
            self.skip_blank()?;
            if !self.take(':') {
                let message = format!("a colon is missing after `{}`", name.value);
                return Err(fault("R0114", self.here(), message));
            }
            fields.push((name, self.value(depth + 1)?));
            self.between(start, close)?;
        }
    }

    /// The name before a colon: a word, or a text.
    fn field_name(&mut self) -> Result<Spanned<String>, Fault> {
        let start = self.at;
        let name = match self.peek() {
            Some('"') => match self.text()? {
                Value::Text(text) => text.said,
                _ => String::new(),
            },
            Some(letter) if self.notation == Notation::Ron && (letter == '_' || letter.is_alphabetic()) => self.ident(),
            _ => return Err(self.unexpected("the name of a field")),
        };
        Ok(Spanned::new(name, self.since(start)))
    }

    /// A run of letters, figures and `_`.
    pub(super) fn ident(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|letter: char| letter != '_' && !letter.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or("").to_owned();
        self.at += end;
        word
    }

    /// The text must not end inside a bracket.
    fn more_of(&self, open: usize, bracket: char) -> Result<(), Fault> {
        match self.peek() {
            Some(_) => Ok(()),
            None => {
                let place = Span::new(self.file, open, open + bracket.len_utf8());
                Err(fault("R0112", place, format!("this `{bracket}` is never closed")))
            }
        }
    }

    /// After a member comes a comma or the end.
    fn between(&mut self, open: usize, close: char) -> Result<(), Fault> {
        self.skip_blank()?;
        if self.take(',') {
            self.skip_blank()?;
            if self.notation == Notation::Json && self.peek() == Some(close) {
                return Err(fault("R0115", self.here(), format!("a comma stands before this `{close}`")));
            }
            return Ok(());
        }
        match self.peek() {
            Some(letter) if letter == close => Ok(()),
            Some(_) => Err(fault("R0115", self.here(), format!("a comma or `{close}` is missing before this"))),
            None => self.more_of(open, self.text.get(open..).and_then(|rest| rest.chars().next()).unwrap_or(close)),
        }
    }

    /// `-20`, `1_000`
    fn number(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !matches!(c, '-' | '+' | '_' | '.' | 'a'..='z' | 'A'..='Z' | '0'..='9'));
        let written = rest.get(..end.unwrap_or(rest.len())).unwrap_or("").to_owned();
        self.at += written.len();
        let number = written.replace('_', "").parse::<i64>();
        number.map(Value::Number).map_err(|_| {
            fault("R0117", self.since(start), format!("`{written}` is no whole number that can be used here"))
        })
    }
}
