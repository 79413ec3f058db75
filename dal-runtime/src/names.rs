//! Names of attributes, few enough to be looked through.

/// How many are held without allocating.
const INLINE: usize = 16;

/// Names, each once, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Names {
    inline: [&'static str; INLINE],
    length: usize,
    /// All of them, where they are more.
    all: Vec<&'static str>,
}

impl Names {
    /// Adds a name; says whether it is a new one.
    pub(crate) fn add(&mut self, name: &'static str) -> bool {
        if self.as_slice().contains(&name) {
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
