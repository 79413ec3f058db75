//! One pattern: its operation, decided.

use super::{bound, collection, order, params};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Keys, Model, Template};
use crate::plan::{PatternPlan, QueryPlan, Verb};
use crate::source::Place;
use crate::spec::{PatternSpec, ProjectSpec, VerbSpec};
use crate::suggest;

/// What the planning of one pattern works on.
pub(crate) struct Context<'m, 's, 'o> {
    pub(crate) model: &'m Model<'s>,
    pub(crate) spec: &'m PatternSpec,
    out: &'o mut Vec<Diagnostic>,
}

impl Context<'_, '_, '_> {
    pub(crate) fn name(&self) -> &str {
        &self.spec.name.text
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        let mut diagnostic = diagnostic.owner(self.spec.owner()).pattern(&self.spec.name.text);
        if let [entity] = self.spec.entities.as_slice() {
            diagnostic.entity = Some(entity.text.clone());
        }
        self.out.push(diagnostic);
    }

    /// A word that this verb does not take.
    fn unfit(&mut self, word: &str, why: &str, help: &str) {
        let verb = self.spec.verb.word();
        let place = self.spec.word(word).clone();
        self.report(
            Diagnostic::new(Code::WordDoesNotFit, format!("`{verb}` takes no `{word}:`"))
                .at(&place, why)
                .help(help),
        );
    }

    fn not_built(&mut self, place: &Place, what: &str) {
        self.report(
            Diagnostic::new(
                Code::NotBuiltYet,
                format!("{what} is part of the language, but this version does not build it yet"),
            )
            .at(place, "not built yet")
            .note("it is refused rather than ignored, so that the code never does less than the list says"),
        );
    }
}

/// The partition and sort templates that an entity has where the pattern reads.
pub(crate) struct Read<'m, 's> {
    pub(crate) keys: &'m Keys<'s>,
    pub(crate) partition: &'m Template,
    pub(crate) sort: Option<&'m Template>,
}

/// Plans a pattern; `None` if it or something that it needs was reported.
pub(crate) fn plan(model: &Model<'_>, spec: &PatternSpec, out: &mut Vec<Diagnostic>) -> Option<PatternPlan> {
    if spec.broken {
        return None;
    }
    let mut cx = Context { model, spec, out };
    let known = names(&mut cx);
    let index = index(&mut cx);
    let entities = model.entities_of(spec).filter(|_| known)?;
    let index = index?;
    match spec.verb {
        VerbSpec::Get => get(&mut cx, &entities),
        _ => query(&mut cx, entities, index),
    }
}

/// Whether all entities are in the list.
fn names(cx: &mut Context<'_, '_, '_>) -> bool {
    let mut known = true;
    for name in &cx.spec.entities {
        if cx.model.entity(&name.text).is_none() {
            known = false;
            let all = || cx.model.entities.iter().map(|e| e.spec.name.text.as_str());
            let diagnostic =
                Diagnostic::new(Code::UnknownEntity, format!("The list has no entity `{}`", name.text))
                    .at(&name.place, suggest::did_you_mean(&name.text, all()))
                    .help(format!("its entities are {}", suggest::names(all())))
                    .pattern(cx.name());
            cx.out.push(diagnostic);
        }
    }
    known
}

/// The index that the pattern reads: outer `None` after a report.
fn index(cx: &mut Context<'_, '_, '_>) -> Option<Option<usize>> {
    let Some(name) = &cx.spec.index else { return Some(None) };
    if let Some(number) = cx.model.index(&name.text) {
        return Some(Some(number));
    }
    if !cx.model.table.broken_indexes.contains(&name.text) {
        let all = || cx.model.table.indexes.iter().map(|i| i.name.text.as_str());
        let diagnostic =
            Diagnostic::new(Code::UnknownIndex, format!("The table has no index `{}`", name.text))
                .at(&name.place, suggest::did_you_mean(&name.text, all()))
                .help(format!("its indexes are {}", suggest::names(all())));
        cx.report(diagnostic);
    }
    None
}

fn get(cx: &mut Context<'_, '_, '_>, entities: &[usize]) -> Option<PatternPlan> {
    let spec = cx.spec;
    if entities.len() > 1 {
        cx.not_built(&spec.verb_place, "`get` of several entities (one BatchGetItem)");
        return None;
    }
    let &number = entities.first()?;
    let keys = cx.model.entities.get(number)?.keys.as_ref()?;
    let entity = spec.entities.first()?.text.as_str();
    if let Some(index) = &spec.index {
        let diagnostic = Diagnostic::new(
            Code::GetOnIndex,
            format!("`{}` gets from `{}`, and GetItem reads only the table", cx.name(), index.text),
        )
        .at(&index.place, "an index answers queries only")
        .note("several items can have one key in an index")
        .help(format!("write `query: {entity}, index: {}` for all of them, or `first:` for one", index.text));
        cx.report(diagnostic);
        return None;
    }
    for word in ["by", "range", "prefix", "fix", "order", "limit"] {
        if spec.words.iter().any(|(w, _)| w == word) {
            cx.unfit(
                word,
                "a get names one item by its full key",
                &format!("remove it, or write `query: {entity}` to read several items"),
            );
        }
    }
    not_on_table(cx);
    let params = params::get(cx, keys);
    Some(PatternPlan {
        name: spec.name.text.clone(),
        about: spec.about.as_ref().map(|about| about.text.clone()),
        place: spec.name.place.clone(),
        entities: entities.to_vec(),
        into: None,
        verb: Verb::Get { consistent: spec.consistent.as_ref().is_some_and(|(on, _)| *on) },
        across_tenants: across(cx.model, number, None),
        params,
    })
}

/// `select` and `into` where there is no projection list.
fn not_on_table(cx: &mut Context<'_, '_, '_>) {
    if !cx.spec.select.is_empty() {
        let place = cx.spec.word("select").clone();
        cx.not_built(&place, "`select:` on the table or on an index that projects all (with `into:`)");
    }
    if cx.spec.entities.len() == 1 && cx.spec.into.is_some() {
        let place = cx.spec.word("into").clone();
        cx.not_built(&place, "`into:` on a pattern of one entity");
    }
}

/// Why a read crosses tenants, if it does.
fn across(model: &Model<'_>, entity: usize, index: Option<usize>) -> Option<String> {
    let entity = model.entities.get(entity)?;
    let own = || entity.spec.across_tenants.as_ref().map(|why| why.text.clone());
    match index {
        None => own(),
        Some(index) => {
            let entry = entity.keys.as_ref()?.entry(index)?;
            entry.spec.across_tenants.as_ref().map(|why| why.text.clone()).or_else(own)
        }
    }
}

fn query(cx: &mut Context<'_, '_, '_>, entities: Vec<usize>, index: Option<usize>) -> Option<PatternPlan> {
    let spec = cx.spec;
    let model = cx.model;
    let mut reads: Vec<Read<'_, '_>> = Vec::new();
    for (&number, name) in entities.iter().zip(&spec.entities) {
        let keys = model.entities.get(number)?.keys.as_ref()?;
        match keys.templates(index) {
            Some((partition, sort)) => reads.push(Read { keys, partition, sort }),
            None => not_in_index(cx, keys, &name.text, &name.place),
        }
    }
    let first = reads.first().filter(|_| reads.len() == entities.len())?;
    let several = entities.len() > 1;
    if several && spec.verb != VerbSpec::Query {
        cx.not_built(&spec.verb_place, &format!("`{}` of several entities", spec.verb.word()));
        return None;
    }
    let across: Vec<Option<String>> = entities.iter().map(|&n| self::across(model, n, index)).collect();
    let scoped = |i: usize| reads[i].keys.scoped && across[i].is_none();
    if let Some(other) = (1..entities.len()).find(|&i| scoped(i) != scoped(0)) {
        mixed(cx, scoped(0), other);
        return None;
    }
    projections(cx, index, several);
    if index.is_none() && model.table.sort.is_none() {
        one_item(cx);
        return None;
    }
    if several && spec.range.is_some() {
        let place = spec.word("range").clone();
        cx.not_built(&place, "`range:` on a query of several entities");
        return None;
    }
    let mut bound = bound::bind(cx, &reads)?;
    if several {
        collection::share(cx, &reads, &mut bound)?;
    }
    let cut = bound::cut(cx, first, &bound);
    let range = bound::range(cx, first, &bound);
    let one = spec.verb != VerbSpec::Query;
    let full = index.is_none() && bound.full;
    if full {
        single(cx, first);
    }
    if one && spec.limit.is_some() {
        cx.unfit("limit", "it returns one item", "remove it, or write `query:` for several");
    }
    let descending = order::descending(cx, first, &bound);
    if let (Some(index), Some((true, place))) = (&spec.index, &spec.consistent) {
        let diagnostic = Diagnostic::new(
            Code::ConsistentIndex,
            format!(
                "`{}` reads `{}` consistently, and global secondary indexes are only eventually consistent",
                cx.name(),
                index.text
            ),
        )
        .at(place, "remove this")
        .note("an item appears in an index a moment after it was written");
        cx.report(diagnostic);
    }
    // Nothing of other entities is read where the kind of the next part tells its keys from theirs.
    if !several && !bound.full && matches!((&cut, &range), (Some(None), Some(None))) {
        bound.prefix = bound::beginning(first, &bound);
    }
    let is_scoped = scoped(0);
    let params = params::query(cx, first, &bound, is_scoped, cut.flatten());
    let fixed = spec
        .fix
        .iter()
        .filter_map(|(field, value)| Some((first.keys.number(&field.text)?, value.text.clone())))
        .collect();
    let open = (range.flatten(), cut.flatten());
    let condition = params::condition(cx, first, &bound, index, open);
    Some(PatternPlan {
        name: spec.name.text.clone(),
        about: spec.about.as_ref().map(|about| about.text.clone()),
        place: spec.name.place.clone(),
        into: several.then(|| spec.collection_name()),
        across_tenants: across.into_iter().next().flatten(),
        params,
        verb: Verb::Query(QueryPlan {
            index,
            bound: bound.segments,
            prefix: bound.prefix,
            full,
            range: range?,
            cut: cut?,
            fixed,
            descending: descending?,
            one,
            limit: spec.limit.as_ref().map(|(limit, _)| *limit),
            consistent: spec.consistent.as_ref().is_some_and(|(on, _)| *on),
            select: spec.select.iter().map(|field| field.text.clone()).collect(),
            select_places: spec.select.iter().map(|field| field.place.clone()).collect(),
            condition,
        }),
        entities,
    })
}

fn not_in_index(cx: &mut Context<'_, '_, '_>, keys: &Keys<'_>, entity: &str, at: &Place) {
    let Some(index) = &cx.spec.index else { return };
    let is_in: Vec<&str> = keys.entries.iter().map(|entry| entry.spec.index.text.as_str()).collect();
    let label = match is_in.as_slice() {
        [] => format!("`{entity}` is in no index"),
        _ => format!("`{entity}` is in {}", suggest::names(is_in.iter().copied())),
    };
    let diagnostic = Diagnostic::new(
        Code::NotInIndex,
        format!("`{}` queries `{}` for `{entity}`, which is not in it", cx.name(), index.text),
    )
    .at(at, label)
    .help(format!(
        "give `{entity}` keys there: `{}: {{ partition: …, sort: … }}`, or remove `index:`",
        index.text
    ));
    cx.report(diagnostic);
}

fn mixed(cx: &mut Context<'_, '_, '_>, first_is_scoped: bool, other: usize) {
    let spec = cx.spec;
    let (Some(first), Some(second)) = (spec.entities.first(), spec.entities.get(other)) else { return };
    let (inside, outside) = if first_is_scoped { (first, second) } else { (second, first) };
    let diagnostic = Diagnostic::new(
        Code::MixedScope,
        format!(
            "`{}` reads `{}`, which lies inside a tenant, with `{}`, which lies across tenants",
            cx.name(),
            inside.text,
            outside.text
        ),
    )
    .at(&second.place, "on the other side of the tenant")
    .related(&first.place, if first_is_scoped { "inside a tenant" } else { "across tenants" })
    .help("make it two patterns");
    cx.report(diagnostic);
}

/// What the pattern needs of the index against what the index holds.
fn projections(cx: &mut Context<'_, '_, '_>, index: Option<usize>, several: bool) {
    let spec = cx.spec;
    let declared = index.and_then(|index| cx.model.table.indexes.get(index));
    let list = match declared.map(|index| &index.project) {
        None | Some(Some(ProjectSpec::All)) => {
            not_on_table(cx);
            return;
        }
        Some(Some(ProjectSpec::Keys)) => false,
        Some(Some(ProjectSpec::List(_)) | None) => true,
    };
    if several {
        let place = spec.word("index").clone();
        cx.not_built(&place, "A collection on an index that does not project all");
        return;
    }
    if spec.into.is_some() {
        let place = spec.word("into").clone();
        cx.not_built(&place, "`into:` on a pattern of one entity");
    }
    if list && spec.select.is_empty() {
        let Some(declared) = declared else { return };
        let name = declared.name.text.as_str();
        let mut diagnostic = Diagnostic::new(
            Code::MissingSelect,
            format!("`{}` does not say which attributes of `{name}` it needs", cx.name()),
        )
        .at(spec.word("index"), "`select:` is missing")
        .note(format!("`{name}` holds only a list of attributes, which DynamoDB cannot change later; `select` lets dal check it against what is read"));
        if let Some(ProjectSpec::List(list)) = &declared.project {
            diagnostic = diagnostic.help(format!(
                "add `select: […]`; `{name}` holds {}",
                suggest::names(list.iter().map(|a| a.text.as_str()))
            ));
        } else {
            diagnostic = diagnostic.help("add `select: […]` with the fields that callers need");
        }
        cx.report(diagnostic);
    }
}

/// A query of a table without a sort key.
fn one_item(cx: &mut Context<'_, '_, '_>) {
    let spec = cx.spec;
    let entity = spec.entities.first().map_or("…", |entity| entity.text.as_str());
    let diagnostic = Diagnostic::new(
        Code::QueryOfOne,
        format!("`{}` queries a table whose partitions hold one item each", cx.name()),
    )
    .at(&spec.verb_place, "at most one item answers")
    .related(&cx.model.table.partition.place, "the table has no sort key")
    .help(format!("write `get: {entity}`"))
    .help("a list needs an index, or a sort key: `index: …`");
    cx.report(diagnostic);
}

/// What makes no sense where at most one item answers.
fn single(cx: &mut Context<'_, '_, '_>, read: &Read<'_, '_>) {
    let spec = cx.spec;
    if spec.verb != VerbSpec::Query {
        let verb = spec.verb.word();
        let diagnostic = Diagnostic::new(
            Code::NothingToPick,
            format!("`{}` binds the whole key, so there is nothing to pick the `{verb}` of", cx.name()),
        )
        .at(&spec.verb_place, "at most one item answers")
        .help(match spec.entities.first() {
            Some(entity) => format!("write `get: {}`", entity.text),
            None => "write `get:`".to_owned(),
        });
        cx.report(diagnostic);
        return;
    }
    for word in ["order", "limit"] {
        if spec.words.iter().any(|(w, _)| w == word) {
            let diagnostic = Diagnostic::new(
                Code::NothingToOrder,
                format!("`{}` binds the whole sort key, so `{word}:` changes nothing", cx.name()),
            )
            .at(spec.word(word), "at most one item answers")
            .related(read.sort.map_or(&read.partition.place, |sort| &sort.place), "bound in full")
            .help("remove it, or bind fewer parts");
            cx.report(diagnostic);
        }
    }
}
