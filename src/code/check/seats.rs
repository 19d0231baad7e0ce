//! Where players can sit, seen from one another.
//!
//! In: for two players, or a player and a side, how many places to the left the second can sit. Out: whether all of it can be so.

use std::collections::BTreeMap;

/// Where players can sit, seen from one another.
#[derive(Default)]
pub struct Seats {
    names: Vec<String>,
    places: BTreeMap<(usize, usize), u8>,
}

impl Seats {
    fn index(&mut self, name: &str) -> usize {
        match self.names.iter().position(|known| known == name) {
            Some(index) => index,
            None => {
                self.names.push(name.to_owned());
                self.names.len() - 1
            }
        }
    }

    fn at(&self, a: usize, b: usize) -> u8 {
        if a == b { 0b0001 } else { self.places.get(&(a, b)).copied().unwrap_or(0b1111) }
    }

    pub fn put(&mut self, a: &str, b: &str, places: u8) {
        let (a, b) = (self.index(a), self.index(b));
        let (there, back) = (self.places.get(&(a, b)).copied().unwrap_or(0b1111), mirrored(places));
        self.places.insert((a, b), there & places);
        let there = self.places.get(&(b, a)).copied().unwrap_or(0b1111);
        self.places.insert((b, a), there & back);
    }

    /// Whether some player is left with no place, every other being where the conditions allow it.
    pub fn impossible(&mut self) -> bool {
        let count = self.names.len();
        if (0..count).any(|a| self.places.get(&(a, a)).is_some_and(|places| places & 0b0001 == 0)) {
            return true;
        }
        for middle in 0..count {
            for a in 0..count {
                for b in 0..count {
                    let through = composed(self.at(a, middle), self.at(middle, b));
                    let now = self.at(a, b) & through;
                    if now == 0 {
                        return true;
                    }
                    if a != b {
                        self.places.insert((a, b), now);
                    }
                }
            }
        }
        false
    }
}

/// Places to the left, seen from the other player.
fn mirrored(places: u8) -> u8 {
    (0..4).filter(|step| places >> step & 1 == 1).fold(0, |all, step| all | 1 << ((4 - step) % 4))
}

/// Places that two steps can lead to.
fn composed(first: u8, second: u8) -> u8 {
    let steps = |places: u8| (0..4).filter(move |step| places >> step & 1 == 1);
    steps(first).fold(0, |all, a| steps(second).fold(all, |all, b| all | 1 << ((a + b) % 4)))
}
