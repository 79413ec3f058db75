//! Keys read back: which parts a text is made of.
//!
//! In most templates each segment can end in one place only, and the text is read straight through. Otherwise, segment
//! by segment, all places where the next one can begin are kept, each once. So time is bounded by the template's length
//! times the square of the text's, a template in which no delimiter decides (an enum and a date with `-` between them)
//! is read as well as any, and a text that can be read in two ways is noticed.

use crate::codec::{self, Next, Rounding};
use crate::error::{KeyError, KeyProblem};
use crate::format::Format;
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
        let ends = match self.only_ends(text)? {
            Some(ends) => ends,
            None => self.ends(text)?,
        };
        let mut read = Parts::new();
        let mut start = 0;
        for (segment, end) in self.segments().iter().zip(ends) {
            let span = &text[start..end];
            if let Segment::Part { number, kind, format } = *segment {
                let part = codec::decode(kind, format, span).ok_or_else(|| not_read(segment, start))?;
                let known = read.get(number).or_else(|| parts.get(number));
                let part = match known {
                    Some(known) if format.is_lossy() && is_written(kind, format, known, span) => {
                        known.clone()
                    }
                    _ => part.into_owned(),
                };
                read.set(number, part);
            }
            start = end;
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

    /// Where each segment ends if it is read, where all have one end at most; `None` if one has several.
    fn only_ends(self, text: &str) -> Result<Option<Vec<usize>>, KeyError> {
        let segments = self.segments();
        let mut ends = Vec::with_capacity(segments.len());
        let mut start = 0;
        for (index, segment) in segments.iter().enumerate() {
            let (mut count, mut end) = (0, start);
            self.lengths(index, &text[start..], false, |length| {
                count += 1;
                end = start + length;
            });
            match count {
                0 => return Err(not_read(segment, start)),
                1 => ends.push(end),
                _ => return Ok(None),
            }
            start = end;
        }
        if start == text.len() { Ok(Some(ends)) } else { Err(goes_on()) }
    }

    /// Calls `found` with the length of every text of the segment that `text` begins with, as [`codec::lengths`] does.
    fn lengths(self, index: usize, text: &str, certain: bool, mut found: impl FnMut(usize)) {
        match self.segments()[index] {
            Segment::Literal(literal) if text.starts_with(literal) => found(literal.len()),
            Segment::Literal(_) => {}
            Segment::Part { kind, format, .. } => {
                codec::lengths(kind, format, Next::after(self.segments(), index), text, certain, found);
            }
        }
    }

    /// Where each segment ends.
    fn ends(self, text: &str) -> Result<Vec<usize>, KeyError> {
        let segments = self.segments();
        let mut places = vec![Place { end: 0, from: 0, ambiguous: false }];
        // The last place that was found at each end.
        let mut at_end = vec![0; text.len() + 1];
        let mut starts = 0..1;
        for (index, segment) in segments.iter().enumerate() {
            let first = places.len();
            for from in starts.clone() {
                let Place { end: start, ambiguous, .. } = places[from];
                self.lengths(index, &text[start..], true, |length| {
                    let end = start + length;
                    if at_end[end] >= first {
                        places[at_end[end]].ambiguous = true;
                    } else {
                        at_end[end] = places.len();
                        places.push(Place { end, from, ambiguous });
                    }
                });
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
            return Err(goes_on());
        };
        if places[at].ambiguous {
            let problem = KeyProblem::NotThisKey("can be read in more than one way".to_owned());
            return Err(KeyError { part: None, problem });
        }
        let mut ends = vec![0; segments.len()];
        for end in ends.iter_mut().rev() {
            *end = places[at].end;
            at = places[at].from;
        }
        Ok(ends)
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

fn is_written(kind: Kind<'_>, format: Format, part: &Part<'_>, text: &str) -> bool {
    let mut written = String::with_capacity(text.len());
    codec::encode(&kind, format, Next::End, Rounding::Floor, part, &mut written).is_ok() && written == text
}

fn goes_on() -> KeyError {
    KeyError { part: None, problem: KeyProblem::NotThisKey("goes on after its last part".to_owned()) }
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
