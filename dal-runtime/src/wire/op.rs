//! The operations: what differs between them in the SDK.

use std::collections::HashMap;
use std::future::Future;
use std::sync::OnceLock;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::{
    AttributeValue, Get, KeysAndAttributes, Put, TransactGetItem, TransactWriteItem,
};
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::{Input, Output};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_types::config_bag::FrozenLayer;

use super::error::CancellationReason;

/// What an operation's own error says beyond code and message.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Details {
    /// The stored item with which a condition failed, if the request asked for it.
    pub item: Option<HashMap<String, AttributeValue>>,
    /// Why a transaction was cancelled, one for each of its items.
    pub reasons: Option<Vec<CancellationReason>>,
}

mod sealed {
    #[allow(unreachable_pub)]
    pub trait Sealed {}
}

/// A DynamoDB operation, for [`call`](super::call).
pub trait Op: sealed::Sealed + Send + Sync + 'static {
    /// The SDK's output.
    type Output: PartialEq + Send;
    /// The SDK's error.
    type Error: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static;
    /// The operation's name.
    const NAME: &'static str;
    /// The `X-Amz-Target` header.
    const TARGET: &'static str;
    /// Whether the request names one table, in `TableName`. If not, its body names its tables itself.
    const TABLE_NAME: bool;

    /// The table that the SDK's input names: the only one, or the first.
    #[doc(hidden)]
    fn table(input: &Input) -> Option<&str>;

    /// An empty output, which the SDK insists on.
    #[doc(hidden)]
    fn stub() -> Output;

    /// Whether an output is the empty one.
    #[doc(hidden)]
    fn is_stub(output: &Self::Output) -> bool;

    /// The SDK's configuration of the operation.
    #[doc(hidden)]
    fn sdk() -> Option<&'static FrozenLayer>;

    /// What its error says beyond code and message.
    #[doc(hidden)]
    fn details(error: &Self::Error) -> Details;

    /// Sends an input that holds only the table's name, with an interceptor for this call if there is one.
    #[doc(hidden)]
    fn send(
        client: &Client,
        table: &str,
        interceptor: Option<impl Intercept + 'static>,
    ) -> impl Future<Output = Result<Self::Output, SdkError<Self::Error, HttpResponse>>> + Send;
}

/// How the input of an operation holds its tables.
macro_rules! table_of {
    (one_table, $input:ident) => {
        $input.table_name.as_deref()
    };
    (batch_get, $input:ident) => {
        $input.request_items.as_ref()?.keys().next().map(String::as_str)
    };
    (batch_write, $input:ident) => {
        $input.request_items.as_ref()?.keys().next().map(String::as_str)
    };
    (transact_get, $input:ident) => {
        $input.transact_items.as_ref()?.first()?.get.as_ref().map(|get| get.table_name.as_str())
    };
    (transact_write, $input:ident) => {
        $input.transact_items.as_ref()?.first()?.put.as_ref().map(|put| put.table_name.as_str())
    };
}

/// Puts a table into an input. The endpoint is resolved from it.
macro_rules! with_table {
    (one_table, $builder:expr, $table:ident) => {
        $builder.table_name($table)
    };
    (batch_get, $builder:expr, $table:ident) => {{
        let keys = KeysAndAttributes::builder().set_keys(Some(Vec::new())).build();
        $builder.set_request_items(keys.ok().map(|keys| HashMap::from([(String::from($table), keys)])))
    }};
    (batch_write, $builder:expr, $table:ident) => {
        $builder.request_items($table, Vec::new())
    };
    (transact_get, $builder:expr, $table:ident) => {{
        let get = Get::builder().table_name($table).set_key(Some(HashMap::new())).build();
        $builder.transact_items(TransactGetItem::builder().set_get(get.ok()).build())
    }};
    (transact_write, $builder:expr, $table:ident) => {{
        let put = Put::builder().table_name($table).set_item(Some(HashMap::new())).build();
        $builder.transact_items(TransactWriteItem::builder().set_put(put.ok()).build())
    }};
}

/// What an operation's error tells beyond code and message.
macro_rules! details_of {
    (nothing, $error:ident, $type:ty) => {{
        let _ = $error;
        Details::default()
    }};
    (condition, $error:ident, $type:ty) => {{
        type Error = $type;
        match $error {
            Error::ConditionalCheckFailedException(failed) => {
                Details { item: failed.item.clone(), reasons: None }
            }
            _ => Details::default(),
        }
    }};
    (reasons, $error:ident, $type:ty) => {{
        type Error = $type;
        match $error {
            Error::TransactionCanceledException(canceled) => {
                let reasons = canceled.cancellation_reasons().iter().map(CancellationReason::of).collect();
                Details { item: None, reasons: Some(reasons) }
            }
            _ => Details::default(),
        }
    }};
}

macro_rules! operations {
    ($(
        $(#[$doc:meta])*
        $name:ident in $module:ident: $input:ident, $output:ident, $error:ident, $target:literal,
        $tables:ident, $details:ident;
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl Op for $name {
            type Output = aws_sdk_dynamodb::operation::$module::$output;
            type Error = aws_sdk_dynamodb::operation::$module::$error;
            const NAME: &'static str = stringify!($name);
            const TARGET: &'static str = $target;
            const TABLE_NAME: bool = matches!(stringify!($tables).as_bytes(), b"one_table");

            fn table(input: &Input) -> Option<&str> {
                let input = input.downcast_ref::<aws_sdk_dynamodb::operation::$module::$input>()?;
                table_of!($tables, input)
            }

            fn stub() -> Output {
                Output::erase(Self::Output::builder().build())
            }

            fn is_stub(output: &Self::Output) -> bool {
                *output == Self::Output::builder().build()
            }

            fn sdk() -> Option<&'static FrozenLayer> {
                static LAYER: OnceLock<Option<FrozenLayer>> = OnceLock::new();
                let make = || aws_sdk_dynamodb::operation::$module::$name::new().config();
                LAYER.get_or_init(make).as_ref()
            }

            fn details(error: &Self::Error) -> Details {
                details_of!($details, error, aws_sdk_dynamodb::operation::$module::$error)
            }

            async fn send(
                client: &Client,
                table: &str,
                interceptor: Option<impl Intercept + 'static>,
            ) -> Result<Self::Output, SdkError<Self::Error, HttpResponse>> {
                let call = with_table!($tables, client.$module(), table);
                match interceptor {
                    None => call.send().await,
                    Some(interceptor) => call.customize().interceptor(interceptor).send().await,
                }
            }
        }
    )*};
}

operations! {
    /// Reads one item by its key.
    GetItem in get_item: GetItemInput, GetItemOutput, GetItemError, "DynamoDB_20120810.GetItem", one_table, nothing;
    /// Reads items of one partition.
    Query in query: QueryInput, QueryOutput, QueryError, "DynamoDB_20120810.Query", one_table, nothing;
    /// Reads a table or an index from end to end.
    Scan in scan: ScanInput, ScanOutput, ScanError, "DynamoDB_20120810.Scan", one_table, nothing;
    /// Writes a whole item.
    PutItem in put_item: PutItemInput, PutItemOutput, PutItemError, "DynamoDB_20120810.PutItem", one_table, condition;
    /// Changes some attributes of an item.
    UpdateItem in update_item: UpdateItemInput, UpdateItemOutput, UpdateItemError, "DynamoDB_20120810.UpdateItem",
        one_table, condition;
    /// Deletes an item.
    DeleteItem in delete_item: DeleteItemInput, DeleteItemOutput, DeleteItemError, "DynamoDB_20120810.DeleteItem",
        one_table, condition;
    /// Reads up to 100 items by their keys.
    BatchGetItem in batch_get_item: BatchGetItemInput, BatchGetItemOutput, BatchGetItemError,
        "DynamoDB_20120810.BatchGetItem", batch_get, nothing;
    /// Puts and deletes up to 25 items.
    BatchWriteItem in batch_write_item: BatchWriteItemInput, BatchWriteItemOutput, BatchWriteItemError,
        "DynamoDB_20120810.BatchWriteItem", batch_write, nothing;
    /// Reads up to 100 items at one point in time.
    TransactGetItems in transact_get_items: TransactGetItemsInput, TransactGetItemsOutput, TransactGetItemsError,
        "DynamoDB_20120810.TransactGetItems", transact_get, reasons;
    /// Writes up to 100 items, all or none.
    TransactWriteItems in transact_write_items: TransactWriteItemsInput, TransactWriteItemsOutput,
        TransactWriteItemsError, "DynamoDB_20120810.TransactWriteItems", transact_write, reasons;
}
