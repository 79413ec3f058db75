//! The report: what is served, what is not and why, and how much a user writes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use super::data::{Data, Keys, Row, Values, directory};
use super::run::same;

/// Why patterns are not served: by design and reason. `*` is a whole design, `@name` an attribute that is stored otherwise
/// than published.
type NotServed = BTreeMap<String, BTreeMap<String, Vec<String>>>;

pub struct Report {
    not_served: NotServed,
    lines: Vec<Line>,
}

/// What is known of one design.
pub struct Line {
    name: &'static str,
    patterns: usize,
    entities: usize,
    served: BTreeSet<String>,
    unserved: BTreeSet<String>,
    keys: usize,
    equal: usize,
    yaml: usize,
    rust: usize,
    /// Attributes that may be stored otherwise, and those that are.
    may_differ: BTreeSet<String>,
    differs: BTreeSet<String>,
    mistakes: usize,
    /// Reads of the items as they were published.
    as_published: usize,
    wrong: Vec<String>,
}

impl Report {
    pub fn new() -> Self {
        let file = directory().join("not_served.json");
        let text = std::fs::read_to_string(file).expect("the list of what is not served");
        Self {
            not_served: serde_json::from_str(&text).expect("designs, reasons and patterns"),
            lines: Vec::new(),
        }
    }

    /// The line of a design that runs.
    pub fn design(&self, name: &'static str, data: &Data, [yaml, rust]: [&str; 2]) -> Line {
        let entities: BTreeSet<&str> = data.items.iter().map(|row| row.entity.as_str()).collect();
        Line {
            name,
            patterns: data.reads.len() + data.writes.len(),
            entities: entities.len(),
            served: BTreeSet::new(),
            unserved: BTreeSet::new(),
            keys: 0,
            equal: 0,
            yaml: lines(yaml, "#"),
            rust: lines(rust, "//"),
            may_differ: self.may_differ(name),
            differs: BTreeSet::new(),
            mistakes: 0,
            as_published: 0,
            wrong: Vec::new(),
        }
    }

    /// Attributes of a design of which a reason says that they are stored otherwise.
    fn may_differ(&self, name: &str) -> BTreeSet<String> {
        let listed = self.not_served.get(name).into_iter().flat_map(BTreeMap::values).flatten();
        listed.filter_map(|text| text.strip_prefix('@')).map(str::to_owned).collect()
    }

    pub fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Prints the report, and fails if a design is not what was published or the list of what is not served is wrong.
    pub fn finish(self) {
        let mut wrong = Vec::new();
        let mut out = String::from("\nPublished designs\n");
        let (mut patterns, mut served, mut designs, mut differently) = (0, 0, 0, 0);
        for name in design_names() {
            let data = Data::of(&name);
            let total = data.reads.len() + data.writes.len();
            patterns += total;
            let reasons = self.not_served.get(&name);
            match self.lines.iter().find(|line| line.name == name) {
                Some(line) => {
                    designs += 1;
                    served += line.served.len();
                    out += &line.text();
                    wrong.extend(line.wrong.iter().map(|text| format!("{name}: {text}")));
                    wrong.extend(line.dishonest(reasons));
                }
                None => {
                    out += &format!("  {name}: 0 of {total} patterns\n");
                    if !reasons
                        .is_some_and(|reasons| reasons.values().any(|list| list.iter().any(|p| p == "*")))
                    {
                        wrong.push(format!("{name} does not run, and nothing says why"));
                    }
                }
            }
            for (reason, list) in reasons.into_iter().flatten() {
                let stored = |text: &String| text.strip_prefix('@').map(str::to_owned);
                let otherwise: Vec<String> = list.iter().filter_map(stored).collect();
                let unserved: Vec<&str> =
                    list.iter().map(String::as_str).filter(|text| !text.starts_with('@')).collect();
                if !otherwise.is_empty() {
                    out +=
                        &format!("    served otherwise than published, {}: {reason}\n", otherwise.join(", "));
                    differently += otherwise.len();
                }
                if !unserved.is_empty() {
                    out +=
                        &format!("    not served ({reason}): {}\n", unserved.join(", ").replace('*', "all"));
                }
                if reason.trim().is_empty() {
                    wrong.push(format!("{name}: a reason is empty"));
                }
            }
        }
        for name in self.not_served.keys() {
            if !design_names().contains(name) {
                wrong.push(format!("{name} is listed as not served, and is no design"));
            }
        }
        let median = |of: fn(&Line) -> f64| {
            let mut all: Vec<f64> = self.lines.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or_default()
        };
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let (entity, pattern) = (
            median(|line| (line.yaml + line.rust) as f64 / line.entities as f64),
            median(|line| (line.yaml + line.rust) as f64 / line.patterns as f64),
        );
        let (keys, equal) = self.lines.iter().fold((0, 0), |(k, e), line| (k + line.keys, e + line.equal));
        let as_published: usize = self.lines.iter().map(|line| line.as_published).sum();
        let mistakes: usize = self.lines.iter().map(|line| line.mistakes).sum();
        out += &format!(
            "  lines of YAML and Rust, median of {designs} designs: {entity:.1} an entity, {pattern:.1} a pattern\n  \
             keys equal: {equal} of {keys}; published items that contradict their own design: {mistakes}\n  \
             reads of the items as published, written by the SDK: {as_published}\n  \
             attributes that are stored otherwise than published, listed above: {differently}\n  \
             patterns served: {served} of {patterns}\n"
        );
        let page = directory().join("../../docs/cookbook.md");
        let page = std::fs::read_to_string(page).expect("the cookbook").replace('\n', " ");
        let stated = format!(
            "{served} of {patterns} access patterns of {designs} designs, by a median of {entity:.1} lines of YAML and Rust an \
             entity and {pattern:.1} a pattern"
        );
        if !page.contains(&stated) {
            wrong.push(format!("docs/cookbook.md does not say: {stated}"));
        }
        // Not by `println!`, which is shown of failed tests only.
        let _ = std::io::stdout().write_all(out.as_bytes());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

impl Line {
    /// Compares a stored item with the published one: its key attributes, and all others.
    pub fn compare(&mut self, keys: &Keys, row: &Row, stored: Option<&Values>) {
        let Some(stored) = stored else {
            self.wrong.push(format!("{} is not under its published key", row.id));
            return;
        };
        let unequal = |name: &&String| match (row.item.get(*name), stored.get(*name)) {
            (None, None) => false,
            (Some(published), Some(found)) => !same(published, found),
            _ => true,
        };
        let wrong: Vec<&String> = keys.key_attributes.iter().filter(unequal).collect();
        if row.mistake.is_some() {
            self.mistakes += 1;
            if wrong.is_empty() {
                self.wrong.push(format!("{} is said to be a mistake, and is stored as published", row.id));
            }
            return;
        }
        let published = keys.key_attributes.iter().filter(|name| row.item.contains_key(*name));
        self.keys += published.clone().count();
        self.equal += published.filter(|name| !wrong.contains(name)).count();
        let hidden: Vec<&String> = row.hidden.keys().collect();
        let found: BTreeSet<&String> = row.item.keys().chain(stored.keys()).collect();
        for name in found.into_iter().filter(|name| !hidden.contains(name)) {
            match (row.item.get(name).filter(|value| !value.is_null()), stored.get(name)) {
                (Some(published), Some(found)) if same(published, found) => {}
                (None, None) => {}
                (published, found) => {
                    let show =
                        |of: Option<&serde_json::Value>| of.map_or("absent".to_owned(), ToString::to_string);
                    let text = format!("{}: {name} is {}, not {}", row.id, show(found), show(published));
                    if keys.key_attributes.contains(name) || !self.may_differ.contains(name) {
                        self.wrong.push(text);
                    } else {
                        self.differs.insert(name.clone());
                    }
                }
            }
        }
    }

    /// Attributes of which a reason says that they are stored otherwise.
    pub fn may_differ(&self) -> &BTreeSet<String> {
        &self.may_differ
    }

    /// What running a pattern gave; `None`: it is not served.
    pub fn pattern(&mut self, name: &str, outcome: Option<Result<(), String>>) {
        match outcome {
            None => drop(self.unserved.insert(name.to_owned())),
            Some(outcome) => {
                self.served.insert(name.to_owned());
                self.wrong.extend(outcome.err().map(|why| format!("{name}: {why}")));
            }
        }
    }

    /// What a read of the items as they were published gave.
    pub fn as_published(&mut self, name: &str, outcome: Result<(), String>) {
        self.as_published += 1;
        self.wrong.extend(outcome.err().map(|why| format!("{name}, of the items as published: {why}")));
    }

    /// Where the list of what is not served is not true.
    fn dishonest(&self, reasons: Option<&BTreeMap<String, Vec<String>>>) -> Vec<String> {
        let mut listed = BTreeSet::new();
        let mut wrong = Vec::new();
        for pattern in reasons.into_iter().flat_map(|reasons| reasons.values()).flatten() {
            if !listed.insert(pattern.clone()) {
                wrong.push(format!("{}: {pattern} is listed twice", self.name));
            }
        }
        for pattern in self.unserved.difference(&listed) {
            wrong.push(format!("{}: {pattern} is not served, and nothing says why", self.name));
        }
        for pattern in listed.difference(&self.unserved) {
            let differs = pattern.strip_prefix('@').is_some_and(|name| self.differs.contains(name));
            if !differs {
                wrong.push(format!("{}: {pattern} is listed as not served, and is", self.name));
            }
        }
        wrong
    }

    fn text(&self) -> String {
        format!(
            "  {}: {} of {} patterns, {} of {} keys equal, {} lines of YAML and {} of Rust\n",
            self.name,
            self.served.len(),
            self.patterns,
            self.equal,
            self.keys,
            self.yaml,
            self.rust
        )
    }
}

/// Lines that are written: not blank, no comment, not what only these tests need (the list of another directory).
fn lines(text: &str, comment: &str) -> usize {
    let written = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(comment));
    written.filter(|line| !line.starts_with("#[dal(patterns") && !line.starts_with("use ")).count()
}

/// The designs, by the names of their directories.
fn design_names() -> Vec<String> {
    let entries = std::fs::read_dir(directory()).expect("the designs").flatten();
    let directories = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        directories.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
