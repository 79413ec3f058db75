//! Constants of the list: values of a kind as `fix:` and `when:` write them.

use dal_key::{Format, Part, Parts, Precision, Segment, Template};

use crate::kind::KindDef;
use crate::model::Shown;
use crate::suggest;

/// The value that a text of the list names.
///
/// # Errors
///
/// Why it is no value of the kind, as a label.
pub(crate) fn value(kind: &KindDef, text: &str) -> Result<Part<'static>, String> {
    let wrong = |what: &str| format!("{what} is wanted, as the field is `{}`", Shown(kind));
    let key_text = |text: &str, what: &str| of_key_text(kind, text).ok_or_else(|| wrong(what));
    match kind {
        KindDef::Text(None) if text.is_empty() => Err("it is empty".to_owned()),
        KindDef::Text(Some(pattern)) if matches!(dal_key::pattern::matches(pattern, text), Ok(false)) => {
            Err(format!("it does not match `{pattern}`"))
        }
        KindDef::Text(_) => Ok(Part::Text(text.to_owned().into())),
        KindDef::Enum(words) => {
            let known = || words.split('|');
            if known().any(|word| word == text) {
                return Ok(Part::Word(text.to_owned().into()));
            }
            let near = suggest::did_you_mean(text, known());
            Err(if near.is_empty() { format!("its words are {}", suggest::names(known())) } else { near })
        }
        KindDef::Int { min, max } => match text.parse::<i128>() {
            Ok(n) if (*min..=*max).contains(&n) => Ok(Part::Int(n)),
            Ok(_) => Err(format!("it is outside `{}`", Shown(kind))),
            Err(_) => Err(wrong("a whole number")),
        },
        KindDef::Bool => text.parse().map(Part::Bool).map_err(|_| wrong("`true` or `false`")),
        KindDef::F64 => match text.parse::<f64>() {
            Ok(n) if n.is_finite() => Ok(Part::F64(n)),
            _ => Err(wrong("a number")),
        },
        KindDef::Decimal(scale) => decimal(*scale, text).unwrap_or_else(|| Err(wrong("a decimal number"))),
        KindDef::Uuid => key_text(&text.to_ascii_lowercase(), "a UUID of 36 characters"),
        KindDef::Ulid => key_text(text, "a ULID of 26 characters"),
        KindDef::Date => key_text(text, "a date (2026-11-30)"),
        KindDef::Time(precision) => {
            let instant = "an instant in UTC (2026-11-30T09:00:00Z)";
            let (seconds, fraction) = split_fraction(text).ok_or_else(|| wrong(instant))?;
            let digits = match precision {
                Precision::Seconds => 0,
                Precision::Millis => 3,
                Precision::Micros => 6,
            };
            // The text that keys have: as many digits as the precision has.
            let kept = fraction.trim_end_matches('0');
            let point = if digits == 0 { "" } else { "." };
            let whole = |fraction: &str| format!("{seconds}{point}{fraction:0<digits$}Z");
            if kept.len() > digits {
                key_text(&whole(""), instant)?;
                return Err(format!("it is finer than `{}`", Shown(kind)));
            }
            key_text(&whole(kept), instant)
        }
        KindDef::Bytes => {
            key_text(&text.to_ascii_lowercase(), "two hexadecimal digits for each byte (deadbeef)")
        }
    }
}

/// The value that a key would have as this text.
fn of_key_text(kind: &KindDef, text: &str) -> Option<Part<'static>> {
    let segments = [Segment::Part { number: 0, kind: kind.as_kind(), format: Format::default() }];
    let mut parts = Parts::new();
    Template::new(&segments).parse(text, &mut parts).ok()?;
    parts.get(0).cloned()
}

/// `None` if it is no number; an error if it is finer than the scale.
fn decimal(scale: u8, text: &str) -> Option<Result<Part<'static>, String>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let good = !whole.is_empty()
        && whole.len() + usize::from(scale) <= 28
        && whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit())
        && !digits.ends_with('.');
    if !good {
        return None;
    }
    if fraction.len() > usize::from(scale) {
        return Some(Err(format!("it has more than {scale} digits after the point")));
    }
    let sign = if digits.len() < text.len() { "-" } else { "" };
    let digits = format!("{sign}{whole}{fraction}").parse().ok()?;
    let scale = u32::try_from(fraction.len()).ok()?;
    Some(Ok(Part::Decimal { digits, scale }))
}

/// `2026-11-30T09:00:00.5Z` as what stands before the point and the digits behind it.
fn split_fraction(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_suffix('Z')?;
    let Some((seconds, fraction)) = text.split_once('.') else { return Some((text, "")) };
    let digits = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    digits.then_some((seconds, fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLIS: KindDef = KindDef::Time(Precision::Millis);

    #[test]
    fn values_of_each_kind() {
        let time = |seconds, nanos| Part::Time { seconds, nanos };
        let cases = [
            (KindDef::Text(None), "a b", Part::Text("a b".into())),
            (KindDef::Enum("open|closed".into()), "open", Part::Word("open".into())),
            (KindDef::Int { min: -9, max: 9 }, "-5", Part::Int(-5)),
            (KindDef::Bool, "true", Part::Bool(true)),
            (KindDef::F64, "-1.5e3", Part::F64(-1500.0)),
            (KindDef::Decimal(2), "-0.5", Part::Decimal { digits: -5, scale: 1 }),
            (KindDef::Uuid, "00000000-0000-0000-0000-00000000000A", Part::Uuid(10)),
            (KindDef::Ulid, "0000000000000000000000000A", Part::Ulid(10)),
            (KindDef::Date, "1970-01-02", Part::Date(1)),
            (KindDef::Time(Precision::Seconds), "1970-01-02T00:00:01Z", time(86_401, 0)),
            (KindDef::Time(Precision::Seconds), "1970-01-02T00:00:01.000Z", time(86_401, 0)),
            (MILLIS, "1970-01-01T00:00:00.5Z", time(0, 500_000_000)),
            (MILLIS, "1969-12-31T23:59:59Z", time(-1, 0)),
            (KindDef::Time(Precision::Micros), "1970-01-01T00:00:00.000001Z", time(0, 1000)),
            (KindDef::Bytes, "00fF", Part::Bytes(vec![0, 255].into())),
        ];
        for (kind, text, expected) in cases {
            assert_eq!(value(&kind, text), Ok(expected), "{text} as {}", Shown(&kind));
        }
    }

    #[test]
    fn what_is_no_value_is_said() {
        let cases = [
            (KindDef::Text(None), "", "it is empty"),
            (KindDef::Text(Some("[0-9]+".into())), "a", "it does not match"),
            (KindDef::Enum("open|closed".into()), "opn", "did you mean `open`?"),
            (KindDef::Int { min: 0, max: 9 }, "10", "it is outside"),
            (KindDef::F64, "inf", "a number is wanted"),
            (KindDef::F64, "1e999", "a number is wanted"),
            (KindDef::Decimal(2), "1.234", "more than 2 digits"),
            (KindDef::Decimal(2), "1.", "a decimal number is wanted"),
            (KindDef::Ulid, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "a ULID"),
            (KindDef::Date, "2026-02-29", "a date"),
            (MILLIS, "2026-11-30T09:00:00", "an instant in UTC"),
            (MILLIS, "2026-11-30T24:00:00Z", "an instant in UTC"),
            (MILLIS, "2026-11-30T09:00:00.Z", "an instant in UTC"),
            (MILLIS, "2026-11-30T09:00:00+01:00", "an instant in UTC"),
            (MILLIS, "2026-11-30T09:00:00.0001Z", "it is finer than `time.ms`"),
            (MILLIS, "2026-02-30T09:00:00.0001Z", "an instant in UTC"),
            (KindDef::Bytes, "abc", "two hexadecimal digits"),
            (KindDef::Bytes, "xy", "two hexadecimal digits"),
        ];
        for (kind, text, why) in cases {
            let found = value(&kind, text);
            assert!(found.as_ref().is_err_and(|label| label.contains(why)), "{text}: {found:?}");
        }
    }
}
