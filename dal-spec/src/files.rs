//! Where the files of a list come from.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::yaml::MAX_BYTES;

/// A provider of files, by their names relative to the package's root, with `/` between folders.
pub trait Files {
    /// Reads a file; more than 1 MiB need not be read.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it cannot be read.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// Its absolute path, for the compiler to track.
    fn path(&self, name: &str) -> PathBuf;

    /// Whether the file lies where lists may include from.
    fn contains(&self, name: &str) -> bool {
        !(name == ".." || name.starts_with("../") || name.starts_with('/'))
    }
}

/// Files in memory, for tests.
impl Files for BTreeMap<String, String> {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match self.get(name) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new("/").join(name)
    }
}

/// Files of a package on disk.
#[derive(Debug)]
pub(crate) struct Disk {
    package: PathBuf,
    workspace: PathBuf,
}

impl Disk {
    /// The package that holds `path`, and the name that the file has in it.
    pub(crate) fn around(path: &Path) -> (Self, String) {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = absolute.parent().map(Path::to_path_buf).unwrap_or_default();
        let manifests = || folder.ancestors().filter(|ancestor| ancestor.join("Cargo.toml").is_file());
        let package = manifests().next().map_or_else(|| folder.clone(), Path::to_path_buf);
        let is_workspace = |ancestor: &&Path| {
            std::fs::read_to_string(ancestor.join("Cargo.toml"))
                .is_ok_and(|text| text.lines().any(|line| line.trim_start().starts_with("[workspace")))
        };
        let workspace = manifests().find(is_workspace).map_or_else(|| package.clone(), Path::to_path_buf);
        let name = absolute.strip_prefix(&package).unwrap_or(&absolute);
        let name = name.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        (Self { package, workspace }, name)
    }
}

impl Files for Disk {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        File::open(self.path(name))?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn path(&self, name: &str) -> PathBuf {
        // Without `..` in the middle, so that one file has one path.
        let mut path = self.package.clone();
        for part in name.split('/') {
            match part {
                ".." => {
                    path.pop();
                }
                "" | "." => {}
                part => path.push(part),
            }
        }
        path
    }

    fn contains(&self, name: &str) -> bool {
        if name.starts_with('/') {
            return false;
        }
        let path = self.path(name);
        // Symbolic links are followed: what counts is where the bytes are.
        match (path.canonicalize(), self.workspace.canonicalize()) {
            (Ok(path), Ok(workspace)) => path.starts_with(workspace),
            _ => path.starts_with(&self.workspace),
        }
    }
}

/// The name of `file` as written in `including`, relative to the package's root.
pub(crate) fn join(including: &str, file: &str) -> String {
    let mut parts: Vec<&str> = including.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.last().is_none_or(|last| *last == "..") {
                    parts.push("..");
                } else {
                    parts.pop();
                }
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn includes_are_relative_to_the_including_file() {
        assert_eq!(join("patterns.yaml", "patterns/a.yaml"), "patterns/a.yaml");
        assert_eq!(join("patterns/a.yaml", "./b.yaml"), "patterns/b.yaml");
        assert_eq!(join("patterns/a.yaml", "../b.yaml"), "b.yaml");
        assert_eq!(join("patterns.yaml", "../../b.yaml"), "../../b.yaml");
    }
}
