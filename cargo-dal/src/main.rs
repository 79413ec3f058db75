//! `cargo dal`: reads `patterns.yaml` as the derive does, and shows what it makes of it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod check;
mod expand;
mod explain;
mod import;
mod lock;
mod sources;

use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;

const USAGE: &str = "\
cargo dal: reads patterns.yaml as the derive does

usage:
  cargo dal check   [FILE] [--src DIR] [--format human|short|json|github]
  cargo dal explain [FILE | CODE]
  cargo dal expand  [FILE.rs | FILE.yaml] [--src DIR]
  cargo dal lock    [FILE] [--force]
  cargo dal import  --from workbench|aws-mcp MODEL.json [--out FILE] [--force]

check    gives the verdict of the list, and of the structs under DIR (default: src and examples beside FILE)
explain  shows each pattern's operation, key condition and cost; or the story of a code (DAL0403)
expand   prints the code of #[derive(SingleTable)] for a Rust file, or for every type of a list
lock     writes patterns.lock beside FILE: what the indexes project whose `project:` is left out; with --force also
         where the lock pins something else, which is right only as long as no table has the index
import   writes a list from a NoSQL Workbench model, or from a schema of AWS's data-modelling MCP server; what a person
         must decide stands in it as `# decide:`; a file that is there is replaced with --force only

FILE is patterns.yaml where it is left out.
exit status: 0 clean, 1 with errors, 2 unusable arguments";

/// What the program was asked to do.
struct Arguments {
    command: Option<String>,
    file: Option<String>,
    src: Option<PathBuf>,
    format: Option<check::Format>,
    force: bool,
    from: Option<import::From>,
    out: Option<PathBuf>,
}

impl Arguments {
    /// Whether the command takes the options that are given: one that it ignored would be misunderstood.
    fn fit(&self) -> Result<(), String> {
        let Some(command) = self.command.as_deref() else { return Ok(()) };
        for (option, given, commands) in [
            ("--src", self.src.is_some(), &["check", "expand"][..]),
            ("--format", self.format.is_some(), &["check"]),
            ("--force", self.force, &["lock", "import"]),
            ("--from", self.from.is_some(), &["import"]),
            ("--out", self.out.is_some(), &["import"]),
        ] {
            if given && !["help", "version"].contains(&command) && !commands.contains(&command) {
                return Err(format!("`{command}` takes no {option}"));
            }
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("cargo dal: {message}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments =
        Arguments { command: None, file: None, src: None, format: None, force: false, from: None, out: None };
    let mut parser = lexopt::Parser::from_env();
    let mut first = true;
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        match argument {
            Long("src") => arguments.src = Some(parser.value().map_err(|error| error.to_string())?.into()),
            Long("format") => {
                let name = parser.value().map_err(|error| error.to_string())?;
                arguments.format = Some(name.to_string_lossy().parse()?);
            }
            Long("from") => {
                let name = parser.value().map_err(|error| error.to_string())?;
                arguments.from = Some(name.to_string_lossy().parse()?);
            }
            Long("out") => arguments.out = Some(parser.value().map_err(|error| error.to_string())?.into()),
            Long("force") => arguments.force = true,
            Short('h') | Long("help") => arguments.command = Some("help".to_owned()),
            Short('V') | Long("version") => arguments.command = Some("version".to_owned()),
            Value(value) => {
                let value = value.string().map_err(|error| error.to_string())?;
                // Cargo runs `cargo-dal dal check …` for `cargo dal check …`.
                if first && value == "dal" {
                    first = false;
                    continue;
                }
                let place =
                    if arguments.command.is_none() { &mut arguments.command } else { &mut arguments.file };
                if place.is_some() {
                    return Err(format!("one file is enough: `{value}` is one too many"));
                }
                *place = Some(value);
            }
            other => return Err(other.unexpected().to_string()),
        }
        first = false;
    }
    Ok(arguments)
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let file = arguments.file.as_deref();
    arguments.fit()?;
    match arguments.command.as_deref() {
        Some("check") => check::run(file, arguments.src.as_deref(), arguments.format.unwrap_or_default()),
        Some("explain") => explain::run(file),
        Some("expand") => expand::run(file, arguments.src.as_deref()),
        Some("lock") => lock::run(file, arguments.force),
        Some("import") => {
            let from =
                arguments.from.ok_or("say where the model is from: --from workbench, or --from aws-mcp")?;
            let file = file.ok_or("say which model to import")?;
            let out = arguments.out.clone().unwrap_or_else(|| "patterns.yaml".into());
            import::run(from, file.as_ref(), &out, arguments.force)
        }
        Some("help") => {
            println!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        Some("version") => {
            println!("cargo-dal {}", env!("CARGO_PKG_VERSION"));
            Ok(ExitCode::SUCCESS)
        }
        Some(other) => Err(format!("there is no command `{other}`")),
        None => Err("say what to do".to_owned()),
    }
}
