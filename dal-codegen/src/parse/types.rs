//! What tokens tell of a type: `Option`, `Vec`, and the name at its end.

use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// The type without the invisible groups that `macro_rules!` puts around `$ty`, and without parentheses.
pub(crate) fn plain(mut ty: &Type) -> &Type {
    loop {
        match ty {
            Type::Group(group) => ty = &group.elem,
            Type::Paren(paren) => ty = &paren.elem,
            _ => return ty,
        }
    }
}

fn last(ty: &Type) -> Option<&PathSegment> {
    match plain(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

fn argument<'a>(ty: &'a Type, of: &str) -> Option<&'a Type> {
    let segment = last(ty)?;
    if segment.ident != of {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if arguments.args.len() == 1 => Some(inner),
        _ => None,
    }
}

/// The type inside `Option<…>`.
pub(crate) fn in_option(ty: &Type) -> Option<&Type> {
    argument(ty, "Option")
}

/// The type inside `Vec<…>`.
pub(crate) fn in_vec(ty: &Type) -> Option<&Type> {
    argument(ty, "Vec")
}

/// The type inside `Option`, `Vec` and `Box`, whatever surrounds it.
pub(crate) fn innermost(ty: &Type) -> &Type {
    let mut ty = plain(ty);
    while let Some(inner) = in_option(ty).or_else(|| in_vec(ty)) {
        ty = plain(inner);
    }
    ty
}

/// The last segment of the type's path, looked through `Option` and `Vec`; empty for a type that has no path.
pub(crate) fn base(ty: &Type) -> String {
    last(innermost(ty)).map(|segment| unraw(&segment.ident)).unwrap_or_default()
}

/// Whether the type's path ends in arguments: `Item<String>`.
pub(crate) fn has_arguments(ty: &Type) -> bool {
    last(ty).is_some_and(|segment| !segment.arguments.is_none())
}

/// The name of an identifier without `r#`.
pub(crate) fn unraw(ident: &syn::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens, quote};

    fn ty(text: &str) -> Type {
        syn::parse_str(text).unwrap()
    }

    #[test]
    fn looks_through_option_and_vec_of_any_path() {
        for text in
            ["UserId", "Option<UserId>", "std::option::Option<a::UserId>", "Vec<Option<UserId>>", "(UserId)"]
        {
            assert_eq!(base(&ty(text)), "UserId", "{text}");
        }
        assert_eq!(base(&ty("DateTime<Utc>")), "DateTime");
        assert_eq!(base(&ty("[u8; 4]")), "");
        assert_eq!(base(&ty("r#type::r#fn")), "fn");
    }

    #[test]
    fn an_option_without_one_argument_is_some_other_type() {
        assert!(in_option(&ty("Option")).is_none());
        assert!(in_option(&ty("Option<A, B>")).is_none());
        assert!(in_option(&ty("Options<A>")).is_none());
    }

    #[test]
    fn sees_through_the_groups_of_macro_rules() {
        let inner = proc_macro2::Group::new(proc_macro2::Delimiter::None, quote!(Option<UserId>));
        let ty: Type = syn::parse2(inner.into_token_stream()).unwrap();
        assert!(in_option(&ty).is_some());
    }
}
