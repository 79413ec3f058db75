//! `size:`, `rate:` and `items:`: what is expected of items and calls.

use super::Reader;
use super::entity::number;
use crate::diagnostic::{Code, Diagnostic};
use crate::yaml::{Node, Text};

/// DynamoDB's limit of an item, in bytes.
const MAX_ITEM: u32 = 400 * 1024;

/// `size: 2KB`: how large an item is, in bytes.
pub(super) fn size(reader: &mut Reader<'_>, node: &Node) -> Option<u32> {
    let text = reader.text(node, "`size:`")?;
    let bytes = split(&text).and_then(|(number, unit)| match unit {
        "B" => number.parse().ok(),
        "KB" => number.parse::<u32>().ok()?.checked_mul(1024),
        _ => None,
    });
    let bytes = bytes.filter(|bytes| (1..=MAX_ITEM).contains(bytes));
    if bytes.is_none() {
        reader.report(
            Diagnostic::new(Code::WrongValue, format!("`{}` is not the size of an item", text.text))
                .at(&text.place, "a whole number of B or KB, up to 400KB")
                .help(
                    "write `size: 700B` or `size: 2KB`: what most items take, with their attributes' names",
                ),
        );
    }
    bytes
}

/// `rate: 50/s`: calls, as calls an hour.
pub(super) fn rate(reader: &mut Reader<'_>, node: &Node) -> Option<u64> {
    let text = reader.text(node, "`rate:`")?;
    let rate = text.text.split_once('/').and_then(|(number, unit)| {
        let seconds = match unit.trim() {
            "s" => 3_600,
            "min" => 60,
            "h" => 1,
            _ => return None,
        };
        number.trim().parse::<u64>().ok()?.checked_mul(seconds)
    });
    let rate = rate.filter(|rate| *rate > 0);
    if rate.is_none() {
        reader.report(
            Diagnostic::new(Code::WrongValue, format!("`{}` is no rate of calls", text.text))
                .at(&text.place, "a whole number of calls a second, a minute or an hour")
                .help("write `rate: 50/s`, `rate: 200/min` or `rate: 12/h`: at its busiest"),
        );
    }
    rate
}

/// `items: 20`: how many items a call reads.
pub(super) fn items(reader: &mut Reader<'_>, node: &Node) -> Option<u32> {
    number(reader, node, "items", 1..=1_000_000_000, "how many items a call reads")
}

fn split(text: &Text) -> Option<(&str, &str)> {
    let end = text.text.find(|character: char| !character.is_ascii_digit())?;
    let (number, unit) = text.text.split_at(end);
    Some((number, unit.trim()))
}
