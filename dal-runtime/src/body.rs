//! Request bodies: DynamoDB JSON written piece by piece.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dal_key::KeyValue;

use crate::item::text_to_json;
use crate::keys::KeyValues;

/// A request's JSON object under construction, without its closing brace.
#[derive(Debug)]
pub(crate) struct Body(Vec<u8>);

impl Body {
    pub(crate) fn new() -> Self {
        Self::with_room(448)
    }

    /// One in which so many bytes have room, besides some short members.
    pub(crate) fn with_room(bytes: usize) -> Self {
        // The table's name, of up to 255 characters, is most often a short one.
        let mut body = Vec::with_capacity(bytes + 64);
        body.push(b'{');
        Self(body)
    }

    fn name(&mut self, name: &str) -> &mut Vec<u8> {
        separate(&mut self.0);
        string(&mut self.0, name);
        self.0.push(b':');
        &mut self.0
    }

    /// A member whose value is text.
    pub(crate) fn text(&mut self, name: &str, value: &str) -> &mut Self {
        string(self.name(name), value);
        self
    }

    /// A member whose value is JSON already.
    pub(crate) fn json(&mut self, name: &str, value: &[u8]) -> &mut Self {
        self.name(name).extend_from_slice(value);
        self
    }

    /// A member whose value is an object.
    pub(crate) fn object(&mut self, name: &str, write: impl FnOnce(&mut Self)) -> &mut Self {
        self.name(name);
        self.whole(write)
    }

    /// A member whose value is an array; each element is written by `write`, which appends it as a whole.
    pub(crate) fn array<T>(
        &mut self,
        name: &str,
        elements: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        self.name(name).push(b'[');
        for (number, element) in elements.into_iter().enumerate() {
            if number > 0 {
                self.0.push(b',');
            }
            write(self, element);
        }
        self.0.push(b']');
        self
    }

    /// An object as an element of an array.
    pub(crate) fn whole(&mut self, write: impl FnOnce(&mut Self)) -> &mut Self {
        self.0.push(b'{');
        write(self);
        self.0.push(b'}');
        self
    }

    /// Text that is JSON already, as an element of an array or a part of one.
    pub(crate) fn raw(&mut self, json: &[u8]) -> &mut Self {
        self.0.extend_from_slice(json);
        self
    }

    /// A member whose value is `true`, where `value` is.
    pub(crate) fn flag(&mut self, name: &str, value: bool) -> &mut Self {
        if value {
            self.json(name, b"true");
        }
        self
    }

    /// A member whose value is a number.
    pub(crate) fn number(&mut self, name: &str, value: u32) -> &mut Self {
        self.json(name, itoa::Buffer::new().format(value).as_bytes())
    }

    /// A member whose value is a map of key attributes: `{"PK":{"S":"…"}}`.
    pub(crate) fn key_attributes<'n, 'v>(
        &mut self,
        name: &str,
        attributes: impl IntoIterator<Item = (&'n str, &'v KeyValue)>,
    ) -> &mut Self {
        let bytes = self.name(name);
        bytes.push(b'{');
        for (name, value) in attributes {
            separate(bytes);
            string(bytes, name);
            bytes.push(b':');
            push_key_value(bytes, value);
        }
        bytes.push(b'}');
        self
    }

    pub(crate) fn key(&mut self, key: &KeyValues) -> &mut Self {
        self.key_attributes("Key", key.attributes())
    }

    /// The object with a key's attributes alone, whole: `{"PK":{"S":"…"}}`.
    pub(crate) fn attributes_of(&mut self, key: &KeyValues) -> Vec<u8> {
        for (name, value) in key.attributes() {
            push_key_value(self.name(name), value);
        }
        self.close()
    }

    /// The whole object: a part of a larger one, or a body that names its tables itself.
    pub(crate) fn close(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.0);
        bytes.push(b'}');
        bytes
    }

    /// The object without its closing brace: the table's name is written behind it, last.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        self.text("ReturnConsumedCapacity", "TOTAL");
        std::mem::take(&mut self.0)
    }
}

/// Placeholders of one expression: names (`#0`) and values (`:0`), so that neither becomes expression text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placeholders {
    names: Vec<Cow<'static, str>>,
    values: Vec<Vec<u8>>,
}

impl Placeholders {
    /// Makes room for so many names and values more.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.names.reserve(more);
        self.values.reserve(more);
    }

    /// The placeholder of an attribute's name.
    pub(crate) fn name(&mut self, name: impl Into<Cow<'static, str>>) -> String {
        let mut text = String::with_capacity(4);
        self.push_name(name, &mut text);
        text
    }

    /// Appends the placeholder of an attribute's name.
    pub(crate) fn push_name(&mut self, name: impl Into<Cow<'static, str>>, to: &mut String) {
        let name = name.into();
        let number = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        to.push('#');
        to.push_str(itoa::Buffer::new().format(number));
    }

    /// The placeholder of a value, given as DynamoDB JSON (`{"S":"…"}`).
    pub(crate) fn value(&mut self, json: Vec<u8>) -> String {
        let mut text = String::with_capacity(4);
        self.push_value(json, &mut text);
        text
    }

    /// Appends the placeholder of a value, given as DynamoDB JSON.
    pub(crate) fn push_value(&mut self, json: Vec<u8>, to: &mut String) {
        to.push(':');
        to.push_str(itoa::Buffer::new().format(self.values.len()));
        self.values.push(json);
    }

    /// The placeholder of a key attribute's value.
    pub(crate) fn key(&mut self, value: &KeyValue) -> String {
        self.value(key_value(value))
    }

    /// About how many bytes both maps take.
    pub(crate) fn room(&self) -> usize {
        let names = self.names.iter().map(|name| name.len() + 16);
        let values = self.values.iter().map(|value| value.len() + 16);
        names.chain(values).sum()
    }

    /// Writes both maps into a body.
    pub(crate) fn write(&self, body: &mut Body) {
        if !self.names.is_empty() {
            let names = body.name("ExpressionAttributeNames");
            names.push(b'{');
            for (number, name) in self.names.iter().enumerate() {
                separate(names);
                placeholder(names, b"\"#", number);
                string(names, name);
            }
            names.push(b'}');
        }
        if !self.values.is_empty() {
            let values = body.name("ExpressionAttributeValues");
            values.push(b'{');
            for (number, value) in self.values.iter().enumerate() {
                separate(values);
                placeholder(values, b"\":", number);
                values.extend_from_slice(value);
            }
            values.push(b'}');
        }
    }
}

/// The name of a placeholder's member, which begins with these.
fn placeholder(bytes: &mut Vec<u8>, begin: &[u8; 2], number: usize) {
    bytes.extend_from_slice(begin);
    bytes.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    bytes.extend_from_slice(b"\":");
}

fn separate(bytes: &mut Vec<u8>) {
    if bytes.last() != Some(&b'{') {
        bytes.push(b',');
    }
}

/// A key attribute's value in DynamoDB JSON: `{"S":"…"}`.
pub(crate) fn key_value(value: &KeyValue) -> Vec<u8> {
    let mut json = Vec::with_capacity(value.len() + 8);
    push_key_value(&mut json, value);
    json
}

fn push_key_value(bytes: &mut Vec<u8>, value: &KeyValue) {
    let encoded;
    let text = match value {
        KeyValue::S(text) | KeyValue::N(text) => text,
        KeyValue::B(raw) => {
            encoded = STANDARD.encode(raw);
            &encoded
        }
    };
    bytes.extend_from_slice(b"{\"");
    bytes.extend_from_slice(value.attribute_type().as_str().as_bytes());
    bytes.extend_from_slice(b"\":");
    string(bytes, text);
    bytes.push(b'}');
}

fn string(bytes: &mut Vec<u8>, text: &str) {
    text_to_json(text, bytes);
}
