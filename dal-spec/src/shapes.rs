//! Rust types against the list: what a derive is on, and what is wrong with it.

mod action;
mod collection;
mod entity;
mod filter;
mod table;
mod test;

use crate::diagnostic::{Code, Diagnostic, Owner};
use crate::plan::Plan;
use crate::shape::{Body, Shape};
use crate::suggest;

/// What a type that derives `SingleTable` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The entity of that number in [`Plan::entities`].
    Entity(usize),
    /// The table's enum.
    Table,
    /// The collection of the pattern of that number in [`Plan::patterns`].
    Collection(usize),
    /// A tuple struct of one field: a key type.
    KeyNewtype,
    /// An enum of unit variants: a key type.
    KeyEnum,
    /// An entity or a collection of the list about which something was reported: there is nothing to generate from.
    LeftOut,
}

/// What a type is, by its name and by its form.
///
/// # Errors
///
/// When the list does not name it and it has not the form of a key type, or when it is named and has the wrong form.
pub fn role(plan: &Plan, shape: &Shape) -> Result<Role, Box<Diagnostic>> {
    let name = shape.name.as_str();
    if let Some((number, entity)) = plan.entity(name) {
        return match shape.body {
            Body::Struct(_) => Ok(Role::Entity(number)),
            _ => Err(Box::new(
                wrong_body(shape, "an entity of the list", "a struct with named fields")
                    .related(&entity.place, "the entity")
                    .entity(name),
            )),
        };
    }
    if plan.is_left_out(name) {
        return Ok(Role::LeftOut);
    }
    if plan.table.enum_name == name {
        return match shape.body {
            Body::Enum(_) => Ok(Role::Table),
            _ => Err(Box::new(wrong_body(shape, "the table", "an enum with a variant for each entity"))),
        };
    }
    let collection = plan.patterns.iter().position(|pattern| pattern.into.as_deref() == Some(name));
    if let Some(number) = collection {
        return match shape.body {
            Body::Struct(_) | Body::Enum(_) => Ok(Role::Collection(number)),
            _ => Err(Box::new(
                wrong_body(shape, "a collection", "an enum of entities, or a struct with named fields")
                    .owner(Owner::Collection(name.to_owned())),
            )),
        };
    }
    match &shape.body {
        Body::Tuple(1) => Ok(Role::KeyNewtype),
        Body::Enum(variants) if !variants.is_empty() && variants.iter().all(|v| v.fields == 0) => {
            Ok(Role::KeyEnum)
        }
        Body::Enum(variants) if variants.iter().any(|v| v.fields == 0) => {
            Err(Box::new(payload(shape, variants)))
        }
        _ => Err(Box::new(unknown(plan, shape))),
    }
}

/// What is wrong with a type of this role.
pub fn check_shape(plan: &Plan, role: &Role, shape: &Shape) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    match *role {
        Role::Entity(number) => entity::check(plan, number, shape, &mut out),
        Role::Table => table::check(plan, shape, &mut out),
        Role::Collection(number) => collection::check(plan, number, shape, &mut out),
        Role::KeyNewtype | Role::KeyEnum | Role::LeftOut => {}
    }
    out.sort_by(crate::diagnostic::by_place);
    out
}

fn wrong_body(shape: &Shape, what: &str, wanted: &str) -> Diagnostic {
    let found = match &shape.body {
        Body::Struct(_) => "a struct with named fields",
        Body::Tuple(_) => "a tuple struct",
        Body::Unit => "a struct without fields",
        Body::Enum(_) => "an enum",
    };
    let diagnostic = Diagnostic::new(
        Code::WrongBody,
        format!("`{}` is {what}, which must be {wanted}, and this is {found}", shape.name),
    );
    at_type(diagnostic, shape, "")
}

/// At the Rust type, if its place is known.
fn at_type(diagnostic: Diagnostic, shape: &Shape, label: &str) -> Diagnostic {
    match &shape.place {
        Some(place) => diagnostic.at(place, label),
        None => diagnostic,
    }
}

/// With the Rust type as a second place.
fn with_type(diagnostic: Diagnostic, shape: &Shape) -> Diagnostic {
    match &shape.place {
        Some(place) => diagnostic.related(place, format!("the type `{}`", shape.name)),
        None => diagnostic,
    }
}

fn payload(shape: &Shape, variants: &[crate::shape::VariantShape]) -> Diagnostic {
    let with = variants.iter().find(|variant| variant.fields > 0);
    let name = with.map_or("", |variant| variant.name.as_str());
    let diagnostic = Diagnostic::new(
        Code::EnumPayload,
        format!("`{}` cannot be a key type: its variant `{name}` has fields", shape.name),
    )
    .note("a key enum is written as a word or a rank, one for each variant")
    .help("move the data out of the enum, or make the key part of another kind");
    match with.and_then(|variant| variant.place.as_ref()) {
        Some(place) => diagnostic.at(place, "fields have no text"),
        None => at_type(diagnostic, shape, "a key enum has unit variants only"),
    }
}

fn unknown(plan: &Plan, shape: &Shape) -> Diagnostic {
    let name = shape.name.as_str();
    let entities = || plan.entities.iter().map(|entity| entity.name.as_str());
    let collections = || plan.collections().filter_map(|pattern| pattern.into.as_deref());
    let left_out = || plan.left_out.iter().map(String::as_str);
    let table = plan.table.enum_name.as_str();
    let diagnostic = Diagnostic::new(Code::UnknownType, format!("The list has nothing of the name `{name}`"));
    let near = suggest::nearest(name, entities().chain(collections()).chain(left_out()).chain([table]));
    let label = near.map(|near| format!("did you mean `{near}`?")).unwrap_or_default();
    let mut diagnostic = at_type(diagnostic, shape, &label);
    if shape.place.is_none()
        && let Some(near) = near
    {
        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
    }
    match shape.body {
        Body::Struct(_) => diagnostic.help(format!(
            "add it to patterns.yaml: `{name}: {{ sort: {}#{{…}} }}` under `entities:`; they are now {}",
            suggest::snake(name).to_uppercase(),
            suggest::names(entities())
        )),
        Body::Enum(_) => {
            let expected: Vec<&str> = collections().collect();
            let diagnostic = diagnostic.help(format!("the table's enum is `{table}`"));
            match expected.as_slice() {
                [] => diagnostic,
                _ => diagnostic.help(format!("collections are {}", suggest::names(expected))),
            }
        }
        _ => diagnostic.help("a key type is a tuple struct of one field: `struct ItemId(Ulid);`"),
    }
}
