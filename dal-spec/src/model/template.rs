//! Templates with their parts resolved to fields and formats.

use dal_key::{AttributeType, Case, Format, Style};

use super::format::{self, Shown};
use super::{Kinds, Model, Segment, Template};
use crate::diagnostic::{Code, Diagnostic};
use crate::kind::KindDef;
use crate::plan::{FieldPlan, TenantField};
use crate::source::Place;
use crate::spec::{EntitySpec, Piece, TemplateSpec};
use crate::suggest;

/// The tenant's template.
pub(crate) fn tenant(
    spec: &TemplateSpec,
    kinds: &Kinds<'_>,
    fields: &mut Vec<TenantField>,
    out: &mut Vec<Diagnostic>,
) -> Option<Template> {
    let mark = out.len();
    let mut segments = Vec::new();
    for piece in &spec.pieces {
        match piece {
            Piece::Literal { text, place } => push(&mut segments, text, place),
            Piece::Tenant { place } => out.push(
                Diagnostic::new(Code::ReservedPart, "The tenant's template cannot hold itself")
                    .at(place, "name the field that tells tenants apart")
                    .help("write `tenant: TENANT#{tenant_id}`"),
            ),
            Piece::Field { name, place, encodings, whole } => {
                let kind = kinds.of(None, name)?;
                match format::format(name, &kind, encodings) {
                    Ok(format) => {
                        if format.style == Style::Raw || format.is_lossy() {
                            out.push(
                                Diagnostic::new(Code::BadTenant, format!("`{{{name}}}` in the tenant's template must be exact"))
                                    .at(whole, "two tenants could share a partition")
                                    .note("raw text can hold the delimiter, and a folded or cut value stands for several tenants")
                                    .help(format!("write `{{{name}}}`")),
                            );
                        }
                        let field = fields.iter().position(|f| f.name == *name).unwrap_or_else(|| {
                            fields.push(TenantField { name: name.clone(), kind });
                            fields.len() - 1
                        });
                        segments.push(Segment::Part { field, format, place: place.clone() });
                    }
                    Err(diagnostic) => out.push(*diagnostic),
                }
            }
        }
    }
    if fields.is_empty() && out.len() == mark {
        out.push(
            Diagnostic::new(Code::BadTenant, "The tenant's template names no field")
                .at(&spec.text.place, "all tenants would share this text")
                .help("name the field that tells tenants apart: `tenant: TENANT#{tenant_id}`"),
        );
    }
    let names: Vec<(&str, &KindDef)> = fields.iter().map(|f| (f.name.as_str(), &f.kind)).collect();
    separation(&segments, &names, out);
    let failed = out.get(mark..).is_some_and(|new| new.iter().any(Diagnostic::is_error));
    (!failed).then(|| Template {
        text: spec.text.text.clone(),
        place: spec.text.place.clone(),
        segments,
        texts: Vec::new(),
    })
}

/// Resolves a template of an entity, adding its fields; `None` if something was reported.
pub(crate) fn resolve(
    model: &Model<'_>,
    entity: &EntitySpec,
    spec: &TemplateSpec,
    fields: &mut Vec<FieldPlan>,
    out: &mut Vec<Diagnostic>,
) -> Option<Template> {
    let mut found = Vec::new();
    let mut known = true;
    let mut segments = Vec::new();
    let mut text = String::new();
    for (i, piece) in spec.pieces.iter().enumerate() {
        match piece {
            Piece::Literal { text: literal, place } => {
                text.push_str(literal);
                push(&mut segments, literal, place);
            }
            Piece::Tenant { place } => match &model.tenant {
                Some(tenant) if i == 0 => {
                    text.push_str(&tenant.text);
                    for segment in tenant_segments(model, tenant, fields, place) {
                        match segment {
                            Segment::Literal { text, place } => push(&mut segments, &text, &place),
                            part => segments.push(part),
                        }
                    }
                }
                Some(_) => found.push(
                    Diagnostic::new(
                        Code::ReservedPart,
                        "`{tenant}` stands at the beginning of a partition key or nowhere",
                    )
                    .at(place, "not the beginning")
                    .help(format!("use the field itself here: {}", tenant_fields(model))),
                ),
                None if model.table.tenant.is_some() => known = false,
                None => found.push(
                    Diagnostic::new(
                        Code::ReservedPart,
                        "`{tenant}` means nothing here: the table has no tenants",
                    )
                    .at(place, "reserved")
                    .help("add `tenant: TENANT#{tenant_id}` under `table:`, or give the field another name"),
                ),
            },
            Piece::Field { name, encodings, whole, .. } if name == "shard" => {
                // Without shards, that was said.
                let Some(shard) = &entity.shard else {
                    known = false;
                    continue;
                };
                match format::format(name, &super::entity::shard_kind(shard), encodings) {
                    Ok(mut format) => {
                        if encodings.is_empty() {
                            format.style = Style::Plain;
                        }
                        text.push_str(&shown(name, encodings));
                        segments.push(Segment::Part { field: super::SHARD, format, place: whole.clone() });
                    }
                    Err(diagnostic) => found.push(*diagnostic),
                }
            }
            Piece::Field { name, place, encodings, whole } => {
                let Some(kind) = model.kinds.of(Some(&entity.name.text), name) else {
                    known = false;
                    continue;
                };
                match format::format(name, &kind, encodings) {
                    Ok(format) => {
                        let format = if model.table.raw { format::raw(&kind, format) } else { format };
                        text.push_str(&shown(name, encodings));
                        let field = number(fields, name, kind, place);
                        segments.push(Segment::Part { field, format, place: whole.clone() });
                    }
                    Err(diagnostic) => found.push(*diagnostic),
                }
            }
        }
    }
    if found.is_empty() && known {
        let names: Vec<(&str, &KindDef)> = fields.iter().map(|f| (f.name.as_str(), &f.kind)).collect();
        separation(&segments, &names, &mut found);
    }
    let good = found.is_empty() && known;
    out.extend(found.into_iter().map(|diagnostic| diagnostic.entity(&entity.name.text)));
    good.then(|| Template { text, place: spec.text.place.clone(), segments, texts: Vec::new() })
}

/// Whether the template of a key attribute holds a field as it is: of an attribute that says its type, or that means the
/// field by its name, a part that stands alone.
pub(crate) fn is_native(model: &Model<'_>, attribute: &str, spec: &TemplateSpec) -> bool {
    match spec.pieces.as_slice() {
        [Piece::Field { name, .. }] if name == "shard" => false,
        [Piece::Field { name, encodings, .. }] if encodings.is_empty() => {
            means(attribute, name) || model.table.says(attribute).is_some()
        }
        _ => model.table.says(attribute).is_some_and(|of| of != AttributeType::S),
    }
}

/// Whether an attribute means a field by its name.
pub(crate) fn means(attribute: &str, field: &str) -> bool {
    attribute == field || (crate::spec::is_field(attribute) && crate::spec::field_of(attribute) == field)
}

/// Resolves the field of an attribute that holds it as it is, in its own type; `None` if something was reported.
pub(crate) fn native(
    model: &Model<'_>,
    entity: &EntitySpec,
    attribute: &str,
    spec: &TemplateSpec,
    fields: &mut Vec<FieldPlan>,
    out: &mut Vec<Diagnostic>,
) -> Option<Template> {
    let of = model.table.says(attribute).unwrap_or_default();
    let owner = &entity.name.text;
    let [Piece::Field { name, place, encodings, whole }] = spec.pieces.as_slice() else {
        out.push(
            Diagnostic::new(
                Code::NativeTemplate,
                format!(
                    "`{attribute}` is {} attribute, and a template of several pieces is text",
                    shown_type(of)
                ),
            )
            .at(&spec.text.place, format!("its value is {}", value_of(of)))
            .help("name the field alone: '{score}', or leave it out where the field has the attribute's name")
            .help("or let the attribute be a string, without a type under `table:`")
            .entity(owner),
        );
        return None;
    };
    if let Some((encoding, at)) = encodings.first() {
        out.push(
            Diagnostic::new(
                Code::NativeTemplate,
                format!("`{attribute}` holds `{name}` as it is, and `:{encoding}` would write it as text"),
            )
            .at(at, format!("its value is {}", value_of(of)))
            .help(format!(
                "remove it: '{{{name}}}'. DynamoDB sorts {} itself; `order: desc` reads it from the end",
                value_of(of)
            ))
            .entity(owner),
        );
        return None;
    }
    let kind = model.kinds.of(Some(owner), name)?;
    let format = Format { style: Style::Native(of), ..Format::default() };
    if kind.as_kind().accepts(format).is_err() {
        let wanted = match of {
            AttributeType::S => "text, uuid, ulid, date or an enum",
            AttributeType::N => "an integer, decimal.N, f64, time.s, time.ms or time.us",
            AttributeType::B => "bytes or uuid",
        };
        let mut diagnostic = Diagnostic::new(
            Code::NativeKind,
            format!(
                "`{attribute}` is {} attribute, and `{name}` of `{owner}` is `{}`",
                shown_type(of),
                Shown(&kind)
            ),
        )
        .at(place, format!("{wanted} is wanted"))
        .entity(owner);
        let numeric =
            kind.as_kind().accepts(Format { style: Style::Native(AttributeType::N), ..Format::default() });
        diagnostic = match (of, numeric) {
            (AttributeType::S, Ok(())) => {
                diagnostic.help(format!("declare the attribute as a number: `{{ {attribute}: N }}`"))
            }
            _ => diagnostic.help(format!(
                "say under `types:` what `{name}` is, or give the attribute the type of its values"
            )),
        };
        out.push(diagnostic);
        return None;
    }
    let field = number(fields, name, kind, place);
    let segments = vec![Segment::Part { field, format, place: whole.clone() }];
    Some(Template {
        text: format!("{{{name}}}"),
        place: spec.text.place.clone(),
        segments,
        texts: Vec::new(),
    })
}

const fn shown_type(of: AttributeType) -> &'static str {
    match of {
        AttributeType::S => "a string",
        AttributeType::N => "a number",
        AttributeType::B => "a binary",
    }
}

const fn value_of(of: AttributeType) -> &'static str {
    match of {
        AttributeType::S => "a string",
        AttributeType::N => "a number",
        AttributeType::B => "bytes",
    }
}

/// The tenant's own template as an entity's partition key.
pub(crate) fn tenant_partition(
    model: &Model<'_>,
    tenant: &Template,
    fields: &mut Vec<FieldPlan>,
) -> Template {
    let segments = tenant_segments(model, tenant, fields, &tenant.place);
    Template { text: tenant.text.clone(), place: tenant.place.clone(), segments, texts: Vec::new() }
}

fn tenant_segments(
    model: &Model<'_>,
    tenant: &Template,
    fields: &mut Vec<FieldPlan>,
    at: &Place,
) -> Vec<Segment> {
    let mut resolved = Vec::new();
    for segment in &tenant.segments {
        resolved.push(match segment {
            Segment::Literal { text, .. } => Segment::Literal { text: text.clone(), place: at.clone() },
            Segment::Part { field, format, .. } => {
                let Some(part) = model.tenant_fields.get(*field) else { continue };
                let field = number(fields, &part.name, part.kind.clone(), at);
                Segment::Part { field, format: *format, place: at.clone() }
            }
        });
    }
    resolved
}

fn tenant_fields(model: &Model<'_>) -> String {
    suggest::names(model.tenant_fields.iter().map(|f| f.name.as_str()))
}

/// The number of a field, which is added if it is new.
pub(crate) fn number(fields: &mut Vec<FieldPlan>, name: &str, kind: KindDef, place: &Place) -> usize {
    fields.iter().position(|f| f.name == name).unwrap_or_else(|| {
        fields.push(FieldPlan { name: name.to_owned(), kind, place: place.clone() });
        fields.len() - 1
    })
}

fn push(segments: &mut Vec<Segment>, text: &str, place: &Place) {
    match segments.last_mut() {
        Some(Segment::Literal { text: before, .. }) => before.push_str(text),
        _ => segments.push(Segment::Literal { text: text.to_owned(), place: place.clone() }),
    }
}

fn shown(name: &str, encodings: &[(String, Place)]) -> String {
    let mut text = format!("{{{name}");
    for (encoding, _) in encodings {
        text.push(':');
        text.push_str(encoding);
    }
    text.push('}');
    text
}

/// Every part's end must be told: by its fixed length, or by a literal that the part cannot hold.
fn separation(segments: &[Segment], fields: &[(&str, &KindDef)], out: &mut Vec<Diagnostic>) {
    for pair in segments.windows(2) {
        let [Segment::Part { field, format, place }, next] = pair else { continue };
        let Some((name, kind)) = fields.get(*field) else { continue };
        match next {
            Segment::Part { field: second, format: second_format, place: at } => {
                // Even where lengths are fixed, a literal keeps keys readable and a partial prefix at its end. Where only the
                // second has one, the automata decide whether the key can be read in two ways.
                let Some((second, second_kind)) = fields.get(*second) else { continue };
                if format::is_fixed(kind, *format) || format::is_fixed(second_kind, *second_format) {
                    continue;
                }
                out.push(
                    Diagnostic::new(
                        Code::PartsTouch,
                        format!("Nothing tells where `{name}` ends and `{second}` begins"),
                    )
                    .at(at, format!("put a literal before it: {{{name}}}#{{{second}}}"))
                    .related(place, format!("`{}`, of any length", Shown(kind)))
                    .note("\"ab\" with \"c\" and \"a\" with \"bc\" would be one key"),
                );
            }
            Segment::Literal { text, place: at } => {
                let escaped = matches!(kind, KindDef::Text(None)) && format.style == Style::Default;
                let Some(first) = text.chars().next() else { continue };
                if escaped && (first >= '$' || first.is_control()) {
                    let keeps = if format.case == Case::Keep { "" } else { " (in any case)" };
                    out.push(
                        Diagnostic::new(
                            Code::LateDelimiter,
                            format!("`{name}` is text{keeps}, which can itself hold the {first:?} that should end it"),
                        )
                        .at(at, "begin this literal with `#`")
                        .note("in text parts the characters up to `$` are escaped, so only one of them can end a text; `$` itself begins an escape")
                        .help(format!("write `#`: {{{name}}}#…, or give `{name}` a kind that cannot hold {first:?} under `types:`"))
                        .help(format!("`{{{name}:raw}}` writes it without escapes, and refuses values that hold the delimiter")),
                    );
                }
            }
        }
    }
}
