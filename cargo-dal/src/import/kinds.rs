//! Kinds of fields, from their values in sample items.

/// The kind of texts that are all of it; `None` for plain text.
pub(super) fn of_texts<'a>(values: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    let values: Vec<&str> = values.into_iter().collect();
    let all = |is: fn(&str) -> bool| !values.is_empty() && values.iter().all(|value| is(value));
    let shaped = |shape: &'static str| {
        !values.is_empty() && values.iter().all(|value| has_shape(value, shape) && is_moment(value))
    };
    if shaped("0000-00-00T00:00:00Z") {
        Some("time.s")
    } else if shaped("0000-00-00T00:00:00.000Z") {
        Some("time.ms")
    } else if shaped("0000-00-00T00:00:00.000000Z") {
        Some("time.us")
    } else if shaped("0000-00-00") {
        Some("date")
    } else if all(is_uuid) {
        Some("uuid")
    } else if all(is_ulid) {
        Some("ulid")
    } else {
        None
    }
}

/// The kind of numbers: integers, or decimals of the most digits that one has behind its point.
pub(super) fn of_numbers<'a>(values: impl IntoIterator<Item = &'a str>) -> String {
    let mut scale = 0;
    for value in values {
        if value.contains(['e', 'E']) {
            return "f64".to_owned();
        }
        let behind = value.split_once('.').map_or("", |(_, behind)| behind.trim_end_matches('0'));
        scale = scale.max(behind.len());
    }
    if scale == 0 { "i64".to_owned() } else { format!("decimal.{}", scale.min(9)) }
}

/// Whether each `0` of the shape is a digit, and everything else as it is there.
fn has_shape(value: &str, shape: &str) -> bool {
    value.len() == shape.len()
        && value
            .bytes()
            .zip(shape.bytes())
            .all(|(own, of)| if of == b'0' { own.is_ascii_digit() } else { own == of })
}

/// Whether the digits can be of a moment: a month, a day, hours, minutes and seconds that there are.
fn is_moment(value: &str) -> bool {
    let number = |from: usize| value.get(from..from + 2).map_or(Some(0), |digits| digits.parse::<u32>().ok());
    let within = |from, low, high| number(from).is_some_and(|number| (low..=high).contains(&number));
    let day = within(5, 1, 12) && within(8, 1, 31);
    day && (value.len() == 10 || (within(11, 0, 23) && within(14, 0, 59) && within(17, 0, 59)))
}

fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        })
}

fn is_ulid(value: &str) -> bool {
    value.len() == 26
        && value.starts_with(|first| ('0'..='7').contains(&first))
        && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'Z') && !b"ILOU".contains(&byte))
}

/// Whether a text as a part of a key would be written with escapes.
pub(super) fn has_escapes(value: &str) -> bool {
    value.chars().any(|character| character <= '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_tell_their_kind() {
        for (values, kind) in [
            (&["2026-11-30", "2024-02-29"][..], Some("date")),
            (&["2026-11-30T03:48:36Z"], Some("time.s")),
            (&["2026-11-30T03:48:36.123Z"], Some("time.ms")),
            (&["2026-11-30T03:48:36.123456Z"], Some("time.us")),
            (&["2026-11-30T03:48:36"], None),
            (&["2026-11-30", "2026-13-30"], None),
            (&["2026-11-30", "x"], None),
            (&["0192f0c1-2345-7abc-8def-0123456789ab"], Some("uuid")),
            (&["0192F0C1-2345-7ABC-8DEF-0123456789AB"], None),
            (&["01JBRC28T5FAY8VVR14D2PF2DB"], Some("ulid")),
            (&["01jbrc28t5fay8vvr14d2pf2db"], None),
            (&["12345", "001"], None),
            (&[], None),
        ] {
            assert_eq!(of_texts(values.iter().copied()), kind, "{values:?}");
        }
    }

    #[test]
    fn numbers_tell_their_scale() {
        for (values, kind) in [
            (&["1", "-20"][..], "i64"),
            (&["1.50", "2"], "decimal.1"),
            (&["1.25", "0.125"], "decimal.3"),
            (&["1e21"], "f64"),
            (&["3.0"], "i64"),
        ] {
            assert_eq!(of_numbers(values.iter().copied()), kind, "{values:?}");
        }
    }
}
