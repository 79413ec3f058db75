//! Conditions on attributes as written: `status = open`, `price >= {min}`.

use super::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::plan::Comparison;
use crate::source::Place;
use crate::suggest;
use crate::yaml::{Node, Text, Value};

/// A condition as written.
#[allow(clippy::large_enum_variant, reason = "most conditions are tests")]
#[derive(Debug)]
pub(crate) enum ConditionSpec {
    Test(TestSpec),
    /// `any: […]`: one of them holds.
    Any(Vec<ConditionSpec>),
}

/// One comparison or function of an attribute.
#[derive(Debug)]
pub(crate) struct TestSpec {
    pub(crate) field: Text,
    pub(crate) is: TestSpecIs,
}

/// What a test asks.
#[derive(Debug)]
pub(crate) enum TestSpecIs {
    Compare(Comparison, OperandSpec),
    Size(Comparison, OperandSpec),
    In(Vec<OperandSpec>),
    Between(OperandSpec, OperandSpec),
    Contains(OperandSpec),
    BeginsWith(OperandSpec),
    Present,
    Absent,
}

/// What an attribute is compared with.
#[derive(Debug)]
pub(crate) enum OperandSpec {
    /// A bare word or number.
    Constant(Text),
    /// `{name}`
    Parameter(Text),
}

impl ConditionSpec {
    /// Its tests, in the order of the text.
    pub(crate) fn tests(&self) -> Vec<&TestSpec> {
        match self {
            Self::Test(test) => vec![test],
            Self::Any(list) => list.iter().flat_map(Self::tests).collect(),
        }
    }
}

/// What may stand between a field and a value, longest first.
const OPERATORS: [(&str, Comparison); 6] = [
    ("<>", Comparison::NotEqual),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("=", Comparison::Equal),
    ("<", Comparison::Below),
    (">", Comparison::Above),
];
const WORDS: [&str; 6] = ["in", "between", "contains", "begins_with", "present", "absent"];

/// Reads a list of conditions, all of which must hold; one alone is a list of one.
pub(crate) fn read(reader: &mut Reader<'_>, node: &Node, what: &str) -> Vec<ConditionSpec> {
    let mut list = Vec::new();
    for item in reader.items(node, what) {
        match &item.value {
            Value::Map(map) if map.entries.iter().any(|(key, _)| key.text == "any") => {
                for (key, value) in &map.entries {
                    if key.text == "any" {
                        list.push(ConditionSpec::Any(read(reader, value, "`any:`")));
                    } else {
                        reader.report(
                            Diagnostic::new(Code::UnknownWord, format!("`{}` is not a word of a condition", key.text))
                                .at(&key.place, suggest::did_you_mean(&key.text, ["any"]))
                                .help("`any: [a, b]` holds where one of its conditions does; those of the list must all hold"),
                        );
                    }
                }
            }
            _ => {
                let Some(text) = reader.prose(item, "a condition") else { continue };
                list.extend(test(reader, &text).map(ConditionSpec::Test));
            }
        }
    }
    list
}

/// A reader of one condition's characters.
struct Chars<'t> {
    text: &'t Text,
    chars: Vec<char>,
    at: usize,
}

impl Chars<'_> {
    fn space(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// The characters that `is` accepts, from here on.
    fn take(&mut self, is: impl Fn(char) -> bool) -> Text {
        let start = self.at;
        while self.chars.get(self.at).is_some_and(|&c| is(c)) {
            self.at += 1;
        }
        self.cut(start, self.at)
    }

    fn cut(&self, start: usize, end: usize) -> Text {
        let text: String = self.chars.get(start..end).unwrap_or_default().iter().collect();
        Text::new(&text, &self.text.part(start, end - start))
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.chars.get(self.at..).is_some_and(|rest| {
            word.chars().count() <= rest.len() && word.chars().zip(rest).all(|(a, b)| a == *b)
        });
        if found {
            self.at += word.chars().count();
        }
        found
    }

    /// What is left, without the spaces around it.
    fn rest(&self) -> Text {
        trimmed(&self.cut(self.at, self.chars.len()), self.text, self.at)
    }
}

/// A piece of `whole` from character `start`, without the spaces around it.
fn trimmed(piece: &Text, whole: &Text, start: usize) -> Text {
    let lead = piece.text.chars().take_while(|c| c.is_whitespace()).count();
    let text = piece.text.trim();
    Text::new(text, &whole.part(start + lead, text.chars().count()))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn test(reader: &mut Reader<'_>, text: &Text) -> Option<TestSpec> {
    let mut chars = Chars { text, chars: text.text.chars().collect(), at: 0 };
    chars.space();
    let mut field = chars.take(is_name);
    chars.space();
    let mut size = false;
    if field.text == "size" && chars.eat("(") {
        size = true;
        chars.space();
        field = chars.take(is_name);
        chars.space();
        if !chars.eat(")") {
            bad(reader, text, &text.part(chars.at, 1), "`size(` is not closed");
            return None;
        }
        chars.space();
    }
    if field.text.is_empty() || field.text.starts_with(|c: char| c.is_ascii_digit()) {
        bad(reader, text, &text.part(0, 1), "a condition begins with a field");
        return None;
    }
    let start = chars.at;
    let symbols = chars.take(|c| "<>=!~&|".contains(c));
    let is = if symbols.text.is_empty() {
        let word = chars.take(is_name);
        chars.space();
        if size {
            bad(reader, text, &word.place, "a size is compared with a number: `size(tags) > 3`");
            return None;
        }
        by_word(reader, text, &word, &chars)?
    } else {
        let Some((_, comparison)) = OPERATORS.iter().find(|(operator, _)| *operator == symbols.text) else {
            let meant = match symbols.text.as_str() {
                "==" => "did you mean `=`?",
                "!=" => "did you mean `<>`?",
                "=<" => "did you mean `<=`?",
                "=>" => "did you mean `>=`?",
                _ => "",
            };
            let known = OPERATORS.map(|(operator, _)| operator);
            reader.report(
                Diagnostic::new(Code::BadFilter, format!("`{}` does not compare", symbols.text))
                    .at(&text.part(start, symbols.text.chars().count()), meant)
                    .help(format!("the comparisons are {}", suggest::names(known))),
            );
            return None;
        };
        let value = operand(reader, text, &chars.rest())?;
        if size { TestSpecIs::Size(*comparison, value) } else { TestSpecIs::Compare(*comparison, value) }
    };
    Some(TestSpec { field, is })
}

fn by_word(reader: &mut Reader<'_>, text: &Text, word: &Text, chars: &Chars<'_>) -> Option<TestSpecIs> {
    let rest = chars.rest();
    Some(match word.text.as_str() {
        "contains" => TestSpecIs::Contains(operand(reader, text, &rest)?),
        "begins_with" => TestSpecIs::BeginsWith(operand(reader, text, &rest)?),
        "present" | "absent" => {
            if !rest.text.is_empty() {
                bad(reader, text, &rest.place, &format!("nothing stands behind `{}`", word.text));
                return None;
            }
            if word.text == "present" { TestSpecIs::Present } else { TestSpecIs::Absent }
        }
        "between" => {
            let Some((low, high)) = rest.text.split_once(" and ") else {
                bad(reader, text, &word.place, "write `between 1 and 5`");
                return None;
            };
            let behind = chars.at + low.chars().count() + " and ".len();
            let low = trimmed(&Text::new(low, &rest.place), text, chars.at);
            let high = trimmed(&Text::new(high, &rest.place), text, behind);
            TestSpecIs::Between(operand(reader, text, &low)?, operand(reader, text, &high)?)
        }
        "in" => {
            let Some(list) = rest.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
                bad(reader, text, &word.place, "write `in [open, pending]`");
                return None;
            };
            let mut at = chars.at + 1;
            let mut values = Vec::new();
            for piece in list.split(',') {
                let value = trimmed(&Text::new(piece, &rest.place), text, at);
                values.push(operand(reader, text, &value)?);
                at += piece.chars().count() + 1;
            }
            TestSpecIs::In(values)
        }
        other => {
            let known = OPERATORS.map(|(operator, _)| operator);
            let label = if other.is_empty() {
                "a comparison is missing".to_owned()
            } else {
                suggest::did_you_mean(other, WORDS)
            };
            reader.report(
                Diagnostic::new(
                    Code::BadFilter,
                    format!("`{}` does not say how its field is compared", text.text),
                )
                .at(if other.is_empty() { &text.place } else { &word.place }, label)
                .help(format!(
                    "behind the field stands one of {}, {}",
                    known.map(|o| format!("`{o}`")).join(", "),
                    suggest::names(WORDS)
                )),
            );
            return None;
        }
    })
}

fn operand(reader: &mut Reader<'_>, whole: &Text, text: &Text) -> Option<OperandSpec> {
    if text.text.is_empty() {
        bad(reader, whole, &whole.place, "a value is missing");
        return None;
    }
    let Some(inner) = text.text.strip_prefix('{') else {
        if text.text.contains(['{', '}']) {
            bad(reader, whole, &text.place, "braces hold a whole value: `{min}`");
            return None;
        }
        return Some(OperandSpec::Constant(text.clone()));
    };
    match inner.strip_suffix('}') {
        Some(name) if !name.is_empty() && name.chars().all(is_name) => {
            Some(OperandSpec::Parameter(Text::new(name, &text.place)))
        }
        _ => {
            bad(reader, whole, &text.place, "a parameter is a name in braces: `{min}`");
            None
        }
    }
}

fn bad(reader: &mut Reader<'_>, text: &Text, at: &Place, label: &str) {
    reader.report(
        Diagnostic::new(Code::BadFilter, format!("`{}` is not a condition", text.text)).at(at, label).help(
            "a condition is a field, a comparison and a value: `status = open`, or `price >= {min}` with a parameter",
        ),
    );
}
