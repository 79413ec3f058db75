//! `transact:` patterns: several writes, all or none.

use super::{Reader, words};
use crate::diagnostic::{Code, Diagnostic, Owner};
use crate::suggest;
use crate::yaml::{Map, Node, Text};

/// A transaction as written.
#[derive(Debug)]
pub(crate) struct TransactionSpec {
    pub(crate) name: Text,
    pub(crate) about: Option<Text>,
    pub(crate) actions: Vec<ActionSpec>,
    /// Whether something of it was reported, so that checks leave it alone.
    pub(crate) broken: bool,
}

/// One action as written: `{ create: Tenant, as: clinic }`.
#[derive(Debug)]
pub(crate) struct ActionSpec {
    pub(crate) verb: ActionVerb,
    pub(crate) entity: Text,
    /// The parameter's name: `as:`, or the entity's.
    pub(crate) param: Text,
}

/// What an action of a transaction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionVerb {
    /// Writes an item that must not exist.
    Create,
    /// Writes an item, whether one exists or not.
    Put,
    /// Deletes the item under a key.
    Delete,
    /// Needs an item under a key, and writes nothing.
    Check,
}

impl ActionVerb {
    const ALL: [Self; 4] = [Self::Create, Self::Put, Self::Delete, Self::Check];

    /// The word, which is the method's name too.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Put => "put",
            Self::Delete => "delete",
            Self::Check => "check",
        }
    }

    /// Whether its parameter is the item itself, and not its key.
    pub fn takes_item(self) -> bool {
        matches!(self, Self::Create | Self::Put)
    }
}

/// Reads a pattern whose verb, under `transact`, is `actions`.
pub(crate) fn read(reader: &mut Reader<'_>, node: &Node, map: &Map, name: Option<Text>) -> TransactionSpec {
    let called = name.as_ref().map(|name| name.text.clone());
    reader.enter_pattern(called.as_deref(), Owner::Table);
    let name_failed = name.is_none() || node.is_broken();
    let mut transaction = TransactionSpec {
        name: name.unwrap_or_else(|| Text::new("", &node.place)),
        about: None,
        actions: Vec::new(),
        broken: false,
    };
    let mark = reader.mark();
    for (word, value) in &map.entries {
        if !reader.word(word, &words::TRANSACTION) {
            continue;
        }
        match word.text.as_str() {
            "about" => transaction.about = reader.prose(value, "`about:`"),
            "transact" => {
                let actions: Vec<_> = reader
                    .items(value, "`transact:`")
                    .into_iter()
                    .map(|action| self::action(reader, action))
                    .collect();
                transaction.actions = actions.into_iter().flatten().collect();
            }
            _ => {}
        }
    }
    transaction.broken = name_failed || reader.failed_since(mark);
    reader.leave();
    transaction
}

fn action(reader: &mut Reader<'_>, node: &Node) -> Option<ActionSpec> {
    let map = reader.map(node, "an action of a transaction", "a verb and an entity: `{ create: Item }`")?;
    let (mut actions, mut param) = (Vec::new(), None);
    for (word, value) in &map.entries {
        if !reader.word(word, &words::ACTION) {
            continue;
        }
        match ActionVerb::ALL.into_iter().find(|verb| verb.word() == word.text) {
            Some(verb) => {
                let entity = reader.text(value, &format!("`{}:`", word.text))?;
                actions.push((word, verb, entity));
            }
            None => param = reader.text(value, "`as:`"),
        }
    }
    let mut actions = actions.into_iter();
    let Some((word, verb, entity)) = actions.next() else {
        let said_something = map.entries.iter().any(|(word, _)| word.text != "as");
        if !said_something {
            reader.report(
                Diagnostic::new(Code::MissingVerb, "An action does not say what it does")
                    .at(&node.place, "no verb")
                    .help("give it one verb and an entity: `create: Item`, `put: Item`, `delete: Item` or `check: Item`"),
            );
        }
        return None;
    };
    if let Some((second, _, _)) = actions.next() {
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
    let param = param.unwrap_or_else(|| Text::new(&suggest::snake(&entity.text), &entity.place));
    Some(ActionSpec { verb, entity, param })
}
