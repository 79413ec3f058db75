//! One derive: what the type is, what is wrong with it, and its code.

use dal_spec::plan::Plan;
use dal_spec::{Diagnostic, Loaded, Owner, Role, check_shape, role};
use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::emit::{self, Code, EntityContext, Missing};
use crate::error::Errors;
use crate::fallback::fallback;
use crate::names;
use crate::parse::types::base;
use crate::parse::{Body, Input, locate};

/// Which of the list's diagnostics a derive reports besides those of its own type.
///
/// A list-wide error concerns every derive, and a derive cannot know which others there are: the first one of a compiler's
/// process reports it, so that it is shown once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// None.
    Own,
    /// Errors of the whole list.
    All,
}

/// The code of `#[derive(SingleTable)]` on `input`, whose list is `list`.
///
/// Never panics on any input. What is wrong becomes `compile_error!` beside stand-ins that keep the rest of the program
/// compiling.
pub fn expand(input: &DeriveInput, list: &Loaded, report: Report) -> TokenStream {
    let mut errors = Errors::default();
    let input = Input::parse(input, &mut errors);
    if report == Report::All {
        let wide = list.diagnostics.iter().filter(|found| found.owner == Owner::Table && found.is_error());
        wide.for_each(|found| errors.push(input.ident.span(), found.render()));
    }
    report_own(list, &input, &mut errors);
    let code = match &list.plan {
        Some(plan) => with_plan(plan, list, &input, &mut errors),
        None => without_plan(list, &input, &mut errors),
    };
    let mut tokens = errors.into_tokens();
    if !code.is_empty() {
        tokens.extend(code.into_items(input.dal.root.as_ref()));
    }
    tokens
}

/// The list's diagnostics of this type.
fn report_own(list: &Loaded, input: &Input<'_>, errors: &mut Errors) {
    let name = input.name();
    for found in &list.diagnostics {
        match &found.owner {
            Owner::Entity(owner) | Owner::Collection(owner) if *owner == name => put(found, input, errors),
            _ => {}
        }
    }
}

fn put(found: &Diagnostic, input: &Input<'_>, errors: &mut Errors) {
    let (found, span) = locate(found, input);
    if found.is_error() { errors.push(span, found.render()) } else { errors.warn(span, found.render()) }
}

/// What the table's enum reports besides its own: warnings of the whole list, and errors of entities that have no variant,
/// and so perhaps no struct that would report them.
fn report_as_table(list: &Loaded, input: &Input<'_>, errors: &mut Errors) {
    let has_variant =
        |entity: &str| input.variants().iter().any(|v| v.payload.is_some_and(|ty| base(ty) == entity));
    for found in &list.diagnostics {
        match &found.owner {
            Owner::Table if !found.is_error() => put(found, input, errors),
            Owner::Entity(entity) if found.is_error() && !has_variant(entity) => put(found, input, errors),
            _ => {}
        }
    }
}

/// Key types need no list; of the rest only stand-ins can be made.
fn without_plan(list: &Loaded, input: &Input<'_>, errors: &mut Errors) -> Code {
    match &input.body {
        Body::Tuple(types) if types.len() == 1 && input.generics.is_none() => emit::newtype(input, types[0]),
        Body::Enum(variants)
            if !variants.is_empty() && variants.iter().all(|variant| variant.fields == 0) =>
        {
            emit::key_enum(input)
        }
        Body::Enum(_) => {
            report_as_table(list, input, errors);
            fallback(None, input)
        }
        _ => fallback(None, input),
    }
}

fn with_plan(plan: &Plan, list: &Loaded, input: &Input<'_>, errors: &mut Errors) -> Code {
    let span = input.ident.span();
    let Some(shape) = input.shape() else {
        errors.push(span, "#[derive(SingleTable)] is for structs and enums, not for unions");
        return Code::default();
    };
    if let Some(generics) = input.generics {
        errors.push(
            generics,
            format!(
                "`{}` has generic parameters, and items of a table have one form\n\
                 \u{20}= help: write the types out, and own what the struct borrows",
                input.name()
            ),
        );
        return Code::default();
    }
    let role = match role(plan, &shape) {
        Ok(role) => role,
        Err(found) => {
            put(&found, input, errors);
            return fallback(Some(plan), input);
        }
    };
    let found = check_shape(plan, &role, &shape);
    let broken = found.iter().any(Diagnostic::is_error);
    found.iter().for_each(|found| put(found, input, errors));
    check_words(&role, input, errors);
    let code = match role {
        Role::Entity(number) => entity(plan, number, input, broken, errors),
        Role::Collection(number) => {
            plan.patterns.get(number).and_then(|pattern| emit::collection(plan, pattern, input))
        }
        Role::Table => {
            report_as_table(list, input, errors);
            emit::table(plan, input)
        }
        Role::KeyNewtype => match &input.body {
            Body::Tuple(types) => types.first().map(|inner| emit::newtype(input, inner)),
            _ => None,
        },
        Role::KeyEnum => Some(emit::key_enum(input)),
        // The list's errors about it are reported above.
        Role::LeftOut => None,
    };
    code.unwrap_or_else(|| fallback(Some(plan), input))
}

fn entity(plan: &Plan, number: usize, input: &Input<'_>, broken: bool, errors: &mut Errors) -> Option<Code> {
    let missing = Missing::of(plan.entities.get(number)?, input);
    let fields = missing.fields(input.vis);
    let cx = EntityContext::new(plan, number, input, &fields, broken)?;
    if let Some((word, span)) = input.serde.form {
        errors.push(
            span,
            format!(
                "an entity cannot be #[serde({word})]: the attributes of its items are the fields of the struct\n\
                 \u{20}= help: a field may have a form of its own, with #[serde(with = \"…\")]\n\
                 \u{20}= note: keys are built from the fields, and projections are read by their names"
            ),
        );
    }
    for (first, second) in names::clashing_constants(input.fields().iter().map(|field| field.name.as_str())) {
        let constant = names::screaming(second);
        errors.push(
            input.ident.span(),
            format!(
                "`{first}` and `{second}` would both be `{}::{constant}`\n \
                 = help: rename one of them, and keep its attribute with #[serde(rename = \"{second}\")]",
                input.name()
            ),
        );
    }
    let mut code = emit::all_of_entity(&cx);
    code.add(missing.code(input.vis));
    Some(code)
}

/// Words of `#[dal(…)]` that have no meaning on a type of this role.
fn check_words(role: &Role, input: &Input<'_>, errors: &mut Errors) {
    let span = input.ident.span();
    if input.dal.display && !matches!(role, Role::KeyNewtype) {
        errors.push(span, "#[dal(display)] is for key types: a tuple struct of one field, as in `struct Phone(PhoneNumber);`");
    }
    if let (Some(path), false) = (input.dal.collections.first(), matches!(role, Role::Table)) {
        errors.push(
            syn::spanned::Spanned::span(path),
            "#[dal(collections(…))] is for the table's enum: it says where the collections are that patterns.yaml declares",
        );
    }
}
