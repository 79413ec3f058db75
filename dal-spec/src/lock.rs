//! `patterns.lock`: the projection lists that dal computed, pinned per index.
//!
//! DynamoDB cannot change what a live index projects. A list that is left out of `patterns.yaml` is computed from the
//! patterns; the lock keeps what it was when the index was made, so that a later pattern cannot change it unseen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::plan::{Plan, ProjectionPlan};

/// The contents of `patterns.lock`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The version of the file: 1.
    pub version: u32,
    /// The projected attributes of each index whose list is computed.
    #[serde(default)]
    pub indexes: BTreeMap<String, Vec<String>>,
}

/// The version that this dal reads and writes.
const VERSION: u32 = 1;
const HEADER: &str = "# What the indexes project, where patterns.yaml leaves it to be computed. Commit this file.\n\
                      # DynamoDB cannot change the projection of an index once it exists.\n";

impl Lock {
    /// The name of a list's lock: `patterns.lock` for `patterns.yaml`, in the same folder.
    pub fn name(list: &str) -> String {
        let stem = list.strip_suffix(".yaml").or_else(|| list.strip_suffix(".yml")).unwrap_or(list);
        format!("{stem}.lock")
    }

    /// The lock that pins what the plans of a list computed.
    pub fn of_all<'p>(plans: impl IntoIterator<Item = &'p Plan>) -> Self {
        let indexes = plans.into_iter().flat_map(|plan| Self::of(plan).indexes).collect();
        Self { version: VERSION, indexes }
    }

    /// The lock that pins what a plan computed.
    pub fn of(plan: &Plan) -> Self {
        let computed = plan.table.indexes.iter().filter(|index| index.computed);
        let indexes = computed
            .map(|index| {
                let list = match &index.projection {
                    ProjectionPlan::Include(list) => list.clone(),
                    ProjectionPlan::Keys | ProjectionPlan::All => Vec::new(),
                };
                (index.pinned_as.clone(), list)
            })
            .collect();
        Self { version: VERSION, indexes }
    }

    /// Reads a lock.
    ///
    /// # Errors
    ///
    /// When the text is not a lock of a known version: what is wrong, and the line and column from 1 if known.
    pub fn read(text: &str) -> Result<Self, (String, Option<(usize, usize)>)> {
        let lock: Self = serde_yaml::from_str(text).map_err(|error| {
            let place = error.location().map(|at| (at.line(), at.column()));
            (error.to_string(), place)
        })?;
        if lock.version == VERSION {
            Ok(lock)
        } else {
            Err((format!("its version is {}, and this dal reads version {VERSION}", lock.version), None))
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    ///
    /// When a name cannot be written as YAML.
    pub fn write(&self) -> Result<String, String> {
        let body = serde_yaml::to_string(self).map_err(|error| error.to_string())?;
        Ok(format!("{HEADER}{body}"))
    }
}
