//! dal beside its peers, in one process: prints what each contender takes, and the ratios with their targets.
//!
//! ```sh
//! cargo bench -p dal-bench --features peers                        # everything, a few minutes
//! cargo bench -p dal-bench --features peers -- query_10 put_item   # some of it
//! cargo bench -p dal-bench --features peers -- --quick             # fewer rounds, without instructions
//! ```
//!
//! The harness is one of our own: criterion and divan measure each benchmark on its own, one after the other, and wall
//! time, where this needs the contenders in turns, ratios within a round, and CPU time.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::time::Duration;

use dal_bench::measure::{Spread, interleaved};
use dal_bench::report::{Measure, Ratio, count};
use dal_bench::work::{Spec, Work};
use dal_bench::{Result, verify, works};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Instructions and allocations, by work and contender.
type Counts = BTreeMap<(String, String), (Option<f64>, f64)>;

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    verify::all()?;
    let works = works::all();
    let mut names: Vec<&str> = Vec::new();
    for work in &works {
        if !names.contains(&work.name) && (wanted.is_empty() || wanted.iter().any(|name| *name == work.name))
        {
            names.push(work.name);
        }
    }
    let (rounds, sample) = if quick { (9, 5) } else { (31, 10) };
    println!(
        "# CPU time; {rounds} rounds, contenders in turns; a ratio is the median over the rounds, with its quartiles"
    );
    for name in &names {
        let specs: Vec<Spec> = works.iter().filter(|work| work.name == *name).copied().collect();
        time(name, &specs, rounds, Duration::from_millis(sample))?;
    }
    if !quick {
        println!("# instructions and allocations of one run, by valgrind and a counting allocator");
        report_counts(&names, &counted(&names)?);
    }
    Ok(())
}

fn time(name: &str, specs: &[Spec], rounds: u32, sample: Duration) -> Result<()> {
    let mut built: Vec<Work> = specs.iter().map(Spec::build).collect();
    let times = interleaved(&mut built, rounds, sample)?;
    for (spec, seconds) in specs.iter().zip(&times.seconds) {
        let Spread { median, low, high } = Spread::of(seconds.iter().map(|seconds| seconds * 1e6));
        println!("time {name} {} {median:.3} us ({low:.3}-{high:.3})", spec.who);
    }
    let Some(ours) = specs.iter().position(|spec| spec.who == "dal") else { return Ok(()) };
    for (at, spec) in specs.iter().enumerate().filter(|(at, _)| *at != ours) {
        let value = Spread::ratio(&times.seconds[ours], &times.seconds[at]);
        println!("{}", Ratio { name, of: Measure::Time, other: spec.who, value });
    }
    Ok(())
}

/// Asks the program that counts.
fn counted(names: &[&str]) -> Result<Counts> {
    let output = Command::new(env!("CARGO_BIN_EXE_counts")).arg("--of").args(names).output()?;
    if !output.status.success() {
        return Err(format!("counts: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let mut counts = Counts::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let [name, who, instructions, allocations] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("counts: {line:?}").into());
        };
        let value = (instructions.parse().ok(), allocations.parse()?);
        counts.insert((name.to_owned(), who.to_owned()), value);
    }
    Ok(counts)
}

fn report_counts(names: &[&str], counts: &Counts) {
    let of = |name: &str, who: &str| counts.get(&(name.to_owned(), who.to_owned())).copied();
    for name in names {
        let others = counts.iter().filter(|((work, _), _)| work == name);
        for ((_, who), (instructions, allocations)) in others.clone() {
            let instructions = instructions.map_or_else(|| "-".to_owned(), |count| format!("{count:.0}"));
            println!("count {name} {who} {instructions} instructions, {allocations:.2} allocations");
        }
        let Some(ours) = of(name, "dal") else { continue };
        for ((_, who), theirs) in others.filter(|((_, who), _)| who != "dal") {
            let line = |of, ours: f64, theirs: f64| {
                let ratio = ours / theirs;
                let value = Spread { median: ratio, low: ratio, high: ratio };
                println!("{}", Ratio { name, of, other: who, value });
            };
            if let (Some(ours), Some(theirs)) = (ours.0, theirs.0) {
                line(Measure::Instructions, ours, theirs);
            }
            if theirs.1 > 0.0 {
                line(Measure::Allocations, ours.1, theirs.1);
            }
        }
    }
    // What a call takes whatever it brings is in the page of one item.
    let further = |who: &str| Some((of("query_2500", who)?.1 - of("query_1", who)?.1) / 2_499.0);
    if let Some(ours) = further("dal") {
        println!("count query_2500.allocations_per_item dal {ours:.3}");
        for other in ["clone", "serde_dynamo", "raw"] {
            let Some(theirs) = further(other) else { continue };
            println!("count query_2500.allocations_per_item {other} {theirs:.3}");
            let ratio = ours / theirs;
            let value = Spread { median: ratio, low: ratio, high: ratio };
            println!("{}", Ratio { name: "query_2500", of: Measure::AllocationsPerItem, other, value });
        }
    }
    if let Some((_, allocations)) = of("query_2500_borrowed", "dal") {
        let each = (allocations - of("query_1", "dal").map_or(0.0, |one| one.1)) / 2_499.0;
        println!("{}", count("query_2500_borrowed.allocations_per_item", each, 1.2));
    }
    for (name, target) in [("key_text", 1.0), ("key_text_in_place", 0.0), ("body", 1.0)] {
        if let Some((_, allocations)) = of(name, "dal") {
            println!("{}", count(&format!("{name}.allocations"), allocations, target));
        }
    }
}
