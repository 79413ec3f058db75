//! `types:`, the kinds of key fields.

use dal_key::Precision;

use super::{Reader, TypeSpec};
use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::suggest;
use crate::yaml::{Node, Text, Value};

pub(super) const KINDS: &[&str] = &[
    "text", "uuid", "ulid", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "i128", "f64", "time.s",
    "time.ms", "time.us", "date", "bool", "bytes",
];

pub(crate) fn read(reader: &mut Reader<'_>, node: &Node, types: &mut Vec<TypeSpec>) {
    let Some(map) = reader.map(node, "`types:`", "field names and kinds") else { return };
    for (key, value) in &map.entries {
        let (entity, field) = match key.text.split_once('.') {
            Some((entity, field)) => (Some(entity.to_owned()), field.to_owned()),
            None => (None, key.text.clone()),
        };
        if !super::template::is_field(&field)
            || entity.as_deref().is_some_and(|e| !super::template::is_field(e))
        {
            reader.report(
                Diagnostic::new(Code::InvalidName, format!("`{}` is not a field's name", key.text))
                    .at(&key.place, "a Rust field name, or `Entity.field`"),
            );
            continue;
        }
        let written = written(value);
        let kind = kind(reader, value, &field);
        types.push(TypeSpec { entity, field, kind, written, place: key.place.clone() });
    }
}

fn kind(reader: &mut Reader<'_>, node: &Node, field: &str) -> Option<KindDef> {
    match &node.value {
        Value::List(_) => words(reader, node, field),
        Value::Map(map)
            if !map.entries.is_empty() && map.entries.iter().all(|(key, _)| key.text == "text") =>
        {
            let (_, value) = map.entries.first()?;
            let pattern = reader.prose(value, "the pattern of a text")?;
            if let Err(why) = dal_key::pattern::check(&pattern.text) {
                reader.report(
                    Diagnostic::new(Code::BadPattern, format!("The pattern of `{field}` cannot be used: {why}"))
                        .at(&pattern.place, "")
                        .help("a pattern has characters, classes (`[a-z0-9-]`), `.`, and `*`, `+`, `?`, `{2,5}` after them")
                        .help("alternatives are an enum: `[open, closed]`"),
                );
                return None;
            }
            Some(KindDef::Text(Some(pattern.text)))
        }
        Value::Map(map) if !map.braces || map.entries.is_empty() || map.entries[0].0.text != "text" => {
            reader.report(
                Diagnostic::new(Code::UnknownKind, format!("The kind of `{field}` is not known"))
                    .at(&node.place, "only `{ text: 'pattern' }` is a map")
                    .help("the kind of a text that follows a pattern is written { text: '[0-9-]+' }"),
            );
            None
        }
        _ => {
            let text = reader.text(node, &format!("the kind of `{field}`"))?;
            named(reader, &text, field)
        }
    }
}

fn named(reader: &mut Reader<'_>, text: &Text, field: &str) -> Option<KindDef> {
    let word = text.text.as_str();
    let int = |min, max| Some(KindDef::Int { min, max });
    match word {
        "text" => return Some(KindDef::Text(None)),
        "uuid" => return Some(KindDef::Uuid),
        "ulid" => return Some(KindDef::Ulid),
        "u8" => return int(0, i128::from(u8::MAX)),
        "u16" => return int(0, i128::from(u16::MAX)),
        "u32" => return int(0, i128::from(u32::MAX)),
        "u64" => return int(0, i128::from(u64::MAX)),
        "i8" => return int(i128::from(i8::MIN), i128::from(i8::MAX)),
        "i16" => return int(i128::from(i16::MIN), i128::from(i16::MAX)),
        "i32" => return int(i128::from(i32::MIN), i128::from(i32::MAX)),
        "i64" => return int(i128::from(i64::MIN), i128::from(i64::MAX)),
        "i128" => return int(i128::MIN, i128::MAX),
        "f64" => return Some(KindDef::F64),
        "time.s" => return Some(KindDef::Time(Precision::Seconds)),
        "time.ms" => return Some(KindDef::Time(Precision::Millis)),
        "time.us" => return Some(KindDef::Time(Precision::Micros)),
        "date" => return Some(KindDef::Date),
        "bool" => return Some(KindDef::Bool),
        "bytes" => return Some(KindDef::Bytes),
        _ => {}
    }
    if let Some(scale) = word.strip_prefix("decimal.") {
        if let Some(scale) = scale.parse::<u8>().ok().filter(|scale| *scale <= dal_key::MAX_DECIMAL_SCALE) {
            return Some(KindDef::Decimal(scale));
        }
        reader.report(
            Diagnostic::new(
                Code::UnknownKind,
                format!("`{word}` is not a decimal: its scale is a number from 0 to 28"),
            )
            .at(&text.place, "write the digits after the point: `decimal.2`"),
        );
        return None;
    }
    if let Some((low, high)) = word.split_once("..") {
        return range(reader, text, low, high);
    }
    let meant = match word {
        "string" | "str" | "String" | "varchar" => Some("text"),
        "time" | "datetime" | "timestamp" | "instant" | "DateTime" => Some("time.ms"),
        "int" | "integer" | "number" | "isize" => Some("i64"),
        "usize" | "u128" => Some("u64"),
        "f32" | "float" | "double" => Some("f64"),
        "decimal" | "money" => Some("decimal.2"),
        "boolean" => Some("bool"),
        "binary" | "blob" => Some("bytes"),
        _ => suggest::nearest(word, KINDS.iter().copied()),
    };
    let label = meant.map(|kind| format!("did you mean `{kind}`?")).unwrap_or_default();
    reader.report(
        Diagnostic::new(Code::UnknownKind, format!("`{word}`, the kind of `{field}`, is not known"))
            .at(&text.place, label)
            .help(format!(
                "kinds are {}, `decimal.2`, a range of integers (`0..14`, `1..`), a list of words (`[open, closed]`) and `{{ text: 'pattern' }}`",
                suggest::names(KINDS.iter().copied())
            )),
    );
    None
}

fn range(reader: &mut Reader<'_>, text: &Text, low: &str, high: &str) -> Option<KindDef> {
    let min = low.trim().parse::<i128>().ok();
    let max = match (high.trim(), min) {
        // As far as a type of 64 bits goes.
        ("", Some(min)) => Some(if min < 0 { i128::from(i64::MAX) } else { i128::from(u64::MAX) }),
        (high, _) => high.strip_prefix('=').unwrap_or(high).parse::<i128>().ok(),
    };
    let problem = match (min, max) {
        (Some(min), Some(max)) if min <= max => return Some(KindDef::Int { min, max }),
        (Some(min), Some(max)) => format!("`{}` holds no number: {min} is more than {max}", text.text),
        (None, _) => format!("`{}` has no smallest number", text.text),
        _ => format!("`{}` is not a range of whole numbers", text.text),
    };
    reader.report(
        Diagnostic::new(Code::BadRange, problem)
            .at(&text.place, "both ends are included")
            .help("write the smallest and the largest number, `0..14`, or the smallest alone, `1..`")
            .note("keys give every number of a range as many digits as the largest needs"),
    );
    None
}

fn words(reader: &mut Reader<'_>, node: &Node, field: &str) -> Option<KindDef> {
    let words = reader.texts(node, &format!("the words of `{field}`"))?;
    for word in &words {
        if let Some(bad) = word.text.chars().find(|&c| c <= '$' || c == '|' || c.is_control()) {
            reader.report(
                Diagnostic::new(
                    Code::BadWords,
                    format!("The word `{}` holds {bad:?}, which words in keys cannot hold", word.text),
                )
                .at(&word.place, "use letters, digits, `_`, `-` and `.`")
                .note("characters up to `$` separate parts of keys"),
            );
            return None;
        }
    }
    let joined: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    Some(KindDef::Enum(joined.join("|")))
}

/// The kind as it was written, for messages.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.text.clone(),
        Value::List(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Map(map) => {
            let entries: Vec<String> = map
                .entries
                .iter()
                .map(|(key, value)| format!("{}: '{}'", key.text, written(value)))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Empty(_) | Value::Bad => String::new(),
    }
}
