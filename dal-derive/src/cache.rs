//! Lists that were read: each is parsed once per compiler process, and again when one of its files changes.
//!
//! The compiler reads a list once. A language server lives for hours in one process, and the files change under it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use dal_codegen::Report;
use dal_spec::Loaded;

static LISTS: Mutex<Option<HashMap<PathBuf, List>>> = Mutex::new(None);

struct List {
    loaded: Arc<Loaded>,
    /// The state of each file when it was read.
    read: Vec<(PathBuf, Stamp)>,
    /// The type whose derive reports what concerns the whole list.
    reporter: String,
}

/// What tells that a file changed: its time and length, or that it is not there.
type Stamp = Option<(Option<SystemTime>, u64)>;

fn stamp(path: &Path) -> Stamp {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

impl List {
    fn read(path: &Path, reporter: &str) -> Self {
        // Taken before reading: a file that changes meanwhile is read again the next time.
        let root = stamp(path);
        let loaded = dal_spec::load(path);
        let mut read = vec![(path.to_path_buf(), root)];
        for file in loaded.files.iter().filter(|file| file.as_path() != path) {
            read.push((file.clone(), stamp(file)));
        }
        Self { loaded: Arc::new(loaded), read, reporter: reporter.to_owned() }
    }

    fn is_fresh(&self) -> bool {
        self.read.iter().all(|(path, then)| stamp(path) == *then)
    }
}

/// The list at `path`, and what the derive on the type of that name reports of it: the first type that asks reports what
/// concerns the whole list, so that it is shown once.
pub(crate) fn load(path: &Path, name: &str) -> (Arc<Loaded>, Report) {
    // A derive that panicked leaves the lists whole: they change in one step.
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    let lists = lists.get_or_insert_default();
    let fresh = lists.get(path).filter(|list| list.is_fresh());
    if fresh.is_none() {
        lists.insert(path.to_path_buf(), List::read(path, name));
    }
    match lists.get(path) {
        Some(list) => {
            let report = if list.reporter == name { Report::All } else { Report::Own };
            (list.loaded.clone(), report)
        }
        None => (Arc::new(dal_spec::load(path)), Report::All),
    }
}
