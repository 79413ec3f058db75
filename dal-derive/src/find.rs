//! Where the list of a type is.

use std::path::{Path, PathBuf};

use syn::DeriveInput;

/// The file's usual name.
const NAME: &str = "patterns.yaml";

/// The list of this type: the one it names, from the package's root or else from its source file; without a name the one
/// beside its source file, else the package's.
pub(crate) fn list(input: &DeriveInput) -> PathBuf {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let path = match dal_codegen::patterns_attribute(input) {
        Some(named) => {
            let path = root.join(&named);
            if path.is_file() { path } else { beside(input, &named).unwrap_or(path) }
        }
        None => beside(input, NAME).unwrap_or_else(|| root.join(NAME)),
    };
    std::path::absolute(&path).unwrap_or(path)
}

/// The list of that name beside the source file: the compiler knows the file, unless the type comes from another macro's
/// text.
fn beside(input: &DeriveInput, name: &str) -> Option<PathBuf> {
    let file = input.ident.span().unwrap().local_file()?;
    let path = file.parent().unwrap_or(Path::new("")).join(name);
    path.is_file().then_some(path)
}
