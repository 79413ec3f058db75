//! How much CPU time a list takes to be checked: read, resolved, proved, with what `cargo dal check` says of it.
//!
//! `cargo run --release -p dal-bench --bin lists` prints it for lists of 50 to 800 entities; with `--check` it fails where 200
//! entities take half a second, or 400 take 2.5 times as long as 200.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// The most that 200 entities may take.
const MOST: Duration = Duration::from_millis(500);
/// How many times as long 400 entities may take.
const FACTOR: f64 = 2.5;
/// Of so many runs the fastest counts.
const RUNS: usize = 25;

/// A list as domains grow it: of each entity a get, a list, a list in an index and a write, in 25 lines.
fn list(entities: usize) -> Result<String, std::fmt::Error> {
    let mut text = String::from(
        "version: 1\ntable:\n  name: grown\n  key: { partition: PK, sort: SK }\n  tenant: TENANT#{tenant_id}\n  type: entity\n  \
         indexes:\n    GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] }\n    \
         GSI2: { partition: GSI2PK, sort: GSI2SK, project: [title] }\n\
         types:\n  tenant_id: ulid\n  id: ulid\n  parent: ulid\n  owner: ulid\n  at: time.ms\n  number: u64\n  state: [open, closed, late]\n\
         entities:\n",
    );
    for number in 0..entities {
        let sort = match number % 4 {
            0 => format!("E{number}#{{id}}"),
            1 => format!("E{number}#{{parent}}#{{at}}#{{id}}"),
            2 => format!("E{number}#{{code}}#{{number}}"),
            _ => format!("E{number}#{{state:rank}}#{{code}}"),
        };
        let index = 1 + number % 2;
        write!(
            text,
            "  E{number}:\n    about: One of the entities of a domain.\n    sort: {sort}\n    GSI{index}:\n      partition: \
             '{{tenant}}#E{number}#{{owner}}'\n      sort: '{{at}}#{{note}}'\n"
        )?;
    }
    text.push_str("patterns:\n");
    for number in 0..entities {
        let index = 1 + number % 2;
        write!(
            text,
            "  - name: get_e{number}\n    about: One of them.\n    get: E{number}\n  \
             - name: list_e{number}\n    about: All of a tenant's.\n    query: E{number}\n    limit: 50\n  \
             - name: e{number}_of\n    about: Those of an owner.\n    query: E{number}\n    index: GSI{index}\n    \
             range: at\n    order: newest\n    limit: 50\n    select: [title]\n  \
             - name: put_e{number}\n    about: Written whole.\n    put: E{number}\n"
        )?;
    }
    Ok(text)
}

/// What this process has used so far: other work on the machine does not count.
fn cpu_time() -> nix::Result<Duration> {
    Ok(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?.into())
}

/// The fastest check of a list that has no mistake.
fn measure(path: &Path) -> Result<Duration, Box<dyn Error>> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = cpu_time()?;
        let loaded = dal_spec::load(path);
        best = best.min(cpu_time()?.saturating_sub(start));
        if let Some(first) = loaded.diagnostics.first() {
            return Err(format!("{}: {}", first.code, first.message).into());
        }
        if loaded.plan.is_none() {
            return Err("the list has no plan".into());
        }
    }
    Ok(best)
}

fn main() -> Result<(), Box<dyn Error>> {
    let check = std::env::args().any(|argument| argument == "--check");
    let folder = std::env::temp_dir().join(format!("dal-lists-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("patterns.yaml");
    let mut times = Vec::new();
    println!("| entities | lines | check | an entity |\n|---|---|---|---|");
    for entities in [50, 100, 200, 400, 800] {
        let text = list(entities)?;
        std::fs::write(&path, &text)?;
        let time = measure(&path)?;
        let (lines, each) = (text.lines().count(), time.as_secs_f64() * 1e6 / f64::from(entities as u32));
        println!("| {entities} | {lines} | {:.1} ms | {each:.0} µs |", time.as_secs_f64() * 1e3);
        times.push((entities, time));
    }
    std::fs::remove_dir_all(&folder)?;
    let of = |wanted| times.iter().find(|(entities, _)| *entities == wanted).map_or(MOST, |(_, time)| *time);
    let factor = of(400).as_secs_f64() / of(200).as_secs_f64();
    println!("\n400 entities take {factor:.2} times as long as 200");
    if check && (of(200) > MOST || factor > FACTOR) {
        return Err(format!("at most {MOST:?} for 200 entities, and {FACTOR} times that for 400").into());
    }
    Ok(())
}
