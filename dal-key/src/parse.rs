//! Keys read back: which parts a text is made of.
//!
//! Segment by segment, all places where the next segment can begin are kept, each once. So time is bounded by the
//! template's length times the square of the text's, a template in which no delimiter decides (an enum and a date with
//! `-` between them) is read as well as any, and a text that can be read in two ways is noticed.

use crate::codec::{self, Next, Rounding};
use crate::error::{KeyError, KeyProblem};
use crate::format::{Case, Format, Style};
use crate::kind::Kind;
use crate::part::Part;
use crate::template::{Parts, Segment, Template};

/// A place in the text that the segments before reach.
#[derive(Clone, Copy)]
struct Place {
    /// Where the next segment begins.
    end: usize,
    /// The index of the place before it, among all places.
    from: usize,
    /// Whether more than one reading reaches it.
    ambiguous: bool,
}

impl Template<'_> {
    /// Reads the parts back from the key's text and adds them to `parts`: the inverse of [`write`](Self::write).
    ///
    /// A cut time is read as the start of what was cut, folded text as it stands. Such a value does not replace one in
    /// `parts` that is written the same, so that a key with the whole value wins, in whatever order keys are read.
    ///
    /// # Errors
    ///
    /// When the text is not a key of this template: no parts are written as it is, or more than one tuple of parts.
    /// `parts` is then unchanged.
    pub fn parse(self, text: &str, parts: &mut Parts) -> Result<(), KeyError> {
        let spans = self.spans(text)?;
        let mut read = Parts::new();
        let mut start = 0;
        for (segment, span) in self.segments().iter().zip(spans) {
            if let Segment::Part { number, kind, format } = *segment {
                let part = codec::decode(kind, format, span).ok_or_else(|| not_read(segment, start))?;
                let known = read.get(number).or_else(|| parts.get(number));
                let part = match known {
                    Some(known) if is_lossy(format) && is_written(kind, format, known, span) => known.clone(),
                    _ => part.into_owned(),
                };
                read.set(number, part);
            }
            start += span.len();
        }
        if self.repeats() {
            let mut written = String::with_capacity(text.len());
            if self.write_floored(&read, &mut written).is_err() || written != text {
                let problem = KeyProblem::NotThisKey("holds two values of one part".to_owned());
                return Err(KeyError { part: None, problem });
            }
        }
        parts.merge(read);
        Ok(())
    }

    /// The text of each segment.
    fn spans(self, text: &str) -> Result<Vec<&str>, KeyError> {
        let segments = self.segments();
        let mut places = vec![Place { end: 0, from: 0, ambiguous: false }];
        // The last place that was found at each end.
        let mut at_end = vec![0; text.len() + 1];
        let mut starts = 0..1;
        for (index, segment) in segments.iter().enumerate() {
            let first = places.len();
            for from in starts.clone() {
                let Place { end: start, ambiguous, .. } = places[from];
                let rest = &text[start..];
                let mut found = |length: usize| {
                    let end = start + length;
                    if at_end[end] >= first {
                        places[at_end[end]].ambiguous = true;
                    } else {
                        at_end[end] = places.len();
                        places.push(Place { end, from, ambiguous });
                    }
                };
                match *segment {
                    Segment::Literal(literal) if rest.starts_with(literal) => found(literal.len()),
                    Segment::Literal(_) => {}
                    Segment::Part { kind, format, .. } => {
                        codec::lengths(kind, format, Next::after(segments, index), rest, found);
                    }
                }
            }
            if places.len() == first {
                return Err(not_read(
                    segment,
                    places[starts].iter().map(|place| place.end).max().unwrap_or_default(),
                ));
            }
            starts = first..places.len();
        }

        let Some(mut at) = starts.rev().find(|place| places[*place].end == text.len()) else {
            let problem = KeyProblem::NotThisKey("goes on after its last part".to_owned());
            return Err(KeyError { part: None, problem });
        };
        if places[at].ambiguous {
            let problem = KeyProblem::NotThisKey("can be read in more than one way".to_owned());
            return Err(KeyError { part: None, problem });
        }
        let mut spans = vec![""; segments.len()];
        for span in spans.iter_mut().rev() {
            let Place { end, from, .. } = places[at];
            *span = &text[places[from].end..end];
            at = from;
        }
        Ok(spans)
    }

    /// Whether a part stands in more than one segment.
    fn repeats(self) -> bool {
        let segments = self.segments();
        let number = |segment: &Segment<'_>| match segment {
            Segment::Part { number, .. } => Some(*number),
            Segment::Literal(_) => None,
        };
        segments.iter().enumerate().any(|(index, segment)| {
            number(segment)
                .is_some_and(|this| segments[..index].iter().any(|before| number(before) == Some(this)))
        })
    }
}

/// Whether different values are written the same.
fn is_lossy(format: Format) -> bool {
    format.case != Case::Keep || matches!(format.style, Style::Cut(_))
}

fn is_written(kind: Kind<'_>, format: Format, part: &Part<'_>, text: &str) -> bool {
    let mut written = String::with_capacity(text.len());
    codec::encode(kind, format, Next::End, Rounding::Floor, part, &mut written).is_ok() && written == text
}

fn not_read(segment: &Segment<'_>, at: usize) -> KeyError {
    match segment {
        Segment::Literal(literal) => KeyError {
            part: None,
            problem: KeyProblem::NotThisKey(format!("does not go on with `{literal}` at byte {at}")),
        },
        Segment::Part { number, kind, .. } => KeyError {
            part: Some(*number),
            problem: KeyProblem::NotThisKey(format!("is not `{kind}` in its format at byte {at}")),
        },
    }
}
