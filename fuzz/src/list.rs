//! Any bytes as a list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dal_spec::{Files, Loaded, explain, load_with};

/// What ends a file of the input: the list, then `a.yaml`, `b.yaml` and `patterns.lock`.
const END_OF_FILE: &[u8] = b"\n%%%%\n";
const NAMES: [&str; 4] = ["patterns.yaml", "a.yaml", "b.yaml", "patterns.lock"];

struct Bytes<'d>(BTreeMap<&'static str, &'d [u8]>);

impl Files for Bytes<'_> {
    fn read(&self, name: &str) -> std::io::Result<Vec<u8>> {
        self.0.get(name).map(|bytes| bytes.to_vec()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new("/").join(name)
    }
}

fn files(mut data: &[u8]) -> Bytes<'_> {
    let mut files = BTreeMap::new();
    for name in NAMES {
        let end = data.windows(END_OF_FILE.len()).position(|window| window == END_OF_FILE);
        match end.filter(|_| name != "patterns.lock") {
            Some(end) => {
                files.insert(name, &data[..end]);
                data = &data[end + END_OF_FILE.len()..];
            }
            None => {
                files.insert(name, data);
                break;
            }
        }
    }
    Bytes(files)
}

/// A list of any bytes becomes a plan, or diagnostics that can be shown; the same each time.
pub fn list(data: &[u8]) {
    let files = files(data);
    let loaded = load_with("patterns.yaml", &files);
    check(&loaded);
    let again = load_with("patterns.yaml", &files);
    assert_eq!(loaded.diagnostics, again.diagnostics, "the same list says the same");
    assert_eq!(loaded.plan.as_ref().map(explain), again.plan.as_ref().map(explain), "and has the same plan");
}

fn check(loaded: &Loaded) {
    assert!(loaded.diagnostics.len() <= 500, "{} diagnostics", loaded.diagnostics.len());
    for diagnostic in
        loaded.diagnostics.iter().chain(loaded.allowed.iter().map(|allowed| &allowed.diagnostic))
    {
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        let shown = diagnostic.render();
        assert!(shown.starts_with(&diagnostic.message), "{shown}");
        let json = diagnostic.to_json();
        assert!(!json.contains('\n') && !diagnostic.to_github().contains('\n'), "one line: {json}");
        assert!(!diagnostic.render_short().is_empty() && !diagnostic.render_with_severity().is_empty());
        let places = diagnostic.place.iter().chain(diagnostic.related.iter().map(|(place, _)| place));
        for place in places {
            let lines = place.source.text.split('\n').count();
            assert!((1..=lines).contains(&place.line), "{place} of {lines} lines: {shown}");
            assert!(place.column >= 1 && place.length >= 1, "{place}: {shown}");
        }
    }
    let Some(plan) = &loaded.plan else {
        assert!(loaded.has_errors(), "no plan, and no error");
        return;
    };
    for pattern in &plan.patterns {
        assert!(!pattern.entities.is_empty(), "{}", pattern.name);
        assert!(pattern.entities.iter().all(|&entity| entity < plan.entities.len()), "{}", pattern.name);
    }
    for entity in &plan.entities {
        assert!(entity.primary_fields <= entity.fields.len(), "{}", entity.name);
        assert!(
            entity.memberships.iter().all(|member| member.index < plan.table.indexes.len()),
            "{}",
            entity.name
        );
    }
}
