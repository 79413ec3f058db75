//! Plans by hand.
use dal_codegen::Loaded;
use dal_key::{Cut, Format, Order, Precision, Style};
use dal_spec::KindDef;
use dal_spec::plan::*;
use dal_spec::{Place, Source};
use std::sync::Arc;

pub fn place() -> Place {
    let source = Source { name: "patterns.yaml".into(), path: "/patterns.yaml".into(), text: String::new() };
    Place { source: Arc::new(source), line: 1, column: 1, length: 1 }
}

pub fn template(fields: &[FieldPlan], text: &str) -> TemplatePlan {
    let mut segments = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        if open > 0 {
            segments.push(SegmentPlan::Literal(rest[..open].to_owned()));
        }
        let close = rest.find('}').unwrap();
        let mut words = rest[open + 1..close].split(':');
        let name = words.next().unwrap();
        let field = fields.iter().position(|field| field.name == name).unwrap_or_else(|| panic!("no {name}"));
        let mut format = Format::default();
        for word in words {
            match word {
                "desc" => format.order = Order::Desc,
                "rank" => format.style = Style::Rank,
                "date" => format.style = Style::Cut(Cut::Date),
                "010" => format.style = Style::Padded(10),
                other => panic!("{other}"),
            }
        }
        segments.push(SegmentPlan::Part { field, format });
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() {
        segments.push(SegmentPlan::Literal(rest.to_owned()));
    }
    TemplatePlan { text: text.to_owned(), place: place(), segments }
}

pub fn kind(name: &str) -> KindDef {
    match name {
        "created_at" | "received_at" | "sent_at" | "last_message_at" => KindDef::Time(Precision::Millis),
        "starts_at" => KindDef::Time(Precision::Seconds),
        "urgency" => KindDef::Enum("emergency|urgent|routine".into()),
        "status" => KindDef::Enum("waiting|in_progress|closed".into()),
        _ => KindDef::Ulid,
    }
}

pub fn fields(names: &[&str]) -> Vec<FieldPlan> {
    names
        .iter()
        .map(|name| FieldPlan { name: (*name).to_owned(), kind: kind(name), place: place() })
        .collect()
}

pub struct E {
    pub plan: EntityPlan,
}

pub fn entity(
    name: &str,
    about: Option<&str>,
    names: &[&str],
    primary: usize,
    partition: &str,
    sort: &str,
) -> E {
    let fields = fields(names);
    E {
        plan: EntityPlan {
            name: name.into(),
            about: about.map(str::to_owned),
            place: place(),
            scoped: true,
            primary_fields: primary,
            partition: template(&fields, partition),
            sort: Some(template(&fields, sort)),
            memberships: vec![],
            groups: vec![],
            fields,
        },
    }
}

impl E {
    pub fn gsi(
        mut self,
        partition: &str,
        sort: &str,
        group: &[usize],
        when: Vec<WhenPlan>,
        across: Option<&str>,
    ) -> Self {
        let fields = &self.plan.fields;
        self.plan.memberships.push(MembershipPlan {
            index: 0,
            place: place(),
            partition: vec![template(fields, partition)],
            sort: vec![template(fields, sort)],
            when,
            across_tenants: across.map(str::to_owned),
            selected: vec![],
        });
        if !group.is_empty() {
            self.plan.groups.push(GroupPlan { fields: group.to_vec(), memberships: vec![0] });
        }
        self
    }
}

pub fn query(condition: &str) -> QueryPlan {
    QueryPlan {
        index: None,
        bound: 0,
        prefix: String::new(),
        full: false,
        range: None,
        fixed: vec![],
        descending: false,
        one: false,
        limit: None,
        consistent: false,
        select: vec![],
        condition: condition.into(),
    }
}

pub fn pattern(
    name: &str,
    about: Option<&str>,
    entities: &[usize],
    verb: Verb,
    params: &[(&str, usize)],
) -> PatternPlan {
    PatternPlan {
        name: name.into(),
        about: about.map(str::to_owned),
        place: place(),
        entities: entities.to_vec(),
        into: None,
        verb,
        across_tenants: None,
        params: params
            .iter()
            .map(|(name, field)| ParamPlan { name: (*name).into(), field: *field })
            .collect(),
    }
}

pub fn invocacare() -> Loaded {
    const T: &str = "TENANT#{tenant_id}";
    let entities = vec![
        entity("Tenant", Some("A clinic."), &["tenant_id", "created_at"], 1, T, "TENANT").gsi(
            "TENANTS",
            "{created_at}#{tenant_id}",
            &[1],
            vec![],
            Some("The operator console lists all clinics."),
        ),
        entity("Subscription", None, &["tenant_id"], 1, T, "TENANT#BILLING"),
        entity("User", None, &["tenant_id", "user_id"], 2, T, "USER#{user_id}"),
        entity("Item", None, &["tenant_id", "item_id", "owner_id", "created_at"], 2, T, "ITEM#{item_id}")
            .gsi("TENANT#{tenant_id}#OWNER#{owner_id}", "{created_at}#{item_id}", &[2, 3], vec![], None),
        entity(
            "Call",
            None,
            &["tenant_id", "call_id", "urgency", "received_at", "status"],
            2,
            T,
            "CALL#{call_id}",
        )
        .gsi(
            "TENANT#{tenant_id}#TRIAGE",
            "{urgency:rank}#{received_at}#{call_id}",
            &[2, 3, 4],
            vec![WhenPlan { field: 4, is: WhenIs::OneOf(vec!["waiting".into(), "in_progress".into()]) }],
            None,
        ),
        entity("Shift", None, &["tenant_id", "team_id", "starts_at"], 3, T, "SHIFT#{team_id}#{starts_at}"),
    ];
    let get = || Verb::Get { consistent: false };
    let mut overview = pattern(
        "overview",
        None,
        &[0, 1],
        Verb::Query(QueryPlan {
            prefix: "TENANT".into(),
            ..query("PK = TENANT#{tenant_id} AND begins_with(SK, TENANT)")
        }),
        &[],
    );
    overview.into = Some("Overview".into());
    let mut list_tenants = pattern(
        "list_tenants",
        None,
        &[0],
        Verb::Query(QueryPlan { index: Some(0), descending: true, ..query("GSI1PK = TENANTS") }),
        &[],
    );
    list_tenants.across_tenants = Some("The operator console lists all clinics.".into());
    let patterns = vec![
        pattern("get_tenant", None, &[0], get(), &[]),
        overview,
        list_tenants,
        pattern("get_item", None, &[3], get(), &[("item_id", 1)]),
        pattern(
            "items_by_owner",
            None,
            &[3],
            Verb::Query(QueryPlan {
                index: Some(0),
                range: Some(3),
                descending: true,
                limit: Some(50),
                ..query("GSI1PK = TENANT#{tenant_id}#OWNER#{owner_id}")
            }),
            &[("owner_id", 2)],
        ),
        pattern("get_call", None, &[4], get(), &[("call_id", 1)]),
        pattern(
            "open_calls",
            Some("The triage board; most urgent first, then longest waiting."),
            &[4],
            Verb::Query(QueryPlan {
                index: Some(0),
                range: Some(2),
                limit: Some(100),
                ..query("GSI1PK = TENANT#{tenant_id}#TRIAGE")
            }),
            &[],
        ),
        pattern("get_shift", None, &[5], get(), &[("team_id", 1), ("starts_at", 2)]),
        pattern(
            "on_call_at",
            Some("The last shift that started by a time."),
            &[5],
            Verb::Query(QueryPlan {
                bound: 2,
                range: Some(2),
                descending: true,
                one: true,
                ..query("PK = TENANT#{tenant_id} AND begins_with(SK, SHIFT#{team_id}#)")
            }),
            &[("team_id", 1)],
        ),
    ];
    let plan = Plan {
        files: vec![],
        table: TablePlan {
            name: "invocacare".into(),
            enum_name: "Invocacare".into(),
            place: place(),
            partition: "PK".into(),
            sort: Some("SK".into()),
            tenant: vec![TenantField { name: "tenant_id".into(), kind: KindDef::Ulid }],
            tenant_text: Some(T.into()),
            type_attribute: Some("entity".into()),
            ttl: Some("expires_at".into()),
            indexes: vec![IndexPlan {
                name: "GSI1".into(),
                physical: "GSI1".into(),
                place: place(),
                partition: vec!["GSI1PK".into()],
                sort: vec!["GSI1SK".into()],
                projection: ProjectionPlan::Include(vec!["name".into(), "status".into(), "title".into()]),
                computed: false,
            }],
        },
        entities: entities.into_iter().map(|entity| entity.plan).collect(),
        patterns,
    };
    Loaded { plan: Some(plan), diagnostics: vec![], files: vec![] }
}
