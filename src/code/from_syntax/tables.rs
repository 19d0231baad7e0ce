//! Tables of values: keys of the right type, no row twice, no overlap, no hole where the values can be counted.

use crate::bridge::{Rank, Strain, Suit};
use crate::code::tree::{Key, Row, TableId};
use crate::code::value::{Base, Type, Value};
use crate::diagnostic::Diagnostic;
use crate::source::Spanned;
use crate::syntax::tree as syntax;

use super::Resolver;
use super::names::{Meaning, Wanted};

/// More combinations of keys than this are not gone through.
const COMBINATIONS: usize = 10_000;

impl Resolver<'_> {
    /// The rows of a table.
    pub(super) fn table_rows(&mut self, id: TableId, decl: &syntax::TableDecl) {
        let (params, ty) = (self.code.tables[id.index()].params.clone(), self.code.tables[id.index()].ty);
        let mut scope = self.parts(&params, &decl.params, false);
        let mut keys_read: Vec<(Vec<Key>, &syntax::Row)> = Vec::new();
        let mut rows = Vec::new();
        let mut all_read = true;
        for row in &decl.rows {
            if row.keys.len() != params.len() {
                let text = format!(
                    "this row has {} key{}, and the table has {}",
                    row.keys.len(),
                    if row.keys.len() == 1 { "" } else { "s" },
                    params.len()
                );
                self.report(Diagnostic::error("L0704", row.span, text));
                all_read = false;
                continue;
            }
            let keys: Option<Vec<Key>> =
                row.keys.iter().zip(&params).map(|(key, param)| self.key(key, param.ty)).collect();
            let cell = self.expr(&mut scope, &row.cell, ty);
            let Some(keys) = keys else {
                all_read = false;
                continue;
            };
            self.against_rows_before(&keys, row, &keys_read);
            keys_read.push((keys.clone(), row));
            if let Some(cell) = cell {
                rows.push(Row { keys, cell });
            }
        }
        if all_read {
            let types: Vec<Type> = params.iter().map(|param| param.ty).collect();
            let keys: Vec<&[Key]> = keys_read.iter().map(|(keys, _)| keys.as_slice()).collect();
            self.holes(decl, &types, &keys);
        }
        let table = &mut self.code.tables[id.index()];
        table.rows = rows;
        table.slots = scope.slots.len();
    }

    /// One key of a row.
    fn key(&mut self, key: &Spanned<syntax::Key>, ty: Type) -> Option<Key> {
        let found = match &key.value {
            syntax::Key::Else => return Some(Key::Else),
            syntax::Key::Range(first, last) => {
                if first > last {
                    let text = format!("nothing lies between {first} and {last}");
                    self.report(Diagnostic::error("L0704", key.span, text).help("the smaller number stands first"));
                    return None;
                }
                if matches!(ty.base, Base::Number | Base::Trick | Base::Nothing) {
                    return Some(Key::Range(*first, *last));
                }
                "a number"
            }
            syntax::Key::Truth(truth) => {
                if ty.base == Base::Truth {
                    return Some(Key::Value(Value::Truth(*truth)));
                }
                "`yes` or `no`"
            }
            syntax::Key::Name(name) => match self.meaning(name) {
                Some(entry) => match entry.meaning {
                    Meaning::Value(value, found) if super::types::fits(found, ty) => return Some(Key::Value(value)),
                    Meaning::Value(..) => "another value",
                    _ => entry.meaning.kind(),
                },
                None => {
                    self.unknown(name, key.span, Wanted::Expression, None, std::iter::empty());
                    return None;
                }
            },
        };
        let text = format!("this key is {found}, but {} is wanted here", self.a_type(ty));
        self.report(Diagnostic::error("L0704", key.span, text));
        None
    }

    /// No row stands twice, and no two overlap.
    fn against_rows_before(&mut self, keys: &[Key], row: &syntax::Row, before: &[(Vec<Key>, &syntax::Row)]) {
        if let Some((_, first)) = before.iter().find(|(other, _)| other == keys) {
            let text = "this row stands twice";
            self.report(Diagnostic::error("L0703", row.span, text).also(first.span, "the first is here"));
        } else if let Some((_, first)) = before.iter().find(|(other, _)| other.iter().all(|key| *key == Key::Else)) {
            let text = "no key reaches this row";
            self.report(
                Diagnostic::error("L0703", row.span, text)
                    .also(first.span, "everything is taken by this row before it"),
            );
        } else if let Some((_, first)) = before.iter().find(|(other, _)| overlap(keys, other)) {
            let text = "this row overlaps another";
            self.report(Diagnostic::error("L0702", row.span, text).also(first.span, "both answer for some keys"));
        }
    }

    /// Every combination of values that can be counted has a row.
    fn holes(&mut self, decl: &syntax::TableDecl, types: &[Type], rows: &[&[Key]]) {
        let columns: Vec<Vec<Option<Value>>> = types
            .iter()
            .map(|ty| match self.values_of(*ty) {
                values if values.is_empty() => vec![None],
                values => values.into_iter().map(Some).collect(),
            })
            .collect();
        let combinations = columns.iter().map(Vec::len).product::<usize>();
        if combinations > COMBINATIONS {
            return;
        }
        let mut missing = Vec::new();
        for mut number in 0..combinations {
            let mut values = Vec::new();
            for column in &columns {
                values.push(&column[number % column.len()]);
                number /= column.len();
            }
            let reached = rows.iter().any(|row| {
                row.iter().zip(&values).all(|(key, value)| match (key, value) {
                    (Key::Value(key), Some(value)) => key == value,
                    (Key::Value(_), None) | (Key::Else | Key::Range(..), _) => true,
                })
            });
            if !reached {
                let words: Vec<String> = values
                    .iter()
                    .map(|value| value.as_ref().map_or("…".to_owned(), |value| self.value_name(value)))
                    .collect();
                missing.push(words.join(", "));
            }
        }
        if !missing.is_empty() {
            let some: Vec<String> = missing.iter().take(4).map(|missing| format!("`{missing}`")).collect();
            let more = if missing.len() > 4 { format!(" and {} more", missing.len() - 4) } else { String::new() };
            let text = format!("the table `{}` has no row for {}{more}", decl.name.value, some.join(", "));
            self.report(Diagnostic::error("L0701", decl.name.span, text).help("add the rows, or one for `else`"));
        }
    }

    /// The values of a type that can be counted; royal spades are left out, since only some codes have them.
    fn values_of(&self, ty: Type) -> Vec<Value> {
        if ty.set {
            return Vec::new();
        }
        match ty.base {
            Base::Truth => vec![Value::Truth(true), Value::Truth(false)],
            Base::Suit => Suit::ALL.into_iter().map(|suit| Value::Strain(suit.into())).collect(),
            Base::Strain => {
                let strains = Strain::ALL.into_iter().filter(|strain| *strain != Strain::RoyalSpades);
                strains.map(Value::Strain).collect()
            }
            Base::Rank => Rank::all().map(Value::Rank).collect(),
            Base::Enum(id) => {
                let count = self.code.enums.get(id.index()).map_or(0, |ty| ty.values.len());
                (0..count).map(|place| Value::Enum(id, place as u16)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A value as the language writes it.
    fn value_name(&self, value: &Value) -> String {
        match value {
            Value::Truth(true) => "yes".to_owned(),
            Value::Truth(false) => "no".to_owned(),
            Value::Strain(strain) => strain.name().to_owned(),
            Value::Rank(rank) => rank.letter().to_string(),
            Value::Enum(id, place) => {
                let values = self.code.enums.get(id.index()).map(|ty| &ty.values);
                values.and_then(|values| values.get(usize::from(*place))).cloned().unwrap_or_default()
            }
            _ => String::new(),
        }
    }
}

/// Whether some keys fit both rows, `else` being whatever no other row names.
fn overlap(a: &[Key], b: &[Key]) -> bool {
    a.iter().zip(b).all(|(a, b)| match (a, b) {
        (Key::Range(a, b), Key::Range(c, d)) => a <= d && c <= b,
        (Key::Else, Key::Else) => true,
        (Key::Else, _) | (_, Key::Else) => false,
        (a, b) => a == b,
    })
}
