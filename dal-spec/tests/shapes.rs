//! Rust types against the list.

mod common;

use std::sync::Arc;

use common::{list, load, report};
use dal_spec::shape::{Body, FieldShape, VariantShape};
use dal_spec::{Code, Diagnostic, Owner, Place, Plan, Role, Shape, Source, check_shape, role};

const TYPES: &str = "item_id: ulid\nat: time.ms";
const ENTITIES: &str = "Item:
  sort: 'ITEM#{item_id}'
  GSI1: { partition: '{tenant}#O#{owner_id}', sort: '{at}', when: { closed: absent } }
User: { sort: 'USER' }
Note: { sort: 'USER#NOTE#{n}' }";
const PATTERNS: &str = "- { name: get_item, get: Item }
- { name: owned, query: Item, index: GSI1, select: [title, at] }
- { name: all_of_user, query: [User, Note] }";

fn plan_of(entities: &str, patterns: &str) -> Plan {
    let text = list(TYPES, entities, patterns)
        .replace("  name: shop", "  name: shop\n  type: kind\n  ttl: expires_at");
    let loaded = load(&text);
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    loaded.plan.expect("a plan")
}

fn plan() -> Plan {
    plan_of(ENTITIES, PATTERNS)
}

fn rust() -> Arc<Source> {
    Arc::new(Source { name: "src/item.rs".to_owned(), path: "/src/item.rs".into(), text: "\n".repeat(100) })
}

fn place(line: usize) -> Option<Place> {
    Some(Place { source: rust(), line, column: 5, length: 4 })
}

fn field(name: &str, ty: &str) -> FieldShape {
    let inner = ty
        .strip_prefix("Option<")
        .or_else(|| ty.strip_prefix("Vec<"))
        .map_or(ty, |t| t.trim_end_matches('>'));
    FieldShape {
        name: name.to_owned(),
        attribute: name.to_owned(),
        ty: ty.to_owned(),
        base: inner.to_owned(),
        optional: ty.starts_with("Option<"),
        list: ty.starts_with("Vec<"),
        default: false,
        flatten: false,
        skip: false,
        with: None,
        place: place(10),
    }
}

fn item() -> Vec<FieldShape> {
    vec![
        field("tenant_id", "TenantId"),
        field("item_id", "ItemId"),
        field("owner_id", "Option<UserId>"),
        field("at", "DateTime"),
        field("closed", "Option<bool>"),
        field("title", "String"),
    ]
}

fn shape(name: &str, body: Body) -> Shape {
    Shape { name: name.to_owned(), place: place(1), body }
}

fn variant(name: &str, payload: Option<&str>) -> VariantShape {
    VariantShape {
        name: name.to_owned(),
        text: name.to_owned(),
        payload: payload.map(str::to_owned),
        fields: usize::from(payload.is_some()),
        place: place(20),
    }
}

/// What is said of `Item` after a change of its fields.
fn said(plan: &Plan, change: impl FnOnce(&mut Vec<FieldShape>)) -> Vec<Diagnostic> {
    let mut fields = item();
    change(&mut fields);
    let shape = shape("Item", Body::Struct(fields));
    let role = role(plan, &shape).expect("an entity");
    assert!(matches!(role, Role::Entity(_)));
    check_shape(plan, &role, &shape)
}

#[track_caller]
fn only(said: Vec<Diagnostic>, code: Code, under: &str, at: (usize, usize)) -> Diagnostic {
    assert_eq!(said.len(), 1, "{}", said.iter().map(|d| d.render() + "\n").collect::<String>());
    common::is(&said[0], code, under, at);
    said[0].clone()
}

fn change<'f>(fields: &'f mut [FieldShape], name: &str) -> &'f mut FieldShape {
    fields.iter_mut().find(|field| field.name == name).expect("a field")
}

#[test]
fn the_list_decides_what_a_derive_is_on() {
    let plan = plan();
    let of = |name: &str, body: Body| role(&plan, &shape(name, body));
    assert_eq!(of("Item", Body::Struct(item())), Ok(Role::Entity(0)));
    assert_eq!(of("Shop", Body::Enum(vec![])), Ok(Role::Table));
    assert_eq!(of("AllOfUser", Body::Enum(vec![])), Ok(Role::Collection(2)));
    assert_eq!(of("AllOfUser", Body::Struct(vec![])), Ok(Role::Collection(2)));
    assert_eq!(of("ItemId", Body::Tuple(1)), Ok(Role::KeyNewtype));
    assert_eq!(of("State", Body::Enum(vec![variant("Open", None)])), Ok(Role::KeyEnum));
}

#[test]
fn other_types_are_refused_with_a_suggestion() {
    let plan = plan();
    let of = |name: &str, body: Body| *role(&plan, &shape(name, body)).expect_err("refused");
    let d = of("Itm", Body::Struct(item()));
    assert_eq!((d.code, d.label.as_str()), (Code::UnknownType, "did you mean `Item`?"));
    assert_eq!(of("Pair", Body::Tuple(2)).code, Code::UnknownType);
    assert_eq!(of("Marker", Body::Unit).code, Code::UnknownType);
    let d = of("AllOfUsr", Body::Enum(vec![variant("User", Some("User"))]));
    assert_eq!((d.code, d.label.as_str()), (Code::UnknownType, "did you mean `AllOfUser`?"));
    let d = of("State", Body::Enum(vec![variant("Open", None), variant("Closed", Some("String"))]));
    assert_eq!((d.code, d.place.map(|p| p.line)), (Code::EnumPayload, Some(20)));
    assert_eq!(of("Item", Body::Enum(vec![])).code, Code::WrongBody);
    assert_eq!(of("Shop", Body::Struct(vec![])).code, Code::WrongBody);
    let d = of("AllOfUser", Body::Unit);
    assert_eq!((d.code, d.owner), (Code::WrongBody, Owner::Collection("AllOfUser".to_owned())));
}

#[test]
fn what_was_reported_is_not_reported_again() {
    let text =
        list(TYPES, "Item: { sort: '{' }\nUser: { sort: USER }", "- { name: both, query: [Item, User] }");
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics.len(), 1, "{}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    assert_eq!(plan.left_out, ["Item", "Both"]);
    assert_eq!(role(&plan, &shape("Item", Body::Struct(item()))), Ok(Role::LeftOut));
    assert_eq!(role(&plan, &shape("Both", Body::Enum(vec![]))), Ok(Role::LeftOut));
    let table = shape("Shop", Body::Enum(vec![variant("Item", Some("Item")), variant("User", Some("User"))]));
    assert_eq!(check_shape(&plan, &Role::Table, &table), []);
}

#[test]
fn a_struct_that_fits_is_quiet() {
    assert_eq!(said(&plan(), |_| {}), []);
}

#[test]
fn key_fields_are_in_the_struct() {
    let d = only(
        said(&plan(), |f| change(f, "item_id").name = "itemid".to_owned()),
        Code::MissingField,
        "item_id",
        (16, 18),
    );
    assert_eq!(d.message, "`Item` has no field `item_id`, which its sort key is built from");
    assert_eq!(d.label, "did you mean `itemid`?");
    assert_eq!(d.related[0].0.line, 1, "the struct");
    assert_eq!((d.entity.as_deref(), d.owner), (Some("Item"), Owner::Entity("Item".to_owned())));
    let d = only(said(&plan(), |f| f.retain(|f| f.name != "closed")), Code::MissingField, "closed", (17, 71));
    assert_eq!(d.message, "`Item` has no field `closed`, which decides whether it is in `GSI1`");
    let missing = said(&plan(), |f| f.retain(|f| f.name != "tenant_id"));
    assert_eq!(missing[0].message, "`Item` has no field `tenant_id`, which its partition key is built from");
}

#[test]
fn the_primary_key_is_always_there() {
    let plan = plan();
    only(said(&plan, |f| change(f, "item_id").optional = true), Code::OptionalKeyPart, "item_id", (16, 18));
    let d = said(&plan, |f| change(f, "tenant_id").optional = true);
    assert_eq!((d.len(), d[0].code), (1, Code::OptionalTenant));
    // An index key may be absent.
    assert_eq!(said(&plan, |f| change(f, "at").optional = true), []);
}

#[test]
fn filled_fields_are_there_and_the_version_is_required() {
    let filled = ENTITIES.replacen("Item:", "Item:\n  version: rev\n  created: made", 1);
    let plan = plan_of(&filled, PATTERNS);
    let with = |ty: &'static str| {
        move |fields: &mut Vec<FieldShape>| {
            fields.push(field("rev", ty));
            fields.push(field("made", "Option<DateTime>"));
        }
    };
    assert_eq!(said(&plan, with("u64")), []);
    only(said(&plan, with("Option<u64>")), Code::OptionalVersion, "rev", (16, 14));
    let found = said(&plan, |_| {});
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].message, "`Item` has no field `rev`, which `version:` names");
    assert!(found.iter().all(|found| found.code == Code::MissingField));
}

#[test]
fn key_fields_are_stored() {
    let plan = plan();
    only(said(&plan, |f| change(f, "owner_id").skip = true), Code::SkippedKeyPart, "owner_id", (17, 37));
    only(said(&plan, |f| change(f, "owner_id").flatten = true), Code::FlattenedKeyPart, "owner_id", (17, 37));
}

#[test]
fn absence_needs_an_option() {
    let d = only(
        said(&plan(), |f| change(f, "closed").optional = false),
        Code::PresentAlways,
        "closed",
        (17, 71),
    );
    assert!(d.message.contains("no item is ever in `GSI1`"), "{}", d.message);
    let present = plan_of(&ENTITIES.replace("closed: absent", "closed: present"), PATTERNS);
    let d = said(&present, |f| change(f, "closed").optional = false);
    assert!(d[0].message.contains("every item is in `GSI1`"), "{}", d[0].message);
}

#[test]
fn fields_leave_the_key_attributes_alone() {
    for attribute in ["PK", "SK", "GSI1PK", "GSI1SK", "kind"] {
        let d = only(
            said(&plan(), |f| change(f, "title").attribute = attribute.to_owned())
                .into_iter()
                .filter(|d| d.code == Code::KeyAttribute)
                .collect(),
            Code::KeyAttribute,
            "",
            (10, 5),
        );
        assert!(d.message.contains(&format!("stored as `{attribute}`")));
    }
}

#[test]
fn a_field_that_a_key_attribute_holds_has_its_name() {
    let entities = "Item:
  sort: 'ITEM#{item_id}'
  GSI1: { partition: '{tenant}#O#{owner_id}' }
User: { sort: USER }
Note: { sort: 'USER#NOTE#{n}' }";
    let text = list(TYPES, entities, PATTERNS)
        .replace("  name: shop", "  name: shop\n  type: kind\n  ttl: expires_at")
        .replace("sort: GSI1SK", "sort: { at: N }");
    let loaded = load(&text);
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    assert_eq!(said(&plan, |_| ()), []);
    let d = said(&plan, |f| change(f, "at").attribute = "createdAt".to_owned());
    let d = only(d, Code::NativeName, "", (10, 5));
    assert_eq!(d.help[0], "store it under the attribute's name: `#[serde(rename = \"at\")]`");
    // Another field under the attribute's name.
    let d = only(
        said(&plan, |f| change(f, "closed").attribute = "at".to_owned()),
        Code::KeyAttribute,
        "",
        (10, 5),
    );
    assert!(d.message.contains("the key attribute that holds `at`"), "{}", d.message);
}

#[test]
fn options_with_functions_have_a_default() {
    let with = |default: bool| {
        said(&plan(), |f| {
            let field = change(f, "closed");
            field.with = Some("crate::closed".to_owned());
            field.default = default;
        })
    };
    assert_eq!(with(true), []);
    let d = with(false);
    assert_eq!((d.len(), d[0].code), (1, Code::OptionWith));
}

#[test]
fn a_ttl_is_in_seconds_and_projected() {
    let wide = load(
        &list(TYPES, ENTITIES, PATTERNS)
            .replace("[title]", "[title, expires_at]")
            .replace("  name: shop", "  name: shop\n  ttl: expires_at"),
    )
    .plan
    .expect("a plan");
    let with = |plan: &Plan, ty: &str, function: Option<&str>| {
        said(plan, |f| {
            let mut field = field("expires_at", ty);
            field.with = function.map(str::to_owned);
            field.default = true;
            f.push(field);
        })
    };
    for (ty, function) in [
        ("Ttl", None),
        ("Option<Ttl>", None),
        ("i64", None),
        ("Option<u64>", None),
        ("Option<DateTime>", Some("dal::ttl::option")),
    ] {
        assert_eq!(with(&wide, ty, function), [], "{ty}");
    }
    for ty in ["DateTime", "Option<DateTime>", "String", "f64"] {
        let d = with(&wide, ty, None);
        assert_eq!((d.len(), d[0].code), (1, Code::TtlNotSeconds), "{ty}");
    }
    let d = with(&plan(), "Ttl", None);
    only(d, Code::TtlNotProjected, "GSI1", (17, 5));
}

#[test]
fn selects_are_fields_that_the_index_holds() {
    let plan = plan();
    let d = only(
        said(&plan, |f| change(f, "title").name = "titel".to_owned()),
        Code::UnknownSelect,
        "title",
        (22, 55),
    );
    assert_eq!((d.label.as_str(), d.pattern.as_deref()), ("did you mean `titel`?", Some("owned")));
    let skipped = said(&plan, |f| change(f, "title").skip = true);
    assert_eq!((skipped[0].code, skipped[0].label.as_str()), (Code::UnknownSelect, "serde skips it"));
    let d = only(
        said(&plan, |f| change(f, "title").attribute = "heading".to_owned()),
        Code::SelectNotProjected,
        "title",
        (22, 55),
    );
    assert_eq!(d.help.len(), 3, "three ways: project, rename, get the item");
    assert_eq!(d.notes, ["`GSI1` holds `title`"]);
}

#[test]
fn a_computed_list_does_not_see_renames() {
    let text = list(TYPES, ENTITIES, PATTERNS).replace(", project: [title]", "");
    let plan = load(&text).plan.expect("a plan");
    assert_eq!(said(&plan, |_| {}), []);
    let d = said(&plan, |f| change(f, "title").attribute = "heading".to_owned());
    assert_eq!((d.len(), d[0].code), (1, Code::RenamedComputed));
}

#[test]
fn the_table_knows_every_entity() {
    let plan = plan();
    let check =
        |variants: Vec<VariantShape>| check_shape(&plan, &Role::Table, &shape("Shop", Body::Enum(variants)));
    let all = || ["Item", "User", "Note"].map(|name| variant(name, Some(name))).to_vec();
    assert_eq!(check(all()), []);
    let mut short = all();
    short.remove(1);
    let d = only(check(short), Code::MissingVariant, "User", (18, 3));
    assert_eq!(d.help, ["add `User(User)`"]);
    let mut misspelt = all();
    misspelt[1] = variant("Usr", Some("User"));
    let d = check(misspelt);
    assert_eq!((d.len(), d[0].code, d[0].label.as_str()), (1, Code::UnknownVariant, "did you mean `User`?"));
    let mut other = all();
    other[1].payload = Some("Item".to_owned());
    let d = check(other);
    assert_eq!((d.len(), d[0].code, d[0].label.as_str()), (1, Code::WrongPayload, "holds `Item`"));
    let mut unit = all();
    unit[1] = variant("User", None);
    assert_eq!(check(unit)[0].code, Code::WrongPayload);
}

fn collection(body: Body) -> Vec<Diagnostic> {
    let plan = plan();
    let shape = shape("AllOfUser", body);
    let role = role(&plan, &shape).expect("a collection");
    let said = check_shape(&plan, &role, &shape);
    assert!(said.iter().all(|d| d.owner == Owner::Collection("AllOfUser".to_owned())
        && d.pattern.as_deref() == Some("all_of_user")));
    said
}

#[test]
fn a_collection_has_a_place_for_each_entity() {
    let members =
        |names: &[(&str, &str)]| Body::Enum(names.iter().map(|(name, ty)| variant(name, Some(ty))).collect());
    assert_eq!(collection(members(&[("User", "User"), ("Note", "Note")])), []);
    let d = collection(members(&[("User", "User")]));
    assert_eq!((d.len(), d[0].code), (1, Code::MissingMember));
    assert_eq!(d[0].help, ["add the variant `Note(Note)`"]);
    let d = collection(members(&[("User", "User"), ("Note", "Note"), ("Item", "Item")]));
    assert_eq!((d.len(), d[0].code), (1, Code::UnknownMember));
    let d = collection(members(&[("User", "User"), ("Note", "Note"), ("Again", "Note")]));
    assert_eq!((d.len(), d[0].code), (1, Code::UnknownMember));
    let d = collection(members(&[("User", "User"), ("Note", "Nte")]));
    assert_eq!((d.len(), d[0].label.as_str()), (1, "did you mean `Note`?"));
}

#[test]
fn a_collection_has_room_for_what_can_match() {
    let members = |user: &str, notes: &str| Body::Struct(vec![field("user", user), field("notes", notes)]);
    assert_eq!(collection(members("Option<User>", "Vec<Note>")), []);
    assert_eq!(collection(members("User", "Vec<Note>")), []);
    for one in ["Note", "Option<Note>"] {
        let d = collection(members("User", one));
        assert_eq!((d.len(), d[0].code, d[0].place.as_ref().map(|p| p.line)), (1, Code::OneOfMany, Some(10)));
        assert_eq!(d[0].help, ["write `notes: Vec<Note>`"]);
    }
}
