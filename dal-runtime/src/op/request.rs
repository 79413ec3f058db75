//! The request behind every query: what it binds, where it starts, and one call of it.

use std::ops::RangeBounds;

use dal_key::{
    AttributeType, Bound, Case, Cut, Format, KeyValue, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES, Order,
    Part, PartSource, Parts, Segment, SortCondition, Style, Template, last_with_beginning,
};

use super::{About, Sent, send, service};
use crate::body::{Body, Placeholders, key_value};
use crate::codec::Codec;
use crate::condition::{Condition, Expression, Piece, Problem, Shape, within_limits};
use crate::cursor::{Cursor, Envelope, fingerprint};
use crate::error::{CursorError, Error, ExpressionProblem};
use crate::handle::{Handle, Reach};
use crate::item::RawItem;
use crate::keys::within;
use crate::path::Steps;
use crate::schema::{EntitySchema, IndexProjection, IndexSchema, KeyAttribute, QueryPlan};
use crate::wire::{Items, Query, Scan, View};

/// How many items one BatchGetItem reads.
const MAX_BATCH: u32 = 100;

/// A query as its caller built it.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) reach: Reach,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) plan: &'static QueryPlan,
    params: Parts,
    range: Option<(Bound<'static>, Bound<'static>)>,
    /// The beginning of the part after those that are bound.
    beginning: String,
    pub(crate) descending: bool,
    pub(crate) consistent: bool,
    pub(crate) expired: bool,
    pub(crate) limit: Option<u32>,
    pub(crate) page_size: Option<u32>,
    pub(crate) requests: u32,
    /// The entities whose items a scan gives.
    pub(crate) scanned: &'static [&'static EntitySchema],
    /// How many segments a scan reads.
    pub(crate) segments: u8,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) filter: Option<Expression>,
}

/// A request with its keys built: ready to be sent, page after page.
#[derive(Debug)]
pub(crate) struct Prepared {
    request: Request,
    /// The queries that answer together: one, unless values are listed, or keys are sharded or cut into buckets.
    lanes: Vec<Lane>,
    fingerprint: u64,
}

/// One query of a request.
#[derive(Debug)]
pub(crate) struct Lane {
    /// The key condition: the partition key's attributes, then those of the sort key that it compares.
    conditions: Vec<(&'static str, SortCondition<KeyValue>)>,
    attributes: Vec<Attribute>,
    /// Which segment of how many a scan reads.
    segment: Option<(u8, u8)>,
    /// Lanes of a later turn are read when those before them are at their end.
    pub(crate) turn: usize,
}

/// Where a lane goes on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Position {
    /// At its beginning.
    Start,
    /// Behind the item of this key.
    Behind(Start),
    /// Nowhere: all of it was read.
    End,
}

/// The parts of one lane's keys that the parameters do not give.
#[derive(Clone, Debug, Default)]
struct Variation {
    parts: Vec<(u16, Part<'static>)>,
    turn: usize,
}

/// One attribute of a start key: its name, and the beginning of its value that the request fixes.
#[derive(Debug)]
struct Attribute {
    name: &'static str,
    fixed: Fixed,
}

/// What a request fixes of a key attribute.
#[derive(Debug)]
enum Fixed {
    /// The whole value.
    Whole(KeyValue),
    /// A beginning of its text.
    Beginning(String),
    /// Nothing of a value of this type.
    Nothing(AttributeType),
}

impl Attribute {
    /// The whole value, from what a cursor holds of it.
    fn join(&self, rest: &[u8]) -> Result<KeyValue, CursorError> {
        let value = match &self.fixed {
            Fixed::Whole(value) if rest.is_empty() => value.clone(),
            Fixed::Whole(_) => return Err(CursorError::OutOfBounds),
            Fixed::Beginning(beginning) => {
                let rest = std::str::from_utf8(rest).map_err(|_| CursorError::Malformed)?;
                KeyValue::S(format!("{beginning}{rest}"))
            }
            Fixed::Nothing(of) => KeyValue::from_bytes(*of, rest).ok_or(CursorError::Malformed)?,
        };
        if value.is_empty() || value.len() > MAX_PARTITION_KEY_BYTES {
            return Err(CursorError::OutOfBounds);
        }
        Ok(value)
    }

    /// What a cursor has to hold of a value.
    fn rest(&self, value: &KeyValue) -> Result<Vec<u8>, CursorError> {
        match &self.fixed {
            Fixed::Whole(whole) => value.is_same(whole).then(Vec::new),
            Fixed::Beginning(beginning) => {
                let rest = value.as_s().and_then(|text| text.strip_prefix(beginning.as_str()));
                rest.map(|rest| rest.as_bytes().to_vec())
            }
            Fixed::Nothing(of) => (value.attribute_type() == *of).then(|| value.as_bytes().to_vec()),
        }
        .ok_or(CursorError::OutOfBounds)
    }
}

/// The exclusive start key of a page: the value of each of [`Prepared::attributes`].
pub(crate) type Start = Vec<KeyValue>;

impl Request {
    pub(crate) fn new(handle: &impl Handle, entity: &'static EntitySchema, plan: &'static QueryPlan) -> Self {
        let mut params = Parts::new();
        for (number, part) in plan.fixed {
            params.set(*number, part.clone());
        }
        Self {
            reach: handle.reach(),
            entity,
            plan,
            params,
            range: None,
            beginning: String::new(),
            descending: plan.descending,
            consistent: plan.consistent,
            expired: false,
            limit: plan.limit,
            page_size: plan.page_size,
            requests: plan.requests.unwrap_or(1),
            scanned: &[],
            segments: 1,
            cursor: None,
            filter: None,
        }
    }

    pub(crate) fn bind(&mut self, number: u16, value: Part<'_>) {
        self.params.set(number, value.into_owned());
    }

    pub(crate) fn range<V>(&mut self, codec: &Codec<V>, range: &impl RangeBounds<V>) {
        let bound = |bound: std::ops::Bound<&V>| match bound {
            std::ops::Bound::Unbounded => Bound::Unbounded,
            std::ops::Bound::Included(value) => Bound::Included(codec.part(value).into_owned()),
            std::ops::Bound::Excluded(value) => Bound::Excluded(codec.part(value).into_owned()),
        };
        self.range = Some((bound(range.start_bound()), bound(range.end_bound())));
    }

    /// Asks for keys whose next part, a text, begins with this one.
    pub(crate) fn begins_with(&mut self, beginning: String) {
        self.beginning = beginning;
    }

    /// Adds a filter on items of `of`, one of several entities that the pattern reads where `mixed`; all must hold.
    pub(crate) fn filter<E>(&mut self, condition: Condition<E>, of: &'static EntitySchema, mixed: bool) {
        let mut filter = condition.into_expression();
        if mixed {
            // Items of the other entities pass.
            filter = match of.type_attribute {
                Some(name) => Expression::function(Ok(vec![
                    Piece::Path(Steps::root(name)),
                    Piece::Text(" <> "),
                    Piece::Value(key_value(&of.type_value().into())),
                ]))
                .join(Shape::Or, filter),
                None => Expression::function(Err(Problem::Expression(ExpressionProblem::NoTypeAttribute))),
            };
        }
        self.filter = Some(Expression::both(self.filter.take(), filter));
    }

    /// Refuses a filter that DynamoDB would refuse, or that would find nothing because the index lacks the attribute.
    fn check_filter(&self) -> Result<(), Error> {
        let Some(filter) = &self.filter else { return Ok(()) };
        filter.check().map_err(|problem| problem.into_error(self.entity.name))?;
        let index = self.index();
        let refuse = |problem| Problem::Expression(problem).into_error(self.entity.name);
        let is_key = |name: &str| match index {
            // A scan has no key condition.
            _ if self.plan.scan => false,
            Some(index) => index.keys().any(|key| key.name == name),
            None => self.entity.is_table_key(name),
        };
        let table_index = index.and_then(|index| {
            self.reach.core.schema.indexes.iter().find(|table_index| table_index.name == index.name)
        });
        for name in filter.attributes() {
            let attribute = || name.to_owned();
            if is_key(name) {
                return Err(refuse(ExpressionProblem::KeyInFilter { attribute: attribute() }));
            }
            let held = |names: &[&str]| names.contains(&name) || self.entity.is_table_key(name);
            let Some(index) = table_index else { continue };
            let held = match index.projection {
                IndexProjection::All => true,
                IndexProjection::Keys => held(&[]),
                IndexProjection::Include(names) => held(names),
            };
            if !held {
                let index = index.name;
                return Err(refuse(ExpressionProblem::NotProjected { attribute: attribute(), index }));
            }
        }
        Ok(())
    }

    pub(crate) fn index(&self) -> Option<&'static IndexSchema> {
        self.plan.index.and_then(|number| self.entity.indexes.get(usize::from(number)))
    }

    /// The attributes of the sort key by which it reads.
    pub(crate) fn sort_attributes(&self) -> Vec<&'static str> {
        let sort = match self.index() {
            Some(index) => index.sort,
            None => self.entity.sort.as_slice(),
        };
        sort.iter().map(|key| key.name).collect()
    }

    /// How many items a request may evaluate, where so many are missing.
    pub(crate) fn evaluate(&self, missing: Option<u32>) -> Option<u32> {
        // Without a filter, more than what is missing need not be read; with one, what passes is not known.
        let alone = (!self.plan.scan || self.plan.alone) && self.plan.skip.is_empty();
        let known = self.filter.is_none() && alone;
        let batch = self.plan.hydrate.then_some(MAX_BATCH);
        let missing = missing.filter(|_| known).map(|missing| missing.min(batch.unwrap_or(u32::MAX)));
        self.page_size.or(missing).or(batch)
    }

    fn about(&self) -> About {
        About {
            entity: self.entity,
            pattern: self.plan.pattern,
            index: self.index().map(|index| index.name),
            condition: Some(self.plan.condition),
        }
    }

    /// Builds the keys.
    pub(crate) fn prepare(self) -> Result<Prepared, Error> {
        self.check_filter()?;
        self.check_buckets()?;
        let lanes = if self.plan.scan {
            (0..self.segments).map(|segment| self.segment(segment)).collect()
        } else {
            self.variations()?.iter().map(|variation| self.lane(variation)).collect::<Result<Vec<_>, _>>()?
        };
        let filter = self.filter.as_ref().map(ToString::to_string);
        let segments = [self.segments];
        let fingerprint = {
            let direction = match (self.plan.scan, self.descending) {
                (true, _) => "scan",
                (false, true) => "descending",
                (false, false) => "ascending",
            };
            let names = [self.reach.core.table.as_str(), self.plan.pattern, direction].map(str::as_bytes);
            let values = lanes.iter().flat_map(|lane| &lane.conditions).flat_map(|(_, condition)| {
                std::iter::once(operator(condition).as_bytes())
                    .chain(condition.values().map(KeyValue::as_bytes))
            });
            let segments = self.plan.scan.then_some(segments.as_slice());
            let texts = names.into_iter().chain(values).chain(filter.as_deref().map(str::as_bytes));
            fingerprint(texts.chain(segments))
        };
        Ok(Prepared { lanes, fingerprint, request: self })
    }

    /// Refuses a range over the time that buckets are made of, where it goes beyond those that are read: what lies there would
    /// be missing, and nothing would say so.
    fn check_buckets(&self) -> Result<(), Error> {
        let (Some(buckets), Some((low, high))) = (&self.plan.buckets, &self.range) else { return Ok(()) };
        let sort = self.index().map_or(self.entity.sort.as_slice(), |index| index.sort);
        let segments = sort.iter().flat_map(|key| key.template.segments());
        let ranged = segments.skip(usize::from(self.plan.bound)).find_map(|segment| match segment {
            Segment::Part { number, .. } => Some(*number),
            _ => None,
        });
        let Some(from) = self.params.get(buckets.field).filter(|_| ranged == Some(buckets.field)) else {
            return Ok(());
        };
        let away = i64::from(buckets.count);
        let (first, behind) = if self.descending { (1 - away, 1) } else { (0, away) };
        let begin = |away| buckets.cut.begin(&buckets.cut.neighbour(from, away)?);
        let seconds = |part: &Part<'_>| match part {
            Part::Time { seconds, nanos } => Some((*seconds, *nanos)),
            Part::Date(_) => Some((Cut::Date.begin(part)?, 0)),
            _ => None,
        };
        let low = match low {
            Bound::Unbounded => None,
            Bound::Included(part) | Bound::Excluded(part) => seconds(part),
        };
        let (high, included) = match high {
            Bound::Unbounded => (None, false),
            Bound::Included(part) => (seconds(part), true),
            Bound::Excluded(part) => (seconds(part), false),
        };
        let is_before = low.zip(begin(first)).is_some_and(|(low, first)| low < (first, 0));
        let is_behind = high
            .zip(begin(behind))
            .is_some_and(|(high, behind)| if included { high >= (behind, 0) } else { high > (behind, 0) });
        if is_before || is_behind {
            return Err(Error::RangeTooWide { pattern: self.plan.pattern, buckets: buckets.count });
        }
        Ok(())
    }

    /// A segment of a scan: nothing of its keys is fixed.
    fn segment(&self, segment: u8) -> Lane {
        let mut attributes: Vec<Attribute> = Vec::with_capacity(4);
        let index = self.index().into_iter().flat_map(|index| index.keys());
        for key in index.chain(self.entity.table_keys()) {
            if !attributes.iter().any(|known| known.name == key.name) {
                let fixed = Fixed::Nothing(key.template.attribute_type());
                attributes.push(Attribute { name: key.name, fixed });
            }
        }
        let segment = (self.segments > 1).then_some((segment, self.segments));
        Lane { conditions: Vec::new(), attributes, segment, turn: 0 }
    }

    /// What tells the request's queries apart: each combination of listed values and shards.
    fn variations(&self) -> Result<Vec<Variation>, Error> {
        let mut all = vec![Variation::default()];
        let mut times = |number: u16, values: &mut dyn Iterator<Item = Part<'static>>| {
            let values: Vec<_> = values.collect();
            all = all
                .iter()
                .flat_map(|variation| {
                    values.iter().map(|value| {
                        let mut next = variation.clone();
                        next.parts.push((number, value.clone()));
                        next
                    })
                })
                .collect();
        };
        for (number, values) in self.plan.lists {
            times(*number, &mut values.iter().cloned());
        }
        if let Some(shards) = &self.plan.shards {
            let numbers = shards.from..shards.from.saturating_add(shards.count);
            times(shards.field, &mut numbers.map(|shard| Part::Int(shard.into())));
        }
        if let Some(buckets) = &self.plan.buckets
            && let Some(from) = self.params.get(buckets.field)
        {
            let direction = if self.descending { -1 } else { 1 };
            let turns = (0..i64::from(buckets.count))
                .zip(0_usize..)
                .filter_map(|(away, turn)| Some((turn, buckets.cut.neighbour(from, direction * away)?)));
            all = turns
                .flat_map(|(turn, part)| {
                    all.iter().map(move |variation| {
                        let mut parts = variation.parts.clone();
                        parts.push((buckets.field, part.clone()));
                        Variation { parts, turn }
                    })
                })
                .collect();
        }
        Ok(all)
    }

    fn lane(&self, variation: &Variation) -> Result<Lane, Error> {
        let source = Source { tenant: &self.reach.tenant, params: &self.params, variation: &variation.parts };
        let entity = self.entity;
        let index = self.index();
        let (partition, sort) = match index {
            Some(index) => (index.partition, index.sort),
            None => (std::slice::from_ref(&entity.partition), entity.sort.as_slice()),
        };
        let mut conditions = Vec::with_capacity(2);
        let mut attributes: Vec<Attribute> = Vec::with_capacity(4);
        for key in partition {
            let value = self.template(key).value(&source);
            let value = value
                .and_then(|value| within(&value, MAX_PARTITION_KEY_BYTES).map(|()| value))
                .map_err(|error| Error::key(entity, key.name, error))?;
            conditions.push((key.name, SortCondition::Equal(value.clone())));
            attributes.push(Attribute { name: key.name, fixed: Fixed::Whole(value) });
        }
        self.sort_conditions(sort, &source, &mut conditions, &mut attributes)?;
        let bound = sort.iter().flat_map(|key| key.template.segments()).take(usize::from(self.plan.bound));
        let queried = partition.iter().flat_map(|key| key.template.segments()).chain(bound);
        let queried: Vec<(u16, Format)> = queried
            .filter_map(|segment| match segment {
                Segment::Part { number, format, .. } => Some((*number, *format)),
                _ => None,
            })
            .collect();
        for key in index.into_iter().flat_map(|index| index.keys()).chain(entity.table_keys()) {
            if !attributes.iter().any(|known| known.name == key.name) {
                // The keys of the other entities need not begin like those of the first.
                let fixed = if self.plan.mixed {
                    Fixed::Nothing(key.template.attribute_type())
                } else {
                    known(key, &source, &queried)
                };
                attributes.push(Attribute { name: key.name, fixed });
            }
        }
        Ok(Lane { conditions, attributes, segment: None, turn: variation.turn })
    }

    /// The template by which an attribute is looked up: an index's keys hold a value finer than its kind floored, and what
    /// is looked up in them is floored alike.
    fn template(&self, key: &KeyAttribute) -> Template<'static> {
        if self.plan.index.is_some() { key.template.floored() } else { key.template }
    }

    /// The same condition without its end in the pattern's own direction, where its caller gives none: what lies behind is
    /// read too. Reading it in reverse does not change what it is.
    fn run_on(
        &self,
        template: Template<'_>,
        bound: usize,
        condition: SortCondition<KeyValue>,
    ) -> SortCondition<KeyValue> {
        let is_open = |bound: &Bound<'_>| matches!(bound, Bound::Unbounded);
        let (mut low, mut high) = self.range.as_ref().map_or((true, true), |(l, h)| (is_open(l), is_open(h)));
        let part = template.segments().iter().skip(bound).find_map(|segment| match segment {
            Segment::Part { format, .. } => Some(format.order),
            _ => None,
        });
        if part == Some(Order::Desc) {
            std::mem::swap(&mut low, &mut high);
        }
        match condition {
            SortCondition::Between(from, _) if high && !self.plan.descending => SortCondition::From(from),
            SortCondition::BeginsWith(from) if !self.plan.descending => SortCondition::From(from),
            SortCondition::Between(_, to) if low && self.plan.descending => SortCondition::UpTo(to),
            SortCondition::BeginsWith(KeyValue::S(to)) => {
                SortCondition::UpTo(KeyValue::S(last_with_beginning(to)))
            }
            condition => condition,
        }
    }

    /// The same over an attribute that holds values as they are: from the value itself on, or up to it, as what lies behind
    /// it need not be of its kind. With both ends it is a range over values of that kind.
    fn run_on_values(
        &self,
        template: Template<'_>,
        condition: SortCondition<KeyValue>,
    ) -> Result<SortCondition<KeyValue>, dal_key::KeyError> {
        let number = template.segments().iter().find_map(|segment| match segment {
            Segment::Part { number, .. } => Some(*number),
            _ => None,
        });
        let value = |part: &Part<'static>| {
            let mut parts = Parts::new();
            parts.set(number.unwrap_or_default(), part.clone());
            template.value(&parts)
        };
        Ok(match &self.range {
            Some((Bound::Included(low), Bound::Unbounded)) => SortCondition::From(value(low)?),
            Some((Bound::Excluded(low), Bound::Unbounded)) => SortCondition::Above(value(low)?),
            Some((Bound::Unbounded, Bound::Included(high))) => SortCondition::UpTo(value(high)?),
            Some((Bound::Unbounded, Bound::Excluded(high))) => SortCondition::Below(value(high)?),
            _ => condition,
        })
    }

    /// The conditions on the attributes of the sort key: those that are bound whole are equal, and the next one has the
    /// one other condition that DynamoDB allows.
    fn sort_conditions(
        &self,
        keys: &'static [KeyAttribute],
        source: &Source<'_>,
        conditions: &mut Vec<(&'static str, SortCondition<KeyValue>)>,
        attributes: &mut Vec<Attribute>,
    ) -> Result<(), Error> {
        let mut bound = usize::from(self.plan.bound);
        for key in keys {
            let template = self.template(key);
            let rest = bound.checked_sub(template.segments().len() + 1);
            let refuse = |error| Error::key(self.entity, key.name, error);
            let condition = match (rest, &self.range) {
                (Some(_), _) => template.value(source).map(SortCondition::Equal),
                (None, Some((low, high))) => template.value_range(bound, source, low.clone(), high.clone()),
                (None, None) if !self.beginning.is_empty() => {
                    template.value_begins_with(bound, source, &self.beginning)
                }
                (None, None) if self.plan.beginning && !template.is_native() => {
                    let condition = template.condition_following(bound, source, self.plan.prefix);
                    condition.map(|condition| condition.map(KeyValue::S))
                }
                (None, None) => template.value_condition(bound, source),
            }
            .map_err(refuse)?;
            let condition = match rest {
                None if self.plan.runs_on && template.is_native() => {
                    self.run_on_values(template, condition).map_err(refuse)?
                }
                None if self.plan.runs_on => self.run_on(template, bound, condition),
                _ => condition,
            };
            for value in condition.values() {
                within(value, MAX_SORT_KEY_BYTES).map_err(refuse)?;
            }
            let fixed = match &condition {
                SortCondition::Equal(value) => Fixed::Whole(value.clone()),
                _ if template.is_native() || (rest.is_none() && self.plan.runs_on) => {
                    Fixed::Nothing(template.attribute_type())
                }
                _ => {
                    let mut beginning = String::new();
                    template.write_prefix(bound, source, &mut beginning).map_err(refuse)?;
                    Fixed::Beginning(beginning + self.plan.prefix)
                }
            };
            attributes.push(Attribute { name: key.name, fixed });
            if condition != SortCondition::All {
                conditions.push((key.name, condition));
            }
            match rest {
                Some(rest) => bound = rest,
                None => break,
            }
        }
        Ok(())
    }
}

/// What a condition compares by: part of what a cursor belongs to.
fn operator(condition: &SortCondition<KeyValue>) -> &'static str {
    match condition {
        SortCondition::Equal(_) => "=",
        SortCondition::BeginsWith(_) => "begins_with",
        SortCondition::Between(..) => "between",
        SortCondition::Below(_) => "<",
        SortCondition::UpTo(_) => "<=",
        SortCondition::Above(_) => ">",
        SortCondition::From(_) => ">=",
        SortCondition::Nothing => "nothing",
        _ => "",
    }
}

/// What the request fixes of a key attribute that it does not query: the segments up to the first part that it does not know.
///
/// A part that the query folds or cuts is not known by its parameter, unless it is folded alike.
fn known(key: &KeyAttribute, source: &dyn PartSource, queried: &[(u16, Format)]) -> Fixed {
    let is_exact = |format: &Format| format.case == Case::Keep && !matches!(format.style, Style::Cut(_));
    let unknown = |segment: &Segment<'_>| match segment {
        Segment::Part { number, format, .. } => {
            let mut asked = queried.iter().filter(|(own, _)| own == number).peekable();
            let loose = asked.peek().is_some() && !asked.any(|(_, of)| is_exact(of) || of == format);
            loose || source.part(*number).is_none()
        }
        _ => false,
    };
    let template = key.template;
    let segments = template.segments();
    let count = segments.iter().position(unknown).unwrap_or(segments.len());
    // A parameter that makes no key of the table can still be one of the index: nothing is fixed then.
    let fixed = if count == segments.len() {
        template.value(source).map(Fixed::Whole)
    } else {
        let mut beginning = String::new();
        template.write_prefix(count, source, &mut beginning).map(|()| Fixed::Beginning(beginning))
    };
    match fixed {
        Ok(fixed) if count == segments.len() || !template.is_native() => fixed,
        _ if template.is_native() => Fixed::Nothing(template.attribute_type()),
        _ => Fixed::Beginning(String::new()),
    }
}

struct Source<'a> {
    tenant: &'a [Part<'static>],
    params: &'a Parts,
    variation: &'a [(u16, Part<'static>)],
}

impl PartSource for Source<'_> {
    fn part(&self, number: u16) -> Option<Part<'_>> {
        let variation =
            || self.variation.iter().find(|(own, _)| *own == number).map(|(_, part)| part.clone());
        let tenant = self.tenant.get(usize::from(number)).cloned();
        tenant.or_else(variation).or_else(|| self.params.get(number).cloned())
    }
}

impl Prepared {
    pub(crate) fn request(&self) -> &Request {
        &self.request
    }

    /// The queries that answer together.
    pub(crate) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The only query, if there is one.
    pub(crate) fn only(&self) -> Option<&Lane> {
        match self.lanes.as_slice() {
            [lane] => Some(lane),
            _ => None,
        }
    }

    /// Where the request's cursor says that each lane goes on.
    pub(crate) fn positions(&self) -> Result<Vec<Position>, CursorError> {
        let start = |lane: &Lane| if lane.is_nothing() { Position::End } else { Position::Start };
        let Some(cursor) = &self.request.cursor else { return Ok(self.lanes.iter().map(start).collect()) };
        let envelope = Envelope::open(cursor)?;
        if envelope.fingerprint != self.fingerprint {
            return Err(CursorError::Foreign);
        }
        if envelope.positions.len() != self.lanes.len() {
            return Err(CursorError::Malformed);
        }
        let several = self.lanes.len() > 1;
        let position = |(lane, rests): (&Lane, &Vec<Vec<u8>>)| match rests.len() {
            0 if several => Ok(start(lane)),
            count if several && count == lane.attributes.len() + 1 => Ok(Position::End),
            _ => lane.behind_rests(rests).map(Position::Behind),
        };
        self.lanes.iter().zip(&envelope.positions).map(position).collect()
    }

    /// The cursor of these positions, one for each lane; `None` where all are at their end.
    pub(crate) fn cursor<'a>(
        &self,
        positions: impl Iterator<Item = &'a Position>,
    ) -> Result<Option<Cursor>, Error> {
        let mut more = false;
        let rests = self.lanes.iter().zip(positions).map(|(lane, position)| match position {
            Position::Start => {
                more = true;
                Ok(Vec::new())
            }
            Position::Behind(start) => {
                more = true;
                let rests = lane.attributes.iter().zip(start);
                rests.map(|(attribute, value)| attribute.rest(value)).collect()
            }
            // One more than any key has.
            Position::End => Ok(vec![Vec::new(); lane.attributes.len() + 1]),
        });
        let positions = rests.collect::<Result<Vec<_>, CursorError>>()?;
        if !more {
            return Ok(None);
        }
        Ok(Envelope { fingerprint: self.fingerprint, positions }.seal())
    }

    /// Sends one request of a lane.
    pub(crate) async fn send(
        &self,
        lane: &Lane,
        start: Option<&Start>,
        limit: Option<u32>,
    ) -> Result<Sent, Error> {
        let request = &self.request;
        let mut placeholders = Placeholders::default();
        let mut expression = String::with_capacity(48);
        for (attribute, condition) in &lane.conditions {
            if *condition == SortCondition::All {
                continue;
            }
            let name = placeholders.name(*attribute);
            let mut values = condition.values().map(|value| placeholders.key(value));
            let (first, second) = (values.next().unwrap_or_default(), values.next());
            expression.push_str(if expression.is_empty() { "" } else { " AND " });
            match (condition, second) {
                (SortCondition::BeginsWith(_), _) => {
                    expression.extend(["begins_with(", &name, ", ", &first, ")"]);
                }
                (_, Some(second)) => expression.extend([&name, " BETWEEN ", &first, " AND ", &second]),
                (condition, None) => expression.extend([&name, " ", operator(condition), " ", &first]),
            }
        }
        let mut body = Body::new();
        if !expression.is_empty() {
            body.text("KeyConditionExpression", &expression);
        }
        if let Some((segment, segments)) = lane.segment {
            body.number("Segment", segment.into()).number("TotalSegments", segments.into());
        }
        if !request.plan.select.is_empty() {
            let names = lane.attributes.iter().map(|attribute| attribute.name);
            let names = names.chain(request.plan.select.iter().copied()).chain(request.entity.ttl);
            let mut seen: Vec<&str> = Vec::new();
            for name in names {
                if !seen.contains(&name) {
                    seen.push(name);
                }
            }
            let names: Vec<String> = seen.into_iter().map(|name| placeholders.name(name)).collect();
            body.text("ProjectionExpression", &names.join(", "));
        }
        if let Some(filter) = &request.filter {
            let text = filter.render(&mut placeholders);
            within_limits(&text, filter.operators())
                .map_err(|problem| problem.into_error(request.entity.name))?;
            body.text("FilterExpression", &text);
        }
        placeholders.write(&mut body);
        let about = request.about();
        if let Some(index) = about.index {
            body.text("IndexName", index);
        }
        if request.descending {
            body.json("ScanIndexForward", b"false");
        }
        body.flag("ConsistentRead", request.consistent);
        if let Some(limit) = limit {
            body.number("Limit", limit);
        }
        if let Some(start) = start {
            let names = lane.attributes.iter().map(|attribute| attribute.name);
            body.key_attributes("ExclusiveStartKey", names.zip(start));
        }
        let (reach, body) = (&request.reach, body.finish());
        if request.plan.scan {
            send::<Scan>(reach, about, body).await.map_err(|error| service::<Scan>(reach, error))
        } else {
            send::<Query>(reach, about, body).await.map_err(|error| service::<Query>(reach, error))
        }
    }

    /// What an answer holds.
    pub(crate) fn view<'a>(&self, sent: &'a Sent) -> Result<View<'a>, Error> {
        let reach = &self.request.reach;
        if self.request.plan.scan { sent.view::<Scan>(reach) } else { sent.view::<Query>(reach) }
    }

    /// The same, with the items taken as they are come upon.
    pub(crate) fn view_items<'a, I: Items<'a>>(
        &self,
        sent: &'a Sent,
        items: &mut I,
        count: impl FnOnce(&I) -> usize,
    ) -> Result<View<'a>, Error> {
        let reach = &self.request.reach;
        if self.request.plan.scan {
            sent.view_items::<Scan, _>(reach, items, count)
        } else {
            sent.view_items::<Query, _>(reach, items, count)
        }
    }
}

impl Lane {
    /// Whether nothing can answer: a range without values.
    pub(crate) fn is_nothing(&self) -> bool {
        self.conditions.iter().any(|(_, condition)| *condition == SortCondition::Nothing)
    }

    /// The start key that a cursor holds the rests of; refused outside of the query's own bounds.
    fn behind_rests(&self, rests: &[Vec<u8>]) -> Result<Start, CursorError> {
        if rests.len() != self.attributes.len() {
            return Err(CursorError::Malformed);
        }
        let joined = self.attributes.iter().zip(rests).map(|(attribute, rest)| attribute.join(rest));
        let start = joined.collect::<Result<Start, _>>()?;
        let outside = self.attributes.iter().zip(&start).any(|(attribute, value)| {
            let conditions = self.conditions.iter().filter(|(name, _)| *name == attribute.name);
            conditions.into_iter().any(|(_, condition)| !condition.admits(value))
        });
        if outside { Err(CursorError::OutOfBounds) } else { Ok(start) }
    }

    /// The start key behind an item: the values of its key attributes.
    pub(crate) fn behind(&self, item: RawItem<'_>) -> Result<Start, Error> {
        let value = |attribute: &Attribute| match item.key_value(attribute.name) {
            Ok(Some(value)) => Ok(value),
            _ => Err(CursorError::Malformed.into()),
        };
        self.attributes.iter().map(value).collect()
    }

    /// What lanes are merged by: of each sort key attribute, what the lane does not fix.
    pub(crate) fn order(&self, behind: &Start, sort: &[&str]) -> Vec<KeyValue> {
        let value = |name: &&str| {
            let place = self.attributes.iter().position(|attribute| attribute.name == *name)?;
            let (attribute, value) = (self.attributes.get(place)?, behind.get(place)?);
            match &attribute.fixed {
                Fixed::Whole(_) => None,
                Fixed::Beginning(beginning) => {
                    let text = value.as_s()?;
                    Some(KeyValue::S(text.strip_prefix(beginning.as_str()).unwrap_or(text).to_owned()))
                }
                Fixed::Nothing(_) => Some(value.clone()),
            }
        };
        sort.iter().filter_map(value).collect()
    }
}

/// What every reading of a pattern can be told.
macro_rules! reading_options {
    () => {
        /// Lets DynamoDB evaluate at most so many items a request (its `Limit`). At least 1; a page ends at 1 MB anyway.
        pub fn page_size(mut self, items: u32) -> Self {
            self.request.page_size = Some(items.max(1));
            self
        }

        /// Reads consistently. Doubles the capacity consumed.
        pub fn consistent(mut self) -> Self
        where
            P: $crate::op::query::OnTable,
        {
            self.request.consistent = true;
            self
        }

        /// Gives items whose TTL is over, too: DynamoDB deletes them only within days.
        pub fn include_expired(mut self) -> Self {
            self.request.expired = true;
            self
        }
    };
}
pub(crate) use reading_options;
