//! `patterns:`, each with one verb.

use super::{AllowSpec, ConditionSpec, Reader, Spec, action, allow, condition, words};
use crate::diagnostic::{Code, Diagnostic, Owner};
use crate::source::Place;
use crate::suggest;
use crate::yaml::{Map, Node, Text, Value};

/// A pattern as written.
#[derive(Debug)]
pub(crate) struct PatternSpec {
    pub(crate) name: Text,
    pub(crate) about: Option<Text>,
    pub(crate) verb: VerbSpec,
    /// Where the verb stands.
    pub(crate) verb_place: Place,
    pub(crate) entities: Vec<Text>,
    pub(crate) index: Option<Text>,
    pub(crate) by: Vec<Text>,
    pub(crate) range: Option<Text>,
    /// The text part of which callers give the beginning.
    pub(crate) prefix: Option<Text>,
    pub(crate) fix: Vec<(Text, Text)>,
    /// Fields with several constants: one query each.
    pub(crate) lists: Vec<(Text, Vec<Text>)>,
    pub(crate) order: Option<(OrderSpec, Place)>,
    pub(crate) limit: Option<(u32, Place)>,
    pub(crate) select: Vec<Text>,
    pub(crate) consistent: Option<(bool, Place)>,
    pub(crate) hydrate: Option<(bool, Place)>,
    /// How many neighbouring buckets of time it may read.
    pub(crate) buckets: Option<(u32, Place)>,
    /// Why its range goes on over the keys of other entities.
    pub(crate) runs_on: Option<Text>,
    pub(crate) page_size: Option<(u32, Place)>,
    pub(crate) requests: Option<(u32, Place)>,
    /// Entities whose items lie among those that are read, and are left out, each with the reason.
    pub(crate) skip: Vec<(Text, Text)>,
    /// Why it scans.
    pub(crate) because: Option<Text>,
    /// Why it reads across tenants.
    pub(crate) across_tenants: Option<Text>,
    pub(crate) into: Option<Text>,
    /// Conditions on attributes of what is read; all must hold.
    pub(crate) filter: Vec<ConditionSpec>,
    /// Parameters and their new names.
    pub(crate) rename: Vec<(Text, Text)>,
    /// How often it is called at its busiest: calls an hour.
    pub(crate) rate: Option<u64>,
    /// How many items a call reads.
    pub(crate) items: Option<u32>,
    pub(crate) allow: Vec<AllowSpec>,
    /// The words it is written with, and their places.
    pub(crate) words: Vec<(String, Place)>,
    /// Whether something of it was reported, so that checks leave it alone.
    pub(crate) broken: bool,
}

impl PatternSpec {
    /// Whether it has a type of its own: a read of several entities.
    pub(crate) fn is_collection(&self) -> bool {
        self.entities.len() > 1 && self.verb != VerbSpec::Get
    }

    /// The fields that constants bind.
    pub(crate) fn fixed(&self) -> impl Iterator<Item = &Text> {
        self.fix.iter().map(|(field, _)| field).chain(self.lists.iter().map(|(field, _)| field))
    }

    /// Who reports what is wrong with it.
    pub(crate) fn owner(&self) -> Owner {
        match self.entities.as_slice() {
            [one] => Owner::Entity(one.text.clone()),
            _ if !self.is_collection() => Owner::Table,
            _ => Owner::Collection(self.collection_name()),
        }
    }

    /// The name of its collection type, if it is one.
    pub(crate) fn collection_name(&self) -> String {
        self.into.as_ref().map_or_else(|| suggest::upper_camel(&self.name.text), |into| into.text.clone())
    }

    /// Where a word of it stands.
    pub(crate) fn word(&self, word: &str) -> &Place {
        self.words.iter().find(|(w, _)| w == word).map_or(&self.name.place, |(_, place)| place)
    }
}

/// Why `buckets:` is bounded.
const EACH: &str = "a read is a query of each";

/// What a pattern does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerbSpec {
    Get,
    Query,
    First,
    Latest,
    Scan,
}

impl VerbSpec {
    const ALL: [(&str, Self); 5] = [
        ("get", Self::Get),
        ("query", Self::Query),
        ("first", Self::First),
        ("latest", Self::Latest),
        ("scan", Self::Scan),
    ];

    /// The word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Query => "query",
            Self::First => "first",
            Self::Latest => "latest",
            Self::Scan => "scan",
        }
    }
}

/// `order:`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderSpec {
    Asc,
    Desc,
    Newest,
    Oldest,
}

pub(crate) fn read(reader: &mut Reader<'_>, node: &Node, spec: &mut Spec) {
    if let Value::Map(map) = &node.value {
        let example = map.entries.first().map_or("get_item", |(key, _)| key.text.as_str());
        reader.report(
            Diagnostic::new(Code::WrongForm, "`patterns:` must be a list, and this is a map")
                .at(&node.place, "a list is wanted here")
                .help(format!("begin each pattern with `- `: `- {{ name: {example}, get: … }}`")),
        );
        return;
    }
    for item in reader.items(node, "`patterns:`") {
        let Some(map) = reader.map(item, "a pattern", "`name`, a verb and its words") else { continue };
        if let Some(form) = action::form(map).filter(|_| !reads(map)) {
            let name = name(reader, item, map);
            reader.leave();
            spec.actions.push(action::read(reader, item, map, name, form));
            continue;
        }
        let pattern = pattern(reader, item, map);
        reader.leave();
        spec.patterns.extend(pattern);
    }
}

/// Whether a pattern has a verb that reads one way: with another one, two verbs are told as of any pattern.
fn reads(map: &Map) -> bool {
    map.entries.iter().any(|(key, value)| {
        let list = matches!(value.value, Value::List(_));
        VerbSpec::ALL.iter().any(|(verb, _)| *verb == key.text) && !(key.text == "get" && list)
    })
}

fn name(reader: &mut Reader<'_>, node: &Node, map: &Map) -> Option<Text> {
    match map.entries.iter().find(|(key, _)| key.text == "name") {
        Some((_, value)) => reader.text(value, "a pattern's name"),
        None => {
            reader.report(
                Diagnostic::new(Code::MissingWord, "A pattern has no name")
                    .at(&node.place, "`name:` is missing")
                    .help("add `name: get_item`: the name of the generated method"),
            );
            None
        }
    }
}

fn pattern(reader: &mut Reader<'_>, node: &Node, map: &Map) -> Option<PatternSpec> {
    let find = |word: &str| map.entries.iter().find(|(key, _)| key.text == word);
    let name = name(reader, node, map);
    // Even a pattern without a usable name is read, so that all its mistakes are shown at once.
    let called = name.as_ref().map(|name| name.text.clone());
    reader.enter_pattern(called.as_deref(), Owner::Table);
    let verbs: Vec<(&Text, &Node, VerbSpec)> = VerbSpec::ALL
        .iter()
        .filter_map(|(word, verb)| find(word).map(|(key, value)| (key, value, *verb)))
        .collect();
    let later = map.entries.iter().any(|(key, _)| is_verb_to_come(&key.text));
    let name_text = name.clone().unwrap_or_else(|| Text::new("", &node.place));
    let (verb, verb_place, entities) = match verbs.as_slice() {
        [] if later => (VerbSpec::Query, node.place.clone(), None),
        [] => {
            reader.report(
                Diagnostic::new(Code::MissingVerb, format!("The pattern `{}` does not say what it does", name_text.text))
                    .at(&name_text.place, "no verb")
                    .help("give it one verb and an entity: `get: Item`, `query: Item`, `first: Item` or `latest: Item`"),
            );
            (VerbSpec::Query, node.place.clone(), None)
        }
        [(key, value, verb), rest @ ..] => {
            let transact = find("transact").map(|(second, _)| second);
            for second in rest.iter().map(|(second, _, _)| *second).chain(transact) {
                reader.report(
                    Diagnostic::new(
                        Code::TwoVerbs,
                        format!(
                            "The pattern `{}` has two verbs, `{}` and `{}`",
                            name_text.text, key.text, second.text
                        ),
                    )
                    .at(&second.place, "the second verb")
                    .related(&key.place, "the first verb")
                    .help("make it two patterns: each is one operation"),
                );
            }
            let entities = reader.texts(value, &format!("`{}:`", key.text));
            (*verb, key.place.clone(), entities.filter(|_| rest.is_empty() && transact.is_none()))
        }
    };
    let mark_failed = name.is_none() || entities.is_none() || node.is_broken();
    let mut pattern = PatternSpec {
        name: name_text,
        about: None,
        verb,
        verb_place,
        entities: entities.unwrap_or_default(),
        index: None,
        by: Vec::new(),
        range: None,
        prefix: None,
        fix: Vec::new(),
        lists: Vec::new(),
        order: None,
        limit: None,
        select: Vec::new(),
        consistent: None,
        hydrate: None,
        buckets: None,
        runs_on: None,
        page_size: None,
        requests: None,
        skip: Vec::new(),
        because: None,
        across_tenants: None,
        into: None,
        filter: Vec::new(),
        rename: Vec::new(),
        rate: None,
        items: None,
        allow: Vec::new(),
        words: map.entries.iter().map(|(key, _)| (key.text.clone(), key.place.clone())).collect(),
        broken: false,
    };
    if !pattern.entities.is_empty() {
        reader.enter_pattern(called.as_deref(), pattern.owner());
    }
    let mark = reader.mark();
    for (word, value) in &map.entries {
        if reader.word(word, &words::PATTERN) {
            self::word(reader, &mut pattern, word, value);
        }
    }
    pattern.broken = mark_failed || reader.failed_since(mark);
    Some(pattern)
}

fn is_verb_to_come(word: &str) -> bool {
    matches!(word, "create" | "put" | "update" | "upsert" | "delete")
}

fn word(reader: &mut Reader<'_>, pattern: &mut PatternSpec, word: &Text, value: &Node) {
    match word.text.as_str() {
        "about" => pattern.about = reader.prose(value, "`about:`"),
        "index" => pattern.index = reader.text(value, "`index:`"),
        "by" => pattern.by = reader.texts(value, "`by:`").unwrap_or_default(),
        "range" => pattern.range = reader.text(value, "`range:`"),
        "prefix" => pattern.prefix = reader.text(value, "`prefix:`"),
        "fix" => fix(reader, pattern, value),
        "order" => pattern.order = order(reader, value),
        "limit" => pattern.limit = limit(reader, value),
        "select" => pattern.select = reader.texts(value, "`select:`").unwrap_or_default(),
        "consistent" => {
            pattern.consistent = reader.bool(value, "`consistent:`").map(|on| (on, word.place.clone()));
        }
        "hydrate" => {
            pattern.hydrate = reader.bool(value, "`hydrate:`").map(|on| (on, word.place.clone()));
        }
        "buckets" => {
            let count = super::entity::number(reader, value, "buckets", 2..=100, EACH);
            pattern.buckets = count.map(|count| (count, word.place.clone()));
        }
        "runs_on" => pattern.runs_on = super::reason(reader, value, "reading on into other entities"),
        "page_size" => {
            let why = "how many items a request evaluates, DynamoDB's `Limit`: a request ends at 1 MB anyway";
            let items = super::entity::number(reader, value, "page_size", 1..=100_000, why);
            pattern.page_size = items.map(|items| (items, word.place.clone()));
        }
        "requests" => {
            let why = "how many requests one `.await` may make";
            let requests = super::entity::number(reader, value, "requests", 1..=1_000, why);
            pattern.requests = requests.map(|requests| (requests, word.place.clone()));
        }
        "skip" => {
            let Some(map) = reader.map(value, "`skip:`", "entities and reasons") else { return };
            for (entity, why) in &map.entries {
                let why = super::reason(reader, why, "leaving its items out");
                pattern.skip.extend(why.map(|why| (entity.clone(), why)));
            }
        }
        "because" => pattern.because = super::reason(reader, value, "the scan"),
        "across_tenants" => pattern.across_tenants = super::reason(reader, value, "reading across tenants"),
        "into" => pattern.into = reader.text(value, "`into:`"),
        "filter" => pattern.filter = condition::read(reader, value, "`filter:`"),
        "as" => pattern.rename = pairs(reader, value, "`as:`", "parameters and their names"),
        "rate" => pattern.rate = super::load::rate(reader, value),
        "items" => pattern.items = super::load::items(reader, value),
        "allow" => pattern.allow = allow(reader, value),
        _ => {}
    }
}

fn pairs(reader: &mut Reader<'_>, node: &Node, what: &str, of: &str) -> Vec<(Text, Text)> {
    let Some(map) = reader.map(node, what, of) else { return Vec::new() };
    map.entries.iter().filter_map(|(key, value)| Some((key.clone(), reader.text(value, what)?))).collect()
}

fn fix(reader: &mut Reader<'_>, pattern: &mut PatternSpec, node: &Node) {
    let Some(map) = reader.map(node, "`fix:`", "fields and constants") else { return };
    for (field, value) in &map.entries {
        match &value.value {
            Value::List(_) => {
                if let Some(values) = reader.texts(value, &format!("the values of `{}`", field.text)) {
                    match values.as_slice() {
                        [one] => pattern.fix.push((field.clone(), one.clone())),
                        _ => pattern.lists.push((field.clone(), values)),
                    }
                }
            }
            _ => {
                if let Some(text) = reader.text(value, "`fix:`") {
                    pattern.fix.push((field.clone(), text));
                }
            }
        }
    }
}

fn order(reader: &mut Reader<'_>, node: &Node) -> Option<(OrderSpec, Place)> {
    let text = reader.text(node, "`order:`")?;
    let order = match text.text.as_str() {
        "asc" => OrderSpec::Asc,
        "desc" => OrderSpec::Desc,
        "newest" => OrderSpec::Newest,
        "oldest" => OrderSpec::Oldest,
        other => {
            let meant = match other.to_ascii_lowercase().as_str() {
                "ascending" | "forward" | "up" => "did you mean `asc`?".to_owned(),
                "descending" | "reverse" | "backward" | "down" => "did you mean `desc`?".to_owned(),
                "latest" | "recent" => "did you mean `newest`?".to_owned(),
                _ => suggest::did_you_mean(other, ["asc", "desc", "newest", "oldest"]),
            };
            reader.report(
                Diagnostic::new(
                    Code::WrongValue,
                    format!("`order:` takes `asc`, `desc`, `newest` or `oldest`, not `{other}`"),
                )
                .at(&text.place, meant),
            );
            return None;
        }
    };
    Some((order, text.place))
}

fn limit(reader: &mut Reader<'_>, node: &Node) -> Option<(u32, Place)> {
    let text = reader.text(node, "`limit:`")?;
    match text.text.parse::<u32>() {
        Ok(limit) if limit >= 1 => Some((limit, text.place)),
        _ => {
            reader.report(
                Diagnostic::new(
                    Code::BadLimit,
                    format!("`{}` is not a limit: a limit is a whole number from 1 up", text.text),
                )
                .at(&text.place, "how many items a page returns"),
            );
            None
        }
    }
}
