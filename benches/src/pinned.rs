//! `counts.txt`: what each operation of dal may take, in instructions and allocations.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;

use crate::Result;

/// How much more than pinned: what hash seeds, addresses and the length of numbers in a request make of it, and what the
/// compiler puts inline, which changes by some percent with code that has nothing to do with it.
const TOLERANCE: f64 = 0.08;

/// How much less is too good to be left as it is: a later loss would not be seen.
const WORTH_BLESSING: f64 = 0.10;

/// Allocations are the same in every run, but for a buffer or a table that grows once in many runs: a thousandth.
const ALLOCATIONS: f64 = 0.001;

/// The counts of dal's operations.
#[derive(Debug, PartialEq)]
pub struct Pinned {
    /// The compiler's version, on which they depend.
    pub rustc: String,
    pub rows: Vec<Row>,
}

/// The counts of one operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub name: String,
    pub instructions: Option<f64>,
    pub allocations: f64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instructions = self.instructions.map_or_else(|| "-".to_owned(), |count| format!("{count:.0}"));
        write!(f, "{:<20} {instructions:>12} {:>12.2}", self.name, self.allocations)
    }
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("counts.txt")
}

/// The version of the compiler that builds here.
///
/// # Errors
///
/// When it does not say.
pub fn rustc() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

const HEADER: &str = "\
# What one run of each of dal's operations takes. Written by `cargo run -p dal-bench --release --bin counts -- --bless`;
# `-- --check` compares. Instructions are those of valgrind, which depend on the compiler.
#
# operation            instructions  allocations
";

/// Writes the file.
///
/// # Errors
///
/// When it cannot be written, or valgrind is missing.
pub fn bless(measured: &Pinned) -> Result<()> {
    if measured.rows.iter().any(|row| row.instructions.is_none()) {
        return Err("valgrind is not installed: there are no instructions to write".into());
    }
    let mut text = HEADER.to_owned();
    text.extend(["rustc: ", &measured.rustc, "\n"]);
    measured.rows.iter().for_each(|row| text.extend([&row.to_string(), "\n"]));
    Ok(std::fs::write(file(), text)?)
}

fn read() -> Result<Pinned> {
    let text = std::fs::read_to_string(file())?;
    let mut pinned = Pinned { rustc: String::new(), rows: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(rustc) = line.strip_prefix("rustc: ") {
            rustc.clone_into(&mut pinned.rustc);
            continue;
        }
        let mut words = line.split_whitespace();
        let (Some(name), Some(instructions), Some(allocations)) = (words.next(), words.next(), words.next())
        else {
            return Err(format!("counts.txt: {line:?} is no row").into());
        };
        pinned.rows.push(Row {
            name: name.to_owned(),
            instructions: Some(instructions.parse()?),
            allocations: allocations.parse()?,
        });
    }
    Ok(pinned)
}

/// Compares, prints every row, and says whether all are as pinned.
///
/// # Errors
///
/// When there is no file, or it cannot be read.
pub fn check(measured: &Pinned) -> Result<bool> {
    let pinned = read()?;
    if pinned.rustc != measured.rustc {
        println!(
            "note: pinned with {}, measured with {}: instructions can differ for that alone",
            pinned.rustc, measured.rustc
        );
    }
    if measured.rows.iter().any(|row| row.instructions.is_none()) {
        println!("note: valgrind is not installed: only allocations are checked");
    }
    let mut problems = Vec::new();
    for row in &measured.rows {
        println!("{row}");
        match pinned.rows.iter().find(|pinned| pinned.name == row.name) {
            Some(pinned) => compare(pinned, row, &mut problems),
            None => problems.push(format!("{}: is not pinned", row.name)),
        }
    }
    for row in &pinned.rows {
        if !measured.rows.iter().any(|measured| measured.name == row.name) {
            problems.push(format!("{}: is pinned and no longer measured", row.name));
        }
    }
    problems.iter().for_each(|problem| println!("FAILED {problem}"));
    if !problems.is_empty() {
        println!("what is meant is blessed: cargo run -p dal-bench --release --bin counts -- --bless");
    }
    Ok(problems.is_empty())
}

fn compare(pinned: &Row, measured: &Row, problems: &mut Vec<String>) {
    if let (Some(was), Some(is)) = (pinned.instructions, measured.instructions) {
        let change = is / was - 1.0;
        let percent = change * 100.0;
        if change > TOLERANCE {
            problems.push(format!(
                "{}: {is:.0} instructions, {percent:.1} % more than the {was:.0} pinned",
                pinned.name
            ));
        } else if change < -WORTH_BLESSING {
            let text = "instructions, fewer than pinned: bless them, so that they stay so";
            problems.push(format!("{}: {is:.0} {text} ({was:.0}, {percent:.1} %)", pinned.name));
        }
    }
    let (was, is) = (pinned.allocations, measured.allocations);
    if (is - was).abs() > (was * ALLOCATIONS).max(0.05) {
        let which = if is > was { "more" } else { "fewer" };
        problems.push(format!("{}: {is:.2} allocations, {which} than the {was:.2} pinned", pinned.name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(instructions: f64, allocations: f64) -> Vec<String> {
        let row = |instructions, allocations| Row {
            name: "put".to_owned(),
            instructions: Some(instructions),
            allocations,
        };
        let mut problems = Vec::new();
        compare(&row(1_000.0, 7.0), &row(instructions, allocations), &mut problems);
        problems
    }

    #[test]
    fn what_is_worse_or_much_better_is_named() {
        assert_eq!(problems(1_079.0, 7.0), Vec::<String>::new());
        assert_eq!(problems(901.0, 7.0), Vec::<String>::new());
        assert!(problems(1_081.0, 7.0)[0].starts_with("put: 1081 instructions, 8.1 % more"));
        assert!(problems(899.0, 7.0)[0].contains("bless"));
        assert!(problems(1_000.0, 8.0)[0].starts_with("put: 8.00 allocations, more"));
        assert!(problems(1_000.0, 6.0)[0].contains("fewer"));
    }
}
