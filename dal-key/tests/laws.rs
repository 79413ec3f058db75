//! The laws of keys, as properties: injective, ordered, decodable, and in the language that describes them.

use dal_key::{Parts, Segment, Style};
use proptest::prelude::*;

mod support;

use support::model::{key_order, stored};
use support::{Key, config, templates};

/// The values as keys hold them.
fn stored_values(key: &Key) -> Vec<dal_key::Part<'static>> {
    key.fields()
        .iter()
        .zip(&key.values)
        .map(|((kind, format), value)| stored(*kind, *format, value))
        .collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn injective(keys in templates::keys(2)) {
        let (a, b) = (&keys[0], &keys[1]);
        prop_assert_eq!(stored_values(a) == stored_values(b), a.text() == b.text(), "{:?} and {:?}", a.text(), b.text());
    }

    #[test]
    fn ordered(keys in templates::keys(2)) {
        let (a, b) = (&keys[0], &keys[1]);
        if let Some(order) = key_order(&a.fields(), &a.values, &b.values) {
            prop_assert_eq!(order, a.text().as_bytes().cmp(b.text().as_bytes()), "{:?} and {:?}", a.text(), b.text());
        }
    }

    #[test]
    fn decodable(keys in templates::keys(1)) {
        let key = &keys[0];
        let mut parts = Parts::new();
        prop_assert_eq!(key.template().parse(&key.text(), &mut parts), Ok(()), "{:?}", key.text());
        for (number, value) in (0..).zip(stored_values(key)) {
            prop_assert_eq!(parts.get(number), Some(&value), "of {:?}", key.text());
        }
    }

    /// What is read is what would be written, whatever text is given.
    #[test]
    fn only_keys_are_read(
        keys in templates::keys(2),
        cut in any::<(prop::sample::Index, prop::sample::Index)>(),
        more in support::values::texts(),
        how in 0..4,
    ) {
        let text = keys[0].text();
        let other = keys[1].text();
        let at = text.floor_char_boundary(cut.0.index(text.len() + 1));
        let other_at = other.floor_char_boundary(cut.1.index(other.len() + 1));
        let changed = match how {
            0 => format!("{}{more}{}", &text[..at], &text[at..]),
            1 => format!("{}{}", &text[..at], &other[other_at..]),
            2 => text[..at].to_owned(),
            _ => format!("{}{}", &text[..at], more),
        };
        let mut parts = Parts::new();
        if keys[0].template().parse(&changed, &mut parts).is_ok() {
            let mut again = String::new();
            prop_assert_eq!(keys[0].template().write(&parts, &mut again), Ok(()), "read from {:?}", changed);
            prop_assert_eq!(again, changed);
        } else {
            prop_assert_eq!(parts, Parts::new());
        }
    }

    #[test]
    fn every_part_is_in_its_language(keys in templates::keys(1)) {
        let key = &keys[0];
        let template = key.template();
        for index in 0..key.segments.len() {
            let (mut before, mut through) = (String::new(), String::new());
            template.write_prefix(index, &key.parts(), &mut before).unwrap();
            template.write_prefix(index + 1, &key.parts(), &mut through).unwrap();
            let written = &through[before.len()..];
            let language = template.segment_language(index).unwrap();
            prop_assert!(language.matches(written), "{:?} in {:?}", written, key.segments[index]);
        }
        prop_assert!(template.language().unwrap().matches(&key.text()));
    }

    #[test]
    fn floored_keys_are_those_of_floored_values(keys in templates::keys(1), nanos in 0..1_000_000_000u32) {
        let mut key = keys[0].clone();
        for value in &mut key.values {
            if let dal_key::Part::Time { nanos: fine, .. } = value {
                *fine = nanos;
            }
        }
        let mut floored = String::new();
        prop_assert_eq!(key.template().write_floored(&key.parts(), &mut floored), Ok(()));
        let whole = Key { values: stored_values(&key), ..key.clone() };
        prop_assert_eq!(&floored, &whole.text());
        // Without flooring, what is finer is refused, and what is not is written the same.
        let mut exact = String::new();
        match key.template().write(&key.parts(), &mut exact) {
            Ok(()) => prop_assert_eq!(exact, floored),
            Err(error) => {
                prop_assert!(matches!(error.problem, dal_key::KeyProblem::TooFine(_)), "{}", error);
                let finer = |segment: &Segment<'_>| matches!(segment, Segment::Part { kind: dal_key::Kind::Time(_), format, .. } if format.style == Style::Default);
                prop_assert!(key.segments.iter().any(finer));
            }
        }
    }
}
