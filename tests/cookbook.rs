//! `docs/cookbook.md` quotes files that are compiled and run, and `docs/mistakes.md` lists that are checked: neither can rot.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A recipe: its title, and its quotations, each with the file that it is from.
struct Recipe {
    title: String,
    quoted: Vec<(String, Vec<String>)>,
}

fn recipes() -> Vec<Recipe> {
    let text = read(&root().join("docs/cookbook.md"));
    let mut recipes: Vec<Recipe> = Vec::new();
    let (mut file, mut open) = (None, false);
    for line in text.lines() {
        let recipe = recipes.last_mut();
        if open {
            let Some((_, lines)) = recipe.and_then(|recipe| recipe.quoted.last_mut()) else {
                panic!("{line}")
            };
            if line == "```" {
                open = false;
            } else {
                lines.push(line.trim().to_owned());
            }
        } else if let Some(title) = line.strip_prefix("## ") {
            recipes.push(Recipe { title: title.to_owned(), quoted: Vec::new() });
        } else if let Some(name) = line.strip_prefix("`tests/").and_then(|rest| rest.strip_suffix('`')) {
            file = Some(format!("tests/{name}"));
        } else if line.starts_with("```") {
            let from: String = file.take().unwrap_or_else(|| panic!("{line}: no file is named before it"));
            recipe.expect("a recipe").quoted.push((from, Vec::new()));
            open = true;
        }
    }
    assert!(!open, "the last quotation is closed");
    recipes
}

/// Whether the lines stand one after the other in the text, or in pieces with `…` between them, in their order.
fn stands(quoted: &[String], text: &[&str]) -> Result<(), String> {
    let mut from = 0;
    for piece in quoted.split(|line| line == "…") {
        let piece: Vec<&str> = piece.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
        let found = text.get(from..).into_iter().flat_map(|rest| rest.windows(piece.len().max(1)));
        let Some(at) = found.map(<[&str]>::to_vec).position(|window| window == piece) else {
            return Err(piece.join("\n"));
        };
        from += at + piece.len();
    }
    Ok(())
}

#[test]
fn every_quotation_stands_in_its_file() {
    for Recipe { title, quoted } in recipes() {
        assert!(!quoted.is_empty(), "{title} quotes nothing");
        for (file, lines) in quoted {
            let text = read(&root().join(&file));
            let text: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if let Err(piece) = stands(&lines, &text) {
                panic!("{title}: this is not in {file}:\n{piece}");
            }
        }
    }
}

/// What a single-table design does, and the recipe for it.
const FEATURES: [(&str, &str); 30] = [
    ("LSI", "A local index"),
    ("several and overloaded GSIs", "Several global indexes, and one for many entities"),
    ("inverted index", "An inverted index"),
    ("index without sort key", "An index without a sort key"),
    ("multi-attribute keys", "Keys of several attributes"),
    ("native types", "Keys of several attributes, numbers among them"),
    ("projections", "What an index stores: ALL, INCLUDE and KEYS_ONLY"),
    ("attributes in keys only", "Values that live in keys only"),
    ("sparse by Option", "Sparse, because a field is absent"),
    ("sparse by when", "Sparse, by a condition"),
    ("begins_with inside a part", "The beginning of a text part"),
    ("ranges", "A range of any part"),
    ("hierarchical keys", "A hierarchy, queried at every level"),
    ("first and latest", "The first and the latest"),
    ("reverse order", "Reverse order and a page"),
    ("rankings", "A ranking"),
    ("collections as enum", "Several entities at once, as an enum"),
    ("collections as struct", "Several entities at once, as a struct"),
    ("filters", "A filter, and its cost"),
    ("write sharding", "Write shards"),
    ("time buckets", "Buckets of time"),
    ("adjacency lists", "An adjacency list"),
    ("mirrored items", "Mirrored items"),
    ("versioned items", "Versions of an item: v0 and its history"),
    ("atomic counters", "Atomic counters"),
    ("unique constraints", "Unique values"),
    ("transactions over entities", "A transaction over entities"),
    ("transactions over tables", "A transaction over tables"),
    ("scans", "A scan of an index"),
    ("consistent reads", "Consistent reads"),
];

#[test]
fn every_feature_has_a_recipe() {
    let recipes = recipes();
    for (feature, title) in FEATURES {
        let found = recipes.iter().find(|recipe| recipe.title == title);
        let quoted = found.unwrap_or_else(|| panic!("{feature}: no recipe is called `{title}`"));
        assert!(
            quoted.quoted.iter().any(|(file, _)| file.ends_with(".yaml")) || title.contains("tables"),
            "{title} shows no list"
        );
    }
    let mut titles: Vec<&str> = recipes.iter().map(|recipe| recipe.title.as_str()).collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), recipes.len(), "no two recipes have one title");
}

#[test]
fn published_mistakes_are_found_as_the_table_says() {
    let text = read(&root().join("docs/mistakes.md"));
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains("`p-"));
    let mut listed = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [design, _, code, list] = cells.as_slice() else { panic!("{row}") };
        let list = list.trim_matches(['`', ' ']);
        assert!(root().join("tests/models").join(design).is_dir(), "{design} is no design");
        let expected = read(&root().join("tests/mistakes").join(list).join("expected.txt"));
        let code = code.split(':').next().unwrap_or_default();
        assert!(
            expected.lines().any(|line| line.starts_with(code)),
            "{list} is not found as {code}:\n{expected}"
        );
        listed.push(list.to_owned());
    }
    let entries = fs::read_dir(root().join("tests/mistakes")).expect("the mistakes");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut published: Vec<String> = names.filter(|name| name.starts_with("p-")).collect();
    published.sort();
    listed.sort();
    assert_eq!(listed, published, "docs/mistakes.md lists each");
}
