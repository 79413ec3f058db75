//! One directory per mistake in `tests/mistakes`: a list, structs where the mistake needs them, and what is said of it.
//!
//! A letter and a number begin the name of a fault that users of another library met; names with `law` are further lists
//! whose keys break a law. `expected.txt` begins with what went wrong, then names each diagnostic by code and place (or
//! says `clean`), and then has lines that the reports must hold.
//!
//! A counter-example is no opinion: what the prover shows is done here on an engine, with the keys as they are shown.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType,
    Projection, ProjectionType, ScalarAttributeType,
};
use dal_key::{AttributeType, Parts, Segment, Template};
use dal_spec::plan::{EntityPlan, Plan, SEPARATOR, SegmentPlan, TemplatePlan, Verb};
use dal_spec::prove::{CounterExample, ExampleItem, ExampleRead, Finding, Law, SortCondition};
use dal_spec::{Code, Diagnostic, Loaded};

type Item = std::collections::HashMap<String, AttributeValue>;

/// The name and the directory of each mistake.
fn cases() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let entries = fs::read_dir(&folder).expect("tests/mistakes is readable");
    let mut cases: Vec<(String, PathBuf)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path))
        .collect();
    cases.sort();
    cases
}

/// What the list and the structs beside it are said to be.
fn check(folder: &Path) -> (Loaded, Vec<Diagnostic>) {
    let loaded = dal_spec::load(&folder.join("patterns.yaml"));
    let mut diagnostics = loaded.diagnostics.clone();
    let source = folder.join("src/lib.rs");
    if let (Ok(text), Some(_)) = (fs::read_to_string(&source), &loaded.plan) {
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
        diagnostics.extend(dal_codegen::check_types(&loaded, &file, &source, &text).diagnostics);
    }
    (loaded, diagnostics)
}

/// `DAL0902 patterns.yaml:11:20`
fn summary(folder: &Path, diagnostic: &Diagnostic) -> String {
    let code = diagnostic.code.number();
    let Some(place) = &diagnostic.place else { return code.to_owned() };
    let file = place.source.path.strip_prefix(folder).expect("a file of the mistake");
    format!("{code} {}:{}:{}", file.display(), place.line, place.column)
}

#[test]
fn each_mistake_is_reported() {
    for (name, folder) in cases() {
        let expected = fs::read_to_string(folder.join("expected.txt")).expect("expected.txt");
        let mut lines = expected.lines();
        assert!(lines.next().is_some_and(|line| line.starts_with("# ")), "{name} says what went wrong");
        let (codes, texts): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.starts_with("DAL") || *line == "clean");
        let (_, diagnostics) = check(&folder);
        let report: String = diagnostics.iter().map(|d| d.render_with_severity() + "\n\n").collect();
        let mut found: Vec<String> = diagnostics.iter().map(|d| summary(&folder, d)).collect();
        if found.is_empty() {
            found.push("clean".to_owned());
        }
        assert_eq!(found, codes, "{name}:\n{report}");
        assert!(!texts.is_empty() || found == ["clean"], "{name} expects nothing of the text");
        for text in texts {
            assert!(report.contains(text), "{name}: {text:?} is not in\n{report}");
        }
    }
}

#[test]
fn every_law_has_a_mistake() {
    let found: Vec<Code> =
        cases().iter().flat_map(|(_, folder)| check(folder).1).map(|diagnostic| diagnostic.code).collect();
    for code in [
        Code::SameKey,
        Code::ListLeaks,
        Code::StrangerInCollection,
        Code::AmbiguousKey,
        Code::LoosePrefix,
        Code::CollectionMisses,
        Code::SharedIndexKey,
    ] {
        assert!(found.contains(&code), "no mistake shows {code}");
    }
}

/// A table as the list has it, but with all attributes in its indexes.
struct Table<'p> {
    client: Client,
    plan: &'p Plan,
    name: String,
}

impl<'p> Table<'p> {
    async fn create(client: &Client, plan: &'p Plan, name: String) -> Self {
        let table = &plan.table;
        let schema = |partition: &[String], sort: &[String]| -> Vec<KeySchemaElement> {
            let element = |name: &String, key: KeyType| {
                KeySchemaElement::builder().attribute_name(name).key_type(key).build().expect("a key")
            };
            let partition = partition.iter().map(|name| element(name, KeyType::Hash));
            partition.chain(sort.iter().map(|name| element(name, KeyType::Range))).collect()
        };
        let mut attributes: Vec<&String> = std::iter::once(&table.partition)
            .chain(&table.sort)
            .chain(table.indexes.iter().flat_map(|index| index.partition.iter().chain(&index.sort)))
            .collect();
        attributes.sort();
        attributes.dedup();
        let definition = |name: &&String| {
            AttributeDefinition::builder()
                .attribute_name(*name)
                .attribute_type(match attribute_type(plan, name) {
                    AttributeType::S => ScalarAttributeType::S,
                    AttributeType::N => ScalarAttributeType::N,
                    AttributeType::B => ScalarAttributeType::B,
                })
                .build()
                .expect("an attribute")
        };
        let mut request = client
            .create_table()
            .table_name(&name)
            .billing_mode(BillingMode::PayPerRequest)
            .set_key_schema(Some(schema(std::slice::from_ref(&table.partition), table.sort.as_slice())))
            .set_attribute_definitions(Some(attributes.iter().map(definition).collect()));
        for index in &table.indexes {
            let index = GlobalSecondaryIndex::builder()
                .index_name(&index.physical)
                .set_key_schema(Some(schema(&index.partition, &index.sort)))
                .projection(Projection::builder().projection_type(ProjectionType::All).build())
                .build()
                .expect("an index");
            request = request.global_secondary_indexes(index);
        }
        request.send().await.expect("the table is created");
        Self { client: client.clone(), plan, name }
    }

    /// The names of the partition's attributes and of the sort key's, of the table or of an index.
    fn keys(&self, index: Option<usize>) -> (&'p [String], &'p [String]) {
        let table = &self.plan.table;
        match index {
            None => (std::slice::from_ref(&table.partition), table.sort.as_slice()),
            Some(index) => (&table.indexes[index].partition, &table.indexes[index].sort),
        }
    }

    /// The value of a key attribute that has this text in a proof.
    fn value(&self, name: &str, text: &str) -> AttributeValue {
        match attribute_type(self.plan, name) {
            AttributeType::S => AttributeValue::S(text.to_owned()),
            AttributeType::N => AttributeValue::N(text.to_owned()),
            AttributeType::B => {
                let digits: Vec<char> = text.chars().collect();
                let byte = |two: &[char]| {
                    u8::from_str_radix(&two.iter().collect::<String>(), 16).expect("hexadecimal digits")
                };
                AttributeValue::B(digits.chunks(2).map(byte).collect::<Vec<u8>>().into())
            }
        }
    }

    /// Puts an item with nothing but its keys and its entity's name.
    async fn put(&self, item: &ExampleItem) {
        let mut attributes = Item::new();
        let table = std::iter::once((None, &item.key));
        for (index, key) in table.chain(item.index.iter().map(|(index, key)| (Some(*index), key))) {
            let (partition, sort) = self.keys(index);
            for (names, text) in [(partition, Some(&key.partition)), (sort, key.sort.as_ref())] {
                let texts = text.into_iter().flat_map(|text| text.split(SEPARATOR));
                attributes.extend(
                    names.iter().zip(texts).map(|(name, text)| (name.clone(), self.value(name, text))),
                );
            }
        }
        attributes.insert("fields".to_owned(), AttributeValue::S(described(item)));
        self.client
            .put_item()
            .table_name(&self.name)
            .set_item(Some(attributes))
            .send()
            .await
            .expect("the item is put");
    }

    /// What is stored, by the fields that the items were made of.
    async fn stored(&self) -> Vec<String> {
        fields(self.client.scan().table_name(&self.name).send().await.expect("a scan").items())
    }

    /// What a query returns.
    async fn query(
        &self,
        index: Option<usize>,
        partition: &str,
        sort: Option<&SortCondition>,
    ) -> Vec<String> {
        let (partition_names, sort_names) = self.keys(index);
        let mut request = self
            .client
            .query()
            .table_name(&self.name)
            .set_index_name(index.map(|index| self.plan.table.indexes[index].physical.clone()));
        let mut conditions: Vec<(&String, &str, &str)> = Vec::new();
        let whole = |names: &'p [String], text| names.iter().zip(str::split(text, SEPARATOR));
        conditions.extend(whole(partition_names, partition).map(|(name, text)| (name, "=", text)));
        match sort {
            None | Some(SortCondition::All) => {}
            Some(SortCondition::Equal(text)) => {
                conditions.extend(whole(sort_names, text).map(|(name, text)| (name, "=", text)));
            }
            // Of several attributes, the beginning is of the last one; the others are whole.
            Some(SortCondition::BeginsWith(text)) => {
                conditions.extend(whole(sort_names, text).map(|(name, text)| (name, "=", text)));
                if let Some((_, how, _)) = conditions.last_mut() {
                    *how = "begins_with";
                }
                conditions.retain(|(_, _, text)| !text.is_empty());
            }
            Some(SortCondition::From(text)) => {
                conditions.extend(sort_names.first().map(|name| (name, ">=", text.as_str())))
            }
            Some(SortCondition::UpTo(text)) => {
                conditions.extend(sort_names.first().map(|name| (name, "<=", text.as_str())))
            }
            Some(other) => panic!("no example has the condition {other:?}"),
        }
        let mut expression = Vec::new();
        for (number, (name, how, text)) in conditions.into_iter().enumerate() {
            expression.push(match how {
                "=" | ">=" | "<=" => format!("#n{number} {how} :v{number}"),
                how => format!("{how}(#n{number}, :v{number})"),
            });
            request = request
                .expression_attribute_names(format!("#n{number}"), name)
                .expression_attribute_values(format!(":v{number}"), self.value(name, text));
        }
        let answer = request.key_condition_expression(expression.join(" AND ")).send().await;
        fields(answer.expect("a query").items())
    }
}

/// The type of a key attribute.
fn attribute_type(plan: &Plan, name: &str) -> AttributeType {
    plan.table.types.iter().find(|(own, _)| own == name).map_or(AttributeType::S, |(_, of)| *of)
}

fn described(item: &ExampleItem) -> String {
    let fields: Vec<String> =
        item.fields.iter().map(|value| format!("{}: {}", value.field, value.text)).collect();
    format!("{} {{ {} }}", item.entity, fields.join(", "))
}

fn fields(items: &[Item]) -> Vec<String> {
    let mut found: Vec<String> = items
        .iter()
        .filter_map(|item| item.get("fields").and_then(|value| value.as_s().ok()).cloned())
        .collect();
    found.sort();
    found
}

fn sorted(items: &[ExampleItem]) -> Vec<String> {
    let mut all: Vec<String> = items.iter().map(described).collect();
    all.sort();
    all
}

/// The second item takes the place of the first.
async fn replaces(table: &Table<'_>, [first, second]: [&ExampleItem; 2]) {
    assert_eq!(first.key, second.key);
    assert_ne!(described(first), described(second), "two items");
    table.put(first).await;
    assert_eq!(table.stored().await, [described(first)]);
    table.put(second).await;
    assert_eq!(table.stored().await, [described(second)], "the first one is gone");
}

/// The query returns each of the items that it should not.
async fn returns(table: &Table<'_>, finding: &Finding, items: &[ExampleItem], read: &ExampleRead) {
    for item in items {
        let before = table.query(finding.index, &read.partition, read.sort.as_ref()).await;
        assert!(!before.contains(&described(item)));
        table.put(item).await;
        let found = table.query(finding.index, &read.partition, read.sort.as_ref()).await;
        assert!(found.contains(&described(item)), "{found:?}");
    }
}

/// Does on an engine what a finding says; whether there was something to do.
async fn happens(table: &Table<'_>, finding: &Finding) -> bool {
    let Some(CounterExample { items, read }) = &finding.counter_example else { return false };
    match (finding.law, items.as_slice(), read) {
        (Law::Collision, [first, second], _) => {
            assert_ne!(first.entity, second.entity);
            replaces(table, [first, second]).await;
        }
        (Law::Ambiguous, [first, second], _) if finding.index.is_none() => {
            replaces(table, [first, second]).await;
        }
        (Law::Catch, strangers, Some(read)) => {
            let listed = &table.plan.patterns[finding.pattern.expect("a pattern")].entities;
            assert!(strangers.iter().all(|item| !listed.contains(&item.entity)), "{finding:?}");
            returns(table, finding, strangers, read).await;
        }
        (Law::LoosePrefix, [item], Some(read)) => {
            // The item has another value than a parameter of the query.
            let differs = read.parameters.iter().any(|asked| {
                item.fields.iter().any(|own| own.field == asked.field && own.part != asked.part)
            });
            assert!(differs, "{finding:?}");
            returns(table, finding, std::slice::from_ref(item), read).await;
        }
        (Law::SharedIndexKey, [first, second], _) => {
            table.put(first).await;
            table.put(second).await;
            let key = first.key_in(finding.index);
            let sort = key.sort.clone().map(SortCondition::Equal);
            assert_eq!(table.query(finding.index, &key.partition, sort.as_ref()).await, sorted(items));
        }
        (Law::Apart, [item], _) => misses(table, finding, item).await,
        _ => return false,
    }
    true
}

/// A template, as the codec has it.
fn segments<'p>(entity: &'p EntityPlan, template: &'p TemplatePlan) -> Vec<Segment<'p>> {
    let segment = |segment: &'p SegmentPlan| match segment {
        SegmentPlan::Literal(text) => Segment::Literal(text),
        SegmentPlan::Part { field, format } => Segment::Part {
            number: u16::try_from(*field).expect("a small number"),
            kind: entity.fields[*field].kind.as_kind(),
            format: *format,
        },
    };
    template.segments.iter().map(segment).collect()
}

/// The item lies in the partition that the collection's query reads, and the query does not return it: neither with the
/// parameters that name the partition, nor with any value of the item's for the others.
async fn misses(table: &Table<'_>, finding: &Finding, item: &ExampleItem) {
    let pattern = &table.plan.patterns[finding.pattern.expect("a pattern")];
    assert!(pattern.entities.contains(&item.entity), "a member: {finding:?}");
    let Verb::Query(query) = &pattern.verb else { panic!("a query") };
    let first = &table.plan.entities[pattern.entities[0]];
    let templates = match query.index {
        None => (&first.partition, first.sort.as_ref()),
        Some(index) => {
            let membership = first.memberships.iter().find(|m| m.index == index).expect("a membership");
            (&membership.partition[0], membership.sort.first())
        }
    };
    table.put(item).await;
    let key = item.key_in(finding.index);
    let own = [described(item)];
    assert_eq!(table.query(finding.index, &key.partition, None).await, own, "it is there");
    let partition = segments(first, templates.0);
    let mut parameters = Parts::new();
    if Template::new(&partition).parse(&key.partition, &mut parameters).is_err() {
        // No parameters name its partition: no query reads it.
        return;
    }
    let sort = segments(first, templates.1.expect("a sort key"));
    let mut asked = vec![parameters];
    for segment in sort.iter().take(query.bound) {
        let Segment::Part { number, .. } = segment else { continue };
        if asked[0].get(*number).is_none() {
            let with = |parts: &Parts, value: &dal_spec::prove::Part<'static>| {
                let mut parts = parts.clone();
                parts.set(*number, value.clone());
                parts
            };
            asked = asked
                .iter()
                .flat_map(|parts| item.fields.iter().map(move |value| with(parts, &value.part)))
                .collect();
        }
    }
    let mut queries = 0;
    for parameters in asked {
        let template = Template::new(&sort);
        let condition = if pattern.reads_beginning() {
            template.condition_following(query.bound, &parameters, &query.prefix)
        } else {
            template.condition(query.bound, &parameters)
        };
        let Ok(condition) = condition else { continue };
        queries += 1;
        let found = table.query(finding.index, &key.partition, Some(&condition)).await;
        assert!(!found.contains(&own[0]), "{condition:?} reads {own:?}");
    }
    assert!(queries > 0, "no query was made for {own:?}");
}

#[tokio::test]
async fn what_the_prover_shows_happens_on_an_engine() {
    let mut proved: BTreeMap<Law, usize> = BTreeMap::new();
    let client = dal_local::memory().await.expect("an engine in memory");
    for (name, folder) in cases() {
        let loaded = dal_spec::load(&folder.join("patterns.yaml"));
        let Some(proof) = &loaded.proof else { continue };
        for (number, finding) in proof.findings.iter().enumerate() {
            assert!(finding.certain, "{name}: {}", finding.message);
            println!("{name}: {}", finding.message);
            let table = Table::create(&client, &proof.plan, format!("{name}.{number}")).await;
            if happens(&table, finding).await {
                *proved.entry(finding.law).or_default() += 1;
            }
        }
    }
    for (law, least) in [
        (Law::Collision, 8),
        (Law::Catch, 10),
        (Law::Ambiguous, 2),
        (Law::LoosePrefix, 1),
        (Law::Apart, 2),
        (Law::SharedIndexKey, 1),
    ] {
        assert!(proved.get(&law).is_some_and(|number| *number >= least), "{law:?}: {proved:?}");
    }
}
