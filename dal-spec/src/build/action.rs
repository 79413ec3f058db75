//! From patterns of actions as written to their plans.

use std::collections::{BTreeSet, HashMap};

use super::condition::Resolver;
use crate::check::is_snake;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;
use crate::plan::{
    ActionParam, ActionPlan, ActionVerb, ActionsForm, ActionsPlan, ChangeIs, ChangePlan, Comparison,
    ConditionPlan, EntityPlan, KeyVersion, LoadPlan, OtherEntity, Plan, TablePlan, Takes, TestIs, TestPlan,
    ValueOf, ValuePlan,
};
use crate::source::Place;
use crate::spec::{ActionSpec, ActionsSpec, ChangeSpec};
use crate::suggest;
use crate::yaml::Text;

/// How many actions DynamoDB takes in a transaction.
const MAX_ACTIONS: usize = 100;
/// Names that generated methods give to their handles.
const HANDLES: [&str; 3] = ["scope", "dal", "self"];

/// Plans every pattern of actions, each in the plan of the table that its first action is in. What is wrong with one is
/// reported, and it is left out.
pub(crate) fn actions(models: &[&Model<'_>], plans: &mut [Plan], out: &mut Vec<Diagnostic>) {
    for (home, model) in models.iter().enumerate() {
        let others = others(model, plans);
        let Some(plan) = plans.get_mut(home) else { continue };
        plan.others = others;
        plan.actions = own(models, model, plan, out);
    }
    join(plans);
    number_values(plans);
}

/// The entities of other tables that the transactions of a table act on.
fn others(model: &Model<'_>, plans: &[Plan]) -> Vec<OtherEntity> {
    let mut others: Vec<OtherEntity> = Vec::new();
    let actions = model.spec.actions.iter().filter(|spec| !spec.broken).flat_map(|spec| &spec.actions);
    for action in actions.filter(|action| model.entity(&action.entity.text).is_none()) {
        let known = others.iter().any(|other| other.entity.name == action.entity.text);
        let found = plans.iter().find_map(|plan| Some((plan.entity(&action.entity.text)?.1, &plan.table)));
        if let (Some((entity, table)), false) = (found, known) {
            others.push(OtherEntity { entity: entity.clone(), table: table.clone() });
        }
    }
    others
}

/// The patterns of one table.
fn own(models: &[&Model<'_>], model: &Model<'_>, plan: &Plan, out: &mut Vec<Diagnostic>) -> Vec<ActionsPlan> {
    let specs = model.spec.actions.iter().filter(|spec| !spec.broken);
    let mut plans = Vec::new();
    for spec in specs {
        let mut own = Vec::new();
        let planned = Planner { models, plan, spec, out: &mut own }.pattern();
        let failed = own.iter().any(Diagnostic::is_error);
        out.extend(own.into_iter().map(|diagnostic| diagnostic.owner(spec.owner()).pattern(&spec.name.text)));
        plans.extend(planned.filter(|_| !failed));
    }
    plans
}

/// Tells each table of the transactions of others that act on its entities.
fn join(plans: &mut [Plan]) {
    let mut joined: Vec<Vec<ActionsPlan>> = vec![Vec::new(); plans.len()];
    for (home, plan) in plans.iter().enumerate() {
        for pattern in &plan.actions {
            let names: Vec<Option<&str>> = pattern
                .actions
                .iter()
                .map(|action| plan.acted(action.entity).map(|(entity, _)| entity.name.as_str()))
                .collect();
            for ((at, other), joined) in plans.iter().enumerate().zip(&mut joined) {
                let number = |name: &Option<&str>| Some(other.entity((*name)?)?.0);
                if at == home || !names.iter().any(|name| number(name).is_some()) {
                    continue;
                }
                let mut pattern = pattern.clone();
                for (action, name) in pattern.actions.iter_mut().zip(&names) {
                    action.entity = number(name).unwrap_or(usize::MAX);
                }
                joined.push(pattern);
            }
        }
    }
    for (plan, joined) in plans.iter_mut().zip(joined) {
        plan.joined = joined;
    }
}

/// Numbers the types of the values that transactions take of each entity, in its own table and wherever they are.
fn number_values(plans: &mut [Plan]) {
    let mut numbers: Vec<(Place, usize, usize)> = Vec::new();
    for plan in plans.iter() {
        for entity in 0..plan.entities.len() {
            let mut next = 0;
            for (pattern, number, action) in plan.parts_of(entity) {
                numbers.push((pattern.place.clone(), number, next));
                next += action.values.len();
            }
        }
    }
    let patterns = plans.iter_mut().flat_map(|plan| plan.actions.iter_mut().chain(&mut plan.joined));
    for pattern in patterns {
        for (number, action) in pattern.actions.iter_mut().enumerate() {
            let own = numbers.iter().find(|(place, at, _)| *place == pattern.place && *at == number);
            action.first_value = own.map_or(0, |(.., first)| *first);
        }
    }
}

struct Planner<'p, 's> {
    /// Those of all tables.
    models: &'p [&'p Model<'s>],
    plan: &'p Plan,
    spec: &'p ActionsSpec,
    out: &'p mut Vec<Diagnostic>,
}

impl<'p, 's> Planner<'p, 's> {
    fn pattern(mut self) -> Option<ActionsPlan> {
        let spec = self.spec;
        self.size();
        let planned: Vec<_> = spec.actions.iter().map(|action| self.action(action)).collect();
        let mut actions = planned.into_iter().collect::<Option<Vec<_>>>()?;
        if spec.form == ActionsForm::Transaction {
            lend(self.plan, spec, &mut actions);
        }
        let params = self.params(&actions);
        Some(ActionsPlan {
            name: spec.name.text.clone(),
            about: spec.about.as_ref().map(|about| about.text.clone()),
            place: spec.name.place.clone(),
            form: spec.form,
            load: LoadPlan { rate: spec.rate, items: None },
            actions,
            params,
        })
    }

    fn size(&mut self) {
        let count = self.spec.actions.len();
        if self.spec.form != ActionsForm::Transaction || count <= MAX_ACTIONS {
            return;
        }
        let message = format!("The transaction `{}` has {count} actions", self.spec.name.text);
        self.out.push(
            Diagnostic::new(Code::TransactionSize, message)
                .at(&self.spec.name.place, "DynamoDB takes up to 100")
                .help("make it several transactions, or write what needs not come about together in a batch"),
        );
    }

    /// The entity of an action; `None` if there is none, or something about it was reported.
    fn entity(&mut self, name: &Text) -> Option<(usize, &EntityPlan)> {
        if self.model_of(&name.text).is_none() {
            let all =
                || self.models.iter().flat_map(|model| &model.entities).map(|e| e.spec.name.text.as_str());
            self.out.push(
                Diagnostic::new(Code::UnknownEntity, format!("The list has no entity `{}`", name.text))
                    .at(&name.place, suggest::did_you_mean(&name.text, all()))
                    .help(format!("its entities are {}", suggest::names(all()))),
            );
            return None;
        }
        self.plan.acting(&name.text).map(|(number, entity, _)| (number, entity))
    }

    /// The model of the table that holds an entity.
    fn model_of(&self, entity: &str) -> Option<&'p Model<'s>> {
        self.models.iter().copied().find(|model| model.entity(entity).is_some())
    }

    fn action(&mut self, spec: &ActionSpec) -> Option<ActionPlan> {
        self.entity(&spec.entity)?;
        let (number, entity, table) = self.plan.acting(&spec.entity.text)?;
        self.words(spec, entity);
        let mut values = Vec::new();
        let changes = self.changes(spec, entity, &mut values);
        self.groups(spec, (entity, table), &changes);
        let condition = self.condition(spec, entity, &mut values);
        let by_version = entity.managed.version.is_some() && spec.verb.expects_version();
        let takes = match spec.verb {
            verb if verb.takes_item() => Takes::Item,
            // The version that is expected is that of the item that was loaded.
            _ if by_version && !spec.any_version && self.spec.form == ActionsForm::Transaction => {
                Takes::Loaded
            }
            _ => Takes::Key,
        };
        let version = match takes {
            Takes::Key if by_version && spec.any_version => KeyVersion::Any,
            Takes::Key if by_version => KeyVersion::Given,
            _ => KeyVersion::None,
        };
        let place = spec.verb_place.clone();
        Some(ActionPlan {
            verb: spec.verb,
            entity: number,
            place,
            takes,
            changes,
            version,
            condition,
            values,
            first_value: 0,
        })
    }

    /// Words that the verb does not take, and an update without any change.
    fn words(&mut self, spec: &ActionSpec, entity: &EntityPlan) {
        let verb = spec.verb;
        let mut unfit = |word: &str, why: &str, help: String| {
            self.out.push(
                Diagnostic::new(Code::WordDoesNotFit, format!("`{}` takes no `{word}:`", verb.word()))
                    .at(spec.word(word), why)
                    .help(help),
            );
        };
        let has = |word: &str| spec.words.iter().any(|(w, _)| w == word);
        for word in ["set", "add", "remove"].into_iter().filter(|word| has(word)) {
            if verb != ActionVerb::Update {
                let help = format!("write `update: {}`, or remove it", entity.name);
                unfit(word, "only an update changes single attributes", help);
            }
        }
        if has("if") && verb == ActionVerb::Create {
            let help = "write `put:` with the condition, or remove it".to_owned();
            unfit("if", "a create is done only where there is no item that could meet it", help);
        }
        if has("version") && !(verb.expects_version() && entity.managed.version.is_some()) {
            let (why, help) = if verb.expects_version() {
                ("items of this entity have no version", "remove it, or give the entity a `version:`")
            } else {
                ("it expects the version of the item that it is given", "remove it")
            };
            unfit("version", why, help.to_owned());
        }
        let batched = self.spec.form == ActionsForm::Batch && verb != ActionVerb::Get;
        if batched && !(entity.managed.is_empty() && entity.unique.is_empty()) {
            self.out.push(
                Diagnostic::new(
                    Code::WordDoesNotFit,
                    format!("`{}` cannot be written in a batch", entity.name),
                )
                .at(&spec.entity.place, "it has a version, times or unique values")
                .note("BatchWriteItem has no conditions: nothing would keep them")
                .help("write each by itself, or several in a transaction: `transact: [{ create: … }]`"),
            );
        }
        if verb == ActionVerb::Update && !["set", "add", "remove"].into_iter().any(has) {
            self.out.push(
                Diagnostic::new(Code::EmptyValue, format!("The update of `{}` changes nothing", entity.name))
                    .at(&spec.verb_place, "nothing is set, added or removed")
                    .help("say what it writes: `set: [title]`, `add: { likes: 1 }` or `remove: [note]`")
                    .help("for a check without a write in a transaction, `check:`"),
            );
        }
    }

    fn changes(
        &mut self,
        spec: &ActionSpec,
        entity: &EntityPlan,
        values: &mut Vec<ValuePlan>,
    ) -> Vec<ChangePlan> {
        let mut changes = Vec::new();
        for change in &spec.set {
            let test = self.value(entity, change, ValueOf::Whole, values);
            changes.push(plan(change, ChangeIs::Set(test)));
        }
        for change in &spec.add {
            let test = self.value(entity, change, ValueOf::Delta, values);
            let is = if change.minus { ChangeIs::Subtract(test) } else { ChangeIs::Add(test) };
            changes.push(plan(change, is));
        }
        for field in &spec.remove {
            let (name, inside) = steps(&field.text);
            changes.push(ChangePlan {
                field: name,
                inside,
                place: field.place.clone(),
                is: ChangeIs::Remove,
            });
        }
        let mut seen: HashMap<String, &ChangePlan> = HashMap::new();
        for change in &changes {
            let text = change.text();
            match seen.get(&text) {
                Some(first) => self.out.push(
                    Diagnostic::new(Code::Repeated, format!("`{text}` is changed twice"))
                        .at(&change.place, "the second change")
                        .related(&first.place, "the first change"),
                ),
                None => {
                    seen.insert(text, change);
                }
            }
            self.changeable(entity, change);
        }
        changes
    }

    fn resolver<'r>(
        &'r mut self,
        entity: &'r EntityPlan,
        values: &'r mut Vec<ValuePlan>,
    ) -> Resolver<'r, 's> {
        let model = self.model_of(&entity.name);
        Resolver {
            model,
            pattern: &self.spec.name.text,
            entity: &entity.name,
            params: &[],
            values,
            out: self.out,
        }
    }

    /// What a change compares or writes, as a test of the field.
    fn value(
        &mut self,
        entity: &EntityPlan,
        change: &ChangeSpec,
        of: ValueOf,
        values: &mut Vec<ValuePlan>,
    ) -> TestPlan {
        let (field, inside) = steps(&change.field.text);
        let of = if inside.is_empty() { of } else { ValueOf::Inside };
        let name = Text::new(&field, &change.field.place);
        let known = values.len();
        let mut resolver = self.resolver(entity, values);
        let operand = resolver.operand(&name, &change.value, of);
        let kind =
            self.model_of(&entity.name).and_then(|model| model.kinds.declared(&entity.name, &field)).cloned();
        let test = TestPlan {
            field,
            place: change.field.place.clone(),
            kind: kind.filter(|_| inside.is_empty()),
            is: TestIs::Compare(Comparison::Equal, operand),
        };
        let constant =
            values.len() == known && !matches!(change.value, crate::spec::OperandSpec::Parameter(_));
        if constant && !inside.is_empty() {
            self.out.push(
                Diagnostic::new(
                    Code::WrongConstant,
                    format!("`{}` takes a parameter, not a constant", change.field.text),
                )
                .at(&change.field.place, "a place inside a document, of which the list knows no kind")
                .help("write a parameter in braces: `{value}`"),
            );
        } else if let Some(kind) = test.kind.as_ref().filter(|_| of == ValueOf::Whole) {
            self.out.extend(super::condition::wrong_constants(&test, kind));
        }
        test
    }

    /// Whether the attribute can be changed in an item by itself.
    fn changeable(&mut self, entity: &EntityPlan, change: &ChangePlan) {
        let Some(number) = entity.fields.iter().position(|field| field.name == change.field) else { return };
        let uses = |template: &crate::plan::TemplatePlan| template.fields().any(|field| field == number);
        let (why, help) = if number < entity.primary_fields {
            (
                "part of the primary key, which never changes",
                "move the item: `item.move_to(&scope, &new)` is a delete and a put in one transaction",
            )
        } else if entity.managed.fields().any(|(field, _)| field == number) {
            ("filled by every write", "remove it: nobody else writes it")
        } else if entity.unique.iter().any(|unique| uses(&unique.template)) {
            (
                "unique: the value that is given up is known only to a write that loaded the item",
                "write `put:`, or `item.patch(&scope).set(..)` in the program",
            )
        } else if entity.groups.iter().any(|group| group.fields.contains(&number))
            && (!change.inside.is_empty() || matches!(change.is, ChangeIs::Add(_) | ChangeIs::Subtract(_)))
        {
            (
                "an index key is made of it, and the sum is known only to DynamoDB",
                "set it, with all that its index keys are made of",
            )
        } else {
            return;
        };
        self.out.push(
            Diagnostic::new(
                Code::Unchangeable,
                format!(
                    "`{}` changes `{}.{}`, which it cannot",
                    self.spec.name.text, entity.name, change.field
                ),
            )
            .at(&change.place, why)
            .help(help),
        );
    }

    /// Fields that index keys are made of are written together.
    fn groups(
        &mut self,
        spec: &ActionSpec,
        (entity, table): (&EntityPlan, &TablePlan),
        changes: &[ChangePlan],
    ) {
        if spec.verb != ActionVerb::Update {
            return;
        }
        for group in &entity.groups {
            let name = |&number: &usize| entity.fields.get(number).map_or("", |field| field.name.as_str());
            let changed = |name: &&str| changes.iter().any(|change| change.field == *name);
            let (there, missing): (Vec<&str>, Vec<&str>) = group.fields.iter().map(name).partition(changed);
            // An index by the time of the last write needs all of its keys with every write.
            if missing.is_empty() || (there.is_empty() && !group.stamped) {
                continue;
            }
            let indexes = group.memberships.iter().filter_map(|&number| entity.memberships.get(number));
            let indexes: BTreeSet<&str> = indexes
                .filter_map(|membership| table.indexes.get(membership.index))
                .map(|index| index.name.as_str())
                .collect();
            let indexes = suggest::names(indexes);
            let missing = suggest::names(missing);
            let place = changes.iter().find(|change| there.contains(&change.field.as_str()));
            self.out.push(
                Diagnostic::new(
                    Code::HalfGroup,
                    format!(
                        "`{}` leaves out {missing}, of which the keys of {indexes} are made, too",
                        self.spec.name.text
                    ),
                )
                .at(place.map_or(&spec.verb_place, |change| &change.place), "written alone")
                .note("the keys could not be written, and the index would be stale")
                .help(format!("set {missing} as well"))
                .help("where the item was loaded, `item.patch(&scope)` in the program compares the rest"),
            );
        }
    }

    fn condition(
        &mut self,
        spec: &ActionSpec,
        entity: &EntityPlan,
        values: &mut Vec<ValuePlan>,
    ) -> Option<ConditionPlan> {
        if spec.conditions.is_empty() {
            return None;
        }
        let mut resolver = self.resolver(entity, values);
        Some(ConditionPlan::All(spec.conditions.iter().map(|one| resolver.condition(one)).collect()))
    }

    /// The parameters of a transaction or of a batch of several entities: what each action takes, then its values; values of
    /// one name are one parameter.
    fn params(&mut self, actions: &[ActionPlan]) -> Vec<ActionParam> {
        let mut params: Vec<ActionParam> = Vec::new();
        let of_others = self.plan.others.iter().flat_map(|other| other.table.handles());
        let handles: Vec<String> = HANDLES.iter().map(|&name| name.to_owned()).chain(of_others).collect();
        let mut firsts: HashMap<String, (usize, &ActionSpec)> = HashMap::new();
        for (number, (action, spec)) in actions.iter().zip(&self.spec.actions).enumerate() {
            let (name, place) = match &spec.param {
                Some(param) => (param.text.clone(), &param.place),
                None => (crate::spec::snake(&spec.entity), &spec.entity.place),
            };
            let given = spec.param.is_some();
            if (given && !is_snake(&name)) || handles.contains(&name) {
                self.out.push(
                    Diagnostic::new(Code::InvalidName, format!("A parameter cannot be called `{name}`"))
                        .at(place, "the name of a Rust parameter in snake_case is wanted")
                        .note("`scope` and `dal` are the names of the handles, with the table's before them for those of other tables")
                        .help("give it another name: `as: …`"),
                );
            }
            if let Some((_, first)) = firsts.get(&name) {
                self.twice(spec, first, &name, place);
                continue;
            }
            firsts.insert(name.clone(), (number, spec));
            if !matches!(action.takes, Takes::KeyOf(..)) {
                params.push(ActionParam { name, action: number, value: None });
            }
        }
        for (number, action) in actions.iter().enumerate() {
            for (value, plan) in action.values.iter().enumerate() {
                if handles.contains(&plan.name) || firsts.contains_key(&plan.name) {
                    self.out.push(
                        Diagnostic::new(
                            Code::InvalidName,
                            format!("`{}` is another parameter already", plan.name),
                        )
                        .at(&plan.place, "give this one another name"),
                    );
                }
                if !params.iter().any(|param| param.name == plan.name) {
                    params.push(ActionParam { name: plan.name.clone(), action: number, value: Some(value) });
                }
            }
        }
        params
    }

    /// Each action has an item of its own: one item cannot stand in a transaction twice.
    fn twice(&mut self, second: &ActionSpec, first: &ActionSpec, name: &str, place: &Place) {
        self.out.push(
            Diagnostic::new(Code::ItemTwice, format!("Two actions of `{}` are on `{name}`", self.spec.name.text))
                .at(place, "the second one")
                .related(first.param.as_ref().map_or(&first.entity.place, |param| &param.place), "the first one")
                .note("DynamoDB refuses a transaction with two actions on one item")
                .help(format!(
                    "name another item of the entity: `{{ {}: {}, as: other_{name} }}`; a `put` replaces what is there, a `create` checks that there is nothing",
                    second.verb.word(),
                    second.entity.text,
                )),
        );
    }
}

/// Keys that the items of other actions hold are not asked for again: a created or put item's fields of the names and kinds
/// of all parts of the key.
fn lend(plan: &Plan, spec: &ActionsSpec, actions: &mut [ActionPlan]) {
    for number in 0..actions.len() {
        // A name of its own is a parameter of its own.
        if spec.actions.get(number).is_some_and(|action| action.param.is_some()) {
            continue;
        }
        let Some(action) = actions.get(number).filter(|action| action.takes == Takes::Key) else { continue };
        let Some((entity, table)) = plan.acted(action.entity) else { continue };
        let tenant = if entity.scoped { table.tenant.len() } else { 0 };
        let Some(key) = entity.fields.get(tenant..entity.primary_fields) else { continue };
        if key.is_empty() {
            // There is one item of it: nothing names it.
            if let Some(action) = actions.get_mut(number) {
                action.takes = Takes::KeyOf(number, Vec::new());
            }
            continue;
        }
        let lender = actions.iter().enumerate().find_map(|(lender, other)| {
            if !matches!(other.verb, ActionVerb::Create | ActionVerb::Put) || other.entity == action.entity {
                return None;
            }
            let fields = &plan.acted(other.entity)?.0.fields;
            let same = |part: &crate::plan::FieldPlan| {
                fields.iter().position(|field| field.name == part.name && field.kind == part.kind)
            };
            Some((lender, key.iter().map(same).collect::<Option<Vec<usize>>>()?))
        });
        if let (Some((lender, fields)), Some(action)) = (lender, actions.get_mut(number)) {
            action.takes = Takes::KeyOf(lender, fields);
        }
    }
}

fn plan(change: &ChangeSpec, is: ChangeIs) -> ChangePlan {
    let (field, inside) = steps(&change.field.text);
    ChangePlan { field, inside, place: change.field.place.clone(), is }
}

/// A field, and names inside its document.
fn steps(text: &str) -> (String, Vec<String>) {
    let mut steps = text.split('.').map(str::to_owned);
    (steps.next().unwrap_or_default(), steps.collect())
}
