//! Which member is expected next: the items of a page are mostly written alike.
//!
//! Of each name it is known which one came behind it the last time. Where that one stands there again, one comparison
//! finds the name's end, and what was found out about the name holds once more. Where another one stands, it is read as if nothing
//! were known, so that an order that varies costs little and changes nothing.

/// How many names are kept. Maps whose keys are data would go on for ever.
const MOST: usize = 48;

/// What is done with an attribute by its name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Fate {
    /// Serde must not see it.
    pub(crate) hidden: bool,
    /// Its value decides whether the item is what it must be.
    pub(crate) watched: bool,
}

/// The names that were read, in the order in which they were first met.
#[derive(Debug, Default)]
pub(crate) struct Expected<'a> {
    names: Vec<Name<'a>>,
    /// The number of the one that was read last.
    last: usize,
    learning: bool,
}

#[derive(Debug)]
struct Name<'a> {
    name: &'a str,
    /// As it is written, with its quotes and its colon, and with nothing between them.
    written: &'a [u8],
    /// Its first eight bytes, as far as it has them, and the last eight of a longer one: what is compared first, and mostly all.
    head: u64,
    tail: u64,
    /// The number of the one that came next, the last time.
    next: usize,
    /// What is done with it, and of which items that is known.
    fate: (usize, Fate),
}

/// A word whose bytes below the number of `length` are ones.
const fn mask(length: usize) -> u64 {
    if length < 8 { (1 << (8 * length)) - 1 } else { u64::MAX }
}

impl<'a> Name<'a> {
    fn new(name: &'a str, written: &'a [u8]) -> Self {
        let head = match written.first_chunk() {
            Some(head) => u64::from_le_bytes(*head),
            None => written.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        let tail = written.last_chunk().map_or(0, |tail| u64::from_le_bytes(*tail));
        Self { name, written, head, tail, next: usize::MAX, fate: (usize::MAX, Fate::default()) }
    }

    #[inline]
    fn is(&self, other: &Self) -> bool {
        self.head == other.head && self.tail == other.tail && self.written == other.written
    }

    /// Whether `text` begins with it. At the very end of a text, where less than a word follows, it says no.
    #[inline]
    fn begins(&self, text: &[u8]) -> bool {
        let length = self.written.len();
        let is_head =
            text.first_chunk().is_some_and(|head| u64::from_le_bytes(*head) & mask(length) == self.head);
        if !is_head || length <= 8 {
            return is_head;
        }
        let is_tail = text
            .get(..length)
            .and_then(<[u8]>::last_chunk)
            .is_some_and(|tail| u64::from_le_bytes(*tail) == self.tail);
        is_tail && (length <= 16 || text.starts_with(self.written))
    }
}

impl<'a> Expected<'a> {
    /// Begins to learn, at what is read next.
    pub(crate) fn learn(&mut self) {
        self.learning = true;
    }

    /// The name that `rest` begins with, and how long it is with its quotes and its colon, if it is the expected one.
    #[inline]
    pub(crate) fn take(&mut self, rest: &[u8]) -> Option<(&'a str, usize)> {
        let next = self.names.get(self.last)?.next;
        let name = self.names.get(next)?;
        if !name.begins(rest) {
            return None;
        }
        self.last = next;
        Some((name.name, name.written.len()))
    }

    /// The same, if it is known what is done with it in items of the kind that `of` stands for.
    #[inline]
    pub(crate) fn take_of(&mut self, rest: &[u8], of: usize) -> Option<(&'a str, usize, Fate)> {
        let next = self.names.get(self.last)?.next;
        let name = self.names.get(next).filter(|name| name.fate.0 == of && name.begins(rest))?;
        self.last = next;
        Some((name.name, name.written.len(), name.fate.1))
    }

    /// A name that was read and was not the expected one; `written` is `None` where it is not written plainly.
    pub(crate) fn read(&mut self, name: &'a str, written: Option<&'a str>) {
        if !self.learning {
            return;
        }
        // With what is not kept, nothing is known of what comes next.
        let Some(read) = written.map(|written| Name::new(name, written.as_bytes())) else {
            self.last = usize::MAX;
            return;
        };
        let number = match self.names.iter().position(|name| name.is(&read)) {
            Some(number) => number,
            None if self.names.len() == MOST => {
                self.last = usize::MAX;
                return;
            }
            None => {
                if self.names.is_empty() {
                    self.names.reserve(MOST);
                }
                self.names.push(read);
                self.names.len() - 1
            }
        };
        if let Some(last) = self.names.get_mut(self.last) {
            last.next = number;
        }
        self.last = number;
    }

    /// What is done with the attribute whose name was read last, in items of a kind that `of` stands for: `find` finds it out.
    #[inline]
    pub(crate) fn fate(&mut self, of: usize, find: impl FnOnce() -> Fate) -> Fate {
        match self.names.get_mut(self.last) {
            Some(name) if name.fate.0 == of => name.fate.1,
            Some(name) => {
                name.fate = (of, find());
                name.fate.1
            }
            None => find(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde::Deserialize;
    use serde::de::{Deserializer, MapAccess, Visitor};

    use super::super::json::Scanner;
    use super::super::raw::{ItemDe, Layout, Watch};
    use super::*;

    /// Names as they are written: alike in their beginnings, escaped, empty, and of several bytes a character.
    const NAMES: [&str; 9] = ["a", "ab", "ab\\u0063", "abc", "kind", "ttl", "", "\\\"", "žluť"];
    const VALUES: [&str; 5] =
        [r#"{"S":"x"}"#, r#"{"S":"\"}"}"#, r#"{"N":"7"}"#, r#"{ "S" : "y" }"#, r#"{"N":"200"}"#];
    const SPACES: [&str; 6] = ["", "", "", "", " ", "\n\t"];
    const HIDDEN: [&[&str]; 3] = [&[], &["ab", "kind"], &["kind", "ttl", "žluť"]];

    /// All that serde sees of an item, in order.
    #[derive(Debug, PartialEq)]
    struct Pairs(Vec<(String, Wanted)>);

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Wanted {
        Number(i64),
        Text(String),
    }

    impl<'de> Deserialize<'de> for Pairs {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            struct Collect;
            impl<'de> Visitor<'de> for Collect {
                type Value = Pairs;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an item")
                }

                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                    let mut pairs = Vec::new();
                    while let Some(pair) = map.next_entry()? {
                        pairs.push(pair);
                    }
                    Ok(Pairs(pairs))
                }
            }
            from.deserialize_map(Collect)
        }
    }

    type Member = (usize, usize, usize);

    fn written(members: &[Member]) -> String {
        let mut text = "{".to_owned();
        for (number, (name, value, space)) in members.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            let (name, value) = (NAMES[name % NAMES.len()], VALUES[value % VALUES.len()]);
            let space = |n: usize| SPACES[(space >> (3 * n)) % SPACES.len()];
            let (one, two, three, four) = (space(0), space(1), space(2), space(3));
            write!(text, "{one}{comma}{two}\"{name}\"{three}:{four}{value}").expect("a String takes it");
        }
        text + "}"
    }

    /// An item, as a scanner that stands before it reads it.
    fn read(scan: &mut Scanner<'_>, hidden: &[&str], watched: bool) -> Option<(Pairs, bool)> {
        let mut watch = Watch { of: ("kind", "x"), ttl: Some(("ttl", 100)), is_of: false };
        let layout = Layout::new().hide(hidden);
        let item = ItemDe { scan, layout: &layout, watch: watched.then_some(&mut watch) };
        let pairs = Pairs::deserialize(item).ok()?;
        Some((pairs, watch.is_of))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// An item reads the same whatever was read before it, in whatever order, of whatever kind.
        #[test]
        fn what_was_read_before_changes_nothing(
            shapes in vec(vec(any::<Member>(), 0..8), 1..4),
            items in vec((any::<usize>(), 0..3usize, any::<[bool; 8]>(), any::<usize>()), 1..12),
            watched: bool,
        ) {
            let items: Vec<(String, usize)> = items
                .into_iter()
                .map(|(shape, hidden, kept, values)| {
                    let members = shapes[shape % shapes.len()].iter().zip(kept).filter(|(_, kept)| *kept);
                    let members: Vec<Member> =
                        members.map(|((name, value, space), _)| (*name, value ^ (values >> 3), *space)).collect();
                    // A kind of item has its own list of what is hidden.
                    (written(&members), hidden)
                })
                .collect();
            let texts: Vec<&str> = items.iter().map(|(text, _)| text.as_str()).collect();
            let body = format!("[{}]", texts.join(","));
            let mut scan = Scanner::new(&body);
            let mut at = 1;
            for (text, hidden) in &items {
                scan.go_to(at);
                let hidden = HIDDEN[*hidden];
                prop_assert_eq!(read(&mut scan, hidden, watched), read(&mut Scanner::new(text), hidden, watched), "{}", body);
                scan.learn();
                at += text.len() + 1;
            }
        }
    }

    #[test]
    fn more_names_than_are_kept_are_read_too() {
        let item = |number: usize| {
            let members: Vec<String> =
                (0..40).map(|n| format!(r#""name{}":{{"N":"{n}"}}"#, n + 17 * number)).collect();
            format!("{{{}}}", members.join(","))
        };
        let items: Vec<String> = (0..6).chain(0..6).map(item).collect();
        let body = format!("[{}]", items.join(","));
        let mut scan = Scanner::new(&body);
        scan.learn();
        let mut at = 1;
        for text in &items {
            scan.go_to(at);
            assert_eq!(read(&mut scan, &[], false), read(&mut Scanner::new(text), &[], false));
            at += text.len() + 1;
        }
    }

    #[test]
    fn an_expected_name_is_found_and_its_fate_is_known() {
        let mut expected = Expected::default();
        let fate = Fate { hidden: true, watched: false };
        expected.read("a", Some(r#""a":"#));
        assert_eq!(expected.take(br#""a":1"#), None, "nothing is learned before it is asked for");
        expected.learn();
        for _ in 0..2 {
            expected.read("a", Some(r#""a":"#));
            assert_eq!(expected.fate(1, || fate), fate);
            expected.read("b", Some(r#""b":"#));
        }
        assert_eq!(expected.take(br#""b":{"N":"1"}"#), None, "behind it comes the other");
        assert_eq!(expected.take_of(br#""a":{"N":"1"}"#, 2), None, "of such items nothing is known");
        assert_eq!(expected.take_of(br#""a":{"N":"1"}"#, 1), Some(("a", 4, fate)));
        assert_eq!(expected.take(br#""b":{"N":"1"}"#), Some(("b", 4)));
    }

    #[test]
    fn names_of_every_length_are_told_apart() {
        for length in 0..40 {
            let written = format!("\"{}\":", "x".repeat(length));
            let name = Name::new("", written.as_bytes());
            let text = format!("{written}{{\"S\":\"\"}}");
            assert!(name.begins(text.as_bytes()), "{length}");
            for at in 0..written.len() {
                let mut other = text.clone().into_bytes();
                other[at] = b'-';
                assert!(!name.begins(&other), "{length} at {at}");
            }
            for cut in 0..written.len() {
                assert!(!name.begins(&text.as_bytes()[..cut]), "{length} cut at {cut}");
            }
        }
    }
}
