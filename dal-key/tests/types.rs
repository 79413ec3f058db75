//! Rust types as parts: their values go into keys and come back, and what does not fit is an error.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use dal_key::{KeyPart, KeyProblem, Kind, Part, Parts, Precision, Template, kinds, part};

/// The text of a value, and the value that is read back from it.
fn through<K, T: KeyPart<K>>(kind: Kind<'_>, value: &T) -> Result<(String, T), KeyProblem> {
    let segments = [part(0, kind)];
    let template = Template::new(&segments);
    let mut parts = Parts::new();
    parts.set(0, value.part().into_owned());
    let mut text = String::new();
    template.write(&parts, &mut text).map_err(|error| error.problem)?;
    let mut read = Parts::new();
    template.parse(&text, &mut read).map_err(|error| error.problem)?;
    let part = read.get(0).cloned().ok_or(KeyProblem::Absent)?;
    Ok((text, T::from_part(part)?))
}

#[track_caller]
fn is_written<K, T: KeyPart<K> + Debug>(kind: Kind<'_>, value: T, text: &str) {
    assert_eq!(through::<K, T>(kind, &value), Ok((text.to_owned(), value)));
}

const BYTE: Kind<'_> = Kind::Int { min: 0, max: 255 };
const EVERY_INT: Kind<'_> = Kind::Int { min: i128::MIN, max: i128::MAX };
const MICROS: Kind<'_> = Kind::Time(Precision::Micros);

#[test]
fn text() {
    is_written::<kinds::Text, _>(Kind::Text(None), "a#b".to_owned(), "a$23b");
    is_written::<kinds::Text, Box<str>>(Kind::Text(None), "a b".into(), "a$20b");
    is_written::<kinds::Text, Arc<str>>(Kind::Text(None), "é".into(), "é");
    assert_eq!(through::<kinds::Text, _>(Kind::Text(None), &String::new()), Err(KeyProblem::Empty));
}

#[test]
fn integers() {
    is_written::<kinds::Int, _>(BYTE, 7u8, "007");
    is_written::<kinds::Int, _>(BYTE, 255u128, "255");
    is_written::<kinds::Int, _>(EVERY_INT, i128::MIN, "-829858816539530768268312696284115894271");
    is_written::<kinds::Int, _>(EVERY_INT, u64::MAX, "000000000000000000018446744073709551615");
    is_written::<kinds::Int, _>(Kind::Int { min: -9, max: 9 }, -3i8, "-6");
    is_written::<kinds::Int, _>(Kind::Int { min: -9, max: 9 }, 3isize, "3");
}

#[test]
fn integers_that_do_not_fit_are_refused_both_ways() {
    assert!(matches!(through::<kinds::Int, _>(BYTE, &256u16), Err(KeyProblem::OutOfKind(_))));
    assert!(matches!(through::<kinds::Int, _>(EVERY_INT, &u128::MAX), Err(KeyProblem::OutOfKind(_))));
    assert!(matches!(<u8 as KeyPart<kinds::Int>>::from_part(Part::Int(256)), Err(KeyProblem::OutOfKind(_))));
    assert!(matches!(<u8 as KeyPart<kinds::Int>>::from_part(Part::Int(-1)), Err(KeyProblem::OutOfKind(_))));
    assert!(matches!(
        <u8 as KeyPart<kinds::Int>>::from_part(Part::Bool(true)),
        Err(KeyProblem::OutOfKind(_))
    ));
}

#[test]
fn floats_bools_and_bytes() {
    is_written::<kinds::F64, _>(Kind::F64, 1.5f64, "bff8000000000000");
    is_written::<kinds::F64, _>(Kind::F64, -1.5f32, "4007ffffffffffff");
    assert!(matches!(through::<kinds::F64, _>(Kind::F64, &f32::NAN), Err(KeyProblem::OutOfKind(_))));
    assert!(matches!(<f32 as KeyPart<kinds::F64>>::from_part(Part::F64(0.1)), Err(KeyProblem::OutOfKind(_))));
    is_written::<kinds::Bool, _>(Kind::Bool, true, "true");
    is_written::<kinds::Bytes, _>(Kind::Bytes, vec![0u8, 255], "00ff");
    is_written::<kinds::Bytes, _>(Kind::Bytes, [1u8, 2], "0102");
    let short = Part::Bytes((&[1u8][..]).into());
    assert!(matches!(<[u8; 2] as KeyPart<kinds::Bytes>>::from_part(short), Err(KeyProblem::OutOfKind(_))));
}

#[test]
fn system_times_count_forward_before_the_epoch_too() {
    is_written::<kinds::Time, _>(MICROS, UNIX_EPOCH, "1970-01-01T00:00:00.000000Z");
    is_written::<kinds::Time, _>(
        MICROS,
        UNIX_EPOCH + Duration::from_micros(1),
        "1970-01-01T00:00:00.000001Z",
    );
    is_written::<kinds::Time, _>(
        MICROS,
        UNIX_EPOCH - Duration::from_micros(1),
        "1969-12-31T23:59:59.999999Z",
    );
    is_written::<kinds::Time, _>(MICROS, UNIX_EPOCH - Duration::from_secs(2), "1969-12-31T23:59:58.000000Z");
    let fine = UNIX_EPOCH + Duration::from_nanos(1);
    assert!(matches!(through::<kinds::Time, _>(MICROS, &fine), Err(KeyProblem::TooFine(_))));
}

#[cfg(feature = "uuid")]
#[test]
fn uuids() {
    let id = uuid::Uuid::from_u128(0x0192_f0c1_2345_7abc_8def_0123_4567_89ab);
    is_written::<kinds::Uuid, _>(Kind::Uuid, id, &id.to_string());
}

#[cfg(feature = "ulid")]
#[test]
fn ulids() {
    for bits in [0, 0x0192_f0c1_2345_7abc_8def_0123_4567_89ab, u128::MAX] {
        let id = ulid::Ulid::from(bits);
        is_written::<kinds::Ulid, _>(Kind::Ulid, id, &id.to_string());
    }
}

#[cfg(feature = "chrono")]
#[test]
fn chrono() {
    use chrono::{DateTime, NaiveDate, SecondsFormat, TimeDelta, Utc};

    for micros in [0, -1, 1_796_010_516_123_456, -62_167_219_200_000_000, 253_402_300_799_999_999] {
        let at = DateTime::<Utc>::from_timestamp_micros(micros).unwrap();
        is_written::<kinds::Time, _>(MICROS, at, &at.to_rfc3339_opts(SecondsFormat::Micros, true));
    }
    let mut date = NaiveDate::from_ymd_opt(0, 1, 1).unwrap();
    while date <= NaiveDate::from_ymd_opt(9999, 12, 31).unwrap() {
        is_written::<kinds::Date, _>(Kind::Date, date, &date.to_string());
        date += TimeDelta::days(997);
    }
    let leap = NaiveDate::from_ymd_opt(2016, 12, 31)
        .unwrap()
        .and_hms_milli_opt(23, 59, 59, 1_500)
        .unwrap()
        .and_utc();
    assert!(matches!(through::<kinds::Time, _>(MICROS, &leap), Err(KeyProblem::OutOfKind(_))));
    let late = NaiveDate::from_ymd_opt(10_000, 1, 1).unwrap();
    assert!(matches!(through::<kinds::Date, _>(Kind::Date, &late), Err(KeyProblem::OutOfKind(_))));
}

#[cfg(feature = "jiff")]
#[test]
fn jiff() {
    use jiff::{Timestamp, civil::date};

    for micros in [0, -1, -1_000_000, 1_796_010_516_123_456, -62_167_219_200_000_000] {
        let at = Timestamp::from_microsecond(micros).unwrap();
        is_written::<kinds::Time, _>(MICROS, at, &format!("{at:.6}"));
    }
    for date in [date(0, 1, 1), date(1969, 12, 31), date(2000, 2, 29), date(9999, 12, 31)] {
        is_written::<kinds::Date, _>(Kind::Date, date, &date.to_string());
    }
    assert!(matches!(
        through::<kinds::Date, _>(Kind::Date, &date(-1, 12, 31)),
        Err(KeyProblem::OutOfKind(_))
    ));
    assert!(<jiff::civil::Date as KeyPart<kinds::Date>>::from_part(Part::Date(i32::MAX)).is_err());
}

#[cfg(feature = "time")]
#[test]
fn time() {
    use time::{Date, Month, OffsetDateTime, UtcOffset};

    let at = OffsetDateTime::from_unix_timestamp_nanos(1_796_010_516_123_456_000).unwrap();
    is_written::<kinds::Time, _>(MICROS, at, "2026-11-30T03:48:36.123456Z");
    // The offset is lost, and the instant is not.
    let there = at.to_offset(UtcOffset::from_hms(-8, 0, 0).unwrap());
    is_written::<kinds::Time, _>(MICROS, there, "2026-11-30T03:48:36.123456Z");
    let before = OffsetDateTime::from_unix_timestamp_nanos(-1_000).unwrap();
    is_written::<kinds::Time, _>(MICROS, before, "1969-12-31T23:59:59.999999Z");
    let leap = Date::from_calendar_date(2000, Month::February, 29).unwrap();
    is_written::<kinds::Date, _>(Kind::Date, leap, "2000-02-29");
}

#[cfg(feature = "rust_decimal")]
#[test]
fn decimals() {
    use rust_decimal::Decimal;

    is_written::<kinds::Decimal, _>(
        Kind::Decimal(2),
        Decimal::new(1250, 2),
        "000000000000000000000000012.50",
    );
    is_written::<kinds::Decimal, _>(Kind::Decimal(2), Decimal::new(125, 1), "000000000000000000000000012.50");
    is_written::<kinds::Decimal, _>(Kind::Decimal(0), Decimal::MAX, "79228162514264337593543950335");
    is_written::<kinds::Decimal, _>(Kind::Decimal(0), Decimal::MIN, "-20771837485735662406456049664");
    // Nine digits with a scale of 28 are more than 96 bits hold, and nine is not.
    is_written::<kinds::Decimal, _>(Kind::Decimal(28), Decimal::new(9, 0), "9.0000000000000000000000000000");
    let fine = Decimal::new(12_505, 3);
    assert!(matches!(through::<kinds::Decimal, _>(Kind::Decimal(2), &fine), Err(KeyProblem::TooFine(_))));
}

/// A time without a zone is no instant: compared with others it would be off by hours, so no kind of time takes one.
#[test]
#[cfg(all(feature = "chrono", feature = "jiff", feature = "time"))]
fn times_without_a_zone_are_no_key_parts() {
    trait IsNoKeyPart<Marker> {
        fn holds() {}
    }
    impl<T> IsNoKeyPart<()> for T {}
    impl<T: KeyPart<kinds::Time>> IsNoKeyPart<u8> for T {}
    // With both implementations a call would be ambiguous, and not compile.
    <::chrono::NaiveDateTime as IsNoKeyPart<_>>::holds();
    <::jiff::civil::DateTime as IsNoKeyPart<_>>::holds();
    <::time::PrimitiveDateTime as IsNoKeyPart<_>>::holds();
    <::chrono::DateTime<::chrono::FixedOffset> as IsNoKeyPart<_>>::holds();
}
