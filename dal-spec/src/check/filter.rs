//! Patterns that read, and pay for, more than they return.

use super::Warning;
use crate::build::Planned;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::Verb;

pub(crate) fn check<'s>(planned: &[Planned<'s>], out: &mut Vec<Warning<'s>>) {
    for pattern in planned {
        let Verb::Query(query) = &pattern.plan.verb else { continue };
        let Some(filter) = &query.filter else { continue };
        let name = pattern.plan.name.as_str();
        let diagnostic = Diagnostic::new(
            Code::Filters,
            format!("`{name}` reads all that {} finds, and returns what its filter leaves", query.condition),
        )
        .at(pattern.spec.word("filter"), filter.text(&pattern.plan.values))
        .note("DynamoDB filters after it has read: what is left out costs as much as what is returned, and counts against the 1 MB of a page")
        .help("put what is asked for often into a key, or say why this is enough: `allow: { filters: why }`")
        .owner(pattern.spec.owner())
        .pattern(name);
        let allow = pattern.spec.allow.iter().collect();
        out.push(Warning { diagnostic, allow });
    }
}
