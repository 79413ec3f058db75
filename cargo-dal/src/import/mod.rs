//! `cargo dal import`: a list from a model that somebody drew elsewhere.
//!
//! A model is read whole before anything is written, and a list is written beside its place and then put there. What the
//! model does not say, and what [`check`](dal_spec::load_with) does not accept, stands in the list as `# decide: …`.

mod aws_mcp;
mod design;
mod emit;
mod infer;
mod json;
mod kinds;
mod names;
mod settle;
mod workbench;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;

use json::{Fault, Place};

/// The largest model that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// Where a model is from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// A model of NoSQL Workbench.
    Workbench,
    /// A schema of AWS's data-modelling MCP server.
    AwsMcp,
}

impl FromStr for From {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "workbench" => Ok(Self::Workbench),
            "aws-mcp" => Ok(Self::AwsMcp),
            other => Err(format!("there is no format `{other}`: models are from `workbench` or `aws-mcp`")),
        }
    }
}

/// Reads the model `file` and writes a list to `out`.
pub(crate) fn run(from: From, file: &Path, out: &Path, force: bool) -> Result<ExitCode, String> {
    let text = match read(file)? {
        Ok(text) => text,
        Err(fault) => return Ok(refuse(file, &fault)),
    };
    let tables = json::parse(&text).and_then(|model| match from {
        From::Workbench => workbench::read(&model),
        From::AwsMcp => aws_mcp::read(&model),
    });
    let tables = match tables {
        Ok(tables) => tables,
        Err(fault) => return Ok(refuse(file, &fault)),
    };
    let source = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !force && out.exists() {
        return Err(format!("{} is there already: --force replaces it, --out names another", out.display()));
    }
    let settled = settle::settle(emit::list(&tables, &source));
    write(out, &settled.text).map_err(|error| format!("{}: {error}", out.display()))?;
    report(out, &settled, tables.iter().map(|table| table.entities.len()).sum());
    Ok(if settled.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The model's text, or what keeps it from being one.
fn read(file: &Path) -> Result<Result<String, Fault>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    let fault = |message: String| Fault { place: Place { line: 1, column: 1 }, message };
    if !file.is_file() {
        return Err(format!("there is no file `{}`", file.display()));
    }
    if fs::metadata(file).map_err(failed)?.len() > LARGEST {
        return Ok(Err(fault(format!("the model is larger than {} MiB", LARGEST >> 20))));
    }
    let bytes = fs::read(file).map_err(failed)?;
    Ok(String::from_utf8(bytes).map_err(|error| {
        let good =
            String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let line = good.lines().count().max(1);
        let column = good.lines().last().map_or(0, |last| last.chars().count()) + 1;
        Fault { place: Place { line, column }, message: "the model is no UTF-8 text".to_owned() }
    }))
}

/// Says what is wrong with the model.
fn refuse(file: &Path, fault: &Fault) -> ExitCode {
    eprintln!("error: {}:{fault}", file.display());
    eprintln!("nothing was written");
    ExitCode::FAILURE
}

/// Writes a file beside its place, and then puts it there.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// What was written, and what is left to decide.
fn report(path: &Path, settled: &settle::Settled, entities: usize) {
    let decisions: Vec<(usize, &str)> = settled
        .text
        .lines()
        .enumerate()
        .filter_map(|(at, line)| Some((at + 1, line.trim_start().strip_prefix("# decide: ")?)))
        .collect();
    println!(
        "{}: written; {entities} entities, {} patterns; {} errors, {} to decide",
        path.display(),
        settled.patterns,
        settled.errors,
        decisions.len()
    );
    for (line, text) in decisions {
        println!("  {}:{line}: {text}", path.display());
    }
}
