//! One file per mistake in `tests/ui`, each with the list that it names and with what rustc shows of it.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the `.stderr` files anew: read what changed, as the text of an error
//! is an interface.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dal_spec::Code;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")
}

/// A list of more than 1 MiB, which would be a burden in the repository: it is there only while the test runs.
struct TooLarge(PathBuf);

impl TooLarge {
    fn write() -> io::Result<Self> {
        let path = folder().join("too_large.yaml");
        fs::write(&path, "# A list of more than 1 MiB.\n".repeat(40_000))?;
        Ok(Self(path))
    }
}

impl Drop for TooLarge {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn mistakes() -> io::Result<()> {
    let _large = TooLarge::write()?;
    // Runs where it is dropped: before the large file goes.
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
    Ok(())
}

/// The files of one extension in `tests/ui`, with their text.
fn files(extension: &str) -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            files.push((stem, fs::read_to_string(path)?));
        }
    }
    files.sort();
    Ok(files)
}

/// No code is left out: a derive can show each of them.
#[test]
fn every_code_has_a_case() -> io::Result<()> {
    let shown: String = files("stderr")?.into_iter().map(|(_, text)| text).collect();
    let without: Vec<&str> = Code::ALL
        .iter()
        .map(|code| code.number())
        .filter(|number| !shown.contains(&format!("[{number}]")))
        .collect();
    assert!(without.is_empty(), "no case in tests/ui shows {without:?}");
    Ok(())
}

/// Codes at the top of a case are those that it shows: a case that shows another tests something else.
#[test]
fn every_case_shows_its_code() -> io::Result<()> {
    let shown: BTreeSet<(String, String)> = files("stderr")?.into_iter().collect();
    for (name, source) in files("rs")? {
        let first = source.lines().next().unwrap_or_default();
        assert!(first.starts_with("// "), "{name}.rs does not begin with its mistake");
        let Some(code) = first.strip_prefix("// ").filter(|text| text.starts_with("DAL")) else { continue };
        let code = code.split(':').next().unwrap_or_default();
        let text = shown.iter().find(|(stem, _)| *stem == name).map_or("", |(_, text)| text);
        assert!(text.contains(&format!("[{code}]")), "{name}.stderr does not show {code}");
    }
    Ok(())
}

/// What rustc shows is the same on every machine.
#[test]
fn no_machine_in_what_is_shown() -> io::Result<()> {
    for (name, text) in files("stderr")? {
        for path in [env!("CARGO_MANIFEST_DIR"), "/home/", "/Users/", "/tmp/", ".cargo/registry"] {
            assert!(!text.contains(path), "{name}.stderr holds the path {path}");
        }
    }
    Ok(())
}
