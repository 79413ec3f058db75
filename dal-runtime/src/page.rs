//! Pages: what one `.await` of a query gives.

use crate::cursor::Cursor;
use crate::error::{Error, ItemError};

/// One page of a query: items in the order of the key, and the cursor of the next page.
///
/// An item that is not what the table's design says does not cost the others of its page. Iterating by value gives each
/// item or its error in its place; [`into_items`](Self::into_items) gives all items or all errors.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a page holds items, and says which items could not be read"]
pub struct Page<T> {
    pub(crate) rows: Vec<Result<T, ItemError>>,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) cut_short: bool,
    pub(crate) gone: u64,
    pub(crate) requests: u32,
    pub(crate) evaluated: u64,
    pub(crate) consumed: f64,
}

impl<T> Page<T> {
    pub(crate) const fn new() -> Self {
        Self {
            rows: Vec::new(),
            cursor: None,
            cut_short: false,
            gone: 0,
            requests: 0,
            evaluated: 0,
            consumed: 0.0,
        }
    }

    /// The same page of other items.
    pub(crate) fn map<U>(self, mut to: impl FnMut(T) -> U) -> Page<U> {
        Page {
            rows: self.rows.into_iter().map(|row| row.map(&mut to)).collect(),
            cursor: self.cursor,
            cut_short: self.cut_short,
            gone: self.gone,
            requests: self.requests,
            evaluated: self.evaluated,
            consumed: self.consumed,
        }
    }

    /// The items that were read, without those that [failed](Self::failures).
    pub fn items(&self) -> impl Iterator<Item = &T> {
        self.rows.iter().filter_map(|row| row.as_ref().ok())
    }

    /// The items that could not be read: each names the entity, the key and the attribute.
    pub fn failures(&self) -> impl Iterator<Item = &ItemError> {
        self.rows.iter().filter_map(|row| row.as_ref().err())
    }

    /// All items, or every failure if there is one.
    ///
    /// # Errors
    ///
    /// [`Error::Items`] with all failures of the page.
    pub fn into_items(self) -> Result<Vec<T>, Error> {
        if self.failures().next().is_some() {
            return Err(Error::Items(self.rows.into_iter().filter_map(Result::err).collect()));
        }
        Ok(self.rows.into_iter().filter_map(Result::ok).collect())
    }

    /// How many items the page holds, with those that failed.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the page holds no item. There can still be a [`cursor`](Self::cursor): DynamoDB evaluates before it hides.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The cursor of the next page; `None` when there is none.
    pub fn cursor(&self) -> Option<Cursor> {
        self.cursor.clone()
    }

    /// Whether the page holds fewer items than asked for although there are more keys to read: the requests that one
    /// `.await` may make were used up.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// How many entries of an index led to no item, because it is gone or has other keys since: they are left out of a page
    /// of a pattern that hydrates.
    pub fn gone(&self) -> u64 {
        self.gone
    }

    /// How many requests were made.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// How many items DynamoDB evaluated, hidden ones included.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// The read capacity units consumed, as DynamoDB says.
    pub fn consumed_capacity(&self) -> f64 {
        self.consumed
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = Result<T, ItemError>;
    type IntoIter = std::vec::IntoIter<Result<T, ItemError>>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}
