//! Names of attributes, few enough to be looked through.

/// How many are held without allocating.
const INLINE: usize = 16;

/// Which lengths some names have: most names are told apart by them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lengths(u64);

impl Lengths {
    pub(crate) const fn of(mut names: &[&str]) -> Self {
        let mut lengths = Self(0);
        while let [name, others @ ..] = names {
            lengths = lengths.and(name);
            names = others;
        }
        lengths
    }

    /// The same with another name.
    pub(crate) const fn and(self, name: &str) -> Self {
        Self(self.0 | Self::bit(name))
    }

    /// The lengths of both.
    pub(crate) const fn join(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    const fn bit(name: &str) -> u64 {
        1 << if name.len() < 63 { name.len() } else { 63 }
    }

    /// Whether one of the names can be this.
    pub(crate) const fn has(self, name: &str) -> bool {
        self.0 & Self::bit(name) != 0
    }

    /// Adds a name; says whether it can be one of those before.
    fn add(&mut self, name: &str) -> bool {
        let known = self.has(name);
        *self = self.and(name);
        known
    }
}

/// Names, each once, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Names {
    inline: [&'static str; INLINE],
    length: usize,
    lengths: Lengths,
    /// All of them, where they are more.
    all: Vec<&'static str>,
}

impl Names {
    /// Adds a name; says whether it is a new one.
    pub(crate) fn add(&mut self, name: &'static str) -> bool {
        if self.lengths.add(name) && self.as_slice().contains(&name) {
            return false;
        }
        match self.inline.get_mut(self.length) {
            Some(slot) => {
                *slot = name;
                self.length += 1;
            }
            None => {
                if self.all.is_empty() {
                    self.all.extend(self.inline);
                }
                self.all.push(name);
            }
        }
        true
    }

    pub(crate) fn as_slice(&self) -> &[&'static str] {
        if self.all.is_empty() { self.inline.get(..self.length).unwrap_or_default() } else { &self.all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_held_once_however_many() {
        const MANY: [&str; 20] = [
            "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s",
            "t",
        ];
        let mut names = Names::default();
        for (number, name) in MANY.into_iter().enumerate() {
            assert!(names.add(name));
            assert!(!names.add(name) && !names.add("a"));
            assert_eq!(names.as_slice(), &MANY[..=number]);
        }
    }
}
