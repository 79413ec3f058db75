//! `cargo dal check`: the verdict of a list and its structs, without compiling.

use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;

use dal_spec::plan::Plan;
use dal_spec::{Diagnostic, Loaded};

use crate::sources;

/// How diagnostics are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// As the compiler shows them.
    #[default]
    Human,
    /// One line each.
    Short,
    /// One JSON object a line.
    Json,
    /// Annotations of a CI run.
    Github,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "human" => Ok(Self::Human),
            "short" => Ok(Self::Short),
            "json" => Ok(Self::Json),
            "github" => Ok(Self::Github),
            other => Err(format!("there is no format `{other}`")),
        }
    }
}

/// Checks a list, and the types under `src`.
pub(crate) fn run(file: Option<&str>, src: Option<&Path>, format: Format) -> Result<ExitCode, String> {
    let list = sources::list(file)?;
    let (files, mut unchecked) = sources::of_list(&list, src)?;
    let loaded = dal_spec::load(&list);
    let mut diagnostics = loaded.diagnostics.clone();
    if loaded.plan.is_some() {
        let mut found = Vec::new();
        for file in &files {
            check_file(&loaded, file, &mut diagnostics, &mut found);
        }
        unchecked.extend(loaded.plans().flat_map(|plan| not_found(plan, &found)));
    } else {
        unchecked
            .push("the structs: of this list nothing is left that they could be held against".to_owned());
    }
    for diagnostic in &diagnostics {
        println!("{}", render(diagnostic, format));
    }
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let for_people = matches!(format, Format::Human | Format::Short);
    for what in &unchecked {
        // What programs read has no room for it.
        if for_people { println!("not checked: {what}") } else { eprintln!("not checked: {what}") }
    }
    if for_people {
        let warnings = diagnostics.len() - errors;
        let plan =
            loaded.plans().fold((0, 0), |(e, p), plan| (e + plan.entities.len(), p + plan.patterns.len()));
        println!(
            "{}: {} entities, {} patterns; {errors} errors, {warnings} warnings, {} allowed",
            list.display(),
            plan.0,
            plan.1,
            loaded.allowed.len()
        );
    }
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks the types of a file.
fn check_file(
    list: &Loaded,
    file: &sources::SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
    found: &mut Vec<String>,
) {
    let types = dal_codegen::check_types(list, &file.file, &file.path, &file.text);
    found.extend(types.names);
    diagnostics.extend(types.diagnostics);
}

/// What the list names and no source defines.
fn not_found(plan: &Plan, found: &[String]) -> Vec<String> {
    let mut names: Vec<(&str, &str)> =
        plan.entities.iter().map(|entity| ("entity", entity.name.as_str())).collect();
    names.push(("table", &plan.table.enum_name));
    names.extend(plan.collections().filter_map(|pattern| Some(("collection", pattern.into.as_deref()?))));
    let missing = names.into_iter().filter(|(_, name)| !found.iter().any(|known| known == name));
    missing
        .map(|(what, name)| {
            format!("the {what} `{name}`: no source that was read derives `SingleTable` for it")
        })
        .collect()
}

fn render(diagnostic: &Diagnostic, format: Format) -> String {
    match format {
        Format::Human => diagnostic.render_with_severity() + "\n",
        Format::Short => diagnostic.render_short(),
        Format::Json => diagnostic.to_json(),
        Format::Github => diagnostic.to_github(),
    }
}
