//! Names that become Rust items: their form, and no two alike.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::spec::{PatternSpec, Spec};
use crate::suggest::{snake, upper_camel};
use crate::yaml::Text;

/// Rust's keywords, strict and reserved.
const KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual",
    "where", "while", "yield",
];

/// Methods that a struct has or is given: a pattern of such a name would hide them, or be hidden.
const METHODS: &[&str] = &[
    // Inherent and derived methods of everyday structs.
    "new",
    "default",
    "clone",
    "clone_from",
    "fmt",
    "eq",
    "ne",
    "cmp",
    "partial_cmp",
    "hash",
    "max",
    "min",
    "clamp",
    "drop",
    "from",
    "into",
    "try_from",
    "try_into",
    "as_ref",
    "as_mut",
    "borrow",
    "borrow_mut",
    "to_owned",
    "to_string",
    "type_id",
    "serialize",
    "deserialize",
    "builder",
    // Those of the prelude's traits.
    "create",
    "put",
    "update",
    "upsert",
    "delete",
    "patch",
    "key",
    "get",
    "query",
    "scan",
    "batch_get",
    "batch_write",
    "hydrate",
    "check",
    "transact",
    "into_item",
    "from_item",
];

/// Generic type names that generated code refers to.
const TYPES: &[&str] =
    &["Dal", "Scope", "Page", "Cursor", "Query", "Attr", "Holds", "Option", "Vec", "String", "Result"];

pub(crate) fn check(spec: &Spec, out: &mut Vec<Diagnostic>) {
    entities(spec, out);
    patterns(spec, out);
    actions(spec, out);
    table(spec, out);
    generated(spec, out);
}

/// Whether `name` is snake_case and no keyword.
pub(crate) fn is_snake(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !KEYWORDS.contains(&name)
}

fn is_upper_camel(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && chars.all(|c| c.is_ascii_alphanumeric())
        && !KEYWORDS.contains(&name)
}

fn duplicate(what: &str, name: &Text, first: &Place) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, format!("Two {what} have the name `{}`", name.text))
        .at(&name.place, "the second one")
        .related(first, "the first one")
        .help("give one of them another name")
}

fn entities(spec: &Spec, out: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, &Place> = HashMap::new();
    for entity in &spec.entities {
        let name = &entity.name;
        if let Some(first) = seen.get(name.text.as_str()) {
            out.push(duplicate("entities", name, first).entity(&name.text));
            continue;
        }
        seen.insert(&name.text, &name.place);
        if !is_upper_camel(&name.text) || TYPES.contains(&name.text.as_str()) {
            let meant = upper_camel(&name.text);
            let label = if TYPES.contains(&name.text.as_str()) {
                "a type of this name is part of the generated code".to_owned()
            } else if is_upper_camel(&meant) {
                format!("write `{meant}`")
            } else {
                "not the name of a Rust struct".to_owned()
            };
            out.push(
                Diagnostic::new(Code::InvalidName, format!("An entity cannot be called `{}`", name.text))
                    .at(&name.place, label)
                    .note("an entity has the name of its Rust struct, in UpperCamelCase")
                    .entity(&name.text),
            );
        }
    }
}

fn patterns(spec: &Spec, out: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, &Place> = HashMap::new();
    for pattern in &spec.patterns {
        let name = &pattern.name;
        if name.text.is_empty() {
            continue;
        }
        let mut report = |diagnostic: Diagnostic| out.push(about(pattern, diagnostic));
        if let Some(first) = seen.get(name.text.as_str()) {
            report(duplicate("patterns", name, first));
            continue;
        }
        seen.insert(&name.text, &name.place);
        if METHODS.contains(&name.text.as_str()) {
            let entity = pattern.entities.first().map_or_else(|| "items".to_owned(), |e| snake(&e.text));
            report(
                Diagnostic::new(Code::ShadowingName, format!("A pattern cannot be called `{}`", name.text))
                    .at(&name.place, "structs have a method of this name")
                    .note("a pattern becomes a method of its entity, and one of the two would hide the other")
                    .help(format!("say what it returns: `{}_{entity}`", name.text)),
            );
        } else if !is_snake(&name.text) {
            let meant = snake(&name.text);
            let label = if is_snake(&meant) {
                format!("write `{meant}`")
            } else {
                "not the name of a Rust method".to_owned()
            };
            report(
                Diagnostic::new(Code::InvalidName, format!("A pattern cannot be called `{}`", name.text))
                    .at(&name.place, label)
                    .note("a pattern has the name of its Rust method, in snake_case"),
            );
        }
        if let Some(into) = &pattern.into
            && !is_upper_camel(&into.text)
        {
            report(
                Diagnostic::new(
                    Code::InvalidName,
                    format!("What `{}` gives cannot be called `{}`", name.text, into.text),
                )
                .at(&into.place, "a Rust type's name in UpperCamelCase is wanted"),
            );
        }
    }
}

/// The names of writes, batches and transactions, which are methods of entities or of the table's enum, among all others.
fn actions(spec: &Spec, out: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, &Place> =
        spec.patterns.iter().map(|pattern| (pattern.name.text.as_str(), &pattern.name.place)).collect();
    for pattern in &spec.actions {
        let name = &pattern.name;
        if name.text.is_empty() {
            continue;
        }
        if let Some(first) = seen.insert(&name.text, &name.place) {
            out.push(duplicate("patterns", name, first).pattern(&name.text));
        } else if !is_snake(&name.text) {
            out.push(
                Diagnostic::new(Code::InvalidName, format!("A pattern cannot be called `{}`", name.text))
                    .at(&name.place, "not the name of a Rust method")
                    .note("a pattern has the name of its Rust method, in snake_case")
                    .pattern(&name.text),
            );
        } else if METHODS.contains(&name.text.as_str()) {
            out.push(
                Diagnostic::new(Code::ShadowingName, format!("A pattern cannot be called `{}`", name.text))
                    .at(&name.place, "structs have a method of this name")
                    .note("a pattern becomes a method of its entity or of the table's enum, and one of the two would hide the other")
                    .help(format!("say what it does: `{}_item`", name.text))
                    .pattern(&name.text),
            );
        }
    }
}

fn about(pattern: &PatternSpec, diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.owner(pattern.owner()).pattern(&pattern.name.text)
}

fn table(spec: &Spec, out: &mut Vec<Diagnostic>) {
    let Some(table) = &spec.table else { return };
    let enum_name = upper_camel(&table.name.text);
    if !is_upper_camel(&enum_name)
        && table.name.text.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
    {
        out.push(
            Diagnostic::new(Code::InvalidName, format!("The table's enum cannot be called `{enum_name}`"))
                .at(&table.name.place, "it has the table's name in UpperCamelCase")
                .help("begin the table's name with a letter"),
        );
    }
    let mut physical: HashMap<&str, &Place> = HashMap::new();
    for index in &table.indexes {
        let name = &index.name;
        let good = name.text.chars().next().is_some_and(|c| c.is_ascii_alphabetic())
            && name.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !good {
            out.push(
                Diagnostic::new(Code::InvalidName, format!("An index cannot be called `{}` here", name.text))
                    .at(&name.place, "letters, digits and `_`, as it becomes part of Rust names")
                    .help(format!(
                        "give it a short name and keep DynamoDB's: `GSI1: {{ name: {}, … }}`",
                        name.text
                    )),
            );
        } else if crate::spec::is_entity_word(&name.text) {
            out.push(
                Diagnostic::new(Code::InvalidName, format!("An index cannot be called `{}`", name.text))
                    .at(&name.place, "a word of the language in entities")
                    .help(format!(
                        "give it another name and keep DynamoDB's: `GSI1: {{ name: {}, … }}`",
                        name.text
                    )),
            );
        }
        let known_as = index.physical.as_ref().unwrap_or(name);
        if let Some(first) = physical.get(known_as.text.as_str()) {
            out.push(duplicate("indexes in DynamoDB", known_as, first));
        }
        physical.insert(&known_as.text, &known_as.place);
    }
}

/// The items that will be generated, no two of one name.
fn generated(spec: &Spec, out: &mut Vec<Diagnostic>) {
    let Some(table) = &spec.table else { return };
    let mut seen: HashMap<String, (&Place, String)> = HashMap::new();
    seen.insert(upper_camel(&table.name.text), (&table.name.place, "the table's enum".to_owned()));
    let mut items: Vec<(String, &Place, String, Option<&str>)> = Vec::new();
    for entity in &spec.entities {
        items.push((
            entity.name.text.clone(),
            &entity.name.place,
            format!("the entity `{}`", entity.name.text),
            Some(&entity.name.text),
        ));
    }
    for pattern in spec.patterns.iter().filter(|p| p.is_collection() && !p.collection_name().is_empty()) {
        let place = pattern.into.as_ref().map_or(&pattern.name.place, |into| &into.place);
        items.push((
            pattern.collection_name(),
            place,
            format!("the collection of `{}`", pattern.name.text),
            None,
        ));
    }
    for entity in &spec.entities {
        let name = entity.name.text.as_str();
        items.push((format!("{name}Key"), &entity.name.place, format!("the key of `{name}`"), Some(name)));
        for entry in &entity.entries {
            let index = upper_camel(&snake(&entry.index.text));
            let what = format!("of `{name}` in `{}`", entry.index.text);
            items.push((
                format!("{name}On{index}"),
                &entry.index.place,
                format!("the projection {what}"),
                Some(name),
            ));
            items.push((
                format!("{name}{index}Parts"),
                &entry.index.place,
                format!("the key parts {what}"),
                Some(name),
            ));
        }
    }
    for pattern in &spec.patterns {
        let named = !pattern.name.text.is_empty() && !METHODS.contains(&pattern.name.text.as_str());
        if let [entity] = pattern.entities.as_slice()
            && named
        {
            let name = format!("{}{}", entity.text, upper_camel(&pattern.name.text));
            items.push((
                name,
                &pattern.name.place,
                format!("the marker of `{}`", pattern.name.text),
                Some(&entity.text),
            ));
        }
        if let ([entity], Some(into)) = (pattern.entities.as_slice(), &pattern.into) {
            items.push((
                into.text.clone(),
                &into.place,
                format!("the selection of `{}`", pattern.name.text),
                Some(&entity.text),
            ));
        }
    }
    let mut told: Vec<(&str, usize, usize)> = Vec::new();
    for (name, place, what, entity) in items {
        if let Some((first, first_what)) = seen.get(&name) {
            let at = (place.source.name.as_str(), place.line, place.column);
            // Two names that are equal as written were reported as such.
            if *first_what == what || told.contains(&at) {
                continue;
            }
            told.push(at);
            let mut diagnostic = Diagnostic::new(
                Code::NameCollision,
                format!("`{name}` would be the name of {first_what} and of {what}"),
            )
            .at(place, "one of two items of this name")
            .related(first, "the other one")
            .help("rename one of them");
            if let Some(entity) = entity {
                diagnostic = diagnostic.entity(entity);
            }
            out.push(diagnostic);
        } else {
            seen.insert(name, (place, what));
        }
    }
}
