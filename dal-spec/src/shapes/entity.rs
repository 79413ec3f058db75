//! The struct of an entity against its keys, indexes and patterns.

use super::with_type;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{
    EntityPlan, MembershipPlan, Plan, ProjectionPlan, SegmentPlan, TemplatePlan, Verb, WhenIs,
};
use crate::shape::{Body, FieldShape, Shape};
use crate::suggest;

pub(super) fn check(plan: &Plan, number: usize, shape: &Shape, out: &mut Vec<Diagnostic>) {
    let Some(entity) = plan.entities.get(number) else { return };
    let Body::Struct(fields) = &shape.body else { return };
    let mark = out.len();
    key_fields(plan, entity, shape, fields, out);
    conditions(plan, entity, shape, fields, out);
    key_only(plan, entity, fields, out);
    attributes(plan, entity, fields, out);
    ttl(plan, entity, fields, out);
    version(entity, fields, out);
    selects(plan, number, entity, shape, fields, out);
    super::action::check(plan, number, entity, shape, fields, out);
    super::filter::check(plan, number, entity, shape, fields, out);
    for diagnostic in out.iter_mut().skip(mark) {
        let pattern = diagnostic.pattern.take();
        *diagnostic = diagnostic.clone().entity(&entity.name);
        diagnostic.pattern = pattern;
    }
}

fn find<'f>(fields: &'f [FieldShape], name: &str) -> Option<&'f FieldShape> {
    fields.iter().find(|field| field.name == name)
}

/// The fields that keys and conditions are built from: there, present, and stored.
fn key_fields(
    plan: &Plan,
    entity: &EntityPlan,
    shape: &Shape,
    fields: &[FieldShape],
    out: &mut Vec<Diagnostic>,
) {
    let tenant = if entity.scoped { plan.table.tenant.len() } else { 0 };
    for (number, part) in entity.fields.iter().enumerate() {
        // It is made by the write, not held by the struct.
        if entity.is_shard(number) {
            continue;
        }
        let name = part.name.as_str();
        let Some(field) = find(fields, name) else {
            let near = suggest::did_you_mean(name, fields.iter().map(|field| field.name.as_str()));
            let mut diagnostic = Diagnostic::new(
                Code::MissingField,
                format!("`{}` has no field `{name}`, which {}", entity.name, used(plan, entity, number)),
            )
            .at(&part.place, near);
            if number < tenant {
                diagnostic = diagnostic.note("a struct inside a tenant has the tenant's parts as fields: writes compare them with the scope");
            }
            let is_managed = entity.managed.fields().any(|(field, _)| field == number);
            let of_key = if is_managed { "" } else { " in the key" };
            diagnostic =
                diagnostic.help(format!("add the field `{name}` to the struct, or correct the name{of_key}"));
            out.push(with_type(diagnostic, shape));
            continue;
        };
        let at = |diagnostic: Diagnostic, label: &str| match &field.place {
            Some(place) => {
                diagnostic.at(&part.place, label).related(place, format!("`{name}: {}`", field.ty))
            }
            None => diagnostic.at(&part.place, label),
        };
        if field.optional && number < tenant {
            out.push(at(
                Diagnostic::new(
                    Code::OptionalTenant,
                    format!("`{}.{name}` tells tenants apart, and is optional", entity.name),
                )
                .note("an item without a tenant would be in nobody's partition")
                .help(format!("make it required: `{name}: {}`", field.base)),
                "part of the tenant",
            ));
        } else if field.optional && number < entity.primary_fields {
            out.push(at(
                Diagnostic::new(
                    Code::OptionalKeyPart,
                    format!("`{}.{name}` is part of the primary key, and is optional", entity.name),
                )
                .note("every item has a whole primary key; only index keys may be absent")
                .help(format!("make it required: `{name}: {}`", field.base)),
                "part of the primary key",
            ));
        }
        if field.skip {
            out.push(at(
                Diagnostic::new(Code::SkippedKeyPart, format!("serde skips `{}.{name}`, which {}", entity.name, used(plan, entity, number)))
                    .note("a value that is not stored cannot be read back, and writes of loaded items would lose it")
                    .help("remove `#[serde(skip)]` from the field"),
                "needed here",
            ));
        }
        if field.flatten {
            out.push(at(
                Diagnostic::new(
                    Code::FlattenedKeyPart,
                    format!("serde flattens `{}.{name}`, which {}", entity.name, used(plan, entity, number)),
                )
                .help("give the key part a field of its own"),
                "needed here",
            ));
        }
    }
}

/// What a field is for, in words that follow "which".
fn used(plan: &Plan, entity: &EntityPlan, number: usize) -> String {
    let holds = |template: &TemplatePlan| {
        template.segments.iter().any(|s| matches!(s, SegmentPlan::Part { field, .. } if *field == number))
    };
    if holds(&entity.partition) {
        return "its partition key is built from".to_owned();
    }
    if entity.sort.as_ref().is_some_and(holds) {
        return "its sort key is built from".to_owned();
    }
    for membership in &entity.memberships {
        let index = plan.table.indexes.get(membership.index).map_or("", |index| index.name.as_str());
        if membership.partition.iter().chain(&membership.sort).any(holds) {
            return format!("its key in `{index}` is built from");
        }
        if membership.when.iter().any(|when| when.field == number) {
            return format!("decides whether it is in `{index}`");
        }
    }
    if let Some(unique) = entity.unique.iter().find(|unique| holds(&unique.template)) {
        return format!("its unique key of `{}` is built from", unique.name);
    }
    if let Some((_, word)) = entity.managed.fields().find(|(field, _)| *field == number) {
        return format!("`{word}:` names");
    }
    "its keys use".to_owned()
}

/// `present` and `absent` mean something only for optional fields.
fn conditions(
    plan: &Plan,
    entity: &EntityPlan,
    shape: &Shape,
    fields: &[FieldShape],
    out: &mut Vec<Diagnostic>,
) {
    for membership in &entity.memberships {
        let index = plan.table.indexes.get(membership.index).map_or("", |index| index.name.as_str());
        for when in &membership.when {
            let word = match &when.is {
                WhenIs::Present => "present",
                WhenIs::Absent => "absent",
                WhenIs::OneOf(_) => continue,
            };
            let Some(part) = entity.fields.get(when.field) else { continue };
            let Some(field) = find(fields, &part.name).filter(|field| !field.optional) else { continue };
            let result = if word == "present" { "every item is" } else { "no item is ever" };
            let diagnostic = Diagnostic::new(
                Code::PresentAlways,
                format!("`{}.{}` is always present, so {result} in `{index}`", entity.name, field.name),
            )
            .at(&part.place, format!("`{}` is not optional", field.ty))
            .help(format!("make it `Option<{}>`, or remove the condition", field.ty));
            out.push(match &field.place {
                Some(place) => diagnostic.related(place, "the field"),
                None => with_type(diagnostic, shape),
            });
        }
    }
}

/// A value that lives in keys only must be in a key that every item has, or be optional.
fn key_only(plan: &Plan, entity: &EntityPlan, fields: &[FieldShape], out: &mut Vec<Diagnostic>) {
    for &number in entity.key_only.iter().filter(|number| **number >= entity.primary_fields) {
        let Some(part) = entity.fields.get(number) else { continue };
        let Some(field) = find(fields, &part.name).filter(|field| !field.optional) else { continue };
        let holds = |templates: &[TemplatePlan]| {
            templates.iter().flat_map(|template| &template.segments).any(|segment| {
                matches!(segment, SegmentPlan::Part { field, format } if *field == number && !format.is_lossy())
            })
        };
        let is_absent = |membership: &MembershipPlan| {
            let templates = membership.partition.iter().chain(&membership.sort);
            let optional =
                templates.flat_map(|template| &template.segments).find_map(|segment| match segment {
                    SegmentPlan::Part { field, .. } => {
                        let name = &entity.fields.get(*field)?.name;
                        find(fields, name).filter(|field| field.optional).map(|field| field.name.clone())
                    }
                    SegmentPlan::Literal(_) => None,
                });
            optional.or_else(|| (!membership.when.is_empty()).then(|| "when:".to_owned()))
        };
        let mut keys = entity.memberships.iter().filter(|m| holds(&m.partition) || holds(&m.sort));
        let Some((membership, why)) =
            keys.try_fold(None, |lacks, m| is_absent(m).map(|why| lacks.or(Some((m, why))))).flatten()
        else {
            continue;
        };
        let index = plan.table.indexes.get(membership.index).map_or("", |index| index.name.as_str());
        let diagnostic = Diagnostic::new(
            Code::KeyOnlyOptional,
            format!(
                "`{}.{}` lives only in the key of `{index}`, which an item can lack",
                entity.name, field.name
            ),
        )
        .note(format!("`{why}` decides whether an item is in `{index}`; one that is not there would have no value to read"))
        .help(format!("make it optional: `{}: Option<{}>`", field.name, field.ty))
        .help("or leave it out of `key_only:`, so that it is an attribute too");
        out.push(at_field(diagnostic, entity, field, "would be lost"));
    }
}

/// Names of attributes, and how serde fills them.
fn attributes(plan: &Plan, entity: &EntityPlan, fields: &[FieldShape], out: &mut Vec<Diagnostic>) {
    let natives = natives(plan, entity);
    let own = own_attributes(plan, entity, &natives);
    for field in fields.iter().filter(|field| !field.skip && !field.flatten) {
        for (name, part) in
            natives.iter().filter(|(name, part)| (*name == field.attribute) != (*part == field.name))
        {
            // An attribute of another name than the field's is a copy of it.
            if *part == field.name && !crate::model::means(name, part) {
                continue;
            }
            out.push(if *part == field.name {
                let diagnostic = Diagnostic::new(
                    Code::NativeName,
                    format!(
                        "`{}.{part}` is stored as `{}`, and the key attribute `{name}` is to hold it",
                        entity.name, field.attribute
                    ),
                )
                .note("a key attribute without a template is the field itself, under the field's own attribute name")
                .help(format!("store it under the attribute's name: `#[serde(rename = \"{name}\")]`"))
                .help(format!("or name the attribute `{}` under `table:`", field.attribute));
                at_field(diagnostic, entity, field, "stored under another name")
            } else {
                let diagnostic = Diagnostic::new(
                    Code::KeyAttribute,
                    format!(
                        "`{}.{}` would be stored as `{name}`, the key attribute that holds `{part}`",
                        entity.name, field.name
                    ),
                )
                .help("rename the field for storage: `#[serde(rename = \"…\")]`");
                at_field(diagnostic, entity, field, "stored under a key's name")
            });
        }
        let is_native = natives.iter().any(|(name, _)| *name == field.attribute);
        if let Some((_, meaning)) = own.iter().find(|(name, _)| *name == field.attribute && !is_native) {
            let diagnostic = Diagnostic::new(
                Code::KeyAttribute,
                format!(
                    "`{}.{}` would be stored as `{}`, which holds {meaning}",
                    entity.name, field.name, field.attribute
                ),
            )
            .note("one attribute cannot hold both: the field would overwrite the key, or the key the field")
            .help("rename the field for storage: `#[serde(rename = \"…\")]`");
            out.push(at_field(diagnostic, entity, field, "stored under a key's name"));
        }
        if field.optional && field.with.is_some() && !field.default {
            let diagnostic = Diagnostic::new(
                Code::OptionWith,
                format!(
                    "`{}.{}` is optional and read by a function of its own, without a default",
                    entity.name, field.name
                ),
            )
            .note("a `None` is not stored, and serde calls the field missing instead of asking the function")
            .help("add `#[serde(default)]` to the field");
            out.push(at_field(diagnostic, entity, field, "needs `#[serde(default)]`"));
        }
    }
    landings(plan, entity, fields, &own, out);
}

/// The key attributes of an entity that hold no field as it is, and dal's own: the name and what it holds.
fn own_attributes<'p>(
    plan: &'p Plan,
    entity: &EntityPlan,
    natives: &[(&str, &str)],
) -> Vec<(&'p str, String)> {
    let table = &plan.table;
    let mut own: Vec<(&str, String)> = vec![(&table.partition, "the table's partition key".to_owned())];
    own.extend(table.sort.as_deref().map(|sort| (sort, "the table's sort key".to_owned())));
    for index in entity.memberships.iter().filter_map(|m| table.indexes.get(m.index)) {
        let keys = [(&index.partition, "partition"), (&index.sort, "sort")];
        for (attributes, which) in keys {
            let meaning = |name: &'p String| (name.as_str(), format!("the {which} key of `{}`", index.name));
            own.extend(attributes.iter().map(meaning));
        }
    }
    own.retain(|(name, _)| !natives.iter().any(|(native, _)| native == name));
    own.extend(table.type_attribute.as_deref().map(|name| (name, "the entity's name (`type:`)".to_owned())));
    own
}

/// Fields that would bring an entity into an index that it has no entry for: an item is in an index when it has all of the
/// index's key attributes, whoever wrote them.
fn landings(
    plan: &Plan,
    entity: &EntityPlan,
    fields: &[FieldShape],
    own: &[(&str, String)],
    out: &mut Vec<Diagnostic>,
) {
    let in_keys =
        |name: &str| entity.key_only.iter().any(|&n| entity.fields.get(n).is_some_and(|f| f.name == name));
    let stored = |name: &str| {
        fields.iter().find(|f| !f.skip && !f.flatten && f.attribute == name && !in_keys(&f.name))
    };
    let natives = natives(plan, entity);
    let is_key = |name: &str| {
        own.iter().any(|(known, _)| *known == name) || natives.iter().any(|(known, _)| *known == name)
    };
    for (number, index) in plan.table.indexes.iter().enumerate() {
        let mut keys = index.partition.iter().chain(&index.sort);
        let is_in = entity.memberships.iter().any(|membership| membership.index == number);
        if is_in || !keys.clone().all(|name| is_key(name) || stored(name).is_some()) {
            continue;
        }
        let Some((name, field)) = keys.find_map(|name| Some((name, stored(name).filter(|_| !is_key(name))?)))
        else {
            continue;
        };
        let others: Vec<&str> =
            index.partition.iter().chain(&index.sort).map(String::as_str).filter(|own| own != name).collect();
        let also = match others.as_slice() {
            [] => String::new(),
            _ => format!(", and has {} too", suggest::names(others.iter().copied())),
        };
        let diagnostic = Diagnostic::new(
            Code::KeyAttribute,
            format!(
                "`{}.{}` would be stored as `{name}`, a key attribute of `{}`: items would be in an index that nothing says \
                 they are in",
                entity.name, field.name, index.name
            ),
        )
        .note(format!("an item is in an index when it has all of its key attributes; this one has `{name}`{also}"))
        .help(format!("if it is meant to be there, say so: `{}: {{}}` under `{}`", index.name, entity.name))
        .help("or rename the field for storage: `#[serde(rename = \"…\")]`");
        out.push(at_field(diagnostic, entity, field, "stored under a key's name"));
    }
}

/// The key attributes that hold a field of the entity as it is, and the field's name.
fn natives<'p>(plan: &'p Plan, entity: &'p EntityPlan) -> Vec<(&'p str, &'p str)> {
    let table = std::iter::once((&plan.table.partition, &entity.partition))
        .chain(plan.table.sort.iter().zip(&entity.sort));
    let indexes = entity.memberships.iter().flat_map(|membership| {
        let index = plan.table.indexes.get(membership.index);
        index.into_iter().flat_map(|index| {
            let partition = index.partition.iter().zip(&membership.partition);
            partition.chain(index.sort.iter().zip(&membership.sort))
        })
    });
    let mut natives: Vec<(&str, &str)> = Vec::new();
    for (attribute, template) in table.chain(indexes) {
        let field = template.native().and_then(|(field, _)| entity.fields.get(field));
        let native = field.map(|field| (attribute.as_str(), field.name.as_str()));
        natives.extend(native.filter(|native| !natives.contains(native)));
    }
    natives
}

fn at_field(diagnostic: Diagnostic, entity: &EntityPlan, field: &FieldShape, label: &str) -> Diagnostic {
    match &field.place {
        Some(place) => diagnostic.at(place, label),
        None => diagnostic.at(&entity.place, format!("field `{}`", field.name)),
    }
}

/// Every item has a version.
fn version(entity: &EntityPlan, fields: &[FieldShape], out: &mut Vec<Diagnostic>) {
    let Some(part) = entity.managed.version.and_then(|number| entity.fields.get(number)) else { return };
    let Some(field) = find(fields, &part.name).filter(|field| field.optional) else { return };
    let diagnostic = Diagnostic::new(
        Code::OptionalVersion,
        format!("`{}.{}` is the version of every item, and is optional", entity.name, field.name),
    )
    .at(&part.place, "the version")
    .note(
        "an item that was never written has the version 0, and so has one that was stored without a version",
    )
    .help(format!("make it `{}: {}`; for items without it, add `#[serde(default)]`", field.name, field.base));
    out.push(match &field.place {
        Some(place) => diagnostic.related(place, format!("`{}: {}`", field.name, field.ty)),
        None => diagnostic,
    });
}

/// The TTL attribute holds epoch seconds, and indexes hold it.
fn ttl(plan: &Plan, entity: &EntityPlan, fields: &[FieldShape], out: &mut Vec<Diagnostic>) {
    let Some(ttl) = plan.table.ttl.as_deref() else { return };
    let Some(field) = fields.iter().find(|field| field.attribute == ttl && !field.skip && !field.flatten)
    else {
        return;
    };
    let integer = matches!(
        field.base.as_str(),
        "u8" | "u16" | "u32" | "u64" | "i32" | "i64" | "u128" | "i128" | "usize" | "isize"
    );
    let by_function = field.with.as_deref().is_some_and(|path| path.to_ascii_lowercase().contains("ttl"));
    if field.list || !(integer || by_function || field.base.ends_with("Ttl")) {
        let diagnostic = Diagnostic::new(
            Code::TtlNotSeconds,
            format!("`{}.{}` is stored as `{ttl}`, the table's TTL, but `{}` is not written in epoch seconds", entity.name, field.name, field.ty),
        )
        .note("DynamoDB deletes by a number of seconds since 1970; text is ignored, and milliseconds lie 50,000 years ahead")
        .help(if field.optional {
            "use the type `Option<dal::Ttl>`, or `#[serde(default, with = \"dal::ttl::option\")]` on the field"
        } else {
            "use the type `dal::Ttl`, or `#[serde(with = \"dal::ttl\")]` on the field"
        });
        out.push(at_field(diagnostic, entity, field, "must be epoch seconds"));
    }
    for membership in &entity.memberships {
        let Some(index) = plan.table.indexes.get(membership.index) else { continue };
        let lacks = match &index.projection {
            ProjectionPlan::All => false,
            ProjectionPlan::Keys => true,
            ProjectionPlan::Include(list) => !list.iter().any(|attribute| attribute == ttl),
        };
        if lacks && membership.without_ttl.is_none() {
            out.push(
                Diagnostic::new(
                    Code::TtlNotProjected,
                    format!("`{}` expires by `{ttl}`, which `{}` does not hold", entity.name, index.name),
                )
                .at(&membership.place, format!("in `{}` without its TTL", index.name))
                .note("expired items stay for up to days; without the attribute, reads of the index could not leave them out")
                .help(format!("add `{ttl}` to `project:` of `{}` (DynamoDB cannot change it on a live index), or use another index", index.name))
                .help("where the table exists, say why it is enough: `allow: { ttl-not-projected: Readers check the item. }`"),
            );
        }
    }
}

/// Every selected field is a field, and the index holds it.
fn selects(
    plan: &Plan,
    number: usize,
    entity: &EntityPlan,
    shape: &Shape,
    fields: &[FieldShape],
    out: &mut Vec<Diagnostic>,
) {
    for pattern in plan.patterns.iter().filter(|pattern| pattern.entities.contains(&number)) {
        let Verb::Query(query) = &pattern.verb else { continue };
        let Some(index) = query.index.and_then(|index| plan.table.indexes.get(index)) else { continue };
        let Some(membership) = entity.memberships.iter().find(|m| Some(m.index) == query.index) else {
            continue;
        };
        for (i, name) in query.select.iter().enumerate() {
            let place = query.select_places.get(i).unwrap_or(&pattern.place);
            let Some(field) = find(fields, name).filter(|field| !field.skip) else {
                let near =
                    suggest::did_you_mean(name, fields.iter().filter(|f| !f.skip).map(|f| f.name.as_str()));
                let why = if find(fields, name).is_some() { "serde skips it" } else { near.as_str() };
                let diagnostic = Diagnostic::new(
                    Code::UnknownSelect,
                    format!(
                        "`{}` selects `{name}`, which is no stored field of `{}`",
                        pattern.name, entity.name
                    ),
                )
                .at(place, why)
                .pattern(&pattern.name);
                out.push(with_type(diagnostic, shape));
                continue;
            };
            if readable(entity, membership, name) {
                continue;
            }
            let list: &[String] = match &index.projection {
                ProjectionPlan::All => continue,
                ProjectionPlan::Keys => &[],
                ProjectionPlan::Include(list) => list,
            };
            if list.contains(&field.attribute) {
                continue;
            }
            let diagnostic = if index.computed && field.name != field.attribute {
                Diagnostic::new(
                    Code::RenamedComputed,
                    format!(
                        "`{}.{name}` is stored as `{}`, so the projection of `{}` cannot be computed",
                        entity.name, field.attribute, index.name
                    ),
                )
                .at(place, format!("stored as `{}`", field.attribute))
                .note("the list is computed from the names of fields; it does not see how serde renames them")
                .help(format!("write the list under `{}`: `project: [{}, …]`", index.name, field.attribute))
            } else {
                Diagnostic::new(
                    Code::SelectNotProjected,
                    format!("`{}` selects `{name}` of `{}`, and `{}` does not hold it", pattern.name, entity.name, index.name),
                )
                .at(place, format!("stored as `{}`", field.attribute))
                .note(match list {
                    [] => format!("`{}` holds only keys", index.name),
                    _ => format!("`{}` holds {}", index.name, suggest::names(list.iter().map(String::as_str))),
                })
                .help(format!("add `{}` to its `project:` list, which DynamoDB cannot change on a live index", field.attribute))
                .help("or store the field under a projected name (`#[serde(rename)]`): names in an index are shared, like its keys")
                .help("or do not select it, and get the item itself where it is needed")
            };
            out.push(with_type(diagnostic.pattern(&pattern.name), shape));
        }
    }
}

/// Whether a field can be read from the keys that an index item holds.
fn readable(entity: &EntityPlan, membership: &MembershipPlan, name: &str) -> bool {
    let Some(number) = entity.fields.iter().position(|field| field.name == name) else { return false };
    let templates = std::iter::once(&entity.partition)
        .chain(&entity.sort)
        .chain(&membership.partition)
        .chain(&membership.sort);
    templates.flat_map(|template| &template.segments).any(|segment| {
        matches!(segment, SegmentPlan::Part { field, format } if *field == number && !format.is_lossy())
    })
}
