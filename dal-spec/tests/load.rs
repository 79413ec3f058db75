//! `size:`, `rate:` and `items:`: what calls cost, and where that is more than a partition gives.

mod common;

use common::{list, load, report};
use dal_spec::plan::PatternPlan;
use dal_spec::{Code, explain};

/// A job in one partition, or in several shards of one.
fn jobs(count: Option<u32>, patterns: &str) -> String {
    let (shard, part) = match count {
        Some(count) => (format!("shard: {{ of: GSI1, count: {count} }}, "), "#{shard}"),
        None => (String::new(), ""),
    };
    let allow = if count.is_none() { ", allow: { hot-partition: It is one. }" } else { "" };
    let entity = format!(
        "Job: {{ sort: 'JOB#{{job_id}}', size: 4KB, {shard}GSI1: {{ partition: 'JOBS{part}', sort: '{{due}}', \
         across_tenants: One queue.{allow} }} }}"
    );
    list("due: u32", &entity, patterns).replace("project: [title]", "project: all")
}

fn codes(text: &str) -> Vec<Code> {
    let loaded = load(text);
    let codes = loaded.diagnostics.iter().map(|one| one.code);
    codes.filter(|code| *code != Code::UnreadIndex).collect()
}

#[test]
fn what_one_partition_is_asked_for_is_compared_with_what_it_gives() {
    let read = |rate: &str| format!("- {{ name: due, query: Job, index: GSI1, items: 100, rate: {rate} }}");
    // A hundred items of 4 KB are 50 units.
    assert_eq!(codes(&jobs(None, &read("60/s"))), []);
    assert_eq!(codes(&jobs(None, &read("3600/min"))), []);
    assert_eq!(codes(&jobs(None, &read("61/s"))), [Code::HotReads]);
    assert_eq!(codes(&jobs(Some(2), &read("61/s"))), [], "each shard is a partition");
    assert_eq!(codes(&jobs(Some(2), &read("121/s"))), [Code::HotReads]);
    let allowed = read("61/s").replace(" }", ", allow: { hot-reads: Cached. } }");
    assert_eq!(codes(&jobs(None, &allowed)), []);
    let due = "- { name: due, query: Job, index: GSI1 }";
    let write = |rate: &str| format!("{due}\n- {{ name: add_job, create: Job, rate: {rate} }}");
    assert_eq!(codes(&jobs(None, &write("250/s"))), []);
    assert_eq!(codes(&jobs(None, &write("251/s"))), [Code::HotWrites]);
    assert_eq!(codes(&jobs(Some(4), &write("1000/s"))), []);
    assert_eq!(codes(&jobs(Some(4), &write("1001/s"))), [Code::HotWrites]);
}

#[test]
fn keys_that_a_part_tells_apart_are_not_compared() {
    let entity = "Job: { sort: 'JOB#{job_id}', size: 400KB }";
    let patterns = "- { name: jobs, query: Job, items: 1000000, rate: 1000/s }\n- { name: add_job, create: Job, rate: 9000/s }";
    assert_eq!(codes(&list("", entity, patterns)), []);
}

#[test]
fn a_partition_with_a_local_index_holds_ten_gigabytes() {
    let text = |items: u32| {
        format!(
            "version: 1\ntable: {{ name: forum, key: {{ partition: PK, sort: SK }}, indexes: {{ ByLast: {{ sort: LastSK, project: all }} }} }}\n\
             types: {{ last: time.s }}\nentities:\n  Post: {{ partition: 'FORUM#{{forum}}', sort: 'POST#{{post_id}}', size: 8KB, \
             ByLast: {{ sort: '{{last}}' }} }}\npatterns:\n  - {{ name: newest, query: Post, index: ByLast, items: {items} }}\n"
        )
    };
    // Each item is there twice.
    assert_eq!(codes(&text(655_360)), []);
    assert_eq!(codes(&text(655_361)), [Code::LargeCollection]);
}

#[test]
fn what_is_known_of_calls_is_told() {
    let loaded = load(&jobs(
        None,
        "- { name: due, query: Job, index: GSI1, items: 20, rate: 50/s }\n- { name: get_job, get: Job }\n- { name: add_job, create: Job, rate: 1/min }",
    ));
    let plan = loaded.plan.as_ref().expect("a plan");
    let cost = |pattern: &PatternPlan| plan.read_cost(pattern);
    assert_eq!(
        plan.patterns.iter().filter_map(cost).collect::<Vec<_>>(),
        [
            "20 items of 4 KB: 10 RCU a call, 500 RCU a second at its busiest.",
            "An item of 4 KB: 0.5 RCU a call."
        ],
        "{}",
        report(&loaded)
    );
    let cost = plan.write_cost(&plan.actions[0]);
    assert_eq!(
        cost.as_deref(),
        Some("By the sizes of the list: up to 8 WCU a call, 0 WCU a second at its busiest.")
    );
    assert!(explain(plan).contains("500 RCU a second"));
}

#[test]
fn sizes_and_rates_are_read_or_refused() {
    let with = |size: &str, rate: &str, items: &str| {
        let entity = format!("Job: {{ sort: 'JOB#{{job_id}}', size: {size} }}");
        codes(&list("", &entity, &format!("- {{ name: jobs, query: Job, rate: {rate}, items: {items} }}")))
    };
    assert_eq!(with("1B", "1/h", "1"), []);
    assert_eq!(with("400KB", "5 / s", "1000"), []);
    for (size, rate, items) in [
        ("401KB", "1/s", "1"),
        ("0B", "1/s", "1"),
        ("2MB", "1/s", "1"),
        ("KB", "1/s", "1"),
        ("2", "1/s", "1"),
        ("1KB", "0/s", "1"),
        ("1KB", "1/day", "1"),
        ("1KB", "often", "1"),
        ("1KB", "99999999999999999999/s", "1"),
        ("1KB", "1/s", "0"),
        ("1KB", "1/s", "many"),
    ] {
        assert_eq!(with(size, rate, items), [Code::WrongValue], "{size} {rate} {items}");
    }
}
