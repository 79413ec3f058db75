//! Templates: parts, encodings and what separates them.

mod common;

use common::{list, load, report, says};
use dal_key::{Case, Cut, Format, Order, Style};
use dal_spec::Code;
use dal_spec::plan::SegmentPlan;

fn user(sort: &str) -> String {
    list(
        "n: u32\nsigned: i32\nat: time.ms\nday: date\nstate: [open, closed]\nid: uuid",
        &format!("User: {{ sort: '{sort}' }}"),
        "",
    )
}

/// The formats of the parts of a sort key.
fn formats(sort: &str) -> Vec<Format> {
    let loaded = load(&user(sort));
    assert!(!loaded.has_errors(), "{sort}: {}", report(&loaded));
    let plan = loaded.plan.expect("a plan");
    let segments = plan.entities[0].sort.as_ref().map(|sort| sort.segments.clone()).unwrap_or_default();
    segments
        .iter()
        .filter_map(|segment| match segment {
            SegmentPlan::Part { format, .. } => Some(*format),
            SegmentPlan::Literal(_) => None,
        })
        .collect()
}

#[test]
fn encodings_become_formats() {
    let style = |style| Format { style, ..Format::default() };
    assert_eq!(formats("A#{n}"), [Format::default()]);
    assert_eq!(formats("A#{n:desc}"), [Format { order: Order::Desc, ..Format::default() }]);
    assert_eq!(formats("A#{n:010}"), [style(Style::Padded(10))]);
    assert_eq!(formats("A#{n:plain}"), [style(Style::Plain)]);
    assert_eq!(formats("A#{x:lower}"), [Format { case: Case::Lower, ..Format::default() }]);
    assert_eq!(formats("A#{x:upper}"), [Format { case: Case::Upper, ..Format::default() }]);
    assert_eq!(formats("A#{x:raw}"), [style(Style::Raw)]);
    assert_eq!(formats("A#{state:rank}"), [style(Style::Rank)]);
    assert_eq!(
        formats("A#{at:date:desc}"),
        [Format { order: Order::Desc, case: Case::Keep, style: Style::Cut(Cut::Date) }]
    );
    assert_eq!(formats("A#{at:month}#{at:hour}#{day:month}").len(), 3);
}

#[test]
fn the_tenant_is_resolved_and_literals_are_joined() {
    let text = list("", "User: { sort: USER, GSI1: { partition: '{tenant}#U', sort: 'a#{x}' } }", "");
    let plan = load(&text).plan.expect("a plan");
    let partition = &plan.entities[0].memberships[0].partition[0];
    assert_eq!(partition.text, "TENANT#{tenant_id}#U");
    assert_eq!(
        partition.segments,
        [
            SegmentPlan::Literal("TENANT#".to_owned()),
            SegmentPlan::Part { field: 0, format: Format::default() },
            SegmentPlan::Literal("#U".to_owned()),
        ]
    );
    assert_eq!(plan.entities[0].partition.text, "TENANT#{tenant_id}");
}

#[test]
fn templates_have_text() {
    says(&user(""), Code::EmptyTemplate, "sort: ''", "''");
}

#[test]
fn braces_match() {
    says(&user("A#{n"), Code::UnbalancedBraces, "{n'", "{");
    says(&user("A#n}"), Code::UnbalancedBraces, "}' }", "}");
    says(&user("A#{{n}}"), Code::UnbalancedBraces, "{{n}}", "{");
}

#[test]
fn parts_name_fields() {
    for part in ["{}", "{1n}", "{a b}", "{a.b}", "{a-b}"] {
        says(&user(&format!("A#{part}")), Code::BadPart, &format!("{part}'"), part);
    }
}

#[test]
fn reserved_parts_have_their_place() {
    says(&user("A#{tenant}"), Code::ReservedPart, "{tenant}' }", "{tenant}");
    says(&user("A#{shard}"), Code::ReservedPart, "{shard}", "{shard}");
    let d = says(&user("{tenant:lower}#A"), Code::IllegalEncoding, "tenant:lower", "lower");
    assert!(d.message.contains("takes no encoding"));
    let text = user("A")
        .replace("  tenant: TENANT#{tenant_id}\n", "")
        .replace("sort: 'A'", "partition: '{tenant}#A', sort: A");
    says(&text, Code::ReservedPart, "{tenant}#A", "{tenant}");
}

#[test]
fn unknown_encodings_have_a_suggestion() {
    let d = says(&user("A#{n:dsc}"), Code::UnknownEncoding, "n:dsc", "dsc");
    assert_eq!(d.label, "did you mean `desc`?");
}

#[test]
fn encodings_fit_their_kind() {
    for (part, encoding) in [
        ("{n:lower}", "lower"),
        ("{id:upper}", "upper"),
        ("{x:plain}", "plain"),
        ("{n:rank}", "rank"),
        ("{n:date}", "date"),
        ("{day:hour}", "hour"),
        ("{n:raw}", "raw"),
        ("{x:010}", "010"),
        ("{signed:010}", "010"),
        ("{n:05}", "05"),
        ("{n:10}", "10"),
        ("{n:099}", "099"),
        ("{n:desc:desc}", "desc"),
        ("{x:lower:upper}", "upper"),
        ("{n:plain:desc}", "desc"),
        ("{state:desc}", "desc"),
        ("{n:plain:010}", "010"),
    ] {
        let text = user(&format!("A#{part}"));
        let at = part.rfind(encoding).expect("in the part");
        let loaded = load(&text);
        let d = &loaded.diagnostics[0];
        assert_eq!(
            (loaded.diagnostics.len(), d.code),
            (1, Code::IllegalEncoding),
            "{part}: {}",
            report(&loaded)
        );
        let (line, column) = common::find(&text, part);
        common::is(d, Code::IllegalEncoding, encoding, (line, column + at));
        assert!(!d.help.is_empty(), "{part}");
    }
}

#[test]
fn text_does_not_descend() {
    says(&user("A#{x:desc}"), Code::DescendingText, "x:desc", "desc");
    let text = list("b: bytes", "User: { sort: 'A#{b:desc}' }", "");
    says(&text, Code::DescendingText, "b:desc", "desc");
}

#[test]
fn parts_of_any_length_are_separated() {
    let d = says(&user("A#{x}{y}"), Code::PartsTouch, "{y}'", "{y}");
    assert_eq!(d.message, "Nothing tells where `x` ends and `y` begins");
    // One fixed length is enough, whichever of the two has it.
    for good in ["A#{id}{n}", "A#{x}{id}", "A#{x:raw}{id}", "A#{n:plain}{id}", "A#{id}{x}"] {
        let loaded = load(&user(good));
        assert!(!loaded.has_errors(), "{good}: {}", report(&loaded));
    }
    says(&user("A#{n:plain}{x}"), Code::PartsTouch, "{x}'", "{x}");
}

#[test]
fn text_ends_at_a_character_that_it_cannot_hold() {
    for literal in ["-", "_A", "$A", "A#"] {
        let d = says(
            &user(&format!("A#{{x}}{literal}{{y}}")),
            Code::LateDelimiter,
            &format!("{literal}{{y}}"),
            literal,
        );
        assert!(d.help.iter().any(|help| help.contains(":raw")));
    }
    for good in ["A#{x}#B", "A#{x}!{y}", "A#{x} {y}", "A#{id}-{n}", "A#{state}-{day}", "A#{x:raw}-{y}"] {
        let loaded = load(&user(good));
        assert!(!loaded.has_errors(), "{good}: {}", report(&loaded));
    }
}

#[test]
fn entities_have_their_keys() {
    let d = says(&list("", "User: { about: A person. }", ""), Code::MissingKey, "User:", "User");
    assert!(d.help[0].contains("sort: USER"));
    let text = list("", "User: { sort: USER }", "").replace("  tenant: TENANT#{tenant_id}\n", "");
    let d = says(&text, Code::MissingKey, "User:", "User");
    assert!(d.message.contains("no partition key"));
}
