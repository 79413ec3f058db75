//! The texts of one key attribute: those of a template, or those that a query's condition on it covers.

use std::cell::OnceCell;

use dal_key::language::Regex;
use dal_key::{Format, Kind, Part, Parts, Segment, Template};

use super::automaton::{Automaton, Counting, REST};
use super::product::{self, Common, Effort, Outside, Step, Wanted};
use super::signature::{Signature, Symbols};
use crate::plan::{FieldPlan, SegmentPlan, TemplatePlan};

/// Values that a part is held to: by `fix:`, or by `when:` of an index.
pub(super) type Pinned = Vec<(u16, Vec<Part<'static>>)>;

/// An integer has few values up to here.
const FEW: i128 = 16;

/// The texts of a key attribute.
#[derive(Debug)]
pub(super) struct Texts<'p> {
    segments: Vec<Segment<'p>>,
    /// How many segments there are in these texts.
    take: usize,
    /// What follows those.
    following: String,
    /// Whether anything follows then.
    open: bool,
    /// Whether they are all that is not below (`true`) or not above these texts.
    beyond: Option<bool>,
    pinned: Pinned,
    signature: Signature,
    exact: OnceCell<Option<Automaton>>,
}

impl<'p> Texts<'p> {
    /// All texts of a template.
    pub(super) fn new(
        template: &'p TemplatePlan,
        fields: &'p [FieldPlan],
        pinned: Pinned,
        symbols: &mut Symbols<'p>,
    ) -> Self {
        let segments = segments(template, fields);
        let mut texts = Self {
            take: segments.len(),
            segments,
            following: String::new(),
            open: false,
            beyond: None,
            pinned,
            signature: Signature::default(),
            exact: OnceCell::new(),
        };
        texts.signature = symbols.sign(&texts);
        texts
    }

    /// The texts that a query reads which binds `bound` segments, and then asks for `prefix`: as
    /// [`Template::condition`] and [`Template::condition_following`] have it.
    pub(super) fn read(
        &self,
        bound: usize,
        (prefix, beginning): (&str, bool),
        pinned: Pinned,
        symbols: &mut Symbols<'p>,
    ) -> Self {
        let mut take = bound.min(self.segments.len());
        if !beginning && take > 0 && self.part(take - 1).is_some() {
            take += self.segments[take..].iter().take_while(|s| matches!(s, Segment::Literal(_))).count();
        }
        let mut texts = Self {
            segments: self.segments.clone(),
            take,
            following: prefix.to_owned(),
            open: beginning || take < self.segments.len() || self.segments.is_empty(),
            beyond: None,
            pinned,
            signature: Signature::default(),
            exact: OnceCell::new(),
        };
        texts.signature = symbols.sign(&texts);
        texts
    }

    /// The texts that a query reads which binds `bound` segments and runs on, upwards or downwards, from any place among
    /// the keys that begin so.
    pub(super) fn beyond(&self, bound: usize, up: bool, pinned: Pinned) -> Self {
        Self {
            segments: self.segments.clone(),
            take: bound.min(self.segments.len()),
            following: String::new(),
            open: true,
            beyond: Some(up),
            pinned,
            // They have no beginning in common.
            signature: Signature::default(),
            exact: OnceCell::new(),
        }
    }

    /// Whether they are what lies beyond the segments, which no text of theirs need hold.
    pub(super) fn is_beyond(&self) -> bool {
        self.beyond.is_some()
    }

    /// The segments that stand in the texts.
    pub(super) fn taken(&self) -> &[Segment<'p>] {
        &self.segments[..self.take]
    }

    /// All segments of the template.
    pub(super) fn segments(&self) -> &[Segment<'p>] {
        &self.segments
    }

    pub(super) fn template(&self) -> Template<'_> {
        Template::new(&self.segments)
    }

    /// The literal text that all of them begin with.
    pub(super) fn beginning(&self) -> String {
        let mut text = String::new();
        for segment in self.taken() {
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
                _ => return text,
            }
        }
        text + &self.following
    }

    pub(super) fn following(&self) -> &str {
        &self.following
    }

    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    pub(super) fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The part at that segment: the number of its field, its kind and its format.
    pub(super) fn part(&self, segment: usize) -> Option<(u16, Kind<'p>, Format)> {
        match self.segments.get(segment)? {
            Segment::Part { number, kind, format } => Some((*number, *kind, *format)),
            _ => None,
        }
    }

    /// The numbers of the fields in the texts, in their order; a field that stands twice is there twice.
    pub(super) fn fields(&self) -> impl Iterator<Item = u16> {
        (0..self.take).filter_map(|segment| self.part(segment)).map(|(number, ..)| number)
    }

    /// The values that a field is held to.
    pub(super) fn pinned(&self, number: u16) -> Option<&[Part<'static>]> {
        self.pinned.iter().find(|(pinned, _)| *pinned == number).map(|(_, values)| values.as_slice())
    }

    /// What the part at that segment writes for a value, if it can be written there.
    pub(super) fn written(&self, segment: usize, value: &Part<'static>) -> Option<String> {
        let (number, ..) = self.part(segment)?;
        let mut source = Parts::new();
        source.set(number, value.clone());
        let mut written = String::new();
        // What follows the part stays: it decides which values can be written.
        Template::new(&self.segments[segment..]).floored().write_prefix(1, &source, &mut written).ok()?;
        Some(written)
    }

    /// All values of a field, where they are few.
    pub(super) fn few_values(&self, number: u16) -> Option<Vec<Part<'static>>> {
        if let Some(pinned) = self.pinned(number) {
            return Some(pinned.to_vec());
        }
        let (_, kind, _) =
            (0..self.take).filter_map(|segment| self.part(segment)).find(|(own, ..)| *own == number)?;
        match kind {
            Kind::Bool => Some(vec![Part::Bool(false), Part::Bool(true)]),
            Kind::Enum(words) => Some(words.iter().map(|word| Part::Word(word.to_owned().into())).collect()),
            Kind::Int { min, max } if max.saturating_sub(min) < FEW => {
                Some((min..=max).map(Part::Int).collect())
            }
            _ => None,
        }
    }

    /// Whether some field has only one value.
    pub(super) fn has_constants(&self) -> bool {
        self.fields().any(|number| matches!(self.pinned(number), Some([_])))
    }

    /// The text at that segment of a field that has only one value.
    pub(super) fn constant(&self, segment: usize, number: u16) -> Option<String> {
        match self.pinned(number)? {
            [value] => self.written(segment, value),
            _ => None,
        }
    }

    /// The automaton, where these fields have one value; `None` if it is too large.
    fn own_automaton(&self, values: &Parts, counting: Counting) -> Option<Automaton> {
        let mut pieces = Vec::with_capacity(self.take + 1);
        for segment in 0..self.take {
            let regex = match self.part(segment) {
                None => None,
                Some((number, ..)) => {
                    let written = |value: &Part<'static>| {
                        self.written(segment, value).map(|text| Regex::literal(&text))
                    };
                    match (values.get(number), self.pinned(number)) {
                        // A value that cannot be written makes no text.
                        (Some(value), _) => Some(written(value).unwrap_or(Regex::Alt(Vec::new()))),
                        (None, Some(pinned)) => Some(Regex::Alt(pinned.iter().filter_map(written).collect())),
                        (None, None) => None,
                    }
                }
            };
            // A part that its kind cannot write has no texts.
            let regex = match regex {
                Some(regex) => regex,
                None => self.template().segment_language(segment).unwrap_or(Regex::Alt(Vec::new())),
            };
            pieces.push((u16::try_from(segment).ok()?, regex));
        }
        if !self.following.is_empty() {
            pieces.push((REST, Regex::literal(&self.following)));
        }
        Automaton::new(&pieces, self.open, counting)
    }

    /// The automaton of the texts themselves, or of those beyond them.
    fn automaton(&self, values: &Parts, counting: Counting) -> Option<Automaton> {
        let own = self.own_automaton(values, counting)?;
        match self.beyond {
            Some(up) => own.beyond(up),
            None => Some(own),
        }
    }

    fn exact(&self) -> Option<&Automaton> {
        self.exact.get_or_init(|| self.automaton(&Parts::new(), Counting::Exact)).as_ref()
    }

    /// Whether the text is one of these, whatever the values; `None` if that was too much.
    pub(super) fn has(&self, text: &str) -> Option<bool> {
        let one = Automaton::new(&[(0, Regex::literal(text))], false, Counting::Exact)?;
        match product::common(self.exact()?, &one, Wanted::All, Effort::SHORTEST) {
            Common::Nothing => Some(false),
            Common::Words(_) => Some(true),
            Common::TooMuch => None,
        }
    }

    /// A text of these that is none of `others`.
    pub(super) fn outside(&self, others: &Self) -> Outside {
        match (self.exact(), others.exact()) {
            (Some(own), Some(others)) => product::outside(own, others),
            _ => Outside::TooMuch,
        }
    }

    /// Whether the text is one of these, with these values.
    pub(super) fn holds(&self, values: &Parts, text: &str) -> bool {
        let mut written = String::new();
        let template = self.template().floored();
        if template.write_prefix(self.take, values, &mut written).is_err() {
            return false;
        }
        let fits = |(number, allowed): &(u16, Vec<Part<'static>>)| {
            values.get(*number).is_none_or(|value| allowed.contains(value))
        };
        written.push_str(&self.following);
        let begins = || text.starts_with(&written);
        self.pinned.iter().all(fits)
            && match (self.beyond, self.open) {
                (Some(true), _) => text >= written.as_str(),
                (Some(false), _) => text <= written.as_str() || begins(),
                (None, true) => begins(),
                (None, false) => written == text,
            }
    }

    /// The parts of one side of a word, read back: the number of the field, whether other values are written the same,
    /// and the value. `None` if a part is none of its kind.
    pub(super) fn read_back(
        &self,
        word: &[Step],
        side: fn(&Step) -> u16,
    ) -> Option<Vec<(u16, bool, Part<'static>)>> {
        if let Some(up) = self.beyond {
            // Beyond a text, the word does not say which.
            let text: Vec<char> = word.iter().map(|step| step.character).collect();
            let own = self.own_automaton(&Parts::new(), Counting::Exact)?.beside(&text, up)?;
            let step = |(character, segment)| Step { character, left: segment, right: segment };
            let own: Vec<Step> = own.into_iter().map(step).collect();
            return self.parts_of(&own, |step| step.left);
        }
        self.parts_of(word, side)
    }

    fn parts_of(&self, word: &[Step], side: fn(&Step) -> u16) -> Option<Vec<(u16, bool, Part<'static>)>> {
        let mut found = Vec::new();
        let mut at = 0;
        for segment in 0..self.take {
            let text: String = word[at..]
                .iter()
                .take_while(|step| usize::from(side(step)) == segment)
                .map(|step| step.character)
                .collect();
            at += text.chars().count();
            if let Some((number, kind, format)) = self.part(segment) {
                found.push((number, format.is_lossy(), decode(kind, format, &text)?));
            }
        }
        Some(found)
    }
}

/// The common words of two attributes' texts, where these fields have these values.
pub(super) fn common(
    (left, left_values): (&Texts<'_>, &Parts),
    (right, right_values): (&Texts<'_>, &Parts),
    wanted: Wanted,
    effort: Effort,
) -> Common {
    let none = Parts::new();
    let mut built = (None, None);
    let mut found = Common::TooMuch;
    let own = if *left_values == none {
        left.exact()
    } else {
        left.automaton(left_values, Counting::Exact).map(|a| &*built.0.insert(a))
    };
    let other = if *right_values == none {
        right.exact()
    } else {
        right.automaton(right_values, Counting::Exact).map(|a| &*built.1.insert(a))
    };
    if let (Some(own), Some(other)) = (own, other) {
        found = product::common(own, other, wanted, effort);
    }
    if matches!(found, Common::TooMuch) {
        let loose = |texts: &Texts<'_>, values: &Parts| texts.automaton(values, Counting::Loose);
        if let (Some(own), Some(other)) = (loose(left, left_values), loose(right, right_values)) {
            found = product::common(&own, &other, wanted, effort);
        }
    }
    found
}

/// Values of fields that were read back: one that other values are written like gives way to one in full.
pub(super) fn merged(found: &[(u16, bool, Part<'static>)]) -> Parts {
    let mut parts = Parts::new();
    for wanted in [false, true] {
        for (number, lossy, value) in found {
            if *lossy == wanted && parts.get(*number).is_none() {
                parts.set(*number, value.clone());
            }
        }
    }
    parts
}

/// The numbers that stand more than once.
pub(super) fn repeated(fields: impl Iterator<Item = u16>) -> Vec<u16> {
    let all: Vec<u16> = fields.collect();
    let again = |(at, number): (usize, &u16)| all[..at].contains(number).then_some(*number);
    all.iter().enumerate().filter_map(again).collect()
}

/// The value with that text.
pub(super) fn decode(kind: Kind<'_>, format: Format, text: &str) -> Option<Part<'static>> {
    let segments = [Segment::Part { number: 0, kind, format }];
    let mut parts = Parts::new();
    Template::new(&segments).parse(text, &mut parts).ok()?;
    parts.get(0).cloned()
}

/// A template's segments, as the codec has them.
pub(super) fn segments<'p>(template: &'p TemplatePlan, fields: &'p [FieldPlan]) -> Vec<Segment<'p>> {
    template
        .segments
        .iter()
        .filter_map(|segment| match segment {
            SegmentPlan::Literal(text) => Some(Segment::Literal(text)),
            SegmentPlan::Part { field, format } => Some(Segment::Part {
                number: u16::try_from(*field).ok()?,
                kind: fields.get(*field)?.kind.as_kind(),
                format: *format,
            }),
        })
        .collect()
}
