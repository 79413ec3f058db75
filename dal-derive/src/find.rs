//! Where the list of a type is.

use std::path::{Path, PathBuf};

use syn::DeriveInput;

/// The file's usual name.
const NAME: &str = "patterns.yaml";

/// The list of this type: the one it names, else the one beside its source file, else the package's.
pub(crate) fn list(input: &DeriveInput) -> PathBuf {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let path = match dal_codegen::patterns_attribute(input) {
        Some(named) => root.join(named),
        None => beside(input).unwrap_or_else(|| root.join(NAME)),
    };
    std::path::absolute(&path).unwrap_or(path)
}

/// The list beside the source file: the compiler knows the file, unless the type comes from another macro's text.
fn beside(input: &DeriveInput) -> Option<PathBuf> {
    let file = input.ident.span().unwrap().local_file()?;
    let path = file.parent().unwrap_or(Path::new("")).join(NAME);
    path.is_file().then_some(path)
}
