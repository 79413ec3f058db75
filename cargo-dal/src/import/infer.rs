//! Templates of keys from the keys of sample items: constants, delimiters, and parts that other attributes of the same item
//! hold too.

use super::design::{Attribute, Entity, Of, Segment, Table, Template};
use super::kinds;
use super::names::{free, singular, snake};

/// An item: its attributes that are strings, numbers or bytes, and the names of the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub(super) scalars: Vec<(String, Of, String)>,
    pub(super) others: Vec<String>,
}

impl Sample {
    pub(super) fn text(&self, attribute: &str) -> Option<&str> {
        self.scalars.iter().find(|(name, ..)| name == attribute).map(|(.., text)| text.as_str())
    }
}

/// The characters that keys are put together with.
const DELIMITERS: [char; 4] = ['#', '|', '/', '~'];

/// What an attribute is, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// Only what it is a key of: `PK`, `GSI1SK`.
    Role,
    /// A value: `CustomerID`.
    Value,
    /// Several values: `Status#Date`.
    Parts,
}

/// What an attribute's name tells.
pub(super) fn told(attribute: &str) -> Told {
    if pieces(attribute, Told::Value).len() > 1 {
        Told::Parts
    } else if is_named(attribute) {
        Told::Value
    } else {
        Told::Role
    }
}

/// A key's text, cut at its delimiters: text and delimiter by turns, so that the texts have even places.
pub(super) fn pieces(text: &str, told: Told) -> Vec<&str> {
    let is_role = told == Told::Role;
    // A value can be a path, or hold an underscore, by itself.
    let known = if is_role { &DELIMITERS[..] } else { &DELIMITERS[..2] };
    let delimiter = known.iter().find(|delimiter| text.contains(**delimiter)).copied();
    let delimiter = delimiter.or_else(|| labelled(text).filter(|_| is_role));
    let Some(delimiter) = delimiter else { return vec![text] };
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(delimiter) {
        let (before, from) = rest.split_at(at);
        let (this, after) = from.split_at(delimiter.len_utf8());
        pieces.extend([before, this]);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

/// The delimiter behind a label in capitals: `USER_12`, `ORDER:7`.
fn labelled(text: &str) -> Option<char> {
    let at = text.find(|c: char| !c.is_ascii_uppercase())?;
    let delimiter = text[at..].chars().next().filter(|c| [':', '_', '-', '.'].contains(c))?;
    (at > 1 && text.len() > at + 1).then_some(delimiter)
}

/// Which of a key's pieces are constant: the delimiters, and the texts that are labels. Labels have no digits; labels and
/// values take turns, but for a label before a value that has digits, and at the end behind a value.
fn constants(pieces: &[&str], told: Told) -> Vec<bool> {
    if told == Told::Parts {
        return (0..pieces.len()).map(|at| at % 2 == 1 || pieces[at].is_empty()).collect();
    }
    let texts: Vec<&str> = pieces.iter().step_by(2).copied().collect();
    let is_word = |at: usize| texts.get(at).is_some_and(|text| !text.chars().any(|c| c.is_ascii_digit()));
    let mut label_next = true;
    let mut constant = Vec::with_capacity(pieces.len());
    for (at, text) in texts.iter().enumerate() {
        if at > 0 {
            constant.push(true);
        }
        let last = at + 1 == texts.len();
        let is_label = match (texts.len(), text.is_empty()) {
            (_, true) => true,
            // A whole attribute is a value where its name says of what.
            (1, false) => told == Told::Role && is_word(0),
            // The last of a label and a value is a value, whatever it looks like.
            _ if last => is_word(at) && label_next && at > 1,
            _ => is_word(at) && (label_next || !is_word(at + 1)),
        };
        if !text.is_empty() {
            label_next = !is_label;
        }
        constant.push(is_label);
    }
    constant
}

/// The shape of a key: its constants, and `*` for its values.
pub(super) fn shape(text: &str, told: Told) -> String {
    let pieces = pieces(text, told);
    let constants = constants(&pieces, told);
    pieces.iter().zip(constants).map(|(piece, constant)| if constant { piece } else { "*" }).collect()
}

/// Whether an attribute's name says more than what it is a key of, as `PK`, `sk` and `GSI1PK` do not.
fn is_named(attribute: &str) -> bool {
    const ROLES: [&str; 12] =
        ["", "pk", "sk", "hk", "rk", "key", "hash", "range", "partition", "sort", "hashkey", "rangekey"];
    let letters: String =
        attribute.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    let role = ["gsi", "lsi", "gs", "ls"].iter().find_map(|of| letters.strip_prefix(of)).unwrap_or(&letters);
    !(ROLES.contains(&role) || matches!(role, "partitionkey" | "sortkey"))
}

/// The kinds that values of a field told, in one place or several.
pub(super) type Values = Vec<(String, Of, String)>;

/// Gives an entity the templates of its keys. `aliases` name the parts of an attribute, in order, where somebody did.
pub(super) fn keys(
    table: &Table,
    entity: &mut Entity,
    items: &[&Sample],
    aliases: &[(String, Vec<String>)],
    labels: &[(String, String)],
    values: &mut Values,
) {
    let mut fields: Vec<Field> = Vec::new();
    let mut absent: Vec<(usize, Vec<&str>)> = Vec::new();
    for attribute in table.all_keys() {
        let own: Vec<&&Sample> = items.iter().filter(|item| item.text(&attribute.name).is_some()).collect();
        if own.is_empty() {
            continue;
        }
        let missing = items.len() - own.len();
        match absent.iter_mut().find(|(count, _)| *count == missing) {
            Some((_, names)) => names.push(&attribute.name),
            None if missing > 0 => absent.push((missing, vec![&attribute.name])),
            None => {}
        }
        let aliases =
            aliases.iter().find(|(name, _)| *name == attribute.name).map(|(_, names)| names.as_slice());
        let naming = Naming { table, aliases: aliases.unwrap_or_default(), labels };
        let template = template(attribute, &own, items, &naming, entity, &mut fields, values);
        entity.keys.push((attribute.name.clone(), template));
    }
    for (count, names) in absent {
        entity.decide.push(format!(
            "{count} of the {} sample items have no `{}`: a part of the key must be an `Option`, or `when:` says which items \
             are in the index",
            items.len(),
            names.join("` and no `")
        ));
    }
    let stored = |field: &Field| field.stored;
    entity.key_only.extend(fields.iter().filter(|field| !stored(field)).map(|field| field.name.clone()));
}

/// A field that a key has, with its value in each item.
struct Field {
    name: String,
    values: Vec<Option<String>>,
    /// Whether an attribute holds it too.
    stored: bool,
}

/// What names the parts of an attribute.
struct Naming<'a> {
    table: &'a Table,
    aliases: &'a [String],
    /// The labels of entities, with their names: `c` is a customer.
    labels: &'a [(String, String)],
}

fn template(
    attribute: &Attribute,
    own: &[&&Sample],
    items: &[&Sample],
    naming: &Naming<'_>,
    entity: &mut Entity,
    fields: &mut Vec<Field>,
    values: &mut Values,
) -> Template {
    let name = attribute.name.as_str();
    let told = told(name);
    if attribute.of != Of::S {
        let texts = own.iter().filter_map(|item| item.text(name)).map(str::to_owned).collect::<Vec<_>>();
        let field = snake(name);
        values.extend(texts.into_iter().map(|text| (field.clone(), attribute.of, text)));
        fields.push(Field { name: field.clone(), values: column(items, name), stored: true });
        return Template(vec![Segment::Part { field, format: None }]);
    }
    // The form that most items have.
    let forms: Vec<(String, Vec<&str>)> = own
        .iter()
        .filter_map(|item| item.text(name))
        .map(|text| (shape(text, told), pieces(text, told)))
        .collect();
    let count = |form: &str| forms.iter().filter(|(other, _)| other == form).count();
    let Some((form, first)) = forms.iter().rev().max_by_key(|(form, _)| count(form)) else {
        return Template::default();
    };
    if count(form) < forms.len() {
        let other = own.iter().filter_map(|item| item.text(name)).find(|text| shape(text, told) != *form);
        entity.decide.push(format!(
            "{} of the {} sample items have another form of `{name}` than `{form}`, such as `{}`",
            forms.len() - count(form),
            forms.len(),
            other.unwrap_or_default()
        ));
    }
    let constant = constants(first, told);
    let mut segments: Vec<Segment> = Vec::new();
    let mut label = "";
    let mut number = 0;
    for (at, piece) in first.iter().enumerate() {
        if constant.get(at).copied().unwrap_or(true) {
            match segments.last_mut() {
                Some(Segment::Literal(text)) => text.push_str(piece),
                _ => segments.push(Segment::Literal((*piece).to_owned())),
            }
            if piece.chars().any(char::is_alphanumeric) {
                label = piece;
            }
            continue;
        }
        let column: Vec<Option<String>> = items
            .iter()
            .map(|item| {
                let text = item.text(name)?;
                let pieces = pieces(text, told);
                (pieces.len() == first.len() && shape(text, told) == *form).then(|| pieces[at].to_owned())
            })
            .collect();
        let whole = first.len() == 1 && told == Told::Value;
        let field = part(naming, name, whole, label, number, &column, items, entity, fields);
        number += 1;
        label = "";
        let texts: Vec<&str> = column.iter().flatten().map(String::as_str).collect();
        let raw = first.len() > 1 && texts.iter().any(|text| kinds::has_escapes(text));
        if raw {
            entity.decide.push(format!(
                "`{{{field}:raw}}` of `{name}` is not escaped, as sample values hold what would be: a value with the \
                 character that ends the part is refused"
            ));
        }
        values.extend(texts.iter().map(|text| (field.clone(), Of::S, (*text).to_owned())));
        segments.push(Segment::Part { field, format: raw.then_some("raw") });
    }
    Template(segments)
}

/// The values of an attribute, item by item.
fn column(items: &[&Sample], attribute: &str) -> Vec<Option<String>> {
    items.iter().map(|item| item.text(attribute).map(str::to_owned)).collect()
}

/// Whether two columns have the same values where the first has any.
fn agrees(column: &[Option<String>], other: &[Option<String>]) -> bool {
    column.iter().zip(other).all(|(one, other)| one.is_none() || one == other)
}

/// The field of a part: one that is known, one that an attribute holds, or a new one.
#[allow(clippy::too_many_arguments, reason = "what a part can be named by")]
fn part(
    naming: &Naming<'_>,
    attribute: &str,
    whole: bool,
    label: &str,
    number: usize,
    column: &[Option<String>],
    items: &[&Sample],
    entity: &mut Entity,
    fields: &mut Vec<Field>,
) -> String {
    if whole {
        let name = snake(attribute);
        if !fields.iter().any(|field| field.name == name) {
            fields.push(Field { name: name.clone(), values: column.to_vec(), stored: true });
        }
        return name;
    }
    // `Status#Date` names its parts itself.
    let own = pieces(attribute, Told::Value);
    let own = (own.len() > 1).then(|| own.get(number * 2).copied()).flatten();
    let given = naming.aliases.get(number).map(String::as_str).or(own).map(snake);
    let by_label = labelled_name(naming, label, column);
    let wanted = given.clone().or(by_label);
    // A field with these values, which its label or its name does not tell from it; one sample item alone proves little.
    let known = fields.iter().find(|field| {
        agrees(column, &field.values)
            && match &wanted {
                Some(wanted) => field.stored || *wanted == field.name,
                None => column.iter().flatten().count() > 1,
            }
    });
    if let Some(known) = known {
        return known.name.clone();
    }
    let keys = naming.table.all_keys();
    let held = items.first().into_iter().flat_map(|item| &item.scalars).find(|(name, ..)| {
        !keys.iter().any(|key| key.name == *name && told(name) != Told::Value)
            && naming.table.type_attribute.as_ref() != Some(name)
            && agrees(column, &self::column(items, name))
    });
    if let Some((name, ..)) = held {
        let name = snake(name);
        if !fields.iter().any(|field| field.name == name) {
            fields.push(Field { name: name.clone(), values: column.to_vec(), stored: true });
        }
        return name;
    }
    let is_stored =
        |name: &str| items.iter().any(|item| item.scalars.iter().any(|(own, ..)| snake(own) == name));
    if let Some(given) =
        given.filter(|given| is_stored(given) && !fields.iter().any(|field| field.name == *given))
    {
        let differs = |(item, value): (&&Sample, &Option<String>)| {
            let own = item.scalars.iter().find(|(own, ..)| snake(own) == given).map(|(.., text)| text);
            value.is_some() && own != value.as_ref()
        };
        let count = items.iter().zip(column).filter(|pair| differs(*pair)).count();
        entity.decide.push(format!(
            "{count} of the {} sample items have another `{given}` in their `{attribute}` than beside it",
            items.len()
        ));
        fields.push(Field { name: given.clone(), values: column.to_vec(), stored: true });
        return given;
    }
    let wanted = wanted.unwrap_or_else(|| {
        let longest = column.iter().flatten().map(String::len).max();
        match longest {
            Some(10) if is_moment(column) => "day".to_owned(),
            Some(_) if is_moment(column) => "at".to_owned(),
            _ if told(attribute) == Told::Value => snake(attribute),
            _ => format!("{}_id", snake(&entity.name)),
        }
    });
    let name = free(&wanted, |name| fields.iter().any(|field| field.name == name) || is_stored(name));
    fields.push(Field { name: name.clone(), values: column.to_vec(), stored: false });
    name
}

/// Whether the values begin with a day, and so are no ids.
fn is_moment(column: &[Option<String>]) -> bool {
    let mut days = column.iter().flatten().map(|value| value.get(..10)).peekable();
    days.peek().is_some() && days.all(|day| day.is_some_and(|day| kinds::of_texts([day]) == Some("date")))
}

/// The name by the label before a part: `USER#` is before a `user_id`, `c#` before a `customer_id`.
fn labelled_name(naming: &Naming<'_>, label: &str, column: &[Option<String>]) -> Option<String> {
    if label.is_empty() {
        return None;
    }
    if is_moment(column) {
        return None;
    }
    let entity = naming.labels.iter().find(|(own, _)| own == label).map(|(_, name)| name.as_str());
    let name = snake(&singular(entity.unwrap_or(label)));
    Some(if name.ends_with("id") { name } else { format!("{name}_id") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_told_from_values() {
        for (text, wanted) in [
            ("c#12345", "c#*"),
            ("c#ABC", "c#*"),
            ("u#12345#follower", "u#*#follower"),
            ("u#12345#timeline", "u#*#timeline"),
            ("child#suuid#ert54fbgn", "child#suuid#*"),
            ("p#34567#u#56789", "p#*#u#*"),
            ("#METADATA#player001", "#METADATA#*"),
            ("PROFILE", "PROFILE"),
            ("\"info\"", "\"info\""),
            ("Account1", "*"),
            ("ORDER#abc#ITEM#7", "ORDER#*#ITEM#*"),
            ("PENDING#2019-09-25T010101", "PENDING#*"),
            ("USER_12", "USER_*"),
            ("2019-09-25", "*"),
            ("a/b1/c2", "a/*/*"),
        ] {
            assert_eq!(shape(text, Told::Role), wanted, "{text}");
        }
        assert_eq!(shape("Liz", Told::Value), "*");
        assert_eq!(shape("https://a/b_c", Told::Value), "*");
        assert_eq!(shape("Active#2019-10-08", Told::Parts), "*#*");
    }

    #[test]
    fn some_names_say_only_what_they_are_a_key_of() {
        for (name, wanted) in [
            ("PK", Told::Role),
            ("GSI1-SK", Told::Role),
            ("gsi1pk", Told::Role),
            ("sort_key", Told::Role),
            ("Status#Date", Told::Parts),
            ("CustomerID", Told::Value),
            ("ScheduledTime", Told::Value),
            ("id", Told::Value),
        ] {
            assert!(told(name) == wanted, "{name}");
        }
    }
}
