//! Rust sources: the types in them that derive `SingleTable`.

use std::path::{Path, PathBuf};

/// A Rust file that was parsed.
pub(crate) struct SourceFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) file: syn::File,
}

/// The list that is meant where none is named, or the one that is named: an existing file.
pub(crate) fn list(file: Option<&str>) -> Result<PathBuf, String> {
    let path = PathBuf::from(file.unwrap_or("patterns.yaml"));
    if path.is_file() { Ok(path) } else { Err(format!("there is no file `{}`", path.display())) }
}

/// The sources of a list: the Rust files under the directory that is named, or under `src` and `examples` beside the
/// list; of these the ones whose derives read this list. What does not parse is given with the reason.
pub(crate) fn of_list(list: &Path, src: Option<&Path>) -> Result<(Vec<SourceFile>, Vec<String>), String> {
    let mut paths = Vec::new();
    match src {
        Some(src) if src.is_dir() => collect(src, &mut paths),
        Some(src) => return Err(format!("there is no directory `{}`", src.display())),
        None => {
            let beside = list.parent().unwrap_or(Path::new(""));
            ["src", "examples"].iter().for_each(|directory| collect(&beside.join(directory), &mut paths));
        }
    }
    paths.sort();
    let wanted = canonical(list);
    let (mut files, mut failures) = (Vec::new(), Vec::new());
    for path in paths {
        match parse(&path) {
            Ok((_, file)) if dal_codegen::derives(&file).is_empty() => {}
            Ok((text, file)) => {
                if list_of(&path, &file).is_ok_and(|list| canonical(&list) == wanted) {
                    files.push(SourceFile { path, text, file });
                }
            }
            Err(error) => failures.push(error),
        }
    }
    Ok((files, failures))
}

fn canonical(path: &Path) -> Option<PathBuf> {
    std::fs::canonicalize(path).ok()
}

/// One Rust file: its text and its syntax.
pub(crate) fn parse(path: &Path) -> Result<(String, syn::File), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    match syn::parse_file(&text) {
        Ok(file) => Ok((text, file)),
        Err(error) => {
            let start = error.span().start();
            Err(format!("{}:{}:{}: {error}", path.display(), start.line, start.column + 1))
        }
    }
}

fn collect(directory: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        // `file_type` does not follow links, so a link to a parent directory ends here.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && entry.file_name() != "target" => collect(&path, paths),
            Ok(kind) if kind.is_file() && path.extension().is_some_and(|extension| extension == "rs") => {
                paths.push(path)
            }
            _ => {}
        }
    }
}

/// The list of a Rust file, as the derive finds it: the one that its first derive names, from the root of its package
/// or else from its own folder; without a name `patterns.yaml` beside it, else the one at the root of its package.
pub(crate) fn list_of(path: &Path, file: &syn::File) -> Result<PathBuf, String> {
    let absolute = std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let beside = absolute.parent();
    let root = absolute.ancestors().skip(1).find(|directory| directory.join("Cargo.toml").is_file());
    let named = dal_codegen::derives(file).iter().find_map(dal_codegen::patterns_attribute);
    let directories = if named.is_some() { [root, beside] } else { [beside, root] };
    let name = named.as_deref().unwrap_or("patterns.yaml");
    let candidates: Vec<PathBuf> =
        directories.into_iter().flatten().map(|directory| directory.join(name)).collect();
    let found = candidates.iter().find(|candidate| candidate.is_file()).cloned();
    found.ok_or_else(|| {
        let tried: Vec<String> = candidates.iter().map(|candidate| candidate.display().to_string()).collect();
        format!("`{}` has no list: there is no {}", path.display(), tried.join(", nor "))
    })
}
