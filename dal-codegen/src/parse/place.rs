//! Places of tokens: a diagnostic about a struct points at its field, and shows no second copy of what rustc shows.

use std::path::PathBuf;
use std::sync::Arc;

use dal_spec::{Diagnostic, Place, Source};
use proc_macro2::Span;

use super::Input;

/// Stands for the Rust file in the places of a shape: the line is the number of a field or a variant, and 1 the type.
pub(super) struct Tokens(Arc<Source>);

impl Default for Tokens {
    fn default() -> Self {
        Self(Arc::new(Source { name: String::new(), path: PathBuf::new(), text: String::new() }))
    }
}

impl Tokens {
    /// The place of the field or variant of that number, from 1; of the type for 0.
    pub(super) fn of(&self, number: usize) -> Place {
        Place { source: self.0.clone(), line: number + 1, column: 1, length: 1 }
    }
}

/// Whether a place is one of tokens: no list has a file without a name.
fn is_token(place: &Place) -> bool {
    place.source.name.is_empty() && place.source.path.as_os_str().is_empty()
}

fn span(place: &Place, input: &Input<'_>) -> Span {
    let number = place.line.checked_sub(2);
    let field = number.and_then(|number| input.fields().get(number)).map(|field| field.ident.span());
    let variant =
        || number.and_then(|number| input.variants().get(number)).map(|variant| variant.ident.span());
    field.or_else(variant).unwrap_or_else(|| input.ident.span())
}

/// Where a diagnostic points in the tokens, and the diagnostic without what rustc shows there itself.
pub(crate) fn locate(found: &Diagnostic, input: &Input<'_>) -> (Diagnostic, Span) {
    let mut found = found.clone();
    let mut spans = Vec::new();
    if let Some(place) = found.place.take_if(|place| is_token(place)) {
        spans.push(span(&place, input));
        let label = std::mem::take(&mut found.label);
        if label.starts_with("did you mean") {
            found.help.insert(0, label);
        } else if !label.is_empty() && !found.message.contains(&label) {
            found.notes.insert(0, label);
        }
    }
    found.related.retain(|(place, _)| {
        let token = is_token(place);
        if token {
            spans.push(span(place, input));
        }
        !token
    });
    // Where rustc shows the tokens, the list's place comes first.
    if found.place.is_none() && !found.related.is_empty() {
        let (place, label) = found.related.remove(0);
        found = found.at(&place, label);
    }
    (found, spans.first().copied().unwrap_or_else(|| input.ident.span()))
}
