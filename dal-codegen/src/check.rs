//! What is wrong with one type: the rules of the list, and those that only its tokens show.

use dal_spec::plan::Plan;
use dal_spec::shape::Shape;
use dal_spec::{Code, Diagnostic, Role, check_shape, role};
use syn::spanned::Spanned as _;

use crate::error::Errors;
use crate::names;
use crate::parse::Input;

/// What a type is, and what the list's rules say of its shape. What its tokens show goes to `errors`, and so does that it
/// can be nothing.
pub(crate) fn checked(
    plan: &Plan,
    shape: Option<&Shape>,
    input: &Input<'_>,
    errors: &mut Errors,
) -> (Option<Role>, Vec<Diagnostic>) {
    let Some(shape) = shape else {
        let found = Diagnostic::new(
            Code::WrongBody,
            format!("`{}` is a union, and #[derive(SingleTable)] is for structs and enums", input.name()),
        )
        .note("which field of a union holds a value cannot be told, so no item can be written from it")
        .help("make it a struct, or an enum with a variant for each form");
        errors.push(input.ident.span(), found);
        return (None, Vec::new());
    };
    if let Some(generics) = input.generics {
        let found = Diagnostic::new(
            Code::GenericType,
            format!("`{}` has generic parameters, and items of a table have one form", input.name()),
        )
        .help("write the types out, and own what the type borrows");
        errors.push(generics, found);
        return (None, Vec::new());
    }
    let role = match role(plan, shape) {
        Ok(role) => role,
        Err(found) => return (None, vec![*found]),
    };
    words(&role, input, errors);
    if let Role::Entity(_) = role {
        entity(input, errors);
    }
    (Some(role), check_shape(plan, &role, shape))
}

/// Forms of an entity that only its attributes and names show.
fn entity(input: &Input<'_>, errors: &mut Errors) {
    let name = input.name();
    if let Some((word, span)) = input.serde.form {
        let found = Diagnostic::new(
            Code::SerdeForm,
            format!("an entity cannot be #[serde({word})]: the attributes of its items are the fields of the struct"),
        )
        .entity(&name)
        .note("keys are built from the fields, and projections are read by their names")
        .help("a field may have a form of its own, with #[serde(with = \"…\")]");
        errors.push(span, found);
    }
    for (first, second) in names::clashing_constants(input.fields().iter().map(|field| field.name.as_str())) {
        let found = Diagnostic::new(
            Code::NameCollision,
            format!("`{first}` and `{second}` would both be `{name}::{}`", names::screaming(second)),
        )
        .entity(&name)
        .help(format!("rename one of them, and keep its attribute with #[serde(rename = \"{second}\")]"));
        errors.push(input.ident.span(), found);
    }
}

/// Words of `#[dal(…)]` that have no meaning on a type of this role.
fn words(role: &Role, input: &Input<'_>, errors: &mut Errors) {
    if input.dal.display && !matches!(role, Role::KeyNewtype) {
        let found = Diagnostic::new(Code::MisplacedAttribute, "#[dal(display)] is for key types")
            .help("put it on a tuple struct of one field, as in `struct Phone(PhoneNumber);`");
        errors.push(input.ident.span(), found);
    }
    if let (Some(path), false) = (input.dal.collections.first(), matches!(role, Role::Table)) {
        let found =
            Diagnostic::new(Code::MisplacedAttribute, "#[dal(collections(…))] is for the table's enum")
                .note("it says where the collections are that patterns.yaml declares, if not beside the enum")
                .help("put it on the enum of the table, or remove it");
        errors.push(path.span(), found);
    }
}
