//! From files to a plan and diagnostics.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::build;
use crate::check;
use crate::diagnostic::{self, Code, Diagnostic, MAX_DIAGNOSTICS, Owner};
use crate::files::{self, Disk, Files};
use crate::lock::Lock;
use crate::model::Model;
use crate::plan::Plan;
use crate::prove::Finding;
use crate::source::{Place, Source};
use crate::spec::{self, Spec};
use crate::suggest;
use crate::yaml::{self, Text};

/// How many files a list may have.
const MAX_FILES: usize = 500;
/// How many bytes all files of a list may have together.
const MAX_LIST_BYTES: usize = 16 << 20;
/// How many entities a list may have: every one is compared with the others.
const MAX_ENTITIES: usize = 2_000;
/// How many patterns a list may have: every one is compared with the entities.
const MAX_PATTERNS: usize = 10_000;

/// What a list came to.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The plan of all that has no error; `None` only if the table itself cannot be understood. Of several tables, that of
    /// the first.
    pub plan: Option<Plan>,
    /// The plans of the other tables, where the list has several.
    pub more: Vec<Plan>,
    /// What is wrong, in the order of the files.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings that `allow:` silences, with their reasons.
    pub allowed: Vec<Allowed>,
    /// The files that were read, `patterns.yaml` first: absolute paths, for the compiler to track.
    pub files: Vec<PathBuf>,
    /// What the prover found, if it found anything: counter-examples for programs, where diagnostics have them for people.
    pub proof: Option<Proof>,
}

/// Laws of keys that a list breaks.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What was proved: a plan that still has the entities and patterns which break laws, and stand-ins for
    /// [guards](crate::plan::EntityPlan::guards) behind the entities.
    pub plan: Plan,
    /// What was found; numbers are those of this plan.
    pub findings: Vec<Finding>,
}

impl Loaded {
    /// Whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The plan of each table, in the order of the list.
    pub fn plans(&self) -> impl Iterator<Item = &Plan> {
        self.plan.iter().chain(&self.more)
    }

    /// The plan of the table that a type of that name in Rust belongs to; the first for a type that belongs to none.
    pub fn plan_of(&self, name: &str) -> Option<&Plan> {
        self.plans().find(|plan| plan.knows(name)).or(self.plan.as_ref())
    }

    /// The diagnostics that this owner reports.
    pub fn of<'d>(&'d self, owner: &'d Owner) -> impl Iterator<Item = &'d Diagnostic> {
        self.diagnostics.iter().filter(move |diagnostic| diagnostic.owner == *owner)
    }
}

/// A warning that the list allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The warning.
    pub diagnostic: Diagnostic,
    /// Why it is allowed.
    pub reason: String,
}

/// Loads a list from disk, with the files that it includes and its `patterns.lock`.
///
/// Nothing is cached and nothing is written. Files may be included from anywhere in the workspace of the package
/// that holds `path`.
pub fn load(path: &Path) -> Loaded {
    let (disk, name) = Disk::around(path);
    load_with(&name, &disk)
}

/// Loads the list of that name from a provider of files.
pub fn load_with(root_name: &str, files: &dyn Files) -> Loaded {
    let mut reading = Reading {
        files,
        spec: Spec::default(),
        paths: Vec::new(),
        seen: Vec::new(),
        bytes: 0,
        out: Vec::new(),
    };
    reading.file(root_name, None, &mut Vec::new());
    let Reading { spec, mut paths, mut out, .. } = reading;
    let names = Names::of(&spec);
    if let Some(too_large) = too_large(&spec) {
        return finish(Vec::new(), vec![too_large], Vec::new(), paths, &Names::default());
    }
    check::names(&spec, &mut out);
    if spec.all_tables().next().is_none() {
        return finish(Vec::new(), out, Vec::new(), paths, &names);
    }
    let parts = spec.split(&mut out);
    let lock = lock(root_name, files, &mut paths, &mut out);
    let mut tables = Vec::new();
    for part in &parts {
        let Some(table) = &part.table else { continue };
        let model = Model::resolve(part, table, &mut out);
        check::keys(&model, &mut out);
        let planned = build::patterns(&model, &mut out);
        let projections = check::projections(&model, &planned, lock.as_ref(), &mut out);
        tables.push((part, model, planned, projections));
    }
    let mut proof = None;
    let (mut plans, mut of_parts, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for (part, model, planned, projections) in &tables {
        let mut plan = build::plan(model, planned, projections.clone(), &out);
        let proved = plan.with_guards();
        let laws = check::laws(part, &proved);
        warnings.push(laws.warnings);
        if !laws.findings.is_empty() {
            out.extend(laws.errors);
            plan = build::plan(model, planned, projections.clone(), &out);
            proof.get_or_insert(Proof { plan: proved, findings: laws.findings });
        }
        plans.push(plan);
        of_parts.push(Names::of(part));
    }
    let models: Vec<&Model<'_>> = tables.iter().map(|(_, model, ..)| model).collect();
    build::actions(&models, &mut plans, &mut out);
    let mut plans: Vec<(Plan, Names)> = plans.into_iter().zip(of_parts).collect();
    let mut allowed = Vec::new();
    // What is missing or broken would be "not read": warnings wait until the list is right.
    if !out.iter().any(Diagnostic::is_error) {
        let mut stand = Vec::new();
        for (((part, model, planned, projections), of_laws), (plan, _)) in
            tables.iter().zip(warnings).zip(&plans)
        {
            let warnings =
                check::warnings(model, &models, planned, projections, plan, lock.as_ref(), of_laws);
            let (own, silenced) = check::apply(part, warnings);
            stand.push(own);
            allowed.extend(silenced);
        }
        out.extend(said_of_all(stand));
    }
    for (plan, _) in &mut plans {
        plan.files.clone_from(&paths);
    }
    Loaded { proof, ..finish(plans, out, allowed, paths, &names) }
}

/// The warnings of all tables: a type is unused where no table uses it.
fn said_of_all(tables: Vec<Vec<Diagnostic>>) -> Vec<Diagnostic> {
    let shared = |diagnostic: &Diagnostic| {
        // What it could be meant for differs from table to table.
        let same = |other: &Diagnostic| other.code == diagnostic.code && other.place == diagnostic.place;
        let by_all = tables.iter().all(|of_table| of_table.iter().any(same));
        // The kind of one entity's field is in the list of that entity's table alone.
        diagnostic.code != Code::UnusedType || by_all || diagnostic.entity.is_some()
    };
    let mut all: Vec<Diagnostic> = tables.iter().flatten().filter(|found| shared(found)).cloned().collect();
    let mut seen = Vec::new();
    all.retain(|diagnostic| {
        let at = (
            diagnostic.code,
            diagnostic.place.clone(),
            diagnostic.entity.clone(),
            diagnostic.pattern.clone(),
        );
        let new = !seen.contains(&at);
        seen.push(at);
        new
    });
    all
}

/// The names of a list's entities and collections.
#[derive(Default)]
struct Names {
    entities: Vec<String>,
    collections: Vec<String>,
}

impl Names {
    fn of(spec: &Spec) -> Self {
        let collections = spec.patterns.iter().filter(|pattern| pattern.is_collection());
        Self {
            entities: spec.entities.iter().map(|entity| entity.name.text.clone()).collect(),
            // No type can have a name of another form, and so report anything.
            collections: collections
                .map(spec::PatternSpec::collection_name)
                .filter(|name| suggest::upper_camel(name) == *name)
                .collect(),
        }
    }
}

/// Says so if the list has more entities or patterns than can be compared with each other in reasonable time.
fn too_large(spec: &Spec) -> Option<Diagnostic> {
    let entity = spec.entities.get(MAX_ENTITIES).map(|entity| (&entity.name.place, MAX_ENTITIES, "entities"));
    let pattern =
        spec.patterns.get(MAX_PATTERNS).map(|pattern| (&pattern.name.place, MAX_PATTERNS, "patterns"));
    let (place, most, what) = entity.or(pattern)?;
    let message = format!("The list has more than {most} {what}");
    Some(Diagnostic::new(Code::TooLarge, message).at(place, "not read, nor any after it"))
}

/// Gives every diagnostic an owner that exists, and sorts them.
fn finish(
    plans: Vec<(Plan, Names)>,
    mut diagnostics: Vec<Diagnostic>,
    mut allowed: Vec<Allowed>,
    files: Vec<PathBuf>,
    names: &Names,
) -> Loaded {
    for diagnostic in diagnostics.iter_mut().chain(allowed.iter_mut().map(|allowed| &mut allowed.diagnostic))
    {
        let exists = match &diagnostic.owner {
            Owner::Table => true,
            Owner::Entity(name) => names.entities.contains(name),
            Owner::Collection(name) => names.collections.contains(name),
        };
        if !exists {
            diagnostic.owner = Owner::Table;
        }
        if diagnostic.entity.as_ref().is_some_and(|name| !names.entities.contains(name)) {
            diagnostic.entity = None;
        }
    }
    diagnostics.sort_by(diagnostic::by_place);
    diagnostics.dedup();
    // Nobody reads more; and a file that is not a list at all must not fill the memory.
    if diagnostics.len() > MAX_DIAGNOSTICS {
        diagnostics.sort_by_key(|diagnostic| !diagnostic.is_error());
        diagnostics.truncate(MAX_DIAGNOSTICS);
        diagnostics.sort_by(diagnostic::by_place);
    }
    let mut plans = plans.into_iter().map(|(mut plan, names)| {
        let planned = |name: &String| {
            plan.entity(name).is_some()
                || plan.collections().any(|pattern| pattern.into.as_deref() == Some(name))
        };
        let lost: Vec<String> = names.collections.into_iter().filter(|name| !planned(name)).collect();
        let entities = names.entities.into_iter().filter(|name| !planned(name));
        plan.left_out = entities.chain(lost.iter().cloned()).collect();
        plan.left_out_collections = lost;
        plan
    });
    Loaded { plan: plans.next(), more: plans.collect(), diagnostics, allowed, files, proof: None }
}

struct Reading<'f> {
    files: &'f dyn Files,
    spec: Spec,
    paths: Vec<PathBuf>,
    /// The names of the files that were begun, with the place that named them.
    seen: Vec<(String, Option<Place>)>,
    /// How many bytes were read.
    bytes: usize,
    out: Vec<Diagnostic>,
}

impl Reading<'_> {
    /// Reads a file and what it includes; `open` are the files that are being read.
    fn file(&mut self, name: &str, from: Option<&Text>, open: &mut Vec<String>) {
        self.seen.push((name.to_owned(), from.map(|text| text.place.clone())));
        let Some(source) = self.source(name, from) else { return };
        let Some(node) = yaml::parse(&source, &mut self.out) else { return };
        let include = spec::read(from.is_none(), &source, &node, &mut self.spec, &mut self.out);
        open.push(name.to_owned());
        for text in &include {
            self.include(name, text, open);
        }
        open.pop();
    }

    fn include(&mut self, including: &str, text: &Text, open: &mut Vec<String>) {
        let written = text.text.as_str();
        // Nobody reads more; and files that are no lists must not fill the memory.
        if self.out.len() > MAX_DIAGNOSTICS || self.bytes > MAX_LIST_BYTES {
            return;
        }
        if self.seen.len() >= MAX_FILES {
            if self.seen.len() == MAX_FILES {
                self.seen.push((String::new(), None));
                self.out.push(
                    Diagnostic::new(Code::TooLarge, format!("The list has more than {MAX_FILES} files"))
                        .at(&text.place, "not read, nor any after it"),
                );
            }
            return;
        }
        if written.contains(['*', '?', '[']) {
            self.out.push(
                Diagnostic::new(Code::IncludeGlob, format!("`{written}` is a pattern of files, and `include:` takes names"))
                    .at(&text.place, "name each file")
                    .note("the compiler can track only files that are named: a new file that matches would go unseen"),
            );
            return;
        }
        let name =
            if written.starts_with('/') { written.to_owned() } else { files::join(including, written) };
        if written.contains('\\') || written.contains(':') || !self.files.contains(&name) {
            self.out.push(
                Diagnostic::new(Code::IncludeOutside, format!("`{written}` is not a file of this workspace"))
                    .at(&text.place, "relative to this file, with `/` between folders")
                    .note("what a build reads must be in the repository that is built"),
            );
            return;
        }
        if open.contains(&name) {
            let mut circle: Vec<&str> =
                open.iter().skip_while(|file| **file != name).map(String::as_str).collect();
            circle.push(&name);
            self.out.push(
                Diagnostic::new(
                    Code::IncludeCycle,
                    format!("`{including}` includes `{name}`, which is being read"),
                )
                .at(&text.place, "remove this line")
                .note(circle.join(" → ")),
            );
            return;
        }
        if open.len() > yaml::MAX_DEPTH {
            self.out.push(
                Diagnostic::new(
                    Code::TooDeep,
                    format!("Files include each other deeper than {} levels", yaml::MAX_DEPTH),
                )
                .at(&text.place, "not read")
                .help("include it from the first file"),
            );
            return;
        }
        if let Some((_, first)) = self.seen.iter().find(|(seen, _)| *seen == name) {
            let mut diagnostic = Diagnostic::new(Code::IncludeTwice, format!("`{name}` is included twice"))
                .at(&text.place, "remove this line");
            if let Some(first) = first {
                diagnostic = diagnostic.related(first, "included here first");
            }
            self.out.push(diagnostic);
            return;
        }
        self.file(&name, Some(text), open);
    }

    /// Reads the text of a file.
    fn source(&mut self, name: &str, from: Option<&Text>) -> Option<Arc<Source>> {
        let path = self.files.path(name);
        let place = |diagnostic: Diagnostic| match from {
            Some(text) => diagnostic.at(&text.place, ""),
            None => diagnostic,
        };
        let bytes = match self.files.read(name) {
            Ok(bytes) => bytes,
            Err(error) => {
                let why = match error.kind() {
                    std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
                    _ => error.to_string(),
                };
                let help = match from {
                    Some(_) => "names are relative to the file that includes them",
                    None => "create it beside Cargo.toml, or name it: `#[dal(patterns = \"…\")]`",
                };
                self.out.push(place(
                    Diagnostic::new(Code::UnreadableFile, format!("`{name}` cannot be read: {why}"))
                        .help(help),
                ));
                return None;
            }
        };
        self.paths.push(path.clone());
        if bytes.len() > yaml::MAX_BYTES {
            self.out.push(place(
                Diagnostic::new(Code::TooLarge, format!("`{name}` is larger than 1 MiB"))
                    .help("split it, and name the parts under `include:`"),
            ));
            return None;
        }
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > MAX_LIST_BYTES {
            let message = "The files of the list are larger than 16 MiB together";
            self.out.push(place(Diagnostic::new(Code::TooLarge, message).help("a list describes one table")));
            return None;
        }
        match String::from_utf8(bytes) {
            Ok(text) => {
                let mut text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
                // To YAML a lone carriage return ends a line too: lines are counted alike by all.
                if text.contains('\r') {
                    text = text.replace("\r\n", "\n").replace('\r', "\n");
                }
                Some(Arc::new(Source { name: name.to_owned(), path, text }))
            }
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let line = error.as_bytes().iter().take(good).filter(|byte| **byte == b'\n').count() + 1;
                self.out.push(place(Diagnostic::new(
                    Code::UnreadableFile,
                    format!("`{name}` is not UTF-8 text: line {line} holds other bytes"),
                )));
                None
            }
        }
    }
}

/// Reads `patterns.lock` beside the list, if there is one.
fn lock(root: &str, files: &dyn Files, paths: &mut Vec<PathBuf>, out: &mut Vec<Diagnostic>) -> Option<Lock> {
    let name = Lock::name(root);
    let bytes = files.read(&name).ok()?;
    paths.push(files.path(&name));
    let too_large = bytes.len() > yaml::MAX_BYTES;
    let source = Arc::new(Source {
        name: name.clone(),
        path: files.path(&name),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    });
    let read =
        if too_large { Err(("it is larger than 1 MiB".to_owned(), None)) } else { Lock::read(&source.text) };
    match read {
        Ok(lock) => Some(lock),
        Err((why, at)) => {
            let (line, column) = at.unwrap_or((1, 1));
            // At the end of a file the parser counts a line that is not there.
            let line = line.clamp(1, source.text.split('\n').count());
            let column = column.max(1);
            let place = Place { source, line, column, length: 1 };
            out.push(
                Diagnostic::new(Code::BrokenLock, format!("`{name}` cannot be understood: {why}"))
                    .at(&place, "")
                    .help("restore it from the repository; it says what the live indexes hold"),
            );
            None
        }
    }
}
