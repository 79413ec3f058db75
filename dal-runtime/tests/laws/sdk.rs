//! The SDK's own serializers and deserializers, without the calls around them.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::get_item::{GetItem, GetItemOutput};
use aws_sdk_dynamodb::operation::put_item::{PutItem, PutItemInput};
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::interceptors::context::Input;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{
    DeserializeResponse, SerializeRequest, SharedRequestSerializer, SharedResponseDeserializer,
};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::ConfigBag;

fn read<T>(operation: &dyn RuntimePlugin, body: &[u8]) -> Result<T, String>
where
    T: std::fmt::Debug + Send + Sync + 'static,
{
    let layer = operation.config().unwrap();
    let codec = layer.load::<SharedResponseDeserializer>().unwrap();
    let response = HttpResponse::new(200.try_into().unwrap(), SdkBody::from(body.to_vec()));
    let output = codec.deserialize_nonstreaming_with_config(&response, &ConfigBag::base());
    output.map_err(|error| format!("{error:?}")).map(|output| output.downcast().unwrap())
}

/// What the SDK makes of an answer to GetItem.
pub fn get_item(body: &[u8]) -> Result<GetItemOutput, String> {
    read(&GetItem::new(), body)
}

/// What the SDK makes of an answer to Query.
pub fn query(body: &[u8]) -> Result<QueryOutput, String> {
    read(&Query::new(), body)
}

/// The body that the SDK writes for a PutItem of these attributes.
pub fn put_item(attributes: HashMap<String, AttributeValue>) -> Vec<u8> {
    let layer = PutItem::new().config().unwrap();
    let codec = layer.load::<SharedRequestSerializer>().unwrap();
    let input = PutItemInput::builder().table_name("t").set_item(Some(attributes)).build().unwrap();
    let request = codec.serialize_input(Input::erase(input), &mut ConfigBag::base()).unwrap();
    request.body().bytes().unwrap().to_vec()
}
