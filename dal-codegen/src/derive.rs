//! One derive: what the type is, what is wrong with it, and its code.

use dal_spec::plan::Plan;
use dal_spec::{Diagnostic, Loaded, Owner, Role};
use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::check::checked;
use crate::emit::{self, Code, EntityContext, Missing};
use crate::error::Errors;
use crate::fallback::fallback;
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
        wide.for_each(|found| errors.push(input.ident.span(), found.clone()));
    }
    report_own(list, &input, &mut errors);
    let code = match list.plan_of(&input.name()) {
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
    errors.push(span, found);
}

/// What the table's enum reports besides its own: warnings of the whole list, and errors of entities that have no variant,
/// and so perhaps no struct that would report them.
fn report_as_table(list: &Loaded, input: &Input<'_>, errors: &mut Errors) {
    let has_variant =
        |entity: &str| input.variants().iter().any(|v| v.payload.is_some_and(|ty| base(ty) == entity));
    // Of several tables, each tells what is about its entities, and the first what is about none.
    let name = input.name();
    let is_ours = |found: &Diagnostic| {
        let of = found.entity.as_deref().and_then(|entity| list.plan_of(entity)).or(list.plan.as_ref());
        list.more.is_empty() || of.is_some_and(|plan| plan.table.enum_name == name)
    };
    for found in &list.diagnostics {
        match &found.owner {
            Owner::Table if !found.is_error() && is_ours(found) => put(found, input, errors),
            Owner::Entity(entity) if found.is_error() && !has_variant(entity) && is_ours(found) => {
                put(found, input, errors)
            }
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
    let (role, found) = checked(plan, input.shape().as_ref(), input, errors);
    let broken = found.iter().any(Diagnostic::is_error);
    found.iter().for_each(|found| put(found, input, errors));
    let code = match role {
        None => None,
        Some(Role::Entity(number)) => entity(plan, number, input, broken),
        Some(Role::Collection(number)) => {
            plan.patterns.get(number).and_then(|pattern| emit::collection(plan, pattern, input))
        }
        Some(Role::Table) => {
            report_as_table(list, input, errors);
            emit::table(plan, input)
        }
        Some(Role::KeyNewtype) => match &input.body {
            Body::Tuple(types) => types.first().map(|inner| emit::newtype(input, inner)),
            _ => None,
        },
        Some(Role::KeyEnum) => Some(emit::key_enum(input)),
        // The list's errors about it are reported above.
        Some(Role::LeftOut) => None,
    };
    code.unwrap_or_else(|| fallback(Some(plan), input))
}

fn entity(plan: &Plan, number: usize, input: &Input<'_>, broken: bool) -> Option<Code> {
    let missing = Missing::of(plan.entities.get(number)?, input);
    let fields = missing.fields(input.vis);
    let cx = EntityContext::new(plan, number, input, &fields, broken)?;
    let mut code = emit::all_of_entity(&cx);
    code.add(missing.code(input.vis));
    Some(code)
}
