//! `cargo dal expand`: the code of the derive, with other derives left as they are.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::sources;

/// Expands one Rust file, or every file under `src` that has types of a list.
pub(crate) fn run(file: Option<&str>, src: Option<&Path>) -> Result<ExitCode, String> {
    let path = PathBuf::from(file.unwrap_or("patterns.yaml"));
    if path.extension().is_some_and(|extension| extension == "rs") {
        let source = sources::parse(&path)?;
        let list = sources::list_of(&path, &source)?;
        println!("{}", expand(&source, &list));
        return Ok(ExitCode::SUCCESS);
    }
    let list = sources::list(file)?;
    let directory = sources::directory(&list, src)?.ok_or_else(|| {
        format!("there is no `src` beside `{}`: say where the structs are with --src DIR", list.display())
    })?;
    let (files, failures) = sources::parse_all(&directory);
    failures.iter().for_each(|failure| eprintln!("not expanded: {failure}"));
    let wanted = std::path::absolute(&list).map_err(|error| error.to_string())?;
    let mut any = false;
    for file in files.iter().filter(|file| !dal_codegen::derives(&file.file).is_empty()) {
        if sources::list_of(&file.path, &file.file).is_ok_and(|list| list == wanted) {
            println!("// {}\n\n{}", file.path.display(), expand(&file.file, &list));
            any = true;
        }
    }
    if any {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(format!("no source under `{}` is of this list", directory.display()))
    }
}

fn expand(source: &syn::File, list: &Path) -> String {
    prettyplease::unparse(&dal_codegen::expand_file(source, &dal_spec::load(list)))
}
