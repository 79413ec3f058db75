//! `cargo dal import`: published models become lists, and what is no model becomes nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a run printed, and its exit status.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

fn import(directory: &Path, arguments: &[&str]) -> Ran {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_cargo-dal"))
        .arg("import")
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

/// An empty directory, which belongs to one test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The files of a directory, by name.
fn files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The models of `tests/import`: name, format and file.
fn models() -> Vec<(String, String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import");
    let models = files(&folder).into_iter().filter_map(|file| {
        let stem = file.strip_suffix(".json")?;
        let (name, format) = stem.split_once('.')?;
        Some((name.to_owned(), format.to_owned(), folder.join(&file)))
    });
    models.collect()
}

/// `DAL_BLESS=1 cargo test -p cargo-dal --test import` writes the lists anew.
#[test]
fn published_models_become_lists_that_pass_check() {
    let models = models();
    assert_eq!(models.len(), 13);
    for (name, format, file) in models {
        let folder = directory(&name);
        let ran = import(&folder, &["--from", &format, file.to_str().expect("text"), "--out", "list.yaml"]);
        assert_eq!(files(&folder), ["list.yaml"], "{name}");
        let written = fs::read_to_string(folder.join("list.yaml")).expect("a list");
        // What the report names stands in the list, at that line.
        for (at, line) in written.lines().enumerate() {
            if let Some(said) = line.trim_start().strip_prefix("# decide: ") {
                let line = format!("list.yaml:{}: {said}\n", at + 1);
                assert!(ran.out.contains(&line), "{name}: {line}{}", ran.out);
            }
        }
        // A check says the same as the import did.
        let loaded = dal_spec::load(&folder.join("list.yaml"));
        assert_eq!(ran.status, i32::from(loaded.has_errors()), "{name}: {}{}", ran.out, ran.err);
        assert_eq!(ran.status, 0, "{name}: {}{}", ran.out, ran.err);
        let golden = file.with_file_name(format!("{name}.yaml"));
        if std::env::var_os("DAL_BLESS").is_some() {
            fs::write(&golden, &written).expect("a golden");
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(written, expected, "{}", golden.display());
    }
}

#[test]
fn every_beginning_of_a_model_is_refused_and_nothing_is_written() {
    for (name, format, file) in models() {
        let text = fs::read_to_string(&file).expect("a model");
        let folder = directory(&format!("{name}-cut"));
        for part in 0..8 {
            let mut end = text.trim_end().len() * part / 8;
            while !text.is_char_boundary(end) {
                end += 1;
            }
            fs::write(folder.join("cut.json"), &text[..end]).expect("a file");
            let ran = import(&folder, &["--from", &format, "cut.json"]);
            assert_eq!(ran.status, 1, "{name} up to {end}: {}", ran.out);
            assert!(ran.err.starts_with("error: cut.json:"), "{}", ran.err);
            assert!(ran.err.contains("the file ends here, and is not complete"), "{}", ran.err);
            assert_eq!(files(&folder), ["cut.json"]);
        }
    }
}

const TABLE: &str = r#"{"ModelName": "m", "DataModel": [
  {"TableName": "T",
   "KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}},
   "GlobalSecondaryIndexes": [
     {"IndexName": "I",
      "KeyAttributes": {"PartitionKey": {"AttributeName": "rank", "AttributeType": "N"}},
      "Projection": {"ProjectionType": "ALL"}}],
   "TableData": [
     {"PK": {"S": "u#1"}, "rank": {"N": "7"}}]}]}"#;

/// The same model with a sort key, and an attribute that holds what its partition does.
fn sorted() -> String {
    let key = r#"{"AttributeName": "PK", "AttributeType": "S"}"#;
    let sort = r#"{"AttributeName": "SK", "AttributeType": "S"}"#;
    let item = r#"{"PK": {"S": "u#1"}"#;
    TABLE
        .replace(key, &format!("{key}, \"SortKey\": {sort}"))
        .replace(item, &format!("{item}, \"SK\": {{\"S\": \"PROFILE\"}}, \"user_id\": {{\"S\": \"1\"}}"))
}

const SCHEMA: &str = r#"{"tables": [
  {"table_config": {"table_name": "T", "partition_key": "pk", "sort_key": "sk"},
   "gsi_list": [{"name": "I", "partition_key": "gpk", "projection": "KEYS_ONLY"}],
   "entities": {"User": {
     "pk_template": "U#{id}", "sk_template": "P",
     "gsi_mappings": [{"name": "I", "pk_template": "{mail}"}],
     "fields": [{"name": "id", "type": "string"}, {"name": "mail", "type": "string"}, {"name": "tags", "type": "array"}],
     "access_patterns": [
       {"name": "by_mail", "operation": "Query", "index_name": "I", "parameters": [{"name": "mail", "type": "string"}]}]}}}]}"#;

#[test]
fn what_contradicts_itself_is_refused_at_its_place() {
    let folder = directory("contradictions");
    let said = |format: &str, text: &str| {
        fs::write(folder.join("model.json"), text).expect("a file");
        let ran = import(&folder, &["--from", format, "model.json"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{text}");
        assert_eq!(files(&folder), ["model.json"], "{text}");
        let said = ran.err.strip_prefix("error: model.json:").expect("the file is named");
        said.strip_suffix("\nnothing was written\n").expect("nothing is").to_owned()
    };
    for (from, to, wanted) in [
        ("\"TableName\": \"T\",", "", "2:3: a table has no `TableName`"),
        (
            "\"AttributeType\": \"S\"",
            "\"AttributeType\": \"X\"",
            "3:79: `X` is no type of a key attribute: `PK` must be S, N or B",
        ),
        (
            "\"PartitionKey\": {\"AttributeName\": \"PK\"",
            "\"SortKey\": {\"AttributeName\": \"PK\"",
            "3:21: the table `T` has no `PartitionKey`",
        ),
        ("\"ALL\"", "\"SOME\"", "7:21: `SOME` is no projection: it must be ALL, KEYS_ONLY or INCLUDE"),
        (
            "\"AttributeName\": \"rank\"",
            "\"AttributeName\": \"PK\"",
            "5:6: `PK` is of type N in the index `I`, and of type S elsewhere",
        ),
        (
            "{\"N\": \"7\"}",
            "{\"S\": \"7\"}",
            "9:35: `rank` is a key attribute of type N, and of type S in this item",
        ),
        ("{\"N\": \"7\"}", "{\"N\": \"seven\"}", "9:41: `seven` is no number"),
        (
            "{\"N\": \"7\"}",
            "{\"BOOL\": true}",
            "9:35: `rank` is a key attribute, and of type BOOL in this item",
        ),
        ("{\"N\": \"7\"}", "7", "9:35: `rank` of an item must be an object, and is a number"),
        ("\"PK\": {\"S\": \"u#1\"}, ", "", "9:6: this item has no `PK`, which is in the key of `T`"),
        (
            "\"TableData\": [",
            "\"TableData\": [{\"PK\": {\"S\": \"u#1\"}},",
            "9:6: another item has the same key",
        ),
        ("[\n     {\"IndexName\"", "[7, {\"IndexName\"", "4:31: an index must be an object, and is a number"),
        (
            "\"DataModel\"",
            "\"tables\"",
            "1:1: this is no NoSQL Workbench model but a schema of AWS's data-modelling server: `--from aws-mcp` reads it",
        ),
        ("\"DataModel\"", "\"DataModels\"", "1:1: a NoSQL Workbench model has no `DataModel`"),
    ] {
        assert!(TABLE.contains(from), "{from}");
        assert_eq!(said("workbench", &TABLE.replacen(from, to, 1)), wanted, "{from}");
    }
    for (from, to, wanted) in [
        ("U#{id}", "U#{uid}", "5:21: `U#{uid}` names `uid`, which is no field of the entity"),
        ("U#{id}", "U#{id", "5:21: `U#{id` opens a brace that it does not close"),
        ("U#{id}", "U#{tags}", "5:21: `tags` of `U#{tags}` is of type array, which no key can hold"),
        (
            ", \"sk_template\": \"P\"",
            "",
            "4:25: `User` has 0 templates for the sort key of the table, which has 1 attributes",
        ),
        (
            "[{\"name\": \"I\", \"pk",
            "[{\"name\": \"J\", \"pk",
            "6:23: `User` is mapped to `J`, which is no index of `T`",
        ),
        (
            "\"index_name\": \"I\"",
            "\"index_name\": \"J\"",
            "9:8: `by_mail` queries `J`, which is no index of `T`",
        ),
        ("\"operation\": \"Query\"", "\"operation\": \"Find\"", "9:8: `Find` is no operation that is known"),
        ("\"KEYS_ONLY\"", "\"INCLUDE\"", "3:17: the index `I` has no `included_attributes`"),
        (
            "{\"name\": \"mail\", \"type\": \"string\"}, {\"name\": \"tags\"",
            "{\"name\": \"mail\", \"type\": \"string\"}, {\"name\": \"id\"",
            "7:87: the field `id` is there twice",
        ),
        (
            "\"tables\"",
            "\"DataModel\"",
            "1:1: this is no schema of AWS's data-modelling server but a NoSQL Workbench model: `--from workbench` reads it",
        ),
        ("\"tables\": [", "\"tables\": [], \"more\": [", "1:1: `tables` has no table"),
    ] {
        assert!(SCHEMA.contains(from), "{from}");
        assert_eq!(said("aws-mcp", &SCHEMA.replacen(from, to, 1)), wanted, "{from}");
    }
    for (text, wanted) in [
        ("", "1:1: the file ends here, and is not complete"),
        ("a,b\n1,2\n", "1:1: `a` is no value of JSON"),
        ("{}\n{}", "2:1: something stands behind the end of the model"),
        // Sample data that tools publish beside their models: items a line, a table of values, values of a generator.
        (
            "{\"PK\": {\"S\": \"u#1\"}}\n{\"PK\": {\"S\": \"u#2\"}}\n",
            "2:1: something stands behind the end of the model",
        ),
        ("1,Ann,Texas\n2,Bob,Ohio\n", "1:2: something stands behind the end of the model"),
        (
            "{\"entities\": {\"User\": {\"sample_data\": {}}}}",
            "1:1: a NoSQL Workbench model has no `DataModel`",
        ),
        ("[]", "1:1: a NoSQL Workbench model must be an object, and is a list"),
    ] {
        assert_eq!(said("workbench", text), wanted);
    }
    fs::write(folder.join("model.json"), b"{\"a\": \xff}").expect("a file");
    let ran = import(&folder, &["--from", "workbench", "model.json"]);
    assert_eq!(ran.err, "error: model.json:1:7: the model is no UTF-8 text\nnothing was written\n");
}

#[test]
fn a_list_that_is_there_is_replaced_only_where_that_is_said() {
    let folder = directory("there");
    let model = sorted().replace("\"T\"", "\"Ranks\"").replace("\"I\"", "\"ByRank\"");
    fs::write(folder.join("model.json"), model).expect("a file");
    fs::write(folder.join("patterns.yaml"), "mine").expect("a file");
    let ran = import(&folder, &["--from", "workbench", "model.json"]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(
        ran.err.contains("patterns.yaml is there already: --force replaces it, --out names another"),
        "{}",
        ran.err
    );
    assert_eq!(fs::read_to_string(folder.join("patterns.yaml")).expect("a list"), "mine");
    let ran = import(&folder, &["--from", "workbench", "model.json", "--force"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(fs::read_to_string(folder.join("patterns.yaml")).expect("a list").contains("\nversion: 1\n"));
    assert_eq!(files(&folder), ["model.json", "patterns.yaml"]);
    for (arguments, why) in [
        (&["model.json"][..], "say where the model is from"),
        (&["--from", "excel", "model.json"], "there is no format `excel`"),
        (&["--from", "workbench"], "say which model to import"),
        (&["--from", "workbench", "none.json"], "there is no file `none.json`"),
        (&["--from", "workbench", "model.json", "--src", "."], "`import` takes no --src"),
        (&["--from", "workbench", "model.json", "--out", "no/where.yaml"], "no/where.yaml"),
    ] {
        let ran = import(&folder, arguments);
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.err.contains(why), "{arguments:?}: {}", ran.err);
        assert_eq!(files(&folder), ["model.json", "patterns.yaml"], "{arguments:?}");
    }
}

#[test]
fn an_error_that_no_pattern_is_the_reason_of_stands_beside_its_line() {
    let folder = directory("errors");
    fs::write(folder.join("model.json"), sorted()).expect("a file");
    let ran = import(&folder, &["--from", "workbench", "model.json"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(
        ran.out.starts_with("patterns.yaml: written; 1 entities, 2 patterns; 2 errors, 2 to decide\n"),
        "{}",
        ran.out
    );
    let list = fs::read_to_string(folder.join("patterns.yaml")).expect("a list");
    assert!(
        list.contains("  # decide: A table's name in DynamoDB cannot be `T` [DAL0212]\n  name: T\n"),
        "{list}"
    );
}
