//! What is peculiar to JSON: `null`, the escapes with two halves; and the quoted texts that RON writes in the same way.

use super::notation::{Notation, Reader, Text, Value};
use super::report::{Fault, fault};
use crate::source::Span;

impl Reader<'_> {
    /// `null`; JSON knows no other word that a record needs.
    pub(super) fn json_word(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        if self.take('(') {
            return Err(fault("R0110", self.since(start), "JSON writes a deal between `{` and `}`"));
        }
        match self.ident().as_str() {
            "null" => Ok(Value::Nothing),
            word @ ("true" | "false") => Ok(Value::Word(word.to_owned())),
            word => Err(fault("R0110", self.since(start), format!("JSON writes this as `\"{word}\"`"))),
        }
    }

    /// `"a text"`, in either notation.
    pub(super) fn text(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        self.take('"');
        let inner = self.at;
        let mut said = String::new();
        let mut escaped = false;
        loop {
            let letter = self.peek().ok_or_else(|| self.unclosed(start))?;
            if letter == '"' {
                let place = self.since(inner);
                self.at += 1;
                return Ok(Value::Text(Text { said, inner: place, escaped }));
            }
            if self.notation == Notation::Json && letter < ' ' {
                return Err(self.unclosed(start));
            }
            self.at += letter.len_utf8();
            if letter == '\\' {
                escaped = true;
                said.push(self.escape()?);
            } else {
                said.push(letter);
            }
        }
    }

    fn unclosed(&self, start: usize) -> Fault {
        let message = match self.peek() {
            Some(_) => "this text is not closed on its line",
            None => "this text is never closed",
        };
        fault("R0111", Span::new(self.file, start, start + 1), message)
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let start = self.at - 1;
        let letter = match self.notation {
            Notation::Ron => self.ron_escape(),
            Notation::Json => self.json_escape(),
        };
        letter.ok_or_else(|| {
            let end = self.at.min(start + 8).max(start + 1);
            let place = Span::new(self.file, start, end);
            fault("R0116", place, "a backslash before this means nothing")
        })
    }

    /// The letter that an escape of JSON means; the reader stands after the backslash.
    fn json_escape(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        match letter {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            '\\' | '"' | '/' => Some(letter),
            'u' => self.json_unicode(),
            _ => None,
        }
    }

    /// `\u2660`, or two halves of a letter beyond the first 65536.
    fn json_unicode(&mut self) -> Option<char> {
        let first = self.hex(4)?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !(self.take('\\') && self.take('u')) {
            return None;
        }
        let second = self.hex(4).filter(|second| (0xDC00..0xE000).contains(second))?;
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    }
}
