//! The fourth law, as properties: a condition selects exactly the keys it asks for, and never leaves the entity's prefix.

use dal_key::{Bound, Kind, MAX_SORT_KEY_BYTES, Part, Segment, SortCondition, Style, Template};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

mod support;

use support::model::{holds, stored};
use support::templates::{self, Fields};
use support::{config, folded, parts, values};

/// Whether DynamoDB returns a key for the condition.
fn selects(condition: &SortCondition, key: &str) -> bool {
    match condition {
        SortCondition::Equal(text) => key == text,
        SortCondition::BeginsWith(text) => key.starts_with(text.as_str()),
        SortCondition::All => true,
        SortCondition::Between(from, to) => {
            key.as_bytes() >= from.as_bytes() && key.as_bytes() <= to.as_bytes()
        }
        SortCondition::Nothing => false,
        other => panic!("{other:?} is not simulated"),
    }
}

/// What DynamoDB refuses: empty text, ends that are the wrong way round, more bytes than a key has.
fn check_legal(condition: &SortCondition) -> Result<(), TestCaseError> {
    match condition {
        SortCondition::Equal(text) | SortCondition::BeginsWith(text) => prop_assert!(!text.is_empty()),
        SortCondition::Between(from, to) => {
            prop_assert!(!from.is_empty() && from <= to, "{:?}..{:?}", from, to);
            prop_assert!(from.len() <= MAX_SORT_KEY_BYTES && to.len() <= MAX_SORT_KEY_BYTES);
        }
        _ => {}
    }
    Ok(())
}

/// A template with bound parts, then the part that the condition is on, then others.
#[derive(Clone, Debug)]
struct Case {
    segments: Vec<Segment<'static>>,
    /// How many segments are before the part.
    bound: usize,
    /// Values of the parts before it.
    before: Vec<Part<'static>>,
    /// Values of the part.
    values: Vec<Part<'static>>,
    /// Values of the parts after it.
    after: Vec<Vec<Part<'static>>>,
    low: Bound<'static>,
    high: Bound<'static>,
}

impl Case {
    fn template(&self) -> Template<'_> {
        Template::new(&self.segments)
    }

    fn field(&self) -> (Kind<'static>, dal_key::Format) {
        match self.segments[self.bound] {
            Segment::Part { kind, format, .. } => (kind, format),
            _ => panic!("the bound segments end before a part"),
        }
    }

    /// The key with that value of the part, if it is one.
    fn key(&self, value: &Part<'static>, after: &[Part<'static>]) -> Option<String> {
        let all: Vec<_> = self.before.iter().chain([value]).chain(after).cloned().collect();
        let mut key = String::new();
        self.template().write_floored(&parts(&all), &mut key).ok()?;
        (key.len() <= MAX_SORT_KEY_BYTES).then_some(key)
    }

    fn prefix(&self) -> String {
        let mut prefix = String::new();
        self.template().write_prefix(self.bound, &parts(&self.before), &mut prefix).unwrap();
        prefix
    }

    /// Keys of the entity that begin with the prefix, each with the value of the part: random ones, and those next to the ends.
    fn keys(&self) -> Vec<(Part<'static>, String)> {
        let (kind, format) = self.field();
        let mut values = self.values.clone();
        for bound in [&self.low, &self.high] {
            if let Bound::Included(bound) | Bound::Excluded(bound) = bound {
                values.push(bound.clone());
                values.extend(values::near(kind, bound));
            }
        }
        let mut keys = Vec::new();
        for value in &values {
            for after in &self.after {
                if let Some(key) = self.key(value, after) {
                    keys.push((stored(kind, format, value), key));
                }
            }
        }
        keys
    }
}

fn bounds(kind: Kind<'static>, format: dal_key::Format) -> BoxedStrategy<Bound<'static>> {
    let included = values::bound(kind, format).prop_map(Bound::Included);
    let excluded = values::bound(kind, format).prop_map(Bound::Excluded);
    prop_oneof![1 => Just(Bound::Unbounded), 3 => included, 3 => excluded].boxed()
}

/// Cases whose part is one of these.
fn cases(field: BoxedStrategy<(Kind<'static>, dal_key::Format)>) -> BoxedStrategy<Case> {
    let field = field.prop_flat_map(|field| (Just(field), templates::separator(field.0, field.1)));
    (templates::beginning(), templates::fields(0..2), field, templates::fields(0..2), any::<bool>())
        .prop_flat_map(|(beginning, before, field, after, ends_with_literal)| {
            let (kind, format) = field.0;
            let mut fields: Fields = before.clone();
            fields.push(field);
            fields.extend(after.iter().copied());
            let mut segments: Vec<_> = beginning.map(dal_key::lit).into_iter().collect();
            segments.extend(templates::segments(&fields, 0, ends_with_literal));
            let number = before.len() as u16;
            let is_part =
                |segment: &Segment<'_>| matches!(segment, Segment::Part { number: n, .. } if *n == number);
            let bound = segments.iter().position(is_part).expect("the part is there");
            let end = segments.get(bound + 1).and_then(|next| match next {
                Segment::Literal(text) => text.chars().next(),
                _ => None,
            });
            (
                Just((segments, bound)),
                templates::values_of(&before, true),
                vec(values::value(kind, format, end), 1..6),
                vec(templates::values_of(&after, ends_with_literal), 1..3),
                bounds(kind, format),
                bounds(kind, format),
            )
        })
        .prop_map(|((segments, bound), before, values, after, low, high)| Case {
            segments,
            bound,
            before,
            values,
            after,
            low,
            high,
        })
        .boxed()
}

/// Keys that do not begin with the prefix, as close to it as they come.
fn strangers(prefix: &str) -> Vec<String> {
    let mut all = Vec::new();
    let Some(last) = prefix.chars().next_back() else { return all };
    let shorter = &prefix[..prefix.len() - last.len_utf8()];
    for end in ["", "\0", "$", "~", "\u{10ffff}", "\u{10ffff}\u{10ffff}"] {
        all.push(format!("{shorter}{end}"));
        for neighbour in [('\0'..last).next_back(), (last..=char::MAX).nth(1)].into_iter().flatten() {
            all.push(format!("{shorter}{neighbour}{end}"));
        }
    }
    all.retain(|key| !key.starts_with(prefix));
    all
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_range_is_exact(case in cases(templates::ordered_field())) {
        let (kind, format) = case.field();
        let source = parts(&case.before);
        let condition = case.template().range(case.bound, &source, case.low.clone(), case.high.clone());
        let condition = condition.map_err(|error| TestCaseError::fail(error.to_string()))?;
        check_legal(&condition)?;
        for (value, key) in case.keys() {
            let wanted = holds(kind, format, &value, &case.low, &case.high);
            prop_assert_eq!(selects(&condition, &key), wanted, "{:?} has {:?}; {:?}", key, value, condition);
        }

        let prefix = case.prefix();
        if prefix.is_empty() {
            return Ok(());
        }
        for key in strangers(&prefix) {
            prop_assert!(!selects(&condition, &key), "{:?} selects {:?}", condition, key);
        }
        if let SortCondition::Between(from, to) = &condition {
            prop_assert!(from.starts_with(&prefix) && to.starts_with(&prefix));
            prop_assert!(!selects(&condition, &prefix), "{:?} selects its prefix", condition);
            // Of a kind with a largest text, what lies above is not selected either.
            if !matches!(kind, Kind::Text(_)) {
                prop_assert!(!selects(&condition, &format!("{prefix}\u{10ffff}")), "{:?}", condition);
            }
        }
    }

    #[test]
    fn equal_parts_are_exact(case in cases(templates::field()), extra in any::<prop::sample::Index>()) {
        // Bound up to and with the part, where a literal or nothing ends it, or where its text ends itself.
        let (kind, format) = case.field();
        prop_assume!(templates::is_prefix_code(kind, format) || !matches!(case.segments.get(case.bound + 1), Some(Segment::Part { .. })));
        let value = case.values[extra.index(case.values.len())].clone();
        let wanted = stored(kind, format, &value);
        let bound: Vec<_> = case.before.iter().chain([&value]).cloned().collect();
        let condition = case.template().condition(case.bound + 1, &parts(&bound)).unwrap();
        check_legal(&condition)?;
        for (value, key) in case.keys() {
            prop_assert_eq!(selects(&condition, &key), value == wanted, "{:?} has {:?}; {:?}", key, value, condition);
        }
        // Without the part: all of the prefix, and nothing else.
        let all = case.template().condition(case.bound, &parts(&case.before)).unwrap();
        check_legal(&all)?;
        let prefix = case.prefix();
        prop_assert_eq!(&all, &if prefix.is_empty() { SortCondition::All } else { SortCondition::BeginsWith(prefix.clone()) });
        for key in strangers(&prefix) {
            prop_assert!(!selects(&all, &key));
        }
    }

    #[test]
    fn a_beginning_is_exact(
        case in cases(templates::field().prop_filter("text", |(kind, _)| matches!(kind, Kind::Text(None))).boxed()),
        beginning in values::texts(),
    ) {
        let (kind, format) = case.field();
        let mut case = case;
        // Values that begin so, and values that nearly do.
        case.low = Bound::Included(support::text(&beginning));
        let condition = case.template().begins_with(case.bound, &parts(&case.before), &beginning).unwrap();
        check_legal(&condition)?;
        let wanted = folded(format.case, &beginning);
        for (value, key) in case.keys() {
            let Part::Text(text) = &value else { panic!("{kind} is text") };
            let begins = text.starts_with(&wanted);
            prop_assert_eq!(selects(&condition, &key), begins, "{:?} has {:?}; {:?}", key, value, condition);
        }
        for key in strangers(&case.prefix()) {
            prop_assert!(!selects(&condition, &key));
        }
        let without = case.template().begins_with(case.bound, &parts(&case.before), "").unwrap();
        prop_assert_eq!(without, case.template().condition(case.bound, &parts(&case.before)).unwrap());
    }

    #[test]
    fn what_has_no_order_has_no_range(
        field in templates::field().prop_filter("unordered", |(kind, format)| !kind.is_ordered(*format)),
        literal in select(vec!["#", "~", ""]),
    ) {
        // Raw text that ends its key is in the order of its bytes.
        prop_assume!(!(literal.is_empty() && field.1.style == Style::Raw));
        let segments = [templates::part(0, field.0, field.1), dal_key::lit(literal)];
        let range = Template::new(&segments).range(0, &parts(&[]), Bound::Unbounded, Bound::Unbounded);
        prop_assert!(range.is_err(), "{:?}", range);
        prop_assert!(field.1.style != Style::Rank);
    }
}
