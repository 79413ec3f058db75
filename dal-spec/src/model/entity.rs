//! The keys of an entity.

use super::{Entry, Keys, Model, SHARD, Shard, Template, format, key_only, template, upkeep};
use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::plan::{FieldPlan, WhenIs, WhenPlan};
use crate::source::Place;
use crate::spec::{EntitySpec, EntrySpec, Piece, ShardSpec, TemplateSpec, WhenSpec, WhenSpecIs};
use crate::suggest;
use crate::yaml::Text;

/// Resolves an entity's keys; `None` if something was reported.
pub(crate) fn keys<'s>(
    model: &Model<'_>,
    entity: &'s EntitySpec,
    out: &mut Vec<Diagnostic>,
) -> Option<Keys<'s>> {
    let name = entity.name.text.as_str();
    let mark = out.len();
    // A broken tenant is reported once, by the table.
    if model.table.tenant.is_some() && model.tenant.is_none() {
        return None;
    }
    tenant_kinds(model, entity, out);
    let scoped = model.tenant.is_some() && entity.across_tenants.is_none();
    let mut fields: Vec<FieldPlan> = Vec::new();
    if scoped {
        // The tenant's fields have the first numbers, whatever the order of the template.
        for field in &model.tenant_fields {
            template::number(&mut fields, &field.name, field.kind.clone(), &entity.name.place);
        }
    }
    let mut written = Written { model, entity, seen: Vec::new() };
    let table = model.table;
    let partition = match (&entity.partition, &model.tenant) {
        (Some(spec), _) => written.resolve(&table.partition.text, spec, &mut fields, out),
        (None, Some(tenant)) if scoped => Some(template::tenant_partition(model, tenant, &mut fields)),
        (None, _) => {
            let why =
                if model.tenant.is_some() { "it lies across tenants" } else { "the table has no tenants" };
            out.push(
                Diagnostic::new(Code::MissingKey, format!("`{name}` has no partition key, and {why}"))
                    .at(&entity.name.place, "`partition:` is missing")
                    .help(format!("add `partition: {}#{{…}}`", suggest::snake(name).to_uppercase()))
                    .entity(name),
            );
            None
        }
    };
    let sort = match (&entity.sort, &table.sort) {
        (Some(spec), Some(own)) => written.resolve(&own.text, spec, &mut fields, out),
        (None, None) => None,
        (Some(spec), None) => {
            out.push(
                Diagnostic::new(Code::HalfKey, format!("The table has no sort key, and `{name}` gives one"))
                    .at(&spec.text.place, "remove `sort:`")
                    .related(&table.partition.place, "the table's key is this attribute alone")
                    .help("or give the table a sort key: `key: { partition: PK, sort: SK }`")
                    .entity(name),
            );
            None
        }
        (None, Some(_)) => {
            let upper = suggest::snake(name).to_uppercase();
            out.push(
                Diagnostic::new(Code::MissingKey, format!("`{name}` has no sort key"))
                    .at(&entity.name.place, "`sort:` is missing")
                    .help(format!(
                        "add `sort: {upper}` if a partition holds one of it, or `sort: {upper}#{{{}_id}}` if it holds many",
                        suggest::snake(name)
                    ))
                    .entity(name),
            );
            None
        }
    };
    let primary_fields = fields.len();
    let mut entries = Vec::new();
    let mut in_order: Vec<&EntrySpec> = entity.entries.iter().collect();
    in_order.sort_by_key(|entry| model.index(&entry.index.text));
    for spec in in_order {
        entries.extend(entry(&mut written, spec, &mut fields, out));
    }
    for key in &entity.keys {
        written.resolve(&key.attribute.text, &key.template, &mut fields, out);
    }
    let unique = upkeep::unique(model, entity, &mut fields, out);
    let keys = upkeep::InKeys { primary_fields, entries: &entries, unique: &unique };
    let managed = upkeep::managed(model, entity, &keys, &mut fields, out);
    let failed = out.get(mark..).is_some_and(|new| new.iter().any(Diagnostic::is_error));
    if failed {
        return None;
    }
    let shard = shard(model, entity, &mut fields, primary_fields, &mut entries, out);
    let failed = out.get(mark..).is_some_and(|new| new.iter().any(Diagnostic::is_error));
    if failed {
        return None;
    }
    let mut keys = Keys {
        scoped,
        fields,
        primary_fields,
        partition: partition?,
        sort: if table.sort.is_some() { Some(sort?) } else { None },
        entries,
        shard,
        key_only: Vec::new(),
        unique,
        managed,
    };
    keys.key_only = key_only::resolve(model, entity, &keys, out)?;
    Some(keys)
}

/// The shards of an entity, whose field comes behind all others.
fn shard(
    model: &Model<'_>,
    entity: &EntitySpec,
    fields: &mut Vec<FieldPlan>,
    primary_fields: usize,
    entries: &mut [Entry<'_>],
    out: &mut Vec<Diagnostic>,
) -> Option<Shard> {
    let spec = entity.shard.as_ref()?;
    let name = entity.name.text.as_str();
    let mut report = |diagnostic: Diagnostic| out.push(diagnostic.entity(name));
    let Some(index) = model.index(&spec.of.text) else {
        let all = || model.table.indexes.iter().map(|index| index.name.text.as_str());
        report(
            Diagnostic::new(Code::UnknownIndex, format!("The table has no index `{}`", spec.of.text))
                .at(&spec.of.place, suggest::did_you_mean(&spec.of.text, all()))
                .help(format!("its indexes are {}", suggest::names(all()))),
        );
        return None;
    };
    let field = fields.len();
    let mut used = false;
    for entry in entries.iter_mut() {
        for template in std::iter::once(&mut entry.partition).chain(&mut entry.sort) {
            used |= entry.index == index && template.fields().any(|field| field == SHARD);
            template.number_shard(field);
        }
    }
    if !used {
        report(
            Diagnostic::new(
                Code::ReservedPart,
                format!(
                    "`{name}` spreads its keys of `{}` over shards, and they do not hold `{{shard}}`",
                    spec.of.text
                ),
            )
            .at(&spec.place, "shards of nothing")
            .help(format!("write `{{shard}}` into the partition key of `{}`", spec.of.text)),
        );
        return None;
    }
    let by = match &spec.by {
        None => None,
        Some(by) => match fields.iter().take(primary_fields).position(|field| field.name == by.text) {
            Some(number) => Some(number),
            None => {
                let all = || fields.iter().take(primary_fields).map(|field| field.name.as_str());
                report(
                    Diagnostic::new(
                        Code::NotAKeyPart,
                        format!("`{name}` is sharded by `{}`, which is no part of its primary key", by.text),
                    )
                    .at(&by.place, suggest::did_you_mean(&by.text, all()))
                    .note("a shard stays with its item, so it is told by what never changes")
                    .help(format!(
                        "its primary key has {}; without `by:` all of it tells the shard",
                        suggest::names(all())
                    )),
                );
                return None;
            }
        },
    };
    let (from, count) = (spec.from, spec.count);
    fields.push(FieldPlan { name: "shard".to_owned(), kind: shard_kind(spec), place: spec.place.clone() });
    Some(Shard { field, index, from, count, by })
}

/// The kind of `{shard}`.
pub(crate) fn shard_kind(spec: &ShardSpec) -> KindDef {
    KindDef::Int { min: spec.from.into(), max: i128::from(spec.from) + i128::from(spec.count) - 1 }
}

/// The templates of an entity's key attributes as they are read: one for each attribute, however often it is written.
struct Written<'a, 's> {
    model: &'a Model<'s>,
    entity: &'a EntitySpec,
    seen: Vec<(&'a str, Place, Option<Template>)>,
}

impl<'a> Written<'a, '_> {
    /// Resolves the template of an attribute; `None` if something was reported.
    fn resolve(
        &mut self,
        attribute: &'a str,
        spec: &TemplateSpec,
        fields: &mut Vec<FieldPlan>,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Template> {
        let place = &spec.text.place;
        if let Some((.., known)) = self.seen.iter().find(|(own, at, _)| *own == attribute && at == place) {
            return known.clone();
        }
        let (model, entity) = (self.model, self.entity);
        misplaced_shard(model, entity, attribute, spec, out);
        let template = if template::is_native(model, attribute, spec) {
            template::native(model, entity, attribute, spec, fields, out)
        } else {
            template::resolve(model, entity, spec, fields, out)
        };
        let first = self.seen.iter().find(|(own, ..)| *own == attribute);
        if let (Some((_, _, Some(first))), Some(template)) = (first, &template)
            && !(first.begins_with(template) && template.begins_with(first))
        {
            out.push(
                Diagnostic::new(
                    Code::TwoTemplates,
                    format!("`{}` gives `{attribute}` two templates", self.entity.name.text),
                )
                .at(place, format!("here it is {}", template.text))
                .related(&first.place, format!("here it is {}", first.text))
                .note("an item has one value under each attribute's name")
                .help("write the same template in both places, or leave one of them out")
                .entity(&self.entity.name.text),
            );
        }
        self.seen.push((attribute, place.clone(), template.clone()));
        template
    }
}

/// `{shard}` stands in the keys of its own index only.
fn misplaced_shard(
    model: &Model<'_>,
    entity: &EntitySpec,
    attribute: &str,
    spec: &TemplateSpec,
    out: &mut Vec<Diagnostic>,
) {
    let place = spec.pieces.iter().find_map(|piece| match piece {
        Piece::Field { name, whole, .. } if name == "shard" => Some(whole),
        _ => None,
    });
    let Some(place) = place else { return };
    let name = entity.name.text.as_str();
    let diagnostic = match &entity.shard {
        None => Diagnostic::new(
            Code::ReservedPart,
            format!("`{{shard}}` means nothing here: `{name}` has no shards"),
        )
        .at(place, "reserved")
        .help(format!("add `shard: {{ of: GSI1, count: 8 }}` to `{name}`, or give the field another name")),
        Some(shard) => {
            let own = model.index(&shard.of.text).and_then(|index| model.table.indexes.get(index));
            let is_own = |index: &crate::spec::IndexSpec| index.attributes().any(|own| own.text == attribute);
            let elsewhere = model.table.is_key(attribute)
                || model.table.indexes.iter().any(|index| is_own(index) && index.name.text != shard.of.text);
            // An index that the table does not have is reported as such.
            if own.is_none_or(is_own) && (own.is_none() || !elsewhere) {
                return;
            }
            Diagnostic::new(
                Code::ReservedPart,
                format!(
                    "`{{shard}}` stands only in keys of `{}`, and `{attribute}` is another's",
                    shard.of.text
                ),
            )
            .at(place, "not in this key")
            .related(&shard.of.place, "the index whose keys are spread")
            .note("an item is found by its whole primary key, which has no shard")
        }
    };
    out.push(diagnostic.entity(name));
}

/// The tenant is of one kind in all entities.
fn tenant_kinds(model: &Model<'_>, entity: &EntitySpec, out: &mut Vec<Diagnostic>) {
    let name = entity.name.text.as_str();
    for field in &model.tenant_fields {
        if let Some(own) = model.kinds.own(name, &field.name)
            && own.kind.as_ref().is_some_and(|kind| *kind != field.kind)
        {
            out.push(
                Diagnostic::new(
                    Code::TenantKind,
                    format!(
                        "`{}` is part of the tenant, and cannot be of another kind in `{name}`",
                        field.name
                    ),
                )
                .at(
                    &own.place,
                    format!("`{}` here, `{}` for the tenant", own.written, format::Shown(&field.kind)),
                )
                .help("remove this line: every key of the table begins with the same tenant")
                .entity(name),
            );
        }
    }
}

fn entry<'a, 's>(
    written: &mut Written<'a, '_>,
    spec: &'s EntrySpec,
    fields: &mut Vec<FieldPlan>,
    out: &mut Vec<Diagnostic>,
) -> Option<Entry<'s>> {
    let (model, entity): (&'a Model<'_>, _) = (written.model, written.entity);
    let name = entity.name.text.as_str();
    let index = model.index(&spec.index.text)?;
    let declared = model.table.indexes.get(index)?;
    let half = |missing: &str, given: &str| {
        Diagnostic::new(
            Code::HalfKey,
            format!(
                "`{name}` gives only the {given} key of `{}`, which also has a {missing} key",
                spec.index.text
            ),
        )
        .at(&spec.index.place, format!("`{missing}:` is missing"))
        .note("an item is in an index only when all of the index's key attributes are present")
        .help(format!("add `{missing}: …`, or remove the entry"))
        .entity(name)
    };
    for (which, templates, attributes) in
        [("partition", &spec.partition, &declared.partition), ("sort", &spec.sort, &declared.sort)]
    {
        if !templates.is_empty() && !attributes.is_empty() && templates.len() != attributes.len() {
            let names = suggest::names(attributes.iter().map(|own| own.text.as_str()));
            let (given, of) = (templates.len(), spec.index.text.as_str());
            let diagnostic = Diagnostic::new(
                Code::HalfKey,
                format!(
                    "`{name}` gives {given} of the {} attributes of the {which} key of `{of}`",
                    attributes.len()
                ),
            );
            out.push(
                diagnostic
                    .at(&templates[0].text.place, format!("its attributes are {names}"))
                    .help("give a list with a template for each attribute, in their order")
                    .entity(name),
            );
            return None;
        }
    }
    let mut all = |attributes: &'a [Text], templates: &[TemplateSpec]| {
        let resolved = attributes
            .iter()
            .zip(templates)
            .map(|(own, template)| written.resolve(&own.text, template, fields, out))
            .collect::<Vec<_>>();
        Template::join(resolved.into_iter().collect::<Option<_>>()?)
    };
    let partition = all(&declared.partition, &spec.partition);
    let sort = all(&declared.sort, &spec.sort);
    match (spec.partition.first(), spec.sort.first(), declared.sort.first()) {
        (None, None, _) => {
            out.push(
                Diagnostic::new(
                    Code::HalfKey,
                    format!("`{name}` is in `{}`, but gives no key for it", spec.index.text),
                )
                .at(&spec.index.place, "`partition:` is missing")
                .help("add `partition:` and `sort:`, or remove the entry")
                .entity(name),
            );
            return None;
        }
        (None, Some(_), _) => {
            out.push(half("partition", "sort"));
            return None;
        }
        (Some(_), None, Some(_)) => {
            out.push(half("sort", "partition"));
            return None;
        }
        (Some(_), Some(template), None) => {
            out.push(
                Diagnostic::new(
                    Code::HalfKey,
                    format!("`{}` has no sort key, and `{name}` gives one", spec.index.text),
                )
                .at(&template.text.place, "remove `sort:`")
                .related(&declared.name.place, "declared without a sort key")
                .entity(name),
            );
            return None;
        }
        _ => {}
    }
    let holds_fields =
        |template: &Template| template.attributes().all(|segments| Template::native(segments).is_some());
    let all_fields = partition.iter().chain(&sort).all(holds_fields);
    // What other indexes need of the item stays, whatever keeps it out of this one.
    let shared = |own: &Text| {
        let others = entity.entries.iter().filter(|other| other.index.text != spec.index.text);
        let mut others = others.filter_map(|other| model.table.indexes.get(model.index(&other.index.text)?));
        model.table.is_key(&own.text) || others.any(|other| other.attributes().any(|o| o.text == own.text))
    };
    let all_shared = declared.attributes().all(shared);
    if let Some(first) = spec.when.first().filter(|_| partition.is_some() && (all_fields || all_shared)) {
        out.push(
            Diagnostic::new(
                Code::AlwaysMember,
                format!("`when:` cannot keep items of `{name}` out of `{}`", spec.index.text),
            )
            .at(&first.field.place, "holds nothing back")
            .related(
                &declared.name.place,
                if all_fields { "its key attributes hold fields" } else { "its key attributes are keys elsewhere too" },
            )
            .note(if all_fields {
                "an item is in an index when it has all of its key attributes, and here those are its own fields"
            } else {
                "an item is in an index when it has all of its key attributes, and it has those of the table and of its other indexes"
            })
            .help("remove it, or give the index a key attribute of its own")
            .entity(name),
        );
        return None;
    }
    let when = spec.when.iter().filter_map(|w| when(model, entity, w, fields, out)).collect();
    if sort.is_none() && !declared.sort.is_empty() {
        return None;
    }
    Some(Entry { spec, index, partition: partition?, sort, when })
}

fn when(
    model: &Model<'_>,
    entity: &EntitySpec,
    spec: &WhenSpec,
    fields: &mut Vec<FieldPlan>,
    out: &mut Vec<Diagnostic>,
) -> Option<WhenPlan> {
    let name = spec.field.text.as_str();
    let kind = model.kinds.of(Some(&entity.name.text), name)?;
    let is = match &spec.is {
        WhenSpecIs::Present => WhenIs::Present,
        WhenSpecIs::Absent => WhenIs::Absent,
        WhenSpecIs::OneOf(values) => {
            for value in values {
                if let Err(problem) = crate::constant::value(&kind, &value.text) {
                    out.push(
                        Diagnostic::new(
                            Code::BadCondition,
                            format!(
                                "`{}` is not a value of `{name}`, so `when:` could never hold for it",
                                value.text
                            ),
                        )
                        .at(&value.place, problem)
                        .help(format!(
                            "`{}.{name}` under `types:` says which values it has; it is `{}`",
                            entity.name.text,
                            format::Shown(&kind)
                        ))
                        .entity(&entity.name.text),
                    );
                }
            }
            WhenIs::OneOf(values.iter().map(|value| value.text.clone()).collect())
        }
    };
    let field = template::number(fields, name, kind, &spec.field.place);
    Some(WhenPlan { field, is })
}
