//! The list with its names resolved: templates as segments over numbered fields.

mod entity;
mod format;
pub(crate) use format::NAMES as ENCODINGS;
mod key_only;
mod kinds;
mod template;
mod upkeep;

use std::collections::HashMap;

use dal_key::{Format, Style};

use crate::diagnostic::Diagnostic;
use crate::kind::KindDef;
use crate::plan::{FieldPlan, ManagedPlan, SEPARATOR, SegmentPlan, TemplatePlan, TenantField, WhenPlan};
use crate::source::Place;
use crate::spec::{EntitySpec, EntrySpec, PatternSpec, Spec, TableSpec, UniqueSpec};

pub(crate) use format::{Shown, is_fixed, is_time_like, ordered};
pub(crate) use kinds::{Kinds, full_name};
pub(crate) use template::means;

/// A list with its names resolved.
#[derive(Debug)]
pub(crate) struct Model<'s> {
    pub(crate) spec: &'s Spec,
    pub(crate) table: &'s TableSpec,
    pub(crate) kinds: Kinds<'s>,
    /// The tenant's template; its parts number `tenant_fields`.
    pub(crate) tenant: Option<Template>,
    pub(crate) tenant_fields: Vec<TenantField>,
    pub(crate) entities: Vec<Entity<'s>>,
    /// The numbers of the entities, by their names; of two with one name, the first.
    by_name: HashMap<&'s str, usize>,
}

/// An entity, with its keys unless they were reported.
#[derive(Debug)]
pub(crate) struct Entity<'s> {
    pub(crate) spec: &'s EntitySpec,
    pub(crate) keys: Option<Keys<'s>>,
}

/// The keys of an entity.
#[derive(Debug)]
pub(crate) struct Keys<'s> {
    pub(crate) scoped: bool,
    pub(crate) fields: Vec<FieldPlan>,
    pub(crate) primary_fields: usize,
    pub(crate) partition: Template,
    /// Absent on a table without a sort key.
    pub(crate) sort: Option<Template>,
    pub(crate) entries: Vec<Entry<'s>>,
    /// The shards of the keys of an index: then the last field is the shard.
    pub(crate) shard: Option<Shard>,
    pub(crate) unique: Vec<Unique<'s>>,
    pub(crate) managed: ManagedPlan,
    /// The fields whose values live in key text only.
    pub(crate) key_only: Vec<usize>,
}

/// A unique key of an entity.
#[derive(Debug)]
pub(crate) struct Unique<'s> {
    pub(crate) spec: &'s UniqueSpec,
    pub(crate) template: Template,
}

/// The shards of an index's keys.
#[derive(Clone, Debug)]
pub(crate) struct Shard {
    pub(crate) field: usize,
    pub(crate) index: usize,
    pub(crate) from: u32,
    pub(crate) count: u32,
    /// The field that says which shard an item is in; without it, the whole primary key.
    pub(crate) by: Option<usize>,
}

/// The number of the shard's field while the others are counted: it is the last.
pub(crate) const SHARD: usize = usize::MAX;

/// An entity's keys in an index.
#[derive(Debug)]
pub(crate) struct Entry<'s> {
    pub(crate) spec: &'s EntrySpec,
    pub(crate) index: usize,
    pub(crate) partition: Template,
    pub(crate) sort: Option<Template>,
    pub(crate) when: Vec<WhenPlan>,
}

/// A template over an entity's fields.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The text for people, with `{tenant}` resolved.
    pub(crate) text: String,
    pub(crate) place: Place,
    /// Neighbouring literals are one.
    pub(crate) segments: Vec<Segment>,
    /// Of a key of several attributes, the text of each for people: their segments stand one after the other, with
    /// [`SEPARATOR`] between. Empty for one attribute.
    pub(crate) texts: Vec<String>,
}

/// One segment of a template.
#[derive(Clone, Debug)]
pub(crate) enum Segment {
    Literal { text: String, place: Place },
    Part { field: usize, format: Format, place: Place },
}

impl Template {
    /// The numbers of the fields of its parts, in order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = usize> + '_ {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Part { field, .. } => Some(*field),
            Segment::Literal { .. } => None,
        })
    }

    /// The templates of a key's attributes as one; `None` for no attribute.
    pub(crate) fn join(templates: Vec<Self>) -> Option<Self> {
        let mut templates = templates.into_iter();
        let mut joined = templates.next()?;
        for template in templates {
            if joined.texts.is_empty() {
                joined.texts.push(joined.text.clone());
            }
            joined.text.push_str(", ");
            joined.text.push_str(&template.text);
            joined.texts.push(template.text);
            joined.segments.push(Segment::Literal { text: SEPARATOR.to_owned(), place: template.place });
            joined.segments.extend(template.segments);
        }
        Some(joined)
    }

    /// The segments of each attribute.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &[Segment]> {
        let is_separator =
            |segment: &Segment| matches!(segment, Segment::Literal { text, .. } if text == SEPARATOR);
        self.segments.split(is_separator)
    }

    /// The template of each attribute, as the plan has it.
    pub(crate) fn plans(&self) -> Vec<TemplatePlan> {
        let text = |number: usize| self.texts.get(number).unwrap_or(&self.text).clone();
        let plan = |(number, segments): (usize, &[Segment])| Self {
            text: text(number),
            place: self.place.clone(),
            segments: segments.to_vec(),
            texts: Vec::new(),
        };
        self.attributes().enumerate().map(plan).map(|template| template.plan()).collect()
    }

    /// Gives the shard its number.
    pub(crate) fn number_shard(&mut self, number: usize) {
        for segment in &mut self.segments {
            if let Segment::Part { field, .. } = segment
                && *field == SHARD
            {
                *field = number;
            }
        }
    }

    /// Whether the attribute holds a field as it is, in its own type: the number of the field.
    pub(crate) fn native(segments: &[Segment]) -> Option<usize> {
        match segments {
            [Segment::Part { field, format, .. }] if matches!(format.style, Style::Native(_)) => Some(*field),
            _ => None,
        }
    }

    /// As the plan has it.
    pub(crate) fn plan(&self) -> TemplatePlan {
        let segments = self
            .segments
            .iter()
            .map(|segment| match segment {
                Segment::Literal { text, .. } => SegmentPlan::Literal(text.clone()),
                Segment::Part { field, format, .. } => SegmentPlan::Part { field: *field, format: *format },
            })
            .collect();
        TemplatePlan { text: self.text.clone(), place: self.place.clone(), segments }
    }

    /// Whether it begins with all of `beginning`; field numbers must mean the same.
    pub(crate) fn begins_with(&self, beginning: &Template) -> bool {
        let Some((last, init)) = beginning.segments.split_last() else { return true };
        let Some(mine) = self.segments.get(..beginning.segments.len()) else { return false };
        let same = |a: &Segment, b: &Segment| match (a, b) {
            (Segment::Literal { text: a, .. }, Segment::Literal { text: b, .. }) => a == b,
            (Segment::Part { field: a, format: x, .. }, Segment::Part { field: b, format: y, .. }) => {
                a == b && x == y
            }
            _ => false,
        };
        let (tail, head) = match mine.split_last() {
            Some(split) => split,
            None => return false,
        };
        head.iter().zip(init).all(|(a, b)| same(a, b))
            && match (tail, last) {
                (Segment::Literal { text: a, .. }, Segment::Literal { text: b, .. }) => {
                    a.starts_with(b.as_str())
                }
                _ => same(tail, last),
            }
    }
}

impl Keys<'_> {
    /// The kind of a field.
    pub(crate) fn kind(&self, field: usize) -> &KindDef {
        static TEXT: KindDef = KindDef::Text(None);
        self.fields.get(field).map_or(&TEXT, |f| &f.kind)
    }

    /// The name of a field.
    pub(crate) fn name(&self, field: usize) -> &str {
        self.fields.get(field).map_or("", |f| f.name.as_str())
    }

    /// The number of the field of that name.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.name == name)
    }

    /// Whether a field is the shard, which nobody gives.
    pub(crate) fn is_shard(&self, field: usize) -> bool {
        self.shard.as_ref().is_some_and(|shard| shard.field == field)
    }

    /// Its entry for an index.
    pub(crate) fn entry(&self, index: usize) -> Option<&Entry<'_>> {
        self.entries.iter().find(|entry| entry.index == index)
    }

    /// Its partition and sort templates in the table, or in an index.
    pub(crate) fn templates(&self, index: Option<usize>) -> Option<(&Template, Option<&Template>)> {
        match index {
            None => Some((&self.partition, self.sort.as_ref())),
            Some(index) => self.entry(index).map(|entry| (&entry.partition, entry.sort.as_ref())),
        }
    }
}

impl<'s> Model<'s> {
    /// Resolves the names of a list; what cannot be resolved is reported and left out.
    pub(crate) fn resolve(spec: &'s Spec, table: &'s TableSpec, out: &mut Vec<Diagnostic>) -> Self {
        let kinds = Kinds::resolve(spec, out);
        let mut tenant_fields = Vec::new();
        let tenant = table
            .tenant
            .as_ref()
            .and_then(|template| template::tenant(template, &kinds, &mut tenant_fields, out));
        let mut model =
            Self { spec, table, kinds, tenant, tenant_fields, entities: Vec::new(), by_name: HashMap::new() };
        for (number, entity) in spec.entities.iter().enumerate() {
            model.by_name.entry(&entity.name.text).or_insert(number);
            let keys = if entity.broken { None } else { entity::keys(&model, entity, out) };
            model.entities.push(Entity { spec: entity, keys });
        }
        model
    }

    /// The number of the entity of that name.
    pub(crate) fn entity(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The number of the index of that name.
    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.table.indexes.iter().position(|index| index.name.text == name)
    }

    /// The entities of a pattern, if it and they were understood.
    pub(crate) fn entities_of(&self, pattern: &PatternSpec) -> Option<Vec<usize>> {
        if pattern.broken {
            return None;
        }
        pattern
            .entities
            .iter()
            .map(|name| self.entity(&name.text).filter(|&n| self.entities[n].keys.is_some()))
            .collect()
    }

    /// The entities with their keys.
    pub(crate) fn keyed(&self) -> impl Iterator<Item = (usize, &Entity<'s>, &Keys<'s>)> {
        self.entities
            .iter()
            .enumerate()
            .filter_map(|(n, entity)| entity.keys.as_ref().map(|keys| (n, entity, keys)))
    }
}
