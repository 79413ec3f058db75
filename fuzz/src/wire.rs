//! Any bytes as the body of an answer, read by dal and by the SDK.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItem, BatchGetItemOutput};
use aws_sdk_dynamodb::operation::get_item::{GetItem, GetItemOutput};
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::ConfigBag;
use dal::item::{DecodeError, RawItem};
use dal::wire::View;

type Attributes = HashMap<String, AttributeValue>;

/// What the SDK's own deserializer makes of a successful answer.
fn by_sdk<T: std::fmt::Debug + Send + Sync + 'static>(
    operation: &dyn RuntimePlugin,
    body: &[u8],
) -> Option<T> {
    let layer = operation.config().expect("an operation has a configuration");
    let codec = layer.load::<SharedResponseDeserializer>().expect("an operation has a deserializer");
    let response = HttpResponse::new(200.try_into().expect("a status"), SdkBody::from(body));
    let output = codec.deserialize_nonstreaming_with_config(&response, &ConfigBag::base()).ok()?;
    Some(output.downcast().expect("the operation's own output"))
}

fn all<'a>(items: impl IntoIterator<Item = RawItem<'a>>) -> Result<Vec<Attributes>, DecodeError> {
    items.into_iter().map(|item| item.to_attributes()).collect()
}

/// What dal reads of an answer is what the SDK reads of it. Each may refuse what the other takes: dal values of a type that
/// it does not know, and the SDK what is broken in a part that dal skips.
pub fn wire(data: &[u8]) {
    let Ok(view) = View::parse(data) else { return };
    let last = all(view.last_evaluated_key);
    if let (Ok(ours), Some(sdks)) = (all(view.item), by_sdk::<GetItemOutput>(&GetItem::new(), data)) {
        same(&ours, &Vec::from_iter(sdks.item), data);
    }
    if let (Ok(ours), Ok(last), Some(sdks)) =
        (all(view.items), last, by_sdk::<QueryOutput>(&Query::new(), data))
    {
        same(&ours, sdks.items(), data);
        same(&last, &Vec::from_iter(sdks.last_evaluated_key), data);
        if !has_nulls(data) {
            // There are no negative counts: to dal one is none.
            let count = |count: i32| u64::try_from(count).unwrap_or_default();
            assert_eq!(view.count, count(sdks.count), "the count");
            assert_eq!(view.scanned_count, count(sdks.scanned_count), "the count of what was evaluated");
        }
    }
    if let Some(sdks) = by_sdk::<BatchGetItemOutput>(&BatchGetItem::new(), data) {
        let sdks = sdks.responses.unwrap_or_default();
        for table in view.tables {
            if let (Ok(ours), Some(sdks)) = (all(table.items), sdks.get(&*table.table)) {
                // A table given twice: the SDK has the last of them.
                assert!(ours == *sdks || sdks.len() != ours.len() || has_twice(data), "of a table");
            }
        }
    }
}

fn same(ours: &[Attributes], sdks: &[Attributes], data: &[u8]) {
    // A member that is given again as null: the SDK forgets the first, to dal a null is nothing.
    assert!(ours == sdks || (sdks.is_empty() && has_nulls(data)), "dal reads {ours:?}, the SDK {sdks:?}");
}

fn has_nulls(data: &[u8]) -> bool {
    data.windows(4).any(|window| window == b"null")
}

fn has_twice(data: &[u8]) -> bool {
    data.windows(9).filter(|window| *window == b"Responses").count() > 1
}
