//! What dal costs a build: checking and building many entities, a clean build, the size and the start of a program, the
//! lines that one writes and those that expansion adds.
//!
//! ```sh
//! cargo bench -p dal-bench --features peers --bench compile               # everything, about half an hour
//! cargo bench -p dal-bench --features peers --bench compile -- lines      # one part: entities, clean, start, lines
//! ```
//!
//! All times are CPU seconds of the compiler and all it starts, so that a busy machine does not change them much.
#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use dal_bench::measure::{Spread, children_time};
use dal_bench::report::verdict;
use dal_bench::{Error, Result};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compile: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |part: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == part);
    let scratch = Scratch::new()?;
    if wanted("lines") {
        lines(&scratch)?;
    }
    if wanted("entities") {
        entities(&scratch)?;
    }
    if wanted("clean") {
        clean(&scratch)?;
    }
    if wanted("start") {
        start(&scratch)?;
    }
    Ok(())
}

/// A folder for the packages that are compiled, outside of the workspace.
struct Scratch {
    folder: PathBuf,
    root: PathBuf,
}

impl Scratch {
    fn new() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the package is in no workspace")?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, root: root.to_path_buf() })
    }

    /// A workspace of packages, with the versions of this one's lock file and its development profile.
    fn workspace(&self, name: &str, packages: &[Package]) -> Result<Workspace> {
        let folder = self.folder.join(name);
        let names: Vec<String> = packages.iter().map(|package| format!("{:?}", package.name)).collect();
        let manifest = format!(
            "[workspace]\nmembers = [{}]\nresolver = \"3\"\n\n[profile.release]\nstrip = true\n",
            names.join(", ")
        );
        write(&folder.join("Cargo.toml"), &manifest)?;
        fs::copy(self.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        for package in packages {
            let manifest = format!(
                "[package]\nname = {:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{}",
                package.name,
                package.dependencies.replace("ROOT", &self.root.to_string_lossy())
            );
            write(&folder.join(&package.name).join("Cargo.toml"), &manifest)?;
            for (path, text) in &package.files {
                write(&folder.join(&package.name).join(path), text)?;
            }
        }
        let target = folder.join("target");
        Ok(Workspace { folder, target })
    }
}

/// Writes a file, unless it is so already: what is unchanged is not compiled again.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(path, text)?)
}

struct Package {
    name: String,
    dependencies: String,
    files: Vec<(String, String)>,
}

struct Workspace {
    folder: PathBuf,
    /// What is built goes there.
    target: PathBuf,
}

impl Workspace {
    /// Runs cargo and gives the CPU seconds that it and all it started took.
    fn cargo(&self, arguments: &[&str]) -> Result<f64> {
        let before = children_time()?;
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--offline", "--quiet"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(Error::from(format!("cargo {}: {text}", arguments.join(" "))));
        }
        Ok((children_time()?.saturating_sub(before)).as_secs_f64())
    }

    /// The CPU seconds of compiling the package alone: less what cargo takes when there is nothing to do.
    fn again(&self, command: &str, package: &str) -> Result<f64> {
        let source = self.folder.join(package).join("src/lib.rs");
        fs::File::options().append(true).open(source)?.set_modified(std::time::SystemTime::now())?;
        let compiled = self.cargo(&[command, "-p", package])?;
        let idle = self.cargo(&[command, "-p", package])?;
        Ok((compiled - idle).max(0.0))
    }
}

const SDK: &str =
    "aws-sdk-dynamodb = { version = \"1\", default-features = false, features = [\"rt-tokio\"] }\n";
const TYPES: &str = "chrono = { version = \"0.4\", default-features = false, features = [\"std\", \"serde\"] }\n\
                     serde = { version = \"1\", features = [\"derive\"] }\n\
                     ulid = { version = \"3\", features = [\"serde\"] }\n";
const DAL: &str = "dal = { path = \"ROOT\", features = [\"chrono\", \"ulid\"] }\n";
const CALLS: &str = "aws-smithy-runtime-api = { version = \"1\", features = [\"client\", \"http-1x\"] }\n\
                     aws-smithy-types = \"1\"\n\
                     crc32fast = \"1\"\n\
                     tokio = { version = \"1\", features = [\"rt\", \"time\"] }\n";
const LOCAL: &str = "dal-local = { path = \"ROOT/dal-local\" }\n\
                     tokio = { version = \"1\", features = [\"rt\", \"time\"] }\n";

fn ratio(name: &str, other: &str, value: Spread, target: Option<f64>) {
    let Spread { median, low, high } = value;
    let mut line = format!("ratio {name} dal/{other} {median:.3} (spread {low:.3}-{high:.3})");
    if let Some(target) = target {
        let _ = write!(line, " target <= {target} {}", verdict(median, target));
    }
    println!("{line}");
}

/// So many structs, and with dal their keys, an index and two patterns for each.
fn structs(count: usize, with_dal: bool) -> Package {
    let mut code = String::from("//! Generated.\n\nuse chrono::{DateTime, Utc};\n");
    let mut list = String::from(
        "version: 1\ntable:\n  name: many\n  key: { partition: PK, sort: SK }\n  tenant: TENANT#{tenant_id}\n  \
         type: entity\n  indexes: { GSI1: { partition: GSI1PK, sort: GSI1SK, project: [title] } }\n\
         types: { tenant_id: ulid, id: ulid, owner_id: ulid, created_at: time.ms }\nentities:\n",
    );
    let mut patterns = String::from("patterns:\n");
    let mut variants = String::new();
    if with_dal {
        code.push_str("use dal::prelude::*;\n");
    }
    code.push_str("use serde::{Deserialize, Serialize};\nuse ulid::Ulid;\n");
    let derives = if with_dal { "SingleTable, Serialize, Deserialize" } else { "Serialize, Deserialize" };
    for n in 0..count {
        let _ = write!(
            code,
            "\n#[derive({derives}, Debug, Clone)]\npub struct E{n} {{\n    pub tenant_id: Ulid,\n    pub id: Ulid,\n    \
             pub owner_id: Option<Ulid>,\n    pub title: String,\n    pub rank: u32,\n    pub tags: Vec<String>,\n    \
             pub created_at: DateTime<Utc>,\n}}\n"
        );
        let _ = write!(
            list,
            "  E{n}:\n    sort: E{n:03}#{{id}}\n    GSI1: {{ partition: '{{tenant}}#E{n:03}#{{owner_id}}', sort: \
             '{{created_at}}#{{id}}' }}\n"
        );
        let _ = write!(
            patterns,
            "  - {{ name: get_e{n}, get: E{n} }}\n  - {{ name: e{n}_by_owner, query: E{n}, index: GSI1, order: newest, \
             limit: 50, select: [title] }}\n"
        );
        let _ = writeln!(variants, "    E{n}(E{n}),");
    }
    let derive = if with_dal { "#[derive(SingleTable)]\n" } else { "" };
    let _ = write!(code, "\n{derive}pub enum Many {{\n{variants}}}\n");
    let mut files = vec![("src/lib.rs".to_owned(), code)];
    if with_dal {
        files.push(("patterns.yaml".to_owned(), list + &patterns));
    }
    let (prefix, dependencies) =
        if with_dal { ("dal", format!("{DAL}{TYPES}")) } else { ("serde", TYPES.to_owned()) };
    Package { name: format!("{prefix}_{count}"), dependencies, files }
}

const COUNTS: [usize; 4] = [10, 50, 200, 400];
const ROUNDS: usize = 5;

fn entities(scratch: &Scratch) -> Result<()> {
    let packages: Vec<Package> =
        COUNTS.iter().flat_map(|count| [structs(*count, true), structs(*count, false)]).collect();
    let workspace = scratch.workspace("entities", &packages)?;
    for (command, counts) in [("check", &COUNTS[..]), ("build", &COUNTS[..2])] {
        // The dependencies, once.
        workspace.cargo(&[command, "-p", "dal_10", "-p", "serde_10"])?;
        let mut medians = Vec::new();
        for count in counts {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                ours.push(workspace.again(command, &format!("dal_{count}"))?);
                theirs.push(workspace.again(command, &format!("serde_{count}"))?);
            }
            let (own, other) = (Spread::of(ours.iter().copied()), Spread::of(theirs.iter().copied()));
            println!(
                "time cargo_{command}_{count} dal {:.2} s ({:.2}-{:.2}), serde's derives only {:.2} s ({:.2}-{:.2})",
                own.median, own.low, own.high, other.median, other.low, other.high
            );
            let target = (command == "check" && *count == 200).then_some(1.5);
            ratio(&format!("cargo_{command}_{count}"), "serde_only", Spread::ratio(&ours, &theirs), target);
            medians.push((*count, ours));
        }
        if let [.., (200, half), (400, whole)] = &medians[..] {
            ratio("cargo_check_400", "cargo_check_200", Spread::ratio(whole, half), Some(2.2));
        }
    }
    Ok(())
}

/// What a clean build of a program costs more for having dal.
fn clean(scratch: &Scratch) -> Result<()> {
    let package = |name: &str, dependencies: String| Package {
        name: name.to_owned(),
        dependencies,
        files: vec![("src/lib.rs".to_owned(), String::new())],
    };
    let with = ["", DAL];
    let mut seconds = [Vec::new(), Vec::new()];
    for _ in 0..2 {
        for (at, dal) in with.iter().enumerate() {
            let name = if dal.is_empty() { "sdk_only" } else { "sdk_dal" };
            // What a program has anyway is on both sides.
            let workspace = scratch.workspace(name, &[package(name, format!("{SDK}{TYPES}{dal}"))])?;
            if workspace.target.exists() {
                fs::remove_dir_all(&workspace.target)?;
            }
            seconds[at].push(workspace.cargo(&["build"])?);
        }
    }
    let [sdk, dal] = &seconds;
    let added = Spread::of(dal.iter().zip(sdk).map(|(dal, sdk)| dal - sdk));
    let (sdk, dal) = (Spread::of(sdk.iter().copied()), Spread::of(dal.iter().copied()));
    println!("time clean_build sdk {:.1} s, with dal {:.1} s", sdk.median, dal.median);
    println!(
        "count clean_build.added dal {:.1} s (spread {:.1}-{:.1}) target <= 20 {}",
        added.median,
        added.low,
        added.high,
        verdict(added.median, 20.0)
    );
    Ok(())
}

/// The size of a program that reads one item, and the CPU time from its start to its end.
fn start(scratch: &Scratch) -> Result<()> {
    let canned = include_str!("../src/canned.rs");
    let package = |name: &str, dependencies: String, main: &str, canned: Option<&str>| {
        let mut files = vec![
            ("src/main.rs".to_owned(), main.to_owned()),
            ("src/answer.json".to_owned(), include_str!("../templates/answer.json").to_owned()),
            ("patterns.yaml".to_owned(), include_str!("../templates/patterns.yaml").to_owned()),
        ];
        files.extend(canned.map(|canned| ("src/canned.rs".to_owned(), canned.to_owned())));
        Package { name: name.to_owned(), dependencies, files }
    };
    let programs = [
        (
            "dal_canned",
            format!("{SDK}{TYPES}{DAL}{CALLS}"),
            include_str!("../templates/dal_canned.rs"),
            Some(canned),
        ),
        (
            "raw_canned",
            format!("{SDK}{TYPES}{CALLS}"),
            include_str!("../templates/raw_canned.rs"),
            Some(canned),
        ),
        ("dal_local", format!("{SDK}{TYPES}{DAL}{LOCAL}"), include_str!("../templates/dal_local.rs"), None),
        ("raw_local", format!("{SDK}{TYPES}{LOCAL}"), include_str!("../templates/raw_local.rs"), None),
    ];
    let mut built = Vec::new();
    for (name, dependencies, main, canned) in programs {
        // Each a workspace of its own, so that none is built with the features of another; they share what is alike.
        let mut workspace = scratch.workspace(name, &[package(name, dependencies, main, canned)])?;
        workspace.target = scratch.folder.join("start");
        workspace.cargo(&["build", "--release"])?;
        built.push((name, workspace.target.join("release").join(name)));
    }
    let mut bytes = Vec::new();
    for (name, program) in &built {
        let size = fs::metadata(program)?.len();
        println!("size {name} {size} bytes, stripped");
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        bytes.push(size as f64);
    }
    let exact = |value: f64| Spread { median: value, low: value, high: value };
    ratio("binary_size_canned", "raw", exact(bytes[0] / bytes[1]), None);
    ratio("binary_size_local", "raw", exact(bytes[2] / bytes[3]), None);
    let mut seconds = vec![Vec::new(); built.len()];
    for _ in 0..41 {
        for (at, (name, program)) in built.iter().enumerate() {
            let before = children_time()?;
            let status = Command::new(program).stdout(Stdio::null()).status()?;
            if !status.success() {
                return Err(format!("{name}: {status}").into());
            }
            seconds[at].push((children_time()?.saturating_sub(before)).as_secs_f64());
        }
    }
    for ((name, _), seconds) in built.iter().zip(&seconds) {
        let Spread { median, low, high } = Spread::of(seconds.iter().map(|seconds| seconds * 1e3));
        println!("time cold_start {name} {median:.2} ms ({low:.2}-{high:.2})");
    }
    ratio("cold_start_canned", "raw", Spread::ratio(&seconds[0], &seconds[1]), None);
    ratio("cold_start_local", "raw", Spread::ratio(&seconds[2], &seconds[3]), None);
    Ok(())
}

/// The contenders of `src/lines`, with their files: those of a table of dal's are a list and an enum beside the entity.
const LINES: [(&str, &[&str]); 5] = [
    ("dal", &["patterns.yaml", "dal.rs", "dal_table.rs"]),
    ("serde_dynamo", &["serde_dynamo.rs"]),
    ("modyne", &["modyne.rs"]),
    ("facade", &["facade.rs"]),
    ("aws_dynamo_derive", &["aws_dynamo_derive.rs"]),
];

/// Lines of code: neither blank nor comments nor imports.
fn written(text: &str) -> usize {
    let mut import = false;
    let counts = |line: &&str| {
        let line = line.trim();
        let starts = line.starts_with("use ");
        let within = import || starts;
        import = within && !line.ends_with(';');
        let other = line.is_empty() || line.starts_with("//");
        !(within || other)
    };
    text.lines().filter(counts).count()
}

fn lines(scratch: &Scratch) -> Result<()> {
    let folder = scratch.root.join("benches/src/lines");
    let plain = expanded(scratch, "plain")?;
    println!("lines plain: 5 fields with serde's derives, {plain} after expansion");
    let (mut own, mut others) = ((0, 0), Vec::new());
    for (name, files) in LINES {
        let texts = files.iter().map(|file| fs::read_to_string(folder.join(file)));
        let lines = texts.collect::<Result<Vec<_>, _>>()?.iter().map(|text| written(text)).sum();
        let added = expanded(scratch, name)?.saturating_sub(plain);
        println!("lines {name} written {lines}, after expansion {added} more than serde's derives alone");
        match name {
            "dal" => own = (lines, added),
            _ => others.push((name, lines, added)),
        }
    }
    println!("lines dal: its table's enum has {} after expansion, once", expanded(scratch, "dal_table")?);
    println!(
        "count lines.written dal {} target <= 22 {}",
        own.0,
        if own.0 <= 22 { "met" } else { "NOT MET" }
    );
    println!(
        "count lines.expanded dal {} target <= 250 {}",
        own.1,
        if own.1 <= 250 { "met" } else { "NOT MET" }
    );
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    for (name, lines, added) in others {
        let exact = |own: usize, other: usize| {
            let value = own as f64 / other as f64;
            Spread { median: value, low: value, high: value }
        };
        ratio("lines.written", name, exact(own.0, lines), None);
        ratio("lines.expanded", name, exact(own.1, added), Some(1.0));
    }
    Ok(())
}

/// The lines of a module after expansion, which `cargo expand` prints as rustfmt would.
fn expanded(scratch: &Scratch, module: &str) -> Result<usize> {
    let output = Command::new(env!("CARGO"))
        .args(["expand", "-p", "dal-bench", "--features", "peers", "--lib", "--color", "never"])
        .arg(format!("lines::{module}"))
        .current_dir(&scratch.root)
        .output()?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cargo expand, which `cargo install cargo-expand` brings: {text}").into());
    }
    Ok(String::from_utf8(output.stdout)?.lines().filter(|line| !line.trim().is_empty()).count())
}
