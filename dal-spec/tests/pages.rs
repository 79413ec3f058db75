//! The pages of the codes: each says why, shows the mistake and the fix, and its examples are what it says.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use common::{load_files, report};
use dal_spec::{Code, Severity};

/// Where an example of a page stands in a list.
#[derive(Clone, Copy, PartialEq)]
enum At {
    /// It is the whole file.
    List,
    /// Below `version: 1`.
    Version,
    /// In the table.
    Table,
    /// In the table's indexes.
    Indexes,
    /// Top-level sections beside the table's.
    Sections,
    /// Entities; below `# patterns`, patterns.
    Entities,
    /// Attributes of an entity.
    Entity,
    /// Patterns.
    Patterns,
    /// Files that the list includes, each below its name in a comment.
    Files,
    /// `patterns.lock`.
    Lock,
}

/// What an example needs around it: entities and patterns.
struct Around {
    at: At,
    entities: &'static str,
    patterns: &'static str,
}

const fn around(at: At, entities: &'static str, patterns: &'static str) -> Option<Around> {
    Some(Around { at, entities, patterns })
}

const ITEM: &str = "Item: { sort: 'ITEM#{item_id}' }";
const ITEM_IN_GSI1: &str = "Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#OWNER#{owner_id}', sort: '{created_at}' } }";
const USER: &str = "User: { sort: 'USER#{user_id}' }";
const USER_IN_GSI1: &str =
    "User: { sort: 'USER#{user_id}', GSI1: { partition: '{tenant}#EMAIL#{email}', sort: '{user_id}' } }";
const SHIFT: &str = "Shift: { sort: 'SHIFT#{team_id}#{starts_at}' }";
const LIST_ITEMS: &str = "- { name: list_items, query: Item }";
const BY_OWNER: &str = "- { name: items_by_owner, query: Item, index: GSI1, select: [title] }";

/// Where the first example of a page stands; `None` where it is no list: Rust, or cut short by `…`.
fn example(code: Code) -> Option<Around> {
    use At::*;
    match code {
        Code::BrokenYaml => around(Entity, "", ""),
        Code::DuplicateKey | Code::EmptyValue | Code::YamlFeature => around(Entities, "", ""),
        Code::SeveralDocuments => around(List, "", ""),
        Code::TooLarge
        | Code::UnreadableFile
        | Code::IncludeOutside
        | Code::IncludeTwice
        | Code::IncludeGlob => around(Sections, "", ""),
        Code::TabIndent => around(Version, "", ""),
        Code::UnquotedBraces => around(Entity, "", ""),
        Code::CommentEatsValue | Code::CommentCutsText => around(Entities, "", ""),
        Code::IncludeCycle => around(Files, "", ""),
        Code::BrokenLock => around(Lock, "", ""),
        Code::CommaCutsText => around(Patterns, "Call: { sort: 'CALL#{call_id}' }", ""),
        Code::UnknownWord => around(Entities, "", ""),
        Code::NotBuiltYet => around(Entity, "", ""),
        Code::WrongValue => around(Patterns, ITEM, ""),
        Code::MissingWord => around(Version, "", ""),
        Code::WrongForm => around(Sections, ITEM, ""),
        Code::UnsupportedVersion => around(List, "", ""),
        Code::MisplacedSection => around(Files, "", ""),
        Code::DuplicateName => {
            around(Patterns, "Item: { sort: 'ITEM#{item_id}' }\nUser: { sort: 'USER#{user_id}' }", "")
        }
        Code::InvalidName | Code::NameCollision => around(Sections, "", ""),
        Code::ShadowingName => around(Patterns, ITEM, ""),
        Code::DynamoDbName => around(Table, "", ""),
        Code::UnknownAllow | Code::AllowedError => around(Entity, "", ""),
        Code::UnusedAllow => around(Entities, "", LIST_ITEMS),
        Code::EmptyReason => around(Entity, "", ""),
        Code::AttributeClash => around(Table, "", ""),

        Code::UnknownKind | Code::BadRange | Code::BadWords | Code::BadPattern => around(Sections, ITEM, ""),
        Code::TypesDisagree => around(Files, "", ""),
        Code::NativeKind => around(Version, "", ""),
        Code::UnusedType | Code::TenantKind => around(Sections, USER, "- { name: get_user, get: User }"),

        Code::EmptyTemplate
        | Code::UnbalancedBraces
        | Code::UnknownEncoding
        | Code::DescendingText
        | Code::PartsTouch
        | Code::LateDelimiter
        | Code::BadPart
        | Code::ReservedPart
        | Code::MissingKey => around(Entities, "", ""),
        Code::KeyOnlyLost => around(Entities, "", ""),
        Code::UnusedKeyOnly => around(
            Table,
            ITEM_IN_GSI1,
            "- { name: get_item, get: Item }\n- { name: items_by_owner, query: Item, index: GSI1, select: [title] }",
        ),
        Code::IllegalEncoding | Code::RangeUnordered => around(Sections, "", ""),

        Code::UnknownIndex | Code::HalfKey => around(Entities, "", ""),
        Code::ProjectedKey | Code::TooManyKeyAttributes => around(Indexes, "", ""),
        Code::MissingSelect => around(Patterns, ITEM_IN_GSI1, ""),
        Code::UnpinnedProjection => around(
            Table,
            ITEM_IN_GSI1,
            "- { name: get_item, get: Item }\n- { name: items_by_owner, query: Item, index: GSI1, select: [title] }",
        ),
        Code::UnknownKeyAttribute | Code::TwoTemplates => around(Entities, "", ""),
        Code::NoOwnAttribute => around(Table, "", ""),
        Code::AlwaysMember => around(Version, "", ""),
        Code::BadCondition => around(Sections, "", ""),

        Code::MissingVerb | Code::TwoVerbs | Code::UnknownEntity => around(Patterns, ITEM_IN_GSI1, ""),
        Code::GetOnIndex => around(Patterns, USER_IN_GSI1, ""),
        Code::NotInIndex => around(Sections, "", ""),
        Code::PrefixNotText => around(Sections, "", ""),
        Code::RangeAndPrefix => around(Patterns, "User: { sort: 'USER#{name}#{user_id}' }", ""),
        Code::HoleInKey | Code::NotAKeyPart | Code::RangeNotNext => around(Entities, "", ""),
        Code::WrongConstant => around(Sections, "Item: { sort: 'ITEM#{status}#{item_id}' }", ""),
        Code::OrderNotTime | Code::NothingToOrder | Code::PartitionPart => around(Entities, "", ""),
        Code::BadLimit | Code::WordDoesNotFit | Code::UnknownParameter => around(Patterns, ITEM, ""),
        Code::ConsistentIndex => around(Patterns, ITEM_IN_GSI1, ""),
        Code::Repeated => {
            around(Patterns, "Tenant: { sort: TENANT }\nSubscription: { sort: 'TENANT#BILLING' }", "")
        }
        Code::BoundTwice => around(Patterns, SHIFT, ""),
        Code::CollectionApart | Code::CollectionUnbounded => around(Entities, "", ""),
        Code::UnreadEntity => around(Sections, "", ""),
        Code::QueryOfOne => around(Version, "", ""),
        Code::NothingToPick => around(Patterns, ITEM, ""),
        Code::BadFilter => around(Patterns, ITEM, ""),
        Code::KeyInFilter => around(Version, "", ""),
        Code::TooManyQueries | Code::NoRunOn | Code::HotReads | Code::HotWrites => around(Sections, "", ""),
        Code::LargeCollection => around(Version, "", ""),
        Code::NotThere | Code::SharedKey => around(Entities, "", ""),

        Code::MissingTenant => around(Entities, "", ""),
        Code::NeedlessAcross => around(Entity, "", ""),
        Code::AcrossWithoutTenant => around(Version, "", ""),
        Code::BadTenant => around(Table, "", ""),
        Code::MixedScope => around(
            Patterns,
            "Tenant: { sort: TENANT }\nPlan: { partition: 'PLAN#{code}', sort: PLAN, across_tenants: Offered to all. }",
            "",
        ),

        Code::SameKey | Code::ListLeaks | Code::StrangerInCollection | Code::CollectionMisses => {
            around(Entities, "", "")
        }
        Code::AmbiguousKey | Code::LoosePrefix => around(Sections, "", ""),
        Code::SharedIndexKey => around(
            Entities,
            "",
            "- { name: follows, query: Follow }\n- { name: followers, query: Follow, index: GSI1, select: [title] }",
        ),
        Code::HotPartition => around(
            Entities,
            "",
            "- { name: get_tenant, get: Tenant }\n- { name: list_tenants, query: Tenant, index: GSI1, select: [title] }",
        ),
        Code::UnreadIndex => around(
            Table,
            ITEM_IN_GSI1,
            "- { name: get_item, get: Item }\n- { name: items_by_owner, query: Item, index: GSI1, select: [title] }",
        ),
        Code::UnreadAttribute => around(Indexes, ITEM_IN_GSI1, ""),
        Code::UnreadEntry => around(Entities, ITEM_IN_GSI1, BY_OWNER),
        Code::DuplicatePattern => around(
            Patterns,
            "Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#OWNER#{owner_id}', sort: '{item_id}' } }",
            BY_OWNER,
        ),

        Code::ManagedKind => around(Sections, "", ""),
        Code::ManagedKeyPart | Code::ManagedTwice | Code::UniqueWithoutField => around(Entities, "", ""),
        Code::Unchangeable => around(Patterns, USER, "- { name: list_users, query: User }"),
        Code::HalfGroup => around(Patterns, ITEM_IN_GSI1, "- { name: get_item, get: Item }"),
        Code::ItemTwice => around(Patterns, USER, "- { name: list_users, query: User }"),
        Code::Filters => around(
            Patterns,
            "Item: { sort: 'ITEM#{item_id}', GSI1: { partition: '{tenant}#OWNER#{owner_id}', sort: '{item_id}' } }",
            BY_OWNER,
        ),
        _ => None,
    }
}

/// Files that the first example of a page speaks of.
fn files_beside(code: Code) -> Vec<(String, String)> {
    match code {
        Code::TooLarge => vec![("dump.yaml".to_owned(), "#".repeat((1 << 20) + 1))],
        Code::IncludeTwice | Code::UnreadableFile => {
            vec![("patterns/items.yaml".to_owned(), format!("entities:\n  {ITEM}\n"))]
        }
        _ => Vec::new(),
    }
}

fn indented(text: &str, by: usize) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "{:by$}{line}", "");
        all
    })
}

/// A list that holds the example where it belongs.
fn whole(code: Code, block: &str, Around { at, entities, patterns }: &Around) -> Vec<(String, String)> {
    let at = *at;
    let mut files = files_beside(code);
    let (mut block, mut entities, mut patterns) =
        (block.to_owned(), (*entities).to_owned(), (*patterns).to_owned());
    if let Some((above, below)) = block.clone().split_once("# patterns\n") {
        (block, patterns) = (above.to_owned(), format!("{patterns}\n{below}"));
    }
    let mut list = String::new();
    let (mut table, mut indexes) = (String::new(), String::new());
    match at {
        At::List => return [("patterns.yaml".to_owned(), block)].into_iter().chain(files).collect(),
        At::Version => {
            return [("patterns.yaml".to_owned(), format!("version: 1\n{block}"))]
                .into_iter()
                .chain(files)
                .collect();
        }
        At::Table => {
            table = match block.strip_prefix("table:\n") {
                Some(inner) => {
                    inner.lines().fold(String::new(), |all, line| all + line.get(2..).unwrap_or("") + "\n")
                }
                None => block.clone(),
            };
            // An index of one's own stands beside the usual one.
            if let Some(inner) = table.clone().strip_prefix("indexes:\n") {
                (table, indexes) = (
                    String::new(),
                    inner.lines().fold(String::new(), |all, line| all + line.get(2..).unwrap_or("") + "\n"),
                );
            }
        }
        At::Indexes => indexes = block.clone(),
        At::Sections => list.push_str(&block),
        At::Entities => entities = format!("{entities}\n{block}"),
        At::Entity => entities = format!("Shift:\n  sort: 'SHIFT#{{shift_id}}'\n{}", indented(&block, 2)),
        At::Patterns => patterns = format!("{patterns}\n{block}"),
        At::Files => {
            for part in block.split("# ").skip(1) {
                let (name, text) = part.split_once('\n').expect("a file's name has a line of its own");
                files.push((name.to_owned(), text.to_owned()));
            }
            list.push_str("include:\n");
            for (name, _) in &files {
                let _ = writeln!(list, "  - {name}");
            }
        }
        At::Lock => files.push(("patterns.lock".to_owned(), block.clone())),
    }
    let mut text = "version: 1\ntable:\n  name: shop\n".to_owned();
    if !table.contains("key:") {
        text.push_str("  key: { partition: PK, sort: SK }\n");
    }
    if !table.contains("tenant:") {
        text.push_str("  tenant: 'TENANT#{tenant_id}'\n");
    }
    text.push_str(&indented(&table, 2));
    text.push_str("  indexes:\n");
    if !indexes.contains("GSI1:") {
        text.push_str("    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }\n");
    }
    text.push_str(&indented(&indexes, 4));
    for (name, section) in [("entities", &entities), ("patterns", &patterns)] {
        if !section.trim().is_empty() && !list.contains(&format!("{name}:")) {
            let _ = write!(text, "{name}:\n{}", indented(section.trim(), 2));
        }
    }
    text.push_str(&list);
    [("patterns.yaml".to_owned(), text)].into_iter().chain(files).collect()
}

fn codes_of(files: &[(String, String)]) -> (Vec<Code>, String) {
    let borrowed: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let loaded = load_files(&borrowed);
    let codes = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    (codes, report(&loaded))
}

/// The parts of a page: paragraphs, and fenced blocks with their language.
#[derive(Debug, PartialEq)]
enum Piece<'p> {
    Text(&'p str),
    Block(&'p str, &'p str),
}

fn pieces(page: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (number, piece) in page.split("```").enumerate() {
        if number % 2 == 0 {
            pieces
                .extend(piece.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(Piece::Text));
        } else {
            let (language, block) = piece.split_once('\n').unwrap_or((piece, ""));
            pieces.push(Piece::Block(language, block));
        }
    }
    pieces
}

fn blocks(page: &str) -> Vec<(&str, &str)> {
    let block = |piece| match piece {
        Piece::Block(language, block) => Some((language, block)),
        Piece::Text(_) => None,
    };
    pieces(page).into_iter().filter_map(block).collect()
}

#[test]
fn a_page_says_why_and_shows_the_mistake_and_the_fix() {
    for &code in Code::ALL {
        let page = code.explain();
        let pieces = pieces(page);
        let [
            Piece::Text(title),
            Piece::Text(why),
            Piece::Block(a, wrong),
            Piece::Text(fix),
            Piece::Block(b, right),
        ] = pieces.as_slice()
        else {
            panic!(
                "{code}: a title, why, an example, the fix, the example after it, and no more: {pieces:?}"
            );
        };
        assert_eq!(*title, format!("# {code}: {}", code.title()));
        assert!(why.len() >= 25 && why.ends_with('.'), "{code}: why is a sentence: {why}");
        assert!(fix.len() >= 9 && fix.ends_with('.'), "{code}: the fix is a sentence: {fix}");
        assert!(matches!(*a, "yaml" | "rust") && a == b, "{code}: both examples are YAML, or Rust");
        assert!(
            !wrong.trim().is_empty() && !right.trim().is_empty() && wrong != right,
            "{code}: two examples"
        );
        assert!(page.lines().all(|line| line.chars().count() <= 130), "{code}: a terminal shows whole lines");
        assert!(page.ends_with("```\n"), "{code}: it ends with the example");
    }
}

#[test]
fn the_mistake_that_a_page_shows_has_its_code_and_the_fix_has_not() {
    let (mut shown, mut wrong) = (0, Vec::new());
    for &code in Code::ALL {
        let Some(around) = example(code) else { continue };
        let blocks = blocks(code.explain());
        let [(_, mistake), (_, fix)] = blocks.as_slice() else { panic!("{code}: two examples") };
        let files = whole(code, mistake, &around);
        let (codes, report) = codes_of(&files);
        shown += 1;
        if !codes.contains(&code) {
            wrong.push(format!("{code}: the mistake is none\n{}\n{report}", files[0].1));
        }
        let files = whole(code, fix, &around);
        let (codes, report) = codes_of(&files);
        if codes.contains(&code) {
            wrong.push(format!("{code}: the fix is none\n{}\n{report}", files[0].1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(shown, EXAMPLES, "so many pages show a list that has their code");
}

/// How many pages show a list; the others show Rust, or a list that is cut short.
const EXAMPLES: usize = 125;

fn group(code: Code) -> &'static str {
    match &code.number()[3..5] {
        "01" => "Files and YAML",
        "02" => "Words and names",
        "03" => "Kinds",
        "04" => "Templates",
        "05" => "Indexes",
        "06" => "Patterns",
        "07" => "Tenants",
        "08" => "Rust types",
        "09" => "Keys that meet",
        "10" => "Costs",
        "11" => "Upkeep",
        "12" => "Transactions",
        _ => "Others",
    }
}

fn index() -> String {
    let mut text = "# Codes

Every finding of `cargo dal check` and of `#[derive(SingleTable)]` has a code. Numbers and names are stable. A warning
can be allowed where it stands, with a reason: `allow: { hot-partition: Few items. }`; an error cannot.
`cargo dal explain DAL0902` shows a page in the terminal.
"
    .to_owned();
    let mut last = "";
    for &code in Code::ALL {
        if group(code) != last {
            last = group(code);
            let _ = write!(text, "\n## {last}\n\n| code | name | | about |\n|---|---|---|---|\n");
        }
        let severity = if code.severity() == Severity::Error { "error" } else { "warning" };
        let _ = writeln!(text, "| [{code}]({code}.md) | `{}` | {severity} | {} |", code.name(), code.title());
    }
    text
}

/// `DAL_BLESS=1` writes the index anew.
#[test]
fn the_index_lists_every_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pages");
    let (file, text) = (folder.join("README.md"), index());
    if std::env::var("DAL_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&file, &text).expect("the index is written");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), text, "bless it with DAL_BLESS=1");
    let pages: BTreeMap<String, PathBuf> = std::fs::read_dir(&folder)
        .expect("the pages are there")
        .map(|entry| entry.expect("an entry").path())
        .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
        .collect();
    let numbers: Vec<&str> = Code::ALL.iter().map(|code| code.number()).chain(["README"]).collect();
    assert_eq!(
        pages.keys().map(String::as_str).collect::<Vec<_>>(),
        numbers,
        "a page for each code and no other"
    );
}
