//! Records as AWS Lambda gets them: `aws_lambda_events`.

use std::time::{Duration, SystemTime};

use aws_lambda_events::event::dynamodb::EventRecord;

use super::{Change, Record};
use crate::entity::Table;
use crate::error::{Error, ItemError, ItemProblem};

impl<T: Table> Change<T> {
    /// A record of the event that a Lambda function receives. Needs the feature `lambda-events`.
    ///
    /// # Errors
    ///
    /// [`Error::Items`] for a record that is not of a table like this one: its keys have other names, its event is unknown.
    /// An image that does not decode is no such error; it stands in its place.
    pub fn from_lambda(record: &EventRecord) -> Result<Self, Error> {
        let change = &record.change;
        let since = u64::try_from(change.approximate_creation_date_time.timestamp()).unwrap_or_default();
        Self::read(Record {
            event: &record.event_name,
            // The type of the identity is not read by all versions of the crate; its principal says enough.
            principal: record.user_identity.as_ref().map(|identity| identity.principal_id.as_str()),
            keys: json(&change.keys)?,
            old: image(&change.old_image, change.old_image.is_empty())?,
            new: image(&change.new_image, change.new_image.is_empty())?,
            sequence_number: change.sequence_number.clone(),
            event_id: Some(record.event_id.clone()).filter(|id| !id.is_empty()),
            // A record without it has the epoch's beginning.
            created_at: (since > 0).then(|| SystemTime::UNIX_EPOCH + Duration::from_secs(since)),
        })
    }
}

/// An item, which the crate writes as DynamoDB JSON, as it came.
fn json(item: &impl serde::Serialize) -> Result<Vec<u8>, ItemError> {
    serde_json::to_vec(item).map_err(|error| ItemError {
        entity: None,
        key: String::new(),
        attribute: None,
        problem: ItemProblem::Attribute(error.to_string()),
    })
}

/// An image; the crate makes an empty item of one that is not there.
fn image(item: &impl serde::Serialize, empty: bool) -> Result<Option<Vec<u8>>, ItemError> {
    if empty { Ok(None) } else { json(item).map(Some) }
}
