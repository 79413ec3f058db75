//! Serde's rename rules, applied to names of fields and variants.

use std::fmt::Write as _;

/// A rule of `#[serde(rename_all = "…")]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Names as they are.
    #[default]
    None,
    /// `lowercase`
    Lower,
    /// `UPPERCASE`
    Upper,
    /// `PascalCase`
    Pascal,
    /// `camelCase`
    Camel,
    /// `snake_case`
    Snake,
    /// `SCREAMING_SNAKE_CASE`
    ScreamingSnake,
    /// `kebab-case`
    Kebab,
    /// `SCREAMING-KEBAB-CASE`
    ScreamingKebab,
}

impl Rule {
    /// The rule of that name.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// The name of a field, which Rust writes in snake_case.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::None | Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => upper_camel(name),
            Self::Camel => lower_first(&upper_camel(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a variant, which Rust writes in UpperCamelCase.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::None | Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => lower_first(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// Every letter after an underscore in upper case, the underscores gone: what serde does to fields.
fn upper_camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut start = true;
    for ch in name.chars() {
        match ch {
            '_' => start = true,
            _ if start => {
                out.push(ch.to_ascii_uppercase());
                start = false;
            }
            _ => out.push(ch),
        }
    }
    out
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => {
            let mut out = String::with_capacity(name.len());
            out.push(first.to_ascii_lowercase());
            out.push_str(chars.as_str());
            out
        }
        None => String::new(),
    }
}

/// An underscore before every upper case letter but the first: what serde does to variants.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for (at, ch) in name.char_indices() {
        if at > 0 && ch.is_uppercase() {
            out.push('_');
        }
        // Writing to a `String` cannot fail.
        let _ = write!(out, "{}", ch.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_serde() {
        let cases = [
            ("lowercase", "created_at"),
            ("UPPERCASE", "CREATED_AT"),
            ("PascalCase", "CreatedAt"),
            ("camelCase", "createdAt"),
            ("snake_case", "created_at"),
            ("SCREAMING_SNAKE_CASE", "CREATED_AT"),
            ("kebab-case", "created-at"),
            ("SCREAMING-KEBAB-CASE", "CREATED-AT"),
        ];
        for (rule, expected) in cases {
            assert_eq!(
                Rule::parse(rule).map(|rule| rule.field("created_at")).as_deref(),
                Some(expected),
                "{rule}"
            );
        }
        assert_eq!(Rule::Camel.field("_x"), "x");
        assert_eq!(Rule::Camel.field(""), "");
    }

    #[test]
    fn variants_follow_serde() {
        let cases = [
            ("lowercase", "inprogress"),
            ("UPPERCASE", "INPROGRESS"),
            ("PascalCase", "InProgress"),
            ("camelCase", "inProgress"),
            ("snake_case", "in_progress"),
            ("SCREAMING_SNAKE_CASE", "IN_PROGRESS"),
            ("kebab-case", "in-progress"),
            ("SCREAMING-KEBAB-CASE", "IN-PROGRESS"),
        ];
        for (rule, expected) in cases {
            assert_eq!(
                Rule::parse(rule).map(|rule| rule.variant("InProgress")).as_deref(),
                Some(expected),
                "{rule}"
            );
        }
    }

    #[test]
    fn other_rules_are_unknown() {
        assert_eq!(Rule::parse("Train-Case"), None);
    }
}
