//! `filter:`: how conditions are read, what they may ask, and what they cost.

mod common;

use std::sync::Arc;

use common::{clean, list, load, report, says};
use dal_spec::plan::{ProjectionPlan, ValueOf, Verb};
use dal_spec::shape::{Body, FieldShape};
use dal_spec::{Code, Loaded, Place, Role, Shape, Source, check_shape, explain};

const TYPES: &str = "item_id: ulid\nstatus: [open, closed]\nday: date";
const ITEM: &str = "Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#OWNER#{owner_id}', sort: '{day}#{item_id}' } }";
const ALLOWED: &str = "allow: { filters: Nearly all pass. }";

fn items(patterns: &str) -> String {
    let others = format!(
        "- {{ name: by_owner, query: Item, index: GSI1, select: [title] }}
- {{ name: gone, query: Item, filter: [status = closed], {ALLOWED} }}"
    );
    list(TYPES, ITEM, &format!("{others}\n{patterns}"))
}

fn filtered(conditions: &str) -> String {
    items(&format!("- {{ name: some, query: Item, filter: {conditions}, {ALLOWED} }}"))
}

fn text(conditions: &str) -> String {
    let plan = clean(&filtered(conditions));
    let pattern = plan.patterns.iter().find(|pattern| pattern.name == "some").unwrap();
    let Verb::Query(query) = &pattern.verb else { panic!("a query") };
    query.filter.as_ref().unwrap().text(&pattern.values)
}

#[test]
fn every_form_of_a_condition_is_read() {
    for (written, read) in [
        ("status = open", "status = open"),
        ("[status = open]", "status = open"),
        ("['status = open', 'price >= {min}']", "status = open AND price >= {min}"),
        (
            "[status=open, price<3, price<=4, price<>5]",
            "status = open AND price < 3 AND price <= 4 AND price <> 5",
        ),
        ("[category = spite store]", "category = spite store"),
        ("'status in [open,  closed]'", "status in [open, closed]"),
        ("price between 1 and {max}", ""),
        ("'price between 1 and {max}'", "price between 1 and {max}"),
        ("[title begins_with The, tags contains rust]", "title begins_with The AND tags contains rust"),
        ("[note present, owner absent]", "note present AND owner absent"),
        ("['size(tags) > {least}']", "size(tags) > {least}"),
        ("[{ any: [status = open, price > 3] }, title <> x]", "(status = open OR price > 3) AND title <> x"),
        (
            "['price > {n}', { any: ['price > {n}', day = 2026-11-30] }]",
            "price > {n} AND (price > {n} OR day = 2026-11-30)",
        ),
    ] {
        if read.is_empty() {
            let loaded = load(&filtered(written));
            let codes: Vec<Code> = loaded.diagnostics.iter().map(|one| one.code).collect();
            assert!(loaded.has_errors(), "braces in YAML's own braces are not read as something else");
            assert!(codes.contains(&Code::UnquotedBraces), "{}", report(&loaded));
            continue;
        }
        assert_eq!(text(written), read, "{written}");
    }
}

#[test]
fn parameters_come_after_those_of_the_key_each_once() {
    let plan = clean(&items(&format!(
        "- {{ name: some, query: Item, index: GSI1, select: [title], filter: ['title <> {{other}}', 'title contains {{word}}', 'size(title) < {{most}}', 'title begins_with {{start}}', 'title <> {{other}}'], {ALLOWED} }}"
    )));
    let pattern = plan.patterns.iter().find(|pattern| pattern.name == "some").unwrap();
    let values: Vec<(&str, ValueOf)> =
        pattern.values.iter().map(|value| (value.name.as_str(), value.of)).collect();
    assert_eq!(
        values,
        [
            ("other", ValueOf::Whole),
            ("word", ValueOf::Member),
            ("most", ValueOf::Size),
            ("start", ValueOf::Beginning)
        ]
    );
    let text = explain(&plan);
    assert!(text.contains("owner_id, other, word, most, start"), "{text}");
    assert!(text.contains("filtered by title <> {other} AND title contains {word}"), "{text}");
}

#[test]
fn what_is_no_condition_is_said_where_it_stands() {
    for (conditions, under, label) in [
        ("[status == open]", "==", "did you mean `=`?"),
        ("['price => 3']", "=>", "did you mean `>=`?"),
        ("[price != 3]", "!=", "did you mean `<>`?"),
        ("[title beginswith x]", "beginswith", "did you mean `begins_with`?"),
        ("[title]", "title", "a comparison is missing"),
        ("[title = ]", "title =", "a value is missing"),
        ("['price = {min']", "{min", "a parameter is a name in braces: `{min}`"),
        ("['price = a{min}']", "a{min}", "braces hold a whole value: `{min}`"),
        ("[price between 1]", "between", "write `between 1 and 5`"),
        ("[price in 1]", "in", "write `in [open, pending]`"),
        ("[size(tags > 1]", ">", "`size(` is not closed"),
        ("[size(tags) present]", "present", "a size is compared with a number: `size(tags) > 3`"),
        ("[note present x]", "x", "nothing stands behind `present`"),
        ("[= 3]", "=", "a condition begins with a field"),
    ] {
        let text = filtered(conditions);
        let found = load(&text);
        let Some(first) = found.diagnostics.first() else { panic!("{conditions} is refused") };
        assert_eq!(first.code, Code::BadFilter, "{conditions}: {}", report(&found));
        assert_eq!(first.label, label, "{conditions}");
        let place = first.place.as_ref().unwrap();
        let line = place.source.line(place.line).unwrap();
        let shown: String = line.chars().skip(place.column - 1).take(place.length).collect();
        assert!(shown.contains(under), "{conditions}: `{shown}` is under the carets, not `{under}`");
    }
}

#[test]
fn a_filter_on_the_key_that_is_read_is_refused() {
    let native = "version: 1
table: { name: shop, key: { partition: shop_id, sort: item_id } }
entities:
  Item: { partition: '{shop_id}', sort: '{item_id}' }
patterns:
  - { name: items, query: Item, filter: [item_id = x] }
";
    let found = says(native, Code::KeyInFilter, "[item_id = x]", "item_id");
    assert!(found.help[0].contains("`by: item_id`"), "{}", found.render());
    // In the text of another key a field has an attribute of its own, too.
    clean(&filtered("['item_id <> {other}']"));
}

#[test]
fn constants_are_of_the_declared_kind_and_parameters_have_names_of_their_own() {
    says(&filtered("[status = opne]"), Code::WrongConstant, "status = opne", "opne");
    says(&filtered("[size(tags) > many]"), Code::WrongConstant, "> many", "many");
    says(&filtered("['status in [open, gone]']"), Code::WrongConstant, "open, gone", "gone");
    says(&filtered("['price > {Min}']"), Code::InvalidName, "{Min}", "{Min}");
    let twice = filtered("['price > {n}', 'weight > {n}']");
    says(&twice, Code::InvalidName, "weight > {n}", "{n}");
    let bound = items(&format!(
        "- {{ name: some, query: Item, index: GSI1, select: [title], filter: ['title = {{owner_id}}'], {ALLOWED} }}"
    ));
    says(&bound, Code::InvalidName, "{owner_id}']", "{owner_id}");
}

#[test]
fn only_queries_of_one_entity_filter() {
    let get = items("- { name: one, get: Item, filter: [status = open] }");
    says(&get, Code::WordDoesNotFit, "get: Item, filter:", "filter");
    let several = list(
        TYPES,
        "Item: { sort: 'ITEM#{item_id}' }\nNote: { sort: 'ITEM#{item_id}#NOTE' }",
        "- { name: all, query: [Item, Note], filter: [status = open] }\n- { name: get_note, get: Note }",
    );
    let found = load(&several.replace(", project: [title]", ", project: all"));
    assert!(found.diagnostics.iter().any(|one| one.code == Code::WordDoesNotFit), "{}", report(&found));
}

#[test]
fn what_a_filter_costs_is_said_unless_it_is_allowed() {
    let text = items("- { name: some, query: Item, filter: [status = open] }");
    let found = says(&text, Code::Filters, "some, query: Item, filter:", "filter");
    assert_eq!(found.pattern.as_deref(), Some("some"));
    assert!(found.message.contains("begins_with(SK, ITEM#)"), "{}", found.message);
    assert!(found.label.contains("status = open"), "{}", found.label);
    let allowed = load(&filtered("[status = open]"));
    assert_eq!(allowed.allowed.len(), 2, "{}", report(&allowed));
}

#[test]
fn a_computed_projection_holds_what_filters_ask() {
    let text = items(&format!(
        "- {{ name: some, query: Item, index: GSI1, select: [title], filter: [status = open], {ALLOWED} }}"
    ));
    let plan = load(&text.replace(", project: [title]", "")).plan.unwrap();
    assert_eq!(
        plan.table.indexes[0].projection,
        ProjectionPlan::Include(vec!["title".into(), "status".into()])
    );
}

fn field(name: &str, ty: &str) -> FieldShape {
    let source =
        Arc::new(Source { name: "src/item.rs".into(), path: "/src/item.rs".into(), text: "\n".repeat(20) });
    FieldShape {
        name: name.into(),
        attribute: name.into(),
        ty: ty.into(),
        base: ty.trim_start_matches("Option<").trim_end_matches('>').into(),
        optional: ty.starts_with("Option<"),
        list: false,
        default: false,
        flatten: false,
        skip: false,
        with: None,
        place: Some(Place { source, line: 10, column: 5, length: 4 }),
    }
}

fn of_struct(loaded: &Loaded) -> Vec<(Code, String)> {
    let plan = loaded.plan.as_ref().unwrap();
    let fields = [
        field("tenant_id", "Ulid"),
        field("item_id", "Ulid"),
        field("owner_id", "String"),
        field("day", "NaiveDate"),
        field("title", "String"),
        field("status", "Status"),
        field("price", "u32"),
        field("state", "State"),
        field("note", "Option<String>"),
    ];
    let shape = Shape { name: "Item".into(), place: None, body: Body::Struct(fields.into()) };
    let found = check_shape(plan, &Role::Entity(0), &shape);
    found.into_iter().map(|one| (one.code, one.label)).collect()
}

#[test]
fn the_struct_has_what_a_filter_asks() {
    let said = |conditions: &str| of_struct(&load(&filtered(conditions)));
    assert_eq!(said("[status = open, 'price > 3', note present, 'state = {s}']"), []);
    assert_eq!(said("[titel = x]"), [(Code::UnknownAttribute, "did you mean `title`?".into())]);
    assert_eq!(said("[title present]"), [(Code::PresentAlways, "`String` is not optional".into())]);
    assert_eq!(said("[price > cheap]")[0].0, Code::WrongConstant);
    assert_eq!(said("[price > -1]")[0].0, Code::WrongConstant, "a u32 is never negative");
    assert_eq!(said("[state = new]"), [(Code::UnknownConstant, "its type is `State`".into())]);
    let narrow = items(&format!(
        "- {{ name: some, query: Item, index: GSI1, select: [title], filter: [status = open], {ALLOWED} }}"
    ));
    assert_eq!(of_struct(&load(&narrow)), [(Code::SelectNotProjected, "stored as `status`".into())]);
}
