//! The fingerprint of an entity: what the table's enum compares.
//!
//! The list may have changed since the entity's crate was compiled, or be another one. It is a number and no text because
//! the compiler compares it for each entity, and takes as long for each character of a text as for a whole number.

use std::hash::Hasher;

use dal_key::{Case, Cut, Format, Order, Precision, Style};
use dal_spec::KindDef;
use dal_spec::plan::{EntityPlan, SegmentPlan, TablePlan, TemplatePlan, WhenIs};
use proc_macro2::Literal;
use siphasher::sip::SipHasher13;

/// A number of the entity's name and keys, the same in every crate that read the same list; never 0.
pub(crate) fn fingerprint(table: &TablePlan, entity: &EntityPlan) -> Literal {
    let mut hasher = SipHasher13::new();
    hasher.write(entity.name.as_bytes());
    hasher.write(b" ");
    hasher.write(text(table, entity).as_bytes());
    Literal::u64_unsuffixed(hasher.finish().max(1))
}

/// All of an entity's keys as one line.
fn text(table: &TablePlan, entity: &EntityPlan) -> String {
    let mut parts = vec![key(entity, &table.partition, &entity.partition)];
    if let (Some(attribute), Some(template)) = (&table.sort, &entity.sort) {
        parts.push(key(entity, attribute, template));
    }
    for membership in &entity.memberships {
        let Some(index) = table.indexes.get(membership.index) else { continue };
        parts.push(format!("{}:", index.physical));
        let keys =
            index.partition.iter().zip(&membership.partition).chain(index.sort.iter().zip(&membership.sort));
        parts.extend(keys.map(|(attribute, template)| key(entity, attribute, template)));
        for when in &membership.when {
            let field = entity.fields.get(when.field).map(|field| field.name.as_str()).unwrap_or_default();
            let is = match &when.is {
                WhenIs::Present => "present".to_owned(),
                WhenIs::Absent => "absent".to_owned(),
                WhenIs::OneOf(values) => values.join("|"),
            };
            parts.push(format!("when {field}={is}"));
        }
    }
    for unique in &entity.unique {
        parts.push(format!("unique {}", key(entity, &unique.name, &unique.template)));
    }
    for (field, word) in entity.managed.fields() {
        let Some(field) = entity.fields.get(field) else { continue };
        parts.push(format!("{word}={}:{}", field.name, kind(&field.kind)));
    }
    if let Some(name) = &entity.type_name {
        parts.push(format!("type={name}"));
    }
    let in_keys = entity.key_only.iter().filter_map(|&field| entity.fields.get(field));
    parts.extend(in_keys.map(|field| format!("key_only={}", field.name)));
    parts.join(" ")
}

fn key(entity: &EntityPlan, attribute: &str, template: &TemplatePlan) -> String {
    let mut out = format!("{attribute}=");
    for segment in &template.segments {
        match segment {
            SegmentPlan::Literal(text) => out.push_str(text),
            SegmentPlan::Part { field, format } => {
                let Some(field) = entity.fields.get(*field) else { continue };
                out.push_str(&format!("{{{}:{}{}}}", field.name, kind(&field.kind), words(*format)));
            }
        }
    }
    out
}

/// A kind as `patterns.yaml` writes it: `time.ms`.
fn kind(kind: &KindDef) -> String {
    match kind {
        KindDef::Text(None) => "text".to_owned(),
        KindDef::Text(Some(pattern)) => format!("text '{pattern}'"),
        KindDef::Int { min, max } => format!("{min}..{max}"),
        KindDef::Decimal(scale) => format!("decimal.{scale}"),
        KindDef::Time(Precision::Seconds) => "time.s".to_owned(),
        KindDef::Time(Precision::Millis) => "time.ms".to_owned(),
        KindDef::Time(Precision::Micros) => "time.us".to_owned(),
        KindDef::Enum(words) => format!("[{words}]"),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// A format as `patterns.yaml` writes it: `:rank:desc`.
fn words(format: Format) -> String {
    let mut out = match format.style {
        Style::Default => String::new(),
        Style::Padded(digits) => format!(":0{digits}"),
        Style::Plain => ":plain".to_owned(),
        Style::Rank => ":rank".to_owned(),
        Style::Raw => ":raw".to_owned(),
        Style::Native(of) => format!(" {of}"),
        Style::Cut(Cut::Hour) => ":hour".to_owned(),
        Style::Cut(Cut::Date) => ":date".to_owned(),
        Style::Cut(Cut::Month) => ":month".to_owned(),
    };
    out.push_str(match format.case {
        Case::Keep => "",
        Case::Lower => ":lower",
        Case::Upper => ":upper",
    });
    if format.order == Order::Desc {
        out.push_str(":desc");
    }
    out
}
