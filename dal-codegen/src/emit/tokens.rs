//! Small pieces of tokens that several generators share.

use dal_key::{AttributeType, Case, Cut, Format, Order, Precision, Style};
use dal_spec::KindDef;
use dal_spec::plan::{EntityPlan, SegmentPlan, TemplatePlan};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::Path;

/// The path of what generated code calls: `::dal::__private`.
pub(crate) fn private(root: Option<&Path>) -> TokenStream {
    match root {
        Some(root) => quote!(#root::__private),
        None => quote!(::dal::__private),
    }
}

/// Documentation, one attribute a line.
pub(crate) fn docs(text: &str) -> TokenStream {
    text.lines()
        .map(|line| {
            let line = if line.is_empty() { String::new() } else { format!(" {line}") };
            quote!(#[doc = #line])
        })
        .collect()
}

/// What keeps clippy content with a method of so many parameters: the list asks for each.
pub(crate) fn many_parameters(count: usize) -> Option<TokenStream> {
    (count > 7).then(|| quote!(#[allow(clippy::too_many_arguments)]))
}

/// What keeps clippy content where a pattern is named as the type that it is a method of.
pub(crate) fn named_as_type<'n>(
    name: &Ident,
    mut methods: impl Iterator<Item = &'n str>,
) -> Option<TokenStream> {
    let name = name.to_string().to_lowercase();
    let is_name = |method: &str| method.replace('_', "") == name;
    methods.any(is_name).then(|| quote!(#[allow(clippy::self_named_constructors)]))
}

/// The runtime's private module inside the block of impls.
pub(crate) fn alias() -> Ident {
    alias_at(Span::call_site())
}

/// The same, where errors about what is behind it point to `span`.
pub(crate) fn alias_at(span: Span) -> Ident {
    Ident::new("_dal", span)
}

/// A number without a suffix.
pub(crate) fn number(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}

/// `Ulid`, in a block that names it.
pub(crate) fn kind(kind: &KindDef) -> TokenStream {
    match kind {
        KindDef::Text(None) => quote!(Text(None)),
        KindDef::Text(Some(pattern)) => quote!(Text(Some(#pattern))),
        KindDef::Int { min, max } => {
            let (min, max) = (Literal::i128_unsuffixed(*min), Literal::i128_unsuffixed(*max));
            quote!(Int { min: #min, max: #max })
        }
        KindDef::Decimal(scale) => {
            let scale = Literal::u8_unsuffixed(*scale);
            quote!(Decimal(#scale))
        }
        KindDef::Time(precision) => {
            let precision = match precision {
                Precision::Seconds => quote!(Seconds),
                Precision::Millis => quote!(Millis),
                Precision::Micros => quote!(Micros),
            };
            quote!(Time(Precision::#precision))
        }
        KindDef::Enum(words) => quote!(Enum(Words(#words))),
        _ => {
            let name = Ident::new(marker(kind), Span::call_site());
            quote!(#name)
        }
    }
}

/// The marker of a kind in `P::kinds`: `Ulid`.
pub(crate) fn kind_marker(kind: &KindDef, span: Span) -> Ident {
    Ident::new(marker(kind), span)
}

fn marker(kind: &KindDef) -> &'static str {
    match kind {
        KindDef::Uuid => "Uuid",
        KindDef::Ulid => "Ulid",
        KindDef::Int { .. } => "Int",
        KindDef::Decimal(_) => "Decimal",
        KindDef::F64 => "F64",
        KindDef::Time(_) => "Time",
        KindDef::Date => "Date",
        KindDef::Bool => "Bool",
        KindDef::Bytes => "Bytes",
        KindDef::Enum(_) => "Enum",
        _ => "Text",
    }
}

/// `key("PK", &[Lit("TENANT#"), seg(0, Ulid)])`, in a block that names them.
pub(crate) fn key_attribute(entity: &EntityPlan, attribute: &str, template: &TemplatePlan) -> TokenStream {
    let segments = template.segments.iter().map(|segment| match segment {
        SegmentPlan::Literal(text) => quote!(Lit(#text)),
        SegmentPlan::Part { field, format } => {
            let kind = entity.fields.get(*field).map(|field| kind(&field.kind));
            let format = format_calls(*format);
            let field = number(*field);
            quote!(seg(#field, #kind)#format)
        }
    });
    quote!(key(#attribute, &[#(#segments),*]))
}

/// `AttributeType::N`, in a block that names it.
pub(crate) fn attribute_type(of: AttributeType) -> TokenStream {
    let of = Ident::new(of.as_str(), Span::call_site());
    quote!(AttributeType::#of)
}

/// What changes a segment's format: `.desc().rank()`.
fn format_calls(format: Format) -> TokenStream {
    let mut calls = TokenStream::new();
    calls.extend(match format.style {
        Style::Default => TokenStream::new(),
        Style::Rank => quote!(.rank()),
        Style::Raw => quote!(.raw()),
        Style::Native(of) => {
            let of = attribute_type(of);
            quote!(.native(#of))
        }
        Style::Plain => quote!(.style(Style::Plain)),
        Style::Padded(digits) => {
            let digits = Literal::u8_unsuffixed(digits);
            quote!(.style(Style::Padded(#digits)))
        }
        Style::Cut(Cut::Hour) => quote!(.cut(Cut::Hour)),
        Style::Cut(Cut::Date) => quote!(.cut(Cut::Date)),
        Style::Cut(Cut::Month) => quote!(.cut(Cut::Month)),
    });
    calls.extend(match format.case {
        Case::Keep => TokenStream::new(),
        Case::Lower => quote!(.lower()),
        Case::Upper => quote!(.upper()),
    });
    if format.order == Order::Desc {
        calls.extend(quote!(.desc()));
    }
    calls
}
