//! Values as JSON text in any of the forms that a server may give them: any order, whitespace and escapes.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::value::{Item, Value};

/// Writes JSON in a form that a list of numbers decides.
#[derive(Debug)]
pub struct Writer<'f> {
    pub out: String,
    form: &'f [u8],
    at: usize,
}

impl<'f> Writer<'f> {
    /// A writer; an empty form is the plain one.
    pub fn new(form: &'f [u8]) -> Self {
        Self { out: String::new(), form, at: 0 }
    }

    /// The next number of the form, below `end`.
    fn choice(&mut self, end: u8) -> u8 {
        let Some(byte) = self.form.get(self.at % self.form.len().max(1)) else { return 0 };
        self.at += 1;
        // Another pass over the form makes other choices.
        byte.wrapping_add((self.at / self.form.len()) as u8) % end
    }

    pub fn space(&mut self) {
        let space = ["", "", "", "", " ", "\n", "\t", "\r\n  "];
        let choice = usize::from(self.choice(8));
        self.out.push_str(space[choice]);
    }

    /// A token with whitespace on both sides.
    pub fn token(&mut self, token: &str) {
        self.space();
        self.out.push_str(token);
        self.space();
    }

    pub fn string(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            let short = match c {
                '"' => "\\\"",
                '\\' => "\\\\",
                '/' => "\\/",
                '\n' => "\\n",
                '\r' => "\\r",
                '\t' => "\\t",
                '\u{8}' => "\\b",
                '\u{c}' => "\\f",
                _ => "",
            };
            let must = c < ' ' || c == '"' || c == '\\';
            match self.choice(8) {
                0..=3 if !must => self.out.push(c),
                0..=5 if !short.is_empty() => self.out.push_str(short),
                4..=6 if !must => self.out.push(c),
                choice => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        let written = if choice % 2 == 0 {
                            write!(self.out, "\\u{unit:04x}")
                        } else {
                            write!(self.out, "\\u{unit:04X}")
                        };
                        written.expect("a String takes it");
                    }
                }
            }
        }
        self.out.push('"');
    }

    fn list<T>(&mut self, elements: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.token("[");
        for (index, element) in elements.into_iter().enumerate() {
            if index > 0 {
                self.token(",");
            }
            write(self, element);
        }
        self.token("]");
    }

    /// An object, with its members in an order that the form decides.
    pub fn object<T>(&mut self, members: Vec<(&str, T)>, mut write: impl FnMut(&mut Self, T)) {
        let mut members: Vec<_> = members.into_iter().map(|member| (self.choice(255), member)).collect();
        members.sort_by_key(|(place, _)| *place);
        self.token("{");
        for (index, (_, (name, value))) in members.into_iter().enumerate() {
            if index > 0 {
                self.token(",");
            }
            self.string(name);
            self.token(":");
            write(self, value);
        }
        self.token("}");
    }

    fn tagged(&mut self, tag: &str, write: impl FnOnce(&mut Self)) {
        self.token("{");
        self.string(tag);
        self.token(":");
        write(self);
        self.token("}");
    }

    /// Base64 stands as it is: the SDK does not undo escapes in it.
    fn base64(&mut self, bytes: &[u8]) {
        self.out.extend(["\"", &STANDARD.encode(bytes), "\""]);
    }

    pub fn value(&mut self, value: &Value) {
        match value {
            Value::S(text) => self.tagged("S", |to| to.string(text)),
            Value::N(digits) => self.tagged("N", |to| to.string(digits)),
            Value::B(bytes) => self.tagged("B", |to| to.base64(bytes)),
            Value::Bool(value) => {
                self.tagged("BOOL", |to| to.out.push_str(if *value { "true" } else { "false" }))
            }
            Value::Null => self.tagged("NULL", |to| to.out.push_str("true")),
            Value::L(list) => self.tagged("L", |to| to.list(list, |to, value| to.value(value))),
            Value::M(map) => {
                self.tagged("M", |to| to.attributes(map.iter().map(|(n, v)| (n.as_str(), v)).collect()))
            }
            Value::Ss(set) => self.tagged("SS", |to| to.list(set, |to, text| to.string(text))),
            Value::Ns(set) => self.tagged("NS", |to| to.list(set, |to, digits| to.string(digits))),
            Value::Bs(set) => self.tagged("BS", |to| to.list(set, |to, bytes| to.base64(bytes))),
        }
    }

    fn attributes(&mut self, attributes: Vec<(&str, &Value)>) {
        self.object(attributes, |to, value| to.value(value));
    }

    pub fn item(&mut self, item: &Item) {
        self.attributes(item.0.iter().map(|(name, value)| (name.as_str(), value)).collect());
    }
}

/// Anything that is no member which dal or the SDK knows.
const UNKNOWN: &[&str] =
    &["null", "true", "-12.5e3", "\"]}\\\"\"", "[]", "{}", "[1,{\"Item\":{\"S\":\"x\"}},[null]]"];

type Write<'w> = Box<dyn Fn(&mut Writer<'_>) + 'w>;

/// JSON that stands as it is.
fn plain<'w>(json: impl AsRef<str> + 'w) -> Write<'w> {
    Box::new(move |to| to.out.push_str(json.as_ref()))
}

fn object_of(members: Vec<(&str, Write<'_>)>, form: &[u8]) -> String {
    let mut to = Writer::new(form);
    to.object(members, |to, write| write(to));
    to.out
}

/// A member that nobody knows, chosen by the form.
fn unknown(form: &[u8]) -> Write<'static> {
    plain(UNKNOWN[form.len() % UNKNOWN.len()])
}

/// An answer to GetItem.
pub fn answer(item: &Item, form: &[u8]) -> String {
    let consumed: Write<'_> = Box::new(|to| {
        to.object(vec![("TableName", "\"t\""), ("CapacityUnits", "1.5")], |to, text| to.out.push_str(text));
    });
    let members: Vec<(&str, Write<'_>)> = vec![
        ("Item", Box::new(|to| to.item(item))),
        ("Whatever", unknown(form)),
        ("ConsumedCapacity", consumed),
    ];
    object_of(members, form)
}

/// An answer to Query.
pub fn page(items: &[Item], last: Option<&Item>, form: &[u8]) -> String {
    let mut members: Vec<(&str, Write<'_>)> = vec![
        ("Items", Box::new(|to| to.list(items, |to, item| to.item(item)))),
        ("Whatever", unknown(form)),
        ("Count", plain(items.len().to_string())),
        ("ScannedCount", plain("1000")),
    ];
    if let Some(last) = last {
        members.push(("LastEvaluatedKey", Box::new(|to| to.item(last))));
    }
    object_of(members, form)
}
