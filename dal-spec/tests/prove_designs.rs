//! Whole designs: the clinics' table, and faults that users of other libraries reported, as plans.

mod prove_support;

use dal_spec::prove::Law;
use prove_support::Model;

const NONE: [(Law, String); 0] = [];

fn law(law: Law, names: &str) -> (Law, String) {
    (law, names.to_owned())
}

/// The clinics' table of the examples, with every domain.
fn clinics() -> Model {
    let tenant = "TENANT#{tenant_id}";
    Model::new()
        .tenant("tenant_id", "ulid")
        .index("GSI1")
        .entity("Tenant", tenant, "TENANT")
        .within("GSI1", "TENANTS", "{created_at:time}#{tenant_id}")
        .entity("Subscription", tenant, "TENANT#BILLING")
        .entity("User", tenant, "USER#{user_id:ulid}")
        .entity("Item", tenant, "ITEM#{item_id:ulid}")
        .within("GSI1", "TENANT#{tenant_id}#OWNER#{owner_id:ulid}", "{created_at:time}#{item_id}")
        .entity("Call", tenant, "CALL#{call_id:ulid}")
        .within(
            "GSI1",
            "TENANT#{tenant_id}#TRIAGE",
            "{urgency:emergency|urgent|routine:rank}#{received_at:time}#{call_id}",
        )
        .when("status", "waiting|in_progress|closed", &["waiting", "in_progress"])
        .entity("Shift", tenant, "SHIFT#{team_id:ulid}#{starts_at:time}")
        .entity("Message", tenant, "MESSAGE#{thread_id:ulid}#{sent_at:time}#{message_id:ulid}")
        .entity("Participation", tenant, "PARTICIPATION#{thread_id:ulid}#{participant_id:ulid}")
        .within("GSI1", "TENANT#{tenant_id}#INBOX#{participant_id}", "{last_message_at:time}#{thread_id}")
        .get("Tenant")
        .query("overview", &["Tenant", "Subscription"], None, 0, "TENANT")
        .get("User")
        .list("User")
        .get("Item")
        .list("Item")
        .query("items_by_owner", &["Item"], Some("GSI1"), 0, "")
        .query("list_tenants", &["Tenant"], Some("GSI1"), 0, "")
        .get("Call")
        .query("open_calls", &["Call"], Some("GSI1"), 0, "")
        .get("Shift")
        .query("team_schedule", &["Shift"], None, 2, "")
        .query("messages", &["Message"], None, 2, "")
        .query("participants", &["Participation"], None, 2, "")
        .query("inbox", &["Participation"], Some("GSI1"), 0, "")
}

#[test]
fn the_clinics_table_keeps_every_law() {
    assert_eq!(clinics().prove(), []);
}

#[test]
fn a_neighbour_of_the_clinics_table_is_found_where_it_lands() {
    let model = clinics().entity("Tenancy", "TENANT#{tenant_id}", "TENANTNOTE");
    assert_eq!(model.laws(), [law(Law::Catch, "overview: Tenancy")]);
    let model = clinics().entity("Report", "TENANT#{tenant_id}", "REPORT#{report_id:ulid}").within(
        "GSI1",
        "TENANT#{tenant_id}#{kind:text}",
        "{created_at:time}#{report_id}",
    );
    // A kind called `TRIAGE` shares the board's partition, but its times are no urgencies and a rank.
    assert_eq!(model.laws(), [law(Law::Catch, "open_calls: Report")]);
}

#[test]
fn values_that_hold_the_delimiter_do_not_collide() {
    // Keys (`A#`, `B`) and (`A`, `#B`) were one text.
    assert_eq!(Model::new().entity("Row", "P", "{a:text}#{b:text}").laws(), NONE);
    assert_eq!(Model::new().entity("Row", "P", "{a:text:raw}#{b:text:raw}").laws(), NONE);
    assert_eq!(Model::new().entity("Row", "P", "{a:text}{b:text}").laws(), [law(Law::Ambiguous, "Row")]);
    let pattern = Model::new().entity("Row", "P", "{a:/[A-Z~]+/}~{b:/[A-Z~]+/}");
    assert_eq!(pattern.laws(), [law(Law::Ambiguous, "Row")]);
    // Over two attributes nothing is joined, whatever the values hold.
    assert_eq!(Model::new().entity("Row", "{a:text:raw}", "{b:text:raw}").laws(), NONE);
}

#[test]
fn a_table_name_that_begins_another_does_not_leak() {
    // `tempuser` and `tempusername` in one table: listing the first returned rows of the second.
    let bare = Model::new()
        .entity("User", "SCOPE", "tempuser{id:/[0-9a-z]+/}")
        .entity("UserName", "SCOPE", "tempusername{id:/[0-9a-z]+/}")
        .list("User")
        .list("UserName");
    assert_eq!(
        bare.laws(),
        [
            law(Law::Collision, "UserName User"),
            law(Law::Catch, "list_User: UserName"),
            law(Law::Catch, "list_UserName: User"),
        ]
    );
    let ended = Model::new()
        .entity("User", "SCOPE", "tempuser#{id:/[0-9a-z]+/}")
        .entity("UserName", "SCOPE", "tempusername#{id:/[0-9a-z]+/}")
        .list("User")
        .list("UserName");
    assert_eq!(ended.laws(), NONE);
    // The same with the name as a value: ended by a delimiter, a shorter name does not find a longer.
    let by_name = |sort: &str| Model::new().entity("Row", "SCOPE", sort).query("rows", &["Row"], None, 1, "");
    assert_eq!(by_name("{table:text}#{id:ulid}").laws(), NONE);
    assert_eq!(by_name("{table:text}{id:ulid}").laws(), [law(Law::LoosePrefix, "rows: Row")]);
}

#[test]
fn a_list_is_bounded_by_its_own_prefix_and_not_by_a_neighbours() {
    // Posts were read as everything below `SITE#`, until `AUTHOR#` came.
    let base = |bound| {
        Model::new()
            .entity("Site", "SITE#{domain:text}", "SITE#{domain}")
            .entity("Post", "SITE#{domain:text}", "POST#{created:time}")
            .entity("Author", "SITE#{domain:text}", "AUTHOR#{name:text}")
            .query("posts", &["Post"], None, bound, "")
    };
    assert_eq!(base(1).laws(), NONE);
    assert_eq!(base(0).laws(), [law(Law::Catch, "posts: Site Author")]);
}

#[test]
fn a_query_by_partition_alone_names_everybody_in_it() {
    let base = || {
        Model::new().entity("Account", "ACCOUNT#{id:ulid}", "ACCOUNT").entity(
            "Invoice",
            "ACCOUNT#{account:ulid}",
            "INVOICE#{id:ulid}",
        )
    };
    assert_eq!(base().query("all", &["Invoice"], None, 0, "").laws(), [law(Law::Catch, "all: Account")]);
    assert_eq!(base().query("all", &["Account", "Invoice"], None, 0, "").laws(), NONE);
    assert_eq!(base().list("Invoice").laws(), NONE);
}

#[test]
fn a_full_key_is_bound_by_equality() {
    // `begins_with` of a full sort key found `10` beside `1`.
    let base = |bound| {
        Model::new().entity("Row", "P#{p:ulid}", "ROW#{number:u8:plain}").query(
            "row",
            &["Row"],
            None,
            bound,
            "",
        )
    };
    assert_eq!(base(2).laws(), NONE);
    let model = Model::new().entity("Row", "P#{p:ulid}", "ROW#{number:u8:plain}{suffix:/[0-9]/}").query(
        "row",
        &["Row"],
        None,
        2,
        "",
    );
    assert_eq!(model.laws(), [law(Law::LoosePrefix, "row: Row")]);
}
