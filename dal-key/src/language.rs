//! The regular language of what keys are written with.
//!
//! Whether two templates can write the same key, or a beginning can catch another entity's keys, is a question about
//! languages. A language here holds every text that is written, and little more: floats that are not numbers, 29
//! February of every year and some unusual folded characters are in it, and no value is written so.

use std::collections::BTreeSet;

use crate::codec::{self, Next};
use crate::format::{Case, Cut, Format, Order, Style};
use crate::kind::{Kind, Precision, Words};
use crate::pattern::{self, Pattern};
use crate::template::{Segment, Template};
use crate::value::AttributeType;

/// A regular language over characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Regex {
    /// The empty text.
    Empty,
    /// One character of these ranges, both ends included (a range that spans the surrogates skips them).
    /// Without ranges, nothing at all.
    Class(Vec<(char, char)>),
    /// One after the other.
    Concat(Vec<Self>),
    /// One of these.
    Alt(Vec<Self>),
    /// One after itself, at least `min` times and at most `max`.
    Repeat {
        /// What is repeated.
        of: Box<Self>,
        /// The least number of times.
        min: u32,
        /// The largest number of times, if there is one.
        max: Option<u32>,
    },
}

impl Regex {
    /// The language of one text.
    pub fn literal(text: &str) -> Self {
        Self::Concat(text.chars().map(|character| Self::Class(vec![(character, character)])).collect())
    }

    /// Whether the language holds `text`, in time that grows with the square of its length at most.
    pub fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        self.ends(&text, &BTreeSet::from([0])).contains(&text.len())
    }

    /// Where a word of the language can end that begins at one of `starts`.
    fn ends(&self, text: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self {
            Self::Empty => starts.clone(),
            Self::Class(class) => {
                let holds = |start: &&usize| text.get(**start).is_some_and(|&c| pattern::holds(class, c));
                starts.iter().filter(holds).map(|start| start + 1).collect()
            }
            Self::Concat(all) => all.iter().fold(starts.clone(), |starts, one| one.ends(text, &starts)),
            Self::Alt(all) => all.iter().flat_map(|one| one.ends(text, starts)).collect(),
            Self::Repeat { of, min, max } => {
                let mut reached = starts.clone();
                for _ in 0..*min {
                    reached = of.ends(text, &reached);
                }
                let mut all = reached.clone();
                for _ in 0..max.map_or(u32::MAX, |max| max.saturating_sub(*min)) {
                    reached = of.ends(text, &reached).difference(&all).copied().collect();
                    if reached.is_empty() {
                        break;
                    }
                    all.extend(&reached);
                }
                all
            }
        }
    }

    fn class(from: char, to: char) -> Self {
        Self::Class(vec![(from, to)])
    }

    fn repeat(self, min: u32, max: Option<u32>) -> Self {
        Self::Repeat { of: Box::new(self), min, max }
    }

    fn times(self, count: usize) -> Self {
        // Widths are those of keys.
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.repeat(count, Some(count))
    }

    fn optional(self) -> Self {
        self.repeat(0, Some(1))
    }
}

/// The language of a part of this kind in this format, whatever follows it.
///
/// # Errors
///
/// When the kind has no such format, or its pattern is none: the reason, as [`Kind::accepts`] has it.
///
/// ```
/// use dal_key::{Format, Kind, language::language};
///
/// let uuid = language(Kind::Uuid, Format::default())?;
/// assert!(uuid.matches("00000000-0000-0000-0000-000000000000"));
/// assert!(!uuid.matches("USER"));
/// # Ok::<(), String>(())
/// ```
pub fn language(kind: Kind<'_>, format: Format) -> Result<Regex, String> {
    of_part(kind, format, Next::End)
}

impl Template<'_> {
    /// The language of the segment of that number (from 0) where it stands: a raw value does not hold the character
    /// that ends it. Of a segment that there is not, the empty text.
    ///
    /// # Errors
    ///
    /// As [`language`].
    pub fn segment_language(self, index: usize) -> Result<Regex, String> {
        match self.segments().get(index) {
            None => Ok(Regex::Empty),
            Some(Segment::Literal(text)) => Ok(Regex::literal(text)),
            Some(&Segment::Part { kind, format, .. }) => {
                of_part(kind, format, Next::after(self.segments(), index))
            }
        }
    }

    /// The language of the template's keys.
    ///
    /// # Errors
    ///
    /// As [`language`].
    pub fn language(self) -> Result<Regex, String> {
        (0..self.segments().len())
            .map(|index| self.segment_language(index))
            .collect::<Result<_, _>>()
            .map(Regex::Concat)
    }
}

fn of_part(kind: Kind<'_>, format: Format, next: Next<'_>) -> Result<Regex, String> {
    kind.accepts(format)?;
    if let Style::Native(of) = format.style {
        return of_native(kind, of, next);
    }
    let desc = format.order == Order::Desc;
    Ok(match kind {
        Kind::Text(pattern) => of_text(pattern, format, next)?,
        Kind::Uuid => {
            let group = |digits: usize| hex().times(digits);
            let hyphen = || Regex::literal("-");
            Regex::Concat(vec![
                group(8),
                hyphen(),
                group(4),
                hyphen(),
                group(4),
                hyphen(),
                group(4),
                hyphen(),
                group(12),
            ])
        }
        Kind::Ulid => {
            let digit = vec![('0', '9'), ('A', 'H'), ('J', 'K'), ('M', 'N'), ('P', 'T'), ('V', 'Z')];
            Regex::Concat(vec![Regex::class('0', '7'), Regex::Class(digit).times(25)])
        }
        Kind::Int { min, max } => of_int(min, max, format)?,
        Kind::Decimal(scale) => of_decimal(scale, format),
        Kind::F64 if format.style == Style::Plain => {
            let sign = || Regex::literal("-").optional();
            let digits = || digit().repeat(1, None);
            let fraction = Regex::Concat(vec![Regex::literal("."), digits()]).optional();
            let exponent = Regex::Concat(vec![Regex::literal("e"), sign(), digits()]).optional();
            let number = Regex::Concat(vec![digits(), fraction, exponent]);
            Regex::Concat(vec![sign(), Regex::Alt(vec![number, Regex::literal("inf")])])
        }
        Kind::F64 => hex().times(16),
        Kind::Time(precision) => of_time(Some(precision), format),
        Kind::Date => of_time(None, format),
        Kind::Bool => {
            let words = codec::bool_texts(format.order);
            Regex::Alt(words.into_iter().map(Regex::literal).collect())
        }
        Kind::Bytes => hex().times(2).repeat(1, None),
        Kind::Enum(words) => of_enum(words, format, desc),
    })
}

/// The texts of native values: see [`codec::native`].
fn of_native(kind: Kind<'_>, of: AttributeType, next: Next<'_>) -> Result<Regex, String> {
    let int = |kind: Kind<'_>| {
        let (min, max) = codec::native::limits(kind);
        of_int(min, max, Format { style: Style::Plain, ..Format::default() })
    };
    Ok(match (of, kind) {
        (AttributeType::S, Kind::Text(pattern)) => of_text(pattern, codec::native::RAW, next)?,
        (AttributeType::S, Kind::Enum(words)) => Regex::Alt(words.iter().map(Regex::literal).collect()),
        (AttributeType::B, Kind::Uuid) => hex().times(32),
        (AttributeType::N, Kind::F64) => canonical_number(None),
        (AttributeType::N, Kind::Decimal(scale)) if scale > 0 => canonical_number(Some(scale)),
        (AttributeType::N, _) => int(kind)?,
        _ => of_part(kind, Format::default(), next)?,
    })
}

/// Numbers without zeros that say nothing, of at most so many digits after the point.
fn canonical_number(scale: Option<u8>) -> Regex {
    let whole = || Regex::Concat(vec![Regex::class('1', '9'), digit().repeat(0, None)]);
    let before = scale.map(|scale| u32::from(scale.saturating_sub(1)));
    let fraction =
        || Regex::Concat(vec![Regex::literal("."), digit().repeat(0, before), Regex::class('1', '9')]);
    let number = Regex::Alt(vec![
        Regex::Concat(vec![whole(), fraction().optional()]),
        Regex::Concat(vec![Regex::literal("0"), fraction()]),
    ]);
    Regex::Alt(vec![Regex::literal("0"), Regex::Concat(vec![Regex::literal("-").optional(), number])])
}

fn digit() -> Regex {
    Regex::class('0', '9')
}

fn hex() -> Regex {
    Regex::Class(vec![('0', '9'), ('a', 'f')])
}

fn of_text(pattern: Option<&str>, format: Format, next: Next<'_>) -> Result<Regex, String> {
    let mut never = match format.case {
        Case::Keep => Vec::new(),
        Case::Lower => vec![('A', 'Z')],
        Case::Upper => vec![('a', 'z')],
    };
    never.extend(codec::text::forbidden(pattern, format, next).map(|character| (character, character)));
    let unit = |class: &[(char, char)]| {
        let mut others = pattern::complement(class);
        others.extend(&never);
        let class = pattern::complement(&pattern::normalized(others));
        if format.style == Style::Raw { Regex::Class(class) } else { escaped(&class) }
    };
    let Some(pattern) = pattern else { return Ok(unit(&[('\0', char::MAX)]).repeat(1, None)) };
    let items = Pattern::parse(pattern)?.items;
    let all = |items: &[pattern::Item]| -> Vec<Regex> {
        items.iter().map(|item| unit(&item.class).repeat(item.min, item.max)).collect()
    };
    if items.iter().any(|item| item.min > 0) {
        return Ok(Regex::Concat(all(&items)));
    }
    // All can be left out, and the empty text is no value: one of them is the first that is not.
    let first_is = |index: usize| {
        let mut rest = vec![unit(&items[index].class).repeat(1, items[index].max)];
        rest.extend(all(&items[index + 1..]));
        Regex::Concat(rest)
    };
    Ok(Regex::Alt((0..items.len()).map(first_is).collect()))
}

/// One character of the class as it is written.
fn escaped(class: &[(char, char)]) -> Regex {
    let plain: Vec<_> = class
        .iter()
        .filter(|(_, to)| *to > codec::text::ESCAPE)
        .map(|(from, to)| ((*from).max('%'), *to))
        .collect();
    let mut ways = vec![Regex::Class(plain)];
    // Characters that share the first digit of their escapes are one way.
    for high in ['0', '1', '2'] {
        let mut lows = Vec::new();
        for character in ('\0'..=codec::text::ESCAPE).filter(|character| pattern::holds(class, *character)) {
            let mut written = String::new();
            codec::text::escape(character.encode_utf8(&mut [0; 4]), &mut written);
            lows.extend(
                written.chars().nth(2).filter(|_| written.chars().nth(1) == Some(high)).map(|low| (low, low)),
            );
        }
        if !lows.is_empty() {
            let start = Regex::literal(&format!("{}{high}", codec::text::ESCAPE));
            ways.push(Regex::Concat(vec![start, Regex::Class(pattern::normalized(lows))]));
        }
    }
    Regex::Alt(ways)
}

fn of_enum(words: Words<'_>, format: Format, desc: bool) -> Regex {
    if format.style == Style::Rank {
        let last = words.iter().count().saturating_sub(1) as u128;
        return number((0, last), codec::enumeration::rank_width(words), desc);
    }
    let word = |word: &str| {
        let mut written = String::new();
        codec::text::escape(&codec::text::fold(format.case, word), &mut written);
        Regex::literal(&written)
    };
    Regex::Alt(words.iter().map(word).collect())
}

fn of_int(min: i128, max: i128, format: Format) -> Result<Regex, String> {
    let kind = codec::int::Int { min, max };
    let codec::int::Int { min, max } = kind.writable(format).map_err(|problem| problem.to_string())?;
    let desc = format.order == Order::Desc;
    // The magnitudes of the values above zero, of those below, and zero with its own sign.
    let above = (max > 0).then(|| (min.max(1).unsigned_abs(), max.unsigned_abs()));
    let below = (min < 0).then(|| (max.min(-1).unsigned_abs(), min.unsigned_abs()));
    let zero = (min <= 0 && max >= 0).then_some((0, 0));
    let minus = |rest: Regex| Regex::Concat(vec![Regex::literal("-"), rest]);
    let mut ways = Vec::new();
    match format.style {
        Style::Plain => {
            ways.extend(zero.into_iter().chain(above).map(plain_number));
            ways.extend(below.map(|magnitudes| minus(plain_number(magnitudes))));
        }
        Style::Padded(width) => {
            ways.extend(
                zero.into_iter().chain(above).map(|magnitudes| number(magnitudes, width.into(), desc)),
            );
        }
        _ if kind.min < 0 => {
            let (signed, bare) = if desc { (above, below) } else { (below, above) };
            ways.extend(signed.map(|magnitudes| minus(number(magnitudes, kind.width(), true))));
            ways.extend(
                zero.into_iter().chain(bare).map(|magnitudes| number(magnitudes, kind.width(), false)),
            );
        }
        _ => ways
            .extend(zero.into_iter().chain(above).map(|magnitudes| number(magnitudes, kind.width(), desc))),
    }
    Ok(Regex::Alt(ways))
}

fn of_decimal(scale: u8, format: Format) -> Regex {
    let own = codec::decimal::Scale(scale);
    let mut parts = Vec::new();
    if !matches!(format.style, Style::Padded(_)) {
        parts.push(Regex::literal("-").optional());
    }
    parts.push(match format.style {
        Style::Padded(width) => digit().times(width.into()),
        Style::Plain => Regex::Alt(vec![
            Regex::literal("0"),
            Regex::Concat(vec![Regex::class('1', '9'), digit().repeat(0, None)]),
        ]),
        _ => digit().times(own.whole_digits()),
    });
    if scale > 0 {
        parts.extend([Regex::literal("."), digit().times(scale.into())]);
    }
    Regex::Concat(parts)
}

/// Of an instant, or of a date where there is no precision.
fn of_time(precision: Option<Precision>, format: Format) -> Regex {
    let desc = format.order == Order::Desc;
    let field = |from: u128, to: u128| number((from, to), 2, desc);
    let mark = Regex::literal;
    let mut parts = vec![digit().times(4), mark("-")];
    if format.style == Style::Cut(Cut::Month) {
        parts.push(field(1, 12));
        return Regex::Concat(parts);
    }
    let days = |months: &[u128], last: u128| {
        let months = months.iter().map(|&month| field(month, month)).collect();
        Regex::Concat(vec![Regex::Alt(months), mark("-"), field(1, last)])
    };
    parts.push(Regex::Alt(vec![
        days(&[1, 3, 5, 7, 8, 10, 12], 31),
        days(&[4, 6, 9, 11], 30),
        days(&[2], 29),
    ]));
    let Some(precision) = precision.filter(|_| format.style != Style::Cut(Cut::Date)) else {
        return Regex::Concat(parts);
    };
    parts.extend([mark("T"), field(0, 23)]);
    if format.style == Style::Cut(Cut::Hour) {
        return Regex::Concat(parts);
    }
    parts.extend([mark(":"), field(0, 59), mark(":"), field(0, 59)]);
    if precision != Precision::Seconds {
        parts.extend([mark("."), digit().times(precision.digits())]);
    }
    parts.push(mark("Z"));
    Regex::Concat(parts)
}

/// The numbers between two, as they are.
fn plain_number((from, to): (u128, u128)) -> Regex {
    let lengths = codec::digits::count(from)..=codec::digits::count(to);
    let of_length = |length: usize| {
        let first = if length == 1 { 0 } else { codec::digits::power(length - 1).unwrap_or_default() };
        let last = codec::digits::power(length).map_or(u128::MAX, |power| power - 1);
        number((from.max(first), to.min(last)), length, false)
    };
    Regex::Alt(lengths.map(of_length).collect())
}

/// The numbers between two, both included, in digits of that width.
fn number((from, to): (u128, u128), width: usize, complement: bool) -> Regex {
    let digits = |value: u128| {
        let mut text = String::new();
        codec::digits::push(value, width, complement, &mut text);
        text.into_bytes()
    };
    let (from, to) = if complement { (to, from) } else { (from, to) };
    between(&digits(from), &digits(to))
}

/// The digits of the same width between two, both included.
fn between(from: &[u8], to: &[u8]) -> Regex {
    let (Some((&low, low_rest)), Some((&high, high_rest))) = (from.split_first(), to.split_first()) else {
        return Regex::Empty;
    };
    let one = |digit: u8| Regex::class(char::from(digit), char::from(digit));
    if low == high {
        return Regex::Concat(vec![one(low), between(low_rest, high_rest)]);
    }
    let from_start = low_rest.iter().all(|digit| *digit == b'0');
    let to_end = high_rest.iter().all(|digit| *digit == b'9');
    let mut ways = Vec::new();
    if !from_start {
        ways.push(Regex::Concat(vec![one(low), between(low_rest, &vec![b'9'; low_rest.len()])]));
    }
    let first = if from_start { low } else { low + 1 };
    let last = if to_end { high } else { high - 1 };
    if first <= last {
        let any = digit().times(low_rest.len());
        ways.push(Regex::Concat(vec![Regex::class(char::from(first), char::from(last)), any]));
    }
    if !to_end {
        ways.push(Regex::Concat(vec![one(high), between(&vec![b'0'; high_rest.len()], high_rest)]));
    }
    Regex::Alt(ways)
}

#[cfg(test)]
mod tests {
    use super::{Regex, language, number, plain_number};
    use crate::format::{Format, Style};
    use crate::kind::{Kind, Words};

    #[test]
    fn numbers_between_two_are_exactly_those() {
        for (from, to) in [(0, 0), (0, 14), (7, 7), (5, 123), (99, 100), (0, 999), (120, 987)] {
            let (fixed, turned, plain) =
                (number((from, to), 3, false), number((from, to), 3, true), plain_number((from, to)));
            for value in 0..1000 {
                let inside = (from..=to).contains(&value);
                assert_eq!(fixed.matches(&format!("{value:03}")), inside, "{value} in {from}..{to}");
                assert_eq!(turned.matches(&format!("{:03}", 999 - value)), inside, "{value} in {from}..{to}");
                assert_eq!(plain.matches(&value.to_string()), inside, "{value} in {from}..{to}");
            }
            assert!(!plain.matches("007") && !fixed.matches("7"));
        }
    }

    #[test]
    fn escaped_text_holds_no_character_up_to_dollar_but_in_escapes() {
        let text = language(Kind::Text(None), Format::default()).unwrap();
        for good in ["a", "$20", "$24$00a", "\u{10ffff}", "%", "é~"] {
            assert!(text.matches(good), "{good}");
        }
        for bad in ["", " ", "#", "$", "a#", "$25", "$2", "$1f", "$$24", "\0"] {
            assert!(!text.matches(bad), "{bad}");
        }
    }

    #[test]
    fn a_pattern_that_allows_nothing_still_needs_a_character() {
        let text = language(Kind::Text(Some("a*b?")), Format::default()).unwrap();
        assert!(text.matches("b") && text.matches("aab") && text.matches("aa"));
        assert!(!text.matches("") && !text.matches("bb"));
    }

    #[test]
    fn ranks_and_words() {
        let kind = Kind::Enum(Words("low|high"));
        let rank = Format { style: Style::Rank, ..Format::default() };
        assert_eq!(
            language(kind, Format::default()),
            Ok(Regex::Alt(vec![Regex::literal("low"), Regex::literal("high")]))
        );
        assert!(language(kind, rank).unwrap().matches("1"));
        assert!(!language(kind, rank).unwrap().matches("2"));
    }
}
