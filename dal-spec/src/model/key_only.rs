//! Values that live in key text only.

use super::{Keys, Model, Segment, Template, means};
use crate::diagnostic::{Code, Diagnostic};
use crate::spec::EntitySpec;
use crate::suggest;

/// The numbers of the fields whose values an entity stores in keys only; `None` if something was reported.
///
/// What the entity says is all there is; what the table says holds for those of its fields that a key gives back.
pub(crate) fn resolve(
    model: &Model<'_>,
    entity: &EntitySpec,
    keys: &Keys<'_>,
    out: &mut Vec<Diagnostic>,
) -> Option<Vec<usize>> {
    let Some(own) = &entity.key_only else {
        let of_table = model.table.key_only.iter().filter_map(|name| keys.number(&name.text));
        return Some(of_table.filter(|&field| found(model, keys, field) == Found::Whole).collect());
    };
    let name = entity.name.text.as_str();
    let mut fields = Vec::new();
    let mut good = true;
    for field in own {
        let number = keys.number(&field.text);
        let found = number.map_or(Found::Nowhere, |number| found(model, keys, number));
        if let (Some(number), Found::Whole) = (number, found) {
            fields.push(number);
            continue;
        }
        good = false;
        let parts: Vec<&str> = (0..keys.fields.len())
            .filter(|&field| self::found(model, keys, field) == Found::Whole)
            .map(|field| keys.name(field))
            .collect();
        let diagnostic = Diagnostic::new(
            Code::KeyOnlyLost,
            match found {
                Found::Native => {
                    format!(
                        "`{}` of `{name}` is an attribute of its own: a key attribute that holds it as it is",
                        field.text
                    )
                }
                Found::Filled => {
                    format!("dal fills `{}` of `{name}` in, as an attribute of its own", field.text)
                }
                Found::Folded => {
                    format!("No key of `{name}` gives `{}` back: it is written folded or cut", field.text)
                }
                _ => {
                    format!("`{}` is to live in the keys of `{name}`, and none of them holds it", field.text)
                }
            },
        );
        let diagnostic = match found {
            Found::Nowhere => diagnostic
                .at(&field.place, suggest::did_you_mean(&field.text, parts.iter().copied()))
                .help(format!("its keys hold {}", suggest::names(parts.iter().copied()))),
            Found::Native | Found::Filled => diagnostic.at(&field.place, "remove it"),
            _ => diagnostic
                .at(&field.place, "would be lost")
                .note("`:lower`, `:upper`, `:date`, `:month` and `:hour` keep less than the value")
                .help("remove it, so that the value is an attribute too, or write it whole in a key"),
        };
        out.push(diagnostic.entity(name));
    }
    good.then_some(fields)
}

/// How the keys of an entity hold a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// No key holds it.
    Nowhere,
    /// A key attribute is the field.
    Native,
    /// The runtime fills it in.
    Filled,
    /// Every key that holds it folds or cuts it.
    Folded,
    /// A key gives it back.
    Whole,
}

fn found(model: &Model<'_>, keys: &Keys<'_>, field: usize) -> Found {
    if keys.managed.fields().any(|(filled, _)| filled == field) {
        return Found::Filled;
    }
    let table = model.table;
    let mut all = vec![(std::slice::from_ref(&table.partition), &keys.partition)];
    all.extend(
        table.sort.as_ref().zip(keys.sort.as_ref()).map(|(name, sort)| (std::slice::from_ref(name), sort)),
    );
    for entry in &keys.entries {
        let Some(index) = table.indexes.get(entry.index) else { continue };
        all.push((&index.partition, &entry.partition));
        all.extend(entry.sort.as_ref().map(|sort| (index.sort.as_slice(), sort)));
    }
    let attributes = all.into_iter().flat_map(|(names, template)| names.iter().zip(template.attributes()));
    let mut found = Found::Nowhere;
    for (name, segments) in attributes {
        // The attribute is the field itself, wherever else its value may stand.
        if Template::native(segments) == Some(field) && means(&name.text, keys.name(field)) {
            return Found::Native;
        }
        let formats = segments.iter().filter_map(|segment| match segment {
            Segment::Part { field: own, format, .. } if *own == field => Some(*format),
            _ => None,
        });
        for format in formats {
            found = if format.is_lossy() && found != Found::Whole { Found::Folded } else { Found::Whole };
        }
    }
    found
}
