//! `include:`: several files, one list.

mod common;

use std::path::Path;

use common::{is, load_files, report};
use dal_spec::Code;

const ROOT: &str = "version: 1
table: { name: shop, key: { partition: PK, sort: SK } }
types: { user_id: ulid }
entities:
  User: { partition: 'USER#{user_id}', sort: PROFILE }
patterns:
  - { name: get_user, get: User }
include: [parts/items.yaml]
";
const ITEMS: &str = "types: { item_id: ulid }
entities:
  Item: { partition: 'ITEM#{item_id}', sort: ITEM }
patterns:
  - { name: get_item, get: Item }
";

#[test]
fn files_add_up_in_their_order() {
    let loaded = load_files(&[("patterns.yaml", ROOT), ("parts/items.yaml", ITEMS)]);
    assert!(loaded.diagnostics.is_empty(), "{}", report(&loaded));
    assert_eq!(loaded.files, [Path::new("/patterns.yaml"), Path::new("/parts/items.yaml")]);
    let plan = loaded.plan.expect("a plan");
    assert_eq!(plan.files, loaded.files);
    assert_eq!(plan.entities.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["User", "Item"]);
}

#[test]
fn a_missing_file_is_placed_where_it_is_named() {
    let loaded = load_files(&[("patterns.yaml", ROOT)]);
    is(&loaded.diagnostics[0], Code::UnreadableFile, "parts/items.yaml", (8, 11));
    let plan = loaded.plan.expect("the rest still becomes code");
    assert_eq!(plan.entities.len(), 1);
}

#[test]
fn a_missing_list_has_no_plan() {
    let loaded = dal_spec::load(Path::new("no/such/patterns.yaml"));
    assert!(loaded.plan.is_none());
    assert_eq!(loaded.diagnostics[0].code, Code::UnreadableFile);
    assert!(loaded.diagnostics[0].place.is_none());
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    struct Bytes;
    impl dal_spec::Files for Bytes {
        fn read(&self, _: &str) -> std::io::Result<Vec<u8>> {
            Ok(b"version: 1\n\xff\n".to_vec())
        }
        fn path(&self, name: &str) -> std::path::PathBuf {
            name.into()
        }
    }
    let loaded = dal_spec::load_with("patterns.yaml", &Bytes);
    assert_eq!(loaded.diagnostics[0].code, Code::UnreadableFile);
    assert!(loaded.diagnostics[0].message.contains("line 2"));
}

#[track_caller]
fn include(written: &str, code: Code) {
    let root = ROOT.replace("parts/items.yaml", written);
    let loaded = load_files(&[("patterns.yaml", &root), ("parts/items.yaml", ITEMS)]);
    assert_eq!(loaded.diagnostics.len(), 1, "{}", report(&loaded));
    let under = written.trim_matches('\'');
    let quoted = if written.starts_with('\'') { written } else { under };
    is(&loaded.diagnostics[0], code, quoted, (8, 11));
}

#[test]
fn files_are_named_and_inside_the_workspace() {
    include("'parts/*.yaml'", Code::IncludeGlob);
    include("../elsewhere.yaml", Code::IncludeOutside);
    include("/etc/passwd", Code::IncludeOutside);
    include("parts/../../x.yaml", Code::IncludeOutside);
}

#[test]
fn circles_and_repetitions_are_refused() {
    let items = format!("{ITEMS}include: [../patterns.yaml]\n");
    let loaded = load_files(&[("patterns.yaml", ROOT), ("parts/items.yaml", &items)]);
    is(&loaded.diagnostics[0], Code::IncludeCycle, "../patterns.yaml", (6, 11));
    assert_eq!(loaded.diagnostics[0].notes, ["patterns.yaml → parts/items.yaml → patterns.yaml"]);
    let root = ROOT.replace("[parts/items.yaml]", "[parts/items.yaml, ./parts/items.yaml]");
    let loaded = load_files(&[("patterns.yaml", &root), ("parts/items.yaml", ITEMS)]);
    is(&loaded.diagnostics[0], Code::IncludeTwice, "./parts/items.yaml", (8, 29));
}

#[test]
fn only_the_first_file_has_a_table() {
    let items = format!("{ITEMS}table: {{ name: other }}\n");
    let loaded = load_files(&[("patterns.yaml", ROOT), ("parts/items.yaml", &items)]);
    is(&loaded.diagnostics[0], Code::MisplacedSection, "table", (6, 1));
}

#[test]
fn files_that_disagree_on_a_kind_are_an_error() {
    let items = ITEMS.replace("item_id: ulid", "item_id: ulid, user_id: uuid");
    let loaded = load_files(&[("patterns.yaml", ROOT), ("parts/items.yaml", &items)]);
    is(&loaded.diagnostics[0], Code::TypesDisagree, "user_id", (1, 25));
    assert_eq!(loaded.diagnostics[0].message, "`user_id` is `uuid` here and `ulid` in `patterns.yaml`");
    let agreed = ITEMS.replace("item_id: ulid", "item_id: ulid, user_id: ulid");
    assert!(load_files(&[("patterns.yaml", ROOT), ("parts/items.yaml", &agreed)]).diagnostics.is_empty());
}

#[test]
fn names_are_unique_across_files() {
    let items =
        ITEMS.replace("Item:", "User:").replace("get: Item", "get: User").replace("get_item", "get_user");
    let loaded = load_files(&[("patterns.yaml", ROOT), ("parts/items.yaml", &items)]);
    let codes: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::DuplicateName, Code::DuplicateName], "{}", report(&loaded));
    is(&loaded.diagnostics[0], Code::DuplicateName, "User", (3, 3));
    is(&loaded.diagnostics[1], Code::DuplicateName, "get_user", (5, 13));
}
