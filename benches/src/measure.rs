//! What is measured: CPU time, instructions, allocations.

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::time::{ClockId, clock_gettime};

use crate::work::{Spec, Work};
use crate::{Error, Result};

/// The CPU time of this thread. On a machine that others use as well, wall time says more about them.
///
/// # Errors
///
/// When the system has no such clock.
pub fn thread_time() -> Result<Duration> {
    Ok(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)?.into())
}

/// The CPU time, of user and system, of all children that have ended.
///
/// # Errors
///
/// When the system does not count it.
pub fn children_time() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let duration = |time: nix::sys::time::TimeVal| {
        Duration::from_secs(time.tv_sec().unsigned_abs())
            + Duration::from_micros(time.tv_usec().unsigned_abs())
    };
    Ok(duration(usage.user_time()) + duration(usage.system_time()))
}

/// The CPU time of so many runs.
fn time(work: &mut Work, times: u32) -> Result<Duration> {
    let run = work.prepared(times, times);
    let start = thread_time()?;
    run();
    Ok(thread_time()?.saturating_sub(start))
}

/// The seconds that one run of each contender took, round by round.
#[derive(Debug)]
pub struct Times {
    /// A list of seconds per contender, in the order of the rounds.
    pub seconds: Vec<Vec<f64>>,
}

/// Measures the contenders in turns: round by round, each once, in an order that rotates. So what the machine does
/// meanwhile happens to all of them, and a ratio within a round is one of neighbours.
///
/// # Errors
///
/// When there is no clock.
pub fn interleaved(works: &mut [Work], rounds: u32, sample: Duration) -> Result<Times> {
    let mut times = Vec::new();
    for work in &mut *works {
        // Once to warm up, and then as often as fills a sample.
        time(work, 1)?;
        let mut runs = 1;
        while runs < 1 << 20 {
            let taken = time(work, runs)?;
            if taken >= sample / 2 {
                runs = scaled(runs, sample.as_secs_f64() / taken.as_secs_f64());
                break;
            }
            runs *= 2;
        }
        times.push(runs);
    }
    let mut seconds = vec![Vec::new(); works.len()];
    for round in 0..rounds as usize {
        for step in 0..works.len() {
            let at = (round + step) % works.len();
            let taken = time(&mut works[at], times[at])?;
            seconds[at].push(taken.as_secs_f64() / f64::from(times[at]));
        }
    }
    Ok(Times { seconds })
}

fn scaled(runs: u32, by: f64) -> u32 {
    let scaled = (f64::from(runs) * by).round().clamp(1.0, 1e6);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is between 1 and a million"
    )]
    let scaled = scaled as u32;
    scaled
}

/// A median with its quartiles.
#[derive(Debug, Clone, Copy)]
pub struct Spread {
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

impl Spread {
    /// Of at least one value.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let at = |quarter: usize| {
            let last = values.len().saturating_sub(1);
            values.get((last * quarter + 2) / 4).copied().unwrap_or(f64::NAN)
        };
        Self { median: at(2), low: at(1), high: at(3) }
    }

    /// The ratios of two contenders, round by round.
    pub fn ratio(ours: &[f64], theirs: &[f64]) -> Self {
        Self::of(ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs))
    }
}

/// Instructions and allocations of one run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// Instructions as valgrind counts them; none where it is not installed.
    pub instructions: Option<f64>,
    /// Calls of the allocator that gave memory, or more of it.
    pub allocations: f64,
}

/// How often a work is run for its counts: few times, since valgrind takes fifty times as long.
#[derive(Debug, Clone, Copy)]
pub struct Runs {
    few: u32,
    many: u32,
}

impl Runs {
    /// By the number of items that one run handles.
    pub const fn of(spec: &Spec) -> Self {
        match spec.items {
            0..=10 => Self { few: 20, many: 120 },
            11..=200 => Self { few: 4, many: 24 },
            _ => Self { few: 1, many: 4 },
        }
    }

    /// The larger number.
    pub const fn many(self) -> u32 {
        self.many
    }
}

/// The number that a run under valgrind gave.
fn collected(output: &str) -> Result<u64> {
    let line = output.lines().find_map(|line| line.split_once("Collected : "));
    let (_, count) = line.ok_or_else(|| format!("valgrind did not say what it collected:\n{output}"))?;
    Ok(count.trim().parse()?)
}

/// Whether valgrind is installed.
pub fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The instructions of one run of a work. `program` is run under valgrind twice, with `run WORK WHO TIMES OF`, and the
/// difference is that of the additional runs: what a process needs to start is in both.
///
/// # Errors
///
/// When valgrind fails, or the program under it.
pub fn instructions(program: &std::path::Path, spec: &Spec) -> Result<f64> {
    let Runs { few, many } = Runs::of(spec);
    let count = |times: u32| -> Result<u64> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(program)
            .args(["run", spec.name, spec.who, &times.to_string(), &many.to_string()])
            .output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            return Err(Error::from(format!("{spec:?} under valgrind: {}\n{text}", output.status)));
        }
        collected(&text)
    };
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let difference = count(many)?.saturating_sub(count(few)?) as f64;
    Ok(difference / f64::from(many - few))
}

/// What `run WORK WHO TIMES OF` does.
///
/// # Errors
///
/// When there is no such work.
pub fn run_once(works: &[Spec], arguments: &[String]) -> Result<()> {
    let [name, who, times, of] = arguments else { return Err("run WORK WHO TIMES OF".into()) };
    let spec = works.iter().find(|spec| spec.name == name && spec.who == who);
    let mut work = spec.ok_or_else(|| format!("there is no work {name} of {who}"))?.build();
    work.prepared(times.parse()?, of.parse()?)();
    black_box(work);
    Ok(())
}
