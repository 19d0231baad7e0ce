//! Whether several conditions can hold together.

use std::collections::{BTreeMap, BTreeSet};

use super::literals::{Alternatives, Literal, MOST};
use super::seats::Seats;

/// All ways in which several conditions can hold together; none when they contradict one another.
pub fn together(conditions: Vec<Alternatives>) -> Alternatives {
    match <[Alternatives; 1]>::try_from(conditions) {
        Ok([alone]) => alone.into_iter().filter(|literals| !contradict(&literals.iter().collect::<Vec<_>>())).collect(),
        Err(conditions) => {
            let ways = ways(conditions.iter());
            ways.into_iter().map(|way| way.into_iter().cloned().collect()).collect()
        }
    }
}

/// Whether several conditions can hold together.
pub fn can_hold<'l>(conditions: impl Iterator<Item = &'l Alternatives>) -> bool {
    !ways(conditions).is_empty()
}

/// All ways in which several conditions can hold together, each a list of what is then so.
fn ways<'l>(conditions: impl Iterator<Item = &'l Alternatives>) -> Vec<Vec<&'l Literal>> {
    let mut all: Vec<Vec<&Literal>> = vec![vec![]];
    // What contradicts itself still does when more is asked for, so it is enough to look before the ways become more.
    let mut looked = true;
    for alternatives in conditions {
        if let [only] = alternatives.as_slice() {
            all.iter_mut().for_each(|way| way.extend(only));
            looked = false;
            continue;
        }
        if !looked {
            all.retain(|way| !contradict(way));
        }
        looked = true;
        let mut next = Vec::new();
        for before in &all {
            for alternative in alternatives {
                let way: Vec<&Literal> = before.iter().copied().chain(alternative).collect();
                if !contradict(&way) {
                    next.push(way);
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
    if !looked {
        all.retain(|way| !contradict(way));
    }
    all
}

/// Whether some things cannot all be so.
fn contradict(literals: &[&Literal]) -> bool {
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
fn with_values<'l>(parts: &'l [Option<String>], literals: &[&'l Literal]) -> Vec<Option<&'l str>> {
    let value = |term: &str| {
        literals.iter().find_map(|literal| match literal {
            Literal::Is(of, values, true) if of == term && values.len() == 1 => values.first().map(String::as_str),
            _ => None,
        })
    };
    parts.iter().map(|part| part.as_deref().map(|term| value(term).unwrap_or(term))).collect()
}

/// Whether a pattern with open parts covers another.
fn covers(open: &[Option<&str>], other: &[Option<&str>]) -> bool {
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
        assert!(!contradict(&[&opposed[0], &opposed[1]]));
        assert!(contradict(&[&opposed[0], &opposed[1], &sits("a", "c", 0b1010)]));
    }

    #[test]
    fn nobody_is_his_own_partner() {
        assert!(contradict(&[&sits("a", "a", 0b0100)]));
        assert!(contradict(&[&sits("a", "b", 0b0001), &sits("a", "b", 0b0100)]));
    }
}
