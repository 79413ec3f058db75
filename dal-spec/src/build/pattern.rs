//! One pattern: its operation, decided.

use dal_key::{Format, Style};

use super::{bound, collection, condition, order, params, runs_on, scan, select};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Keys, Model, Segment, Template};
use crate::plan::{BucketPlan, LoadPlan, PatternPlan, QueryPlan, ShardPlan, Verb};
use crate::source::Place;
use crate::spec::{PatternSpec, VerbSpec};
use crate::suggest;
use crate::yaml::Text;

/// How many queries may answer one pattern.
const MOST_QUERIES: usize = 100;

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
    pub(crate) fn unfit(&mut self, word: &str, why: &str, help: &str) {
        let verb = self.spec.verb.word();
        let place = self.spec.word(word).clone();
        self.report(
            Diagnostic::new(Code::WordDoesNotFit, format!("`{verb}` takes no `{word}:`"))
                .at(&place, why)
                .help(help),
        );
    }

    pub(crate) fn not_built(&mut self, place: &Place, what: &str) {
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

/// The keys by which a pattern reads its entities, in the table or in the index; `None` after a report.
pub(crate) fn reads_of<'m, 's>(
    cx: &mut Context<'m, 's, '_>,
    entities: &[usize],
    index: Option<usize>,
) -> Option<Vec<Read<'m, 's>>> {
    let (spec, model) = (cx.spec, cx.model);
    let mut reads = Vec::new();
    for (&number, name) in entities.iter().zip(&spec.entities) {
        let keys = model.entities.get(number)?.keys.as_ref()?;
        match keys.templates(index) {
            Some((partition, sort)) => reads.push(Read { keys, partition, sort }),
            None => not_in_index(cx, keys, &name.text, &name.place),
        }
    }
    (reads.len() == entities.len()).then_some(reads)
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
        VerbSpec::Scan => scan::plan(&mut cx, &entities, index),
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
    for word in [
        "by",
        "range",
        "prefix",
        "fix",
        "order",
        "limit",
        "filter",
        "hydrate",
        "buckets",
        "runs_on",
        "page_size",
        "requests",
        "skip",
        "because",
        "across_tenants",
    ] {
        if spec.words.iter().any(|(w, _)| w == word) {
            cx.unfit(
                word,
                "a get names one item by its full key",
                &format!("remove it, or write `query: {entity}` to read several items"),
            );
        }
    }
    select::not_in_get(cx);
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
        load: load(spec),
        values: Vec::new(),
    })
}

/// What is expected of a pattern's calls.
pub(crate) fn load(spec: &PatternSpec) -> LoadPlan {
    LoadPlan { rate: spec.rate, items: spec.items }
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
    let reads = reads_of(cx, &entities, index)?;
    let first = reads.first()?;
    for word in ["because", "across_tenants"] {
        if spec.words.iter().any(|(w, _)| w == word) {
            let help = if word == "because" {
                "remove it, or write `scan:` to read everything"
            } else {
                "say it where the keys are: in the entity or in its entry of the index"
            };
            cx.unfit(word, "a query reads one partition", help);
        }
    }
    let several = entities.len() > 1;
    let across: Vec<Option<String>> = entities.iter().map(|&n| self::across(model, n, index)).collect();
    let scoped = |i: usize| reads[i].keys.scoped && across[i].is_none();
    if let Some(other) = (1..entities.len()).find(|&i| scoped(i) != scoped(0)) {
        mixed(cx, scoped(0), other);
        return None;
    }
    let selected = select::needs(cx, index, several);
    if index.is_none() && model.table.sort.is_none() {
        one_item(cx);
        return None;
    }
    let mut bound = bound::bind(cx, &reads)?;
    let runs_on = runs_on::is_fit(cx, &reads, &bound)?;
    if runs_on {
        collection::in_one_partition(cx, &reads)?;
    } else if several {
        collection::share(cx, &reads, &mut bound)?;
    }
    let skip = skipped(cx, index)?;
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
    let descending = order::descending(cx, &reads, &bound);
    consistent(cx, index);
    // Nothing of other entities is read where the kind of the next part tells its keys from theirs.
    if !several && !bound.full && matches!((&cut, &range), (Some(None), Some(None))) {
        bound.prefix = bound::beginning(first, &bound);
    }
    let is_scoped = scoped(0);
    let params = params::query(cx, first, &bound, is_scoped, cut.flatten());
    let (filter, values) = condition::of_one(cx, first, &params);
    let fixed = spec
        .fix
        .iter()
        .filter_map(|(field, value)| Some((first.keys.number(&field.text)?, value.text.clone())))
        .collect();
    let listed = |(field, values): &(Text, Vec<Text>)| {
        Some((first.keys.number(&field.text)?, values.iter().map(|value| value.text.clone()).collect()))
    };
    let lists: Vec<(usize, Vec<String>)> = spec.lists.iter().filter_map(listed).collect();
    let shards = first.keys.shard.as_ref().filter(|shard| Some(shard.index) == index).map(super::shard);
    let buckets = buckets(cx, first);
    too_many(cx, &lists, shards.as_ref(), buckets);
    let open = (range.flatten(), cut.flatten());
    let condition = params::condition(cx, first, &bound, index, open, descending == Some(true));
    Some(PatternPlan {
        name: spec.name.text.clone(),
        about: spec.about.as_ref().map(|about| about.text.clone()),
        place: spec.name.place.clone(),
        into: several.then(|| spec.collection_name()),
        across_tenants: across.into_iter().next().flatten(),
        params,
        load: load(spec),
        values,
        verb: Verb::Query(QueryPlan {
            index,
            bound: bound.segments,
            prefix: bound.prefix,
            full,
            range: range?,
            cut: cut?,
            fixed,
            lists,
            shards,
            buckets,
            scan: None,
            alone: false,
            hydrate: selected.hydrate,
            selection: selected.into,
            runs_on: spec.runs_on.as_ref().map(|why| why.text.clone()),
            skip,
            descending: descending?,
            one,
            limit: spec.limit.as_ref().map(|(limit, _)| *limit),
            page_size: spec.page_size.as_ref().map(|(items, _)| *items),
            requests: spec.requests.as_ref().map(|(requests, _)| *requests),
            consistent: spec.consistent.as_ref().is_some_and(|(on, _)| *on),
            select: spec.select.iter().map(|field| field.text.clone()).collect(),
            select_places: spec.select.iter().map(|field| field.place.clone()).collect(),
            filter,
            condition,
        }),
        entities,
    })
}

/// The entities that `skip:` names: numbers and reasons; `None` after a report.
fn skipped(cx: &mut Context<'_, '_, '_>, index: Option<usize>) -> Option<Vec<(usize, String)>> {
    let spec = cx.spec;
    let mut skipped = Vec::new();
    for (name, why) in &spec.skip {
        let found = cx.model.entity(&name.text);
        let found = found.and_then(|number| Some((number, cx.model.entities.get(number)?)));
        let Some((number, entity)) = found else {
            let all = || cx.model.entities.iter().map(|e| e.spec.name.text.as_str());
            let diagnostic =
                Diagnostic::new(Code::UnknownEntity, format!("The list has no entity `{}`", name.text))
                    .at(&name.place, suggest::did_you_mean(&name.text, all()))
                    .help(format!("its entities are {}", suggest::names(all())));
            cx.report(diagnostic);
            return None;
        };
        if let Some(own) = spec.entities.iter().find(|own| own.text == name.text) {
            let diagnostic = Diagnostic::new(
                Code::WordDoesNotFit,
                format!("`{}` reads `{}` and skips it", cx.name(), name.text),
            )
            .at(&name.place, "skipped")
            .related(&own.place, "read")
            .help("keep one of them");
            cx.report(diagnostic);
            return None;
        }
        // What is wrong with its keys was reported.
        let keys = entity.keys.as_ref()?;
        if keys.templates(index).is_none() {
            needless(cx, name);
            return None;
        }
        skipped.push((number, why.text.clone()));
    }
    Some(skipped)
}

/// An entity that is skipped and is not there.
fn needless(cx: &mut Context<'_, '_, '_>, name: &Text) {
    let diagnostic = Diagnostic::new(
        Code::NotThere,
        format!("`{}` skips `{}`, which is not in the index that it reads", cx.name(), name.text),
    )
    .at(&name.place, "nothing of it is found there")
    .help("remove it from `skip:`");
    cx.report(diagnostic);
}

/// A global secondary index cannot be read consistently.
pub(crate) fn consistent(cx: &mut Context<'_, '_, '_>, index: Option<usize>) {
    let spec = cx.spec;
    let declared = index.and_then(|index| cx.model.table.indexes.get(index));
    // The table and its local indexes can be.
    if declared.is_none_or(|index| index.local) {
        return;
    }
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
}

/// The part of the partition that `buckets:` is about.
fn buckets(cx: &mut Context<'_, '_, '_>, read: &Read<'_, '_>) -> Option<BucketPlan> {
    let (count, place) = cx.spec.buckets.as_ref()?;
    let mut cut = read.partition.segments.iter().filter_map(|segment| match segment {
        Segment::Part { field, format: Format { style: Style::Cut(cut), .. }, .. } => Some((*field, *cut)),
        _ => None,
    });
    if let (Some((field, cut)), None) = (cut.next(), cut.next()) {
        return Some(BucketPlan { field, cut, count: *count });
    }
    let diagnostic = Diagnostic::new(
        Code::WordDoesNotFit,
        format!("`{}` reads over buckets, and its partition key has none", cx.name()),
    )
    .at(place, "buckets of what?")
    .related(&read.partition.place, format!("the partition key is {}", read.partition.text))
    .note("a bucket is a time in the partition key that is cut to its hour, date or month")
    .help("write `{created_at:date}` there, or remove `buckets:`");
    cx.report(diagnostic);
    None
}

/// One `.await` sends a query for each combination of listed values and shards.
fn too_many(
    cx: &mut Context<'_, '_, '_>,
    lists: &[(usize, Vec<String>)],
    shards: Option<&ShardPlan>,
    buckets: Option<BucketPlan>,
) {
    let count = |count: Option<u32>| count.and_then(|count| usize::try_from(count).ok()).unwrap_or(1);
    let shards = count(shards.map(|shards| shards.count));
    let others = shards.saturating_mul(count(buckets.map(|buckets| buckets.count)));
    let queries = lists.iter().map(|(_, values)| values.len()).fold(others, usize::saturating_mul);
    if queries <= MOST_QUERIES {
        return;
    }
    let place = cx.spec.lists.first().map_or(&cx.spec.verb_place, |(field, _)| &field.place);
    let diagnostic = Diagnostic::new(
        Code::TooManyQueries,
        format!("`{}` would be {queries} queries, one for each combination of its values{}",
            cx.name(),
            if others > 1 { ", and shard and bucket" } else { "" }
        ),
    )
    .at(place, format!("at most {MOST_QUERIES}"))
    .note("they are sent together and merged: each page pays for the beginning of every one")
    .help("list fewer values, or put the part behind the one that is ranged over, where a filter can look at it");
    cx.report(diagnostic);
}

pub(crate) fn not_in_index(cx: &mut Context<'_, '_, '_>, keys: &Keys<'_>, entity: &str, at: &Place) {
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
