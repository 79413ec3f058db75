//! Whole items and queries out of the few values that a proof is about.

use dal_key::{Part, Parts, Segment, SortCondition, Template, last_with_beginning};

use super::automaton::{Automaton, Counting};
use super::catch::Read;
use super::finding::{ExampleItem, ExampleKey, ExampleRead, ExampleValue};
use super::keys::{Texts, common, decode, merged};
use super::product::{self, Common, Effort, Wanted, text};
use super::space::Slot;
use super::{Proof, words};
use crate::plan::{EntityPlan, MembershipPlan, TemplatePlan, WhenIs};

impl Proof<'_> {
    /// An item with these values, and the others made up; `None` if none were found that can be written.
    pub(super) fn item(&self, slot: &Slot<'_>, known: &Parts) -> Option<ExampleItem> {
        let entity = self.plan.entities.get(slot.entity)?;
        let primary = &self.spaces.first()?.slot(slot.entity)?.keys;
        let mut values = known.clone();
        for texts in slot.keys.attributes().chain(primary.attributes()) {
            fill(texts, &mut values)?;
        }
        if let Some(membership) = slot.membership {
            conditions(entity, membership, &mut values)?;
        }
        let key = key(&entity.partition, entity.sort.as_ref(), entity, &values, false)?;
        let index = match slot.membership {
            Some(membership) => Some((
                membership.index,
                self::key(slot.partition_plan, slot.sort_plan, entity, &values, true)?,
            )),
            None => None,
        };
        Some(ExampleItem { entity: slot.entity, fields: listed(entity, &values), key, index })
    }

    /// The query of a pattern whose first entity has these keys, with these parameters.
    pub(super) fn read(&self, slot: &Slot<'_>, of: &Read<'_>, parameters: &Parts) -> Option<ExampleRead> {
        let query = of.query;
        let entity = self.plan.entities.get(slot.entity)?;
        let mut partition = String::new();
        slot.keys.partition.template().write_floored(parameters, &mut partition).ok()?;
        let sort = match &slot.keys.sort {
            None => None,
            // From a value on, or up to one: of which type, its text does not tell.
            Some(sort) if query.runs_on.is_some() && sort.template().is_native() => Some(SortCondition::All),
            Some(sort) if query.runs_on.is_some() => {
                let mut text = String::new();
                sort.template().floored().write_prefix(query.bound, parameters, &mut text).ok()?;
                Some(if query.descending {
                    SortCondition::UpTo(last_with_beginning(text))
                } else {
                    SortCondition::From(text)
                })
            }
            Some(sort) if !of.pattern.reads_beginning() => {
                Some(sort.template().floored().condition(query.bound, parameters).ok()?)
            }
            Some(sort) => {
                let template = sort.template().floored();
                Some(template.condition_following(query.bound, parameters, &query.prefix).ok()?)
            }
        };
        Some(ExampleRead { parameters: listed(entity, parameters), partition, sort })
    }
}

/// Makes up the fields that are not known, one after the other, so that the text can be written.
pub(super) fn fill(texts: &Texts<'_>, known: &mut Parts) -> Option<()> {
    let is_missing = |known: &Parts| texts.fields().find(|number| known.get(*number).is_none());
    while is_missing(known).is_some() {
        let efforts = std::iter::once(Effort::SHORTEST).chain(Effort::MORE);
        let found = efforts.flat_map(|effort| readings(texts, known, effort)).find(|found| {
            // The last word on values is the codec's.
            let mut all = known.clone();
            all_of(found, texts, &mut all);
            let mut written = String::new();
            texts.template().write_floored(&all, &mut written).is_ok()
        })?;
        let number = is_missing(known)?;
        known.set(number, found.get(number)?.clone());
    }
    let mut written = String::new();
    texts.template().write_floored(known, &mut written).ok()
}

fn all_of(found: &Parts, texts: &Texts<'_>, known: &mut Parts) {
    for number in texts.fields() {
        if let (None, Some(value)) = (known.get(number), found.get(number)) {
            known.set(number, value.clone());
        }
    }
}

/// Values that the texts hold beside those known.
pub(super) fn readings(texts: &Texts<'_>, known: &Parts, effort: Effort) -> Vec<Parts> {
    match common((texts, known), (texts, known), Wanted::All, effort) {
        Common::Words(words) => words
            .iter()
            .filter(|word| !text(word).is_empty())
            .filter_map(|word| texts.read_back(word, |step| step.left))
            .map(|found| merged(&found))
            .collect(),
        Common::Nothing | Common::TooMuch => Vec::new(),
    }
}

/// Values for the fields that only `when:` names; `None` if a value that is known does not fit.
fn conditions(entity: &EntityPlan, membership: &MembershipPlan, values: &mut Parts) -> Option<()> {
    for when in &membership.when {
        let number = u16::try_from(when.field).ok()?;
        let field = entity.fields.get(when.field)?;
        let known = values.get(number);
        match &when.is {
            WhenIs::Absent if known.is_some() => return None,
            WhenIs::Absent => {}
            WhenIs::Present if known.is_some() => {}
            WhenIs::Present => values.set(number, sample(field.kind.as_kind())?),
            WhenIs::OneOf(allowed) => {
                let mut allowed = allowed.iter().filter_map(|text| field.kind.constant(text));
                match known {
                    Some(known) => allowed.any(|allowed| allowed == *known).then_some(())?,
                    None => values.set(number, allowed.next()?),
                }
            }
        }
    }
    Some(())
}

/// Some value of a kind.
fn sample(kind: dal_key::Kind<'_>) -> Option<Part<'static>> {
    let regex = dal_key::language::language(kind, dal_key::Format::default()).ok()?;
    let texts = Automaton::new(&[(0, regex)], false, Counting::Loose)?;
    std::iter::once(Effort::SHORTEST).chain(Effort::MORE).find_map(|effort| {
        let Common::Words(words) = product::common(&texts, &texts, Wanted::All, effort) else {
            return None;
        };
        words.iter().find_map(|word| decode(kind, dal_key::Format::default(), &text(word)))
    })
}

/// The text of both key attributes.
fn key(
    partition: &TemplatePlan,
    sort: Option<&TemplatePlan>,
    entity: &EntityPlan,
    values: &Parts,
    floored: bool,
) -> Option<ExampleKey> {
    let write = |template: &TemplatePlan| {
        let segments: Vec<Segment<'_>> = super::keys::segments(template, &entity.fields);
        let template = Template::new(&segments);
        let template = if floored { template.floored() } else { template };
        let mut text = String::new();
        template.write(values, &mut text).ok().map(|()| text)
    };
    let sort = match sort {
        Some(sort) => Some(write(sort)?),
        None => None,
    };
    Some(ExampleKey { partition: write(partition)?, sort })
}

/// The values with their names, in the order of the entity's fields.
fn listed(entity: &EntityPlan, values: &Parts) -> Vec<ExampleValue> {
    let fields = entity.fields.iter().enumerate();
    fields
        .filter_map(|(number, field)| {
            let part = values.get(u16::try_from(number).ok()?)?.clone();
            Some(ExampleValue {
                field: field.name.clone(),
                text: words::value(field.kind.as_kind(), &part),
                part,
            })
        })
        .collect()
}
