//! `patterns.lock`: the projection lists that dal computed, pinned per index.
//!
//! DynamoDB cannot change what a live index projects. A list that is left out of `patterns.yaml` is computed from the
//! patterns; the lock keeps what it was when the index was made, so that a later pattern cannot change it unseen.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{Plan, ProjectionPlan};
use crate::scalar::scalar;
use crate::source::{Place, Source};
use crate::yaml::{self, Node, Value};

/// The contents of `patterns.lock`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// The version of the file: 1.
    pub version: u32,
    /// The projected attributes of each index whose list is computed.
    pub indexes: BTreeMap<String, Vec<String>>,
}

/// The version that this dal reads and writes.
const VERSION: u32 = 1;
const HEADER: &str = "# What the indexes project, where patterns.yaml leaves it to be computed. Commit this file.\n\
                      # DynamoDB cannot change the projection of an index once it exists.\n";

impl Lock {
    /// The name of a list's lock: `patterns.lock` for `patterns.yaml`, in the same folder.
    pub fn name(list: &str) -> String {
        let stem = list.strip_suffix(".yaml").or_else(|| list.strip_suffix(".yml")).unwrap_or(list);
        format!("{stem}.lock")
    }

    /// The lock that pins what the plans of a list computed.
    pub fn of_all<'p>(plans: impl IntoIterator<Item = &'p Plan>) -> Self {
        let indexes = plans.into_iter().flat_map(|plan| Self::of(plan).indexes).collect();
        Self { version: VERSION, indexes }
    }

    /// The lock that pins what a plan computed.
    pub fn of(plan: &Plan) -> Self {
        let computed = plan.table.indexes.iter().filter(|index| index.computed);
        let indexes = computed
            .map(|index| {
                let list = match &index.projection {
                    ProjectionPlan::Include(list) => list.clone(),
                    ProjectionPlan::Keys | ProjectionPlan::All => Vec::new(),
                };
                (index.pinned_as.clone(), list)
            })
            .collect();
        Self { version: VERSION, indexes }
    }

    /// Reads a lock.
    ///
    /// # Errors
    ///
    /// When the text is not a lock of a known version: what is wrong, and the line and column from 1 if known.
    pub fn read(text: &str) -> Result<Self, (String, Option<(usize, usize)>)> {
        let source = Source { name: String::new(), path: PathBuf::new(), text: text.to_owned() };
        let mut reports = Vec::new();
        let root = yaml::parse(&Arc::new(source), &mut reports);
        if let Some(report) = reports.into_iter().find(Diagnostic::is_error) {
            if report.code == Code::EmptyValue {
                return Err(("it is empty".to_owned(), None));
            }
            // Of a list it is a sentence of its own; here it goes on with one.
            let what = report.message.replacen("The file is", "it is", 1);
            return Err((what, report.place.map(|place| (place.line, place.column))));
        }
        root.map_or_else(|| Err(("it is empty".to_owned(), None)), |root| Self::of_tree(&root))
    }

    fn of_tree(root: &Node) -> Result<Self, (String, Option<(usize, usize)>)> {
        let wrong = |what: String, place: &Place| Err((what, Some((place.line, place.column))));
        let Value::Map(map) = &root.value else {
            return wrong("it is no map of `version` and `indexes`".to_owned(), &root.place);
        };
        let (mut version, mut indexes) = (None, BTreeMap::new());
        for (key, node) in &map.entries {
            match (key.text.as_str(), &node.value) {
                ("version", Value::Text(text)) => version = Some((&text.text, &text.place)),
                ("version", _) => return wrong("`version` is no number".to_owned(), &node.place),
                ("indexes", Value::Map(map)) => {
                    for (index, node) in &map.entries {
                        let Some(attributes) = texts(node) else {
                            return wrong(format!("`{}` is no list of attributes", index.text), &node.place);
                        };
                        indexes.insert(index.text.clone(), attributes);
                    }
                }
                ("indexes", _) => return wrong("`indexes` is no map of indexes".to_owned(), &node.place),
                (other, _) => {
                    return wrong(
                        format!("`{other}` is no word of it: they are `version` and `indexes`"),
                        &key.place,
                    );
                }
            }
        }
        match version {
            Some((text, _)) if text.parse() == Ok(VERSION) => Ok(Self { version: VERSION, indexes }),
            Some((text, place)) => {
                wrong(format!("its version is {text}, and this dal reads version {VERSION}"), place)
            }
            None => Err(("it has no `version`".to_owned(), None)),
        }
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        let mut text = format!("{HEADER}version: {}\n", self.version);
        text.push_str(if self.indexes.is_empty() { "indexes: {}\n" } else { "indexes:\n" });
        for (index, attributes) in &self.indexes {
            let end = if attributes.is_empty() { ": []\n" } else { ":\n" };
            text.extend(["  ", &scalar(index), end]);
            for attribute in attributes {
                text.extend(["  - ", &scalar(attribute), "\n"]);
            }
        }
        text
    }
}

/// The texts of a list.
fn texts(node: &Node) -> Option<Vec<String>> {
    let Value::List(nodes) = &node.value else { return None };
    let text = |node: &Node| match &node.value {
        Value::Text(text) => Some(text.text.clone()),
        _ => None,
    };
    nodes.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::Lock;

    #[test]
    fn what_is_written_is_read_whatever_the_names() {
        let names = [
            "GSI1",
            "title",
            "a b",
            "it's",
            "say \"no\"",
            "back\\slash",
            "null",
            "~",
            "12",
            "1e3",
            "yes",
            "-",
            "- x",
            "a: b",
            "a #b",
            "#a",
            "{a}",
            "[a]",
            "&a",
            "*a",
            "!a",
            "%a",
            "@a",
            "é",
            "日本",
            "tab\t",
            "line\nend",
            "\u{7}",
            "\u{feff}",
            "\u{1f600}",
            "trailing ",
            " leading",
            "a,b",
            "?",
            "|",
            ">",
            "=",
            "<<",
        ];
        let list: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let indexes = names.iter().map(|name| ((*name).to_owned(), list.clone())).collect();
        let lock = Lock { version: 1, indexes };
        assert_eq!(Lock::read(&lock.write()), Ok(lock));
        let none = Lock { version: 1, indexes: [("GSI1".to_owned(), Vec::new())].into() };
        assert_eq!(Lock::read(&none.write()), Ok(none));
        let empty = Lock { version: 1, ..Lock::default() };
        assert_eq!(Lock::read(&empty.write()), Ok(empty));
        assert_eq!(Lock::read("version: 1\n"), Ok(Lock { version: 1, ..Lock::default() }));
    }

    #[test]
    fn what_is_no_lock_is_placed() {
        for (text, why, at) in [
            ("", "it is empty", None),
            ("- 1\n", "it is no map of `version` and `indexes`", Some((1, 1))),
            ("indexes: {}\n", "it has no `version`", None),
            ("version: 2\n", "its version is 2, and this dal reads version 1", Some((1, 10))),
            ("version: [1]\n", "`version` is no number", Some((1, 10))),
            ("version: 1\nindexes: 3\n", "`indexes` is no map of indexes", Some((2, 10))),
            ("version: 1\nindexes: { A: x }\n", "`A` is no list of attributes", Some((2, 15))),
            ("version: 1\nindexes: { A: [[x]] }\n", "`A` is no list of attributes", Some((2, 15))),
            (
                "version: 1\nmore: x\n",
                "`more` is no word of it: they are `version` and `indexes`",
                Some((2, 1)),
            ),
            ("version: 1\nindexes\n  A: []\n", "it is not YAML: simple key expect ':'", Some((3, 4))),
            ("version: 1\nversion: 1\n", "`version` stands twice in this map", Some((2, 1))),
        ] {
            assert_eq!(Lock::read(text), Err((why.to_owned(), at)), "{text:?}");
        }
    }
}
