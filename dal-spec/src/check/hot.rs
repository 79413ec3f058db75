//! Partitions that all items share.

use super::Warning;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, Template};

pub(crate) fn check<'s>(model: &Model<'s>, out: &mut Vec<Warning<'s>>) {
    for entity in &model.entities {
        let Some(keys) = &entity.keys else { continue };
        let name = entity.spec.name.text.as_str();
        // A key without any part is one item, which has nothing to be told apart from.
        if keys.partition.fields().chain(keys.sort.iter().flat_map(Template::fields)).next().is_none() {
            continue;
        }
        if keys.partition.fields().next().is_none() {
            let allow = entity.spec.allow.iter().collect();
            out.push(Warning { diagnostic: hot(name, "the table", &keys.partition), allow });
        }
        for entry in &keys.entries {
            if entry.partition.fields().next().is_none() {
                let allow = entry.spec.allow.iter().chain(&entity.spec.allow).collect();
                let diagnostic = hot(name, &format!("`{}`", entry.spec.index.text), &entry.partition);
                out.push(Warning { diagnostic, allow });
            }
        }
    }
}

fn hot(entity: &str, place: &str, partition: &Template) -> Diagnostic {
    Diagnostic::new(
        Code::HotPartition,
        format!("All items of `{entity}` share one partition of {place}, `{}`", partition.text),
    )
    .at(&partition.place, "no part tells items apart")
    .note(
        "one partition takes at most 1,000 write units and 3,000 read units a second, whatever the table has",
    )
    .help("put a part into the partition key, or say why this is enough: `allow: { hot-partition: why }`")
    .entity(entity)
}
