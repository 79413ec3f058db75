//! Constants that patterns and conditions name: values as expressions.
//!
//! ```text
//! P::word("open")  P::text("x")  P::int(5)  P::Part::Bool(true)  P::bytes(b"\xde\xad")
//! ```

use dal_key::Part;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The value as an expression; `None` for a value that no kind has.
pub(crate) fn constant(p: &Ident, value: &Part<'_>) -> Option<TokenStream> {
    Some(match value {
        Part::Word(word) => quote!(#p::word(#word)),
        Part::Text(text) => quote!(#p::text(#text)),
        Part::Int(value) => {
            let value = Literal::i128_unsuffixed(*value);
            quote!(#p::int(#value))
        }
        Part::Bool(value) => quote!(#p::Part::Bool(#value)),
        Part::Uuid(value) => {
            let value = Literal::u128_unsuffixed(*value);
            quote!(#p::Part::Uuid(#value))
        }
        Part::Ulid(value) => {
            let value = Literal::u128_unsuffixed(*value);
            quote!(#p::Part::Ulid(#value))
        }
        Part::Decimal { digits, scale } => {
            let (digits, scale) = (Literal::i128_unsuffixed(*digits), Literal::u32_unsuffixed(*scale));
            quote!(#p::Part::Decimal { digits: #digits, scale: #scale })
        }
        Part::F64(value) if value.is_finite() => {
            let value = Literal::f64_unsuffixed(*value);
            quote!(#p::Part::F64(#value))
        }
        Part::Time { seconds, nanos } => {
            let (seconds, nanos) = (Literal::i64_unsuffixed(*seconds), Literal::u32_unsuffixed(*nanos));
            quote!(#p::Part::Time { seconds: #seconds, nanos: #nanos })
        }
        Part::Date(days) => {
            let days = Literal::i32_unsuffixed(*days);
            quote!(#p::Part::Date(#days))
        }
        Part::Bytes(bytes) => {
            let bytes = Literal::byte_string(bytes);
            quote!(#p::bytes(#bytes))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use dal_spec::KindDef;

    use super::*;

    fn text(kind: &KindDef, value: &str) -> Option<String> {
        let p = Ident::new("P", proc_macro2::Span::call_site());
        constant(&p, &kind.constant(value)?).map(|tokens| tokens.to_string())
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
        assert_eq!(text(&KindDef::F64, "-1.5").as_deref(), Some("P :: Part :: F64 (- 1.5)"));
        assert_eq!(text(&KindDef::Date, "1969-12-31").as_deref(), Some("P :: Part :: Date (- 1)"));
        assert_eq!(
            text(&KindDef::Time(dal_key::Precision::Millis), "1970-01-01T00:00:00.001Z").as_deref(),
            Some("P :: Part :: Time { seconds : 0 , nanos : 1000000 }")
        );
        assert_eq!(text(&KindDef::Bytes, "dead").as_deref(), Some("P :: bytes (b\"\\xDE\\xAD\")"));
    }
}
