//! What lies beside what a query asks for: ranges that run on, items that are left out, keys that are shared.

mod common;

use common::{clean, list, load, report, says};
use dal_spec::plan::{QueryPlan, Verb};
use dal_spec::{Code, explain};

const TYPES: &str = "number: u32";
const INDEX: &str = "  indexes:\n    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }\n";

/// A list without an index.
fn bare(types: &str, entities: &str, patterns: &str) -> String {
    list(types, entities, patterns).replace(INDEX, "")
}
const ENTITIES: &str = "A: { sort: 'A#{number}' }
B: { sort: 'B#{number}' }
C: { sort: 'C#{number}' }";

fn text(pattern: &str) -> String {
    let read = "- { name: the_a, query: A }\n- { name: the_b, query: B }\n- { name: the_c, query: C }";
    bare(TYPES, ENTITIES, &format!("{read}\n- {{ name: all, {pattern} }}"))
}

fn query(text: &str) -> QueryPlan {
    match &clean(text).patterns[3].verb {
        Verb::Query(query) => query.clone(),
        Verb::Get { .. } => panic!("a query"),
    }
}

#[test]
fn a_range_runs_on_over_all_that_lies_behind_and_nothing_else() {
    let plan = query(&text("query: [B, C], range: number, runs_on: Wanted so."));
    assert_eq!((plan.runs_on.as_deref(), plan.descending), (Some("Wanted so."), false));
    assert_eq!(plan.condition, "PK = TENANT#{tenant_id} AND SK >= B#{number from}");
    let plan = query(&text("query: [B, A], range: number, order: desc, runs_on: Wanted so."));
    assert_eq!(plan.condition, "PK = TENANT#{tenant_id} AND SK <= B#{number to}");
    let shown = explain(&clean(&text("query: [B, C], range: number, runs_on: Wanted so.")));
    assert!(shown.contains("runs on because: Wanted so."), "{shown}");
    let missing = text("query: [A, C], range: number, runs_on: Wanted so.");
    let found = says(&missing, Code::StrangerInCollection, "query: [A, C]", "query");
    assert!(found.message.contains("`B`"), "{}", found.message);
    assert!(found.notes.iter().any(|note| note.contains("SK >= \"A#")), "{found:?}");
    assert!(found.help.iter().any(|help| help.contains("query: [A, C, B]")), "{found:?}");
    let downwards = text("query: [C, A], range: number, order: desc, runs_on: Wanted so.");
    let found = says(&downwards, Code::StrangerInCollection, "query: [C, A]", "query");
    assert!(found.notes.iter().any(|note| note.contains("SK <= \"C#")), "{found:?}");
    let found = says(
        &text("query: [B, A, C], range: number, runs_on: Wanted so."),
        Code::NotThere,
        "query: [B, A, C]",
        "query",
    );
    assert!(found.message.contains("no item of `A` lies behind"), "{}", found.message);
}

#[test]
fn a_range_without_a_reason_ends_with_its_entity() {
    let found = says(&text("query: [B, C], range: number"), Code::CollectionApart, "range: number", "number");
    assert!(found.help.iter().any(|help| help.contains("runs_on: …")), "{found:?}");
    let on = |pattern: &str| says(&text(pattern), Code::NoRunOn, "runs_on: Why.", "runs_on").label;
    assert_eq!(on("query: A, range: number, runs_on: Why."), "it reads one entity, and nothing lies behind");
    assert_eq!(on("query: [B, C], runs_on: Why."), "from where on?");
    let broken = load(&text("get: A, runs_on: Why."));
    assert_eq!(broken.diagnostics[0].code, Code::WordDoesNotFit, "{}", report(&broken));
    let empty = load(&text("query: [B, C], range: number, runs_on: ''"));
    assert_eq!(empty.diagnostics[0].code, Code::EmptyReason, "{}", report(&empty));
}

#[test]
fn what_is_left_out_lies_there_and_is_told() {
    let nested = ENTITIES.replace("'B#{number}'", "'A#{number}#B'");
    let with = |pattern: &str| {
        let read = "- { name: the_b, query: B, by: number }\n- { name: the_c, query: C }";
        bare(TYPES, &nested, &format!("{read}\n- {{ name: all, {pattern} }}"))
    };
    let found = says(&with("query: A"), Code::ListLeaks, "query: A }", "query");
    assert!(found.help.iter().any(|help| help.contains("skip: { B: … }")), "{found:?}");
    let plan = clean(&with("query: A, skip: { B: They are few. }"));
    let Verb::Query(query) = &plan.patterns[2].verb else { panic!("a query") };
    assert_eq!(query.skip, [(1, "They are few.".to_owned())]);
    assert!(explain(&plan).contains("leaves out B because: They are few."));
    let found =
        says(&with("query: A, skip: { B: Few., C: Few. }"), Code::NotThere, "query: A, skip", "query");
    assert!(found.message.contains("skips `C`"), "{}", found.message);
    says(&with("query: A, skip: { D: Few. }"), Code::UnknownEntity, "D: Few.", "D");
    says(&with("query: A, skip: { A: Few. }"), Code::WordDoesNotFit, "A: Few.", "A");
    let empty = load(&with("query: A, skip: { B: '' }"));
    assert_eq!(empty.diagnostics[0].code, Code::EmptyReason, "{}", report(&empty));
}

const PETS: &str = "Cat: { sort: 'PET#{name}' }\nDog: { sort: 'PET#{name}', shares: Cat }";
const READ: &str = "- { name: the_cat, get: Cat }\n- { name: the_dog, get: Dog }";

#[test]
fn keys_are_shared_only_where_items_can_be_told_apart() {
    let typed = |entities: &str| bare("", entities, READ).replace("  tenant:", "  type: kind\n  tenant:");
    let plan = clean(&typed(PETS));
    assert!(plan.entities.iter().all(|entity| plan.is_shared(entity)));
    let found = says(&bare("", PETS, READ), Code::SharedKey, "shares: Cat", "Cat");
    assert_eq!(found.label, "the table has no `type:`");
    let unsaid = load(&typed(&PETS.replace(", shares: Cat", "")));
    assert_eq!(unsaid.diagnostics[0].code, Code::SameKey, "{}", report(&unsaid));
    let apart = load(&typed(&PETS.replace("'PET#{name}', shares", "'DOG#{name}', shares")));
    assert_eq!(apart.diagnostics[0].code, Code::SharedKey, "{}", report(&apart));
    says(&typed(&PETS.replace("shares: Cat", "shares: Cow")), Code::UnknownEntity, "shares: Cow", "Cow");
    let unique = PETS.replace("shares: Cat", "shares: Cat, unique: { chip: '{tenant}#CHIP#{chip}' }");
    let unique = load(&typed(&unique));
    assert!(unique.diagnostics.iter().any(|one| one.code == Code::SharedKey), "{}", report(&unique));
    // Both in an index that does not hold the attribute.
    let entry = "GSI1: { partition: '{tenant}#P', sort: '{name}' }";
    let narrow = format!(
        "Cat: {{ sort: 'PET#{{name}}', {entry} }}\nDog: {{ sort: 'PET#{{name}}', shares: Cat, {entry} }}"
    );
    let narrow = list("", &narrow, READ).replace("  tenant:", "  type: kind\n  tenant:");
    let narrow = load(&narrow);
    assert!(narrow.diagnostics.iter().any(|one| one.code == Code::SharedKey), "{}", report(&narrow));
}

#[test]
fn several_entities_are_read_over_the_same_shards() {
    let entity = |name: &str, count: u32| {
        format!(
            "{name}: {{ sort: '{name}#{{number}}', shard: {{ of: GSI1, count: {count} }}, \
             GSI1: {{ partition: '{{tenant}}#{{shard}}', sort: '{{due}}' }} }}"
        )
    };
    let text = |other: u32| {
        let entities = [entity("A", 4), entity("B", other)].join("\n");
        list(
            "number: u32\ndue: u32",
            &entities,
            "- { name: all, query: [A, B], index: GSI1, range: due, select: [title] }",
        )
    };
    let loaded = load(&text(4));
    let plan = loaded.plan.as_ref().expect("a plan");
    assert_eq!(
        plan.patterns.first().map(dal_spec::plan::PatternPlan::queries),
        Some(4),
        "{}",
        report(&loaded)
    );
    let found = says(&text(8), Code::CollectionApart, "query: [A, B]", "B");
    assert!(found.message.contains("the same shards"), "{}", found.message);
}
