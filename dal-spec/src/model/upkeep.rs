//! What the runtime keeps of an entity: unique values, and fields that it fills.

use dal_key::Precision;

use super::format::Shown;
use super::{Entry, Model, Unique, template};
use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::plan::{FieldPlan, ManagedPlan};
use crate::spec::{EntitySpec, ManagedRole, ManagedSpec};

/// The templates of the unique keys, whose fields are added.
pub(super) fn unique<'s>(
    model: &Model<'_>,
    entity: &'s EntitySpec,
    fields: &mut Vec<FieldPlan>,
    out: &mut Vec<Diagnostic>,
) -> Vec<Unique<'s>> {
    let name = entity.name.text.as_str();
    let mut found = Vec::new();
    for spec in &entity.unique {
        let Some(template) = template::resolve(model, entity, &spec.key, fields, out) else { continue };
        if template.fields().any(|field| field == super::SHARD) {
            out.push(
                Diagnostic::new(Code::ReservedPart, "`{shard}` stands only in the keys of its index")
                    .at(&template.place, "not in a unique key")
                    .entity(name),
            );
            continue;
        }
        let field = spec.field.text.as_str();
        if !template.fields().any(|number| fields.get(number).is_some_and(|known| known.name == field)) {
            out.push(
                Diagnostic::new(
                    Code::UniqueWithoutField,
                    format!("The unique key of `{name}.{field}` does not hold `{field}`"),
                )
                .at(&template.place, format!("`{{{field}}}` is not in it"))
                .related(&spec.field.place, "what is to be unique")
                .note("a guard is an item under this key: two items with other values would want the same guard")
                .help(format!("add `{{{field}}}` to the key, or name one of its fields instead of `{field}`"))
                .entity(name),
            );
        }
        found.push(Unique { spec, template });
    }
    found
}

/// Where fields stand already.
pub(super) struct InKeys<'a, 's> {
    pub(super) primary_fields: usize,
    pub(super) entries: &'a [Entry<'s>],
    pub(super) unique: &'a [Unique<'s>],
}

impl InKeys<'_, '_> {
    /// Why a field that is filled as `role` cannot be where it is, in words that follow "it is".
    fn refusal(&self, number: usize, role: ManagedRole) -> Option<(&'static str, &'static str)> {
        if number < self.primary_fields {
            return Some((
                "part of the primary key",
                "the key would not be known before the write, and would be another one after it",
            ));
        }
        if self.unique.iter().any(|unique| unique.template.fields().any(|field| field == number)) {
            return Some(("part of a unique key", "the value would be taken anew with every write"));
        }
        if self.entries.iter().any(|entry| entry.when.iter().any(|when| when.field == number)) {
            return Some((
                "a condition of `when:`",
                "every item has it, and which value it has is nobody's choice",
            ));
        }
        let in_index = self.entries.iter().any(|entry| {
            entry
                .partition
                .fields()
                .chain(entry.sort.iter().flat_map(|sort| sort.fields()))
                .any(|f| f == number)
        });
        (in_index && role == ManagedRole::Version).then_some((
            "part of an index key",
            "an update by key adds one to the version without knowing it, so the key could not be written with it",
        ))
    }
}

/// The fields that the runtime fills, which are added.
pub(super) fn managed(
    model: &Model<'_>,
    entity: &EntitySpec,
    keys: &InKeys<'_, '_>,
    fields: &mut Vec<FieldPlan>,
    out: &mut Vec<Diagnostic>,
) -> ManagedPlan {
    let name = entity.name.text.as_str();
    let mut plan = ManagedPlan::default();
    let mut before: Vec<&ManagedSpec> = Vec::new();
    for spec in &entity.managed {
        let (field, word) = (spec.field.text.as_str(), spec.role.word());
        if let Some(first) = before.iter().find(|first| first.field.text == field) {
            out.push(
                Diagnostic::new(
                    Code::ManagedTwice,
                    format!("`{name}.{field}` is filled as `{}` and as `{word}`", first.role.word()),
                )
                .at(&spec.field.place, "one field has one value")
                .related(&first.field.place, "the first one")
                .help("give each a field of its own")
                .entity(name),
            );
            continue;
        }
        before.push(spec);
        let kind = if model.kinds.is_declared(name, field) {
            model.kinds.of(Some(name), field)
        } else {
            Some(default_kind(spec.role))
        };
        // What is wrong with a declared kind was reported.
        let Some(kind) = kind else { continue };
        let known = fields.iter().position(|known| known.name == field);
        // In a key, a field without a kind was taken for text.
        let kind = known.and_then(|number| fields.get(number)).map_or(kind, |known| known.kind.clone());
        if let Some((what, why)) = known.and_then(|number| keys.refusal(number, spec.role)) {
            let place = known.and_then(|number| fields.get(number)).map(|known| known.place.clone());
            let diagnostic = Diagnostic::new(
                Code::ManagedKeyPart,
                format!("`{name}.{field}` is filled by dal (`{word}:`), and is {what}"),
            )
            .at(&spec.field.place, format!("filled with every write as `{word}`"))
            .note(why)
            .help(format!("use another field in the key, or another field for `{word}:`"))
            .entity(name);
            out.push(match &place {
                Some(place) => diagnostic.related(place, what),
                None => diagnostic,
            });
            continue;
        }
        if let Some((wanted, help)) = wrong_kind(spec.role, &kind) {
            let declared =
                if model.kinds.is_declared(name, field) { "" } else { ", which a field without a kind is" };
            out.push(
                Diagnostic::new(
                    Code::ManagedKind,
                    format!(
                        "`{word}: {field}` must be {wanted}, and `{name}.{field}` is `{}`{declared}",
                        Shown(&kind)
                    ),
                )
                .at(&spec.field.place, "dal could not fill it")
                .help(format!("say so under `types:`: `{field}: {help}`"))
                .entity(name),
            );
            continue;
        }
        let number = Some(template::number(fields, field, kind, &spec.field.place));
        match spec.role {
            ManagedRole::Version => plan.version = number,
            ManagedRole::Created => plan.created = number,
            ManagedRole::Updated => plan.updated = number,
        }
    }
    plan
}

fn default_kind(role: ManagedRole) -> KindDef {
    match role {
        ManagedRole::Version => KindDef::Int { min: 0, max: i128::from(u64::MAX) },
        ManagedRole::Created | ManagedRole::Updated => KindDef::Time(Precision::Millis),
    }
}

/// What is wanted instead, in words and as an example.
fn wrong_kind(role: ManagedRole, kind: &KindDef) -> Option<(&'static str, &'static str)> {
    match (role, kind) {
        (ManagedRole::Version, KindDef::Int { min: 0, max }) if *max >= i128::from(u32::MAX) => None,
        (ManagedRole::Version, _) => Some(("an unsigned integer of 32 bits or more", "u64")),
        (_, KindDef::Time(_)) => None,
        (_, KindDef::Int { min, max }) if *min <= 0 && *max >= i128::from(u32::MAX) => None,
        _ => Some(("a time, or an integer of seconds", "time.ms")),
    }
}
