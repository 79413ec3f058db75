//! Constants that patterns bind: text of the list as a value of its kind.
//!
//! ```text
//! P::word("open")  P::text("x")  P::int(5)  P::Part::Bool(true)
//! ```

use dal_spec::KindDef;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The constant, or `None` if the text is no value of the kind or constants of the kind are not supported.
pub(crate) fn constant(p: &Ident, kind: &KindDef, text: &str) -> Option<TokenStream> {
    Some(match kind {
        KindDef::Enum(_) => quote!(#p::word(#text)),
        KindDef::Text(_) => quote!(#p::text(#text)),
        KindDef::Int { .. } => {
            let value = Literal::i128_unsuffixed(text.parse().ok()?);
            quote!(#p::int(#value))
        }
        KindDef::Bool => {
            let value: bool = text.parse().ok()?;
            quote!(#p::Part::Bool(#value))
        }
        KindDef::Uuid => {
            let digits: String = text.chars().filter(|ch| *ch != '-').collect();
            let value = Literal::u128_unsuffixed(u128::from_str_radix(&digits, 16).ok()?);
            quote!(#p::Part::Uuid(#value))
        }
        KindDef::Decimal(_) => {
            let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
            let digits = Literal::i128_unsuffixed(format!("{whole}{fraction}").parse().ok()?);
            let scale = Literal::usize_unsuffixed(fraction.len());
            quote!(#p::Part::Decimal { digits: #digits, scale: #scale })
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: &KindDef, value: &str) -> Option<String> {
        constant(&Ident::new("P", proc_macro2::Span::call_site()), kind, value)
            .map(|tokens| tokens.to_string())
    }

    #[test]
    fn values_of_each_kind() {
        let int = KindDef::Int { min: -9, max: 9 };
        assert_eq!(text(&KindDef::Enum("a|b".into()), "a").as_deref(), Some("P :: word (\"a\")"));
        assert_eq!(text(&int, "-5").as_deref(), Some("P :: int (- 5)"));
        assert_eq!(text(&int, "five"), None);
        assert_eq!(
            text(&KindDef::Decimal(2), "-1.25").as_deref(),
            Some("P :: Part :: Decimal { digits : - 125 , scale : 2 }")
        );
        assert_eq!(text(&KindDef::Bool, "true").as_deref(), Some("P :: Part :: Bool (true)"));
    }
}
