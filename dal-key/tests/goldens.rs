//! Pins the text of every kind in every format, and of conditions: a change here is a change of people's keys.
//!
//! `DAL_BLESS=1 cargo test -p dal-key --test goldens` writes the file anew, to be reviewed.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use dal_key::{
    Bound, Case, Cut, ESCAPE_FORMAT_VERSION, Format, Kind, Order, Part, Parts, Precision, Segment, Style,
    Template, Words, lit, part,
};

const GOLDEN: &str = "tests/goldens/encodings.txt";

#[test]
fn encodings() {
    let now = encodings_now();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN);
    if std::env::var_os("DAL_BLESS").is_some() {
        std::fs::write(&path, &now).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file can be read");
    for (line, (golden, now)) in (1..).zip(golden.lines().zip(now.lines())) {
        assert_eq!(golden, now, "{GOLDEN}:{line}");
    }
    assert_eq!(golden.lines().count(), now.lines().count(), "{GOLDEN} has another number of lines");
}

fn encodings_now() -> String {
    let mut out =
        format!("# Key format {ESCAPE_FORMAT_VERSION}: kind, format, value, text (quoted as Rust does).\n");
    for (kind, styles, values) in subjects() {
        out.push('\n');
        for style in styles {
            for order in [Order::Asc, Order::Desc] {
                for case in [Case::Keep, Case::Lower, Case::Upper] {
                    let format = Format { order, case, style };
                    if kind.accepts(format).is_err() {
                        continue;
                    }
                    for value in &values {
                        let text = match write(&[segment(kind, format)], value) {
                            Ok(text) => format!("{text:?}"),
                            Err(error) => format!("error: {error}"),
                        };
                        let _ = writeln!(out, "{kind}{}  {value:?}  {text}", name(format));
                    }
                }
            }
        }
    }
    conditions(&mut out);
    out
}

/// Kinds, the styles that are theirs, and values to write.
fn subjects() -> Vec<(Kind<'static>, Vec<Style>, Vec<Part<'static>>)> {
    let texts =
        |all: &[&'static str]| all.iter().map(|text| Part::Text(Cow::Borrowed(*text))).collect::<Vec<_>>();
    let ints = |all: &[i128]| all.iter().copied().map(Part::Int).collect::<Vec<_>>();
    let numbers = |width| vec![Style::Default, Style::Padded(width), Style::Plain];
    let decimals = |all: &[(i128, u32)]| {
        all.iter().map(|&(digits, scale)| Part::Decimal { digits, scale }).collect::<Vec<_>>()
    };
    let times = |all: &[(i64, u32)]| {
        all.iter().map(|&(seconds, nanos)| Part::Time { seconds, nanos }).collect::<Vec<_>>()
    };
    let words =
        |all: &[&'static str]| all.iter().map(|word| Part::Word(Cow::Borrowed(*word))).collect::<Vec<_>>();
    let cuts = vec![Style::Default, Style::Cut(Cut::Hour), Style::Cut(Cut::Date), Style::Cut(Cut::Month)];
    let instants =
        [(1_796_010_516, 123_456_000), (0, 0), (-1, 999_000_000), (-62_167_219_200, 0), (253_402_300_799, 0)];
    let ids = [0, 1, 0x0192_f0c1_2345_7abc_8def_0123_4567_89ab, u128::MAX];
    let floats = [
        f64::NEG_INFINITY,
        f64::MIN,
        -1.5,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        1.0,
        1e21,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    vec![
        (
            Kind::Text(None),
            vec![Style::Default, Style::Raw],
            texts(&[
                "a",
                "User-1@x.org",
                "Straße ΣΑΣ",
                "a#b",
                "$",
                "\0\u{1f} !\"#$%",
                "\u{d7ff}\u{e000}\u{10ffff}",
                "",
            ]),
        ),
        (Kind::Text(Some("[0-9-]+")), vec![Style::Default], texts(&["2026-11", "x"])),
        (Kind::Uuid, vec![Style::Default], ids.map(Part::Uuid).to_vec()),
        (Kind::Ulid, vec![Style::Default], ids.map(Part::Ulid).to_vec()),
        (Kind::Int { min: 0, max: 255 }, numbers(5), ints(&[0, 7, 255, 256, -1])),
        (Kind::Int { min: 0, max: 14 }, numbers(1), ints(&[0, 9, 14, 15])),
        (Kind::Int { min: -128, max: 127 }, numbers(10), ints(&[-128, -42, -1, 0, 1, 127])),
        (Kind::Int { min: i128::MIN, max: i128::MAX }, numbers(40), ints(&[i128::MIN, -1, 0, 1, i128::MAX])),
        (Kind::Decimal(0), numbers(3), decimals(&[(-12, 0), (0, 0), (12, 0), (125, 1)])),
        (
            Kind::Decimal(2),
            numbers(6),
            decimals(&[
                (-1250, 2),
                (-1, 2),
                (0, 0),
                (5, 1),
                (1250, 2),
                (12_500, 3),
                (12_505, 3),
                (10i128.pow(29) - 1, 2),
                (10i128.pow(29), 2),
            ]),
        ),
        (Kind::F64, vec![Style::Default, Style::Plain], floats.map(Part::F64).to_vec()),
        (Kind::Time(Precision::Seconds), cuts.clone(), times(&instants[1..])),
        (Kind::Time(Precision::Millis), cuts.clone(), times(&instants)),
        (Kind::Time(Precision::Micros), cuts.clone(), times(&[instants[0], (i64::MAX, 0)])),
        (Kind::Date, cuts, [20_787, 11_016, 0, -1, -719_528, 2_932_896, 2_932_897].map(Part::Date).to_vec()),
        (Kind::Bool, vec![Style::Default], vec![Part::Bool(false), Part::Bool(true)]),
        (
            Kind::Bytes,
            vec![Style::Default],
            [&b""[..], b"\0", b"\xde\xad\xbe\xef"].map(|bytes| Part::Bytes(Cow::Borrowed(bytes))).to_vec(),
        ),
        (
            Kind::Enum(Words("Emergency|urgent|in_progress")),
            vec![Style::Default, Style::Rank],
            words(&["Emergency", "urgent", "in_progress", "routine"]),
        ),
        (Kind::Enum(Words("a|b|c|d|e|f|g|h|i|j|k")), vec![Style::Rank], words(&["a", "k"])),
    ]
}

fn segment(kind: Kind<'static>, format: Format) -> Segment<'static> {
    let segment = part(0, kind).style(format.style);
    let segment = if format.order == Order::Desc { segment.desc() } else { segment };
    match format.case {
        Case::Keep => segment,
        Case::Lower => segment.lower(),
        Case::Upper => segment.upper(),
    }
}

fn write(segments: &[Segment<'_>], value: &Part<'static>) -> Result<String, dal_key::KeyError> {
    let mut parts = Parts::new();
    parts.set(0, value.clone());
    let mut text = String::new();
    Template::new(segments).write(&parts, &mut text).map(|()| text)
}

/// As templates write it.
fn name(format: Format) -> String {
    let style = match format.style {
        Style::Default => String::new(),
        Style::Padded(width) => format!(":0{width}"),
        Style::Plain => ":plain".to_owned(),
        Style::Rank => ":rank".to_owned(),
        Style::Cut(Cut::Hour) => ":hour".to_owned(),
        Style::Cut(Cut::Date) => ":date".to_owned(),
        Style::Cut(Cut::Month) => ":month".to_owned(),
        Style::Raw => ":raw".to_owned(),
        Style::Native(of) => format!(" {of}"),
    };
    let case = match format.case {
        Case::Keep => "",
        Case::Lower => ":lower",
        Case::Upper => ":upper",
    };
    style + case + if format.order == Order::Desc { ":desc" } else { "" }
}

/// Conditions on `ITEM#{part}` and `ITEM#{part}#{text}`.
fn conditions(out: &mut String) {
    let text = |text: &'static str| Part::Text(Cow::Borrowed(text));
    let ms = Kind::Time(Precision::Millis);
    let (low, high) = (Part::Time { seconds: 0, nanos: 0 }, Part::Time { seconds: 1, nanos: 500_001 });
    let subjects = [
        (part(0, Kind::Text(None)), text("b"), text("d#")),
        (part(0, Kind::Int { min: 0, max: 255 }), Part::Int(7), Part::Int(300)),
        (part(0, Kind::Int { min: -9, max: 9 }).desc(), Part::Int(-3), Part::Int(5)),
        (part(0, ms), low.clone(), high.clone()),
        (part(0, ms).desc(), low.clone(), high.clone()),
        (part(0, ms).cut(Cut::Date), low, high),
        (part(0, Kind::Bytes), Part::Bytes(Cow::Borrowed(b"\x10")), Part::Bytes(Cow::Borrowed(b"\x20"))),
    ];
    for (segment, low, high) in subjects {
        let Segment::Part { kind, format, .. } = segment else { continue };
        for rest in [&[][..], &[lit("#"), part(1, Kind::Text(None))]] {
            let all: Vec<_> = [lit("ITEM#"), segment].iter().chain(rest).copied().collect();
            let more = if rest.is_empty() { "" } else { "#{text}" };
            let _ = writeln!(out, "\n# ITEM#{{{kind}{}}}{more}: from {low:?} to {high:?}", name(format));
            let range = |low, high| Template::new(&all).range(1, &Parts::new(), low, high);
            let (from, above) = (Bound::Included(low.clone()), Bound::Excluded(low.clone()));
            let (to, below) = (Bound::Included(high.clone()), Bound::Excluded(high.clone()));
            for (sign, low, high) in [
                ("[from, to]", from.clone(), to.clone()),
                ("(from, to)", above, below),
                ("[from, ..", from, Bound::Unbounded),
                (".., to]", Bound::Unbounded, to),
                ("..", Bound::Unbounded, Bound::Unbounded),
            ] {
                let condition = range(low, high)
                    .map_or_else(|error| error.to_string(), |condition| format!("{condition:?}"));
                let _ = writeln!(out, "{sign:<12}{}", shortened(&condition));
            }
        }
    }
}

/// With what fills a key to its limit counted and not shown.
fn shortened(condition: &str) -> String {
    let filler = "\\u{10ffff}";
    let first = condition.find(filler);
    match first.map(|first| (first, condition.matches(filler).count())) {
        Some((first, count)) if count > 1 => {
            let end = first + count * filler.len();
            format!("{}{filler} x {count}{}", &condition[..first], &condition[end..])
        }
        _ => condition.to_owned(),
    }
}
