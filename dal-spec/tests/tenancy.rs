//! Tenants: every partition begins with one, or says why not.

mod common;

use common::{list, load, report, says};
use dal_spec::Code;

const TYPES: &str = "at: time.ms";

#[test]
fn partitions_begin_with_the_tenant() {
    let text = list(TYPES, "User: { sort: USER, GSI1: { partition: 'AGE#{at}', sort: A } }", "");
    let d = says(&text, Code::MissingTenant, "'AGE#{at}'", "'AGE#{at}'");
    assert_eq!(d.help[0], "begin it with `{tenant}`: '{tenant}#AGE#{at}'");
    let text = list(TYPES, "User: { partition: 'USER#{x}', sort: USER }", "");
    says(&text, Code::MissingTenant, "'USER#{x}'", "'USER#{x}'");
    // The fields alone are not the tenant, and neither is a longer beginning.
    for partition in ["{tenant_id}#A", "TENANTS#{tenant_id}", "TENANT#{x}"] {
        let text = list(TYPES, &format!("User: {{ partition: '{partition}', sort: USER }}"), "");
        assert_eq!(load(&text).diagnostics[0].code, Code::MissingTenant, "{partition}");
    }
    // Written out it is the same.
    let text = list(TYPES, "User: { partition: 'TENANT#{tenant_id}#A', sort: USER }", "");
    assert!(!load(&text).has_errors());
}

#[test]
fn crossing_has_a_reason_and_a_need() {
    let crossing = |partition: &str, why: &str| {
        list(
            TYPES,
            &format!(
                "User: {{ sort: USER, GSI1: {{ partition: '{partition}', sort: A, across_tenants: {why} }} }}"
            ),
            "",
        )
    };
    says(&crossing("A#{at}", "''"), Code::EmptyReason, "''", "''");
    says(&crossing("{tenant}#A", "Operators."), Code::NeedlessAcross, "Operators.", "Operators.");
    let loaded = load(&crossing("A#{at}", "Operators."));
    assert!(!loaded.has_errors(), "{}", report(&loaded));
}

#[test]
fn an_entity_may_lie_across_tenants() {
    let text = list(
        TYPES,
        "Plan: { partition: 'PLAN#{code}', sort: PLAN, across_tenants: Plans are offered to all. }",
        "- { name: get_plan, get: Plan }",
    );
    let loaded = load(&text);
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    assert!(!plan.entities[0].scoped);
    assert_eq!(plan.entities[0].fields[0].name, "code");
    assert!(!plan.patterns[0].is_scoped(&plan));
    assert_eq!(plan.patterns[0].across_tenants.as_deref(), Some("Plans are offered to all."));
    assert_eq!(plan.patterns[0].params[0].name, "code");
}

#[test]
fn across_needs_tenants() {
    let text = list(TYPES, "Plan: { partition: 'PLAN#{code}', sort: PLAN, across_tenants: To all. }", "")
        .replace("  tenant: TENANT#{tenant_id}\n", "");
    says(&text, Code::AcrossWithoutTenant, "To all.", "To all.");
}

#[test]
fn a_tenant_tells_tenants_apart() {
    let tenant = |template: &str| list("", "", "").replace("TENANT#{tenant_id}", template);
    says(&tenant("TENANT"), Code::BadTenant, "TENANT\n", "TENANT");
    says(&tenant("'TENANT#{name:raw}'"), Code::BadTenant, "{name:raw}", "{name:raw}");
    says(&tenant("'TENANT#{name:lower}'"), Code::BadTenant, "{name:lower}", "{name:lower}");
    says(&tenant("'T#{tenant}'"), Code::ReservedPart, "{tenant}'", "{tenant}");
}

#[test]
fn a_broken_tenant_is_reported_once() {
    let text = list(
        TYPES,
        "User: { sort: USER }\nItem: { partition: '{tenant}#A', sort: 'ITEM#{x}' }",
        "- { name: list_items, query: Item }",
    )
    .replace("TENANT#{tenant_id}", "TENANT");
    says(&text, Code::BadTenant, "TENANT\n", "TENANT");
    let text = text.replace("tenant: TENANT\n", "tenant: 'TENANT#{'\n");
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics.len(), 1, "{}", report(&loaded));
    assert!(loaded.plan.is_none(), "without its tenant the table is not understood");
}

#[test]
fn several_fields_make_a_tenant() {
    let text = list("region: [eu, us]", "User: { sort: 'USER#{x}' }", "- { name: list_users, query: User }")
        .replace("TENANT#{tenant_id}", "'T#{region}#{tenant_id}'");
    let loaded = load(&text);
    assert!(!loaded.has_errors(), "{}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    assert_eq!(
        plan.table.tenant.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(),
        ["region", "tenant_id"]
    );
    assert_eq!(plan.entities[0].primary_fields, 3);
    assert!(plan.patterns[0].params.is_empty());
}

#[test]
fn a_pattern_stays_on_one_side() {
    let text = list(
        TYPES,
        "User: { sort: USER, GSI1: { partition: 'A#{at}', sort: U, across_tenants: Operators. } }
Item: { sort: ITEM, GSI1: { partition: '{tenant}#B', sort: I } }",
        "- { name: both, query: [User, Item], index: GSI1 }",
    )
    .replace("[title]", "all");
    says(&text, Code::MixedScope, "Item], index", "Item");
}
