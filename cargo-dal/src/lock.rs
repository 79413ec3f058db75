//! `cargo dal lock`: writes `patterns.lock`, which pins the projections that are computed.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use dal_spec::{Code, Diagnostic, Lock};

use crate::sources;

/// Pins what a list without errors computes. With `force`, also where that is not what the lock pins.
pub(crate) fn run(file: Option<&str>, force: bool) -> Result<ExitCode, String> {
    let list = sources::list(file)?;
    let loaded = dal_spec::load(&list);
    let refused: Vec<&Diagnostic> = loaded
        .diagnostics
        .iter()
        .filter(|d| d.is_error() && !(force && d.code == Code::ProjectionChanged))
        .collect();
    for diagnostic in &refused {
        eprintln!("{}\n", diagnostic.render_with_severity());
    }
    let path = list.with_file_name(Lock::name(&list.file_name().unwrap_or_default().to_string_lossy()));
    if loaded.plan.is_none() || !refused.is_empty() {
        eprintln!("{}: not written, as the list has errors", path.display());
        return Ok(ExitCode::FAILURE);
    }
    println!("{}", write(&Lock::of_all(loaded.plans()), &list, &path)?);
    Ok(ExitCode::SUCCESS)
}

/// Writes the lock unless it is as it should be; what was done, for people.
fn write(lock: &Lock, list: &Path, path: &Path) -> Result<String, String> {
    let text = lock.write();
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let before = match std::fs::read_to_string(path) {
        Ok(before) => Some(before),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    if lock.indexes.is_empty() && before.is_none() {
        return Ok(format!("{}: nothing to pin, as no index leaves `project:` out", list.display()));
    }
    let verb = if before.as_deref() == Some(&text) {
        "unchanged"
    } else {
        std::fs::write(path, text).map_err(failed)?;
        "written"
    };
    let mut said = format!("{}: {verb}", path.display());
    for (index, attributes) in &lock.indexes {
        let list = if attributes.is_empty() { "only the keys".to_owned() } else { attributes.join(", ") };
        said += &format!("\n  {index}: {list}");
    }
    Ok(said)
}
