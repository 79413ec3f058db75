//! YAML text as a tree whose every node has its place.
//!
//! All scalars stay text: their type is decided by where they stand, so `012`, `12:30` and `yes` mean what they
//! say. What YAML allows and the language does not (anchors, tags, duplicate keys, several documents) is
//! reported here; empty values are kept as such, and reported by whoever wanted a value.

use std::collections::HashMap;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Place, Source};

/// How deep maps and lists may nest.
pub(crate) const MAX_DEPTH: usize = 64;
/// How much of a line is looked at for traps, in bytes: what people write is shorter.
const MAX_LINE: usize = 1024;
/// How large a file may be, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) place: Place,
}

impl Node {
    /// Whether something in it was reported, so that what it lacks is no news.
    pub(crate) fn is_broken(&self) -> bool {
        match &self.value {
            Value::Bad => true,
            Value::Map(map) => map.entries.iter().any(|(_, value)| value.is_broken()),
            Value::List(list) => list.iter().any(Self::is_broken),
            Value::Text(_) | Value::Empty(_) => false,
        }
    }
}

/// What a node is.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Text),
    Empty(Empty),
    Map(Map),
    List(Vec<Node>),
    /// Reported already.
    Bad,
}

/// Why a value is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Empty {
    /// Nothing was written.
    Nothing,
    /// `~` or `null`.
    Null,
    /// `''`
    Quoted,
    /// `#META`: a comment where a value was meant.
    Comment(String),
}

/// A map, in the order of the file; keys are unique.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) entries: Vec<(Text, Node)>,
    /// Whether it is written in braces.
    pub(crate) braces: bool,
}

/// A scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    /// The whole scalar, with its quotes.
    pub(crate) place: Place,
    /// How many columns precede the first character of `text`, if every character of `text` is one column.
    lead: Option<usize>,
    /// A comment that follows without a space after its `#`, as a text cut short would look.
    pub(crate) cut: Option<(String, Place)>,
}

impl Text {
    /// The place of `length` characters from character `start` of the text; the whole scalar if they cannot be told apart.
    pub(crate) fn part(&self, start: usize, length: usize) -> Place {
        match self.lead {
            Some(lead) => Place {
                column: self.place.column + lead + start,
                length: length.max(1),
                ..self.place.clone()
            },
            None => self.place.clone(),
        }
    }

    /// Text without quotes, for what the program makes up itself.
    pub(crate) fn new(text: &str, place: &Place) -> Self {
        Self { text: text.to_owned(), place: place.clone(), lead: None, cut: None }
    }
}

/// Parses a file; `None` if it has no tree to work on.
pub(crate) fn parse(source: &Arc<Source>, out: &mut Vec<Diagnostic>) -> Option<Node> {
    let mut builder = Builder {
        source,
        lines: source.text.split('\n').collect(),
        parser: Parser::new_from_str(&source.text),
        out,
    };
    match builder.document() {
        Ok(node) => node,
        Err(Stop::Reported) => None,
        Err(Stop::Scan(error)) => {
            let diagnostic = broken(source, &builder.lines, &error);
            builder.out.push(diagnostic);
            None
        }
    }
}

enum Stop {
    Reported,
    Scan(ScanError),
}

struct Builder<'s, 'o> {
    source: &'s Arc<Source>,
    lines: Vec<&'s str>,
    parser: Parser<'s, StrInput<'s>>,
    out: &'o mut Vec<Diagnostic>,
}

impl<'s> Builder<'s, '_> {
    fn next(&mut self) -> Result<(Event<'s>, Span), Stop> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(Stop::Scan(error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn document(&mut self) -> Result<Option<Node>, Stop> {
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => {
                    let place = Place::start_of(self.source);
                    self.out.push(
                        Diagnostic::new(Code::EmptyValue, format!("`{}` is empty", self.source.name))
                            .at(&place, "")
                            .help("a list begins with `version: 1` and has `table:`, `entities:` and `patterns:`"),
                    );
                    return Ok(None);
                }
                (Event::DocumentStart(_) | Event::StreamStart | Event::Nothing, _) => {}
                (event, span) => {
                    let node = self.node(event, span, 0)?;
                    self.end()?;
                    return Ok(Some(node));
                }
            }
        }
    }

    /// What follows the first document.
    fn end(&mut self) -> Result<(), Stop> {
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(()),
                (Event::DocumentStart(_), span) => {
                    let place = self.place(span);
                    self.out.push(
                        Diagnostic::new(Code::SeveralDocuments, "A list is one YAML document, and a second one begins here")
                            .at(&place, "the second document")
                            .help("remove the `---`, or move the second document to a file of its own and name it under `include:`"),
                    );
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    fn node(&mut self, event: Event<'s>, span: Span, depth: usize) -> Result<Node, Stop> {
        let place = self.place(span);
        if depth > MAX_DEPTH {
            self.out.push(too_deep(&place));
            return Err(Stop::Reported);
        }
        let value = match event {
            Event::Alias(_) => {
                self.feature(
                    &place,
                    "an alias (`*`)",
                    "write the value out: a list is read by people, and each value has one place",
                );
                Value::Bad
            }
            Event::Scalar(text, style, anchor, tag) => {
                let bad = self.anchored(&place, anchor, tag.is_some());
                let value = self.scalar(&text, style, span, &place);
                if bad { Value::Bad } else { value }
            }
            Event::SequenceStart(anchor, tag) => {
                let bad = self.anchored(&place, anchor, tag.is_some());
                let list = self.list(depth)?;
                if bad { Value::Bad } else { Value::List(list) }
            }
            Event::MappingStart(anchor, tag) => {
                let bad = self.anchored(&place, anchor, tag.is_some());
                let map = self.map(&place, depth)?;
                if bad { Value::Bad } else { Value::Map(map) }
            }
            _ => Value::Bad,
        };
        Ok(Node { value, place })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Node>, Stop> {
        let mut list = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd | Event::StreamEnd, _) => return Ok(list),
                (event, span) => list.push(self.node(event, span, depth + 1)?),
            }
        }
    }

    fn map(&mut self, place: &Place, depth: usize) -> Result<Map, Stop> {
        let braces = self.char_at(place) == Some('{');
        let mut entries: Vec<(Text, Node)> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        loop {
            let (event, span) = match self.next()? {
                (Event::MappingEnd | Event::StreamEnd, _) => return Ok(Map { entries, braces }),
                next => next,
            };
            let key = self.node(event, span, depth + 1)?;
            let (event, span) = self.next()?;
            let value = self.node(event, span, depth + 1)?;
            let Some(key) = self.key(key) else { continue };
            if braces
                && matches!(value.value, Value::Empty(Empty::Nothing))
                && key.text.contains(' ')
                && let Some((_, Node { value: Value::Text(before), .. })) = entries.last()
            {
                let diagnostic = comma(before, &key);
                self.out.push(diagnostic);
                continue;
            }
            match seen.get(&key.text) {
                Some(&first) => {
                    let diagnostic = Diagnostic::new(
                        Code::DuplicateKey,
                        format!("`{}` stands twice in this map", key.text),
                    )
                    .at(&key.place, "the second one")
                    .related(&entries[first].0.place, "the first one")
                    .note("YAML would keep one of them and drop the other without a word")
                    .help("remove one, or give it another name");
                    self.out.push(diagnostic);
                }
                None => {
                    seen.insert(key.text.clone(), entries.len());
                    entries.push((key, value));
                }
            }
        }
    }

    /// A key that is text, or nothing after a report.
    fn key(&mut self, key: Node) -> Option<Text> {
        match key.value {
            Value::Text(text) => Some(text),
            Value::Bad => None,
            Value::Map(map) if map.braces => {
                self.out.push(braces(&key.place));
                None
            }
            _ => {
                self.out.push(
                    Diagnostic::new(Code::WrongForm, "A key must be a word")
                        .at(&key.place, "this is not a word")
                        .help("write `word: value`"),
                );
                None
            }
        }
    }

    fn anchored(&mut self, place: &Place, anchor: usize, tag: bool) -> bool {
        if anchor > 0 {
            self.feature(place, "an anchor (`&`)", "remove it: values are not shared by reference");
        }
        if tag {
            self.feature(place, "a tag (`!`)", "remove it: the place of a value decides its type");
        }
        anchor > 0 || tag
    }

    fn feature(&mut self, place: &Place, what: &str, help: &str) {
        self.out.push(
            Diagnostic::new(Code::YamlFeature, format!("{} is not part of the language", capital(what)))
                .at(place, "")
                .help(help),
        );
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Span, place: &Place) -> Value {
        let plain = style == ScalarStyle::Plain;
        if text.is_empty() {
            let after = self.after(span);
            return Value::Empty(match after.strip_prefix('#') {
                _ if !plain => Empty::Quoted,
                Some(rest) if rest.starts_with(|c: char| !c.is_whitespace()) => {
                    Empty::Comment(after.trim_end().to_owned())
                }
                _ => Empty::Nothing,
            });
        }
        if plain && matches!(text, "~" | "null" | "Null" | "NULL") {
            return Value::Empty(Empty::Null);
        }
        let line = self.line(span.start.line());
        let quote = usize::from(matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted));
        let written = line.chars().skip(span.start.col() + quote).take(text.chars().count());
        let exact = span.start.line() == span.end.line() && written.eq(text.chars());
        let cut = plain.then(|| self.cut(span)).flatten();
        Value::Text(Text { text: text.to_owned(), place: place.clone(), lead: exact.then_some(quote), cut })
    }

    /// The comment right after a plain scalar, if it looks like the rest of the text.
    fn cut(&self, span: Span) -> Option<(String, Place)> {
        let after = self.after(span);
        let rest = after.strip_prefix('#')?;
        if !rest.starts_with(|c: char| !c.is_whitespace() && c != '#') {
            return None;
        }
        let line = self.line(span.end.line());
        let column = line.trim_end().chars().count() + 1 - after.trim_end().chars().count();
        let text = after.trim_end().to_owned();
        let length = text.chars().count();
        Some((text, Place { source: Arc::clone(self.source), line: span.end.line(), column, length }))
    }

    /// What the line holds after a scalar (and after the `:` of its key), without the space before it.
    fn after(&self, span: Span) -> String {
        let line = self.line(span.end.line());
        let rest: String = line.chars().skip(span.end.col()).collect();
        let rest = if span.start == span.end { rest.trim_start_matches(':') } else { rest.as_str() };
        let trimmed = rest.trim_start();
        // Without a space before it, `#` begins no comment.
        if trimmed.len() == rest.len() { String::new() } else { trimmed.to_owned() }
    }

    /// A line that traps are looked for in: nothing of those that no person writes.
    fn line(&self, number: usize) -> &'s str {
        let line = self.lines.get(number.wrapping_sub(1)).copied().unwrap_or_default();
        if line.len() <= MAX_LINE { line } else { "" }
    }

    fn char_at(&self, place: &Place) -> Option<char> {
        self.line(place.line).chars().nth(place.column.checked_sub(1)?)
    }

    /// The part of a span on its first line.
    fn place(&self, span: Span) -> Place {
        let (line, column) = (span.start.line().max(1), span.start.col());
        // At the end of a file the parser counts a line that is not there.
        if line > self.lines.len() {
            let (line, last) = (self.lines.len().max(1), self.lines.last().copied().unwrap_or_default());
            let column = last.chars().count() + 1;
            return Place { source: Arc::clone(self.source), line, column, length: 1 };
        }
        let length = if span.start.line() == span.end.line() {
            let length = span.end.col().saturating_sub(column);
            // The parser counts the space after a quoted scalar to it.
            let written: Vec<char> = self.line(line).chars().skip(column).take(length).collect();
            let space = written.iter().rev().take_while(|c| c.is_whitespace()).count();
            length - space.min(length)
        } else {
            let width = self.lines.get(line - 1).map_or(0, |l| l.trim_end().chars().count());
            width.saturating_sub(column)
        };
        Place { source: Arc::clone(self.source), line, column: column + 1, length: length.max(1) }
    }
}

/// Text in braces without quotes.
pub(crate) fn braces(place: &Place) -> Diagnostic {
    let line = place.source.line(place.line).unwrap_or_default();
    let rest: String = line.chars().skip(place.column.saturating_sub(1)).collect();
    // The template goes on to the first space behind a brace, or to what ends a value.
    let end = rest.find('}').map(|close| {
        let more = rest[close..].find(|c: char| c.is_whitespace() || c == ',');
        more.map_or(rest.len(), |more| close + more)
    });
    let template = end.and_then(|end| rest.get(..end)).unwrap_or("{field}#…");
    Diagnostic::new(Code::UnquotedBraces, "Text that begins with `{` must be quoted")
        .at(place, "YAML reads this brace as the beginning of a map")
        .help(format!("put the whole template in single quotes: '{template}'"))
}

fn too_deep(place: &Place) -> Diagnostic {
    Diagnostic::new(Code::TooDeep, format!("Maps and lists nest deeper than {MAX_DEPTH} levels"))
        .at(place, "this level is not read")
        .note("no list needs more than six levels")
}

/// Prose in braces that a comma ended.
fn comma(before: &Text, rest: &Text) -> Diagnostic {
    Diagnostic::new(Code::CommaCutsText, format!("A comma ends the text before `{}`", rest.text))
        .at(&rest.place, "YAML reads this as another key of the map")
        .related(&before.place, "the text ends here")
        .note("in `{ }` and `[ ]` a comma ends a text that is not quoted")
        .help(format!("quote the whole text: \"{}, {}\"", before.text, rest.text))
}

/// What a scanner's error means here.
fn broken(source: &Arc<Source>, lines: &[&str], error: &ScanError) -> Diagnostic {
    let marker = error.marker();
    let info = error.info();
    let line_number = marker.line().clamp(1, lines.len().max(1));
    let line = lines.get(line_number - 1).copied().unwrap_or_default();
    let width = line.trim_end().chars().count();
    let column = marker.col().min(width);
    let place = Place { source: Arc::clone(source), line: line_number, column: column + 1, length: 1 };
    let short = if line.len() <= MAX_LINE { line } else { "" };
    if let Some((start, length)) = bare_braces(short) {
        return braces(&Place { column: start + 1, length, ..place });
    }
    let rest: String = line.chars().skip(column).collect();
    if let Some((name, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'))
        && !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    {
        return Diagnostic::new(
            Code::UnquotedBraces,
            format!("YAML reads `{{{name}}}` as a map, in the middle of a text"),
        )
        .at(&Place { length: name.chars().count() + 2, ..place }, "text with braces is quoted")
        .help(format!("quote the whole text: 'price >= {{{name}}}'"));
    }
    let indent = line.chars().take_while(|c| c.is_whitespace()).position(|c| c == '\t');
    if let Some(tab) = indent.filter(|_| info.contains("tab") || info.contains("indent")) {
        return Diagnostic::new(
            Code::TabIndent,
            "A tab indents this line, and YAML indents with spaces only",
        )
        .at(&Place { column: tab + 1, length: 1, ..place }, "a tab")
        .help("replace it with spaces, and let the editor write spaces in .yaml files");
    }
    if info.contains("recursion limit") {
        return too_deep(&place);
    }
    let (message, help) = if info.contains("mapping values are not allowed") {
        (
            "A `: ` stands where no key can be".to_owned(),
            "quote the text if the colon belongs to it: \"Shifts: who answers\"",
        )
    } else if info.contains("eof") || info.contains("end of stream") {
        (
            "The file ends inside a quoted text, a map or a list".to_owned(),
            "close the quote, the `}` or the `]`",
        )
    } else if info.contains("',' or ']'") || info.contains("',' or '}'") || info.contains("bracket") {
        (
            "A map in `{ }` or a list in `[ ]` is not closed, or a comma is missing".to_owned(),
            "separate entries with commas, and close every brace and bracket",
        )
    } else if info.contains("quoted") {
        (
            format!("A quoted text is not right: {info}"),
            "use single quotes, in which only the quote itself is special (written twice)",
        )
    } else if info.contains("did not find expected key") || info.contains("indent") {
        (
            "This line's indentation fits none of the lines above".to_owned(),
            "indent it as much as the lines that it belongs to",
        )
    } else {
        (format!("The file is not YAML: {info}"), "compare with the lines above")
    };
    Diagnostic::new(Code::BrokenYaml, message).at(&place, "YAML cannot be read on from here").help(help)
}

/// The first `{field}` of a line that begins a value without quotes and is followed by more text.
fn bare_braces(line: &str) -> Option<(usize, usize)> {
    let chars: Vec<char> = line.chars().collect();
    let mut quote = None;
    for (i, &c) in chars.iter().enumerate() {
        match (c, quote) {
            // Inside a plain text an apostrophe is only a letter.
            ('\'' | '"', None) if i == 0 || chars[i - 1].is_whitespace() || "[{,".contains(chars[i - 1]) => {
                quote = Some(c);
            }
            (c, Some(q)) if c == q => quote = None,
            ('{', None) => {
                let before = chars[..i].iter().rev().find(|c| !c.is_whitespace());
                let close = chars[i..].iter().position(|&c| c == '}').map(|n| i + n);
                let Some(close) = close else { continue };
                let name: String = chars[i + 1..close].iter().collect();
                let field =
                    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
                let more = chars.get(close + 1).is_some_and(|&c| !c.is_whitespace() && !",]}".contains(c));
                if field && more && matches!(before, Some(':' | ',' | '-' | '[' | '{')) {
                    let length = chars[i..].iter().take_while(|&&c| !c.is_whitespace() && c != ',').count();
                    return Some((i, length));
                }
            }
            _ => {}
        }
    }
    None
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
