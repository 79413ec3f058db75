//! The committed list of the InvocaCare table.

mod common;

use std::path::Path;

use dal_spec::plan::Verb;
use dal_spec::{Plan, explain, load};

fn plan() -> Plan {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns.yaml");
    let loaded = load(&path);
    assert!(loaded.diagnostics.is_empty(), "{}", common::report(&loaded));
    assert_eq!(loaded.allowed.len(), 1, "the operators' list of clinics is one partition, with a reason");
    let names: Vec<_> = loaded.files.iter().filter_map(|file| file.file_name()).collect();
    assert_eq!(names, ["patterns.yaml", "triage.yaml", "on_call.yaml", "messaging.yaml"]);
    assert!(loaded.files.iter().all(|file| file.is_absolute()));
    loaded.plan.expect("a list without errors has a plan")
}

#[test]
fn every_pattern_is_explained() {
    let text = explain(&plan());
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/invocacare.txt");
    if std::env::var_os("DAL_BLESS").is_some() {
        std::fs::write(&golden, &text).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    assert_eq!(text, expected, "run the test with DAL_BLESS=1 if this is right");
}

#[test]
fn fields_are_numbered_tenant_first_then_the_key_then_the_rest() {
    let plan = plan();
    let fields = |name: &str| {
        let (_, entity) = plan.entity(name).expect("declared");
        let names: Vec<&str> = entity.fields.iter().map(|field| field.name.as_str()).collect();
        (names, entity.primary_fields)
    };
    assert_eq!(fields("Tenant"), (vec!["tenant_id", "created_at"], 1));
    assert_eq!(fields("Item"), (vec!["tenant_id", "item_id", "owner_id", "created_at"], 2));
    assert_eq!(fields("Call"), (vec!["tenant_id", "call_id", "urgency", "received_at", "status"], 2));
    assert_eq!(fields("Message"), (vec!["tenant_id", "thread_id", "sent_at", "message_id"], 4));
}

#[test]
fn groups_hold_what_an_index_needs() {
    let plan = plan();
    let (_, call) = plan.entity("Call").expect("declared");
    assert_eq!(call.groups.len(), 1);
    assert_eq!(
        (call.groups[0].fields.as_slice(), call.groups[0].memberships.as_slice()),
        (&[2, 3, 4][..], &[0][..])
    );
    let (_, user) = plan.entity("User").expect("declared");
    assert!(user.groups.is_empty());
}

#[test]
fn queries_are_bound_as_far_as_their_keys_allow() {
    let plan = plan();
    let query = |name: &str| {
        let pattern = plan.patterns.iter().find(|pattern| pattern.name == name).expect("declared");
        match &pattern.verb {
            Verb::Query(query) => (pattern, query),
            Verb::Get { .. } => panic!("`{name}` is a query"),
        }
    };
    let params = |name: &str| query(name).0.params.iter().map(|param| param.name.clone()).collect::<Vec<_>>();
    let (overview, q) = query("overview");
    assert_eq!((q.bound, q.prefix.as_str(), q.full), (0, "TENANT", false));
    assert_eq!(overview.into.as_deref(), Some("Overview"));
    let (_, q) = query("list_users");
    assert_eq!((q.bound, q.prefix.as_str(), q.full, q.descending), (1, "", false, false));
    assert!(params("list_users").is_empty());
    let (_, q) = query("items_by_owner");
    assert_eq!((q.index, q.bound, q.range, q.descending, q.limit), (Some(0), 0, Some(3), true, Some(50)));
    assert_eq!(params("items_by_owner"), ["owner_id"]);
    let (list_tenants, q) = query("list_tenants");
    assert_eq!((q.bound, q.descending), (0, true));
    assert!(!list_tenants.is_scoped(&plan));
    assert_eq!(list_tenants.across_tenants.as_deref(), Some("The operator console lists all clinics."));
    let (_, q) = query("on_call_at");
    assert_eq!((q.bound, q.range, q.one, q.descending), (3, Some(2), true, true));
    assert_eq!(params("on_call_at"), ["team_id"]);
    let (_, q) = query("messages");
    assert_eq!((q.bound, q.descending), (3, true));
}
