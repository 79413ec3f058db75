//! `cargo dal expand`: the code of the derive, with other derives left as they are.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::sources;

/// Expands one Rust file, or every file under `src` that has types of a list.
pub(crate) fn run(file: Option<&str>, src: Option<&Path>) -> Result<ExitCode, String> {
    let path = PathBuf::from(file.unwrap_or("patterns.yaml"));
    if path.extension().is_some_and(|extension| extension == "rs") {
        let (_, source) = sources::parse(&path)?;
        let list = sources::list_of(&path, &source)?;
        println!("{}", expand(&source, &list));
        return Ok(ExitCode::SUCCESS);
    }
    let list = sources::list(file)?;
    let (files, failures) = sources::of_list(&list, src)?;
    failures.iter().for_each(|failure| eprintln!("not expanded: {failure}"));
    if files.is_empty() {
        return Err(format!(
            "no source of `{}` was found: say where the structs are with --src DIR",
            list.display()
        ));
    }
    for file in &files {
        println!("// {}\n\n{}", file.path.display(), expand(&file.file, &list));
    }
    Ok(ExitCode::SUCCESS)
}

fn expand(source: &syn::File, list: &Path) -> String {
    prettyplease::unparse(&dal_codegen::expand_file(source, &dal_spec::load(list)))
}
