//! Who plays with whom, and in what rotation.
//!
//! At a table of four this never changes. At a table of three one seat is empty: each plays for himself until the law makes two of
//! them partners against the third, who then plays the hand of the empty seat besides his own.

use crate::bridge::{Seat, Side};

/// The players and how they sit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seating {
    /// The seat that no player has, at a table of three.
    vacant: Option<Seat>,
    /// The rotation of the four hands while two of three players are partners: the two hands that are played together stand
    /// opposite each other.
    allied: Option<[Seat; 4]>,
}

impl Seating {
    /// A table of four.
    pub const FOUR: Seating = Seating { vacant: None, allied: None };

    /// A table of three; nobody sits here.
    pub fn of_three(vacant: Seat) -> Seating {
        Seating { vacant: Some(vacant), allied: None }
    }

    /// The seat that no player has.
    pub fn vacant(&self) -> Option<Seat> {
        self.vacant
    }

    /// Two of three players are partners from now on; the third plays with the hand of the empty seat.
    pub fn ally(&mut self, one: Seat, other: Seat) {
        let Some(vacant) = self.vacant else { return };
        let third = Seat::ALL.into_iter().find(|seat| ![one, other, vacant].contains(seat));
        if let (Some(alone), true) = (third, one != other) {
            let three = Seating::of_three(vacant);
            if let (Some(left), Some(right)) = (three.lho(alone), three.rho(alone)) {
                self.allied = Some([alone, left, vacant, right]);
            }
        }
    }

    /// Partners for one deal are partners no more.
    pub fn part(&mut self) {
        self.allied = None;
    }

    /// The hands that take part, in rotation from `first`: the players, and the hand of the empty seat once it is somebody's.
    pub fn rotation(&self, first: Seat) -> impl Iterator<Item = Seat> + Clone {
        let (order, vacant) = match (self.allied, self.vacant) {
            (Some(order), _) => (order, None),
            (None, vacant) => (Seat::ALL, vacant),
        };
        let start = order.iter().position(|seat| *seat == first).unwrap_or(0);
        (0..4).map(move |step| order[(start + step) % 4]).filter(move |seat| Some(*seat) != vacant)
    }

    /// The player, or the hand, on the left.
    pub fn lho(&self, seat: Seat) -> Option<Seat> {
        self.step(seat, 1)
    }

    /// The player, or the hand, on the right.
    pub fn rho(&self, seat: Seat) -> Option<Seat> {
        self.step(seat, 3)
    }

    /// Whether a hand is in play: that of a player, or of the empty seat once it is somebody's.
    pub fn takes_part(&self, seat: Seat) -> bool {
        self.allied.is_some() || Some(seat) != self.vacant
    }

    fn step(&self, seat: Seat, steps: usize) -> Option<Seat> {
        if self.vacant.is_none() {
            return Some(seat.left(steps));
        }
        let takes_part = |other: &Seat| self.takes_part(*other);
        if !takes_part(&seat) {
            return None;
        }
        let order = self.allied.unwrap_or(Seat::ALL);
        let place = order.iter().position(|other| *other == seat)?;
        let mut next = (1..4).map(|far| order[(place + far * steps) % 4]);
        next.find(takes_part)
    }

    /// The partner, if he has one.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        match (self.vacant, self.allied) {
            (None, _) => Some(seat.partner()),
            (Some(_), Some(order)) => order.iter().position(|other| *other == seat).map(|place| order[(place + 2) % 4]),
            (Some(_), None) => None,
        }
    }

    /// The side of a player: he alone where he has no partner.
    pub fn side(&self, seat: Seat) -> Side {
        if self.vacant.is_none() {
            return seat.side();
        }
        self.partner(seat).map_or_else(|| Side::alone(seat), |partner| Side::pair(seat, partner))
    }

    /// The side against this one; none where there are more than two.
    pub fn other(&self, side: Side) -> Option<Side> {
        if self.vacant.is_none() {
            return Side::PAIRS.contains(&side).then(|| side.other());
        }
        let mut others = self.sides().into_iter().filter(|other| *other != side);
        let other = others.next();
        if others.next().is_some() { None } else { other }
    }

    /// The sides there are now, that of the northernmost first.
    pub fn sides(&self) -> Vec<Side> {
        let mut sides: Vec<Side> = Vec::with_capacity(4);
        for seat in self.rotation(Seat::North) {
            let side = self.side(seat);
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        sides.sort();
        sides
    }

    /// Those who play against a player.
    pub fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        let side = self.side(seat);
        self.rotation(seat).filter(move |other| !side.has(*other))
    }

    /// For whom a score is kept: the two sides of a table of four, each player of a table of three.
    pub fn accounts(&self) -> Vec<Side> {
        match self.vacant {
            None => Side::PAIRS.to_vec(),
            Some(_) => Seating { allied: None, ..*self }.sides(),
        }
    }
}
