//! Where DynamoDB JSON is written to, with the stored size counted alongside.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::decimal as number;
use super::error::EncodeError;
use super::json::{MAX_DEPTH, find_special, specials};

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Text under construction.
#[derive(Debug, Default)]
pub struct Sink {
    pub(crate) buf: Vec<u8>,
    /// Bytes that what was written takes in a table, by the documented rules and never more than it really takes.
    pub(crate) size: usize,
    depth: u8,
    /// Whether the value written last was a `None`: as a whole attribute, that is left out.
    pub(crate) none: bool,
}

/// Appends `text` as the inside of a JSON string.
#[inline]
pub(crate) fn escape_into(buf: &mut Vec<u8>, text: &str) {
    if is_plain(text.as_bytes()) { buf.extend_from_slice(text.as_bytes()) } else { escape_each(buf, text) }
}

/// Appends `text` as a JSON string.
#[inline]
pub(crate) fn quote(buf: &mut Vec<u8>, text: &str) {
    buf.push(b'"');
    escape_into(buf, text);
    buf.push(b'"');
}

fn escape_each(buf: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let at = find_special(bytes, from);
        buf.extend_from_slice(bytes.get(from..at).unwrap_or_default());
        let Some(&byte) = bytes.get(at) else { return };
        escape_byte(buf, byte);
        from = at + 1;
    }
}

/// Whether text stands in JSON as it is. Most does, and most is short: it is looked at in pieces, of which the last covers
/// what is left.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    if let Some(last) = text.last_chunk() {
        return is_plain_piece(last) && text.as_chunks().0.iter().all(is_plain_piece);
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        return is_plain_word(u64::from_le_bytes(*first)) && is_plain_word(u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return is_plain_word(u64::from(first) | u64::from(last) << 32);
    }
    text.iter().all(|byte| !is_special(*byte))
}

const fn is_special(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// Written so that the compiler compares all bytes at once.
#[inline]
fn is_plain_piece(bytes: &[u8; 16]) -> bool {
    !bytes.iter().fold(false, |found, byte| found | (*byte < b' ') | (*byte == b'"') | (*byte == b'\\'))
}

/// Whether no byte is a quote, a backslash or a control character.
#[inline]
const fn is_plain_word(word: u64) -> bool {
    specials(word) == 0
}

#[cold]
fn escape_byte(buf: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' => b'"',
        b'\\' => b'\\',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            let digit = |nibble: u8| HEX.get(usize::from(nibble)).copied().unwrap_or(b'0');
            buf.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
            return;
        }
    };
    buf.extend_from_slice(&[b'\\', short]);
}

impl Sink {
    pub(crate) fn new(buf: Vec<u8>) -> Self {
        Sink { buf, size: 0, depth: 0, none: false }
    }

    #[inline]
    pub(crate) fn raw(&mut self, text: &[u8]) {
        self.buf.extend_from_slice(text);
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.buf.push(byte);
    }

    /// A quoted string, not counted.
    #[inline]
    pub(crate) fn quoted(&mut self, text: &str) {
        quote(&mut self.buf, text);
    }

    /// A name of a member and its colon, counted.
    #[inline]
    pub(crate) fn name(&mut self, name: &str) {
        self.byte(b'"');
        escape_into(&mut self.buf, name);
        self.raw(b"\":");
        self.size += name.len();
    }

    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        self.raw(b"{\"S\":\"");
        escape_into(&mut self.buf, text);
        self.raw(b"\"}");
        self.size += text.len();
    }

    /// A string written piece by piece.
    pub(crate) fn text_with(
        &mut self,
        write: impl FnOnce(&mut TextWriter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        self.raw(b"{\"S\":\"");
        let start = self.buf.len();
        write(&mut TextWriter { sink: self })?;
        self.size += self.buf.len() - start;
        // It comes in many small pieces, and hardly ever with anything to escape: looked for once, in all of it.
        if !is_plain(self.buf.get(start..).unwrap_or_default()) {
            self.escape_from(start);
        }
        self.raw(b"\"}");
        Ok(())
    }

    /// Escapes what was written from there on.
    #[cold]
    fn escape_from(&mut self, start: usize) {
        let tail = self.buf.split_off(start);
        // It was written as text.
        escape_into(&mut self.buf, &String::from_utf8_lossy(&tail));
    }

    #[inline]
    pub(crate) fn integer(&mut self, number: impl itoa::Integer) {
        let mut digits = itoa::Buffer::new();
        self.digits(digits.format(number));
    }

    #[inline]
    fn digits(&mut self, digits: &str) {
        self.raw(b"{\"N\":\"");
        self.raw(digits.as_bytes());
        self.raw(b"\"}");
        self.size += number::integer_size(digits);
    }

    /// A number given as text, after checking it.
    pub(crate) fn number(&mut self, text: &str) -> Result<(), EncodeError> {
        self.size += number::check(text).map_err(EncodeError::new)?;
        self.raw(b"{\"N\":\"");
        self.raw(text.as_bytes());
        self.raw(b"\"}");
        Ok(())
    }

    pub(crate) fn binary(&mut self, bytes: &[u8]) {
        self.raw(b"{\"B\":");
        self.base64(bytes);
        self.byte(b'}');
    }

    /// Quoted base64, counted.
    pub(crate) fn base64(&mut self, bytes: &[u8]) {
        let length = bytes.len().div_ceil(3) * 4;
        self.byte(b'"');
        let start = self.buf.len();
        self.buf.resize(start + length, b'=');
        if let Some(room) = self.buf.get_mut(start..) {
            // The room is exactly what standard base64 with padding takes.
            let _ = STANDARD.encode_slice(bytes, room);
        }
        self.byte(b'"');
        self.size += bytes.len();
    }

    pub(crate) fn boolean(&mut self, value: bool) {
        self.raw(if value { b"{\"BOOL\":true}" } else { b"{\"BOOL\":false}" });
        self.size += 1;
    }

    pub(crate) fn null(&mut self) {
        self.raw(NULL);
        self.size += 1;
    }

    /// Opens a list or map, given as `{"L":[`.
    #[inline]
    pub(crate) fn open(&mut self, text: &[u8]) -> Result<(), EncodeError> {
        if self.depth >= MAX_DEPTH {
            return Err(EncodeError::new("nested more than 32 levels deep"));
        }
        self.depth += 1;
        self.raw(text);
        self.size += 3;
        Ok(())
    }

    #[inline]
    pub(crate) fn close(&mut self, text: &[u8]) {
        self.depth = self.depth.saturating_sub(1);
        self.raw(text);
    }
}

/// How an absent value is written inside lists and maps.
pub(crate) const NULL: &[u8] = b"{\"NULL\":true}";

/// Writes text into a JSON string, which is escaped when it is whole. Made by [`ItemWriter::text_with`](super::ItemWriter::text_with).
#[derive(Debug)]
pub struct TextWriter<'s> {
    sink: &'s mut Sink,
}

impl TextWriter<'_> {
    #[cold]
    fn write_rare(&mut self, character: char) -> fmt::Result {
        fmt::Write::write_str(self, character.encode_utf8(&mut [0; 4]))
    }
}

impl fmt::Write for TextWriter<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.sink.raw(text.as_bytes());
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, character: char) -> fmt::Result {
        let buf = &mut self.sink.buf;
        // Times come character by character: the way of nearly all of them calls nothing, and so saves nothing before.
        if character.is_ascii() && buf.len() < buf.capacity() {
            buf.push(character as u8);
            return Ok(());
        }
        self.write_rare(character)
    }
}

/// A value's text, which is written as [`Sink::text_with`] writes one. `None` where its `Display` fails.
pub(crate) fn displayed<T: fmt::Display + ?Sized>(value: &T) -> Option<String> {
    // Mostly times, which have 20 to 30 characters.
    let mut sink = Sink::new(Vec::with_capacity(32));
    fmt::Write::write_fmt(&mut TextWriter { sink: &mut sink }, format_args!("{value}")).ok()?;
    String::from_utf8(sink.buf).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_found_wherever_it_stands() {
        for character in '\0'..='\u{ff}' {
            for before in 0..20 {
                for after in 0..20 {
                    let text = format!("{}{character}{}", "a".repeat(before), "\u{e9}".repeat(after));
                    let special = character < ' ' || matches!(character, '"' | '\\');
                    assert_eq!(is_plain(text.as_bytes()), !special, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn escapes_are_json() {
        for text in [
            "",
            "plain",
            "a\"b\\c\nd\re\tf\u{8}\u{c}\u{0}\u{1f}\u{7f}",
            "žluť 😀 \u{2028}",
            "\"\"\"\"\"\"\"\"\"",
        ] {
            let mut sink = Sink::default();
            sink.quoted(text);
            assert_eq!(serde_json::from_slice::<String>(&sink.buf).unwrap(), text);
        }
    }
}
