//! Encodings: which a kind takes, and what they keep of its order.

use std::fmt;

use dal_key::{Case, Cut, Format, Order, Precision, Style};

use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::source::Place;
use crate::suggest;

pub(crate) const NAMES: [&str; 9] =
    ["desc", "lower", "upper", "plain", "rank", "date", "month", "hour", "raw"];

/// A kind as the language writes it.
pub(crate) struct Shown<'k>(pub(crate) &'k KindDef);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            KindDef::Text(None) => f.write_str("text"),
            KindDef::Text(Some(pattern)) => write!(f, "{{ text: '{pattern}' }}"),
            KindDef::Uuid => f.write_str("uuid"),
            KindDef::Ulid => f.write_str("ulid"),
            KindDef::Int { min, max } => {
                let widths: [(i128, i128, &str); 9] = [
                    (0, u8::MAX.into(), "u8"),
                    (0, u16::MAX.into(), "u16"),
                    (0, u32::MAX.into(), "u32"),
                    (0, u64::MAX.into(), "u64"),
                    (i8::MIN.into(), i8::MAX.into(), "i8"),
                    (i16::MIN.into(), i16::MAX.into(), "i16"),
                    (i32::MIN.into(), i32::MAX.into(), "i32"),
                    (i64::MIN.into(), i64::MAX.into(), "i64"),
                    (i128::MIN, i128::MAX, "i128"),
                ];
                match widths.iter().find(|(low, high, _)| low == min && high == max) {
                    Some((_, _, name)) => f.write_str(name),
                    None => write!(f, "{min}..{max}"),
                }
            }
            KindDef::Decimal(scale) => write!(f, "decimal.{scale}"),
            KindDef::F64 => f.write_str("f64"),
            KindDef::Time(Precision::Seconds) => f.write_str("time.s"),
            KindDef::Time(Precision::Millis) => f.write_str("time.ms"),
            KindDef::Time(Precision::Micros) => f.write_str("time.us"),
            KindDef::Date => f.write_str("date"),
            KindDef::Bool => f.write_str("bool"),
            KindDef::Bytes => f.write_str("bytes"),
            KindDef::Enum(words) => write!(f, "[{}]", words.replace('|', ", ")),
        }
    }
}

/// The format that encodings give a part of this kind; reports the first that it does not take.
pub(crate) fn format(
    field: &str,
    kind: &KindDef,
    encodings: &[(String, Place)],
) -> Result<Format, Box<Diagnostic>> {
    let mut format = Format::default();
    let mut desc = None;
    for (i, (word, place)) in encodings.iter().enumerate() {
        let illegal = |why: &str| {
            Box::new(
                Diagnostic::new(
                    Code::IllegalEncoding,
                    format!("`:{word}` does not fit `{field}`, which is `{}`", Shown(kind)),
                )
                .at(place, why.to_owned())
                .help(format!("`{}` takes {}", Shown(kind), takes(kind))),
            )
        };
        if encodings[..i].iter().any(|(w, _)| w == word) {
            return Err(illegal("it stands twice"));
        }
        let style = match word.as_str() {
            "desc" => {
                desc = Some(place);
                format.order = Order::Desc;
                None
            }
            "lower" | "upper" => {
                if !matches!(kind, KindDef::Text(_) | KindDef::Enum(_)) {
                    return Err(illegal("only text has a case"));
                }
                if format.case != Case::Keep {
                    return Err(illegal("a part has one case"));
                }
                format.case = if word == "lower" { Case::Lower } else { Case::Upper };
                None
            }
            "plain" if matches!(kind, KindDef::Int { .. } | KindDef::Decimal(_) | KindDef::F64) => {
                Some(Style::Plain)
            }
            "plain" => return Err(illegal("only numbers can be written plainly")),
            "rank" if matches!(kind, KindDef::Enum(_)) => Some(Style::Rank),
            "rank" => return Err(illegal("only an enum, a list of words under `types:`, has ranks")),
            "date" | "month" | "hour" => {
                let fits =
                    matches!(kind, KindDef::Time(_)) || (matches!(kind, KindDef::Date) && word != "hour");
                if !fits {
                    return Err(illegal("only a time can be cut to its date, month or hour"));
                }
                Some(Style::Cut(match word.as_str() {
                    "date" => Cut::Date,
                    "month" => Cut::Month,
                    _ => Cut::Hour,
                }))
            }
            "raw" if matches!(kind, KindDef::Text(_)) => Some(Style::Raw),
            "raw" => return Err(illegal("only text is escaped, so only text can be raw")),
            number
                if number.starts_with('0')
                    && number.len() > 1
                    && number.bytes().all(|b| b.is_ascii_digit()) =>
            {
                Some(padded(field, kind, number, place, &illegal)?)
            }
            number if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
                return Err(illegal(&format!("padding is written with a leading zero: `:0{number}`")));
            }
            other => {
                return Err(Box::new(
                    Diagnostic::new(Code::UnknownEncoding, format!("`:{other}` is not an encoding"))
                        .at(place, suggest::did_you_mean(other, NAMES))
                        .help("encodings are `:desc`, `:lower`, `:upper`, `:010` (padded to ten digits), `:plain`, `:rank`, `:date`, `:month`, `:hour` and `:raw`"),
                ));
            }
        };
        if let Some(style) = style {
            if format.style != Style::Default {
                return Err(illegal("a part has one style"));
            }
            format.style = style;
        }
    }
    if let Some(place) = desc {
        descending(field, kind, format, place)?;
    }
    // What the codec itself would refuse: combinations that each word alone does not show.
    match (kind.as_kind().accepts(format), encodings.last()) {
        (Err(why), Some((word, place))) => Err(Box::new(
            Diagnostic::new(
                Code::IllegalEncoding,
                format!("`:{word}` does not fit `{field}`, which is `{}`", Shown(kind)),
            )
            .at(place, format!("it {why}"))
            .help(format!("`{}` takes {}", Shown(kind), takes(kind))),
        )),
        _ => Ok(format),
    }
}

fn padded(
    field: &str,
    kind: &KindDef,
    number: &str,
    place: &Place,
    illegal: &dyn Fn(&str) -> Box<Diagnostic>,
) -> Result<Style, Box<Diagnostic>> {
    let KindDef::Int { min, max } = kind else {
        return Err(illegal("only whole numbers are padded with zeros"));
    };
    let Some(width) = number.parse::<u8>().ok().filter(|width| (1..=39).contains(width)) else {
        return Err(illegal("at most 39 digits"));
    };
    if *min < 0 {
        return Err(illegal("padded numbers have no sign, and this kind holds negative ones"));
    }
    let needed = max.to_string().len();
    if needed > usize::from(width) {
        return Err(Box::new(
            Diagnostic::new(
                Code::IllegalEncoding,
                format!("{width} digits are too few for `{field}`, which is `{}`", Shown(kind)),
            )
            .at(place, format!("{max} has {needed} digits"))
            .help(format!("pad to {needed} digits (`:0{needed}`), or narrow the range under `types:`"))
            .note("a longer number would sort before a shorter one"),
        ));
    }
    Ok(Style::Padded(width))
}

/// Whether the kind can be written in descending order.
fn descending(field: &str, kind: &KindDef, format: Format, place: &Place) -> Result<(), Box<Diagnostic>> {
    match kind {
        KindDef::Text(_) | KindDef::Bytes => Err(Box::new(
            Diagnostic::new(
                Code::DescendingText,
                format!("`{field}` is {}, which cannot be written in descending order", Shown(kind)),
            )
            .at(place, "remove `:desc`")
            .note("no text in UTF-8 sorts the other way round for values of any length")
            .help("read the key backwards instead: `order: desc` on the pattern"),
        )),
        _ if !ordered(kind, format, false) => {
            let help = match kind {
                KindDef::Enum(_) => format!("write `{{{field}:rank:desc}}`"),
                _ => "remove `:plain`".to_owned(),
            };
            Err(Box::new(
                Diagnostic::new(
                    Code::IllegalEncoding,
                    format!("`:desc` does not fit `{field}`: it is written without order"),
                )
                .at(place, "descending what?")
                .help(help),
            ))
        }
        _ => Ok(()),
    }
}

fn takes(kind: &KindDef) -> &'static str {
    match kind {
        KindDef::Text(_) => "`:lower`, `:upper` and `:raw`",
        KindDef::Int { min, .. } if *min >= 0 => "`:desc`, `:plain` and padding (`:010`)",
        KindDef::Int { .. } | KindDef::Decimal(_) | KindDef::F64 => "`:desc` and `:plain`",
        KindDef::Time(_) => "`:desc`, `:date`, `:month` and `:hour`",
        KindDef::Date => "`:desc`, `:date` and `:month`",
        KindDef::Enum(_) => "`:lower`, `:upper`, `:rank`, and with `:rank` `:desc`",
        KindDef::Bytes => "no encoding",
        _ => "`:desc`",
    }
}

/// Whether keys sort as values do (or the other way round): what a range needs. `last`: nothing follows the part.
pub(crate) fn ordered(kind: &KindDef, format: Format, last: bool) -> bool {
    if last { kind.as_kind().is_ordered_last(format) } else { kind.as_kind().is_ordered(format) }
}

/// The format in a table whose text stands in keys as it is. Text that holds nothing to escape is the same in both, and
/// keeps its order.
pub(crate) fn raw(kind: &KindDef, format: Format) -> Format {
    let escaped = match kind {
        KindDef::Text(None) => true,
        KindDef::Text(Some(pattern)) => dal_key::pattern::needs_escapes(pattern),
        _ => false,
    };
    if escaped && format.style == Style::Default { Format { style: Style::Raw, ..format } } else { format }
}

/// Whether a part of this kind begins with its time.
pub(crate) fn is_time_like(kind: &KindDef) -> bool {
    matches!(kind, KindDef::Time(_) | KindDef::Date | KindDef::Ulid)
}

/// Whether all values of the kind are written in the same number of characters, or tell their end themselves.
pub(crate) fn is_fixed(kind: &KindDef, format: Format) -> bool {
    match kind {
        // It is the whole attribute.
        _ if matches!(format.style, Style::Native(_)) => true,
        KindDef::Text(Some(pattern)) => dal_key::pattern::is_fixed(pattern),
        KindDef::Text(None) | KindDef::Bytes => false,
        KindDef::Int { .. } | KindDef::Decimal(_) | KindDef::F64 => format.style != Style::Plain,
        KindDef::Enum(words) => {
            format.style == Style::Rank
                || words.split('|').all(|a| words.split('|').all(|b| a == b || !b.starts_with(a)))
        }
        _ => true,
    }
}
