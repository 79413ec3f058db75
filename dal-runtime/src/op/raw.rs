//! Raw: pages whose items stay in the text that DynamoDB answered.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::sync::Arc;

use dal_key::Part;
use serde::Deserialize;

use super::query::{QueryPattern, Reader, fill, page};
use super::request::Request;
use super::{Pending, Sent, fan};
use crate::cursor::Cursor;
use crate::entity::Entity;
use crate::error::{Error, ItemError};
use crate::item::RawItem;
use crate::item::json::Scanner;
use crate::page::Page;
use crate::row::{Here, Known, ReadItem, Row};
use crate::wire::Answer;

/// One Query of a pattern whose items are not read yet: awaits to one [`RawPage`]. Made by [`Query::raw`](crate::Query::raw).
#[must_use = "nothing is read until it is awaited"]
pub struct RawQuery<P> {
    pub(super) request: Request,
    pub(super) pattern: PhantomData<fn() -> P>,
}

/// A page whose items stay in the text that DynamoDB answered, and are read into any type that borrows from it.
///
/// Reading an item into an entity copies each of its strings. Where a program only looks at the items, a struct of its own
/// with `&str` or `Cow<str>` fields takes nothing but the place where each text stands: no allocation an item, and two to
/// three times as fast.
///
/// ```
/// # use std::borrow::Cow;
/// # use dal_runtime::{Error, Query, QueryPattern};
/// #[derive(serde::Deserialize)]
/// struct Line<'a> {
///     #[serde(borrow)]
///     title: Cow<'a, str>, // borrowed, unless JSON had to escape something in it
///     status: &'a str,     // an error where JSON had to
///     quantity: u32,
/// }
///
/// # async fn run<P: QueryPattern>(orders: Query<P>) -> Result<(), Error> {
/// let page = orders.limit(100).raw().await?;
/// for line in page.items::<Line>() {
///     let Line { title, status, quantity } = line?;
///     println!("{quantity} {title}: {status}");
/// }
/// # Ok(())
/// # }
/// ```
///
/// It is the page that the pattern would give: the same query, scope, limits and cursor, without items whose TTL is over. Each
/// item was checked as the pattern's own type checks it: one of another entity, or that names another tenant than the
/// scope's, is not given but an error in its place. The type sees the attributes that the item has there, by their names in
/// the table, without key columns, the type attribute and dal's own: of an index, those that it holds. Values that live in
/// keys only (`key_only`) are there too, and are not borrowed.
#[must_use = "a page holds items, and says which items could not be read"]
pub struct RawPage<P> {
    page: Page<Place>,
    answers: Vec<Text>,
    tenant: Arc<[Part<'static>]>,
    pattern: PhantomData<fn() -> P>,
}

/// Where an item stands: in which text, from where to where.
#[derive(Clone, Copy, Debug)]
struct Place {
    text: usize,
    start: usize,
    end: usize,
}

/// What items are read from.
enum Text {
    Answer(Answer),
    /// Items of several answers, in their order.
    Merged(Vec<u8>),
}

impl Text {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Answer(answer) => answer.body(),
            Self::Merged(text) => text,
        }
    }
}

/// Items stay where they are.
struct InPlace<P> {
    answers: Vec<Text>,
    known: Known,
    pattern: PhantomData<fn() -> P>,
}

impl<P> InPlace<P> {
    fn new() -> Self {
        Self { answers: Vec::new(), known: Known::default(), pattern: PhantomData }
    }
}

impl<P: QueryPattern> Reader for InPlace<P> {
    type Row = Place;

    fn here(
        &mut self,
        scan: &mut Scanner<'_>,
        tenant: &[Part<'static>],
        ttl: Option<(&'static str, i64)>,
    ) -> Option<Place> {
        let start = scan.pos();
        let is_plain = P::Item::check_here(Here::new(scan, tenant, ttl), &self.known);
        is_plain.then(|| Place { text: self.answers.len(), start, end: scan.pos() })
    }

    fn read(&mut self, row: Row<'_>, body: &[u8]) -> Result<Place, ItemError> {
        P::Item::check(row, &mut self.known)?;
        let json = row.raw().json();
        // The item is a slice of the body: how far apart they begin is its place, which is looked up again, not trusted.
        let start = json.as_ptr().addr().wrapping_sub(body.as_ptr().addr());
        Ok(Place { text: self.answers.len(), start, end: start.saturating_add(json.len()) })
    }

    fn keep(&mut self, answer: Sent) {
        self.answers.push(Text::Answer(answer.into_answer()));
    }
}

/// The text of an item that the pattern gives.
struct Copied<I> {
    json: Vec<u8>,
    item: PhantomData<fn() -> I>,
}

impl<'a, I: ReadItem<'a>> ReadItem<'a> for Copied<I> {
    fn read(row: Row<'a>) -> Result<Self, ItemError> {
        I::check(row, &mut Known::default())?;
        Ok(Self { json: row.raw().json().as_bytes().to_vec(), item: PhantomData })
    }
}

impl<P: QueryPattern> RawQuery<P> {
    async fn run(self) -> Result<RawPage<P>, Error> {
        let tenant = self.request.reach.tenant.clone();
        if self.request.plan.hydrate {
            let copied = page::<Copied<P::Item>>(self.request, P::TTL).await?;
            return Ok(RawPage::merged(copied, tenant));
        }
        let prepared = self.request.prepare()?;
        let mut positions = prepared.positions()?;
        let wanted = prepared.request().limit != Some(0);
        match (prepared.only(), positions.pop()) {
            (Some(lane), Some(position)) if positions.is_empty() => {
                let mut reader = InPlace::<P>::new();
                let mut page = Page::new();
                if wanted {
                    fill(&prepared, lane, position, P::TTL, &mut reader, &mut page).await?;
                }
                Ok(RawPage { page, answers: reader.answers, tenant, pattern: PhantomData })
            }
            (_, last) => {
                positions.extend(last);
                let mut copied = Page::<Copied<P::Item>>::new();
                if wanted {
                    fan::fill(&prepared, positions, P::TTL, &mut copied).await?;
                }
                Ok(RawPage::merged(copied, tenant))
            }
        }
    }
}

impl<P: QueryPattern> IntoFuture for RawQuery<P> {
    type Output = Result<RawPage<P>, Error>;
    type IntoFuture = Pending<RawPage<P>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<P: QueryPattern> RawPage<P> {
    /// A page of items that are merged of many answers: copied into one text.
    fn merged(copied: Page<Copied<P::Item>>, tenant: Arc<[Part<'static>]>) -> Self {
        let mut text = Vec::new();
        let page = copied.map(|copied| {
            let start = text.len();
            text.extend_from_slice(&copied.json);
            Place { text: 0, start, end: text.len() }
        });
        Self { page, answers: vec![Text::Merged(text)], tenant, pattern: PhantomData }
    }

    /// Each item as a `T` that may borrow from the page, or why it could not be read, in the order of the key.
    ///
    /// `&str` fields take only strings in which JSON escapes nothing (quotes, backslashes, control characters, or whatever the
    /// server chose to escape), and are an error on others: `Cow<str>` with `#[serde(borrow)]` takes all.
    ///
    /// # Errors
    ///
    /// Of an item: that it is another entity or another tenant's, or that it does not decode as a `T`. The error names the
    /// key and the attribute.
    pub fn items<'a, T: Deserialize<'a>>(&'a self) -> impl Iterator<Item = Result<T, ItemError>> {
        let schema = <P::Entity as Entity>::SCHEMA;
        let texts: Vec<&'a str> =
            self.answers.iter().map(|text| std::str::from_utf8(text.bytes()).unwrap_or_default()).collect();
        // One scanner for each text: it learns from an item how the next is written.
        let mut scans: Vec<Scanner<'a>> = texts.iter().map(|text| Scanner::new(text)).collect();
        self.page.rows.iter().map(move |row| {
            let place = row.as_ref().map_err(Clone::clone)?;
            let text = texts.get(place.text).and_then(|text| text.get(place.start..place.end));
            let raw = RawItem::trusted(text.unwrap_or_default());
            let mut none = Scanner::new("");
            let scan = scans.get_mut(place.text).unwrap_or(&mut none);
            scan.go_to(place.start);
            let item = Row::new(raw, schema, &self.tenant).read_as::<P::Entity, T>(scan);
            scan.learn();
            item
        })
    }

    /// How many items the page holds, with those that failed.
    pub fn len(&self) -> usize {
        self.page.len()
    }

    /// Whether the page holds no item. There can still be a [`cursor`](Self::cursor): DynamoDB evaluates before it hides.
    pub fn is_empty(&self) -> bool {
        self.page.is_empty()
    }

    /// The cursor of the next page; `None` when there is none. It is the same as that of a page of read items.
    pub fn cursor(&self) -> Option<Cursor> {
        self.page.cursor()
    }

    /// Whether the page holds fewer items than asked for, as [`Page::is_cut_short`] says.
    pub fn is_cut_short(&self) -> bool {
        self.page.is_cut_short()
    }

    /// How many entries of an index led to no item, as [`Page::gone`] says.
    pub fn gone(&self) -> u64 {
        self.page.gone()
    }

    /// How many requests were made.
    pub fn requests(&self) -> u32 {
        self.page.requests()
    }

    /// How many items DynamoDB evaluated, hidden ones included.
    pub fn evaluated(&self) -> u64 {
        self.page.evaluated()
    }

    /// The read capacity units consumed, as DynamoDB says.
    pub fn consumed_capacity(&self) -> f64 {
        self.page.consumed_capacity()
    }
}

impl<P: QueryPattern> fmt::Debug for RawQuery<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawQuery").field("pattern", &P::PLAN.pattern).finish_non_exhaustive()
    }
}

impl<P: QueryPattern> fmt::Debug for RawPage<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("RawPage");
        shown.field("pattern", &P::PLAN.pattern).field("items", &self.page.len()).finish_non_exhaustive()
    }
}
