//! Instructions and allocations of every work: the steady figures, which a busy machine does not change.
//!
//! ```sh
//! cargo run -p dal-bench --release --bin counts               # prints them
//! cargo run -p dal-bench --release --bin counts -- --check    # compares dal's with counts.toml
//! cargo run -p dal-bench --release --bin counts -- --bless    # writes counts.toml
//! ```
#![forbid(unsafe_code)]

use std::alloc::System;
use std::process::ExitCode;

use dal_bench::measure::{self, Counts, Runs};
use dal_bench::pinned::{self, Pinned};
use dal_bench::work::Spec;
use dal_bench::{Result, works};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

// Its four instructions a call are in all figures.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("counts: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Vec<String>) -> Result<bool> {
    match arguments.first().map(String::as_str) {
        Some("run") => measure::run_once(&works::all(), &arguments[1..]).map(|()| true),
        // For the comparison: every contender, one line each.
        Some("--of") => {
            for spec in works::all() {
                if arguments[1..].iter().any(|name| *name == spec.name) {
                    println!("{}", line(&spec, counts(&spec)?));
                }
            }
            Ok(true)
        }
        Some("--check") => pinned::check(&measured()?),
        Some("--bless") => pinned::bless(&measured()?).map(|()| true),
        None => {
            measured()?.rows.iter().for_each(|row| println!("{row}"));
            Ok(true)
        }
        Some(other) => Err(format!("{other} is no option: --check, --bless, or none").into()),
    }
}

fn line(spec: &Spec, counts: Counts) -> String {
    let instructions = counts.instructions.map_or_else(|| "-".to_owned(), |count| format!("{count:.0}"));
    format!("{}\t{}\t{instructions}\t{}", spec.name, spec.who, counts.allocations)
}

/// dal's counts, and that of the floor.
fn measured() -> Result<Pinned> {
    let mut rows = Vec::new();
    for spec in works::dals() {
        let Counts { instructions, allocations } = counts(&spec)?;
        rows.push(pinned::Row { name: spec.name.to_owned(), instructions, allocations });
    }
    Ok(Pinned { rustc: pinned::rustc()?, rows })
}

fn counts(spec: &Spec) -> Result<Counts> {
    let instructions = match measure::has_valgrind() {
        true => Some(measure::instructions(&std::env::current_exe()?, spec)?),
        false => None,
    };
    Ok(Counts { instructions, allocations: allocations(spec) })
}

/// The allocations of one run, warm.
fn allocations(spec: &Spec) -> f64 {
    let times = Runs::of(spec).many();
    let mut work = spec.build();
    work.prepared(times, times)();
    let run = work.prepared(times, times);
    let region = Region::new(&INSTRUMENTED_SYSTEM);
    run();
    let change = region.change();
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let allocations = (change.allocations + change.reallocations) as f64;
    allocations / f64::from(times)
}
