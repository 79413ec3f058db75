//! Collect: an item collection as a struct of its members.

use std::future::IntoFuture;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use super::query::RangedCollection;
use super::request::{Lane, Prepared, Request};
use super::tell::{Teller, Telling, Told};
use super::{Pending, Sent, fan};
use crate::codec::Codec;
use crate::condition::Condition;
use crate::entity::Entity;
use crate::error::{Error, ItemError, ItemProblem};
use crate::handle::Handle;
use crate::item::{Expected, RawItem};
use crate::row::Row;
use crate::schema::{EntitySchema, QueryPlan};

/// A struct of `T`, `Option<T>` and `Vec<T>` that one Query over several entities fills.
pub trait Collection: Send + Sized + 'static {
    /// The first entity of the pattern.
    type Entity: Entity;
    /// The entities of the pattern.
    const ENTITIES: &'static [&'static EntitySchema];
    /// What the pattern does.
    const PLAN: &'static QueryPlan;

    /// Takes the members.
    ///
    /// # Errors
    ///
    /// When one is missing, doubled, or does not decode.
    fn collect(members: &mut Members<'_>) -> Result<Self, ItemError>;
}

/// The items of a collection, told apart.
#[derive(Debug)]
pub struct Members<'a> {
    rows: Vec<(usize, Row<'a>)>,
    entities: &'static [&'static EntitySchema],
}

impl<'a> Members<'a> {
    fn take<E: Entity>(&self) -> impl Iterator<Item = Row<'a>> {
        let number = self.entities.iter().position(|entity| entity.name == E::SCHEMA.name);
        self.rows.iter().filter(move |(of, _)| Some(*of) == number).map(|(_, row)| *row)
    }

    /// The only item of an entity.
    ///
    /// # Errors
    ///
    /// When there is none, a second one, or it does not decode.
    pub fn one<E: Entity>(&mut self) -> Result<E, ItemError> {
        self.optional()?.ok_or_else(|| ItemError {
            entity: None,
            key: self.rows.first().map(|(_, row)| row.key_text()).unwrap_or_default(),
            attribute: None,
            problem: ItemProblem::MissingMember(E::SCHEMA.name),
        })
    }

    /// The only item of an entity, if there is one.
    ///
    /// # Errors
    ///
    /// When there is a second one, or it does not decode.
    pub fn optional<E: Entity>(&mut self) -> Result<Option<E>, ItemError> {
        let mut rows = self.take::<E>();
        let first = rows.next();
        if let Some(second) = rows.next() {
            let problem = ItemProblem::SecondMember(E::SCHEMA.name);
            return Err(ItemError {
                entity: Some(E::SCHEMA.name),
                key: second.key_text(),
                attribute: None,
                problem,
            });
        }
        first.map(Row::entity).transpose()
    }

    /// All items of an entity, in the order of their keys.
    ///
    /// # Errors
    ///
    /// When one does not decode.
    pub fn many<E: Entity>(&mut self) -> Result<Vec<E>, ItemError> {
        let mut before = Expected::default();
        self.take::<E>().map(|row| row.entity_after(&mut before)).collect()
    }
}

/// One Query, or one for each shard or listed value, that gives a whole item collection: awaits to the struct, or `None` when it holds no item.
///
/// It is **not** atomic: each item is as one write left it, and of items that one transaction writes meanwhile some may be as
/// before and some as after. For one point in time, see [`TransactionGet`](crate::TransactionGet).
///
/// A collection is whole or an error: one that does not fit the [allowed number](Self::requests) of requests (1 unless
/// changed; one request reads up to 1 MB) is [`Error::CutShort`].
#[must_use = "nothing is read until it is awaited"]
pub struct Collect<C> {
    request: Request,
    collection: PhantomData<fn() -> C>,
}

impl<C: Collection> Collect<C> {
    /// A query of the pattern.
    #[doc(hidden)]
    pub fn new(handle: &impl Handle) -> Self {
        Self {
            request: Request::new(handle, <C::Entity as Entity>::SCHEMA, C::PLAN),
            collection: PhantomData,
        }
    }

    /// Binds a parameter.
    #[doc(hidden)]
    pub fn bind<V>(mut self, number: u16, codec: Codec<V>, value: V) -> Self {
        self.request.bind(number, codec.part(&value));
        self
    }

    /// Reads only keys whose next part begins with this text; all of them where it is empty.
    #[doc(hidden)]
    pub fn begins_with(mut self, beginning: impl Into<String>) -> Self {
        self.request.begins_with(beginning.into());
        self
    }

    /// Reads only keys whose ranged part lies in `range`: inclusive, exclusive, half-open or unbounded.
    pub fn range(mut self, range: impl RangeBounds<C::Value>) -> Self
    where
        C: RangedCollection,
    {
        self.request.range(&C::CODEC, &range);
        self
    }

    /// Gives only items that meet the condition: DynamoDB's FilterExpression; several must all hold.
    ///
    /// A filter saves no capacity: what it leaves out was read and is paid for. It is for narrowing what a key condition has
    /// found already; what is looked for often belongs into a key. It may not name attributes of the key that is queried,
    /// and on an index only attributes that the index holds: else [`Error::Expression`] before anything is sent.
    ///
    /// It holds for members of the entity `F`; all others pass. The table needs a `type:` attribute for that, unless the
    /// collection is of one entity.
    pub fn filter<F: Entity>(mut self, condition: Condition<F>) -> Self {
        self.request.filter(condition, F::SCHEMA, C::ENTITIES.len() > 1);
        self
    }

    /// Lets one `.await` make up to so many requests.
    pub fn requests(mut self, requests: u32) -> Self {
        self.request.requests = requests.max(1);
        self
    }

    /// Reads consistently, if the pattern reads the table. Doubles the capacity consumed.
    pub fn consistent(mut self) -> Self {
        self.request.consistent = self.request.plan.index.is_none();
        self
    }

    /// Gives items whose TTL is over, too.
    pub fn include_expired(mut self) -> Self {
        self.request.expired = true;
        self
    }

    async fn run(self) -> Result<Option<C>, Error> {
        let prepared = self.request.prepare()?;
        let request = prepared.request();
        let reach = &request.reach;
        let lanes = prepared.lanes().iter().filter(|lane| !lane.is_nothing());
        let lanes: Vec<&Lane> = lanes.collect();
        let teller = Teller::new::<C>(request);
        let reads = lanes.iter().map(|lane| whole(&prepared, lane, &teller)).collect();
        let answers = fan::all(reads).await.into_iter().collect::<Result<Vec<_>, _>>()?;
        let sort = request.sort_attributes();
        let mut found = Vec::new();
        for (lane, answers) in lanes.iter().zip(&answers) {
            for (answer, items) in answers {
                // It was found to be text when its items were told apart.
                let text = std::str::from_utf8(answer.body()).unwrap_or_default();
                for item in items {
                    let raw = RawItem::trusted(text.get(item.start..item.end).unwrap_or_default());
                    let row = Row::new(raw, request.entity, &reach.tenant);
                    let Some(member) = teller.member(item, &row)? else { continue };
                    let order = match lanes.len() {
                        1 => Vec::new(),
                        _ => lane.order(&lane.behind(raw)?, &sort),
                    };
                    found.push((lane.turn, order, member, row));
                }
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        found.sort_by(|(turn, order, ..), (other_turn, other, ..)| {
            let order = fan::compare(order, other);
            turn.cmp(other_turn).then(if request.descending { order.reverse() } else { order })
        });
        let rows = found.into_iter().map(|(.., member, row)| (member, row)).collect();
        Ok(Some(C::collect(&mut Members { rows, entities: C::ENTITIES })?))
    }
}

/// All answers of one lane, with what is told of their items.
async fn whole(prepared: &Prepared, lane: &Lane, teller: &Teller) -> Result<Vec<(Sent, Vec<Told>)>, Error> {
    let request = prepared.request();
    let (mut answers, mut start, mut requests) = (Vec::new(), None, 0);
    loop {
        let answer = prepared.send(lane, start.as_ref(), request.page_size).await?;
        let mut telling = Telling { teller, told: Vec::new() };
        let count = |telling: &Telling<'_>| telling.told.len();
        let view = answer.view_items::<crate::wire::Query, _>(&request.reach, &mut telling, count)?;
        start = view.last_evaluated_key.map(|key| lane.behind(key)).transpose()?;
        answers.push((answer, telling.told));
        requests += 1;
        if start.is_none() {
            return Ok(answers);
        }
        if requests >= request.requests {
            return Err(Error::CutShort { pattern: request.plan.pattern, requests: request.requests });
        }
    }
}

impl<C: Collection> IntoFuture for Collect<C> {
    type Output = Result<Option<C>, Error>;
    type IntoFuture = Pending<Option<C>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<C> Clone for Collect<C> {
    fn clone(&self) -> Self {
        Self { request: self.request.clone(), collection: PhantomData }
    }
}

impl<C: Collection> std::fmt::Debug for Collect<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Collect").field("pattern", &C::PLAN.pattern).finish_non_exhaustive()
    }
}
