//! The program as people and CI run it: what it prints, where, and how it exits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// What a run printed, and its exit status.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

fn dal(arguments: &[&str]) -> Ran {
    dal_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

fn dal_in(directory: &Path, arguments: &[&str]) -> Ran {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_cargo-dal"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the program runs");
    Ran {
        status: status.code().expect("it is not killed"),
        out: String::from_utf8(stdout).expect("text"),
        err: String::from_utf8(stderr).expect("text"),
    }
}

/// A package with these files, which belongs to one test.
fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    for (file, text) in [("Cargo.toml", "[package]\nname = \"x\"\n")].iter().chain(files) {
        let file = path.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }
    path
}

/// `tests/mistakes` of the workspace: a list each, and what is expected of it.
fn mistakes() -> Vec<(PathBuf, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mistakes");
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).expect("mistakes").map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all.into_iter()
        .map(|path| {
            let expected = fs::read_to_string(path.join("expected.txt")).expect("expected.txt");
            let codes = expected.lines().filter(|line| line.starts_with("DAL")).map(str::to_owned);
            let codes = codes.collect();
            (path.join("patterns.yaml"), codes)
        })
        .collect()
}

const GOOD: &str = "\
version: 1
table: { name: notes, key: { partition: PK, sort: SK } }
types: { note_id: ulid }
entities:
  Note: { partition: 'USER#{user}', sort: 'NOTE#{note_id}' }
patterns:
  - { name: list_notes, query: Note, order: desc }
";

const NOTE: &str = "
#[derive(SingleTable)]
pub struct Note { pub user: String, pub note_id: Ulid, pub title: String }

#[derive(SingleTable)]
pub enum Notes { Note(Note) }
";

/// A list whose second entity is under the first.
const BAD: &str = "\
version: 1
table: { name: notes, key: { partition: PK, sort: SK } }
entities:
  Note: { partition: 'USER#{user}', sort: 'NOTE#{note}' }
  Line: { partition: 'USER#{user}', sort: 'NOTE#{note}#{line}' }
patterns:
  - { name: list_notes, query: Note }
  - { name: lines, query: Line, by: note }
";

#[test]
fn a_clean_list_exits_with_0() {
    let path = directory("clean", &[("patterns.yaml", GOOD), ("src/lib.rs", NOTE)]);
    let ran = dal_in(&path, &["check"]);
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.err.as_str()),
        (0, "patterns.yaml: 1 entities, 1 patterns; 0 errors, 0 warnings, 0 allowed\n", "")
    );
    // As cargo runs it.
    assert_eq!(dal_in(&path, &["dal", "check", "patterns.yaml"]).out, ran.out);
}

#[test]
fn warnings_are_no_errors() {
    let warned = format!(
        "{}  - {{ name: get_note, get: Note }}\n",
        GOOD.replace("note_id: ulid", "note_id: ulid, other: u8")
    );
    let path = directory("warned", &[("patterns.yaml", &warned), ("src/lib.rs", NOTE)]);
    let ran = dal_in(&path, &["check", "--format", "short"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert!(ran.out.starts_with("patterns.yaml:3:25: warning[DAL0303]: "), "{}", ran.out);
    assert!(ran.out.ends_with("0 errors, 1 warnings, 0 allowed\n"), "{}", ran.out);
}

#[test]
fn errors_exit_with_1() {
    let path = directory("bad", &[("patterns.yaml", BAD)]);
    let ran = dal_in(&path, &["check"]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    assert!(ran.out.starts_with("error[DAL0902]: `list_notes` also reads items of `Line`"), "{}", ran.out);
    assert!(ran.out.contains("\n --> patterns.yaml:7:25\n"), "{}", ran.out);
    assert!(ran.out.contains("query PK = \"USER#a\" AND begins_with(SK, \"NOTE#\")\n"), "{}", ran.out);
}

#[test]
fn arguments_that_cannot_be_used_exit_with_2() {
    let path = directory("arguments", &[("patterns.yaml", GOOD)]);
    for (arguments, why) in [
        (&[][..], "say what to do"),
        (&["chekc"], "there is no command `chekc`"),
        (&["check", "none.yaml"], "there is no file `none.yaml`"),
        (&["check", "patterns.yaml", "more.yaml"], "one file is enough: `more.yaml` is one too many"),
        (&["check", "--format", "xml"], "there is no format `xml`"),
        (&["check", "--format"], "missing argument for option '--format'"),
        (&["check", "--src", "nowhere"], "there is no directory `nowhere`"),
        (&["check", "--froce"], "invalid option '--froce'"),
        (&["check", "--force"], "`check` takes no --force"),
        (&["explain", "--format", "json"], "`explain` takes no --format"),
        (&["lock", "--src", "."], "`lock` takes no --src"),
        (&["explain", "DAL9999"], "there is no code `DAL9999`; `cargo dal check` prints those that apply"),
        (
            &["expand", "patterns.yaml"],
            "no source of `patterns.yaml` was found: say where the structs are with --src DIR",
        ),
    ] {
        let ran = dal_in(&path, arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.starts_with(&format!("cargo dal: {why}\n\ncargo dal: reads")), "{}", ran.err);
    }
    for arguments in [&["help"][..], &["--help"], &["check", "--help"], &["-h"]] {
        let ran = dal_in(&path, arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("exit status: 0 clean, 1 with errors, 2 unusable arguments"), "{}", ran.out);
    }
    assert_eq!(dal(&["--version"]).out, format!("cargo-dal {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn json_is_one_object_a_line() {
    let path = directory("json", &[("patterns.yaml", BAD)]);
    let ran = dal_in(&path, &["check", "--format", "json"]);
    assert_eq!((ran.status, ran.out.lines().count()), (1, 1), "{}", ran.out);
    let value: Value = serde_json::from_str(&ran.out).expect("an object");
    let text = |name: &str| value[name].as_str().unwrap_or_default();
    assert_eq!((text("code"), text("name"), text("severity")), ("DAL0902", "list-leaks", "error"));
    assert_eq!(text("message"), "`list_notes` also reads items of `Line`, not only of `Note`");
    assert_eq!(
        (text("file"), value["line"].as_u64(), value["column"].as_u64()),
        ("patterns.yaml", Some(7), Some(25))
    );
    assert_eq!((text("entity"), text("pattern")), ("Note", "list_notes"));
    assert_eq!(value["help"].as_array().map(Vec::len), Some(3));
    assert!(
        value["notes"][0].as_str().is_some_and(|note| note.contains("\nquery PK = \"USER#a\"")),
        "{value}"
    );
}

#[test]
fn github_shows_annotations() {
    let path = directory("github", &[("patterns.yaml", BAD)]);
    let ran = dal_in(&path, &["check", "--format", "github"]);
    assert_eq!((ran.status, ran.out.lines().count()), (1, 1), "{}", ran.out);
    assert!(
        ran.out.starts_with(
            "::error file=patterns.yaml,line=7,col=25,endColumn=30,title=DAL0902 list-leaks::`list_notes` also reads items of `Line`, not only of `Note`%0Ahelp: "
        ),
        "{}",
        ran.out
    );
}

#[test]
fn what_was_not_checked_is_said() {
    let table = "not checked: the table `Notes`: no source that was read derives `SingleTable` for it\n";
    let note = "not checked: the entity `Note`: no source that was read derives `SingleTable` for it\n";
    let path = directory("not_checked", &[("patterns.yaml", GOOD)]);
    let ran = dal_in(&path, &["check"]);
    assert_eq!((ran.status, ran.out.starts_with(&format!("{note}{table}"))), (0, true), "{}", ran.out);
    // A source of another list is not one of this.
    let other = "#[derive(SingleTable)] #[dal(patterns = \"other.yaml\")] pub struct Note {}";
    let path =
        directory("not_checked", &[("patterns.yaml", GOOD), ("other.yaml", GOOD), ("src/lib.rs", other)]);
    assert!(dal_in(&path, &["check"]).out.starts_with(note));
    // A file that cannot be read as Rust is named.
    let path = directory(
        "not_checked",
        &[("patterns.yaml", GOOD), ("src/lib.rs", NOTE), ("src/half.rs", "\nfn half(")],
    );
    let ran = dal_in(&path, &["check"]);
    assert_eq!(ran.status, 0);
    assert!(ran.out.starts_with("not checked: src/half.rs:2:"), "{}", ran.out);
    // Programs read diagnostics only; people see the rest beside.
    for format in ["json", "github"] {
        let ran = dal_in(&path, &["check", "--format", format]);
        assert_eq!(ran.out, "");
        assert!(ran.err.starts_with("not checked: src/half.rs:2:"), "{}", ran.err);
    }
    let path = directory("not_checked", &[("patterns.yaml", "version: 1"), ("src/lib.rs", NOTE)]);
    let ran = dal_in(&path, &["check"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("\nnot checked: the structs: "), "{}", ran.out);
}

/// What only the tokens of a type show is found too, as its derive finds it.
#[test]
fn forms_of_types_are_checked() {
    for (code, place, from, to) in [
        (
            "DAL0820",
            "3:11",
            "pub struct Note { pub user: String, pub note_id: Ulid, pub title: String }",
            "pub union Note { user: u8 }",
        ),
        ("DAL0823", "3:17", "pub struct Note {", "pub struct Note<T> {"),
        ("DAL0824", "3:9", "pub struct Note {", "#[serde(tag = \"t\")] pub struct Note {"),
        (
            "DAL0825",
            "3:64",
            "pub title",
            "#[serde(rename(serialize = \"t\", deserialize = \"u\"))] pub title",
        ),
        ("DAL0826", "3:7", "pub struct Note {", "#[dal(dipslay)] pub struct Note {"),
        ("DAL0827", "3:32", "pub struct Note {", "#[dal(display)]     pub struct Note {"),
        ("DAL0211", "3:12", "pub title: String", "pub title: String, pub Title: String"),
    ] {
        let text = NOTE.replacen(from, to, 1);
        let path = directory("forms", &[("patterns.yaml", GOOD), ("src/lib.rs", &text)]);
        let ran = dal_in(&path, &["check", "--format", "short"]);
        assert_eq!(ran.status, 1, "{code}: {}", ran.out);
        assert!(ran.out.contains(&format!("src/lib.rs:{place}: error[{code}]: ")), "{code}: {}", ran.out);
        assert!(ran.out.contains("1 errors"), "{code}: {}", ran.out);
    }
}

#[test]
fn structs_are_found_where_the_derive_finds_their_list() {
    let named = |list: &str| {
        NOTE.replace(
            "#[derive(SingleTable)]",
            &format!("#[derive(SingleTable)]\n#[dal(patterns = \"{list}\")]"),
        )
    };
    let optional = |text: &str| text.replace("user: String", "user: Option<String>");
    let expect = |path: &Path, arguments: &[&str]| {
        let ran = dal_in(path, arguments);
        assert_eq!(ran.status, 1, "{}", ran.out);
        assert!(ran.out.contains("error[DAL0803]: `Note.user` is part of the primary key"), "{}", ran.out);
    };
    // At the package's root, beside the source file, under a directory that is named.
    expect(&directory("found", &[("patterns.yaml", GOOD), ("src/a/b.rs", &optional(NOTE))]), &["check"]);
    let lists = [("lists/notes.yaml", GOOD), ("lists/src/lib.rs", &optional(&named("lists/notes.yaml")))];
    expect(&directory("found", &lists), &["check", "lists/notes.yaml"]);
    let beside = [("code/notes.yaml", GOOD), ("code/lib.rs", &optional(&named("notes.yaml")))];
    expect(&directory("found", &beside), &["check", "code/notes.yaml", "--src", "code"]);
}

#[test]
fn every_mistake_is_found_by_its_code_and_place() {
    let all = mistakes();
    assert!(all.len() > 40, "{}", all.len());
    for (list, expected) in &all {
        let list = list.display().to_string();
        let ran = dal(&["check", &list, "--format", "json"]);
        let mut errors = 0;
        let found: Vec<String> = ran
            .out
            .lines()
            .map(|line| {
                let value: Value = serde_json::from_str(line).expect("an object");
                errors += i32::from(value["severity"] == "error");
                let file = value["file"].as_str().expect("a file");
                let name = if file.ends_with("patterns.yaml") { "patterns.yaml" } else { "src/lib.rs" };
                assert!(file.ends_with(name), "{file}");
                format!(
                    "{} {name}:{}:{}",
                    value["code"].as_str().unwrap_or_default(),
                    value["line"],
                    value["column"]
                )
            })
            .collect();
        assert_eq!(&found, expected, "{list}");
        assert_eq!(ran.status, errors.min(1), "{list}");
    }
}

#[test]
fn reports_come_in_one_order() {
    // Several errors and warnings of list and structs.
    let list = BAD.replace("table:", "types: { b: u8, a: u8 }\ntable:");
    let source = "#[derive(SingleTable)] struct Note { line: u8 }\n#[derive(SingleTable)] struct Line {}";
    let path = directory(
        "order",
        &[
            ("patterns.yaml", &list),
            ("src/b.rs", source),
            ("src/a.rs", "#[derive(SingleTable)] enum Notes {}"),
        ],
    );
    let first = dal_in(&path, &["check"]).out;
    assert!(first.matches("error[").count() > 3, "{first}");
    for _ in 0..5 {
        assert_eq!(dal_in(&path, &["check"]).out, first);
    }
}

#[test]
fn a_code_is_explained() {
    let ran = dal(&["explain", "DAL0403"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("# DAL0403: An encoding that the language does not have\n"), "{}", ran.out);
    assert!(ran.out.contains("```yaml\n"), "{}", ran.out);
    assert_eq!(dal(&["explain", "dal0403"]).out, ran.out);
}

#[test]
fn a_list_is_explained() {
    let path = directory("explain", &[("patterns.yaml", GOOD)]);
    let ran = dal_in(&path, &["explain"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("list_notes") && ran.out.contains("PK = USER#{user}"), "{}", ran.out);
    fs::write(path.join("bad.yaml"), BAD).expect("a file");
    let ran = dal_in(&path, &["explain", "bad.yaml"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("error[DAL0902]: "), "{}", ran.err);
    assert!(
        ran.out.contains("lines") && !ran.out.contains("list_notes"),
        "what is right is explained: {}",
        ran.out
    );
}

#[test]
fn the_code_of_a_list_is_shown() {
    let path = directory("expand", &[("patterns.yaml", GOOD), ("src/lib.rs", NOTE)]);
    let file = dal_in(&path, &["expand", "src/lib.rs"]);
    assert_eq!((file.status, file.err.as_str()), (0, ""));
    syn::parse_file(&file.out).expect("it is Rust");
    assert!(file.out.contains("pub struct NoteKey") && file.out.contains("fn list_notes"), "{}", file.out);
    let list = dal_in(&path, &["expand"]);
    assert_eq!((list.status, list.err.as_str()), (0, ""));
    assert_eq!(list.out, format!("// src/lib.rs\n\n{}", file.out));
}

#[test]
fn a_lock_pins_what_is_computed() {
    let computed = "\
version: 1
table:
  name: notes
  key: { partition: PK, sort: SK }
  indexes:
    GSI1: { partition: GSI1PK, sort: GSI1SK }
    GSI2: { partition: GSI2PK, sort: GSI2SK, project: [title] }
types: { note_id: ulid }
entities:
  Note:
    partition: 'USER#{user}'
    sort: 'NOTE#{note_id}'
    GSI1: { partition: 'TAG#{tag}', sort: '{note_id}' }
    GSI2: { partition: 'DAY#{day}', sort: '{note_id}' }
patterns:
  - { name: list_notes, query: Note }
  - { name: by_tag, query: Note, index: GSI1, select: [title, text] }
  - { name: by_day, query: Note, index: GSI2, select: [title] }
";
    let path = directory("lock", &[("patterns.yaml", computed), ("src/notes.yaml", computed)]);
    let lock = path.join("patterns.lock");
    let before = dal_in(&path, &["check"]);
    assert!(before.out.contains("warning[DAL0507]"), "{}", before.out);
    let ran = dal_in(&path, &["lock"]);
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.err.as_str()),
        (0, "patterns.lock: written\n  GSI1: title, text\n", "")
    );
    let written = fs::read_to_string(&lock).expect("the lock");
    assert!(written.starts_with("# ") && written.contains("GSI1:\n  - title\n  - text\n"), "{written}");
    assert!(!written.contains("GSI2"), "{written}");
    assert!(!dal_in(&path, &["check"]).out.contains("DAL0507"));
    // Another time it is as it should be.
    assert_eq!(dal_in(&path, &["lock"]).out, "patterns.lock: unchanged\n  GSI1: title, text\n");
    // Beside a list of another name and place.
    assert_eq!(
        dal_in(&path, &["lock", "src/notes.yaml"]).out,
        "src/notes.lock: written\n  GSI1: title, text\n"
    );

    // What a live index holds is not changed unasked.
    fs::write(path.join("patterns.yaml"), computed.replace("[title, text]", "[title, mood]"))
        .expect("a file");
    let ran = dal_in(&path, &["lock"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("error[DAL0508]: "), "{}", ran.err);
    assert!(ran.err.ends_with("patterns.lock: not written, as the list has errors\n"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&lock).expect("the lock"), written);
    let ran = dal_in(&path, &["lock", "--force"]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "patterns.lock: written\n  GSI1: title, mood\n"),
        "{}",
        ran.err
    );
    assert_eq!(dal_in(&path, &["lock"]).status, 0);

    // Other errors are refused, forced or not, and so is a lock that cannot be understood.
    fs::write(path.join("patterns.yaml"), computed.replace("query: Note }", "query: Noet }"))
        .expect("a file");
    assert_eq!(dal_in(&path, &["lock", "--force"]).status, 1);
    fs::write(path.join("patterns.yaml"), computed).expect("a file");
    fs::write(&lock, "version: 7\n").expect("a file");
    let ran = dal_in(&path, &["lock", "--force"]);
    assert!(ran.status == 1 && ran.err.starts_with("error[DAL0117]: "), "{}", ran.err);
    assert_eq!(fs::read_to_string(&lock).expect("the lock"), "version: 7\n");
}

#[test]
fn nothing_is_pinned_where_nothing_is_computed() {
    let path = directory("nothing", &[("patterns.yaml", GOOD)]);
    let ran = dal_in(&path, &["lock"]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "patterns.yaml: nothing to pin, as no index leaves `project:` out\n")
    );
    assert!(!path.join("patterns.lock").exists());
    assert_eq!(dal_in(&path, &["lock", "none.yaml"]).status, 2);
}
