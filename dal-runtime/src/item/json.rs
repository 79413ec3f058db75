//! A scanner over JSON text.
//!
//! The text is checked to be UTF-8 once, before scanning, so that strings are slices of it. Nothing here recurses.

use std::borrow::Cow;

use super::error::DecodeError;
use super::expected::{Expected, Fate};

/// Levels of nested lists and maps that DynamoDB allows in an attribute.
pub(crate) const MAX_DEPTH: u8 = 32;

/// Levels of JSON around and inside a value that are followed when it is skipped. A value 32 levels deep takes two
/// JSON levels each; the rest is the answer around it.
const MAX_JSON_DEPTH: u32 = 128;

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The type of an attribute value, by its name in DynamoDB JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tag {
    S,
    N,
    B,
    Bool,
    Null,
    M,
    L,
    Ss,
    Ns,
    Bs,
}

/// The name of the type of a value that dal itself wrote: `S` of `{"S":"…"}`.
pub(crate) fn tag_name(json: &[u8]) -> &'static str {
    const NAMES: [&str; 10] = ["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"];
    let found = json.strip_prefix(b"{\"").and_then(|rest| rest.split(|byte| *byte == b'"').next());
    NAMES.into_iter().find(|name| Some(name.as_bytes()) == found).unwrap_or("no value")
}

/// The elements of a list or set that dal itself wrote, between its brackets.
pub(crate) fn elements(json: &[u8]) -> Option<&[u8]> {
    let at = json.iter().position(|byte| *byte == b'[')?;
    json.get(at + 1..)?.strip_suffix(b"]}")
}

/// The value of the only member of a list or set that dal itself wrote.
pub(crate) fn only_member(json: &[u8]) -> Option<Vec<u8>> {
    let member = elements(json)?;
    let tag = match tag_name(json) {
        "L" => return Some(member.to_vec()),
        "SS" => "S",
        "NS" => "N",
        "BS" => "B",
        _ => return None,
    };
    Some([b"{\"", tag.as_bytes(), b"\":", member, b"}"].concat())
}

/// A position in JSON text.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    pos: usize,
    depth: u8,
    expected: Expected<'a>,
}

/// A place to come back to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pos: usize,
    depth: u8,
}

/// The same position, without what is known of the names before it.
impl Clone for Scanner<'_> {
    fn clone(&self) -> Self {
        Scanner { text: self.text, pos: self.pos, depth: self.depth, expected: Expected::default() }
    }
}

/// The bytes of `word` that are `byte`: their high bits. Exact up to and including the first one.
#[inline]
const fn matches(word: u64, byte: u8) -> u64 {
    let x = word ^ (LOW * byte as u64);
    x.wrapping_sub(LOW) & !x & HIGH
}

/// The bytes of `word` that are a quote, a backslash or a control character: their high bits. Exact up to and including the
/// first one.
#[inline]
pub(crate) const fn specials(word: u64) -> u64 {
    // With its second bit turned over, a quote is the number after the control characters, which stay among themselves.
    let quote_or_control = (word ^ (LOW * 2)).wrapping_sub(LOW * 0x21);
    let x = word ^ (LOW * b'\\' as u64);
    (quote_or_control | x.wrapping_sub(LOW) & !x) & !word & HIGH
}

/// The first position from `at` on of a quote, a backslash or a control character, else the length.
#[inline]
pub(crate) fn find_special(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, specials)
}

/// The first position from `at` on of a byte that `found` finds, else the length: it marks such bytes of a word by their high bits,
/// exactly up to and including the first one.
#[inline]
fn find(bytes: &[u8], at: usize, found: impl Fn(u64) -> u64) -> usize {
    let (chunks, _) = bytes.get(at..).unwrap_or_default().as_chunks::<8>();
    let mut at = at.min(bytes.len());
    for chunk in chunks {
        let marks = found(u64::from_le_bytes(*chunk));
        if marks != 0 {
            return at + (marks.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    // The bytes left are looked at as one word. What it finds behind them is not there.
    let (word, length) = last_word(bytes, at);
    at + ((found(word).trailing_zeros() / 8) as usize).min(length)
}

/// The fewer than eight bytes from `at` on as a word with zeros above, and how many they are.
#[inline]
fn last_word(bytes: &[u8], at: usize) -> (u64, usize) {
    let length = bytes.len().saturating_sub(at);
    if let Some(chunk) = bytes.last_chunk::<8>() {
        let above = 8 * (8 - length.min(8)) as u32;
        return (u64::from_le_bytes(*chunk).checked_shr(above).unwrap_or(0), length);
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let word = match (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        // They overlap in the middle, where they agree.
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            u64::from(first) | u64::from(last) << (8 * (length - 4))
        }
        _ => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    (word, length)
}

/// The same for a quote or a backslash only, which is all that matters when a string is skipped.
#[inline]
fn find_quote(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |word| matches(word, b'"') | matches(word, b'\\'))
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Scanner { text, pos: 0, depth: 0, expected: Expected::default() }
    }

    /// A scanner over text that is likely written as what was read before.
    pub(crate) fn after(text: &'a str, expected: Expected<'a>) -> Self {
        Scanner { text, pos: 0, depth: 0, expected }
    }

    /// What it knows of the names that it read.
    pub(crate) fn into_expected(self) -> Expected<'a> {
        self.expected
    }

    /// A scanner over bytes that must be UTF-8.
    pub(crate) fn from_bytes(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(text)),
            Err(error) => Err(DecodeError::new(format!("not UTF-8 at byte {}", error.valid_up_to()))),
        }
    }

    #[inline]
    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    /// Goes back to a position that was read before.
    #[inline]
    pub(crate) fn rewind(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// The current position.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { pos: self.pos, depth: self.depth }
    }

    /// Goes to a place outside of all lists and maps.
    #[inline]
    pub(crate) fn go_to(&mut self, pos: usize) {
        (self.pos, self.depth) = (pos, 0);
    }

    /// Goes back to where it was, in lists and maps too.
    #[inline]
    pub(crate) fn back_to(&mut self, mark: Mark) {
        (self.pos, self.depth) = (mark.pos, mark.depth);
    }

    /// What is read from here on is likely written as what was before: items of a list.
    #[inline]
    pub(crate) fn learn(&mut self) {
        self.expected.learn();
    }

    /// What is done with the attribute whose name was read last; `find` finds it out where it is not known yet of items of the kind
    /// that `of` stands for.
    #[inline]
    pub(crate) fn fate(&mut self, of: usize, find: impl FnOnce() -> Fate) -> Fate {
        self.expected.fate(of, find)
    }

    /// The text from `start` to the current position.
    #[inline]
    pub(crate) fn since(&self, start: usize) -> Result<&'a str, DecodeError> {
        self.slice(start, self.pos)
    }

    #[inline]
    fn slice(&self, start: usize, end: usize) -> Result<&'a str, DecodeError> {
        // Both ends are at ASCII characters; `get` keeps that a fact instead of a promise.
        self.text.get(start..end).ok_or_else(|| self.fail("a broken string"))
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    /// An error at the current position.
    #[cold]
    pub(crate) fn fail(&self, what: &str) -> DecodeError {
        if self.pos >= self.text.len() {
            DecodeError::new(format!("malformed JSON: {what} (the text ends at byte {})", self.text.len()))
        } else {
            DecodeError::new(format!("malformed JSON: {what} at byte {}", self.pos))
        }
    }

    #[inline]
    pub(crate) fn whitespace(&mut self) {
        while let Some(byte) = self.peek() {
            if byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                break;
            }
            self.pos += 1;
        }
    }

    /// Steps over `byte`, after whitespace.
    #[inline]
    pub(crate) fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), DecodeError> {
        self.whitespace();
        if self.peek() == Some(byte) {
            self.pos += 1;
            Ok(())
        } else {
            Err(self.fail(what))
        }
    }

    /// Steps over `byte` if it is next, after whitespace.
    #[inline]
    pub(crate) fn accept(&mut self, byte: u8) -> bool {
        self.whitespace();
        let found = self.peek() == Some(byte);
        self.pos += usize::from(found);
        found
    }

    /// Nothing but whitespace may follow.
    pub(crate) fn end(&mut self) -> Result<(), DecodeError> {
        self.whitespace();
        if self.pos == self.text.len() { Ok(()) } else { Err(self.fail("unexpected text after the value")) }
    }

    /// Goes one level of an attribute's lists and maps down.
    #[inline]
    pub(crate) fn descend(&mut self) -> Result<(), DecodeError> {
        if self.depth >= MAX_DEPTH {
            return Err(DecodeError::new("nested more than 32 levels deep"));
        }
        self.depth += 1;
        Ok(())
    }

    /// Comes one level back up.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The name of an object's next member, up to its value; `None` past the closing brace.
    #[inline]
    pub(crate) fn member(&mut self, first: bool) -> Result<Option<Cow<'a, str>>, DecodeError> {
        match self.expected_member(first) {
            Some(name) => Ok(Some(Cow::Borrowed(name))),
            None => self.unexpected_member(first),
        }
    }

    /// The same where the expected one stands there: nothing else has to be looked at.
    #[inline]
    fn expected_member(&mut self, first: bool) -> Option<&'a str> {
        let (name, length) = self.expected.take(self.before_member(first)?)?;
        self.step_over_name(first, length);
        Some(name)
    }

    /// The same where it is known what is done with it in items of the kind that `of` stands for.
    #[inline]
    pub(crate) fn expected_member_of(&mut self, first: bool, of: usize) -> Option<(&'a str, Fate)> {
        let (name, length, fate) = self.expected.take_of(self.before_member(first)?, of)?;
        self.step_over_name(first, length);
        Some((name, fate))
    }

    /// What follows where a member's name is due, behind the comma before it.
    #[inline]
    fn before_member(&self, first: bool) -> Option<&'a [u8]> {
        match self.text.as_bytes().get(self.pos..)? {
            rest if first => Some(rest),
            [b',', rest @ ..] => Some(rest),
            _ => None,
        }
    }

    #[inline]
    fn step_over_name(&mut self, first: bool, length: usize) {
        self.pos += length + usize::from(!first);
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.whitespace();
        }
    }

    fn unexpected_member(&mut self, first: bool) -> Result<Option<Cow<'a, str>>, DecodeError> {
        let Some((name, start)) = self.plain_member(first)? else { return Ok(None) };
        match name {
            Cow::Borrowed(name) => {
                let written = self.text.get(start..start + name.len() + 3);
                self.expected.read(name, written.filter(|written| written.ends_with("\":")));
            }
            Cow::Owned(_) => self.expected.read("", None),
        }
        self.whitespace();
        Ok(Some(name))
    }

    /// The same of whatever stands there, without the whitespace before its value; and where its name begins.
    fn plain_member(&mut self, first: bool) -> Result<Option<(Cow<'a, str>, usize)>, DecodeError> {
        self.whitespace();
        match self.peek() {
            Some(b'}') => {
                self.pos += 1;
                return Ok(None);
            }
            Some(b',') if !first => {
                self.pos += 1;
                self.whitespace();
            }
            Some(b'"') if first => {}
            _ => return Err(self.fail("expected a member or `}`")),
        }
        let start = self.pos;
        let name = self.string()?;
        if self.peek() == Some(b':') {
            self.pos += 1;
        } else {
            self.expect(b':', "expected `:`")?;
        }
        Ok(Some((name, start)))
    }

    /// Whether an array has another element; steps over the comma before it, or over the closing bracket.
    #[inline]
    pub(crate) fn element(&mut self, first: bool) -> Result<bool, DecodeError> {
        self.whitespace();
        match self.peek() {
            Some(b']') => {
                self.pos += 1;
                Ok(false)
            }
            Some(b',') if !first => {
                self.pos += 1;
                Ok(true)
            }
            Some(_) if first => Ok(true),
            _ => Err(self.fail("expected `,` or `]`")),
        }
    }

    /// Opens an attribute value: `{"S":`, and says of which type it is.
    #[inline]
    pub(crate) fn open(&mut self) -> Result<Tag, DecodeError> {
        const MASK: u64 = 0xff_ff00_ffff;
        const PLAIN: u64 = u64::from_le_bytes(*b"{\"\0\":\0\0\0");
        // No attribute value is shorter than `{"S":""}`. Behind the colon, nothing up to a space is a value.
        let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
        if let Some(chunk) = rest.first_chunk::<8>()
            && u64::from_le_bytes(*chunk) & MASK == PLAIN
            && let [_, _, letter, _, _, b'!'..=b'\xff', _, _] = *chunk
        {
            let tag = match letter {
                b'S' => Tag::S,
                b'N' => Tag::N,
                b'M' => Tag::M,
                b'L' => Tag::L,
                b'B' => Tag::B,
                _ => return Err(self.fail("an unknown type of attribute value")),
            };
            self.pos += 5;
            return Ok(tag);
        }
        self.open_slow()
    }

    fn open_slow(&mut self) -> Result<Tag, DecodeError> {
        self.expect(b'{', "expected an attribute value")?;
        let at = self.pos;
        // The names of types are not among those that are expected: they follow every name.
        let Some((name, _)) = self.plain_member(true)? else {
            return Err(self.fail("an attribute value without a type"));
        };
        self.whitespace();
        Ok(match &*name {
            "S" => Tag::S,
            "N" => Tag::N,
            "B" => Tag::B,
            "BOOL" => Tag::Bool,
            "NULL" => Tag::Null,
            "M" => Tag::M,
            "L" => Tag::L,
            "SS" => Tag::Ss,
            "NS" => Tag::Ns,
            "BS" => Tag::Bs,
            _ => {
                self.pos = at;
                return Err(self.fail("an unknown type of attribute value"));
            }
        })
    }

    /// Closes an attribute value.
    #[inline]
    pub(crate) fn close(&mut self) -> Result<(), DecodeError> {
        if self.peek() == Some(b'}') {
            self.pos += 1;
            return Ok(());
        }
        self.expect(b'}', "expected the end of the attribute value")
    }

    /// Whether the string attribute of that text stands here, written without escapes and whitespace.
    pub(crate) fn is_before_text(&self, text: &str) -> bool {
        let text = text.as_bytes();
        let rest = self.text.as_bytes().get(self.pos..).and_then(|rest| rest.strip_prefix(b"{\"S\":\""));
        let rest = rest.and_then(|rest| rest.strip_prefix(text));
        rest.is_some_and(|rest| rest.starts_with(b"\"}")) && find_special(text, 0) == text.len()
    }

    /// A string.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        match self.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.escaped_string().map(Cow::Owned),
        }
    }

    /// A string in which nothing is escaped, if one stands here.
    pub(crate) fn plain_string(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        if bytes.get(self.pos) != Some(&b'"') {
            return None;
        }
        let start = self.pos + 1;
        let end = find_special(bytes, start);
        if bytes.get(end) != Some(&b'"') {
            return None;
        }
        // Both ends are at ASCII characters; `get` keeps that a fact instead of a promise.
        let text = self.text.get(start..end)?;
        self.pos = end + 1;
        Some(text)
    }

    /// A string of any kind, or why there is none.
    pub(crate) fn escaped_string(&mut self) -> Result<String, DecodeError> {
        if self.peek() != Some(b'"') {
            return Err(self.fail("expected a string"));
        }
        let start = self.pos + 1;
        let mut end = find_special(self.text.as_bytes(), start);
        let bytes = self.text.as_bytes();
        // As long as it is written, at most: found first, so that it is allocated once.
        let written = Scanner { pos: start.saturating_sub(1), ..self.clone() }.skipped_string();
        let mut out = String::with_capacity(written.map_or(0, str::len));
        let mut from = start;
        loop {
            out.push_str(self.slice(from, end)?);
            self.pos = end;
            match bytes.get(end) {
                Some(b'"') => {
                    self.pos = end + 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    let code = bytes.get(end + 1).copied();
                    self.pos = end + 2;
                    out.push(match code {
                        Some(b'"') => '"',
                        Some(b'\\') => '\\',
                        Some(b'/') => '/',
                        Some(b'b') => '\u{8}',
                        Some(b'f') => '\u{c}',
                        Some(b'n') => '\n',
                        Some(b'r') => '\r',
                        Some(b't') => '\t',
                        Some(b'u') => self.unicode_escape()?,
                        _ => {
                            self.pos = end;
                            return Err(self.fail("an unknown escape"));
                        }
                    });
                    from = self.pos;
                    end = find_special(bytes, from);
                }
                Some(_) => return Err(self.fail("a control character in a string")),
                None => return Err(self.fail("a string without an end")),
            }
        }
    }

    fn unicode_escape(&mut self) -> Result<char, DecodeError> {
        let high = self.hex4()?;
        let code = match high {
            0xD800..=0xDBFF => {
                if self.text.as_bytes().get(self.pos..self.pos + 2) != Some(b"\\u") {
                    return Err(self.fail("half of a surrogate pair"));
                }
                self.pos += 2;
                let low = self.hex4()?;
                if !(0xDC00..=0xDFFF).contains(&low) {
                    return Err(self.fail("half of a surrogate pair"));
                }
                0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)
            }
            code => code,
        };
        char::from_u32(code).ok_or_else(|| self.fail("half of a surrogate pair"))
    }

    fn hex4(&mut self) -> Result<u32, DecodeError> {
        let digits = self.text.as_bytes().get(self.pos..self.pos + 4);
        let mut code = 0;
        for &byte in digits.ok_or_else(|| self.fail("a short \\u escape"))? {
            let digit = char::from(byte).to_digit(16).ok_or_else(|| self.fail("a broken \\u escape"))?;
            code = code << 4 | digit;
        }
        self.pos += 4;
        Ok(code)
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self) -> Result<bool, DecodeError> {
        let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
        if rest.starts_with(b"true") {
            self.pos += 4;
            Ok(true)
        } else if rest.starts_with(b"false") {
            self.pos += 5;
            Ok(false)
        } else {
            Err(self.fail("expected true or false"))
        }
    }

    /// Steps over `null` if it is next.
    pub(crate) fn accept_null(&mut self) -> bool {
        self.whitespace();
        let found = self.text.as_bytes().get(self.pos..).unwrap_or_default().starts_with(b"null");
        self.pos += if found { 4 } else { 0 };
        found
    }

    /// A bare JSON number, as the counts and capacities of an answer are.
    pub(crate) fn bare_number(&mut self) -> Result<f64, DecodeError> {
        self.whitespace();
        let start = self.pos;
        while matches!(self.peek(), Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) {
            self.pos += 1;
        }
        match self.since(start)?.parse() {
            Ok(number) => Ok(number),
            Err(_) => {
                self.pos = start;
                Err(self.fail("expected a number"))
            }
        }
    }

    /// The string that stands here, as it is written.
    fn skipped_string(mut self) -> Option<&'a str> {
        let start = self.pos;
        self.skip_string().ok()?;
        self.since(start).ok()
    }

    #[inline]
    fn skip_string(&mut self) -> Result<(), DecodeError> {
        let bytes = self.text.as_bytes();
        let mut at = self.pos + 1;
        loop {
            at = find_quote(bytes, at);
            match bytes.get(at) {
                Some(b'"') => {
                    self.pos = at + 1;
                    return Ok(());
                }
                Some(_) => at += 2,
                None => {
                    self.pos = bytes.len();
                    return Err(self.fail("a string without an end"));
                }
            }
        }
    }

    /// Skips an attribute value that is one string, `{"S":"…"}`, if one without escapes stands here.
    #[inline]
    fn skip_simple(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let rest = bytes.get(self.pos..).unwrap_or_default();
        let Some(&[b'{', b'"', b'A'..=b'Z', b'"', b':', b'"']) = rest.first_chunk::<6>() else {
            return false;
        };
        let end = find_quote(bytes, self.pos + 6);
        let simple = bytes.get(end..).is_some_and(|rest| rest.starts_with(b"\"}"));
        if simple {
            self.pos = end + 2;
        }
        simple
    }

    /// Skips a value and gives its text. Brackets and strings are checked to be balanced; what is between them is
    /// checked when it is read.
    #[inline]
    pub(crate) fn skip_value(&mut self) -> Result<&'a str, DecodeError> {
        self.whitespace();
        let start = self.pos;
        match self.peek() {
            Some(b'"') => self.skip_string()?,
            Some(b'{') if self.skip_simple() => {}
            Some(b'{' | b'[') => self.skip_nested()?,
            Some(b't' | b'f' | b'n' | b'-' | b'0'..=b'9') => {
                while matches!(self.peek(), Some(b'a'..=b'z' | b'E' | b'0'..=b'9' | b'+' | b'-' | b'.')) {
                    self.pos += 1;
                }
            }
            _ => return Err(self.fail("expected a value")),
        }
        self.since(start)
    }

    fn skip_nested(&mut self) -> Result<(), DecodeError> {
        let bytes = self.text.as_bytes();
        // One bit a level: set for an object.
        let mut objects: u128 = 0;
        let mut depth: u32 = 0;
        while let Some(&byte) = bytes.get(self.pos) {
            match byte {
                b'"' => {
                    self.skip_string()?;
                    continue;
                }
                b'{' if depth > 0 && self.skip_simple() => continue,
                b'{' | b'[' => {
                    if depth == MAX_JSON_DEPTH {
                        return Err(self.fail("nested too deep"));
                    }
                    objects = objects << 1 | u128::from(byte == b'{');
                    depth += 1;
                }
                b'}' | b']' => {
                    if (objects & 1 == 1) != (byte == b'}') {
                        return Err(self.fail("a bracket of the wrong kind"));
                    }
                    objects >>= 1;
                    depth -= 1;
                    if depth == 0 {
                        self.pos += 1;
                        return Ok(());
                    }
                }
                b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => {}
                b'a'..=b'z' | b'E' | b'0'..=b'9' | b'+' | b'-' | b'.' => {}
                _ => return Err(self.fail("unexpected character")),
            }
            self.pos += 1;
        }
        Err(self.fail("a bracket is not closed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Result<String, DecodeError> {
        let mut scan = Scanner::new(text);
        let out = scan.string()?.into_owned();
        scan.end()?;
        Ok(out)
    }

    #[test]
    fn strings_are_borrowed_unless_escaped() {
        let mut scan = Scanner::new("\"plain, longer than a word: žluť\"");
        assert!(matches!(scan.string(), Ok(Cow::Borrowed("plain, longer than a word: žluť"))));
        let mut scan = Scanner::new(r#""a\nb""#);
        assert!(matches!(scan.string(), Ok(Cow::Owned(text)) if text == "a\nb"));
    }

    #[test]
    fn escapes() {
        assert_eq!(
            string(r#""\"\\\/\b\f\n\r\t\u0041\u20ac\ud83d\ude00 end""#).unwrap(),
            "\"\\/\u{8}\u{c}\n\r\tA€😀 end"
        );
        for bad in [
            r#""\x""#,
            r#""\u12""#,
            r#""\u12g4""#,
            r#""\ud800""#,
            r#""\ud800x""#,
            r#""\ud800\u0041""#,
            r#""\udc00""#,
            "\"\u{1}\"",
            "\"abc",
            "\"abc\\",
            "\"\\u",
            "abc",
            "",
            "\"žž\\ž\"",
        ] {
            assert!(string(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn every_position_of_a_special_byte_is_found() {
        for special in [b'"', b'\\', 0x00, 0x1f] {
            for length in 0..40 {
                for at in 0..length {
                    let mut bytes = vec![b'x'; length];
                    bytes[at] = special;
                    assert_eq!(find_special(&bytes, 0), at);
                    if special >= 0x20 {
                        assert_eq!(find_quote(&bytes, 0), at);
                    }
                }
            }
        }
        for byte in (0x20..=0xff).filter(|b| *b != b'"' && *b != b'\\') {
            for length in 0..20 {
                assert_eq!(find_special(&vec![byte; length], 0), length, "{byte:#x}");
                // What stands before the beginning does not count.
                for from in 0..=length {
                    let mut bytes = vec![b'"'; from];
                    bytes.resize(length, byte);
                    assert_eq!(find_special(&bytes, from), length, "{byte:#x} from {from}");
                }
            }
        }
    }

    #[test]
    fn skipping_gives_the_extent() {
        for value in [r#"{"a":[1,{"b":"}]\""}],"c":null}"#, "[]", "12.5e3", "true", r#""\\""#] {
            let text = format!(" {value} ,rest");
            let mut scan = Scanner::new(&text);
            assert_eq!(scan.skip_value().unwrap(), value);
            assert!(scan.accept(b','));
        }
        for bad in ["{", "[}", "{]", "[\"", "[\"\\", "#", "", "[\u{e9}]"] {
            assert!(Scanner::new(bad).skip_value().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn skipping_strings_stops_at_their_ends() {
        for (text, value) in [
            (r#"{"S":"a"},"b":{"S":"c"}"#, r#"{"S":"a"}"#),
            (r#"{"S":"a\""},{"S":"c"}"#, r#"{"S":"a\""}"#),
            (r#"{"S":"a" },1"#, r#"{"S":"a" }"#),
            (r#"{"S":"a","N":"}"},1"#, r#"{"S":"a","N":"}"}"#),
            (r#"{"\":":"}"},1"#, r#"{"\":":"}"}"#),
            (r#"{"a":{"S":"}"},"b":{"S":""}},1"#, r#"{"a":{"S":"}"},"b":{"S":""}}"#),
        ] {
            assert_eq!(Scanner::new(text).skip_value().unwrap(), value);
        }
        for bad in [r#"{"S":""#, r#"{"S":"a"#, r#"{"S":"a""#, r#"{"S":"a\"#, r#"{"S":"a"]"#] {
            assert!(Scanner::new(bad).skip_value().is_err(), "{bad}");
        }
    }

    #[test]
    fn depth_is_limited() {
        let deep = "[".repeat(100_000);
        assert!(Scanner::new(&deep).skip_value().unwrap_err().message().contains("too deep"));
    }
}
