//! `allow:` silences warnings; one that silences nothing is itself a warning.

use super::Warning;
use crate::diagnostic::{Code, Diagnostic};
use crate::spec::{AllowSpec, Spec};
use crate::{Allowed, diagnostic};

/// Splits warnings into those that stand and those that the list allows.
pub(crate) fn apply(spec: &Spec, warnings: Vec<Warning<'_>>) -> (Vec<Diagnostic>, Vec<Allowed>) {
    let mut stand = Vec::new();
    let mut allowed = Vec::new();
    let mut used: Vec<&AllowSpec> = Vec::new();
    for warning in warnings {
        match warning.allow.iter().find(|allow| allow.code == warning.diagnostic.code) {
            Some(allow) => {
                used.push(allow);
                allowed.push(Allowed { diagnostic: warning.diagnostic, reason: allow.reason.clone() });
            }
            None => stand.push(warning.diagnostic),
        }
    }
    for (allow, entity, pattern) in all(spec) {
        // Whether that is silenced, only the structs show.
        let of_structs = allow.code == Code::TtlNotProjected;
        if of_structs || used.iter().any(|u| std::ptr::eq(*u, allow)) {
            continue;
        }
        let mut diagnostic = Diagnostic::new(
            Code::UnusedAllow,
            format!("Nothing here is reported as `{}`", allow.code.name()),
        )
        .at(&allow.place, "it silences nothing")
        .help("remove it");
        if let Some(entity) = entity {
            diagnostic = diagnostic.entity(entity);
        }
        diagnostic.pattern = pattern.map(str::to_owned);
        stand.push(diagnostic);
    }
    stand.sort_by(diagnostic::by_place);
    allowed.sort_by(|a, b| diagnostic::by_place(&a.diagnostic, &b.diagnostic));
    (stand, allowed)
}

/// Every `allow:` of a list, with the entity or pattern that it stands in.
fn all(spec: &Spec) -> Vec<(&AllowSpec, Option<&str>, Option<&str>)> {
    let mut all = Vec::new();
    if let Some(table) = &spec.table {
        all.extend(table.allow.iter().map(|allow| (allow, None, None)));
        all.extend(table.indexes.iter().flat_map(|index| &index.allow).map(|allow| (allow, None, None)));
    }
    for entity in &spec.entities {
        let own = entity.allow.iter().chain(entity.entries.iter().flat_map(|entry| &entry.allow));
        all.extend(own.map(|allow| (allow, Some(entity.name.text.as_str()), None)));
    }
    for pattern in &spec.patterns {
        all.extend(pattern.allow.iter().map(|allow| (allow, None, Some(pattern.name.text.as_str()))));
    }
    all
}
