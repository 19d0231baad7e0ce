//! The parts of what happens, kept in place: hardly an event has more than four, and one happens for each card.

use std::ops::{Deref, DerefMut};

use crate::code::value::Value;

/// At most so many parts are kept in place.
const FEW: usize = 4;

/// What stands where no part is kept.
const FREE: Value = Value::Truth(false);

/// The parts of an event or a status, in the order of its declaration.
#[derive(Debug, Clone)]
pub struct Parts(Kept);

#[derive(Debug, Clone)]
enum Kept {
    Few(usize, [Value; FEW]),
    Many(Vec<Value>),
}

impl Parts {
    fn push(&mut self, value: Value) {
        match &mut self.0 {
            Kept::Few(count, values) => match values.get_mut(*count) {
                Some(free) => {
                    *free = value;
                    *count += 1;
                }
                None => {
                    let mut many = values.to_vec();
                    many.push(value);
                    self.0 = Kept::Many(many);
                }
            },
            Kept::Many(values) => values.push(value),
        }
    }
}

impl FromIterator<Value> for Parts {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Parts {
        let mut parts = Parts(Kept::Few(0, [const { FREE }; FEW]));
        values.into_iter().for_each(|value| parts.push(value));
        parts
    }
}

impl<const N: usize> From<[Value; N]> for Parts {
    fn from(values: [Value; N]) -> Parts {
        if N > FEW {
            return Parts(Kept::Many(values.into()));
        }
        let mut values = values.into_iter();
        Parts(Kept::Few(N, [(); FEW].map(|()| values.next().unwrap_or(FREE))))
    }
}

impl Deref for Parts {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        match &self.0 {
            Kept::Few(count, values) => &values[..*count],
            Kept::Many(values) => values,
        }
    }
}

impl DerefMut for Parts {
    fn deref_mut(&mut self) -> &mut [Value] {
        match &mut self.0 {
            Kept::Few(count, values) => &mut values[..*count],
            Kept::Many(values) => values,
        }
    }
}

impl PartialEq for Parts {
    fn eq(&self, other: &Parts) -> bool {
        **self == **other
    }
}
