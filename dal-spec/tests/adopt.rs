//! What an existing table needs: attributes that mean fields by their names, values that live in keys only, names of
//! entities in the type attribute, and projections as they are.

mod common;

use common::{clean, list, load, report, says};
use dal_spec::shape::{Body, FieldShape};
use dal_spec::{Code, Diagnostic, Plan, Role, Shape, check_shape};

/// A table without tenants.
fn adopted(table: &str, entities: &str, patterns: &str) -> String {
    let indent = |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
    format!(
        "version: 1\ntable:\n  name: adopted\n{}entities:\n{}patterns:\n{}",
        indent(table),
        indent(entities),
        indent(patterns)
    )
}

fn field(name: &str, attribute: &str, ty: &str) -> FieldShape {
    FieldShape {
        name: name.to_owned(),
        attribute: attribute.to_owned(),
        ty: ty.to_owned(),
        base: ty.trim_start_matches("Option<").trim_end_matches('>').to_owned(),
        optional: ty.starts_with("Option<"),
        list: false,
        default: false,
        flatten: false,
        skip: false,
        with: None,
        place: None,
    }
}

/// What is said of the first entity with these fields.
fn said(plan: &Plan, fields: Vec<FieldShape>) -> Vec<Diagnostic> {
    let shape = Shape { name: plan.entities[0].name.clone(), place: None, body: Body::Struct(fields) };
    check_shape(plan, &Role::Entity(0), &shape)
}

fn codes(found: &[Diagnostic]) -> Vec<Code> {
    found.iter().map(|d| d.code).collect()
}

const BOOKMARKS: &str = "key: { partition: customerId, sort: sk }
indexes:
  ByEmail: { partition: email, project: all }
  ByUrl: { partition: url, sort: customerId, project: all }";

#[test]
fn an_attribute_means_the_field_of_its_name_in_rusts_style() {
    let plan = clean(&adopted(
        "key: { partition: customerId, sort: ItemSKU }\nindexes: { Players: { partition: player1Id, project: all } }",
        "Row: { Players: {} }",
        "- { name: get_row, get: Row }\n- { name: rows, query: Row, index: Players }",
    ));
    let names: Vec<&str> = plan.entities[0].fields.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["customer_id", "item_sku", "player1_id"]);
    assert!(plan.entities[0].partition.native().is_some());
}

#[test]
fn an_attribute_that_only_says_what_it_is_a_key_of_means_no_field() {
    for name in ["PK", "sk", "GSI1PK", "sort_key", "hashKey", "gs1pk", "lsi1sk", "RangeKey"] {
        let table = format!("key: {{ partition: id, sort: {name} }}");
        let loaded = load(&adopted(&table, "Row: { partition: '{id}' }", "- { name: get_row, get: Row }"));
        assert_eq!(codes(&loaded.diagnostics), [Code::MissingKey], "{name}: {}", report(&loaded));
    }
    // Named, it is one all the same.
    clean(&adopted(
        "key: { partition: id, sort: sort_key }",
        "Row: { sort: '{sort_key}' }",
        "- { name: get_row, get: Row }",
    ));
}

#[test]
fn an_empty_entry_says_that_fields_are_the_keys() {
    let text = adopted(
        BOOKMARKS,
        "Bookmark: { sort: 'B#{url}', ByUrl: {} }\nCustomer: { sort: 'CUST#{customer_id}', ByEmail: {} }",
        "- { name: by_url, query: Bookmark, index: ByUrl }\n- { name: by_email, first: Customer, index: ByEmail }",
    );
    let plan = clean(&text);
    assert_eq!(plan.entities.iter().map(|e| e.memberships.len()).collect::<Vec<_>>(), [1, 1]);
    let stored = |url: &str| {
        vec![
            field("customer_id", "customerId", "String"),
            field("url", url, "String"),
            field("title", "title", "String"),
        ]
    };
    assert_eq!(said(&plan, stored("url")), []);
    // The attribute is the field: it must be stored under the attribute's name.
    assert_eq!(codes(&said(&plan, stored("link"))), [Code::NativeName]);
    // Of an index whose attributes only say what they are keys of, an empty entry says nothing.
    let text = list("", "Item: { sort: 'I', GSI1: {} }", "- { name: get_item, get: Item }");
    says(&text, Code::HalfKey, "GSI1: {} }", "GSI1");
}

#[test]
fn fields_bring_an_item_into_an_index_only_where_the_list_says_so() {
    let text = adopted(
        BOOKMARKS,
        "Customer: { sort: 'CUST#{customer_id}', ByEmail: {} }\nBookmark: { sort: 'B#{url}', ByUrl: {} }",
        "- { name: by_email, first: Customer, index: ByEmail }\n- { name: by_url, query: Bookmark, index: ByUrl }",
    );
    let plan = clean(&text);
    let with = |name: &str, attribute: &str| {
        vec![
            field("customer_id", "customerId", "String"),
            field("email", "email", "String"),
            field(name, attribute, "String"),
        ]
    };
    let found = said(&plan, with("homepage", "url"));
    assert_eq!(codes(&found), [Code::KeyAttribute]);
    assert!(found[0].message.contains("nothing says they are in"), "{}", found[0].message);
    assert!(found[0].help[0].contains("`ByUrl: {}`"), "{:?}", found[0].help);
    assert_eq!(said(&plan, with("homepage", "homepage")), []);
}

#[test]
fn a_typed_attribute_of_another_name_is_a_copy() {
    let plan = clean(&adopted(
        "key: { partition: pk, sort: sk }\nindexes: { Top: { partition: top_pk, sort: { visits_sk: N }, project: all } }",
        "User: { partition: 'U#{user_id}', sort: P, Top: { partition: 'L#{level}', sort: '{visits}' } }",
        "- { name: get_user, get: User }\n- { name: top, query: User, index: Top, range: visits }",
    )
    .replace("entities:", "types: { visits: u64 }\nentities:"));
    let fields = vec![
        field("user_id", "user_id", "String"),
        field("level", "level", "String"),
        field("visits", "visits", "u64"),
    ];
    assert_eq!(said(&plan, fields.clone()), []);
    let mut taken = fields;
    taken.push(field("other", "visits_sk", "u64"));
    assert_eq!(codes(&said(&plan, taken)), [Code::KeyAttribute]);
}

const ORDERS: &str = "Order:
  partition: USER#{username}
  sort: ORDER#{order_id}
  key_only: KEYS
  GSI2: { partition: 'USER#{username}', sort: '{status:upper}#{since}' }
  GSI3: { partition: '{random}', when: { status: placed } }";
const INDEXES: &str = "key: { partition: pk, sort: sk }
indexes:
  GSI2: { partition: gsi2pk, sort: gsi2sk, project: all }
  GSI3: { partition: gsi3pk, project: all }";
const READS: &str = "- { name: get_order, get: Order }
- { name: by_status, query: Order, index: GSI2, by: [status] }
- { name: placed, query: Order, index: GSI3 }";

fn orders(keys: &str) -> String {
    adopted(INDEXES, &ORDERS.replace("KEYS", keys), READS)
        .replace("entities:", "types: { status: [placed, shipped], since: time.ms }\nentities:")
}

#[test]
fn values_live_in_keys_that_give_them_back() {
    let plan = clean(&orders("[order_id, since, random]"));
    let names: Vec<&str> =
        plan.entities[0].key_only.iter().map(|&n| plan.entities[0].fields[n].name.as_str()).collect();
    assert_eq!(names, ["order_id", "since", "random"]);
    let d = says(&orders("[status]"), Code::KeyOnlyLost, "[status]", "status");
    assert!(d.message.contains("folded or cut"), "{}", d.message);
    let d = says(&orders("[orderid]"), Code::KeyOnlyLost, "[orderid]", "orderid");
    assert_eq!(d.label, "did you mean `order_id`?");
    let native = adopted(
        "key: { partition: id, sort: sk }",
        "Row: { sort: 'R', key_only: [id] }",
        "- { name: get_row, get: Row }",
    );
    let d = says(&native, Code::KeyOnlyLost, "[id]", "id");
    assert!(d.message.contains("an attribute of its own"), "{}", d.message);
}

#[test]
fn a_value_in_a_key_that_can_be_absent_is_optional() {
    let plan = clean(&orders("[since, random]"));
    let fields = |random: &str, status: &str| {
        vec![
            field("username", "username", "String"),
            field("order_id", "order_id", "String"),
            field("status", "status", status),
            field("since", "since", "DateTime"),
            field("random", "random", random),
        ]
    };
    assert_eq!(said(&plan, fields("Option<String>", "Status")), []);
    let found = said(&plan, fields("String", "Status"));
    assert_eq!(codes(&found), [Code::KeyOnlyOptional]);
    assert!(found[0].message.contains("key of `GSI3`"), "{}", found[0].message);
    let found = said(&plan, fields("Option<String>", "Option<Status>"));
    assert_eq!(codes(&found), [Code::KeyOnlyOptional]);
    assert!(found[0].notes[0].contains("`status` decides"), "{:?}", found[0].notes);
}

#[test]
fn what_the_table_says_of_keys_holds_for_the_entities_that_have_them() {
    let table = "key: { partition: PK, sort: SK }\nkey_only: [user_id, note_id]";
    let entities = "User: { partition: 'U#{user_id}', sort: P }
Note: { partition: 'U#{user_id}', sort: 'N#{note_id}', key_only: [] }";
    let reads = "- { name: get_user, get: User }\n- { name: notes, query: Note }";
    let text = adopted(table, entities, reads);
    // The note's own word is all there is for it, so that `note_id` lives in nobody's keys only.
    says(&text, Code::UnusedKeyOnly, "note_id]", "note_id");
    let plan = clean(&adopted(&table.replace(", note_id", ""), entities, reads));
    assert_eq!(plan.entities.iter().map(|e| e.key_only.len()).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn an_entity_has_a_name_of_its_own_in_the_type_attribute() {
    let table = "key: { partition: PK, sort: SK }\ntype: kind";
    let entities =
        "User: { partition: 'U#{id}', sort: P, type: customer }\nNote: { partition: 'N#{id}', sort: N }";
    let reads = "- { name: get_user, get: User }\n- { name: get_note, get: Note }";
    let plan = clean(&adopted(table, entities, reads));
    assert_eq!(plan.entities[0].type_name.as_deref(), Some("customer"));
    let twice = adopted(table, &entities.replace("customer", "Note"), reads);
    says(&twice, Code::DuplicateName, "Note: {", "Note");
    let none = adopted("key: { partition: PK, sort: SK }", entities, reads);
    says(&none, Code::MissingWord, "customer", "customer");
}

#[test]
fn a_projection_that_lists_keys_is_allowed_with_a_reason() {
    let table = "key: { partition: PK, sort: SK }
indexes:
  ByDay: { partition: day, sort: SK, project: [PK, title]ALLOW }";
    let text = |allow: &str| {
        adopted(
            &table.replace("ALLOW", allow),
            "Row: { partition: 'R#{id}', sort: '{at}', ByDay: {} }",
            "- { name: get_row, get: Row }\n- { name: by_day, query: Row, index: ByDay, select: [title] }",
        )
    };
    says(&text(""), Code::ProjectedKey, "[PK", "PK");
    let loaded = load(&text(", allow: { projected-key: The live index lists it. }"));
    assert_eq!((loaded.diagnostics.len(), loaded.allowed.len()), (0, 1), "{}", report(&loaded));
}

#[test]
fn an_index_without_the_ttl_is_allowed_with_a_reason() {
    let text = |allow: &str| {
        adopted(
            "key: { partition: PK, sort: SK }\nttl: expires\nindexes: { ByDay: { partition: day, sort: SK, project: [title] } }",
            &format!("Row: {{ partition: 'R#{{id}}', sort: '{{at}}', ByDay: {{}}{allow} }}"),
            "- { name: get_row, get: Row }\n- { name: by_day, query: Row, index: ByDay, select: [title] }",
        )
    };
    let fields = vec![
        field("id", "id", "String"),
        field("at", "at", "String"),
        field("day", "day", "String"),
        field("title", "title", "String"),
        field("expires", "expires", "u64"),
    ];
    let found = said(&clean(&text("")), fields.clone());
    assert_eq!(codes(&found), [Code::TtlNotProjected]);
    assert!(!found[0].is_error());
    let allowed = clean(&text(", allow: { ttl-not-projected: Readers look at the item. }"));
    assert_eq!(said(&allowed, fields), []);
}

#[test]
fn a_table_without_a_sort_key_is_read_by_get_and_by_indexes() {
    let table = "key: { partition: matchId }
indexes: { ByPlayer: { partition: player1Id, sort: [matchDate, round], project: all } }";
    let reads = "- { name: get_match, get: Match }\n- { name: of_player, query: Match, index: ByPlayer }";
    let plan = clean(&adopted(table, "Match: { ByPlayer: {} }", reads));
    assert!(plan.table.sort.is_none() && plan.entities[0].sort.is_none());
    let query =
        adopted(table, "Match: { ByPlayer: {} }", &format!("{reads}\n- {{ name: all, query: Match }}"));
    says(&query, Code::QueryOfOne, "query: Match }", "query");
    let sort = adopted(table, "Match: { sort: M, ByPlayer: {} }", reads);
    says(&sort, Code::HalfKey, "sort: M,", "M");
    // Two entities under one partition key would be one item.
    let two = adopted(
        "key: { partition: PK }",
        "A: { partition: 'X#{id}' }\nB: { partition: 'X#{id}' }",
        "- { name: get_a, get: A }\n- { name: get_b, get: B }",
    );
    assert_eq!(codes(&load(&two).diagnostics), [Code::SameKey], "{}", report(&load(&two)));
}

#[test]
fn raw_text_ends_its_key_in_order_and_nowhere_else() {
    let table = "key: { partition: PK, sort: SK }\ntext: raw";
    let text = |sort: &str, pattern: &str| {
        adopted(table, &format!("Row: {{ partition: 'R#{{id}}', sort: '{sort}' }}"), pattern)
    };
    let range = "- { name: rows, query: Row, range: name }";
    let plan = clean(&text("N#{name:lower}", range));
    assert_eq!(plan.entities[0].sort.as_ref().map(|sort| sort.text.as_str()), Some("N#{name:lower}"));
    says(&text("N#{name}#{part}", range), Code::RangeUnordered, "range: name", "name");
    // Text that holds nothing to escape is the same raw or not.
    let safe = text("N#{name}#{part}", range)
        .replace("entities:", "types: { name: { text: '[a-z0-9]+' } }\nentities:");
    clean(&safe);
    let d = says(
        &text("{name}", "- { name: rows, query: Row }").replace("text: raw", "text: plain"),
        Code::WrongValue,
        "text: plain",
        "plain",
    );
    assert_eq!(d.label, "write `raw`, or leave the line out");
}

#[test]
fn a_query_reads_no_more_than_what_its_text_begins_with() {
    let list = |pattern: &str| {
        adopted(
            "key: { partition: PK, sort: SK }\ntext: raw",
            "Person: { partition: 'P#{id}', sort: 'CUST#{id}' }\nLink: { partition: 'P#{id}', sort: '{url}' }",
            "- { name: get_person, get: Person }\n- { name: links, query: Link }",
        )
        .replace("entities:", &format!("types: {{ url: {{ text: '{pattern}' }} }}\nentities:"))
    };
    let plan = clean(&list("https?://.+"));
    let dal_spec::plan::Verb::Query(query) = &plan.patterns[1].verb else { panic!("a query") };
    assert_eq!((query.prefix.as_str(), plan.patterns[1].reads_beginning()), ("http", true));
    assert_eq!(query.condition, "PK = P#{id} AND begins_with(SK, http)");
    // Without a beginning of its own, the query would read the person too.
    let loaded = load(&list("[a-z]+:.+"));
    assert_eq!(codes(&loaded.diagnostics), [Code::ListLeaks], "{}", report(&loaded));
}

const TABLES: &str = "version: 1
tables:
  Deals: { key: { partition: deal_id }, indexes: { ByBrand: { partition: brand_id, project: [title] } } }
  Users: { name: prod-users, key: { partition: PK, sort: SK }, tenant: 'TENANT#{tenant_id}', type: kind }
types: { deal_id: ulid, user_id: uuid }
entities:
  Deal: { table: Deals, ByBrand: {} }
  User: { table: Users, sort: 'USER#{user_id}' }
patterns:
  - { name: get_deal, get: Deal }
  - { name: deals_of_brand, query: Deal, index: ByBrand, select: [title] }
  - { name: get_user, get: User }
";

#[test]
fn several_tables_have_a_plan_each() {
    let loaded = load(TABLES);
    assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
    let tables: Vec<(&str, &str, usize, usize)> = loaded
        .plans()
        .map(|p| (p.table.enum_name.as_str(), p.table.name.as_str(), p.entities.len(), p.patterns.len()))
        .collect();
    assert_eq!(tables, [("Deals", "Deals", 1, 2), ("Users", "prod-users", 1, 1)]);
    for (name, table) in [("User", "Users"), ("Users", "Users"), ("Deal", "Deals"), ("Other", "Deals")] {
        assert_eq!(loaded.plan_of(name).map(|plan| plan.table.enum_name.as_str()), Some(table), "{name}");
    }
    let pinned: Vec<&str> =
        loaded.plans().flat_map(|p| &p.table.indexes).map(|i| i.pinned_as.as_str()).collect();
    assert_eq!(pinned, ["Deals.ByBrand"]);
}

#[test]
fn an_entity_says_which_of_several_tables_it_is_in() {
    says(&TABLES.replace("Deal: { table: Deals, ", "Deal: { "), Code::MissingWord, "Deal: {", "Deal");
    let d = says(&TABLES.replace("table: Deals", "table: Deal"), Code::WrongValue, "table: Deal,", "Deal");
    assert_eq!(d.label, "did you mean `Deals`?");
}

#[test]
fn what_several_tables_cannot_share_is_said() {
    let both = TABLES.replace("tables:", "table: { name: one, key: { partition: PK } }\ntables:");
    says(&both, Code::WrongForm, "tables:", "tables");
    let apart = TABLES.replace("get: User }", "get: User }\n  - { name: both, query: [Deal, User] }");
    says(&apart, Code::CollectionApart, "[Deal, User]", "User");
    let same = TABLES.replace("Users:", "User:").replace("table: Users", "table: User");
    assert_eq!(codes(&load(&same).diagnostics), [Code::NameCollision], "{}", report(&load(&same)));
    let lower = TABLES.replace("Users:", "users:").replace("table: Users", "table: users");
    assert_eq!(codes(&load(&lower).diagnostics), [Code::InvalidName], "{}", report(&load(&lower)));
    // A type that no table uses is said once.
    let unused = TABLES.replace("user_id: uuid", "user_id: uuid, userid: uuid");
    says(&unused, Code::UnusedType, "userid", "userid");
    let one = adopted("key: { partition: id }", "Row: { table: Rows }", "- { name: get_row, get: Row }");
    says(&one, Code::WrongForm, "table: Rows", "table");
}

/// A transaction is a method of its first action's table; the others know what it does to their entities.
#[test]
fn a_transaction_spans_tables_and_a_batch_does_not() {
    let with = |pattern: &str| {
        TABLES.replace("get: User }", &format!("get: User }}\n  - {{ name: both, {pattern} }}"))
    };
    let of_like = "transact: [{ update: Deal, add: { likes: '{gift}' }, if: ['title = {title}'] }, { update: User, add: { likes: '{gift}' } }]";
    let loaded = load(&with(of_like));
    assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
    let [deals, users] = [loaded.plan.as_ref().unwrap(), &loaded.more[0]];
    assert_eq!((deals.actions.len(), users.actions.len()), (1, 0));
    assert_eq!((deals.joined.len(), users.joined.len()), (0, 1));
    let both = &deals.actions[0];
    let on: Vec<_> = both
        .actions
        .iter()
        .filter_map(|action| deals.acted(action.entity))
        .map(|(entity, table)| (entity.name.as_str(), table.enum_name.as_str()))
        .collect();
    assert_eq!(on, [("Deal", "Deals"), ("User", "Users")]);
    assert_eq!(deals.parts_of(0).count(), 1);
    assert_eq!(users.parts_of(0).map(|(_, number, _)| number).collect::<Vec<_>>(), [1]);
    let shown = dal_spec::explain(deals);
    assert!(shown.contains("update User of Users: likes + {gift}"), "{shown}");
    // What is wrong with an action is told as in one table.
    let half = with("transact: [{ create: Deal }, { update: User }]");
    says(&half, Code::EmptyValue, "update: User", "update");
    let twice = with("transact: [{ create: Deal }, { put: User }, { delete: User }]");
    says(&twice, Code::ItemTwice, "delete: User", "User");
    let handle = with("transact: [{ create: Deal }, { put: User, as: users_dal }]");
    says(&handle, Code::InvalidName, "as: users_dal", "users_dal");
    let unknown = with("transact: [{ create: Deal }, { put: Usr }]");
    let found = says(&unknown, Code::UnknownEntity, "put: Usr", "Usr");
    assert_eq!(found.label, "did you mean `User`?");
    for batch in ["get: [Deal, User]", "put: [Deal, User]", "put: [Deal], delete: [User]"] {
        let found = load(&with(batch));
        assert_eq!(codes(&found.diagnostics), [Code::CollectionApart], "{batch}: {}", report(&found));
    }
}

/// The types of the values that transactions take are numbered alike in the list of the entity and in that of the method.
#[test]
fn values_of_one_entity_are_numbered_over_all_tables() {
    let add = |name: &str, first: &str, second: &str| {
        let action =
            |entity: &str| format!("{{ update: {entity}, add: {{ likes: '{{gift}}', seen: '{{more}}' }} }}");
        format!("  - {{ name: {name}, transact: [{}, {}] }}\n", action(first), action(second))
    };
    let all = [add("one", "Deal", "User"), add("two", "User", "Deal"), add("three", "Deal", "User")].concat();
    let text = TABLES.replace("get: User }\n", &format!("get: User }}\n{all}"));
    let loaded = load(&text);
    assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
    for plan in loaded.plans() {
        let mut next = 0;
        for (pattern, number, action) in plan.parts_of(0) {
            assert_eq!(action.first_value, next, "{} {number}", pattern.name);
            next += action.values.len();
            let name = &plan.entities[0].name;
            // The table of the method says the same.
            let own = loaded
                .plans()
                .find_map(|plan| plan.actions.iter().find(|own| own.name == pattern.name))
                .unwrap();
            assert_eq!(own.actions[number].first_value, action.first_value, "{name} in {}", own.name);
        }
        assert_eq!(next, 6);
    }
}

#[test]
fn the_enum_of_a_table_has_the_name_that_the_list_gives() {
    let text = |rust: &str| {
        adopted(
            &format!("rust: {rust}\nkey: {{ partition: id }}"),
            "Row: {}",
            "- { name: get_row, get: Row }",
        )
    };
    assert_eq!(clean(&text("Sns")).table.enum_name, "Sns");
    says(&text("sns"), Code::InvalidName, "sns", "sns");
}
