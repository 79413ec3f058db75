//! Names for Rust out of names for DynamoDB.

/// The words of a name: `ItemSKU` is `Item` and `SKU`, `status#time` is `status` and `time`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let characters: Vec<char> = name.chars().collect();
    let mut begin = true;
    for (at, &character) in characters.iter().enumerate() {
        if !character.is_ascii_alphanumeric() {
            begin = true;
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| characters.get(at));
        let after = characters.get(at + 1);
        let rises = character.is_ascii_uppercase()
            && (before.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
                || (before.is_some_and(char::is_ascii_uppercase)
                    && after.is_some_and(char::is_ascii_lowercase)));
        if begin || rises {
            words.push(String::new());
        }
        begin = false;
        if let Some(last) = words.last_mut() {
            last.push(character);
        }
    }
    words
}

const KEYWORDS: [&str; 48] = [
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "gen", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where",
    "while", "abstract", "become", "box", "do", "final", "macro", "override", "tenant", "shard", "typeof",
];

/// The name of a field: `ItemSKU` is `item_sku`.
pub(super) fn snake(name: &str) -> String {
    let snake = words(name).join("_").to_ascii_lowercase();
    let digit = snake.starts_with(|c: char| c.is_ascii_digit());
    match snake.as_str() {
        "" => "field".to_owned(),
        known if KEYWORDS.contains(&known) => format!("{known}_"),
        _ if digit => format!("n{snake}"),
        _ => snake,
    }
}

/// The name of a type: `order_item` is `OrderItem`, `SHIPMENT` is `Shipment`.
pub(super) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for word in words(name) {
        // All capitals are an abbreviation only where there is more: `SKU` of `ItemSKU`.
        let rest = word.get(1..).unwrap_or_default().to_ascii_lowercase();
        camel.extend(word.chars().next().map(|c| c.to_ascii_uppercase()));
        camel += &rest;
    }
    match camel.chars().next() {
        None => "Entity".to_owned(),
        Some(c) if c.is_ascii_digit() => format!("Entity{camel}"),
        Some(_) => camel,
    }
}

/// One of many: `Activities` is `Activity`.
pub(super) fn singular(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let cut = |end: usize, put: &str| format!("{}{put}", &name[..name.len() - end]);
    match lower {
        _ if lower.ends_with("ies") && lower.len() > 4 => cut(3, "y"),
        _ if ["sses", "xes", "ches", "shes"].iter().any(|end| lower.ends_with(end)) => cut(2, ""),
        _ if lower.ends_with("ss") || lower.ends_with("us") || lower.ends_with("is") => name.to_owned(),
        _ if lower.ends_with('s') && lower.len() > 3 => cut(1, ""),
        _ => name.to_owned(),
    }
}

/// Many of one: `activity` is `activities`.
pub(super) fn plural(name: &str) -> String {
    match name {
        _ if name.ends_with('y') && !name.ends_with("ay") && !name.ends_with("ey") => {
            format!("{}ies", &name[..name.len() - 1])
        }
        _ if ["s", "x", "ch", "sh"].iter().any(|end| name.ends_with(end)) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

/// The name, or with a number behind where it is taken.
pub(super) fn free(name: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    let numbered = (2_u32..).map(|number| format!("{name}_{number}"));
    numbered.into_iter().find(|name| !taken(name)).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rust() {
        for (from, field, entity) in [
            ("ItemSKU", "item_sku", "ItemSku"),
            ("customerId", "customer_id", "CustomerId"),
            ("Status#Date", "status_date", "StatusDate"),
            ("Sharded-GSI-PK", "sharded_gsi_pk", "ShardedGsiPk"),
            ("warehouseItem", "warehouse_item", "WarehouseItem"),
            ("follower#", "follower", "Follower"),
            ("type", "type_", "Type"),
            ("2fa", "n2fa", "Entity2fa"),
            ("\"info\"", "info", "Info"),
            ("#", "field", "Entity"),
            ("GSI1PK", "gsi1_pk", "Gsi1Pk"),
        ] {
            assert_eq!((snake(from), camel(from)), (field.to_owned(), entity.to_owned()), "{from}");
        }
        for (many, one) in
            [("Activities", "Activity"), ("Items", "Item"), ("Boxes", "Box"), ("Status", "Status")]
        {
            assert_eq!(singular(many), one);
        }
        assert_eq!(plural("activity") + &plural("box") + &plural("day"), "activitiesboxesdays");
    }
}
