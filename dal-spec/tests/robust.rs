//! Whatever the bytes, the answer is a diagnosis.

mod common;

use std::path::PathBuf;

use dal_spec::{Files, explain, load_with};
use proptest::prelude::*;

const LIST: &str = include_str!("../../patterns.yaml");
const TRIAGE: &str = include_str!("../../patterns/triage.yaml");

struct One(Vec<u8>);

impl Files for One {
    fn read(&self, name: &str) -> std::io::Result<Vec<u8>> {
        if name == "patterns.yaml" { Ok(self.0.clone()) } else { Err(std::io::ErrorKind::NotFound.into()) }
    }
    fn path(&self, name: &str) -> PathBuf {
        PathBuf::from("/").join(name)
    }
}

/// Loads bytes and uses all that comes of them.
fn survive(bytes: Vec<u8>) {
    let loaded = load_with("patterns.yaml", &One(bytes));
    for diagnostic in &loaded.diagnostics {
        assert!(!diagnostic.message.is_empty());
        let _ =
            (diagnostic.render(), diagnostic.render_short(), diagnostic.to_json(), diagnostic.to_github());
        if let Some(place) = &diagnostic.place {
            assert!(place.line >= 1 && place.column >= 1 && place.length >= 1);
        }
    }
    if let Some(plan) = &loaded.plan {
        let _ = explain(plan);
        for pattern in &plan.patterns {
            assert!(pattern.entities.iter().all(|&entity| entity < plan.entities.len()));
        }
    } else {
        assert!(loaded.has_errors(), "no plan without an error");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_lists_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..12),
        triage in any::<bool>(),
    ) {
        let mut bytes = if triage { TRIAGE } else { LIST }.as_bytes().to_vec();
        if triage {
            bytes.splice(0..0, *b"version: 1\ntable: { name: abc, key: { partition: PK, sort: SK } }\n");
        }
        for (at, byte, change) in changes {
            let at = at.index(bytes.len());
            match change {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, byte),
                _ => {
                    // Move a stretch of the file, which keeps its words whole.
                    let end = (at + usize::from(byte)).min(bytes.len());
                    let moved: Vec<u8> = bytes.drain(at..end).collect();
                    let to = usize::from(byte) * 7 % (bytes.len() + 1);
                    bytes.splice(to..to, moved);
                }
            }
            if bytes.is_empty() {
                bytes.push(b'\n');
            }
        }
        survive(bytes);
    }

    #[test]
    fn words_of_the_language_in_any_order_never_panic(
        words in prop::collection::vec(prop::sample::select(vec![
            "version: 1\n", "table:\n", "  name: abc\n", "  key: { partition: PK, sort: SK }\n", "  tenant: T#{t}\n",
            "  indexes: { GSI1: { partition: A, sort: B } }\n", "types: { t: ulid, s: [a, b] }\n", "entities:\n",
            "  A: { sort: 'A#{x}' }\n", "  B: { sort: 'A#{x}#{s:rank}', GSI1: { partition: '{tenant}#{x}', sort: '{s}' } }\n",
            "patterns:\n", "  - { name: a, query: A }\n", "  - { name: b, query: [A, B], by: x }\n",
            "  - { name: c, latest: B, index: GSI1, range: s, select: [y] }\n", "{", "}", "[", "]", ": ", "- ", "#", "'",
            "&a ", "*a ", "!!str ", "---\n", "? ", "| ", "\t", "~", "é", "\u{feff}", "\r", "\r\n",
        ]), 0..24)
    ) {
        survive(words.concat().into_bytes());
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        survive(bytes);
    }
}

#[test]
fn hostile_files_take_time_in_proportion() {
    let start = std::time::Instant::now();
    for text in ["[", "{", "- ", "a: {", "? ", "[a,", "[\n", "{},", "a: &b [", "'"] {
        survive(text.repeat(200_000 / text.len()).into_bytes());
        survive(format!("version: [{}]", text.repeat(200_000 / text.len())).into_bytes());
    }
    survive(format!("version: [{}]", "a, ".repeat(60_000)).into_bytes());
    survive(format!("include: [{}]", "a, ".repeat(60_000)).into_bytes());
    assert!(start.elapsed().as_secs() < 60, "quadratic work would take minutes: {:?}", start.elapsed());
}
