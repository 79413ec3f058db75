//! Equality and beginnings: conditions for keys whose first segments are known.

use crate::codec::{self, Next};
use crate::error::{KeyError, KeyProblem};
use crate::format::Style;
use crate::kind::Kind;
use crate::template::{PartSource, Segment, SortCondition, Template};

impl Template<'_> {
    /// The condition for all keys whose first `bound` segments have the values of `source`: equality if those are all
    /// segments, otherwise a beginning. If the last of them is a part and a literal follows, that ends the beginning,
    /// so that `1` does not find `12`; if there is nothing to compare, [`SortCondition::All`].
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn condition(self, bound: usize, source: &dyn PartSource) -> Result<SortCondition, KeyError> {
        let (bound, prefix) = self.bound_prefix(bound, source)?;
        Ok(match (bound == self.segments().len(), prefix.is_empty()) {
            (true, true) => return Err(KeyError { part: None, problem: KeyProblem::Empty }),
            (true, false) => SortCondition::Equal(prefix),
            (false, _) => beginning(prefix),
        })
    }

    /// The condition for all keys, of this template and of others, that begin with the first `bound` segments and then
    /// with `following`: what the entities of a collection share, which can end inside a literal.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn condition_following(
        self,
        bound: usize,
        source: &dyn PartSource,
        following: &str,
    ) -> Result<SortCondition, KeyError> {
        let mut prefix = String::new();
        self.write_prefix(bound, source, &mut prefix)?;
        prefix.push_str(following);
        Ok(beginning(prefix))
    }

    /// The condition for all keys whose first `bound` segments have the values of `source`, and whose
    /// next segment, a text part, begins with `beginning`; if that is empty, as [`condition`](Self::condition).
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write), and when the next segment is no text part.
    pub fn begins_with(
        self,
        bound: usize,
        source: &dyn PartSource,
        beginning: &str,
    ) -> Result<SortCondition, KeyError> {
        if beginning.is_empty() {
            return self.condition(bound, source);
        }
        let (index, number, mut prefix) = self.open_part(bound, source)?;
        let blame = |problem| KeyError { part: Some(number), problem };
        let Some(&Segment::Part { kind: kind @ Kind::Text(pattern), format, .. }) =
            self.segments().get(index)
        else {
            return Err(blame(KeyProblem::OutOfKind("is not text, and only text has beginnings".to_owned())));
        };
        kind.accepts(format).map_err(|why| blame(KeyProblem::OutOfKind(why)))?;
        let next = Next::after(self.segments(), index);
        let folded = codec::text::fold(format.case, beginning);
        if codec::text::forbidden(pattern, format, next).is_some_and(|separator| folded.contains(separator)) {
            // No value holds it; the text would find shorter values, whose next parts go on like it.
            return Ok(SortCondition::Nothing);
        }
        let from = prefix.len();
        codec::text::push(format, &folded, &mut prefix);
        match next {
            // The same, of text whose pattern alone keeps the parts apart.
            Next::Literal(literal)
                if format.style != Style::Raw && prefix[from..].contains(first(literal)) =>
            {
                Err(blame(KeyProblem::Unparsable(format!(
                    "can end before `{literal}`, which the beginning begins"
                ))))
            }
            Next::Part => Err(blame(KeyProblem::Unparsable(
                "is followed by a part without a literal between".to_owned(),
            ))),
            _ => Ok(SortCondition::BeginsWith(prefix)),
        }
    }

    /// The text of the first `bound` segments and of the literals that end the last part, and how many segments that is.
    fn bound_prefix(self, bound: usize, source: &dyn PartSource) -> Result<(usize, String), KeyError> {
        let segments = self.segments();
        let mut end = bound.min(segments.len());
        if end > 0 && matches!(segments[end - 1], Segment::Part { .. }) {
            end += literals(&segments[end..]);
        }
        let mut prefix = String::new();
        self.write_prefix(end, source, &mut prefix)?;
        Ok((end, prefix))
    }

    /// The first part after `bound` segments, its number, and the text before it.
    pub(crate) fn open_part(
        self,
        bound: usize,
        source: &dyn PartSource,
    ) -> Result<(usize, u16, String), KeyError> {
        let segments = self.segments();
        let bound = bound.min(segments.len());
        let index = bound + literals(&segments[bound..]);
        let Some(Segment::Part { number, .. }) = segments.get(index) else {
            let problem = KeyProblem::NotThisKey(format!("has no part after its first {bound} segments"));
            return Err(KeyError { part: None, problem });
        };
        let mut prefix = String::new();
        self.write_prefix(index, source, &mut prefix)?;
        Ok((index, *number, prefix))
    }
}

/// How many segments are literals before the first part.
fn literals(segments: &[Segment<'_>]) -> usize {
    segments.iter().take_while(|segment| matches!(segment, Segment::Literal(_))).count()
}

fn first(literal: &str) -> &str {
    literal.chars().next().map_or("", |character| &literal[..character.len_utf8()])
}

pub(crate) fn beginning(prefix: String) -> SortCondition {
    if prefix.is_empty() { SortCondition::All } else { SortCondition::BeginsWith(prefix) }
}
