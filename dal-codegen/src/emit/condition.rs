//! Filters: conditions of the list as typed conditions of the runtime.
//!
//! ```text
//! .filter(P::constants(P::of::<P::kinds::Enum, Status>(), [P::word("open")], |[a]| Self::STATUS.eq(a)).and(Self::PRICE.ge(min)))
//! ```

use dal_spec::plan::{
    Comparison, ConditionPlan, Operand, PatternPlan, QueryPlan, TestIs, TestPlan, ValueOf, ValuePlan,
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::constant::constant;
use super::context::EntityContext;
use super::tokens::{alias_at, kind_marker};
use crate::names;
use crate::parse::types::base;
use crate::parse::{Field, text};

/// The type of a parameter that is compared with the field's attribute; `p` is the runtime's private module.
pub(crate) fn value_type(p: &impl ToTokens, field: &Field<'_>, of: ValueOf) -> TokenStream {
    let inner = field.inner;
    match of {
        ValueOf::Whole => {
            let ty = attribute_type(field);
            quote!(#ty)
        }
        ValueOf::Member => member(p, inner),
        ValueOf::Beginning => quote!(::std::string::String),
        ValueOf::Size => quote!(usize),
        ValueOf::Delta if is_set(field) => quote!(<#inner as #p::Elements>::Element),
        ValueOf::Delta => quote!(<#inner as #p::Number>::Delta),
        // The list does not know what a document holds there.
        ValueOf::Inside => quote!(()),
    }
}

/// Whether the field's type is a set, by its name.
pub(crate) fn is_set(field: &Field<'_>) -> bool {
    base(field.ty).ends_with("Set")
}

/// That type as it is compared with those of other parameters.
pub(crate) fn value_type_text(field: &Field<'_>, of: ValueOf) -> String {
    match of {
        ValueOf::Whole => text(attribute_type(field)),
        ValueOf::Member if is_text(field.inner) => "String".to_owned(),
        ValueOf::Member => argument(field.inner).map_or_else(|| text(field.inner), text),
        ValueOf::Beginning => "String".to_owned(),
        ValueOf::Size => "usize".to_owned(),
        ValueOf::Delta => format!("delta of {}", text(field.inner)),
        ValueOf::Inside => String::new(),
    }
}

/// The type of what `contains` looks for: by its name where the type shows it, as parameters stand outside of the block that
/// names the runtime.
fn member(p: &impl ToTokens, ty: &syn::Type) -> TokenStream {
    match argument(ty) {
        _ if is_text(ty) => quote!(::std::string::String),
        Some(element) => quote!(#element),
        None => quote!(<#ty as #p::Searchable>::Member),
    }
}

/// Whether a type is text, boxed or not.
fn is_text(ty: &syn::Type) -> bool {
    base(ty) == "String" || argument(ty).is_some_and(|inner| base(inner) == "str")
}

/// The first type argument: that of the elements of a list or a set.
fn argument(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let syn::PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The type of the attribute's token.
fn attribute_type<'a>(field: &'a Field<'_>) -> &'a syn::Type {
    if field.serde.serialize_with.is_some() { field.ty } else { field.inner }
}

/// The field that the list names, if the struct has it and an attribute holds it.
pub(crate) fn asked<'a>(cx: &'a EntityContext<'_>, name: &str) -> Option<&'a Field<'a>> {
    cx.input.fields().iter().find(|field| field.name == name && super::attributes::has_token(field))
}

/// `.filter(…)`, or nothing; `value` gives the expression of a parameter.
pub(crate) fn filter(
    cx: &EntityContext<'_>,
    pattern: &PatternPlan,
    query: &QueryPlan,
    value: &dyn Fn(&ValuePlan) -> TokenStream,
) -> TokenStream {
    let Some(plan) = &query.filter else { return TokenStream::new() };
    let uses = |number: usize| {
        let operands = plan.tests().into_iter().flat_map(TestPlan::operands);
        operands.filter(|operand| **operand == Operand::Value(number)).count()
    };
    let value = |number: usize| {
        let value = value(pattern.values.get(number)?);
        Some(if uses(number) > 1 { quote!(::core::clone::Clone::clone(&#value)) } else { value })
    };
    match condition(cx, plan, &value) {
        Some(condition) => quote!(.filter(#condition)),
        // What is missing is reported.
        None => TokenStream::new(),
    }
}

pub(crate) type Values<'a> = dyn Fn(usize) -> Option<TokenStream> + 'a;

pub(crate) fn condition(
    cx: &EntityContext<'_>,
    plan: &ConditionPlan,
    value: &Values<'_>,
) -> Option<TokenStream> {
    let joined = |list: &[ConditionPlan], method: TokenStream| {
        let mut list = list.iter().map(|one| condition(cx, one, value));
        let first = list.next()??;
        list.try_fold(first, |all, one| {
            let one = one?;
            Some(quote!(#all.#method(#one)))
        })
    };
    match plan {
        ConditionPlan::All(list) => joined(list, quote!(and)),
        ConditionPlan::Any(list) => joined(list, quote!(or)),
        ConditionPlan::Test(test) => self::test(cx, test, value),
    }
}

fn test(cx: &EntityContext<'_>, test: &TestPlan, value: &Values<'_>) -> Option<TokenStream> {
    let p = &cx.p;
    let field = asked(cx, &test.field)?;
    let span = names::generated(field.inner.span());
    let token = names::ident(&names::screaming(&field.name), span);
    let attribute = quote!(Self::#token);
    let kind = test.constants(&base(field.ty));
    let (mut constants, mut idents) = (Vec::new(), Vec::new());
    let mut operand = |operand: &Operand| match operand {
        Operand::Value(number) => value(*number),
        Operand::Constant(text, _) => match test.is {
            TestIs::BeginsWith(_) => Some(quote!(#text)),
            TestIs::Size(..) => {
                let size = Literal::usize_unsuffixed(text.parse().ok()?);
                Some(quote!(#size))
            }
            _ => {
                constants.push(constant(p, &kind.as_ref()?.constant(text)?)?);
                let ident = Ident::new(&format!("constant_{}", idents.len()), Span::mixed_site());
                idents.push(ident.clone());
                Some(quote!(#ident))
            }
        },
    };
    let body = match &test.is {
        TestIs::Compare(comparison, one) => {
            let (method, one) = (method(*comparison), operand(one)?);
            quote!(#attribute.#method(#one))
        }
        TestIs::Size(comparison, one) => {
            let (method, one) = (method(*comparison), operand(one)?);
            quote!(#attribute.size().#method(#one))
        }
        TestIs::In(list) => {
            let list = list.iter().map(operand).collect::<Option<Vec<_>>>()?;
            quote!(#attribute.is_in([#(#list),*]))
        }
        TestIs::Between(low, high) => {
            let (low, high) = (operand(low)?, operand(high)?);
            quote!(#attribute.between(#low, #high))
        }
        TestIs::Contains(one) => {
            let one = operand(one)?;
            quote!(#attribute.contains(#one))
        }
        TestIs::BeginsWith(one) => {
            let one = operand(one)?;
            quote!(#attribute.begins_with(#one))
        }
        TestIs::Present => quote!(#attribute.exists()),
        TestIs::Absent => quote!(#attribute.absent()),
    };
    if constants.is_empty() {
        return Some(body);
    }
    let (at, marker) = (alias_at(span), kind_marker(kind.as_ref()?, span));
    let inner = field.inner;
    let ty = match test.is {
        TestIs::Contains(_) => member(p, inner),
        _ => quote!(#inner),
    };
    let codec = quote_spanned!(span=> #at::of::<#at::kinds::#marker, #ty>());
    Some(quote!(#p::constants(#codec, [#(#constants),*], |[#(#idents),*]| #body)))
}

/// A constant as a value of the field's attribute, or the problem that it is none.
pub(crate) fn constant_of(
    cx: &EntityContext<'_>,
    field: &Field<'_>,
    test: &TestPlan,
    operand: &Operand,
) -> Option<TokenStream> {
    let Operand::Constant(text, _) = operand else { return None };
    let p = &cx.p;
    let span = names::generated(field.inner.span());
    let kind = test.constants(&base(field.ty))?;
    let value = constant(p, &kind.constant(text)?)?;
    let (at, marker, inner) = (alias_at(span), kind_marker(&kind, span), field.inner);
    let codec = quote_spanned!(span=> #at::of::<#at::kinds::#marker, #inner>());
    Some(quote!(#p::constant(#codec, #value)))
}

fn method(comparison: Comparison) -> Ident {
    let name = match comparison {
        Comparison::Equal => "eq",
        Comparison::NotEqual => "ne",
        Comparison::Below => "lt",
        Comparison::AtMost => "le",
        Comparison::Above => "gt",
        Comparison::AtLeast => "ge",
    };
    Ident::new(name, Span::call_site())
}
