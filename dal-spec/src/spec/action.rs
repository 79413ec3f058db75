//! Patterns that act on items by name: writes, batches and transactions.
//!
//! `update: Store`, `put: [User]`, `transact: [{ create: Like }, { update: Brand, add: { likes: 1 } }]`.

use super::condition::OperandSpec;
use super::{AllowSpec, ConditionSpec, Reader, allow, condition, words};
use crate::diagnostic::{Code, Diagnostic, Owner};
use crate::plan::{ActionVerb, ActionsForm};
use crate::source::Place;
use crate::suggest;
use crate::yaml::{Map, Node, Text, Value};

/// A pattern of actions as written.
#[derive(Debug)]
pub(crate) struct ActionsSpec {
    pub(crate) name: Text,
    pub(crate) about: Option<Text>,
    pub(crate) form: ActionsForm,
    pub(crate) actions: Vec<ActionSpec>,
    /// How often it is called at its busiest: calls an hour.
    pub(crate) rate: Option<u64>,
    pub(crate) allow: Vec<AllowSpec>,
    /// Whether something of it was reported, so that checks leave it alone.
    pub(crate) broken: bool,
}

/// One action as written: `{ update: Brand, add: { likes: 1 }, as: brand }`.
#[derive(Debug)]
pub(crate) struct ActionSpec {
    pub(crate) verb: ActionVerb,
    pub(crate) verb_place: Place,
    pub(crate) entity: Text,
    /// The parameter's name: `as:`.
    pub(crate) param: Option<Text>,
    pub(crate) set: Vec<ChangeSpec>,
    pub(crate) add: Vec<ChangeSpec>,
    pub(crate) remove: Vec<Text>,
    /// `if:`: all of them must hold.
    pub(crate) conditions: Vec<ConditionSpec>,
    /// `version: any`: it is done whatever the version of the stored item is.
    pub(crate) any_version: bool,
    /// The words it is written with, and their places.
    pub(crate) words: Vec<(String, Place)>,
}

/// A field and what is written to it.
#[derive(Debug)]
pub(crate) struct ChangeSpec {
    /// The field, or a place inside it: `address.zip`.
    pub(crate) field: Text,
    pub(crate) value: OperandSpec,
    /// Whether the value is taken away: `-{amount}`.
    pub(crate) minus: bool,
}

impl ActionSpec {
    /// Where a word of it stands.
    pub(crate) fn word(&self, word: &str) -> &Place {
        self.words.iter().find(|(w, _)| w == word).map_or(&self.verb_place, |(_, place)| place)
    }
}

impl ActionsSpec {
    /// Who reports what is wrong with it: the entity whose method it is, or the table's enum.
    pub(crate) fn owner(&self) -> Owner {
        match self.actions.as_slice() {
            [one] if self.form != ActionsForm::Transaction => Owner::Entity(one.entity.text.clone()),
            _ => Owner::Table,
        }
    }
}

/// The form of a pattern that acts, if it does: by its verb, and by whether that has a list.
pub(crate) fn form(map: &Map) -> Option<ActionsForm> {
    map.entries.iter().find_map(|(key, value)| {
        let list = matches!(value.value, Value::List(_));
        match key.text.as_str() {
            "transact" => Some(ActionsForm::Transaction),
            "get" if list => Some(ActionsForm::Batch),
            "get" | "check" => None,
            verb if ActionVerb::named(verb).is_some() => {
                Some(if list { ActionsForm::Batch } else { ActionsForm::One })
            }
            _ => None,
        }
    })
}

/// Reads a pattern of that form.
pub(crate) fn read(
    reader: &mut Reader<'_>,
    node: &Node,
    map: &Map,
    name: Option<Text>,
    form: ActionsForm,
) -> ActionsSpec {
    let called = name.as_ref().map(|name| name.text.clone());
    reader.enter_pattern(called.as_deref(), Owner::Table);
    let name_failed = name.is_none() || node.is_broken();
    let mut pattern = ActionsSpec {
        name: name.unwrap_or_else(|| Text::new("", &node.place)),
        about: None,
        form,
        actions: Vec::new(),
        rate: None,
        allow: Vec::new(),
        broken: false,
    };
    let mark = reader.mark();
    let section = match form {
        ActionsForm::One => &words::WRITE,
        ActionsForm::Batch => &words::BATCH,
        ActionsForm::Transaction => &words::TRANSACTION,
    };
    for (word, value) in &map.entries {
        if !reader.word(word, section) {
            continue;
        }
        match word.text.as_str() {
            "about" => pattern.about = reader.prose(value, "`about:`"),
            "allow" => pattern.allow = allow(reader, value),
            "rate" => pattern.rate = super::load::rate(reader, value),
            "transact" => {
                let items = reader.items(value, "`transact:`");
                pattern.actions = items.into_iter().filter_map(|item| listed(reader, item)).collect();
            }
            _ => {}
        }
    }
    match form {
        ActionsForm::One => pattern.actions.extend(action(reader, node, map)),
        ActionsForm::Batch => pattern.actions = batch(reader, map),
        ActionsForm::Transaction => {}
    }
    pattern.broken = name_failed || reader.failed_since(mark);
    reader.leave();
    pattern
}

/// The entities of a batch: an action each.
fn batch(reader: &mut Reader<'_>, map: &Map) -> Vec<ActionSpec> {
    let verbs =
        map.entries.iter().filter_map(|(key, value)| Some((key, ActionVerb::named(&key.text)?, value)));
    let mut actions = Vec::new();
    for (key, verb, value) in verbs {
        if !matches!(verb, ActionVerb::Get | ActionVerb::Put | ActionVerb::Delete) {
            reader.report(
                Diagnostic::new(Code::WrongValue, format!("`{}` takes one entity, not a list", key.text))
                    .at(&value.place, "a list")
                    .note("BatchGetItem and BatchWriteItem get, put and delete, without conditions")
                    .help("list the actions of a transaction: `transact: [{ create: A }, { create: B }]`"),
            );
            continue;
        }
        for entity in reader.texts(value, &format!("`{}:`", key.text)).unwrap_or_default() {
            actions.push(ActionSpec::new(verb, key.place.clone(), entity));
        }
    }
    actions
}

/// One action of a transaction.
fn listed(reader: &mut Reader<'_>, node: &Node) -> Option<ActionSpec> {
    let map = reader.map(node, "an action of a transaction", "a verb and an entity: `{ create: Item }`")?;
    let mark = reader.mark();
    for (word, _) in &map.entries {
        reader.word(word, &words::ACTION);
    }
    // A misspelt verb is one mistake.
    if reader.failed_since(mark) {
        return None;
    }
    let action = action(reader, node, map);
    action.filter(|_| !reader.failed_since(mark))
}

impl ActionSpec {
    fn new(verb: ActionVerb, verb_place: Place, entity: Text) -> Self {
        Self {
            verb,
            verb_place,
            entity,
            param: None,
            set: Vec::new(),
            add: Vec::new(),
            remove: Vec::new(),
            conditions: Vec::new(),
            any_version: false,
            words: Vec::new(),
        }
    }
}

fn action(reader: &mut Reader<'_>, node: &Node, map: &Map) -> Option<ActionSpec> {
    let mut verbs =
        map.entries.iter().filter_map(|(key, value)| Some((key, ActionVerb::named(&key.text)?, value)));
    let Some((word, verb, value)) = verbs.next() else {
        reader.report(
            Diagnostic::new(Code::MissingVerb, "An action does not say what it does")
                .at(&node.place, "no verb")
                .help("give it one verb and an entity: `create: Item`, `put: Item`, `update: Item`, `delete: Item` or `check: Item`"),
        );
        return None;
    };
    if let Some((second, ..)) = verbs.next() {
        reader.report(
            Diagnostic::new(
                Code::TwoVerbs,
                format!("An action has two verbs, `{}` and `{}`", word.text, second.text),
            )
            .at(&second.place, "the second verb")
            .related(&word.place, "the first verb")
            .help("make it two actions: each is one write of one item"),
        );
        return None;
    }
    let entity = reader.text(value, &format!("`{}:`", word.text))?;
    let mut action = ActionSpec::new(verb, word.place.clone(), entity);
    action.words = map.entries.iter().map(|(key, _)| (key.text.clone(), key.place.clone())).collect();
    for (key, value) in &map.entries {
        match key.text.as_str() {
            "as" => action.param = reader.text(value, "`as:`"),
            "set" => action.set = set(reader, value),
            "add" => action.add = changes(reader, value, "`add:`", true),
            "remove" => action.remove = reader.texts(value, "`remove:`").unwrap_or_default(),
            "version" => action.any_version = any_version(reader, value),
            "if" => action.conditions = condition::read(reader, value, "`if:`"),
            _ => {}
        }
    }
    Some(action)
}

/// `version: any`.
fn any_version(reader: &mut Reader<'_>, node: &Node) -> bool {
    let Some(text) = reader.text(node, "`version:`") else { return false };
    if text.text == "any" {
        return true;
    }
    reader.report(
        Diagnostic::new(Code::WrongValue, format!("`version: {}` is no version of a write", text.text))
            .at(&text.place, "only `any` stands here")
            .note("without the word, a write says in the program which version it expects")
            .help("write `version: any`, or remove it"),
    );
    false
}

/// `set: [a, b]`, parameters of the fields' names, or `set: { status: open, at: '{time}' }`.
fn set(reader: &mut Reader<'_>, node: &Node) -> Vec<ChangeSpec> {
    if matches!(node.value, Value::Map(_)) {
        return changes(reader, node, "`set:`", false);
    }
    let fields = reader.texts(node, "`set:`").unwrap_or_default();
    let own = |field: Text| {
        let last = field.text.rsplit('.').next().unwrap_or_default();
        let value = OperandSpec::Parameter(Text::new(last, &field.place));
        ChangeSpec { field, value, minus: false }
    };
    fields.into_iter().map(own).collect()
}

fn changes(reader: &mut Reader<'_>, node: &Node, what: &str, signed: bool) -> Vec<ChangeSpec> {
    let Some(map) = reader.map(node, what, "fields and values") else { return Vec::new() };
    let mut changes = Vec::new();
    for (field, value) in &map.entries {
        let Some(text) = reader.prose(value, what) else { continue };
        let bare = text.text.strip_prefix('-').filter(|rest| signed && rest.starts_with('{'));
        let (minus, operand) = (bare.is_some(), bare.unwrap_or(&text.text));
        let inside = operand.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let value = match inside {
            Some(name) => OperandSpec::Parameter(Text::new(name, &text.place)),
            None => OperandSpec::Constant(Text::new(&text.text, &text.place)),
        };
        changes.push(ChangeSpec { field: field.clone(), value, minus });
    }
    if map.entries.is_empty() {
        reader.report(
            Diagnostic::new(Code::EmptyValue, format!("{what} is an empty map"))
                .at(&node.place, "nothing in it"),
        );
    }
    changes
}

/// A parameter's name for an entity.
pub(crate) fn snake(entity: &Text) -> String {
    suggest::snake(&entity.text)
}
