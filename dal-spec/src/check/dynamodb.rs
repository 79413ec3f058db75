//! DynamoDB's own limits on names and numbers.

use crate::diagnostic::{Code, Diagnostic};
use crate::spec::{IndexSpec, ProjectSpec, TableSpec};
use crate::yaml::Text;

const MAX_LOCAL_INDEXES: usize = 5;
const MAX_INDEXES: usize = 20;
const MAX_PROJECTED: usize = 100;
const MAX_KEY_ATTRIBUTES: usize = 4;
const MAX_ATTRIBUTE_BYTES: usize = 255;

pub(crate) fn check(table: &TableSpec, out: &mut Vec<Diagnostic>) {
    resource(false, &table.name, out);
    for name in table.keys().chain(&table.type_attribute).chain(&table.ttl) {
        attribute(Some(name), out);
    }
    for index in &table.indexes {
        resource(true, index.physical.as_ref().unwrap_or(&index.name), out);
        index.attributes().for_each(|own| attribute(Some(own), out));
        if let Some(ProjectSpec::List(list)) = &index.project {
            list.iter().for_each(|name| attribute(Some(name), out));
        }
    }
    counts(table, out);
    types(table, out);
    clashes(table, out);
    own_attributes(table, out);
}

fn resource(is_index: bool, name: &Text, out: &mut Vec<Diagnostic>) {
    let what = if is_index { "An index's name" } else { "A table's name" };
    let length = name.text.chars().count();
    let bad = name.text.chars().find(|c| !(c.is_ascii_alphanumeric() || "_.-".contains(*c)));
    let problem = match bad {
        Some(c) => format!("{c:?} is not allowed"),
        None if length < 3 => "too short".to_owned(),
        None if length > 255 => "too long".to_owned(),
        None => return,
    };
    let mut diagnostic =
        Diagnostic::new(Code::DynamoDbName, format!("{what} in DynamoDB cannot be `{}`", name.text))
            .at(&name.place, problem)
            .note("names of tables and indexes have 3 to 255 characters: letters, digits, `_`, `.` and `-`");
    if is_index {
        diagnostic =
            diagnostic.help("an index can have a short name here and a longer one in DynamoDB: `name: …`");
    }
    out.push(diagnostic);
}

fn attribute(name: Option<&Text>, out: &mut Vec<Diagnostic>) {
    let Some(name) = name else { return };
    if name.text.len() > MAX_ATTRIBUTE_BYTES {
        out.push(
            Diagnostic::new(Code::DynamoDbName, format!("An attribute's name has {} bytes", name.text.len()))
                .at(&name.place, format!("at most {MAX_ATTRIBUTE_BYTES} bytes in a key or a projection")),
        );
    }
}

fn counts(table: &TableSpec, out: &mut Vec<Diagnostic>) {
    for (local, most, what) in [(false, MAX_INDEXES, "indexes"), (true, MAX_LOCAL_INDEXES, "local indexes")] {
        let of_kind = || table.indexes.iter().filter(|index| index.local == local);
        let Some(index) = of_kind().nth(most) else { continue };
        out.push(
            Diagnostic::new(
                Code::TooManyIndexes,
                format!("The table has {} {what}, and DynamoDB allows {most}", of_kind().count()),
            )
            .at(&index.name.place, format!("index {} of {}", most + 1, of_kind().count()))
            .help("let entities share an index: its key attributes mean something else for each of them"),
        );
    }
    for index in &table.indexes {
        for (attributes, which) in [(&index.partition, "partition"), (&index.sort, "sort")] {
            let Some(beyond) = attributes.get(MAX_KEY_ATTRIBUTES) else { continue };
            out.push(
                Diagnostic::new(
                    Code::TooManyKeyAttributes,
                    format!(
                        "The {which} key of `{}` has {} attributes, and DynamoDB allows {MAX_KEY_ATTRIBUTES}",
                        index.name.text,
                        attributes.len()
                    ),
                )
                .at(&beyond.place, format!("attribute {}", MAX_KEY_ATTRIBUTES + 1))
                .help("let one attribute hold several parts: its template can, as '{region}#{city}'"),
            );
        }
    }
    let mut total = 0;
    for index in &table.indexes {
        let Some(ProjectSpec::List(list)) = &index.project else { continue };
        let before = total;
        total += list.len();
        if before <= MAX_PROJECTED
            && total > MAX_PROJECTED
            && let Some(first) = list.get(MAX_PROJECTED - before)
        {
            out.push(
                Diagnostic::new(
                    Code::TooManyProjected,
                    format!("The projection lists of all indexes hold more than {MAX_PROJECTED} attributes"),
                )
                .at(&first.place, format!("attribute {}", MAX_PROJECTED + 1))
                .help("project `all`, or project less and read the items themselves"),
            );
        }
    }
}

/// One attribute, one type.
fn types(table: &TableSpec, out: &mut Vec<Diagnostic>) {
    for (number, typed) in table.types.iter().enumerate() {
        let before = table.types.iter().take(number).find(|before| before.name.text == typed.name.text);
        if let Some(first) = before.filter(|first| first.of != typed.of) {
            out.push(
                Diagnostic::new(
                    Code::AttributeClash,
                    format!("`{}` is declared as {} and as {}", typed.name.text, first.of, typed.of),
                )
                .at(&typed.name.place, format!("here it is {}", typed.of))
                .related(&first.name.place, format!("here it is {}", first.of))
                .note("a key attribute has one type, wherever it is a key")
                .help("give both the same type, or give one of them another attribute"),
            );
        }
    }
}

/// One attribute, one meaning.
fn clashes(table: &TableSpec, out: &mut Vec<Diagnostic>) {
    let mut uses: Vec<(&Text, Option<&str>, String)> =
        vec![(&table.partition, Some(""), "the table's partition key".to_owned())];
    uses.extend(table.sort.iter().map(|sort| (sort, Some(""), "the table's sort key".to_owned())));
    for index in &table.indexes {
        let name = index.name.text.as_str();
        for (attributes, which) in [(&index.partition, "partition"), (&index.sort, "sort")] {
            let meaning = if attributes.len() > 1 {
                format!("an attribute of the {which} key of `{name}`")
            } else {
                format!("the {which} key of `{name}`")
            };
            uses.extend(attributes.iter().map(|own| (own, Some(name), meaning.clone())));
        }
    }
    if let Some(name) = &table.type_attribute {
        uses.push((name, None, "the attribute of `type:`".to_owned()));
    }
    if let Some(ttl) = &table.ttl {
        uses.push((ttl, None, "the attribute of `ttl:`".to_owned()));
    }
    for (i, (name, of, meaning)) in uses.iter().enumerate() {
        let Some((first, first_of, what)) = uses[..i].iter().find(|(n, _, _)| n.text == name.text) else {
            continue;
        };
        // Keys may share an attribute; two halves of one key may not.
        if of.is_some() && first_of.is_some() && of != first_of {
            continue;
        }
        out.push(
            Diagnostic::new(Code::AttributeClash, format!("`{}` is both {what} and {meaning}", name.text))
                .at(&name.place, meaning.clone())
                .related(&first.place, what.clone())
                .help("give one of them another attribute"),
        );
    }
}

/// What an index shares with others must leave it an attribute of its own, which tells who is in it; unless all of its
/// attributes are the table's, and so every item is.
fn own_attributes(table: &TableSpec, out: &mut Vec<Diagnostic>) {
    let has = |index: &IndexSpec, attribute: &Text| index.attributes().any(|own| own.text == attribute.text);
    let shares = |index: &IndexSpec, other: &IndexSpec| other.attributes().any(|own| has(index, own));
    let others =
        |number: usize| table.indexes.iter().enumerate().filter(move |(n, _)| *n != number).map(|(_, i)| i);
    let lacks_own = |number: usize, index: &IndexSpec| {
        let is_shared = |own: &Text| table.is_key(&own.text) || others(number).any(|other| has(other, own));
        // With one of the table's attributes, which every item has, the other one alone tells who is in it.
        let has_tables = index.attributes().any(|own| table.is_key(&own.text));
        !has_tables && index.attributes().all(is_shared)
    };
    for (number, index) in table.indexes.iter().enumerate() {
        // Of two that share with each other, the later one is to be changed.
        let mut later = table.indexes.iter().enumerate().skip(number + 1);
        if !lacks_own(number, index) || later.any(|(n, other)| lacks_own(n, other) && shares(index, other)) {
            continue;
        }
        let name = &index.name.text;
        let mut diagnostic =
            Diagnostic::new(Code::NoOwnAttribute, format!("`{name}` has no key attribute of its own"))
                .at(&index.name.place, "all of them are keys elsewhere too");
        if let Some(other) = others(number).find(|other| shares(index, other)) {
            diagnostic = diagnostic.related(&other.name.place, "shares a key attribute");
        }
        out.push(
            diagnostic
                .note("an item is in an index when it has all of its key attributes, so entities of other indexes would be in this one too")
                .help("give it one attribute that no other key has, or only attributes of the table's key: then every item is in it"),
        );
    }
}
