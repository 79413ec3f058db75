//! How long lists of growing size take: read, resolved, checked, proved and planned, as the derive and `cargo dal check` do.
//! It prints figures and judges none, except that no list may have an error.
//!
//! `cargo bench -p dal-spec`; a number behind `--` is the most entities.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use dal_spec::load_with;

/// How many entities a file holds.
const DOMAIN: usize = 20;

/// A list of so many entities, as a product grows it: a file for each domain, and in it entities with ids, parents,
/// states and times, two indexes, and five patterns each.
fn list(entities: usize) -> BTreeMap<String, String> {
    let mut root = "version: 1

table:
  name: company
  key: { partition: PK, sort: SK }
  tenant: TENANT#{tenant_id}
  type: entity
  ttl: expires_at
  indexes:
    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [name, status, title] }
    GSI2: { partition: GSI2PK, sort: GSI2SK, project: all }

types:
  tenant_id: ulid
  created_at: time.ms
  due_at: time.s
  owner_id: ulid

include:
"
    .to_owned();
    let mut files = BTreeMap::new();
    for first in (0..entities).step_by(DOMAIN) {
        let name = format!("patterns/domain_{}.yaml", first / DOMAIN);
        let _ = writeln!(root, "  - {name}");
        files.insert(name, domain(first..entities.min(first + DOMAIN)));
    }
    files.insert("patterns.yaml".to_owned(), root);
    files
}

fn domain(numbers: std::ops::Range<usize>) -> String {
    let (mut types, mut entities, mut patterns) = (String::new(), String::new(), String::new());
    for number in numbers {
        let (name, snake, upper) =
            (format!("Record{number}"), format!("record_{number}"), format!("RECORD{number}"));
        let (kind, sort) = match number % 4 {
            0 => ("ulid", format!("{upper}#{{{snake}_id}}")),
            1 => ("uuid", format!("{upper}#{{owner_id}}#{{created_at}}#{{{snake}_id}}")),
            2 => ("text", format!("{upper}#{{{snake}_id}}")),
            _ => ("0..9999999", format!("{upper}#{{state}}#{{{snake}_id}}")),
        };
        let _ = writeln!(types, "  {snake}_id: {kind}\n  {name}.state: [open, waiting, late, closed]");
        let _ = write!(
            entities,
            "  {name}:
    about: The record number {number} that a team of this company keeps for its customers.
    sort: '{sort}'
    GSI1:
      partition: '{{tenant}}#{upper}#OWNER#{{owner_id}}'
      sort: '{{created_at}}#{{{snake}_id}}'
    GSI2:
      partition: '{{tenant}}#{upper}#DUE'
      sort: '{{state:rank}}#{{due_at}}#{{{snake}_id}}'
      when: {{ state: [open, waiting, late] }}
"
        );
        let _ = write!(
            patterns,
            "  - {{ name: get_{snake}, get: {name} }}
  - {{ name: list_{snake}, query: {name}, limit: 50 }}
  - name: {snake}_of_owner
    query: {name}
    index: GSI1
    range: created_at
    order: newest
    select: [title, status, name]
    about: What an owner has, the newest first.
  - {{ name: {snake}_by_state, query: {name}, index: GSI2, range: state }}
  - name: {snake}_due
    query: {name}
    index: GSI2
    fix: {{ state: late }}
    range: due_at
    limit: 100
    about: What is late, the oldest first.
"
        );
    }
    format!("types:\n{types}\nentities:\n{entities}\npatterns:\n{patterns}")
}

/// The processor time of this thread, where the system counts it; otherwise, the time of the clock.
fn time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = counted.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn best(files: &BTreeMap<String, String>) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = time();
        let loaded = load_with("patterns.yaml", files);
        best = best.min(time() - start);
        assert!(!loaded.has_errors(), "{}", loaded.diagnostics[0].render());
    }
    best
}

fn main() {
    // Cargo passes `--bench` too.
    let most = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(800);
    let mut before: Option<Duration> = None;
    for entities in [100, 200, 400, 800, 1_600].into_iter().filter(|entities| *entities <= most) {
        let files = list(entities);
        let lines: usize = files.values().map(|text| text.lines().count()).sum();
        let time = best(&files);
        let ratio = before.map_or(String::new(), |before| {
            format!(", {:.2} × of half", time.as_secs_f64() / before.as_secs_f64())
        });
        println!("{entities} entities, {lines} lines: {:.1} ms{ratio}", time.as_secs_f64() * 1e3);
        before = Some(time);
    }
}
