//! "Did you mean": the candidate nearest to a misspelt name.

/// The longest name that is compared with others, in bytes: comparing takes time by the product of two lengths.
const MAX_NAME: usize = 128;

/// The candidate that is nearest to `word`, if it is near enough to be meant.
///
/// Near enough is a Damerau–Levenshtein distance of at most a third of the word's length, and at least 1;
/// a difference of case or of `-`, `_` and spaces alone always counts as near.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_NAME {
        return None;
    }
    let limit = (word.chars().count() / 3).max(1);
    let folded = fold(word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == word || candidate.len() > MAX_NAME {
            continue;
        }
        let distance =
            if fold(candidate) == folded { 0 } else { strsim::damerau_levenshtein(word, candidate) };
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// `did you mean …?`, or nothing.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map(|near| format!("did you mean `{near}`?")).unwrap_or_default()
}

/// Names in backticks, with commas and a last `and`.
pub(crate) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::from("nothing"),
        [one] => one.clone(),
        [init @ .., end] => format!("{} and {end}", init.join(", ")),
    }
}

fn fold(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// `user_id` as `UserId`.
pub(crate) fn upper_camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut up = true;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            up = true;
        } else if up {
            out.extend(c.to_uppercase());
            up = false;
        } else {
            out.push(c);
        }
    }
    out
}

/// `UserId` as `user_id`.
pub(crate) fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut lower_before = false;
    for c in name.chars() {
        if c.is_uppercase() {
            if lower_before {
                out.push('_');
            }
            out.extend(c.to_lowercase());
            lower_before = false;
        } else {
            lower_before = c.is_alphanumeric();
            out.push(if c.is_alphanumeric() { c } else { '_' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        assert_eq!(nearest("userid", ["item_id", "user_id"]), Some("user_id"));
        assert_eq!(nearest("sotr", ["sort", "partition"]), Some("sort"));
        assert_eq!(nearest("gsi_1", ["GSI1", "GSI2"]), Some("GSI1"));
        assert_eq!(nearest("ab", ["xy"]), None);
        assert_eq!(nearest("sort", ["sort"]), None, "a name is not a suggestion for itself");
    }

    #[test]
    fn names_change_their_case() {
        assert_eq!(upper_camel("items_by_owner"), "ItemsByOwner");
        assert_eq!(upper_camel("big-table"), "BigTable");
        assert_eq!(snake("OnCall"), "on_call");
        assert_eq!(snake("GSI1"), "gsi1");
    }

    #[test]
    fn lists_read_as_prose() {
        assert_eq!(names([]), "nothing");
        assert_eq!(names(["a"]), "`a`");
        assert_eq!(names(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
