//! What DynamoDB answered.

use std::borrow::Cow;

use aws_smithy_types::body::SdkBody;

use super::codec::Captured;
use crate::item::json::Scanner;
use crate::item::{DecodeError, RawItem};

/// A successful answer.
#[derive(Debug)]
pub struct Answer {
    body: SdkBody,
    attempts: u32,
    request_id: Option<String>,
}

impl Answer {
    pub(super) fn new(captured: Captured, attempts: u32) -> Self {
        Answer { body: captured.body, attempts, request_id: captured.request_id }
    }

    /// The body as it came.
    pub fn body(&self) -> &[u8] {
        self.body.bytes().unwrap_or_default()
    }

    /// How many attempts it took. After more than one, an earlier one may have been carried out too.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// DynamoDB's id of the last attempt.
    pub fn request_id(&self) -> Option<&str> {
        self.request_id.as_deref()
    }

    /// The parts of the body.
    ///
    /// # Errors
    ///
    /// A body that is no JSON object, is cut off, or has members of the wrong shape.
    pub fn view(&self) -> Result<View<'_>, DecodeError> {
        View::parse(self.body())
    }

    /// The parts of the body but its `Items`, and its `Item` where that is wanted, which are read by other means.
    pub(crate) fn view_items<'a>(&'a self, items: &mut dyn Items<'a>) -> Result<View<'a>, DecodeError> {
        View::parse_items(self.body(), items)
    }
}

/// The parts of an answer's body, of any operation. They borrow from the body.
///
/// Members may come in any order; those that are `null` are absent, unknown ones are skipped, and of several with one
/// name the last counts.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct View<'a> {
    /// `Item` of GetItem.
    pub item: Option<RawItem<'a>>,
    /// `Attributes` of PutItem, UpdateItem and DeleteItem.
    pub attributes: Option<RawItem<'a>>,
    /// `Items` of Query and Scan.
    pub items: Vec<RawItem<'a>>,
    /// `LastEvaluatedKey` of Query and Scan.
    pub last_evaluated_key: Option<RawItem<'a>>,
    /// `Count` of Query and Scan: items that passed the filter.
    pub count: u64,
    /// `ScannedCount` of Query and Scan: items that were evaluated.
    pub scanned_count: u64,
    /// `Responses` of BatchGetItem.
    pub tables: Vec<TableItems<'a>>,
    /// `Responses` of TransactGetItems: one for each item asked for, in that order.
    pub transaction: Vec<Option<RawItem<'a>>>,
    /// `UnprocessedKeys` of BatchGetItem.
    pub unprocessed_keys: Vec<TableItems<'a>>,
    /// `UnprocessedItems` of BatchWriteItem.
    pub unprocessed_writes: Vec<TableWrites<'a>>,
    /// `ConsumedCapacity`: of the call, or of each of its tables.
    pub consumed: Vec<Consumed<'a>>,
}

/// Items or keys of one table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TableItems<'a> {
    /// The table's name.
    pub table: Cow<'a, str>,
    /// Its items or keys.
    pub items: Vec<RawItem<'a>>,
}

/// Writes to one table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TableWrites<'a> {
    /// The table's name.
    pub table: Cow<'a, str>,
    /// Its writes.
    pub writes: Vec<Write<'a>>,
}

/// One write of a batch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Write<'a> {
    /// The item to put.
    Put(RawItem<'a>),
    /// The key of the item to delete.
    Delete(RawItem<'a>),
}

/// Capacity units that a call consumed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Units {
    /// In total.
    pub total: f64,
    /// For reading, where reported apart.
    pub read: Option<f64>,
    /// For writing, where reported apart.
    pub write: Option<f64>,
}

/// The capacity that a call consumed on one table.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Consumed<'a> {
    /// The table's name.
    pub table_name: Option<Cow<'a, str>>,
    /// All units, of the table and its indexes.
    pub capacity: Units,
    /// The table's own part; with `ReturnConsumedCapacity: INDEXES` only.
    pub table: Option<Units>,
    /// The parts of its indexes, global and local, by name; with `INDEXES` only.
    pub indexes: Vec<(Cow<'a, str>, Units)>,
}

impl<'a> View<'a> {
    /// Reads a body.
    ///
    /// # Errors
    ///
    /// A body that is not UTF-8, no JSON object, cut off, or has members of the wrong shape.
    pub fn parse(body: &'a [u8]) -> Result<Self, DecodeError> {
        let mut items = Vec::new();
        let view = Self::parse_items(body, &mut items)?;
        Ok(View { items, ..view })
    }

    /// Reads a body whose `Items` are read by other means: those of the view are none.
    pub(crate) fn parse_items(body: &'a [u8], items: &mut dyn Items<'a>) -> Result<Self, DecodeError> {
        let mut view = View::default();
        let mut scan = Scanner::from_bytes(body)?;
        object(&mut scan, |name, scan| {
            match name {
                "Item" => {
                    view.item = if items.only(scan) { None } else { Some(RawItem::scan(scan)?) };
                }
                "Attributes" => view.attributes = Some(RawItem::scan(scan)?),
                "Items" => {
                    // An answer has at most 1 MB of items, and an item takes some bytes.
                    items.begin(usize::try_from(view.count).unwrap_or(0).min(100_000));
                    scan.learn();
                    array(scan, |scan| items.item(scan))?;
                }
                "LastEvaluatedKey" => view.last_evaluated_key = Some(RawItem::scan(scan)?),
                "Count" => view.count = count(scan)?,
                "ScannedCount" => view.scanned_count = count(scan)?,
                "Responses" if scan.peek() == Some(b'[') => {
                    view.transaction.clear();
                    array(scan, |scan| {
                        let mut item = None;
                        object(scan, |name, scan| {
                            match name {
                                "Item" => item = Some(RawItem::scan(scan)?),
                                _ => skip(scan)?,
                            }
                            Ok(())
                        })?;
                        view.transaction.push(item);
                        Ok(())
                    })?;
                }
                "Responses" => {
                    view.tables.clear();
                    tables(scan, |table, scan| {
                        view.tables.push(TableItems { table, items: listed(scan)? });
                        Ok(())
                    })?;
                }
                "UnprocessedKeys" => {
                    view.unprocessed_keys.clear();
                    tables(scan, |table, scan| {
                        let mut keys = Vec::new();
                        object(scan, |name, scan| {
                            match name {
                                "Keys" => keys = listed(scan)?,
                                _ => skip(scan)?,
                            }
                            Ok(())
                        })?;
                        view.unprocessed_keys.push(TableItems { table, items: keys });
                        Ok(())
                    })?;
                }
                "UnprocessedItems" => {
                    view.unprocessed_writes.clear();
                    tables(scan, |table, scan| {
                        let mut writes = Vec::new();
                        array(scan, |scan| {
                            writes.push(write(scan)?);
                            Ok(())
                        })?;
                        view.unprocessed_writes.push(TableWrites { table, writes });
                        Ok(())
                    })?;
                }
                "ConsumedCapacity" => {
                    view.consumed.clear();
                    if scan.peek() == Some(b'[') {
                        array(scan, |scan| {
                            view.consumed.push(consumed(scan)?);
                            Ok(())
                        })?;
                    } else {
                        view.consumed.push(consumed(scan)?);
                    }
                }
                _ => skip(scan)?,
            }
            Ok(())
        })?;
        scan.end()?;
        Ok(view)
    }

    /// All capacity that the call consumed, if the request asked for it.
    pub fn total_consumed(&self) -> Option<Units> {
        let add = |one: Option<f64>, other: Option<f64>| match (one, other) {
            (None, None) => None,
            (one, other) => Some(one.unwrap_or_default() + other.unwrap_or_default()),
        };
        self.consumed.iter().map(|consumed| consumed.capacity).reduce(|one, other| Units {
            total: one.total + other.total,
            read: add(one.read, other.read),
            write: add(one.write, other.write),
        })
    }
}

/// Reads the members of an object, leaving out those that are `null`.
fn object<'a>(
    scan: &mut Scanner<'a>,
    mut member: impl FnMut(&str, &mut Scanner<'a>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    tables(scan, |name, scan| member(&name, scan))
}

/// The same, giving the names away.
fn tables<'a>(
    scan: &mut Scanner<'a>,
    mut member: impl FnMut(Cow<'a, str>, &mut Scanner<'a>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    scan.expect(b'{', "expected an object")?;
    let mut first = true;
    while let Some(name) = scan.member(first)? {
        first = false;
        if !scan.accept_null() {
            member(name, scan)?;
        }
    }
    Ok(())
}

/// Reads the elements of an array.
fn array<'a>(
    scan: &mut Scanner<'a>,
    mut element: impl FnMut(&mut Scanner<'a>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    scan.expect(b'[', "expected an array")?;
    let mut first = true;
    while scan.element(first)? {
        first = false;
        element(scan)?;
    }
    Ok(())
}

/// Reads a list of items.
fn listed<'a>(scan: &mut Scanner<'a>) -> Result<Vec<RawItem<'a>>, DecodeError> {
    let mut items = Vec::new();
    array(scan, |scan| items.item(scan))?;
    Ok(items)
}

/// What takes the items of a list as they are come upon.
pub(crate) trait Items<'a> {
    /// A list begins, which has so many items as far as is known. What an earlier one held does not count.
    fn begin(&mut self, expected: usize);

    /// Steps over the item that the scanner stands before.
    fn item(&mut self, scan: &mut Scanner<'a>) -> Result<(), DecodeError>;

    /// The same of an answer's only item, if it is to be read here; if not, the scanner stays where it is.
    fn only(&mut self, scan: &mut Scanner<'a>) -> bool {
        let _ = scan;
        false
    }
}

impl<'a> Items<'a> for Vec<RawItem<'a>> {
    fn begin(&mut self, expected: usize) {
        self.clear();
        self.reserve(expected);
    }

    fn item(&mut self, scan: &mut Scanner<'a>) -> Result<(), DecodeError> {
        self.push(RawItem::scan(scan)?);
        Ok(())
    }
}

fn skip(scan: &mut Scanner<'_>) -> Result<(), DecodeError> {
    scan.skip_value().map(|_| ())
}

fn count(scan: &mut Scanner<'_>) -> Result<u64, DecodeError> {
    // Counts are far below the 2^53 up to which this is exact; negative ones do not exist.
    Ok(scan.bare_number()? as u64)
}

fn write<'a>(scan: &mut Scanner<'a>) -> Result<Write<'a>, DecodeError> {
    let mut write = None;
    object(scan, |name, scan| match name {
        "PutRequest" => object(scan, |name, scan| match name {
            "Item" => {
                write = Some(Write::Put(RawItem::scan(scan)?));
                Ok(())
            }
            _ => skip(scan),
        }),
        "DeleteRequest" => object(scan, |name, scan| match name {
            "Key" => {
                write = Some(Write::Delete(RawItem::scan(scan)?));
                Ok(())
            }
            _ => skip(scan),
        }),
        _ => skip(scan),
    })?;
    write.ok_or_else(|| scan.fail("a write that is neither a put nor a delete, before"))
}

fn unit(units: &mut Units, name: &str, scan: &mut Scanner<'_>) -> Result<bool, DecodeError> {
    match name {
        "CapacityUnits" => units.total = scan.bare_number()?,
        "ReadCapacityUnits" => units.read = Some(scan.bare_number()?),
        "WriteCapacityUnits" => units.write = Some(scan.bare_number()?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn units(scan: &mut Scanner<'_>) -> Result<Units, DecodeError> {
    let mut units = Units::default();
    object(scan, |name, scan| if unit(&mut units, name, scan)? { Ok(()) } else { skip(scan) })?;
    Ok(units)
}

fn consumed<'a>(scan: &mut Scanner<'a>) -> Result<Consumed<'a>, DecodeError> {
    let mut consumed = Consumed::default();
    object(scan, |name, scan| {
        match name {
            "TableName" => consumed.table_name = Some(scan.string()?),
            "Table" => consumed.table = Some(units(scan)?),
            "GlobalSecondaryIndexes" | "LocalSecondaryIndexes" => tables(scan, |index, scan| {
                consumed.indexes.push((index, units(scan)?));
                Ok(())
            })?,
            _ if unit(&mut consumed.capacity, name, scan)? => {}
            _ => skip(scan)?,
        }
        Ok(())
    })?;
    Ok(consumed)
}
