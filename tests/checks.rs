//! `docs/checks.md` against what there is: every code, every test, every row.

use std::collections::BTreeMap;
use std::path::Path;

use dal_spec::Code;

const DOCUMENT: &str = include_str!("../docs/checks.md");

/// How many faults each group has.
const ROWS: [(char, usize); 7] = [('A', 9), ('B', 8), ('C', 7), ('D', 16), ('E', 9), ('F', 9), ('G', 5)];

/// The cells of the tables' rows: those of the faults have four.
fn rows() -> Vec<Vec<&'static str>> {
    let cells = |line: &'static str| {
        let line = line.strip_prefix('|')?.strip_suffix('|')?;
        Some(line.split('|').map(str::trim).collect::<Vec<_>>())
    };
    DOCUMENT.lines().filter_map(cells).filter(|cells| !cells[0].starts_with("---")).collect()
}

fn faults() -> Vec<Vec<&'static str>> {
    rows().into_iter().filter(|cells| cells.len() == 4 && cells[0] != "row").collect()
}

#[test]
fn every_code_exists() {
    let mut codes = 0;
    for (at, _) in DOCUMENT.match_indices("DAL") {
        let number = DOCUMENT.get(at..at + 7).unwrap_or_default();
        assert!(Code::find(number).is_some(), "`{number}` is no code");
        codes += 1;
    }
    assert!(codes > 20, "{codes}");
}

#[test]
fn every_test_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tests = 0;
    for quoted in DOCUMENT.split('`').skip(1).step_by(2).filter(|quoted| quoted.contains(".rs")) {
        let (file, name) = quoted.split_once("::").unwrap_or((quoted, ""));
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        if name.is_empty() {
            let shown = root.join(file).with_extension("stderr");
            assert!(file == "tests/checks.rs" || shown.is_file(), "`{quoted}` does not fail to compile");
            continue;
        }
        let defined = text.match_indices(&format!("fn {name}(")).next();
        let (at, _) = defined.unwrap_or_else(|| panic!("`{quoted}` is no test"));
        // The attribute is on a line above, within a few lines.
        let above: Vec<&str> = text[..at].lines().rev().take(5).collect();
        assert!(above.iter().any(|line| line.contains("test]")), "`{quoted}` is no test");
        tests += 1;
    }
    assert!(tests > 50, "{tests}");
}

#[test]
fn every_fault_has_a_row_and_an_answer() {
    let faults = faults();
    let ids: Vec<String> = faults.iter().map(|cells| cells[0].to_owned()).collect();
    let expected: Vec<String> = ROWS
        .iter()
        .flat_map(|&(group, rows)| (0..rows).map(move |row| format!("{group}{}", 2 * row + 1)))
        .collect();
    assert_eq!(ids, expected);
    for cells in &faults {
        let [id, fault, when, answer] = cells.as_slice() else { panic!("four cells: {cells:?}") };
        assert!(!fault.is_empty() && !answer.is_empty(), "{id}");
        let named = answer.contains("DAL") || answer.contains(".rs");
        match *when {
            "compile" => {
                assert!(answer.contains("DAL") || answer.contains("tests/ui/") || *id == "C7", "{id}")
            }
            "run" => assert!(answer.contains(".rs::"), "{id}"),
            "not yet" => {}
            other => panic!("{id}: `{other}`"),
        }
        assert!(named || *when == "not yet", "{id} names a code or a test");
    }
}

#[test]
fn the_count_is_that_of_the_rows() {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for cells in faults() {
        *counted.entry(cells[2]).or_default() += 1;
        *counted.entry("all").or_default() += 1;
    }
    let written: BTreeMap<&str, usize> = rows()
        .iter()
        .filter(|cells| cells.len() == 2 && cells[0] != "when")
        .map(|cells| (cells[0], cells[1].parse().expect("a number of rows")))
        .collect();
    assert_eq!(written, counted);
}
