//! Key attributes that hold fields as they are, and keys of several attributes.

mod common;

use common::{list, load, report, says};
use dal_key::AttributeType;
use dal_spec::Code;
use dal_spec::plan::Verb;

const TYPES: &str = "score: i32\nat: time.ms\nday: date\nflag: bool\ncode: bytes\nid: uuid\nprice: decimal.2";

/// The list with another key of the table and other keys of `GSI1`.
fn with(key: &str, index: &str, entities: &str, patterns: &str) -> String {
    list(TYPES, entities, patterns)
        .replace("{ partition: PK, sort: SK }", key)
        .replace("partition: GSI1PK, sort: GSI1SK", index)
}

/// The errors of a list, in full.
fn errors(text: &str) -> String {
    load(text).diagnostics.iter().filter(|d| d.is_error()).map(|d| d.render_with_severity()).collect()
}

const SCORE: &str = "{ partition: PK, sort: { score: N } }";
const GSI1: &str = "partition: GSI1PK, sort: GSI1SK";

#[test]
fn an_attribute_without_a_template_is_the_field_of_its_name() {
    let play = "Play: { partition: '{tenant}#{game}' }";
    for play in [
        play,
        &play.replace(" }", ", sort: '{score}' }"),
        &play.replace(" }", ", keys: { score: '{score}' } }"),
    ] {
        let text = with(SCORE, GSI1, play, "- { name: plays, query: Play, range: score, order: desc }");
        assert_eq!(errors(&text), "");
        let loaded = load(&text);
        let plan = loaded.plan.unwrap();
        let entity = &plan.entities[0];
        let (field, of) = entity.sort.as_ref().unwrap().native().unwrap();
        assert_eq!((entity.fields[field].name.as_str(), of), ("score", AttributeType::N));
        assert_eq!(plan.table.types, [("score".to_owned(), AttributeType::N)]);
        let Verb::Query(query) = &plan.patterns[0].verb else { panic!("a query") };
        assert!(query.descending && query.range == Some(field) && !query.full);
        assert_eq!(
            query.condition,
            "PK = TENANT#{tenant_id}#{game} [AND score BETWEEN {score from} AND {score to}]"
        );
    }
}

#[test]
fn an_attribute_of_another_style_is_the_field_in_rusts() {
    let loaded = load(&with(
        "{ partition: PK, sort: { playedAt: S } }",
        GSI1,
        "Play: { partition: '{tenant}#A' }",
        "",
    ));
    let plan = loaded.plan.unwrap();
    assert_eq!(plan.entities[0].fields.last().unwrap().name, "played_at");
}

#[test]
fn only_a_part_that_stands_alone_is_a_number() {
    for (sort, at) in
        [("SCORE#{score}", "'SCORE#{score}'"), ("{score}#{day}", "'{score}#{day}'"), ("TOP", "'TOP'")]
    {
        let text = with(SCORE, GSI1, &format!("Play: {{ partition: '{{tenant}}#A', sort: '{sort}' }}"), "");
        let d = says(&text, Code::NativeTemplate, at, at);
        assert!(d.message.starts_with("`score` is a number attribute"), "{}", d.message);
    }
    let text = with(SCORE, GSI1, "Play: { partition: '{tenant}#A', sort: '{score:desc}' }", "");
    let d = says(&text, Code::NativeTemplate, "desc}", "desc");
    assert!(d.help[0].contains("order: desc"), "{d:?}");
}

#[test]
fn a_type_takes_only_kinds_that_it_can_hold() {
    for (of, field, fits) in [
        ("N", "score", true),
        ("N", "at", true),
        ("N", "price", true),
        ("N", "name", false),
        ("N", "day", false),
        ("N", "flag", false),
        ("N", "id", false),
        ("S", "name", true),
        ("S", "day", true),
        ("S", "id", true),
        ("S", "score", false),
        ("S", "at", false),
        ("S", "code", false),
        ("B", "code", true),
        ("B", "id", true),
        ("B", "name", false),
    ] {
        let key = format!("{{ partition: PK, sort: {{ {field}: {of} }} }}");
        let loaded = load(&with(&key, GSI1, "Play: { partition: '{tenant}#A' }", ""));
        let codes: Vec<Code> =
            loaded.diagnostics.iter().map(|d| d.code).filter(|c| *c == Code::NativeKind).collect();
        assert_eq!(codes.is_empty(), fits, "{of} {field}: {}", report(&loaded));
    }
    let loaded =
        load(&with("{ partition: PK, sort: { score: S } }", GSI1, "Play: { partition: '{tenant}#A' }", ""));
    let d = loaded.diagnostics.iter().find(|d| d.code == Code::NativeKind).unwrap();
    assert_eq!(d.help[0], "declare the attribute as a number: `{ score: N }`");
}

#[test]
fn types_are_those_of_dynamodb_and_one_for_each_attribute() {
    let text =
        with("{ partition: PK, sort: { score: NUMBER } }", GSI1, "Play: { partition: '{tenant}#A' }", "");
    says(&text, Code::WrongValue, "NUMBER", "NUMBER");
    let text =
        with("{ partition: PK, sort: { score: N, at: N } }", GSI1, "Play: { partition: '{tenant}#A' }", "");
    says(&text, Code::WrongForm, "{ score: N, at: N }", "{");
    let text = with(SCORE, "partition: GSI1PK, sort: { score: S }", "Play: { partition: '{tenant}#A' }", "");
    let d = says(&text, Code::AttributeClash, "score: S", "score");
    assert_eq!(d.message, "`score` is declared as N and as S");
    let text = with("{ partition: [PK, X], sort: SK }", GSI1, "", "");
    says(&text, Code::WrongForm, "[PK, X]", "[");
}

#[test]
fn every_partition_begins_with_the_tenant_or_is_it() {
    let text = with("{ partition: { game: S }, sort: SK }", GSI1, "Play: { sort: PLAY }", "");
    let d = load(&text).diagnostics.remove(0);
    assert_eq!(d.code, Code::MissingTenant, "{}", d.message);
    let crossing = with(
        "{ partition: { game: S }, sort: SK }",
        GSI1,
        "Play: { sort: PLAY, across_tenants: Games are common to all. }",
        "- { name: get_play, get: Play }",
    );
    assert_eq!(errors(&crossing), "");
    let own = with(
        "{ partition: { tenant_id: S }, sort: SK }",
        GSI1,
        "Play: { sort: PLAY }",
        "- { name: get_play, get: Play }",
    );
    assert_eq!(errors(&own), "");
    // Of several attributes, the first ones.
    let several = |partition: &str| {
        let entity = format!("Play: {{ sort: 'PLAY#{{n}}', GSI1: {{ partition: {partition}, sort: X }} }}");
        let text = with(
            "{ partition: PK, sort: SK }",
            "partition: [GSI1PK, { region: S }], sort: GSI1SK",
            &entity,
            "- { name: get_play, get: Play }\n- { name: regional, query: Play, index: GSI1, select: [n] }",
        );
        load(&text).diagnostics.iter().map(|d| d.code).filter(|c| *c == Code::MissingTenant).count()
    };
    assert_eq!(several("['{tenant}', '{region}']"), 0);
    assert_eq!(several("['{tenant}#{game}', '{region}']"), 0);
    assert_eq!(several("['{game}', '{region}']"), 1);
}

#[test]
fn entities_under_one_number_collide_where_their_values_do() {
    let both = |a: &str, b: &str| {
        let text = format!("{TYPES}\nA.score: {a}\nB.score: {b}");
        let entities = "A: { partition: '{tenant}#X' }\nB: { partition: '{tenant}#X' }";
        let text = list(&text, entities, "").replace("sort: SK }", "sort: { score: N } }");
        load(&text).diagnostics.iter().filter(|d| d.is_error()).map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(both("u8", "u8"), [Code::SameKey]);
    assert_eq!(both("0..9", "10..99"), []);
    assert_eq!(both("0..9", "decimal.2"), [Code::SameKey]);
    assert_eq!(both("0..9", "f64"), [Code::SameKey]);
    assert_eq!(both("-9..-1", "0..9"), []);
    assert_eq!(both("time.s", "1..5"), [Code::SameKey]);
}

#[test]
fn a_string_as_it_is_meets_what_templates_write() {
    let entities =
        "A: { partition: '{tenant}#X', sort: '{name}' }\nB: { partition: '{tenant}#X', sort: 'B#{day}' }";
    let text = with("{ partition: PK, sort: name }", GSI1, entities, "");
    let codes: Vec<_> = load(&text).diagnostics.iter().filter(|d| d.is_error()).map(|d| d.code).collect();
    assert_eq!(codes, [Code::SameKey]);
}

const SEVERAL: &str = "partition: [GSI1PK, { region: S }], sort: [{ score: N }, GSI1SK, { at: N }]";
const MATCH: &str = "Match: { sort: 'MATCH#{n}', GSI1: { partition: ['{tenant}', '{region}'], sort: ['{score}', 'COURT#{court}', '{at}'] } }";

fn several(pattern: &str) -> String {
    with("{ partition: PK, sort: SK }", SEVERAL, MATCH, pattern)
}

#[test]
fn sort_attributes_are_bound_from_the_left_without_holes() {
    let of = |words: &str| {
        let text = several(&format!("- {{ name: found, query: Match, index: GSI1, select: [n], {words} }}"));
        let loaded = load(&text);
        let found = loaded.diagnostics.iter().find(|d| d.is_error()).map(|d| d.code);
        let plan = loaded.plan.and_then(|plan| match &plan.patterns.first()?.verb {
            Verb::Query(query) => Some(query.condition.clone()),
            Verb::Get { .. } => None,
        });
        match found {
            Some(code) => Err(code),
            None => Ok(plan.unwrap()),
        }
    };
    let partition = "GSI1PK = TENANT#{tenant_id} AND region = {region}";
    assert_eq!(of("about: x").unwrap(), partition);
    assert_eq!(
        of("range: score").unwrap(),
        format!("{partition} [AND score BETWEEN {{score from}} AND {{score to}}]")
    );
    assert_eq!(
        of("by: score").unwrap(),
        format!("{partition} AND score = {{score}} AND begins_with(GSI1SK, COURT#)")
    );
    assert_eq!(
        of("by: [score, court], range: at").unwrap(),
        format!(
            "{partition} AND score = {{score}} AND GSI1SK = COURT#{{court}} [AND at BETWEEN {{at from}} AND {{at to}}]"
        )
    );
    assert_eq!(
        of("by: [score, court, at]").unwrap(),
        format!("{partition} AND score = {{score}} AND GSI1SK = COURT#{{court}} AND at = {{at}}")
    );
    assert_eq!(of("by: court"), Err(Code::HoleInKey));
    assert_eq!(of("by: [score, at]"), Err(Code::HoleInKey));
    assert_eq!(of("range: at"), Err(Code::RangeNotNext));
    assert_eq!(of("by: region"), Err(Code::PartitionPart));
    assert_eq!(of("by: score, order: newest"), Err(Code::OrderNotTime));
    assert!(of("by: [score, court], order: newest").is_ok());
}

#[test]
fn each_key_has_a_template_for_each_attribute() {
    for (entry, code) in [
        ("{ partition: ['{tenant}', '{region}'] }", Code::HalfKey),
        ("{ partition: '{tenant}', sort: ['{score}', X, '{at}'] }", Code::HalfKey),
        ("{ partition: ['{tenant}', '{region}', Z], sort: ['{score}', X, '{at}'] }", Code::HalfKey),
    ] {
        let entity = format!("Match: {{ sort: 'MATCH#{{n}}', GSI1: {entry} }}");
        let text = with("{ partition: PK, sort: SK }", SEVERAL, &entity, "");
        assert_eq!(load(&text).diagnostics[0].code, code, "{entry}");
    }
    // Attributes that hold fields need none.
    let general = "Match: { sort: 'MATCH#{n}', keys: { GSI1PK: '{tenant}', GSI1SK: 'COURT#{court}' } }";
    let text = with(
        "{ partition: PK, sort: SK }",
        SEVERAL,
        general,
        "- { name: found, query: Match, index: GSI1, select: [n] }",
    );
    let plan = load(&text).plan.unwrap();
    let membership = &plan.entities[0].memberships[0];
    assert_eq!((membership.partition.len(), membership.sort.len()), (2, 3));
    assert_eq!(plan.entities[0].groups[0].fields.len(), 4);
}

#[test]
fn keys_have_four_attributes_at_most() {
    for which in ["partition", "sort"] {
        let names = ["A", "B", "C", "D", "E"].join(", ");
        let index = match which {
            "partition" => format!("partition: [{names}], sort: X"),
            _ => format!("partition: X, sort: [{names}]"),
        };
        let text = with("{ partition: PK, sort: SK }", &index, "", "");
        let d = says(&text, Code::TooManyKeyAttributes, "E]", "E");
        assert!(d.message.contains(which), "{}", d.message);
        assert_eq!(
            load(&text.replace(", E]", "]"))
                .diagnostics
                .iter()
                .filter(|d| d.code == d.code && d.is_error())
                .count(),
            0
        );
    }
}

#[test]
fn a_query_of_several_attributes_reads_no_neighbour() {
    // Both write the same texts when the attributes are put together, and none attribute by attribute.
    let entities = "A: { sort: 'A#{n}', GSI1: { partition: ['{tenant}', AB], sort: '{tag}' } }\nB: { sort: 'B#{n}', GSI1: { partition: ['{tenant}', A], sort: BC } }";
    let patterns = "- { name: of_a, query: A, index: GSI1, select: [n] }\n- { name: of_b, query: B, index: GSI1, select: [n] }";
    let index = "partition: [GSI1PK, X], sort: GSI1SK";
    let text = with("{ partition: PK, sort: SK }", index, entities, patterns);
    assert_eq!(errors(&text), "");
    let text = text.replace("A], sort: BC", "AB], sort: BC");
    let loaded = load(&text);
    let leak = loaded.diagnostics.iter().find(|d| d.code == Code::ListLeaks).expect("a leak");
    assert!(
        leak.notes.iter().any(|note| note.contains("GSI1PK = \"TENANT#") && note.contains("X = \"AB\"")),
        "{:?}",
        leak.notes
    );
}

#[test]
fn an_item_cannot_be_kept_out_of_an_index_of_its_own_fields() {
    let entity =
        "Play: { sort: 'PLAY#{n}', GSI1: { across_tenants: Ranks are common., when: { state: open } } }";
    let index = "partition: { region: S }, sort: { score: N }";
    let text = with("{ partition: PK, sort: SK }", index, entity, "");
    let d = says(&text, Code::AlwaysMember, "state: open", "state");
    assert_eq!(d.related[0].1, "its key attributes hold fields");
    let good = text.replace(", when: { state: open }", "");
    assert_eq!(errors(&good), "");
}
