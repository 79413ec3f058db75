//! From the model to the plan.

mod action;
mod bound;
mod collection;
mod condition;
mod order;
mod params;
mod pattern;
mod projection;
mod runs_on;
mod scan;
mod select;

use std::collections::{HashMap, HashSet};

use dal_key::AttributeType;

use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use crate::model::{Entry, Keys, Model, Unique};
use crate::plan::{
    EntityPlan, GroupPlan, IndexPlan, MembershipPlan, PatternPlan, Plan, ProjectionPlan, QueryPlan,
    ShardPlan, TablePlan, UniquePlan, Verb,
};
use crate::spec::{PatternSpec, TableSpec};

pub(crate) use action::actions;
pub(crate) use condition::wrong_constants;
pub(crate) use projection::{computed, readable};

/// A pattern with its plan; the numbers of its entities are those of the model.
#[derive(Debug)]
pub(crate) struct Planned<'s> {
    pub(crate) spec: &'s PatternSpec,
    pub(crate) plan: PatternPlan,
}

/// Plans every pattern; what is wrong with one is reported, and it is left out.
pub(crate) fn patterns<'s>(model: &Model<'s>, out: &mut Vec<Diagnostic>) -> Vec<Planned<'s>> {
    let mut planned = Vec::new();
    for spec in &model.spec.patterns {
        // Nobody reads more, and each can name all entities of the list.
        if out.len() > MAX_DIAGNOSTICS {
            break;
        }
        let mark = out.len();
        let plan = pattern::plan(model, spec, out);
        let failed = out.get(mark..).is_some_and(|new| new.iter().any(Diagnostic::is_error));
        if let Some(plan) = plan.filter(|_| !failed) {
            planned.push(Planned { spec, plan });
        }
    }
    planned
}

/// The plan of all that has no error: broken entities and patterns are left out, so that the others still become code.
pub(crate) fn plan(
    model: &Model<'_>,
    planned: &[Planned<'_>],
    projections: Vec<ProjectionPlan>,
    diagnostics: &[Diagnostic],
) -> Plan {
    let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let broken_patterns: HashSet<&str> = errors().filter_map(|error| error.pattern.as_deref()).collect();
    let broken_entities: HashSet<&str> = errors()
        .filter(|error| error.pattern.is_none())
        .filter_map(|error| error.entity.as_deref())
        .collect();
    let reads = reads(planned);
    let mut numbers = vec![None; model.entities.len()];
    let mut entities = Vec::new();
    for (number, entity, keys) in model.keyed() {
        if broken_entities.contains(entity.spec.name.text.as_str()) {
            continue;
        }
        numbers[number] = Some(entities.len());
        entities.push(self::entity(model, number, &entity.spec.name.text, keys, &reads));
    }
    let mut patterns: Vec<PatternPlan> = Vec::new();
    for pattern in planned {
        if broken_patterns.contains(pattern.spec.name.text.as_str()) {
            continue;
        }
        let number = |n: usize| numbers.get(n).copied().flatten();
        let renumbered: Option<Vec<usize>> = pattern.plan.entities.iter().map(|&n| number(n)).collect();
        let Some(entities) = renumbered else { continue };
        let mut plan = PatternPlan { entities, ..pattern.plan.clone() };
        if let Verb::Query(query) = &mut plan.verb {
            query.skip = query.skip.iter().filter_map(|(n, why)| Some((number(*n)?, why.clone()))).collect();
        }
        patterns.push(plan);
    }
    Plan {
        files: Vec::new(),
        table: table(model, projections),
        entities,
        patterns,
        actions: Vec::new(),
        left_out: Vec::new(),
        left_out_collections: Vec::new(),
        others: Vec::new(),
        joined: Vec::new(),
    }
}

fn table(model: &Model<'_>, projections: Vec<ProjectionPlan>) -> TablePlan {
    let spec = model.table;
    let text = |text: &Option<crate::yaml::Text>| text.as_ref().map(|t| t.text.clone());
    let indexes = spec
        .indexes
        .iter()
        .zip(projections)
        .map(|(index, projection)| IndexPlan {
            name: index.name.text.clone(),
            pinned_as: spec.pinned_as(index),
            physical: text(&index.physical).unwrap_or_else(|| index.name.text.clone()),
            place: index.name.place.clone(),
            local: index.local,
            partition: index.partition.iter().map(|own| own.text.clone()).collect(),
            sort: index.sort.iter().map(|own| own.text.clone()).collect(),
            projection,
            computed: index.project.is_none(),
        })
        .collect();
    TablePlan {
        name: spec.name.text.clone(),
        enum_name: spec.enum_name(),
        place: spec.place.clone(),
        partition: spec.partition.text.clone(),
        sort: text(&spec.sort),
        types: types(spec),
        tenant: model.tenant_fields.clone(),
        tenant_text: model.tenant.as_ref().map(|tenant| tenant.text.clone()),
        type_attribute: text(&spec.type_attribute),
        ttl: text(&spec.ttl),
        indexes,
    }
}

/// The key attributes that are no strings, each once.
fn types(table: &TableSpec) -> Vec<(String, AttributeType)> {
    let mut types: Vec<(String, AttributeType)> = Vec::new();
    for typed in table.types.iter().filter(|typed| typed.of != AttributeType::S) {
        if types.iter().all(|(name, _)| *name != typed.name.text) {
            types.push((typed.name.text.clone(), typed.of));
        }
    }
    types
}

/// The queries that read an entity in an index, by both their numbers.
type Reads<'p> = HashMap<(usize, usize), Vec<&'p QueryPlan>>;

fn reads<'p>(planned: &'p [Planned<'_>]) -> Reads<'p> {
    let mut reads = Reads::new();
    for pattern in planned {
        let Verb::Query(query) = &pattern.plan.verb else { continue };
        let Some(index) = query.index else { continue };
        for &entity in &pattern.plan.entities {
            reads.entry((entity, index)).or_default().push(query);
        }
    }
    reads
}

fn entity(model: &Model<'_>, number: usize, name: &str, keys: &Keys<'_>, reads: &Reads<'_>) -> EntityPlan {
    let spec = model.entities[number].spec;
    let memberships: Vec<MembershipPlan> =
        keys.entries.iter().map(|entry| membership(model, entry, number, keys, reads)).collect();
    EntityPlan {
        name: name.to_owned(),
        type_name: spec.type_name.as_ref().map(|name| name.text.clone()).filter(|given| given != name),
        about: spec.about.as_ref().map(|about| about.text.clone()),
        place: spec.name.place.clone(),
        scoped: keys.scoped,
        fields: keys.fields.clone(),
        primary_fields: keys.primary_fields,
        partition: keys.partition.plan(),
        sort: keys.sort.as_ref().map(crate::model::Template::plan),
        groups: groups(keys),
        shard: keys.shard.as_ref().map(shard),
        key_only: keys.key_only.clone(),
        memberships,
        managed: keys.managed,
        unique: keys.unique.iter().map(unique).collect(),
        guards: None,
        size: spec.size,
        shares: spec.shares.iter().map(|name| name.text.clone()).collect(),
    }
}

fn unique(unique: &Unique<'_>) -> UniquePlan {
    let spec = unique.spec;
    UniquePlan {
        name: spec.field.text.clone(),
        place: spec.field.place.clone(),
        template: unique.template.plan(),
        across_tenants: spec.across_tenants.as_ref().map(|why| why.text.clone()),
    }
}

/// The shards of an entity as the plan has them.
pub(crate) fn shard(shard: &crate::model::Shard) -> ShardPlan {
    let crate::model::Shard { field, index, from, count, by } = *shard;
    ShardPlan { field, index, from, count, by }
}

fn membership(
    model: &Model<'_>,
    entry: &Entry<'_>,
    number: usize,
    keys: &Keys<'_>,
    reads: &Reads<'_>,
) -> MembershipPlan {
    let mut selected: Vec<String> = Vec::new();
    let in_key = |field: &str| keys.number(field).is_some_and(|n| projection::readable(keys, entry, n));
    for field in reads.get(&(number, entry.index)).into_iter().flatten().flat_map(|query| &query.select) {
        if !in_key(field) && !selected.contains(field) {
            selected.push(field.clone());
        }
    }
    MembershipPlan {
        index: entry.index,
        place: entry.spec.index.place.clone(),
        partition: entry.partition.plans(),
        sort: entry.sort.as_ref().map(crate::model::Template::plans).unwrap_or_default(),
        when: entry.when.clone(),
        across_tenants: entry.spec.across_tenants.as_ref().map(|why| why.text.clone()),
        without_ttl: allowed(model, number, entry, Code::TtlNotProjected),
        selected,
    }
}

/// The reason for which the list allows a warning about an entity in an index, on whichever node it stands.
fn allowed(model: &Model<'_>, number: usize, entry: &Entry<'_>, code: Code) -> Option<String> {
    let entity = model.entities.get(number).into_iter().flat_map(|entity| &entity.spec.allow);
    let index = model.table.indexes.get(entry.index).into_iter().flat_map(|index| &index.allow);
    let mut all = entry.spec.allow.iter().chain(entity).chain(index).chain(&model.table.allow);
    all.find(|allow| allow.code == code).map(|allow| allow.reason.clone())
}

/// Fields outside the primary key that must be written together; indexes that share fields are one group.
fn groups(keys: &Keys<'_>) -> Vec<GroupPlan> {
    let mut groups: Vec<GroupPlan> = Vec::new();
    for (number, entry) in keys.entries.iter().enumerate() {
        let sort = entry.sort.iter().flat_map(|sort| sort.fields());
        let when = entry.when.iter().map(|when| when.field);
        let mut fields: Vec<usize> = entry.partition.fields().chain(sort).chain(when).collect();
        fields.retain(|&field| field >= keys.primary_fields && !keys.is_shard(field));
        if fields.is_empty() {
            continue;
        }
        let mut merged = GroupPlan { fields, memberships: vec![number], stamped: false };
        groups.retain_mut(|group| {
            let shares = group.fields.iter().any(|field| merged.fields.contains(field));
            if shares {
                merged.fields.append(&mut group.fields);
                merged.memberships.append(&mut group.memberships);
            }
            !shares
        });
        merged.fields.sort_unstable();
        merged.fields.dedup();
        merged.memberships.sort_unstable();
        groups.push(merged);
    }
    // Indexes by the time of the last write are one group: it is a field that they share.
    for group in &mut groups {
        let before = group.fields.len();
        group.fields.retain(|field| Some(*field) != keys.managed.updated);
        group.stamped = group.fields.len() < before;
    }
    groups.sort_by_key(|group| group.memberships.first().copied());
    groups
}
