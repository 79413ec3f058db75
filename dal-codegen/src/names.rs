//! The names of all that is generated: flat and predictable. The list's checks refuse names that meet.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span};

/// A name in UpperCamelCase: `GSI1` → `Gsi1`, `by-status` → `ByStatus`, `items_by_owner` → `ItemsByOwner`.
pub(crate) fn upper_camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for word in name.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty()) {
        // A word all in upper case is one word; elsewhere an upper case letter begins a new one and stays.
        let shout = word.chars().all(|ch| !ch.is_lowercase());
        let mut chars = word.chars();
        out.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        out.extend(chars.map(|ch| if shout { ch.to_ascii_lowercase() } else { ch }));
    }
    out
}

/// The name of an attribute's constant: `created_at` → `CREATED_AT`.
pub(crate) fn screaming(name: &str) -> String {
    name.to_uppercase()
}

/// The type of an entity's key: `ItemKey`.
pub(crate) fn key(entity: &str) -> String {
    format!("{entity}Key")
}

/// The type of an entity as an index stores it: `ItemOnGsi1`.
pub(crate) fn projection(entity: &str, index: &str) -> String {
    format!("{entity}On{}", upper_camel(index))
}

/// The type of the fields that indexes need together: `ItemGsi1Parts`.
pub(crate) fn group<'a>(entity: &str, indexes: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = indexes.map(upper_camel).collect();
    names.dedup();
    format!("{entity}{}Parts", names.concat())
}

/// The marker of an entity's pattern: `ItemItemsByOwner`.
pub(crate) fn marker(entity: &str, pattern: &str) -> String {
    format!("{entity}{}", upper_camel(pattern))
}

/// The marker of a collection's pattern: `OverviewPattern`, or `OverviewRecent` for a pattern of another name.
pub(crate) fn collection_marker(into: &str, pattern: &str) -> String {
    let pattern = upper_camel(pattern);
    if pattern == into { format!("{into}Pattern") } else { format!("{into}{pattern}") }
}

/// The parameters of a pattern that takes two of one type: `ItemItemsByOwnerParams`.
pub(crate) fn params(marker: &str) -> String {
    format!("{marker}Params")
}

/// The tenant of a table, where it has several parts: `InvocacareTenant`.
pub(crate) fn tenant(table: &str) -> String {
    format!("{table}Tenant")
}

/// An identifier of that text, raw where the text is a keyword. Text that no identifier can have is bent until one can.
pub(crate) fn ident(text: &str, span: Span) -> Ident {
    let mut bent: String =
        text.chars().map(|ch| if ch.is_alphanumeric() || ch == '_' { ch } else { '_' }).collect();
    if !bent.starts_with(|ch: char| ch.is_alphabetic() || ch == '_') {
        bent.insert(0, '_');
    }
    let ident = |text: &str| syn::parse_str::<Ident>(text);
    match ident(&bent).or_else(|_| ident(&format!("r#{bent}"))).or_else(|_| ident(&format!("{bent}_"))) {
        Ok(mut ident) => {
            ident.set_span(span);
            ident
        }
        Err(_) => Ident::new("unnamed", span),
    }
}

/// Where `span` is, seen as generated code: messages point there, and lints know that the user did not write it.
pub(crate) fn generated(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Fields that would have one constant: names that differ only in their case.
pub(crate) fn clashing_constants<'a>(fields: impl Iterator<Item = &'a str>) -> Vec<(&'a str, &'a str)> {
    let mut seen = BTreeMap::new();
    fields.filter_map(|field| seen.insert(screaming(field), field).map(|first| (first, field))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper_camel_of_patterns_and_indexes() {
        let cases = [
            ("GSI1", "Gsi1"),
            ("by-status", "ByStatus"),
            ("items_by_owner", "ItemsByOwner"),
            ("byStatus", "ByStatus"),
            ("gsi.2", "Gsi2"),
            ("LSI_BY_DATE", "LsiByDate"),
        ];
        for (from, to) in cases {
            assert_eq!(upper_camel(from), to, "{from}");
        }
    }

    #[test]
    fn identifiers_of_any_text() {
        let span = Span::call_site();
        let cases = [
            ("type", "r#type"),
            ("self", "self_"),
            ("a-b", "a_b"),
            ("1st", "_1st"),
            ("x", "x"),
            ("crate", "crate_"),
        ];
        for (from, to) in cases {
            assert_eq!(ident(from, span).to_string(), to, "{from}");
        }
        assert_eq!(ident("", span).to_string(), "__");
    }

    #[test]
    fn a_collections_marker_is_not_the_collection() {
        assert_eq!(collection_marker("Overview", "overview"), "OverviewPattern");
        assert_eq!(collection_marker("Overview", "recent_overview"), "OverviewRecentOverview");
    }
}
