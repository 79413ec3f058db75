//! Patterns: one operation each, and nothing that no operation answers.

mod common;

use common::{list, load, report, says};
use dal_spec::Code;
use dal_spec::plan::{PatternPlan, QueryPlan, Verb};

const TYPES: &str = "item_id: ulid\nat: time.ms\nn: u32\nItem.state: [open, closed]";
const ITEM: &str = "Item:
  sort: 'ITEM#{list}#{state}#{n}#{item_id}'
  GSI1: { partition: '{tenant}#OWNER#{owner}', sort: '{at:desc}#{state:rank}#{n:plain}' }
User: { sort: 'USER#{at}' }";

fn text(pattern: &str) -> String {
    list(TYPES, ITEM, &format!("- {{ name: a_list, {pattern} }}"))
}

fn plan(pattern: &str) -> PatternPlan {
    let loaded = load(&text(pattern));
    assert!(!loaded.has_errors(), "{pattern}: {}", report(&loaded));
    loaded.plan.expect("a plan").patterns.remove(0)
}

fn query(pattern: &str) -> QueryPlan {
    match plan(pattern).verb {
        Verb::Query(query) => query,
        Verb::Get { .. } => panic!("a query"),
    }
}

fn params(pattern: &str) -> Vec<String> {
    plan(pattern).params.into_iter().map(|param| param.name).collect()
}

const INDEX: &str = "index: GSI1, select: [title]";

#[test]
fn a_pattern_has_one_verb() {
    says(&text("about: Nothing."), Code::MissingVerb, "a_list", "a_list");
    let d = says(&text("get: User, query: Item"), Code::TwoVerbs, "query: Item", "query");
    assert_eq!(d.related[0].1, "the first verb");
}

#[test]
fn entities_are_in_the_list() {
    let d = says(&text("get: Itm"), Code::UnknownEntity, "Itm", "Itm");
    assert_eq!((d.label.as_str(), d.owner), ("did you mean `Item`?", dal_spec::Owner::Table));
}

#[test]
fn get_takes_the_full_key() {
    assert_eq!(params("get: Item"), ["list", "state", "n", "item_id"]);
    assert_eq!(params("get: User, as: { at: since }"), ["since"]);
    assert!(matches!(plan("get: User, consistent: true").verb, Verb::Get { consistent: true }));
    for word in ["by: at", "range: at", "prefix: at", "fix: { at: x }", "order: asc", "limit: 3"] {
        let name = word.split(':').next().expect("a word");
        says(&text(&format!("get: User, {word}")), Code::WordDoesNotFit, word, name);
    }
}

#[test]
fn get_reads_the_table() {
    let d = says(&text("get: Item, index: GSI1"), Code::GetOnIndex, "GSI1 }", "GSI1");
    assert_eq!(d.help, ["write `query: Item, index: GSI1` for all of them, or `first:` for one"]);
}

#[test]
fn entities_are_in_the_index_that_is_read() {
    let d = says(&text(&format!("query: User, {INDEX}")), Code::NotInIndex, "User, index", "User");
    assert_eq!(d.label, "`User` is in no index");
}

#[test]
fn parts_are_bound_from_the_left() {
    let q = query("query: Item, by: list");
    assert_eq!((q.bound, q.full, q.range), (3, false, None));
    assert_eq!(q.condition, "PK = TENANT#{tenant_id} AND begins_with(SK, ITEM#{list}#)");
    assert_eq!(params("query: Item, by: [list, state]"), ["list", "state"]);
    let q = query("query: Item, by: [list, state, n, item_id]");
    assert_eq!((q.bound, q.full), (8, true));
    assert_eq!(q.condition, "PK = TENANT#{tenant_id} AND SK = ITEM#{list}#{state}#{n}#{item_id}");
    let d = says(&text("query: Item, by: [state]"), Code::HoleInKey, "state]", "state");
    assert_eq!(d.label, "`list` is missing before it");
    says(&text("query: Item, by: [list, n]"), Code::HoleInKey, "n] }", "n");
}

#[test]
fn bound_names_are_parts_of_the_key() {
    let d = says(&text("query: Item, by: lst"), Code::NotAKeyPart, "lst }", "lst");
    assert_eq!(d.label, "did you mean `list`?");
    says(&text("query: User, range: title"), Code::NotAKeyPart, "title }", "title");
    says(&text("query: Item, fix: { owner: me }"), Code::NotAKeyPart, "owner: me", "owner");
}

#[test]
fn partition_parts_are_always_parameters() {
    assert_eq!(params(&format!("query: Item, {INDEX}")), ["owner"]);
    for (word, at) in
        [("by: owner", "owner,"), ("fix: { owner: me }", "owner: me"), ("range: owner", "owner,")]
    {
        let text = text(&format!("query: Item, {word}, {INDEX}"));
        says(&text, Code::PartitionPart, at, "owner");
    }
    says(&text("query: Item, by: tenant_id"), Code::PartitionPart, "tenant_id }", "tenant_id");
}

#[test]
fn a_range_is_over_the_next_part() {
    let q = query("query: User, range: at");
    assert_eq!((q.bound, q.range), (1, Some(1)));
    assert_eq!(
        q.condition,
        "PK = TENANT#{tenant_id} AND (begins_with(SK, USER#) or SK BETWEEN USER#{at from} AND USER#{at to})"
    );
    let q = query(&format!("query: Item, range: at, {INDEX}"));
    assert_eq!(
        q.condition,
        "GSI1PK = TENANT#{tenant_id}#OWNER#{owner} [AND GSI1SK BETWEEN {at from} AND {at to}]"
    );
    let d = says(&text("query: Item, range: item_id"), Code::RangeNotNext, "item_id }", "item_id");
    assert_eq!(d.label, "the range can be over `list`");
    let d = says(
        &text("query: Item, by: [list, state], range: item_id"),
        Code::RangeNotNext,
        "item_id }",
        "item_id",
    );
    assert_eq!(d.label, "the range can be over `n`");
}

#[test]
fn a_range_needs_an_order() {
    let d = says(&text("query: Item, by: list, range: state"), Code::RangeUnordered, "state }", "state");
    assert_eq!(d.help, ["write the enum by its rank: `:rank`"]);
    says(
        &text(&format!("query: Item, by: [at, state], range: n, {INDEX}")),
        Code::RangeUnordered,
        "n, index",
        "n",
    );
    assert_eq!(
        query(&format!("query: Item, by: at, range: state, {INDEX}")).range,
        Some(2),
        "by rank it has one"
    );
}

#[test]
fn a_beginning_is_of_the_next_text() {
    let q = query("query: Item, prefix: list");
    assert_eq!((q.bound, q.cut, q.range), (1, Some(1), None));
    assert_eq!(q.condition, "PK = TENANT#{tenant_id} AND begins_with(SK, ITEM#{list beginning})");
    assert_eq!(params("query: Item, prefix: list"), ["list"]);
    assert_eq!(params("query: Item, prefix: list, as: { list: start }"), ["start"]);
    assert!(query("query: Item, prefix: list, order: desc").descending);
    assert!(query("first: Item, prefix: list").one);
    let place = |word: &str| format!("{word} }}");
    says(&text("query: Item, prefix: state"), Code::RangeNotNext, &place("state"), "state");
    says(&text("query: Item, by: list, prefix: list"), Code::BoundTwice, &place("list"), "list");
    says(&text("query: Item, prefix: owner"), Code::NotAKeyPart, &place("owner"), "owner");
    says(&text("query: Item, prefix: tenant_id"), Code::PartitionPart, &place("tenant_id"), "tenant_id");
    let d = says(&text("query: User, prefix: at"), Code::PrefixNotText, &place("at"), "at");
    assert!(d.help[0].contains("`range: at`"), "{:?}", d.help);
    let d =
        says(&text("query: Item, by: list, prefix: state"), Code::PrefixNotText, &place("state"), "state");
    assert!(d.help[0].contains("`by: state`"), "{:?}", d.help);
    let both = text("query: Item, by: list, range: state, prefix: n");
    let d = says(&both, Code::RangeAndPrefix, "prefix: n", "prefix");
    assert_eq!(d.related[0].1, "the first one");
}

#[test]
fn a_beginning_in_a_collection_is_of_a_text_that_its_keys_share() {
    let of = |b: &str| {
        let entities =
            format!("A: {{ sort: 'USER#{{name}}#A#{{a_id}}' }}\nB: {{ sort: 'USER#{{name}}{b}' }}");
        list("", &entities, "- { name: both, query: [A, B], prefix: name }")
    };
    let loaded = load(&of("#B#{b_id}"));
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    let Verb::Query(query) = &loaded.plan.expect("a plan").patterns[0].verb else { panic!("a query") };
    assert_eq!((query.bound, query.cut, query.prefix.as_str()), (1, Some(1), ""));
    let other = of("").replace("B: { sort: 'USER#{name}'", "B: { sort: 'USER#{name:lower}'");
    says(&other, Code::CollectionApart, "name }", "name");
    let ranged = of("#B#{b_id}").replace("prefix: name", "range: name");
    says(&ranged, Code::CollectionApart, "range: name }", "name");
}

#[test]
fn a_part_is_bound_once() {
    says(&text("query: Item, by: list, range: list"), Code::BoundTwice, "list } ".trim_end(), "list");
    says(&text("query: Item, by: list, fix: { list: a }"), Code::BoundTwice, "list: a", "list");
}

#[test]
fn constants_are_values_of_the_field() {
    let q = query("query: Item, by: list, fix: { state: open }");
    assert_eq!((q.bound, q.fixed), (5, vec![(2, "open".to_owned())]));
    assert_eq!(params("query: Item, by: list, fix: { state: open }"), ["list"]);
    let d = says(&text("query: Item, by: list, fix: { state: opn }"), Code::WrongConstant, "opn", "opn");
    assert_eq!(d.label, "did you mean `open`?");
    for (field, before, bad) in [("n", "[list, state]", "-1"), ("item_id", "[list, state, n]", "abc")] {
        let text = text(&format!("query: Item, by: {before}, fix: {{ {field}: {bad} }}"));
        says(&text, Code::WrongConstant, &format!("{bad} }}"), bad);
    }
    says(
        &text("query: User, fix: { at: 2026-02-30T00:00:00Z }"),
        Code::WrongConstant,
        "2026-02-30T00:00:00Z",
        "2026-02-30T00:00:00Z",
    );
    let time = "'2026-02-28T00:00:00Z'";
    assert_eq!(query(&format!("query: User, fix: {{ at: {time} }}")).fixed, [(1, time.replace('\'', ""))]);
    let finer = "2026-02-28T00:00:00.0001Z";
    let d = says(&text(&format!("query: User, fix: {{ at: {finer} }}")), Code::WrongConstant, finer, finer);
    assert_eq!(d.label, "it is finer than `time.ms`");
}

#[test]
fn a_list_of_constants_is_a_query_each() {
    let plan = plan("query: Item, by: list, fix: { state: [open, closed], n: [1, 2, 3] }, range: item_id");
    assert_eq!(plan.queries(), 6);
    let Verb::Query(query) = &plan.verb else { panic!("a query") };
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(query.lists, [(2, texts(&["open", "closed"])), (3, texts(&["1", "2", "3"]))]);
    assert_eq!(
        query.condition,
        "PK = TENANT#{tenant_id} AND (begins_with(SK, ITEM#{list}#[open|closed]#[1|2|3]#) or SK BETWEEN \
         ITEM#{list}#[open|closed]#[1|2|3]#{item_id from} AND ITEM#{list}#[open|closed]#[1|2|3]#{item_id to})"
    );
    let wrong = text("query: Item, by: list, fix: { state: [open, opn] }");
    says(&wrong, Code::WrongConstant, "opn]", "opn");
    says(&text("query: Item, by: list, fix: { state: [open, open] }"), Code::Repeated, "open] }", "open");
    let many: Vec<String> = (0..51).map(|n| n.to_string()).collect();
    let many = format!("query: Item, by: list, fix: {{ state: [open, closed], n: [{}] }}", many.join(", "));
    says(&text(&many), Code::TooManyQueries, "fix: { state: [", "state");
    let all = self::plan("query: Item, by: list, fix: { state: [open] }");
    assert_eq!(all.queries(), 1, "a list of one is a constant");
}

#[test]
fn order_is_by_value_of_the_first_free_part() {
    assert!(!query("query: User").descending);
    assert!(query("query: User, order: newest").descending);
    assert!(!query("query: User, order: oldest").descending);
    assert!(query("query: User, order: desc").descending);
    // A descending part turns the direction round.
    assert!(!query(&format!("query: Item, order: newest, {INDEX}")).descending);
    assert!(query(&format!("query: Item, order: asc, {INDEX}")).descending);
    assert!(query("latest: User").descending);
    assert!(!query(&format!("latest: Item, {INDEX}")).descending);
    assert!(!query("first: User").descending);
    assert!(query("first: User, order: newest").one);
}

#[test]
fn newest_is_about_time() {
    let d = says(&text("query: Item, order: newest"), Code::OrderNotTime, "newest", "newest");
    assert_eq!(d.label, "`list` is `text`");
    assert!(
        query("query: Item, by: [list, state, n], order: newest").descending,
        "a ULID begins with its time"
    );
}

#[test]
fn an_order_needs_a_part_in_order() {
    says(&text("query: Item, by: list, order: desc"), Code::RangeUnordered, "desc }", "desc");
    says(&text("latest: Item, by: list"), Code::RangeUnordered, "latest", "latest");
}

#[test]
fn what_one_item_answers_has_no_order() {
    for word in ["order: asc", "limit: 3"] {
        let name = word.split(':').next().expect("a word");
        says(&text(&format!("query: User, by: at, {word}")), Code::NothingToOrder, word, name);
    }
    says(
        &text(&format!("query: Item, by: [at, state, n], order: asc, {INDEX}")),
        Code::NothingToOrder,
        "asc",
        "asc",
    );
    let d = says(&text("latest: User, by: at"), Code::NothingToPick, "latest", "latest");
    assert_eq!(d.help, ["write `get: User`"]);
    says(&text("first: User, by: at"), Code::NothingToPick, "first", "first");
}

#[test]
fn latest_takes_no_order_and_one_item_no_limit() {
    says(&text("latest: User, order: newest"), Code::WordDoesNotFit, "newest", "newest");
    says(&text("first: User, limit: 3"), Code::WordDoesNotFit, "limit", "limit");
}

#[test]
fn limits_are_numbers() {
    assert_eq!(query("query: User, limit: 25").limit, Some(25));
    for limit in ["0", "-1", "ten", "1.5", "99999999999"] {
        says(&text(&format!("query: User, limit: {limit}")), Code::BadLimit, &format!("{limit} }}"), limit);
    }
}

#[test]
fn an_index_is_not_read_consistently() {
    says(
        &text(&format!("query: Item, consistent: true, {INDEX}")),
        Code::ConsistentIndex,
        "consistent",
        "consistent",
    );
    assert!(query("query: User, consistent: true").consistent);
    assert!(!query(&format!("query: Item, consistent: false, {INDEX}")).consistent);
}

#[test]
fn parameters_are_renamed_by_name() {
    assert_eq!(params("query: Item, by: list, as: { list: shelf }"), ["shelf"]);
    says(&text("query: Item, by: list, as: { lst: shelf }"), Code::UnknownParameter, "lst:", "lst");
    says(&text("query: Item, by: list, as: { list: match }"), Code::InvalidName, "match", "match");
    says(
        &text("query: Item, by: [list, state], as: { list: state }"),
        Code::InvalidName,
        "state } }",
        "state",
    );
}

#[test]
fn into_names_what_is_selected() {
    says(&text("query: User, into: Users"), Code::WordDoesNotFit, "into", "into");
    let Verb::Query(query) = plan("query: User, select: [at, title], into: UserTitle").verb else {
        panic!("a query")
    };
    assert_eq!(query.selection.as_deref(), Some("UserTitle"));
    says(&text("query: User, select: [at], into: user_title"), Code::InvalidName, "user_title", "user_title");
    says(&text("query: User, select: [at], into: User"), Code::NameCollision, "into: User }", "User");
    let narrow = text("query: Item, index: GSI1, select: [title], into: Titles");
    says(&narrow, Code::WordDoesNotFit, "into:", "into");
    says(&text("get: User, select: [at]"), Code::WordDoesNotFit, "select:", "select");
}

#[test]
fn hydrate_reads_the_items_behind_a_narrow_index() {
    let Verb::Query(query) = plan("query: Item, index: GSI1, hydrate: true").verb else { panic!("a query") };
    assert!(query.hydrate && query.select.is_empty());
    let Verb::Query(query) = plan("query: Item, index: GSI1, select: [title], hydrate: false").verb else {
        panic!("a query")
    };
    assert!(!query.hydrate);
    says(&text("query: User, hydrate: true"), Code::WordDoesNotFit, "hydrate:", "hydrate");
    let both = text("query: Item, index: GSI1, select: [title], hydrate: true");
    says(&both, Code::WordDoesNotFit, "select:", "select");
    let all = text("query: Item, index: GSI1, hydrate: true").replace("project: [title]", "project: all");
    says(&all, Code::WordDoesNotFit, "hydrate:", "hydrate");
    says(&text("get: User, hydrate: true"), Code::WordDoesNotFit, "hydrate:", "hydrate");
}

#[test]
fn patterns_need_names() {
    let text = list(TYPES, ITEM, "- { get: User }");
    says(&text, Code::MissingWord, "{ get: User }", "{");
}

#[test]
fn healthy_patterns_survive_their_neighbours() {
    let text = list(
        TYPES,
        ITEM,
        "- { name: bad, query: Item, by: lst }\n- { name: good, query: User }\n- { name: lost, get: Broken }",
    );
    let text = text.replace("User: { sort", "Broken: { sort: '{' }\n  User: { sort");
    let loaded = load(&text);
    let codes: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::UnbalancedBraces, Code::NotAKeyPart], "no cascade from `Broken` to `lost`");
    let plan = loaded.plan.expect("a plan");
    assert_eq!(plan.entities.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["Item", "User"]);
    assert_eq!(plan.patterns.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["good"]);
    assert_eq!(plan.patterns[0].entities, [1]);
    assert_eq!(plan.left_out, ["Broken"]);
}
