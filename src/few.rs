//! Short lists kept in place: the parts of an event, the cards of a trick. Hardly any has more than four members, and one is made for
//! each card that is played.

use std::ops::{Deref, DerefMut};

/// So many members are kept in place; a longer list is kept elsewhere.
const IN_PLACE: usize = 4;

/// What stands where no member is kept.
pub trait Blank {
    /// Any value that costs nothing to make.
    const BLANK: Self;
}

impl<T> Blank for Option<T> {
    const BLANK: Option<T> = None;
}

/// A list that is read as a slice.
#[derive(Debug, Clone)]
pub struct Few<T>(Kept<T>);

#[derive(Debug, Clone)]
enum Kept<T> {
    InPlace(u8, [T; IN_PLACE]),
    Elsewhere(Vec<T>),
}

impl<T: Blank> Few<T> {
    /// An empty list.
    pub const fn new() -> Few<T> {
        Few(Kept::InPlace(0, [T::BLANK; IN_PLACE]))
    }

    /// Adds a member at the end.
    pub fn push(&mut self, member: T) {
        match &mut self.0 {
            Kept::InPlace(count, members) => match members.get_mut(usize::from(*count)) {
                Some(free) => {
                    *free = member;
                    *count += 1;
                }
                None => {
                    let mut longer: Vec<T> = Vec::with_capacity(2 * IN_PLACE);
                    longer.extend(members.iter_mut().map(|member| std::mem::replace(member, T::BLANK)));
                    longer.push(member);
                    self.0 = Kept::Elsewhere(longer);
                }
            },
            Kept::Elsewhere(members) => members.push(member),
        }
    }

    /// Takes out those members that are not to stay.
    pub fn retain(&mut self, mut stays: impl FnMut(&T) -> bool) {
        match &mut self.0 {
            Kept::InPlace(count, members) => {
                let mut kept = 0;
                for place in 0..usize::from(*count) {
                    if stays(&members[place]) {
                        members.swap(kept, place);
                        kept += 1;
                    }
                }
                members[kept..].iter_mut().for_each(|member| *member = T::BLANK);
                *count = kept as u8;
            }
            Kept::Elsewhere(members) => members.retain(stays),
        }
    }

    /// Takes all members out.
    pub fn clear(&mut self) {
        *self = Few::new();
    }
}

impl<T: Blank> Default for Few<T> {
    fn default() -> Few<T> {
        Few::new()
    }
}

impl<T: Blank> Extend<T> for Few<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        members.into_iter().for_each(|member| self.push(member));
    }
}

impl<T: Blank> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Few<T> {
        let mut few = Few::new();
        few.extend(members);
        few
    }
}

impl<T: Blank> From<[T; 0]> for Few<T> {
    #[inline]
    fn from([]: [T; 0]) -> Few<T> {
        Few::new()
    }
}

impl<T: Blank> From<[T; 1]> for Few<T> {
    #[inline]
    fn from([one]: [T; 1]) -> Few<T> {
        Few(Kept::InPlace(1, [one, T::BLANK, T::BLANK, T::BLANK]))
    }
}

impl<T: Blank> From<[T; 2]> for Few<T> {
    #[inline]
    fn from([one, two]: [T; 2]) -> Few<T> {
        Few(Kept::InPlace(2, [one, two, T::BLANK, T::BLANK]))
    }
}

impl<T: Blank> From<[T; 3]> for Few<T> {
    #[inline]
    fn from([one, two, three]: [T; 3]) -> Few<T> {
        Few(Kept::InPlace(3, [one, two, three, T::BLANK]))
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Kept::InPlace(count, members) => &members[..usize::from(*count).min(IN_PLACE)],
            Kept::Elsewhere(members) => members,
        }
    }
}

impl<T> DerefMut for Few<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Kept::InPlace(count, members) => &mut members[..usize::from(*count).min(IN_PLACE)],
            Kept::Elsewhere(members) => members,
        }
    }
}

impl<T: PartialEq> PartialEq for Few<T> {
    fn eq(&self, other: &Few<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Few<T> {}

impl<'f, T> IntoIterator for &'f Few<T> {
    type Item = &'f T;
    type IntoIter = std::slice::Iter<'f, T>;

    fn into_iter(self) -> std::slice::Iter<'f, T> {
        self.iter()
    }
}

impl<T: Blank> IntoIterator for Few<T> {
    type Item = T;
    type IntoIter = std::iter::Chain<std::iter::Take<std::array::IntoIter<T, IN_PLACE>>, std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        let (count, members, longer) = match self.0 {
            Kept::InPlace(count, members) => (usize::from(count), members, Vec::new()),
            Kept::Elsewhere(longer) => (0, [T::BLANK; IN_PLACE], longer),
        };
        members.into_iter().take(count).chain(longer)
    }
}

#[cfg(test)]
mod tests {
    use super::{Blank, Few};

    impl Blank for u8 {
        const BLANK: u8 = 0;
    }

    #[test]
    fn is_read_as_the_list_that_was_written() {
        for many in 0..9_u8 {
            let list: Vec<u8> = (1..=many).collect();
            let mut few: Few<u8> = list.iter().copied().collect();
            assert_eq!(*few, *list);
            assert_eq!(few.clone().into_iter().collect::<Vec<_>>(), list);
            few.retain(|member| member % 2 == 0);
            assert_eq!(*few, *list.iter().copied().filter(|member| member % 2 == 0).collect::<Vec<_>>());
            few.push(7);
            assert_eq!(few.last(), Some(&7));
            few.clear();
            assert!(few.is_empty());
        }
        assert_eq!(Few::from([1, 2, 3]), [1, 2, 3].into_iter().collect());
        assert_ne!(Few::from([1, 2]), Few::from([1, 2, 3]));
    }
}
