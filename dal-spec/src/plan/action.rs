//! Patterns that act on items by name: writes, batches and transactions.

use super::{ConditionPlan, Plan, TestPlan, ValuePlan};
use crate::source::Place;

/// A pattern of one write, of a batch, or of a transaction.
#[derive(Clone, Debug)]
pub struct ActionsPlan {
    /// The name: that of the generated method.
    pub name: String,
    /// `about:`, the description.
    pub about: Option<String>,
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub form: ActionsForm,
    /// The actions, in order; one for [`ActionsForm::One`].
    pub actions: Vec<ActionPlan>,
    /// What is expected of its calls.
    pub load: super::LoadPlan,
    /// The parameters of a transaction's method, in order.
    pub params: Vec<ActionParam>,
}

/// What a pattern of actions is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionsForm {
    /// One write: a method of the entity.
    One,
    /// BatchGetItem or BatchWriteItem: a method of the entity, or of the table's enum for several.
    Batch,
    /// TransactWriteItems: a method of the table's enum.
    Transaction,
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionVerb {
    /// Reads the item under a key.
    Get,
    /// Writes an item that must not exist.
    Create,
    /// Writes an item, whether one exists or not.
    Put,
    /// Writes all attributes of an item, and creates it where there is none.
    Upsert,
    /// Changes attributes of the item under a key, which must exist.
    Update,
    /// Deletes the item under a key.
    Delete,
    /// Needs an item under a key, and writes nothing.
    Check,
}

/// One action.
#[derive(Clone, Debug)]
pub struct ActionPlan {
    /// What it does.
    pub verb: ActionVerb,
    /// The entity: its number in [`Plan::entities`].
    pub entity: usize,
    /// Where it stands.
    pub place: Place,
    /// What names its item.
    pub takes: Takes,
    /// What an update changes, in the order of the text.
    pub changes: Vec<ChangePlan>,
    /// Whether it is by the key of an item with a version.
    pub version: KeyVersion,
    /// What must hold of the stored item.
    pub condition: Option<ConditionPlan>,
    /// What it takes besides, for changes and conditions.
    pub values: Vec<ValuePlan>,
    /// The number that the type of its first value has among those of all actions of transactions on its entity.
    pub first_value: usize,
}

/// What names the item of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// The item itself.
    Item,
    /// The item as it was loaded: a versioned one is updated and deleted as the version that was seen.
    Loaded,
    /// Its key.
    Key,
    /// Its key, which the item of another action holds: that action's number, and for each part of the key the number of its
    /// field in the entity of that action.
    KeyOf(usize, Vec<usize>),
}

/// Which version a write by key expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyVersion {
    /// The items have none, or the write is not by key.
    None,
    /// The caller says it.
    Given,
    /// `version: any`: whatever it is.
    Any,
}

/// A change of one attribute.
#[derive(Clone, Debug)]
pub struct ChangePlan {
    /// The Rust field.
    pub field: String,
    /// Names inside its document: `zip` of `address.zip`.
    pub inside: Vec<String>,
    /// Where it stands.
    pub place: Place,
    /// What becomes of it.
    pub is: ChangeIs,
}

/// What becomes of an attribute.
#[derive(Clone, Debug)]
pub enum ChangeIs {
    /// It is set to what the test compares with.
    Set(TestPlan),
    /// What the test compares with is added: to a number, or to a set.
    Add(TestPlan),
    /// What the test compares with is taken away from a number.
    Subtract(TestPlan),
    /// It is removed.
    Remove,
}

/// A parameter of a transaction's method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionParam {
    /// Its name.
    pub name: String,
    /// The first action that takes it.
    pub action: usize,
    /// The number of the value in [`ActionPlan::values`]; `None` for the item or the key.
    pub value: Option<usize>,
}

impl ActionVerb {
    const ALL: [Self; 7] =
        [Self::Get, Self::Create, Self::Put, Self::Upsert, Self::Update, Self::Delete, Self::Check];

    /// The verb of that word.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.word() == word)
    }

    /// The word, which is the runtime method's name too.
    pub fn word(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Create => "create",
            Self::Put => "put",
            Self::Upsert => "upsert",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::Check => "check",
        }
    }

    /// Whether it is by key, and can expect a version.
    pub fn expects_version(self) -> bool {
        matches!(self, Self::Update | Self::Delete)
    }

    /// Whether it takes the item itself, and not its key.
    pub fn takes_item(self) -> bool {
        matches!(self, Self::Create | Self::Put | Self::Upsert)
    }

    /// Whether it changes its item.
    pub fn writes(self) -> bool {
        !matches!(self, Self::Get | Self::Check)
    }
}

impl ActionPlan {
    /// Whether the entity's derive emits it: what a method of the table's enum cannot say without the entity's fields.
    pub fn is_own(&self) -> bool {
        !self.changes.is_empty() || self.condition.is_some()
    }
}

impl ChangePlan {
    /// Whether a field of that Rust type (without `Option` and `Vec`) can be added to or taken from so: numbers, and sets. A
    /// type of one's own is taken for a number.
    pub fn fits(&self, base: &str) -> bool {
        let text = ["String", "str", "bool", "DateTime", "NaiveDate", "Uuid", "Ulid"].contains(&base);
        match self.is {
            ChangeIs::Add(_) => !text,
            ChangeIs::Subtract(_) => !text && !base.ends_with("Set"),
            ChangeIs::Set(_) | ChangeIs::Remove => true,
        }
    }

    /// The place as it is written: `address.zip`.
    pub fn text(&self) -> String {
        std::iter::once(&self.field).chain(&self.inside).map(String::as_str).collect::<Vec<_>>().join(".")
    }

    fn sentence(&self, values: &[ValuePlan]) -> String {
        let place = self.text();
        let value = |test: &TestPlan| {
            test.operands().into_iter().map(|operand| operand.text(values)).collect::<String>()
        };
        match &self.is {
            ChangeIs::Set(test) => format!("{place} = {}", value(test)),
            ChangeIs::Add(test) => format!("{place} + {}", value(test)),
            ChangeIs::Subtract(test) => format!("{place} - {}", value(test)),
            ChangeIs::Remove => format!("without {place}"),
        }
    }
}

impl ActionPlan {
    /// What it does, for people: `update Brand: likes + 1, if people < 50`.
    pub fn sentence(&self, plan: &Plan) -> String {
        let acted = plan.acted(self.entity);
        let entity = acted.map_or("?", |(entity, _)| entity.name.as_str());
        let mut out = format!("{} {entity}", self.verb.word());
        if let Some((_, table)) = acted.filter(|_| self.entity >= plan.entities.len()) {
            out.push_str(&format!(" of {}", table.enum_name));
        }
        let changes: Vec<String> = self.changes.iter().map(|change| change.sentence(&self.values)).collect();
        if !changes.is_empty() {
            out.push_str(&format!(": {}", changes.join(", ")));
        }
        if let Some(condition) = &self.condition {
            out.push_str(&format!(", if {}", condition.text(&self.values)));
        }
        match (self.version, &self.takes) {
            (KeyVersion::Given, _) => out.push_str(", of the version that is expected"),
            (KeyVersion::Any, _) => out.push_str(", of any version"),
            (KeyVersion::None, Takes::Loaded) => out.push_str(", as it was loaded"),
            (KeyVersion::None, _) => {}
        }
        out
    }
}

impl ActionsPlan {
    /// The entity whose method it is; `None` for a method of the table's enum.
    pub fn owner(&self) -> Option<usize> {
        match self.actions.as_slice() {
            [one] if self.form != ActionsForm::Transaction => Some(one.entity),
            _ => None,
        }
    }

    /// The DynamoDB operation.
    pub fn operation(&self) -> &'static str {
        let first = self.actions.first().map(|action| action.verb);
        match (self.form, first) {
            (ActionsForm::Transaction, _) => "TransactWriteItems",
            (ActionsForm::Batch, Some(ActionVerb::Get)) => "BatchGetItem",
            (ActionsForm::Batch, _) => "BatchWriteItem",
            (ActionsForm::One, Some(ActionVerb::Create | ActionVerb::Put)) => "PutItem",
            (ActionsForm::One, Some(ActionVerb::Delete)) => "DeleteItem",
            (ActionsForm::One, _) => "UpdateItem",
        }
    }
}

impl Plan {
    /// The patterns of actions that are methods of that entity.
    pub fn actions_of(&self, entity: usize) -> impl Iterator<Item = &ActionsPlan> {
        self.actions.iter().filter(move |pattern| pattern.owner() == Some(entity))
    }

    /// The actions of transactions that are on that entity and that its derive emits, each with its pattern and its number
    /// there: of its own table's transactions, then of those of other tables.
    pub fn parts_of(&self, entity: usize) -> impl Iterator<Item = (&ActionsPlan, usize, &ActionPlan)> {
        let all = self.actions.iter().chain(&self.joined);
        all.filter(|pattern| pattern.form == ActionsForm::Transaction).flat_map(move |pattern| {
            let own = pattern.actions.iter().enumerate();
            own.filter(move |(_, action)| action.entity == entity && action.is_own())
                .map(move |(number, action)| (pattern, number, action))
        })
    }
}
