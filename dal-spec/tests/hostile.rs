//! Hostile lists: each is refused with a code, in time and memory that its size bounds.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use common::{clean, load, load_files, report};
use dal_spec::{Code, Files, Loaded, load_with};

const HEAD: &str = "version: 1\ntable: { name: shop, key: { partition: PK, sort: SK } }\n";
const MIB: usize = 1 << 20;

/// How many diagnostics are kept of a list.
const KEPT: usize = 500;

/// Files of any bytes.
struct Bytes(BTreeMap<String, Vec<u8>>);

impl Files for Bytes {
    fn read(&self, name: &str) -> std::io::Result<Vec<u8>> {
        self.0.get(name).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new("/").join(name)
    }
}

fn bytes(bytes: impl Into<Vec<u8>>) -> Loaded {
    load_with("patterns.yaml", &Bytes([("patterns.yaml".to_owned(), bytes.into())].into()))
}

/// Asserts that a list is refused, with these codes among others' and none but them, and that what is said of it can be
/// shown: every form of every diagnostic, in a size that people can look at.
#[track_caller]
fn refused(loaded: &Loaded, codes: &[Code]) {
    assert!(loaded.has_errors());
    assert!(loaded.diagnostics.len() <= KEPT, "{} diagnostics", loaded.diagnostics.len());
    for code in codes {
        assert!(loaded.diagnostics.iter().any(|d| d.code == *code), "{code} is not among\n{}", start(loaded));
    }
    for diagnostic in &loaded.diagnostics {
        assert!(codes.contains(&diagnostic.code), "{}", &diagnostic.render_with_severity());
        for line in
            diagnostic.render_with_severity().lines().filter(|line| line.trim_start().starts_with('|'))
        {
            assert!(line.chars().count() < 4_000, "a line of {} characters", line.chars().count());
        }
        for text in [
            diagnostic.render_with_severity(),
            diagnostic.render_short(),
            diagnostic.to_json(),
            diagnostic.to_github(),
        ] {
            assert!(text.len() < 8 * MIB, "{} bytes of {}", text.len(), diagnostic.code);
        }
    }
}

fn start(loaded: &Loaded) -> String {
    loaded.diagnostics.iter().take(5).map(|d| format!("{}\n", d.render_with_severity())).collect()
}

#[test]
fn deep_nesting_is_refused_at_its_level() {
    for depth in [65, 1_000, 100_000] {
        for (open, close) in [("[", "]"), ("{ a: ", " }")] {
            let text = format!("version: {}1{}\n", open.repeat(depth), close.repeat(depth));
            refused(&bytes(text), &[Code::TooDeep]);
        }
        // Never closed.
        refused(&bytes(format!("version: {}", "[".repeat(depth))), &[Code::TooDeep]);
    }
    // In blocks, each level indented by one more space.
    let mut block = String::new();
    for depth in 0..1_200 {
        let _ = writeln!(block, "{:depth$}a:", "");
    }
    refused(&bytes(block), &[Code::TooDeep]);
    refused(&bytes(format!("version: {}\n", "- ".repeat(100_000))), &[Code::BrokenYaml]);
    let sixty = format!("version: {}1{}\n", "[".repeat(60), "]".repeat(60));
    let loaded = bytes(sixty);
    assert!(loaded.diagnostics.iter().all(|d| d.code != Code::TooDeep), "{}", report(&loaded));
}

#[test]
fn aliases_do_not_multiply() {
    let mut text = format!("{HEAD}types:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..60 {
        let before = format!("*a{}, ", level - 1).repeat(10);
        let _ = writeln!(text, "  a{level}: &a{level} [{}]", before.trim_end_matches(", "));
    }
    refused(&bytes(text), &[Code::YamlFeature]);
    refused(&bytes(format!("{HEAD}types: &a [*a]\n")), &[Code::YamlFeature]);
    refused(&bytes(format!("{HEAD}entities:\n  <<: *none\n")), &[Code::BrokenYaml]);
}

#[test]
fn large_files_are_not_read() {
    refused(&bytes(vec![b'#'; 10 * MIB]), &[Code::TooLarge]);
    let root = format!("{HEAD}include: [large.yaml]\n");
    let files =
        [("patterns.yaml".to_owned(), root.into_bytes()), ("large.yaml".to_owned(), vec![b'a'; MIB + 1])];
    refused(&load_with("patterns.yaml", &Bytes(files.into())), &[Code::TooLarge]);
    // As large as a file may be.
    let mut whole = HEAD.to_owned();
    whole.push_str(&"#".repeat(MIB - HEAD.len()));
    clean(&whole);
    // A lock is read as a list is.
    let files = [("patterns.yaml", HEAD.to_owned()), ("patterns.lock", "#".repeat(MIB + 1))];
    let loaded = load_files(&[(files[0].0, &files[0].1), (files[1].0, &files[1].1)]);
    refused(&loaded, &[Code::BrokenLock]);
}

#[test]
fn many_files_are_not_read() {
    let mut files = BTreeMap::new();
    let mut root = format!("{HEAD}include:\n");
    for number in 0..600 {
        let _ = writeln!(root, "  - f{number}.yaml");
        files.insert(
            format!("f{number}.yaml"),
            "types: {}\n".replace("{}", &format!("{{ a{number}: ulid }}")),
        );
    }
    files.insert("patterns.yaml".to_owned(), root);
    let loaded = load_with("patterns.yaml", &files);
    refused(&loaded, &[Code::TooLarge]);
    assert_eq!((loaded.diagnostics.len(), loaded.files.len()), (1, 500));
    // Together larger than any list: thirty of the largest.
    let mut files = BTreeMap::new();
    let mut root = format!("{HEAD}include:\n");
    for number in 0..30 {
        let _ = writeln!(root, "  - f{number}.yaml");
        files.insert(format!("f{number}.yaml"), "#".repeat(MIB));
    }
    files.insert("patterns.yaml".to_owned(), root);
    let loaded = load_with("patterns.yaml", &files);
    refused(&loaded, &[Code::EmptyValue, Code::TooLarge]);
    assert!(loaded.files.len() < 20, "{}", loaded.files.len());
}

#[test]
fn circles_and_chains_of_files_end() {
    let this = format!("{HEAD}include: [./patterns.yaml]\n");
    refused(&load(&this), &[Code::IncludeCycle]);
    let root = format!("{HEAD}include: [a/b.yaml]\n");
    let loaded = load_files(&[
        ("patterns.yaml", &root),
        ("a/b.yaml", "include: [../c.yaml]\n"),
        ("c.yaml", "include: [a/../a/b.yaml]\n"),
    ]);
    refused(&loaded, &[Code::IncludeCycle]);
    // Each includes the next.
    let files: BTreeMap<String, String> = (0..700)
        .map(|number| (format!("f{number}.yaml"), format!("include: [f{}.yaml]\n", number + 1)))
        .chain([("patterns.yaml".to_owned(), format!("{HEAD}include: [f0.yaml]\n"))])
        .collect();
    refused(&load_with("patterns.yaml", &files), &[Code::TooDeep]);
    // Each includes all: as many reports as pairs, were they all kept.
    let all: String = (0..300).map(|number| format!("  - f{number}.yaml\n")).collect();
    let files: BTreeMap<String, String> = (0..300)
        .map(|number| (format!("f{number}.yaml"), format!("include:\n{all}")))
        .chain([("patterns.yaml".to_owned(), format!("{HEAD}include:\n{all}"))])
        .collect();
    let loaded = load_with("patterns.yaml", &files);
    assert!(loaded.diagnostics.iter().all(|d| matches!(d.code, Code::IncludeCycle | Code::IncludeTwice)));
    assert_eq!(loaded.diagnostics.len(), KEPT);
}

#[test]
fn names_out_of_the_workspace_are_refused() {
    let outside = [
        "../secret.yaml",
        "a/../../secret.yaml",
        "./.././secret.yaml",
        "..",
        "/etc/passwd",
        "//etc/passwd",
        "file:///etc/passwd",
        "C:/secret.yaml",
        "..\\secret.yaml",
        "\\\\server\\share.yaml",
    ];
    for name in outside {
        refused(&load(&format!("{HEAD}include: ['{name}']\n")), &[Code::IncludeOutside]);
    }
    // Inside, and none of these: no shell and no tilde is expanded.
    for name in ["~/secret.yaml", "$HOME/secret.yaml", "%2e%2e/secret.yaml", "..secret.yaml"] {
        refused(&load(&format!("{HEAD}include: ['{name}']\n")), &[Code::UnreadableFile]);
    }
}

/// On disk, where names lead elsewhere.
#[cfg(unix)]
#[test]
fn links_out_of_the_workspace_are_refused() {
    use std::os::unix::fs::symlink;
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-links");
    let _ = std::fs::remove_dir_all(&root);
    let (package, outside) = (root.join("workspace/package"), root.join("outside"));
    for folder in [&package.join("src"), &outside] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let write = |path: PathBuf, text: &str| std::fs::write(path, text).expect("a file");
    write(root.join("workspace/Cargo.toml"), "[workspace]\n");
    write(package.join("Cargo.toml"), "[package]\n");
    write(outside.join("secret.yaml"), "types: { secret_id: ulid }\n");
    write(root.join("workspace/shared.yaml"), "types: { shared_id: ulid }\n");
    write(package.join("own.yaml"), "types: { own_id: ulid }\n");
    symlink(outside.join("secret.yaml"), package.join("link.yaml")).expect("a link to a file");
    symlink(&outside, package.join("folder")).expect("a link to a folder");
    symlink("link.yaml", package.join("twice.yaml")).expect("a link to a link");
    symlink(package.join("own.yaml"), package.join("inside.yaml")).expect("a link within the workspace");
    symlink("loop.yaml", package.join("loop.yaml")).expect("a link to itself");
    let include = |name: &str| {
        write(package.join("patterns.yaml"), &format!("{HEAD}include: ['{name}']\n"));
        dal_spec::load(&package.join("patterns.yaml"))
    };
    for name in [
        "link.yaml",
        "folder/secret.yaml",
        "twice.yaml",
        "../../outside/secret.yaml",
        "folder/../secret.yaml",
    ] {
        let loaded = include(name);
        assert!(loaded.has_errors(), "{name}");
        let read = |path: &PathBuf| std::fs::canonicalize(path).is_ok_and(|path| path.starts_with(&outside));
        assert!(!loaded.files.iter().any(read), "{name} was read: {:?}", loaded.files);
        assert!(
            matches!(loaded.diagnostics[0].code, Code::IncludeOutside | Code::UnreadableFile),
            "{name}: {}",
            report(&loaded)
        );
    }
    refused(&include("loop.yaml"), &[Code::UnreadableFile]);
    refused(&include("src"), &[Code::UnreadableFile]);
    for name in ["own.yaml", "inside.yaml", "../shared.yaml"] {
        let loaded = include(name);
        assert_eq!(loaded.files.len(), 2, "{name}: {}", report(&loaded));
        assert!(!loaded.has_errors(), "{name}: {}", report(&loaded));
    }
}

#[test]
fn a_hundred_thousand_entities_are_too_many() {
    let mut text = format!("{HEAD}entities:\n");
    for number in 0..100_000 {
        let _ = writeln!(text, " A{number:x}:");
    }
    assert!(text.len() < MIB, "within the limit of a file: {}", text.len());
    let loaded = bytes(text);
    refused(&loaded, &[Code::TooLarge]);
    assert!(loaded.plan.is_none());
    // With keys, all alike; and in the largest number that is read, no two alike.
    let mut text = format!("{HEAD}entities:\n");
    for number in 0..40_000 {
        let _ = writeln!(text, " A{number}: {{sort: x}}");
    }
    assert!(bytes(text).diagnostics.iter().any(|d| d.code == Code::TooLarge));
    let mut text = HEAD.replace("SK }", "SK }, tenant: 'T#{t}'") + "entities:\n";
    for number in 0..2_000 {
        let _ = writeln!(
            text,
            " A{number}: {{ sort: 'A{number}#{{id}}', allow: {{ unread-entity: Imported. }} }}"
        );
    }
    assert_eq!(clean(&text).entities.len(), 2_000);
    let mut text =
        HEAD.replace("SK }", "SK }, tenant: 'T#{t}'") + "entities:\n A: { sort: 'A#{id}' }\npatterns:\n";
    for number in 0..10_001 {
        let _ = writeln!(text, " - {{ name: p{number}, query: A }}");
    }
    refused(&bytes(text), &[Code::TooLarge]);
}

#[test]
fn thousands_of_mistakes_are_reported_up_to_a_limit() {
    let mut keys = format!("{HEAD}types:\n");
    let mut entities = format!("{HEAD}entities:\n");
    let mut patterns = format!("{HEAD}entities:\n  Item: {{ partition: 'P#{{id}}', sort: S }}\npatterns:\n");
    let mut words = HEAD.to_owned();
    for number in 0..9_000 {
        let _ = writeln!(keys, "  id: ulid");
        let _ = writeln!(entities, "  User: {{ partition: 'U#{{id}}', sort: S }}");
        let _ = writeln!(patterns, "  - {{ name: item_{number}, get: Itm }}");
        let _ = writeln!(words, "typ{number}: x");
    }
    for (text, code) in [
        (keys, Code::DuplicateKey),
        (entities, Code::DuplicateKey),
        (patterns, Code::UnknownEntity),
        (words, Code::UnknownWord),
    ] {
        let loaded = bytes(text);
        refused(&loaded, &[code]);
        assert_eq!(loaded.diagnostics.len(), KEPT);
    }
}

#[test]
fn long_names_and_lines_are_refused_and_shown_in_part() {
    let long = "a".repeat(400_000);
    let other = format!("{}b", "a".repeat(400_000));
    // Two long names would be compared by the product of their lengths.
    let text = format!(
        "{HEAD}entities:\n  ? A{long}\n  : {{ partition: 'P#{{id}}', sort: S }}\npatterns:\n  - {{ name: get_it, get: A{other} }}\n"
    );
    let loaded = bytes(text);
    assert!(loaded.diagnostics.iter().any(|d| d.code == Code::UnknownEntity), "{}", start(&loaded));
    assert!(loaded.diagnostics.len() < 9);
    refused(&bytes(format!("{HEAD}? {long}\n: 1\n")), &[Code::UnknownWord]);
    refused(&bytes(format!("{HEAD}{long}: 1\n")), &[Code::BrokenYaml]);
    refused(
        &bytes(format!("{HEAD}entities:\n  A: {{ partition: '{{{long}:desk}}', sort: S }}\n")),
        &[Code::UnknownEncoding],
    );
    refused(&bytes(format!("{HEAD}types: {{ a: {long} }}\n")), &[Code::UnknownKind]);
    refused(
        &bytes(format!("{HEAD}types: {{ a: {{ text: '{}' }} }}\n", "(".repeat(400_000))),
        &[Code::BadPattern],
    );
    refused(&bytes(format!("{HEAD}types: {{ a: {{ text: '[a]{{9999999}}' }} }}\n")), &[Code::BadPattern]);
    refused(
        &bytes(format!("version: {}\n", "9".repeat(400_000))),
        &[Code::UnsupportedVersion, Code::MissingWord],
    );
    refused(&bytes(format!("{HEAD}types: {{ a: 0..{} }}\n", "9".repeat(400_000))), &[Code::BadRange]);
    let entity = |partition: &str| {
        bytes(format!(
            "{HEAD}entities:\n  A: {{ partition: '{partition}', sort: S }}\npatterns:\n  - {{ name: get_it, get: A }}\n"
        ))
    };
    refused(&entity(&format!("{{{}", "{a}#".repeat(100_000))), &[Code::UnbalancedBraces]);
    // More parts, and more text, than a key can hold.
    let parts: String = (0..50_000).map(|number| format!("{{a{number}}}#")).collect();
    refused(&entity(&parts), &[Code::TooLarge]);
    refused(&entity(&"{a}#".repeat(100_000)), &[Code::TooLarge]);
    refused(&entity(&long), &[Code::TooLarge]);
    let thousand: String = (0..1_000).map(|number| format!("{{a{number}}}#")).collect();
    assert!(entity(&thousand).diagnostics.is_empty());
    // One line with all of a list.
    let entities: Vec<String> = (0..9_000)
        .map(|number| format!("A{number}: {{ partition: P{number}, sort: S, about: '{{x}} # y: z' }}"))
        .collect();
    refused(&bytes(format!("{HEAD}entities: {{ {} }}\n", entities.join(", "))), &[Code::TooLarge]);
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    let list = include_str!("../../patterns.yaml").split("include:").next().expect("its own part");
    let plan = clean(list);
    let windows = clean(&list.replace('\n', "\r\n"));
    let old = clean(&list.replace('\n', "\r"));
    let marked = clean(&format!("\u{feff}{list}"));
    for other in [windows, old, marked] {
        assert_eq!(other.entities.len(), plan.entities.len());
        for (a, b) in plan.entities.iter().zip(&other.entities) {
            assert_eq!((&a.name, &a.partition.text), (&b.name, &b.partition.text));
            assert_eq!((a.place.line, a.place.column), (b.place.line, b.place.column));
        }
        assert_eq!(dal_spec::explain(&other), dal_spec::explain(&plan));
    }
    // Places are those of an editor, which shows neither.
    let broken = list.replace("query: User", "query: Usr");
    let place = |text: &str| {
        let loaded = load(text);
        let place = loaded.diagnostics[0].place.clone().expect("a place");
        (loaded.diagnostics[0].code, place.line, place.column, place.length)
    };
    assert_eq!(place(&broken.replace('\n', "\r\n")), place(&broken));
    assert_eq!(place(&broken.replace('\n', "\r")), place(&broken));
    assert_eq!(place(&format!("\u{feff}{broken}")), place(&broken));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    for bad in [b"version: 1\n\xff\n".to_vec(), b"\xc0\x80".to_vec(), b"version: \xed\xa0\x80".to_vec(), {
        // UTF-16, as some editors save it.
        let mut utf16 = vec![0xff, 0xfe];
        utf16.extend("version: 1\n".encode_utf16().flat_map(u16::to_le_bytes));
        utf16
    }] {
        refused(&bytes(bad.clone()), &[Code::UnreadableFile]);
        let files = [
            ("patterns.yaml".to_owned(), format!("{HEAD}include: [bad.yaml]\n").into_bytes()),
            ("bad.yaml".to_owned(), bad),
        ];
        refused(&load_with("patterns.yaml", &Bytes(files.into())), &[Code::UnreadableFile]);
    }
}

#[test]
fn odd_characters_are_no_names_and_no_keys() {
    let nul = bytes(format!("{HEAD}entities:\n  User: {{ partition: 'U\0#{{id}}', sort: S }}\n"));
    assert!(nul.has_errors(), "{}", report(&nul));
    refused(&bytes(b"\0\0\0\0".to_vec()), &[Code::BrokenYaml]);
    let user = |name: &str, field: &str| {
        bytes(format!(
            "{HEAD}entities:\n  {name}: {{ partition: 'U#{{{field}}}', sort: S }}\npatterns:\n  - {{ name: get_it, get: {name} }}\n"
        ))
    };
    assert!(user("User", "id").diagnostics.is_empty());
    for name in ["Übung", "用户", "Us\u{200b}er", "Us\u{202e}er", "🦀", "Uſer"] {
        refused(&user(name, "id"), &[Code::InvalidName]);
    }
    for field in ["größe", "用户", "i\u{200b}d", "ıd", "i d", "i\u{301}d"] {
        refused(&user("User", field), &[Code::BadPart]);
    }
    let table = |name: &str| bytes(HEAD.replace("shop", name));
    for name in ["größe", "sh\u{200b}op", "🦀🦀🦀"] {
        let loaded = table(name);
        assert!(
            loaded.diagnostics.iter().any(|d| d.code == Code::DynamoDbName),
            "{name}: {}",
            report(&loaded)
        );
    }
    // In a literal any text is text: it is a part of keys as it stands.
    let plan = clean(&format!(
        "{HEAD}entities:\n  User: {{ partition: 'Größe🦀#{{id}}', sort: S }}\npatterns:\n  - {{ name: get_it, get: User }}\n"
    ));
    assert_eq!(plan.entities[0].partition.text, "Größe🦀#{id}");
}

#[test]
fn keys_that_all_meet_are_told_in_bounded_time() {
    // Each entity under the key of all others, each with a list that reads them all.
    let mut text = HEAD.replace("SK }", "SK }, tenant: 'T#{t}'") + "entities:\n";
    for number in 0..1_000 {
        let _ = writeln!(text, " A{number}: {{ sort: '{{id}}' }}");
    }
    text.push_str("patterns:\n");
    for number in 0..1_000 {
        let _ = writeln!(text, " - {{ name: a{number}, query: A{number} }}");
    }
    refused(&bytes(text), &[Code::SameKey]);
    // Patterns whose automata would grow without bound if they were made deterministic, or counted out.
    let pattern = |count: usize| format!("{{ text: '[ab]*a[ab]{{{count}}}' }}");
    for count in [10, 100, 600] {
        let text = HEAD.replace("SK }", "SK }, tenant: 'T#{t}'")
            + &format!(
                "types: {{ x: {}, y: {}, z: {{ text: '.*.*.*.*.*.*.*.*b' }} }}\n",
                pattern(count),
                pattern(count + 1)
            )
            + "entities:\n A: { sort: '{x}#{z}#A' }\n B: { sort: '{y}#{z}#B' }\n C: { sort: '{z}#{y}#C' }\n"
            + "patterns:\n - { name: a, query: A, by: x }\n - { name: b, query: B, by: [y, z] }\n - { name: c, query: C }\n - { name: d, query: [A, B, C] }\n";
        // What is too large to be decided is refused, and said to be undecided.
        refused(&bytes(text), &[Code::ListLeaks]);
    }
}
