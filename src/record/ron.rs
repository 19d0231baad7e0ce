//! What is peculiar to RON: blanks with comments, raw texts, words, and fields in round brackets.

use super::notation::{Reader, Text, Value};
use super::report::{Fault, fault};
use crate::source::Span;

impl Reader<'_> {
    /// Blanks, `// a comment`, `/* another */` and `#![enable(...)]`.
    pub(super) fn skip_ron_blank(&mut self) -> Result<(), Fault> {
        loop {
            self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']).len();
            let rest = self.rest();
            if rest.starts_with("//") || rest.starts_with("#![") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.skip_block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// `/* a comment, /* with another */ in it */`
    fn skip_block_comment(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut open = 0_usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return Ok(());
                }
            } else if let Some(letter) = self.peek() {
                self.at += letter.len_utf8();
            } else {
                let place = Span::new(self.file, start, start + 2);
                return Err(fault("R0112", place, "this comment is never closed"));
            }
        }
    }

    /// A value that begins with `(` or a word: `(a: 1)`, `Some(1)`, `Record(a: 1)`, `r"raw"`, `South`.
    pub(super) fn ron_value(&mut self, depth: usize) -> Result<Value, Fault> {
        let raw = self.rest().strip_prefix('r').is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'));
        if raw {
            return self.raw_text();
        }
        let word = self.ident();
        if word == "Some" {
            return self.some(depth);
        }
        self.skip_blank()?;
        match self.peek() {
            Some('(') => self.fields('(', ')', depth),
            _ if word == "None" => Ok(Value::Nothing),
            _ => Ok(Value::Word(word)),
        }
    }

    /// What stands in `Some(...)`, or the word itself.
    fn some(&mut self, depth: usize) -> Result<Value, Fault> {
        self.skip_blank()?;
        if !self.take('(') {
            return Err(self.unexpected("`(` after `Some`"));
        }
        let node = self.value(depth + 1)?;
        self.skip_blank()?;
        self.take(',');
        self.skip_blank()?;
        if self.take(')') { Ok(node.value) } else { Err(self.unexpected("`)`")) }
    }

    /// `r#"any letters"#`
    fn raw_text(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        self.take('r');
        let mut close = String::from("\"");
        while self.take('#') {
            close.push('#');
        }
        self.take('"');
        let inner = self.at;
        let Some(length) = self.rest().find(&close) else {
            let place = Span::new(self.file, start, inner);
            let message = format!("this text is never closed: its end would be `{close}`");
            return Err(fault("R0111", place, message));
        };
        let said = self.rest().get(..length).unwrap_or("").to_owned();
        self.at += length;
        let place = self.since(inner);
        self.at += close.len();
        Ok(Value::Text(Text { said, inner: place, escaped: false }))
    }

    /// The letter that an escape of RON means; the reader stands after the backslash.
    pub(super) fn ron_escape(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        match letter {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            '0' => Some('\0'),
            '\\' | '"' | '\'' => Some(letter),
            'x' => self.hex(2).and_then(char::from_u32),
            'u' => {
                self.take('{');
                let end = self.rest().find('}')?;
                let code = self.hex(end)?;
                self.take('}');
                char::from_u32(code)
            }
            _ => None,
        }
    }

    /// A number of so many hexadecimal figures.
    pub(super) fn hex(&mut self, figures: usize) -> Option<u32> {
        let written = self.rest().get(..figures).filter(|written| written.chars().all(|c| c.is_ascii_hexdigit()))?;
        let number = u32::from_str_radix(written, 16).ok()?;
        self.at += figures;
        Some(number)
    }
}
