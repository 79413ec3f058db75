//! Fields that must be equal for two keys to be equal, and what follows for the sort keys.
//!
//! Where two partition keys are read alike (`TENANT#{tenant}` in both), equal keys have equal values there. A sort key
//! that holds such a field again then holds the same text in both items, which languages alone do not know.

use dal_key::{Format, Segment};

use super::keys::Texts;
use super::signature::Symbol;
use super::space::Keys;

/// Whether the keys are apart because of fields that stand in both attributes.
pub(super) fn are_apart(left: &Keys<'_>, right: &Keys<'_>) -> bool {
    let (Some(own), Some(other)) = (&left.sort, &right.sort) else { return false };
    // What lies beyond a text need not hold anything of it.
    if own.is_beyond() || other.is_beyond() {
        return false;
    }
    let tied = tied(&left.partition, &right.partition);
    if tied.is_empty() || !own.fields().any(|number| tied.iter().any(|(tied, _)| *tied == number)) {
        return false;
    }
    let (own_pieces, other_pieces) = (pieces(own), pieces(other));
    let open = (own.is_open(), other.is_open());
    let forward = differ(own_pieces.iter(), other_pieces.iter(), &tied, open);
    // From the end, too, where both have one.
    let closed = !own.is_open() && !other.is_open();
    forward || (closed && differ(own_pieces.iter().rev(), other_pieces.iter().rev(), &tied, (false, false)))
}

/// The pairs of fields with one value, where the partitions are equal.
fn tied(left: &Texts<'_>, right: &Texts<'_>) -> Vec<(u16, u16)> {
    let (own, other) = (&left.signature().symbols, &right.signature().symbols);
    let alike = own.iter().zip(other).take_while(|(own, other)| own == other);
    let parts = alike.filter(|(own, _)| matches!(own, Symbol::Part(_))).count();
    // A field with a constant is no part in the signature, and would be counted as one.
    if left.has_constants() || right.has_constants() {
        return Vec::new();
    }
    let fields = |texts: &Texts<'_>| {
        let all = (0..texts.taken().len()).filter_map(|segment| texts.part(segment));
        all.map(|(number, _, format)| (number, format)).collect::<Vec<_>>()
    };
    let pairs = fields(left).into_iter().zip(fields(right)).take(parts);
    pairs.filter(|((_, format), _)| !format.is_lossy()).map(|((own, _), (other, _))| (own, other)).collect()
}

/// A character, or a part.
#[derive(Clone, Copy, PartialEq)]
enum Piece {
    Character(char),
    Part(u16, Format),
}

fn pieces(texts: &Texts<'_>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for segment in texts.taken() {
        match segment {
            Segment::Literal(text) => pieces.extend(text.chars().map(Piece::Character)),
            Segment::Part { number, format, .. } => pieces.push(Piece::Part(*number, *format)),
            _ => {}
        }
    }
    pieces.extend(texts.following().chars().map(Piece::Character));
    pieces
}

/// Whether the pieces first differ between two characters, or a character and the end.
fn differ<'a>(
    mut left: impl Iterator<Item = &'a Piece>,
    mut right: impl Iterator<Item = &'a Piece>,
    tied: &[(u16, u16)],
    (left_open, right_open): (bool, bool),
) -> bool {
    loop {
        match (left.next(), right.next()) {
            (Some(Piece::Character(own)), Some(Piece::Character(other))) if own == other => {}
            (Some(Piece::Part(own, format)), Some(Piece::Part(other, other_format)))
                if format == other_format && tied.contains(&(*own, *other)) => {}
            (Some(Piece::Character(_)), Some(Piece::Character(_))) => return true,
            // Every part has text, so behind an end there is nothing equal.
            (Some(_), None) => return !right_open,
            (None, Some(_)) => return !left_open,
            _ => return false,
        }
    }
}
