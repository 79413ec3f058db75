//! Plans from short text, and findings held against the codec: what a finding shows is written and read again here,
//! with nothing of the prover's own.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::PathBuf;
use std::sync::Arc;

use dal_key::language::Regex;
use dal_key::{Case, Cut, Format, Order, Part, Parts, Precision, Segment, SortCondition, Style, Template};
use dal_spec::plan::{
    EntityPlan, FieldPlan, IndexPlan, ManagedPlan, MembershipPlan, PatternPlan, Plan, ProjectionPlan,
    QueryPlan, SegmentPlan, TablePlan, TemplatePlan, TenantField, Verb, WhenIs, WhenPlan,
};
use dal_spec::prove::{ExampleItem, ExampleKey, ExampleRead, ExampleValue, Finding, Law};
use dal_spec::{KindDef, Place, Source};

pub(crate) fn place() -> Place {
    let source = Source { name: "test.yaml".into(), path: PathBuf::from("test.yaml"), text: String::new() };
    Place { source: Arc::new(source), line: 1, column: 1, length: 1 }
}

/// A plan under construction.
pub(crate) struct Model(pub(crate) Plan);

impl Model {
    pub(crate) fn new() -> Self {
        Self(Plan {
            files: Vec::new(),
            table: TablePlan {
                name: "test".into(),
                enum_name: "Test".into(),
                place: place(),
                partition: "PK".into(),
                sort: Some("SK".into()),
                types: Vec::new(),
                tenant: Vec::new(),
                tenant_text: None,
                type_attribute: None,
                ttl: None,
                indexes: Vec::new(),
            },
            entities: Vec::new(),
            patterns: Vec::new(),
            left_out: Vec::new(),
            left_out_collections: Vec::new(),
            others: Vec::new(),
            joined: Vec::new(),
            actions: Vec::new(),
        })
    }

    pub(crate) fn tenant(mut self, name: &str, kind: &str) -> Self {
        self.0.table.tenant.push(TenantField { name: name.into(), kind: kind_of(kind) });
        self
    }

    pub(crate) fn index(mut self, name: &str) -> Self {
        self.0.table.indexes.push(IndexPlan {
            name: name.into(),
            pinned_as: name.into(),
            physical: name.into(),
            place: place(),
            local: false,
            partition: vec![format!("{name}PK")],
            sort: vec![format!("{name}SK")],
            projection: ProjectionPlan::All,
            computed: false,
        });
        self
    }

    /// An entity with the templates of its primary key: `USER#{user_id:ulid}`, an encoding behind the kind.
    pub(crate) fn entity(mut self, name: &str, partition: &str, sort: &str) -> Self {
        let mut fields: Vec<FieldPlan> = self
            .0
            .table
            .tenant
            .iter()
            .map(|tenant| FieldPlan { name: tenant.name.clone(), kind: tenant.kind.clone(), place: place() })
            .collect();
        let partition = template(partition, &mut fields);
        let sort = template(sort, &mut fields);
        self.0.entities.push(EntityPlan {
            name: name.into(),
            type_name: None,
            about: None,
            place: place(),
            scoped: !self.0.table.tenant.is_empty(),
            primary_fields: fields.len(),
            fields,
            partition,
            sort: Some(sort),
            memberships: Vec::new(),
            groups: Vec::new(),
            shard: None,
            managed: ManagedPlan::default(),
            unique: Vec::new(),
            guards: None,
            shares: Vec::new(),
            size: None,
            key_only: Vec::new(),
        });
        self
    }

    /// The last entity's keys in an index.
    pub(crate) fn within(mut self, index: &str, partition: &str, sort: &str) -> Self {
        let index = self.0.table.indexes.iter().position(|i| i.name == index).unwrap();
        let entity = self.0.entities.last_mut().unwrap();
        let partition = template(partition, &mut entity.fields);
        let sort = template(sort, &mut entity.fields);
        entity.memberships.push(MembershipPlan {
            index,
            place: place(),
            partition: vec![partition],
            sort: vec![sort],
            when: Vec::new(),
            across_tenants: None,
            without_ttl: None,
            selected: Vec::new(),
        });
        self
    }

    /// A condition of the last entity's last place in an index.
    pub(crate) fn when(mut self, field: &str, kind: &str, values: &[&str]) -> Self {
        let entity = self.0.entities.last_mut().unwrap();
        let number = number(&mut entity.fields, field, Some(kind_of(kind)));
        let is = WhenIs::OneOf(values.iter().map(|value| (*value).to_owned()).collect());
        entity.memberships.last_mut().unwrap().when.push(WhenPlan { field: number, is });
        self
    }

    fn numbers(&self, entities: &[&str]) -> Vec<usize> {
        entities.iter().map(|name| self.0.entity(name).unwrap().0).collect()
    }

    fn pattern(mut self, name: &str, entities: &[&str], verb: Verb) -> Self {
        let entities = self.numbers(entities);
        self.0.patterns.push(PatternPlan {
            name: name.into(),
            about: None,
            place: place(),
            into: (entities.len() > 1).then(|| name.to_owned()),
            entities,
            verb,
            across_tenants: None,
            params: Vec::new(),
            load: dal_spec::plan::LoadPlan::default(),
            values: Vec::new(),
        });
        self
    }

    pub(crate) fn get(self, entity: &str) -> Self {
        self.pattern(&format!("get_{entity}"), &[entity], Verb::Get { consistent: false })
    }

    /// A query that binds so many segments of the sort key, and then the text.
    pub(crate) fn query(
        self,
        name: &str,
        entities: &[&str],
        index: Option<&str>,
        bound: usize,
        prefix: &str,
    ) -> Self {
        let index = index.map(|name| self.0.table.indexes.iter().position(|i| i.name == name).unwrap());
        let query = QueryPlan { index, bound, prefix: prefix.into(), ..QueryPlan::default() };
        self.pattern(name, entities, Verb::Query(query))
    }

    /// A query of one entity on the table that binds its first literal.
    pub(crate) fn list(self, entity: &str) -> Self {
        let (_, plan) = self.0.entity(entity).unwrap();
        let literal = matches!(plan.sort.as_ref().unwrap().segments.first(), Some(SegmentPlan::Literal(_)));
        self.query(&format!("list_{entity}"), &[entity], None, usize::from(literal), "")
    }

    fn last_query(&mut self) -> &mut QueryPlan {
        match &mut self.0.patterns.last_mut().unwrap().verb {
            Verb::Query(query) => query,
            Verb::Get { .. } => panic!("the last pattern is no query"),
        }
    }

    /// Binds a constant in the last query.
    pub(crate) fn fix(mut self, field: &str, value: &str) -> Self {
        let first = self.0.patterns.last().unwrap().entities[0];
        let number = self.0.entities[first].fields.iter().position(|f| f.name == field).unwrap();
        self.last_query().fixed.push((number, value.into()));
        self
    }

    /// The last query promises one item.
    pub(crate) fn full(mut self) -> Self {
        self.last_query().full = true;
        self
    }

    /// What the prover says, with every counter-example checked.
    pub(crate) fn prove(&self) -> Vec<Finding> {
        let findings = dal_spec::prove::prove(&self.0);
        for finding in &findings {
            check(&self.0, finding);
        }
        findings
    }

    /// The findings, as law and names.
    pub(crate) fn laws(&self) -> Vec<(Law, String)> {
        self.prove()
            .iter()
            .map(|finding| {
                let names: Vec<&str> =
                    finding.entities.iter().map(|&entity| self.0.entities[entity].name.as_str()).collect();
                let pattern = finding.pattern.map(|pattern| format!("{}: ", self.0.patterns[pattern].name));
                assert!(finding.certain, "{finding:?}");
                (finding.law, pattern.unwrap_or_default() + &names.join(" "))
            })
            .collect()
    }
}

pub(crate) fn kind_of(text: &str) -> KindDef {
    match text {
        "text" => KindDef::Text(None),
        "uuid" => KindDef::Uuid,
        "ulid" => KindDef::Ulid,
        "u8" => KindDef::Int { min: 0, max: 255 },
        "u64" => KindDef::Int { min: 0, max: u64::MAX.into() },
        "i64" => KindDef::Int { min: i64::MIN.into(), max: i64::MAX.into() },
        "f64" => KindDef::F64,
        "time" => KindDef::Time(Precision::Millis),
        "date" => KindDef::Date,
        "bool" => KindDef::Bool,
        "bytes" => KindDef::Bytes,
        _ => {
            if let Some(pattern) = text.strip_prefix('/').and_then(|text| text.strip_suffix('/')) {
                KindDef::Text(Some(pattern.into()))
            } else if let Some(scale) = text.strip_prefix("decimal") {
                KindDef::Decimal(scale.parse().unwrap())
            } else if let Some((min, max)) = text.split_once("..") {
                KindDef::Int { min: min.parse().unwrap(), max: max.parse().unwrap() }
            } else {
                assert!(text.contains('|'), "no kind: {text}");
                KindDef::Enum(text.into())
            }
        }
    }
}

fn format_of(encodings: &[&str]) -> Format {
    let mut format = Format::default();
    for encoding in encodings {
        match *encoding {
            "desc" => format.order = Order::Desc,
            "lower" => format.case = Case::Lower,
            "upper" => format.case = Case::Upper,
            "raw" => format.style = Style::Raw,
            "plain" => format.style = Style::Plain,
            "rank" => format.style = Style::Rank,
            "date" => format.style = Style::Cut(Cut::Date),
            "month" => format.style = Style::Cut(Cut::Month),
            "hour" => format.style = Style::Cut(Cut::Hour),
            padded => format.style = Style::Padded(padded.parse().unwrap()),
        }
    }
    format
}

fn number(fields: &mut Vec<FieldPlan>, name: &str, kind: Option<KindDef>) -> usize {
    if let Some(number) = fields.iter().position(|field| field.name == name) {
        assert!(kind.is_none_or(|kind| kind == fields[number].kind), "{name} has two kinds");
        return number;
    }
    fields.push(FieldPlan {
        name: name.into(),
        kind: kind.expect("a kind where a field is new"),
        place: place(),
    });
    fields.len() - 1
}

fn template(text: &str, fields: &mut Vec<FieldPlan>) -> TemplatePlan {
    let mut segments = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        if open > 0 {
            segments.push(SegmentPlan::Literal(rest[..open].to_owned()));
        }
        // The kind may hold braces of its own, between slashes.
        let inside = &rest[open + 1..];
        let slashes: Vec<usize> = inside.match_indices('/').map(|(at, _)| at).collect();
        let from = match (inside.find('}'), slashes.as_slice()) {
            (Some(close), [first, last, ..]) if *first < close => *last,
            _ => 0,
        };
        let close = from + inside[from..].find('}').unwrap();
        let mut words = inside[..close].split(':');
        let name = words.next().unwrap();
        let words: Vec<&str> = words.collect();
        let known = fields.iter().any(|field| field.name == name);
        let (kind, encodings) = match words.split_first() {
            Some((kind, encodings)) if !known => (Some(kind_of(kind)), encodings),
            _ => (None, words.as_slice()),
        };
        let field = number(fields, name, kind);
        segments.push(SegmentPlan::Part { field, format: format_of(encodings) });
        rest = &inside[close + 1..];
    }
    if !rest.is_empty() {
        segments.push(SegmentPlan::Literal(rest.to_owned()));
    }
    TemplatePlan { text: text.to_owned(), place: place(), segments }
}

/// A template's segments as the codec has them.
pub(crate) fn segments<'p>(plan: &'p TemplatePlan, entity: &'p EntityPlan) -> Vec<Segment<'p>> {
    plan.segments
        .iter()
        .map(|segment| match segment {
            SegmentPlan::Literal(text) => dal_key::lit(text),
            SegmentPlan::Part { field, format } => Segment::Part {
                number: *field as u16,
                kind: entity.fields[*field].kind.as_kind(),
                format: *format,
            },
        })
        .collect()
}

/// The keys of an entity on the table or an index.
pub(crate) fn templates(
    entity: &EntityPlan,
    index: Option<usize>,
) -> Option<(&TemplatePlan, Option<&TemplatePlan>)> {
    match index {
        None => Some((&entity.partition, entity.sort.as_ref())),
        Some(index) => entity
            .memberships
            .iter()
            .find(|membership| membership.index == index)
            .map(|membership| (&membership.partition[0], membership.sort.first())),
    }
}

pub(crate) fn write(plan: &TemplatePlan, entity: &EntityPlan, parts: &Parts) -> Option<String> {
    let mut text = String::new();
    Template::new(&segments(plan, entity)).write(parts, &mut text).ok()?;
    Some(text)
}

pub(crate) fn write_key(entity: &EntityPlan, index: Option<usize>, parts: &Parts) -> Option<ExampleKey> {
    let (partition, sort) = templates(entity, index)?;
    let sort = match sort {
        Some(sort) => Some(write(sort, entity, parts)?),
        None => None,
    };
    Some(ExampleKey { partition: write(partition, entity, parts)?, sort })
}

/// Whether DynamoDB returns an item with this sort key.
pub(crate) fn matches(condition: &SortCondition, text: &str) -> bool {
    match condition {
        SortCondition::Equal(wanted) => text == wanted,
        SortCondition::BeginsWith(beginning) => text.starts_with(beginning.as_str()),
        SortCondition::Between(low, high) => (low.as_str()..=high.as_str()).contains(&text),
        SortCondition::From(low) => text >= low.as_str(),
        SortCondition::UpTo(high) => text <= high.as_str(),
        SortCondition::All => true,
        _ => false,
    }
}

/// The query that a pattern makes of its parameters: the partition, and the condition on the sort key.
pub(crate) fn query(plan: &Plan, pattern: &PatternPlan, parts: &Parts) -> Option<(String, SortCondition)> {
    let Verb::Query(query) = &pattern.verb else { return None };
    let entity = &plan.entities[pattern.entities[0]];
    let (partition, sort) = templates(entity, query.index)?;
    let segments = segments(sort?, entity);
    let template = Template::new(&segments);
    let condition = if query.runs_on.is_some() && template.is_native() {
        Ok(SortCondition::All)
    } else if query.runs_on.is_some() {
        let mut text = String::new();
        let from = template.write_prefix(query.bound, parts, &mut text);
        from.map(|()| match query.descending {
            true => SortCondition::UpTo(dal_key::last_with_beginning(text)),
            false => SortCondition::From(text),
        })
    } else if pattern.reads_beginning() {
        template.condition_following(query.bound, parts, &query.prefix)
    } else {
        template.condition(query.bound, parts)
    };
    Some((write(partition, entity, parts)?, condition.ok()?))
}

fn parts(entity: &EntityPlan, values: &[ExampleValue]) -> Parts {
    let mut parts = Parts::new();
    for value in values {
        let number = entity.fields.iter().position(|field| field.name == value.field).unwrap();
        parts.set(number as u16, value.part.clone());
    }
    parts
}

fn check_item(plan: &Plan, item: &ExampleItem) {
    let entity = &plan.entities[item.entity];
    let parts = parts(entity, &item.fields);
    assert_eq!(write_key(entity, None, &parts).as_ref(), Some(&item.key), "{item:?}");
    if let Some((index, key)) = &item.index {
        assert_eq!(write_key(entity, Some(*index), &parts).as_ref(), Some(key), "{item:?}");
        let membership = entity.memberships.iter().find(|m| m.index == *index).unwrap();
        for when in &membership.when {
            let part = parts.get(when.field as u16);
            match &when.is {
                WhenIs::OneOf(values) => match part {
                    Some(Part::Text(text) | Part::Word(text)) => {
                        assert!(values.iter().any(|value| value == text), "{item:?}");
                    }
                    other => assert!(other.is_some(), "{item:?}"),
                },
                WhenIs::Present => assert!(part.is_some()),
                WhenIs::Absent => assert!(part.is_none()),
            }
        }
    }
}

fn key_of(item: &ExampleItem) -> &ExampleKey {
    item.index.as_ref().map_or(&item.key, |(_, key)| key)
}

/// The beginning of a pattern's sort key that its parameters write.
pub(crate) fn beginning(plan: &Plan, pattern: &PatternPlan, entity: usize, parts: &Parts) -> Option<String> {
    let Verb::Query(query) = &pattern.verb else { return None };
    let entity = &plan.entities[entity];
    let (_, sort) = templates(entity, query.index)?;
    let mut text = String::new();
    Template::new(&segments(sort?, entity)).write_prefix(query.bound, parts, &mut text).ok()?;
    Some(text)
}

fn check_read(plan: &Plan, finding: &Finding, read: &ExampleRead, items: &[ExampleItem]) {
    let pattern = &plan.patterns[finding.pattern.unwrap()];
    let parameters = parts(&plan.entities[pattern.entities[0]], &read.parameters);
    let (partition, condition) = query(plan, pattern, &parameters).expect("a query");
    assert_eq!((&partition, Some(&condition)), (&read.partition, read.sort.as_ref()), "{finding:?}");
    for item in items {
        let key = key_of(item);
        assert_eq!(key.partition, partition, "{finding:?}");
        assert!(matches(&condition, key.sort.as_ref().unwrap()), "{finding:?}");
        match finding.law {
            Law::Catch => assert!(!pattern.entities.contains(&item.entity)),
            Law::LoosePrefix => {
                assert!(pattern.entities.contains(&item.entity));
                let own = parts(&plan.entities[item.entity], &item.fields);
                assert_ne!(
                    beginning(plan, pattern, item.entity, &own),
                    beginning(plan, pattern, pattern.entities[0], &parameters),
                    "{finding:?}"
                );
            }
            other => panic!("{other:?} reads nothing"),
        }
    }
}

/// Whether the query of a pattern, with any parameters, reads a key; decided on the language of what it binds.
fn is_ever_read(plan: &Plan, pattern: &PatternPlan, key: &ExampleKey) -> bool {
    let Verb::Query(query) = &pattern.verb else { return false };
    let entity = &plan.entities[pattern.entities[0]];
    let (partition, sort) = templates(entity, query.index).unwrap();
    let (partition, sort) = (segments(partition, entity), segments(sort.unwrap(), entity));
    let text = key.sort.as_ref().unwrap();
    let mut end = query.bound;
    if query.prefix.is_empty() && end > 0 && !matches!(sort[end - 1], Segment::Literal(_)) {
        end += sort[end..].iter().take_while(|segment| matches!(segment, Segment::Literal(_))).count();
    }
    let mut all: Vec<Regex> =
        (0..end).map(|segment| Template::new(&sort).segment_language(segment).unwrap()).collect();
    all.push(Regex::literal(&query.prefix));
    let asked = Regex::Concat(all);
    let whole = query.prefix.is_empty() && end == sort.len();
    let is_end = |end: &usize| text.is_char_boundary(*end) && (!whole || *end == text.len());
    Template::new(&partition).language().unwrap().matches(&key.partition)
        && (0..=text.len()).filter(is_end).any(|end| asked.matches(&text[..end]))
}

/// Whether an item has two texts where the query of a pattern writes one value twice, in the same format.
fn has_two_values(plan: &Plan, pattern: &PatternPlan, item: &ExampleItem) -> bool {
    let Verb::Query(query) = &pattern.verb else { return false };
    let (asker, own) = (&plan.entities[pattern.entities[0]], &plan.entities[item.entity]);
    let parts = |entity| {
        let (partition, sort) = templates(entity, query.index).unwrap();
        let bound = sort.unwrap().segments.iter().take(query.bound);
        partition.segments.iter().chain(bound).cloned().collect::<Vec<_>>()
    };
    let value =
        |field: usize| item.fields.iter().find(|value| value.field == own.fields[field].name).unwrap();
    let both: Vec<(usize, String)> = parts(asker)
        .into_iter()
        .zip(parts(own))
        .filter_map(|(asked, written)| match (asked, written) {
            (SegmentPlan::Part { field: asked, .. }, SegmentPlan::Part { field, format }) => {
                let kind = own.fields[field].kind.as_kind();
                let segments = [Segment::Part { number: 0, kind, format }];
                let (mut parts, mut text) = (Parts::new(), String::new());
                parts.set(0, value(field).part.clone());
                Template::new(&segments).write_floored(&parts, &mut text).unwrap();
                Some((asked, format!("{format:?} {text}")))
            }
            _ => None,
        })
        .collect();
    both.iter().any(|(asked, text)| both.iter().any(|(other, second)| asked == other && text != second))
}

/// Holds the counter-example of a finding against the codec.
pub(crate) fn check(plan: &Plan, finding: &Finding) {
    let Some(example) = &finding.counter_example else {
        let missing = finding.law == Law::Apart && finding.message.contains("not in the index")
            || matches!(finding.law, Law::NotThere | Law::NotShared);
        assert!(!finding.certain || missing, "{finding:?}");
        return;
    };
    assert!(finding.certain && !example.items.is_empty(), "{finding:?}");
    for item in &example.items {
        check_item(plan, item);
    }
    let items = example.items.as_slice();
    match finding.law {
        Law::Collision => {
            assert_eq!(items[0].key, items[1].key, "{finding:?}");
            assert_ne!(items[0].entity, items[1].entity, "{finding:?}");
        }
        Law::Catch | Law::LoosePrefix => {
            check_read(plan, finding, example.read.as_ref().expect("a query"), items);
        }
        Law::Ambiguous => {
            let entity = &plan.entities[items[0].entity];
            let (partition, sort) = templates(entity, finding.index).unwrap();
            let key = key_of(&items[0]);
            let fails = |template: &TemplatePlan, text: &str| {
                Template::new(&segments(template, entity)).parse(text, &mut Parts::new()).is_err()
            };
            assert!(
                fails(partition, &key.partition) || fails(sort.unwrap(), key.sort.as_ref().unwrap()),
                "{finding:?}"
            );
        }
        Law::Apart => {
            let pattern = &plan.patterns[finding.pattern.unwrap()];
            assert!(
                !is_ever_read(plan, pattern, key_of(&items[0])) || has_two_values(plan, pattern, &items[0]),
                "{finding:?}"
            );
        }
        Law::SharedIndexKey => {
            assert_eq!(key_of(&items[0]), key_of(&items[1]), "{finding:?}");
            assert_ne!(items[0].key, items[1].key, "{finding:?}");
        }
        _ => panic!("{finding:?} needs no example"),
    }
}
