//! Whether several conditions can hold together.

use std::collections::{BTreeMap, BTreeSet};

use super::literals::{Alternatives, Literal, MOST};
use super::seats::Seats;

/// All ways in which several conditions can hold together; none when they contradict one another.
pub fn together(conditions: impl IntoIterator<Item = Alternatives>) -> Alternatives {
    let mut all: Alternatives = vec![vec![]];
    for alternatives in conditions {
        let mut next = Vec::new();
        for before in &all {
            for alternative in &alternatives {
                let literals: Vec<Literal> = before.iter().chain(alternative).cloned().collect();
                if !contradict(&literals) {
                    next.push(literals);
                }
            }
        }
        if next.len() > MOST {
            return next;
        }
        all = next;
        if all.is_empty() {
            break;
        }
    }
    all
}

/// Whether some things cannot all be so.
fn contradict(literals: &[Literal]) -> bool {
    let mut atoms: BTreeMap<&str, bool> = BTreeMap::new();
    let mut ranges: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    let mut values: BTreeMap<&str, (Option<BTreeSet<&str>>, BTreeSet<&str>)> = BTreeMap::new();
    let mut seats = Seats::default();
    for literal in literals {
        match literal {
            Literal::Atom(atom, holds) => {
                if atoms.insert(atom, *holds).is_some_and(|other| other != *holds) {
                    return true;
                }
            }
            Literal::Stands(id, parts, holds) => {
                let parts = with_values(parts, literals);
                let denied = literals.iter().any(|other| match other {
                    Literal::Stands(other, denied, false) => {
                        *holds && other == id && covers(&with_values(denied, literals), &parts)
                    }
                    _ => false,
                });
                if denied {
                    return true;
                }
            }
            Literal::Is(term, allowed, holds) => {
                let allowed: BTreeSet<&str> = allowed.iter().map(String::as_str).collect();
                let (only, never) = values.entry(term).or_default();
                if *holds {
                    *only = Some(match only.take() {
                        Some(only) => only.intersection(&allowed).copied().collect(),
                        None => allowed,
                    });
                } else {
                    never.extend(allowed);
                }
            }
            Literal::Range(term, low, high) => {
                let range = ranges.entry(term).or_insert((i64::MIN, i64::MAX));
                *range = (range.0.max(*low), range.1.min(*high));
            }
            Literal::Sits(a, b, places) => seats.put(a, b, *places),
        }
    }
    let denied_number = |term: &str, (low, high): (i64, i64)| {
        let never = values.get(term).map(|(_, never)| never);
        low == high && never.is_some_and(|never| never.contains(low.to_string().as_str()))
    };
    ranges.iter().any(|(term, range)| range.0 > range.1 || denied_number(term, *range))
        || values
            .values()
            .any(|(only, never)| only.as_ref().is_some_and(|only| only.difference(never).next().is_none()))
        || seats.impossible()
}

/// Parts of a status, each term whose one value is known being that value.
fn with_values(parts: &[Option<String>], literals: &[Literal]) -> Vec<Option<String>> {
    let value = |term: &String| {
        literals.iter().find_map(|literal| match literal {
            Literal::Is(of, values, true) if of == term && values.len() == 1 => values.first().cloned(),
            _ => None,
        })
    };
    parts.iter().map(|part| part.as_ref().map(|term| value(term).unwrap_or_else(|| term.clone()))).collect()
}

/// Whether a pattern with open parts covers another.
fn covers(open: &[Option<String>], other: &[Option<String>]) -> bool {
    open.iter().zip(other).all(|(open, other)| open.is_none() || open == other)
}

#[cfg(test)]
mod tests {
    use super::{Literal, contradict};

    fn sits(a: &str, b: &str, places: u8) -> Literal {
        Literal::Sits(a.to_owned(), b.to_owned(), places)
    }

    #[test]
    fn three_players_cannot_each_oppose_the_others() {
        let opposed = [sits("a", "b", 0b1010), sits("b", "c", 0b1010)];
        assert!(!contradict(&opposed));
        assert!(contradict(&[opposed[0].clone(), opposed[1].clone(), sits("a", "c", 0b1010)]));
    }

    #[test]
    fn nobody_is_his_own_partner() {
        assert!(contradict(&[sits("a", "a", 0b0100)]));
        assert!(contradict(&[sits("a", "b", 0b0001), sits("a", "b", 0b0100)]));
    }
}
