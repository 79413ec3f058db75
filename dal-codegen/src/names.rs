//! The names of all that is generated: flat and predictable.

use std::collections::BTreeMap;

use dal_spec::plan::{EntityPlan, PatternPlan, Plan, Verb};
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

/// The names generated for a type, each with what it is for people.
fn generated_types(plan: &Plan, number: usize, entity: &EntityPlan) -> Vec<(String, String)> {
    let mut names = vec![(key(&entity.name), format!("the key of `{}`", entity.name))];
    let index =
        |membership: usize| entity.memberships.get(membership).and_then(|m| plan.table.indexes.get(m.index));
    let mut projections = Vec::new();
    for position in 0..entity.memberships.len() {
        if let Some(index) = index(position) {
            let name = projection(&entity.name, &index.name);
            let for_people = format!("`{}` on the index `{}`", entity.name, index.name);
            if !projections.contains(&index.physical) {
                projections.push(index.physical.clone());
                names.push((name, for_people));
            }
        }
    }
    for parts in &entity.groups {
        let indexes: Vec<&str> =
            parts.memberships.iter().filter_map(|&m| index(m)).map(|index| index.name.as_str()).collect();
        let for_people = format!("the fields that {} needs of `{}`", indexes.join(" and "), entity.name);
        names.push((group(&entity.name, indexes.into_iter()), for_people));
    }
    for pattern in plan.patterns_of(number) {
        if matches!(pattern.verb, Verb::Query(_)) {
            names.push((marker(&entity.name, &pattern.name), format!("the pattern `{}`", pattern.name)));
        }
    }
    names
}

/// The names that the list itself gives to types: entities, collections and the table.
fn declared_types(plan: &Plan) -> impl Iterator<Item = (String, String)> {
    let entities =
        plan.entities.iter().map(|entity| (entity.name.clone(), format!("the entity `{}`", entity.name)));
    let collections = plan.collections().filter_map(|pattern| {
        pattern.into.as_ref().map(|into| (into.clone(), format!("the collection `{into}`")))
    });
    entities.chain(collections).chain([(plan.table.enum_name.clone(), "the table's enum".to_owned())])
}

fn clash(name: &str, one: &str, other: &str) -> String {
    format!("two things would be named `{name}`: {one} and {other}; rename one of them in patterns.yaml")
}

/// What is wrong with the names that an entity's derive generates: two things of one name.
pub(crate) fn clashes(plan: &Plan, number: usize, entity: &EntityPlan, fields: &[&str]) -> Vec<String> {
    let mut problems = Vec::new();
    let mine = generated_types(plan, number, entity);
    // All of an entity's names begin with its own: only names that do can meet them.
    let declared = declared_types(plan).filter(|(name, _)| name.starts_with(&entity.name));
    let mut types: BTreeMap<String, String> = BTreeMap::new();
    for (name, what) in declared.chain(mine.iter().cloned()) {
        match types.get(&name) {
            Some(other) => problems.push(clash(&name, other, &what)),
            None => {
                types.insert(name, what);
            }
        }
    }
    // Entities that share a module: `Item` with a pattern `note_key`, `ItemNote` with its key.
    for (other, neighbour) in plan.entities.iter().enumerate().take(number) {
        if !neighbour.name.starts_with(&entity.name) && !entity.name.starts_with(&neighbour.name) {
            continue;
        }
        for (name, what) in generated_types(plan, other, neighbour) {
            if let Some((_, own)) = mine.iter().find(|(own, _)| *own == name) {
                problems.push(clash(&name, &what, own));
            }
        }
    }
    let mut constants: BTreeMap<String, &str> = BTreeMap::new();
    for field in fields {
        if let Some(other) = constants.insert(screaming(field), field) {
            problems.push(format!(
                "the fields `{other}` and `{field}` would both be the attribute `{}`; rename one of them, \
                 and keep its attribute's name with #[serde(rename = \"…\")]",
                screaming(field)
            ));
        }
    }
    problems
}

/// What is wrong with the name that a collection's derive generates.
pub(crate) fn collection_clashes(plan: &Plan, pattern: &PatternPlan, into: &str) -> Option<String> {
    let marker = collection_marker(into, &pattern.name);
    let what = format!("the pattern `{}` of the collection `{into}`", pattern.name);
    declared_types(plan).find(|(name, _)| *name == marker).map(|(name, other)| clash(&name, &other, &what))
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
