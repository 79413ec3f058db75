//! Partitions that are asked for more than they give, and local indexes over too much: by `size:`, `rate:` and `items:`.

use std::collections::HashMap;

use super::Warning;
use crate::build::Planned;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Keys, Model, Template};
use crate::plan::{PatternPlan, Plan, Verb};
use crate::spec::{ActionsSpec, AllowSpec, EntitySpec};

/// What one partition gives a second.
const WRITE_UNITS: f64 = 1_000.0;
const READ_UNITS: f64 = 3_000.0;
/// What the items of one partition may take where the table has a local index, in bytes.
const COLLECTION: u64 = 10 * 1024 * 1024 * 1024;

/// `plan` is that of the list: entities and patterns of these names; `all` are the models of all tables.
pub(crate) fn check<'s>(
    (model, all): (&Model<'s>, &[&Model<'s>]),
    planned: &[Planned<'s>],
    plan: &Plan,
    out: &mut Vec<Warning<'s>>,
) {
    let by_name: HashMap<&str, &PatternPlan> =
        plan.patterns.iter().map(|pattern| (pattern.name.as_str(), pattern)).collect();
    for pattern in planned {
        if let Some(own) = by_name.get(pattern.plan.name.as_str()) {
            reads(model, pattern, plan, own, out);
        }
        collections(model, pattern, plan, out);
    }
    for actions in model.spec.actions.iter().filter(|actions| !actions.broken) {
        writes(all, actions, out);
    }
}

/// In how many partitions all items of these keys are; `None` where a part tells them apart.
fn partitions(keys: &Keys<'_>, partition: &Template) -> Option<f64> {
    let shards = keys.shard.as_ref().map_or(1, |shard| shard.count);
    let mut own = partition.fields().filter(|field| !keys.is_shard(*field));
    let spread = partition.fields().any(|field| keys.is_shard(field));
    own.next().is_none().then(|| f64::from(if spread { shards } else { 1 }))
}

fn reads<'s>(
    model: &Model<'s>,
    pattern: &Planned<'s>,
    plan: &Plan,
    own: &PatternPlan,
    out: &mut Vec<Warning<'s>>,
) {
    let index = match &pattern.plan.verb {
        Verb::Get { .. } => None,
        Verb::Query(query) if query.scan.is_some() => return,
        Verb::Query(query) => query.index,
    };
    let first = pattern.plan.entities.first().and_then(|&number| model.entities.get(number));
    let Some((entity, keys)) = first.and_then(|entity| Some((entity.spec, entity.keys.as_ref()?))) else {
        return;
    };
    let Some((partition, _)) = keys.templates(index) else { return };
    let (Some(count), Some(rate)) = (partitions(keys, partition), own.load.per_second()) else { return };
    // Whatever the size, a query takes half a unit of each partition.
    let units = plan.read_units(own).unwrap_or(count / 2.0) * rate / count;
    if units <= READ_UNITS {
        return;
    }
    let name = &pattern.spec.name;
    let diagnostic = Diagnostic::new(
        Code::HotReads,
        format!("`{}` reads {units:.0} units a second from one partition, which gives 3,000", name.text),
    )
    .at(&name.place, "by its `rate:` and `items:`, and the `size:` of its entities")
    .related(&partition.place, if count > 1.0 { "its shards" } else { "the one partition" })
    .note("what is asked for beyond that is throttled, whatever capacity the table has")
    .help("spread the keys over (more) shards: `shard:`, put a part into the partition key, or read less often through a cache")
    .owner(pattern.spec.owner())
    .pattern(&name.text);
    out.push(Warning { diagnostic, allow: allow(&pattern.spec.allow, entity) });
}

fn writes<'s>(all: &[&Model<'s>], actions: &'s ActionsSpec, out: &mut Vec<Warning<'s>>) {
    let Some(rate) = actions.rate else { return };
    #[expect(clippy::cast_precision_loss, reason = "nobody calls so often")]
    let rate = rate as f64 / 3_600.0;
    for action in actions.actions.iter().filter(|action| action.verb.writes()) {
        // A transaction can write to several tables.
        let name = &action.entity.text;
        let found = all.iter().find_map(|model| model.entities.get(model.entity(name)?));
        let Some(entity) = found else { continue };
        let Some(keys) = &entity.keys else { continue };
        let units = rate * f64::from(entity.spec.size.map_or(1, |bytes| bytes.div_ceil(1024)));
        let table = std::iter::once((&keys.partition, "the table".to_owned()));
        let entries =
            keys.entries.iter().map(|entry| (&entry.partition, format!("`{}`", entry.spec.index.text)));
        for (partition, of) in table.chain(entries) {
            let Some(units) = partitions(keys, partition).map(|count| units / count) else { continue };
            if units <= WRITE_UNITS {
                continue;
            }
            let name = &actions.name;
            let diagnostic = Diagnostic::new(
                Code::HotWrites,
                format!(
                    "`{}` writes {units:.0} units a second to one partition of {of}, which takes 1,000",
                    name.text
                ),
            )
            .at(&name.place, format!("by its `rate:`, and the `size:` of `{}`", action.entity.text))
            .related(&partition.place, "no part tells items apart")
            .note("a throttled index throttles the writes of its table")
            .help("spread the keys over (more) shards: `shard:`, or put a part into the partition key")
            .owner(actions.owner())
            .pattern(&name.text);
            out.push(Warning { diagnostic, allow: allow(&actions.allow, entity.spec) });
        }
    }
}

/// The items of one partition of a table with a local index.
fn collections<'s>(model: &Model<'s>, pattern: &Planned<'s>, plan: &Plan, out: &mut Vec<Warning<'s>>) {
    let local = model.table.indexes.iter().position(|index| index.local);
    let (Some(local), Verb::Query(query)) = (local, &pattern.plan.verb) else { return };
    let of_table =
        query.index.is_none_or(|index| model.table.indexes.get(index).is_some_and(|own| own.local));
    let Some(items) = pattern.spec.items.filter(|_| of_table && query.scan.is_none()) else { return };
    let sizes = pattern.plan.entities.iter().filter_map(|&number| model.entities.get(number));
    let Some((entity, size)) =
        sizes.filter_map(|entity| Some((entity, entity.spec.size?))).max_by_key(|(_, s)| *s)
    else {
        return;
    };
    let copies = plan.entity(&entity.spec.name.text).map_or(1, |(_, own)| {
        let is_local = |index: usize| plan.table.indexes.get(index).is_some_and(|index| index.local);
        1 + own.memberships.iter().filter(|membership| is_local(membership.index)).count()
    });
    let bytes = u64::from(items).saturating_mul(size.into()).saturating_mul(copies as u64);
    if bytes <= COLLECTION {
        return;
    }
    let name = &pattern.spec.name;
    let index = model.table.indexes.get(local);
    let diagnostic = Diagnostic::new(
        Code::LargeCollection,
        format!(
            "`{}` reads {} GB of one partition, and with a local index a partition takes at most 10 GB",
            name.text,
            bytes / (1024 * 1024 * 1024)
        ),
    )
    .at(&name.place, format!("{items} items, {copies} times: in the table and in its local indexes"))
    .note("writes that would make it larger fail, and a local index cannot be removed from a table")
    .help("make the index a global one (give it a `partition:`), or put a part into the partition key")
    .owner(pattern.spec.owner())
    .pattern(&name.text);
    let diagnostic = match index {
        Some(index) => diagnostic.related(&index.name.place, "a local index"),
        None => diagnostic,
    };
    out.push(Warning { diagnostic, allow: allow(&pattern.spec.allow, entity.spec) });
}

fn allow<'s>(own: &'s [AllowSpec], entity: &'s EntitySpec) -> Vec<&'s AllowSpec> {
    own.iter().chain(&entity.allow).collect()
}
