//! JSON with places: what is wrong with a model is said by line and column.

use std::fmt;

/// The deepest nesting that is read.
const DEEPEST: usize = 64;

/// Where something stands: from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.message)
    }
}

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// In the order of the file; no name stands twice.
    Map(Vec<(String, Node)>),
}

impl Node {
    pub(super) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { place: self.place, message: message.into() }
    }

    /// What it is, for messages.
    fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "an object",
        }
    }

    fn expected(&self, what: &str, wanted: &str) -> Fault {
        self.fault(format!("{what} must be {wanted}, and is {}", self.kind()))
    }

    pub(super) fn map(&self, what: &str) -> Result<&[(String, Self)], Fault> {
        match &self.value {
            Value::Map(map) => Ok(map),
            _ => Err(self.expected(what, "an object")),
        }
    }

    pub(super) fn list(&self, what: &str) -> Result<&[Self], Fault> {
        match &self.value {
            Value::List(list) => Ok(list),
            _ => Err(self.expected(what, "a list")),
        }
    }

    pub(super) fn text(&self, what: &str) -> Result<&str, Fault> {
        match &self.value {
            Value::Text(text) if text.is_empty() => Err(self.fault(format!("{what} is empty"))),
            Value::Text(text) => Ok(text),
            _ => Err(self.expected(what, "a text")),
        }
    }

    /// The member of that name; null is none.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        match &self.value {
            Value::Map(map) => {
                let found = map.iter().find(|(own, _)| own == name).map(|(_, node)| node);
                found.filter(|node| node.value != Value::Null)
            }
            _ => None,
        }
    }

    /// The member of that name of an object `what`.
    pub(super) fn need(&self, name: &str, what: &str) -> Result<&Self, Fault> {
        self.map(what)?;
        self.get(name).ok_or_else(|| self.fault(format!("{what} has no `{name}`")))
    }

    pub(super) fn need_text(&self, name: &str, what: &str) -> Result<&str, Fault> {
        self.need(name, what)?.text(&format!("`{name}`"))
    }

    pub(super) fn get_text(&self, name: &str) -> Result<Option<&str>, Fault> {
        self.get(name).map(|node| node.text(&format!("`{name}`"))).transpose()
    }

    /// The elements of a list of that name; none where it is left out.
    pub(super) fn get_list(&self, name: &str) -> Result<&[Self], Fault> {
        self.get(name).map_or(Ok(&[]), |node| node.list(&format!("`{name}`")))
    }
}

/// Reads a file.
///
/// # Errors
///
/// When it is no JSON, is cut short, nests too deeply, or has a name twice in an object.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { rest: text, place: Place { line: 1, column: 1 }, open: Vec::new() };
    reader.space();
    let node = reader.value()?;
    reader.space();
    if reader.rest.is_empty() {
        Ok(node)
    } else {
        Err(reader.fault("something stands behind the end of the model"))
    }
}

struct Reader<'t> {
    rest: &'t str,
    place: Place,
    /// Where the lists and objects begin that are not closed yet.
    open: Vec<(&'static str, Place)>,
}

impl<'t> Reader<'t> {
    fn fault(&self, message: impl Into<String>) -> Fault {
        let mut message = message.into();
        if self.rest.is_empty() {
            message = "the file ends here, and is not complete".to_owned();
            if let Some((what, Place { line, column })) = self.open.last() {
                message += &format!(": {what} that begins at {line}:{column} is not closed");
            }
        }
        Fault { place: self.place, message }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|c| matches!(c, ' ' | '\t' | '\n' | '\r')) {
            self.next();
        }
    }

    fn expect(&mut self, wanted: char) -> Result<(), Fault> {
        if self.peek() != Some(wanted) {
            return Err(self.fault(format!("`{wanted}` is expected here")));
        }
        self.next();
        Ok(())
    }

    fn value(&mut self) -> Result<Node, Fault> {
        let place = self.place;
        let value = match self.peek() {
            Some('{') => self.map()?,
            Some('[') => self.list()?,
            Some('"') => Value::Text(self.text()?),
            Some('-' | '0'..='9') => self.number()?,
            Some('a'..='z' | 'A'..='Z') => self.word()?,
            _ => return Err(self.fault("a value is expected here")),
        };
        Ok(Node { value, place })
    }

    fn enter(&mut self, what: &'static str) -> Result<(), Fault> {
        if self.open.len() == DEEPEST {
            return Err(self.fault(format!("more than {DEEPEST} lists and objects are inside each other")));
        }
        self.open.push((what, self.place));
        self.next();
        self.space();
        Ok(())
    }

    /// Whether another element follows; the end is read.
    fn more(&mut self, end: char, first: bool) -> Result<bool, Fault> {
        self.space();
        if self.peek() == Some(end) {
            self.next();
            self.open.pop();
            return Ok(false);
        }
        if !first {
            self.expect(',')?;
            self.space();
        }
        Ok(true)
    }

    fn list(&mut self) -> Result<Value, Fault> {
        self.enter("the list")?;
        let mut list = Vec::new();
        while self.more(']', list.is_empty())? {
            list.push(self.value()?);
        }
        Ok(Value::List(list))
    }

    fn map(&mut self) -> Result<Value, Fault> {
        self.enter("the object")?;
        let mut map: Vec<(String, Node)> = Vec::new();
        while self.more('}', map.is_empty())? {
            let place = self.place;
            if self.peek() != Some('"') {
                return Err(self.fault("a name in quotes is expected here"));
            }
            let name = self.text()?;
            if map.iter().any(|(known, _)| *known == name) {
                return Err(Fault {
                    place,
                    message: format!("the name `{name}` stands twice in one object"),
                });
            }
            self.space();
            self.expect(':')?;
            self.space();
            map.push((name, self.value()?));
        }
        Ok(Value::Map(map))
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let place = self.place;
        let end = self.rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        self.place.column += digits.len();
        if digits.parse::<f64>().is_err() {
            return Err(Fault { place, message: format!("`{digits}` is no number") });
        }
        Ok(Value::Number(digits.to_owned()))
    }

    fn word(&mut self) -> Result<Value, Fault> {
        let place = self.place;
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ if rest.is_empty() => {
                self.rest = rest;
                return Err(self.fault(""));
            }
            _ => return Err(Fault { place, message: format!("`{word}` is no value of JSON") }),
        };
        self.rest = rest;
        self.place.column += word.len();
        Ok(value)
    }

    fn text(&mut self) -> Result<String, Fault> {
        self.open.push(("the text", self.place));
        self.next();
        let mut text = String::new();
        loop {
            match self.peek() {
                None => return Err(self.fault("")),
                Some('"') => break,
                Some('\\') => {
                    self.next();
                    text.push(self.escaped()?);
                }
                Some(c) if c < ' ' => return Err(self.fault("a text cannot hold this character as it is")),
                Some(c) => {
                    text.push(c);
                    self.next();
                }
            }
        }
        self.next();
        self.open.pop();
        Ok(text)
    }

    fn escaped(&mut self) -> Result<char, Fault> {
        let escaped = match self.peek() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                self.next();
                return self.unit();
            }
            _ => return Err(self.fault("this is no escape of JSON")),
        };
        self.next();
        Ok(escaped)
    }

    fn unit(&mut self) -> Result<char, Fault> {
        let first = self.digits()?;
        let code = if (0xd800..0xdc00).contains(&first) && self.rest.starts_with("\\u") {
            self.next();
            self.next();
            let second = self.digits()?;
            0x1_0000 + ((first - 0xd800) << 10) + second.wrapping_sub(0xdc00) % 0x400
        } else {
            first
        };
        char::from_u32(code).ok_or_else(|| self.fault("this escape is no character"))
    }

    fn digits(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|c| c.to_digit(16));
            code =
                code * 16 + digit.ok_or_else(|| self.fault("four hexadecimal digits are expected here"))?;
            self.next();
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        parse(text).expect_err("it is no JSON").to_string()
    }

    #[test]
    fn values_have_their_places() {
        let node = parse("{\n  \"a\": [1, -2.5e3, \"é\\u00e9\\ud83d\\ude00\\n\"],\n  \"b\": {} }").unwrap();
        let list = node.get("a").unwrap();
        assert_eq!((list.place.line, list.place.column), (2, 8));
        let [one, number, text] = list.list("a").unwrap() else { panic!("three") };
        assert_eq!(one.value, Value::Number("1".to_owned()));
        assert_eq!(number.value, Value::Number("-2.5e3".to_owned()));
        assert_eq!(text.text("t"), Ok("éé😀\n"));
        assert_eq!((text.place.line, text.place.column), (2, 20));
        assert_eq!(node.get("b").unwrap().place.line, 3);
    }

    #[test]
    fn what_is_wrong_is_placed() {
        for (text, message) in [
            ("", "1:1: the file ends here, and is not complete"),
            (
                "{\n\"a\": [1,",
                "2:9: the file ends here, and is not complete: the list that begins at 2:6 is not closed",
            ),
            (
                "{\"a\": \"b",
                "1:9: the file ends here, and is not complete: the text that begins at 1:7 is not closed",
            ),
            (
                "{\"a\": tr",
                "1:7: the file ends here, and is not complete: the object that begins at 1:1 is not closed",
            ),
            ("{\"a\": 1,\n\"a\": 2}", "2:1: the name `a` stands twice in one object"),
            ("[1 2]", "1:4: `,` is expected here"),
            ("[1] 2", "1:5: something stands behind the end of the model"),
            ("[nul]", "1:2: `nul` is no value of JSON"),
            ("[1.2.3]", "1:2: `1.2.3` is no number"),
            ("{a: 1}", "1:2: a name in quotes is expected here"),
            ("[\"\\x\"]", "1:4: this is no escape of JSON"),
            ("[\"\\ud800\"]", "1:9: this escape is no character"),
            ("model: x", "1:1: `model` is no value of JSON"),
        ] {
            assert_eq!(fault(text), message, "{text}");
        }
        assert!(
            fault(&"[".repeat(100_000)).ends_with("more than 64 lists and objects are inside each other")
        );
    }

    #[test]
    fn every_beginning_of_a_model_is_refused() {
        let text = "{\"a\": [1, {\"b\": \"c\\u0041\"}], \"d\": null, \"e\": true}";
        assert!(parse(text).is_ok());
        for end in 0..text.len() {
            assert!(parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
    }
}
