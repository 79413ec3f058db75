//! Patterns of writes: methods of the entity, and what transactions need of it.
//!
//! ```text
//! impl Store {
//!     /// Changes the end of a lease. …
//!     pub fn change_lease<T: P::Holds<Self>>(scope: &P::Scope<T>, store_id: impl Into<StoreId>, lease_end: impl Into<Date>) -> P::Update<Self> {
//!         <Self as P::Write>::update(scope, StoreKey { store_id: store_id.into() }).set(Self::LEASE_END, lease_end)
//!     }
//!     // Of a transaction: what its method, which does not know the fields, calls.
//!     #[doc(hidden)]
//!     pub fn like_store_action_1<T: P::Holds<Self>>(scope: &P::Scope<T>, key: StoreKey) -> P::Update<Self> { … }
//! }
//! impl P::ActionValue<0> for Store { type Value = u32; }
//! ```

use std::cell::RefCell;

use dal_spec::plan::{
    ActionPlan, ActionVerb, ActionsForm, ActionsPlan, ChangeIs, ChangePlan, KeyVersion, Operand, Takes,
    TestIs, TestPlan, ValueOf, ValuePlan,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::Code;
use super::about::actions as about;
use super::condition::{asked, condition, constant_of, is_set, value_type, value_type_text};
use super::context::{EntityContext, Part};
use super::group::group_name;
use super::pattern::handle;
use super::tokens::{docs, many_parameters, private};
use crate::names;
use crate::parse::types::base;
use crate::parse::{Field, text};

/// The methods of the entity's patterns of actions, and those that transactions call.
pub(crate) fn methods(cx: &EntityContext<'_>) -> TokenStream {
    let own = cx.plan.actions_of(cx.number).map(|pattern| match pattern.form {
        ActionsForm::Batch => batch(cx, pattern),
        _ => method(cx, pattern),
    });
    let parts =
        cx.plan.parts_of(cx.number).map(|(pattern, number, action)| part(cx, pattern, number, action));
    own.chain(parts).collect()
}

/// The structs of parameters, and the types of the values that transactions take.
pub(crate) fn types(cx: &EntityContext<'_>) -> Code {
    let EntityContext { p, name, .. } = cx;
    let own = cx.plan.actions_of(cx.number).filter_map(|pattern| {
        let action = pattern.actions.first()?;
        takes_struct(cx, action).then(|| params(cx, pattern, action))
    });
    let types = own.collect();
    let values = cx.plan.parts_of(cx.number).flat_map(|(.., action)| &action.values).enumerate();
    let impls = values.filter_map(|(number, value)| {
        let ty = value_type(p, asked(cx, &value.field)?, value.of);
        Some(quote! {
            #[automatically_derived]
            impl #p::ActionValue<#number> for #name {
                type Value = #ty;
            }
        })
    });
    Code { types, impls: impls.collect() }
}

/// The name of the hidden method of one action of a transaction.
pub(crate) fn part_name(pattern: &str, number: usize) -> String {
    format!("{pattern}_action_{number}")
}

/// How an action is written: what it takes first, its call, and what it gives.
struct Call {
    /// Whether it fills the item in.
    fills: bool,
    receiver: Option<TokenStream>,
    output: TokenStream,
    body: TokenStream,
}

/// The call of an action. `key` is the expression of its key.
fn call(cx: &EntityContext<'_>, action: &ActionPlan, handle: &Ident, key: &TokenStream) -> Call {
    let p = &cx.p;
    let managed = !cx.entity.managed.is_empty();
    let write = if managed { quote!(#p::WriteManaged) } else { quote!(#p::Write) };
    let verb = names::ident(action.verb.word(), cx.span);
    let fills = managed && action.verb.takes_item();
    let loaded = action.takes == Takes::Loaded;
    let receiver = (action.verb.takes_item() || loaded)
        .then(|| if fills { quote!(&'a mut self) } else { quote!(&self) });
    let on_item = quote!(<Self as #write>::#verb(self, #handle));
    let any = any_version(action);
    let by_key = quote!(<Self as #write>::#verb(#handle, #key)#any);
    let (output, body) = match action.verb {
        ActionVerb::Create | ActionVerb::Put if fills => (quote!(#p::PutFilled<'a, Self>), on_item),
        ActionVerb::Create | ActionVerb::Put => (quote!(#p::Put<Self>), on_item),
        ActionVerb::Upsert if fills => (quote!(#p::Upsert<Self, #p::FillIn<'a, Self>>), on_item),
        ActionVerb::Upsert => (quote!(#p::Upsert<Self>), on_item),
        ActionVerb::Update if loaded => (quote!(#p::Update<Self>), quote!(#p::update_loaded(self, #handle))),
        ActionVerb::Update => (quote!(#p::Update<Self>), by_key),
        ActionVerb::Delete if loaded => {
            (quote!(#p::Delete<Self>), quote!(<Self as #write>::delete_loaded(self, #handle)))
        }
        ActionVerb::Delete => (quote!(#p::Delete<Self>), by_key),
        ActionVerb::Check => (quote!(#p::Check<Self>), quote!(<Self as #p::EntityExt>::check(#handle, #key))),
        ActionVerb::Get => (quote!(#p::Get<Self>), quote!(#p::Get::new(#handle, "batch_get", #key))),
    };
    Call { fills, receiver, output, body }
}

/// What makes a write by key of one that needs a version; where the caller is to give it, the whole write asks for it again.
pub(crate) fn any_version(action: &ActionPlan) -> Option<TokenStream> {
    (action.version != KeyVersion::None).then(|| quote!(.any_version()))
}

/// The whole expression of an action: its call, its changes and its condition.
fn expression(
    cx: &EntityContext<'_>,
    action: &ActionPlan,
    body: TokenStream,
    parameter: &dyn Fn(usize) -> Option<TokenStream>,
) -> TokenStream {
    let p = &cx.p;
    let constants = RefCell::new(Vec::new());
    let value = &Values { parameter, constants: &constants };
    let groups = cx.entity.groups.iter().filter_map(|group| {
        let fields: Vec<&Part<'_>> = group.fields.iter().filter_map(|&field| cx.parts.get(field)).collect();
        let values: Option<Vec<TokenStream>> = fields
            .iter()
            .map(|part| {
                let change = action.changes.iter().find(|change| change.field == part.field.name)?;
                let ident = part.ident();
                let value = in_group(cx, part.field, change, value)?;
                Some(quote!(#ident: #value))
            })
            .collect();
        let values = values.filter(|values| !values.is_empty())?;
        let name = cx.ident(&group_name(cx, group));
        Some(quote!(.set_group(#name { #(#values),* })))
    });
    let grouped = |change: &ChangePlan| {
        let mut fields = cx.entity.groups.iter().flat_map(|group| &group.fields);
        fields.any(|&field| cx.parts.get(field).is_some_and(|part| part.field.name == change.field))
    };
    let alone = action.changes.iter().filter(|change| !grouped(change));
    let alone = alone.filter_map(|change| changed(cx, &action.values, change, value));
    let condition = action.condition.as_ref().and_then(|plan| condition(cx, plan, parameter));
    let condition = condition.map(|condition| quote!(.only_if(#condition)));
    let changes: Vec<TokenStream> = groups.chain(alone).collect();
    let all = quote!(#body #(#changes)* #condition);
    let constants = constants.into_inner();
    if constants.is_empty() {
        return all;
    }
    let (idents, values): (Vec<Ident>, Vec<TokenStream>) = constants.into_iter().unzip();
    // A constant of the list's kind that the Rust type does not hold refuses the update before it is sent.
    quote! {
        match (#(#values,)*) {
            (#(::core::result::Result::Ok(#idents),)*) => #all,
            _ => #body.only_if(#p::refused_constant()),
        }
    }
}

/// Where the values of changes come from: parameters, and constants, which are made first.
struct Values<'a> {
    parameter: &'a dyn Fn(usize) -> Option<TokenStream>,
    constants: &'a RefCell<Vec<(Ident, TokenStream)>>,
}

/// What a change writes.
fn written(
    cx: &EntityContext<'_>,
    field: &Field<'_>,
    test: &TestPlan,
    values: &Values<'_>,
) -> Option<TokenStream> {
    let TestIs::Compare(_, operand) = &test.is else { return None };
    match operand {
        Operand::Value(number) => (values.parameter)(*number),
        Operand::Constant(..) => {
            let constant = constant_of(cx, field, test, operand)?;
            let mut constants = values.constants.borrow_mut();
            let ident = Ident::new(&format!("constant_{}", constants.len()), Span::mixed_site());
            constants.push((ident.clone(), constant));
            Some(quote!(#ident))
        }
    }
}

/// The value of a field of a group.
fn in_group(
    cx: &EntityContext<'_>,
    field: &Field<'_>,
    change: &ChangePlan,
    value: &Values<'_>,
) -> Option<TokenStream> {
    match &change.is {
        ChangeIs::Set(test) => {
            let value = written(cx, field, test, value)?;
            Some(if field.optional { quote!(::core::option::Option::Some(#value)) } else { value })
        }
        ChangeIs::Remove => Some(quote!(::core::option::Option::None)),
        ChangeIs::Add(_) | ChangeIs::Subtract(_) => None,
    }
}

/// The change of an attribute that feeds no key.
fn changed(
    cx: &EntityContext<'_>,
    values: &[ValuePlan],
    change: &ChangePlan,
    value: &Values<'_>,
) -> Option<TokenStream> {
    // What does not fit is reported.
    let field = asked(cx, &change.field).filter(|field| change.fits(&base(field.ty)))?;
    let token = names::ident(&names::screaming(&field.name), names::generated(field.ident.span()));
    let inside = &change.inside;
    match &change.is {
        ChangeIs::Set(test) if inside.is_empty() => {
            let value = written(cx, field, test, value)?;
            Some(quote!(.set(Self::#token, #value)))
        }
        ChangeIs::Set(test) => {
            let TestIs::Compare(_, Operand::Value(number)) = &test.is else { return None };
            let ty = inside_type(&values.get(*number)?.name);
            let value = (value.parameter)(*number)?;
            let (last, before) = inside.split_last()?;
            Some(quote!(.set(Self::#token #(.field::<()>(#before))*.field::<#ty>(#last), #value)))
        }
        ChangeIs::Add(test) if is_set(field) => {
            let value = added(cx, field, test, value)?;
            Some(quote!(.add_to_set(Self::#token, [#value])))
        }
        ChangeIs::Add(test) => {
            let value = added(cx, field, test, value)?;
            Some(quote!(.add(Self::#token, #value)))
        }
        ChangeIs::Subtract(test) => {
            let value = added(cx, field, test, value)?;
            Some(quote!(.subtract(Self::#token, #value)))
        }
        ChangeIs::Remove if inside.is_empty() => Some(quote!(.remove(Self::#token))),
        ChangeIs::Remove => Some(quote!(.remove(Self::#token #(.field::<()>(#inside))*))),
    }
}

/// What is added: a parameter, or a number as it is written.
fn added(
    cx: &EntityContext<'_>,
    field: &Field<'_>,
    test: &TestPlan,
    value: &Values<'_>,
) -> Option<TokenStream> {
    match &test.is {
        TestIs::Compare(_, Operand::Constant(text, _)) => match text.parse::<i128>() {
            Ok(number) => {
                let number = proc_macro2::Literal::i128_unsuffixed(number);
                Some(quote!(#number))
            }
            Err(_) => written(cx, field, test, value),
        },
        _ => written(cx, field, test, value),
    }
}

/// A parameter of a value: its name, and its type.
fn value_param(cx: &EntityContext<'_>, value: &ValuePlan) -> Option<(Ident, TokenStream)> {
    let field = asked(cx, &value.field)?;
    let ident = names::ident(&value.name, names::generated(field.ident.span()));
    Some((ident, value_type(&cx.p, field, value.of)))
}

/// The type parameter of a value inside a document.
fn inside_type(name: &str) -> Ident {
    names::ident(&names::upper_camel(name), Span::mixed_site())
}

/// How often a value is used.
fn uses(action: &ActionPlan, number: usize) -> usize {
    let changes = action.changes.iter().filter_map(|change| match &change.is {
        ChangeIs::Set(test) | ChangeIs::Add(test) | ChangeIs::Subtract(test) => Some(test),
        ChangeIs::Remove => None,
    });
    let tests = changes.chain(action.condition.iter().flat_map(dal_spec::plan::ConditionPlan::tests));
    tests.flat_map(TestPlan::operands).filter(|operand| **operand == Operand::Value(number)).count()
}

/// Whether two parameters have one type, and one of them is a value: swapped, they would compile.
fn takes_struct(cx: &EntityContext<'_>, action: &ActionPlan) -> bool {
    let values = action.values.iter().filter(|value| value.of != ValueOf::Inside);
    let mut types: Vec<String> =
        values.filter_map(|value| Some(value_type_text(asked(cx, &value.field)?, value.of))).collect();
    let keys = types.len();
    if !action.verb.takes_item() {
        types.extend(cx.key_parts().iter().map(|part| text(part.field.inner)));
    }
    keys > 0 && {
        types.sort();
        types.windows(2).any(|pair| pair[0] == pair[1])
    }
}

/// The struct of a method's values.
fn params(cx: &EntityContext<'_>, pattern: &ActionsPlan, action: &ActionPlan) -> TokenStream {
    let vis = cx.vis;
    let name = params_name(cx, pattern);
    let doc = docs(&format!("What [`{}::{}`] writes and compares with.", cx.entity.name, pattern.name));
    let values = action.values.iter().filter(|value| value.of != ValueOf::Inside);
    // It stands beside the user's struct, where the short name of the module is none.
    let private = private(cx.input.dal.root.as_ref());
    let fields = values.filter_map(|value| {
        let (ident, _) = value_param(cx, value)?;
        let ty = value_type(&private, asked(cx, &value.field)?, value.of);
        let doc = docs(&format!("Of the `{}`.", value.field));
        Some(quote!(#doc #vis #ident: #ty,))
    });
    quote! {
        #doc
        #vis struct #name { #(#fields)* }
    }
}

fn params_name(cx: &EntityContext<'_>, pattern: &ActionsPlan) -> Ident {
    cx.ident(&names::params(&names::marker(&cx.entity.name, &pattern.name)))
}

/// The key of a method: its parameters, and its expression.
fn key(cx: &EntityContext<'_>) -> (Vec<TokenStream>, TokenStream) {
    let key = cx.key_name();
    let parts = cx.key_parts();
    let mut types: Vec<String> = parts.iter().map(|part| text(part.field.inner)).collect();
    types.sort();
    if types.windows(2).any(|pair| pair[0] == pair[1]) {
        return (vec![quote!(key: #key)], quote!(key));
    }
    let (mut arguments, mut fields) = (Vec::new(), Vec::new());
    for part in parts {
        let (ident, ty) = (part.ident(), part.field.inner);
        if part.field.missing {
            arguments.push(quote!(_: impl ::core::marker::Sized));
            fields.push(quote!(#ident: #ty));
        } else {
            arguments.push(quote!(#ident: impl ::core::convert::Into<#ty>));
            fields.push(quote!(#ident: #ident.into()));
        }
    }
    (arguments, quote!(#key { #(#fields),* }))
}

/// The method of one write.
fn method(cx: &EntityContext<'_>, pattern: &ActionsPlan) -> TokenStream {
    let Some(action) = pattern.actions.first() else { return TokenStream::new() };
    let (mut arguments, key) =
        if action.verb.takes_item() { (Vec::new(), TokenStream::new()) } else { key(cx) };
    let as_struct = takes_struct(cx, action);
    if as_struct {
        let ty = params_name(cx, pattern);
        arguments.push(quote!(params: #ty));
    }
    let doc = docs(&about(cx.plan, pattern));
    written_as(cx, action, &names::ident(&pattern.name, cx.span), arguments, &key, as_struct, &doc)
}

/// The hidden method of one action of a transaction.
fn part(cx: &EntityContext<'_>, pattern: &ActionsPlan, number: usize, action: &ActionPlan) -> TokenStream {
    let key = cx.key_name();
    let arguments = if action.verb.takes_item() || action.takes == Takes::Loaded {
        Vec::new()
    } else {
        vec![quote!(key: #key)]
    };
    let doc = quote!(#[doc(hidden)]);
    let name = cx.ident(&part_name(&pattern.name, number));
    written_as(cx, action, &name, arguments, &quote!(key), false, &doc)
}

fn written_as(
    cx: &EntityContext<'_>,
    action: &ActionPlan,
    name: &Ident,
    mut arguments: Vec<TokenStream>,
    key: &TokenStream,
    as_struct: bool,
    doc: &TokenStream,
) -> TokenStream {
    let EntityContext { p, vis, .. } = cx;
    let values: Vec<_> = action.values.iter().map(|value| value_param(cx, value)).collect();
    let idents: Vec<&Ident> = values.iter().flatten().map(|(ident, _)| ident).collect();
    let keys: Vec<Ident> = cx.key_parts().iter().map(Part::ident).collect();
    let taken: Vec<&Ident> = idents.iter().copied().chain(&keys).collect();
    let (handle, handle_type) = handle(p, cx.entity.scoped, &taken);
    let (mut lets, mut inside) = (Vec::new(), Vec::new());
    for (value, plan) in values.iter().zip(&action.values) {
        let Some((ident, ty)) = value else { continue };
        match plan.of {
            // The list does not know what a document holds there.
            ValueOf::Inside => {
                let ty = inside_type(&plan.name);
                arguments.push(quote!(#ident: #ty));
                inside.push(ty);
            }
            _ if as_struct => lets.push(quote!(let #ident = params.#ident;)),
            _ => {
                arguments.push(quote!(#ident: impl ::core::convert::Into<#ty>));
                lets.push(quote!(let #ident: #ty = #ident.into();));
            }
        }
    }
    let value = |number: usize| {
        let (ident, _) = values.get(number)?.as_ref()?;
        Some(if uses(action, number) > 1 {
            quote!(::core::clone::Clone::clone(&#ident))
        } else {
            quote!(#ident)
        })
    };
    let Call { fills, receiver, output, body } = call(cx, action, &handle, key);
    let body = expression(cx, action, body, &value);
    let (output, body) = if action.version == KeyVersion::Given {
        (quote!(#p::NeedsVersion<#output>), quote!(#p::needs_version(#body)))
    } else {
        (output, body)
    };
    let lifetime = fills.then(|| quote!('a,));
    let generics = quote!(#lifetime T: #p::Holds<Self> #(, #inside: #p::Storable)*);
    let many = many_parameters(1 + usize::from(receiver.is_some()) + arguments.len());
    let receiver = receiver.map(|receiver| quote!(#receiver,));
    quote! {
        #doc
        #many
        #vis fn #name<#generics>(#receiver #handle: &#handle_type<T>, #(#arguments),*) -> #output {
            #(#lets)*
            #body
        }
    }
}

/// The method of a batch of one entity.
fn batch(cx: &EntityContext<'_>, pattern: &ActionsPlan) -> TokenStream {
    let EntityContext { p, vis, .. } = cx;
    let Some(action) = pattern.actions.first() else { return TokenStream::new() };
    let (handle, handle_type) = handle(p, cx.entity.scoped, &[]);
    let (name, key) = (cx.ident(&pattern.name), cx.key_name());
    let keys = quote!(keys: impl ::core::iter::IntoIterator<Item = #key>);
    let (generics, argument, output, body) = match action.verb {
        ActionVerb::Get => (
            quote!(),
            keys,
            quote!(#p::BatchGet<::std::vec::Vec<#p::Get<Self>>>),
            quote!(<Self as #p::EntityExt>::batch_get(#handle, keys)),
        ),
        ActionVerb::Delete => {
            (quote!(), keys, quote!(#p::BatchWrite), quote!(#p::BatchWrite::new().delete_all(#handle, keys)))
        }
        _ => (
            quote!('i,),
            quote!(items: impl ::core::iter::IntoIterator<Item = &'i Self>),
            quote!(#p::BatchWrite),
            quote!(#p::BatchWrite::new().put_all(#handle, items)),
        ),
    };
    let doc = docs(&about(cx.plan, pattern));
    quote! {
        #doc
        #vis fn #name<#generics T: #p::Holds<Self>>(#handle: &#handle_type<T>, #argument) -> #output {
            #body
        }
    }
}
