//! One DynamoDB call: an operation's name and a JSON body in, a status and a JSON body out.

use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// What the engine answers: the HTTP status and the body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// Runs one operation to its end on the calling thread.
pub(crate) fn answer(db: &Database, operation: &str, body: &[u8]) -> Answer {
    match route(db, operation, body) {
        Some(Ok(body)) => Answer { status: 200, body },
        Some(Err(error)) => {
            let error = on_the_wire(operation, error);
            Answer { status: error.status_code(), body: error.to_json().into_bytes() }
        }
        None => Answer {
            status: 400,
            body: br#"{"__type":"com.amazon.coral.service#UnknownOperationException"}"#.to_vec(),
        },
    }
}

type Body = Result<Vec<u8>, DynoxideError>;

/// The engine's answer, or `None` for an operation it does not have.
fn route(db: &Database, operation: &str, body: &[u8]) -> Option<Body> {
    // One line an operation, so that it can be held against the engine's documentation.
    Some(match operation {
        "BatchExecuteStatement" => run(body, |r| db.batch_execute_statement(r)),
        "BatchGetItem" => run(body, |r| db.batch_get_item(r)),
        "BatchWriteItem" => run(body, |r| db.batch_write_item(r)),
        "CreateTable" => run(body, |r| db.create_table(r)),
        "DeleteItem" => run(body, |r| db.delete_item(r)),
        "DeleteTable" => run(body, |r| db.delete_table(r)),
        "DescribeStream" => run(body, |r| db.describe_stream(r)),
        "DescribeTable" => run(body, |r| db.describe_table(r)),
        "DescribeTimeToLive" => run(body, |r| db.describe_time_to_live(r)),
        "ExecuteStatement" => run(body, |r| db.execute_statement(r)),
        "ExecuteTransaction" => run(body, |r| db.execute_transaction(r)),
        "GetItem" => run(body, |r| db.get_item(r)),
        "GetRecords" => run(body, |r| db.get_records(r)),
        "GetShardIterator" => run(body, |r| db.get_shard_iterator(r)),
        "ListStreams" => run(body, |r| db.list_streams(r)),
        "ListTables" => run(body, |r| db.list_tables(r)),
        "ListTagsOfResource" => run(body, |r| db.list_tags_of_resource(r)),
        "PutItem" => run(body, |r| db.put_item(r)),
        "Query" => run(body, |r| db.query(r)),
        "Scan" => run(body, |r| db.scan(r)),
        "SearchVectors" => run(body, |r| db.search_vectors(r)),
        "TagResource" => run(body, |r| db.tag_resource(r)),
        "TransactGetItems" => run(body, |r| db.transact_get_items(r)),
        "TransactWriteItems" => run(body, |r| db.transact_write_items(r)),
        "UntagResource" => run(body, |r| db.untag_resource(r)),
        "UpdateItem" => run(body, |r| db.update_item(r)),
        "UpdateTable" => run(body, |r| db.update_table(r)),
        "UpdateTimeToLive" => run(body, |r| db.update_time_to_live(r)),
        _ => return None,
    })
}

fn run<I: DeserializeOwned, O: Serialize>(
    body: &[u8],
    operation: impl FnOnce(I) -> Result<O, DynoxideError>,
) -> Body {
    let request = serde_json::from_slice(body).map_err(|error| refusal(&error))?;
    let response = operation(request)?;
    serde_json::to_vec(&response).map_err(|error| DynoxideError::InternalServerError(error.to_string()))
}

/// The error with which DynamoDB refuses a body that the engine's request types do not read.
///
/// The engine's types refuse some values themselves, and say which of DynamoDB's errors it is with
/// a mark before the message; its own HTTP server reads the marks, a library user has to.
fn refusal(error: &serde_json::Error) -> DynoxideError {
    let whole = error.to_string();
    let message = without_position(&whole);
    if error.classify() != Category::Data {
        return if message.starts_with("recursion limit") {
            DynoxideError::ValidationException("Nesting Levels have exceeded supported limits".to_owned())
        } else {
            // DynamoDB says nothing about text that is not JSON.
            DynoxideError::SerializationException(String::new())
        };
    }
    if let Some(message) = whole.strip_prefix("SERIALIZATION_AS_READ:") {
        DynoxideError::SerializationException(message.to_owned())
    } else if let Some(message) = whole.strip_prefix("VALIDATION_AS_READ:") {
        DynoxideError::ValidationException(message.to_owned())
    } else if let Some(message) = message.strip_prefix("SERIALIZATION:") {
        DynoxideError::SerializationException(message.to_owned())
    } else if let Some(message) = message.strip_prefix("VALIDATION_REQUEST:") {
        DynoxideError::EnvelopedValidation(message.to_owned())
    } else if let Some(message) = message.strip_prefix("VALIDATION:") {
        DynoxideError::ValidationException(message.to_owned())
    } else if message.contains("empty AttributeValue") {
        DynoxideError::ValidationException(
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
                .to_owned(),
        )
    } else if ["missing field", "unknown variant", "invalid type: null", "Supplied AttributeValue"]
        .iter()
        .any(|part| message.contains(part))
    {
        DynoxideError::ValidationException(message.to_owned())
    } else {
        DynoxideError::SerializationException(message.to_owned())
    }
}

/// serde_json adds where in the body it stopped; DynamoDB does not.
fn without_position(message: &str) -> &str {
    match message.rsplit_once(" at line ") {
        Some((text, place)) if place.contains(" column ") => text,
        _ => message,
    }
}

/// The error in the form in which DynamoDB sends it: the engine leaves to its front two shapes that
/// depend on the operation.
fn on_the_wire(operation: &str, error: DynoxideError) -> DynoxideError {
    match (operation, error) {
        ("PutItem" | "UpdateItem" | "DeleteItem", DynoxideError::EnvelopedValidation(message)) => {
            DynoxideError::ValidationException(format!("1 validation error detected: {message}"))
        }
        (_, DynoxideError::EnvelopedValidation(message)) => DynoxideError::ValidationException(message),
        ("ExecuteStatement", DynoxideError::ConditionalCheckFailedException(message, Some(item))) => {
            DynoxideError::StatementConditionalCheckFailed(message, item)
        }
        (_, error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(operation: &str, body: &[u8]) -> (u16, serde_json::Value) {
        let db = Database::memory().expect("a database in memory");
        let answer = answer(&db, operation, body);
        (answer.status, serde_json::from_slice(&answer.body).expect("a JSON body"))
    }

    fn error_type(body: &serde_json::Value) -> &str {
        body["__type"].as_str().and_then(|name| name.rsplit('#').next()).unwrap_or("none")
    }

    #[test]
    fn an_operation_the_engine_does_not_have() {
        let (status, body) = sent("CreateBackup", b"{}");
        assert_eq!((status, error_type(&body)), (400, "UnknownOperationException"));
    }

    #[test]
    fn text_that_is_not_json_has_no_message() {
        for text in [&b"{"[..], b"", b"nonsense", b"\xff"] {
            let (status, body) = sent("GetItem", text);
            assert_eq!((status, error_type(&body)), (400, "SerializationException"), "{text:?}");
            assert_eq!(body.get("Message"), None, "{text:?}");
        }
    }

    #[test]
    fn marks_of_the_engine_do_not_reach_the_client() {
        let item = br#"{"TableName":"t","Item":{"a":{"NULL":false}}}"#;
        let (status, body) = sent("PutItem", item);
        assert_eq!((status, error_type(&body)), (400, "ValidationException"));
        let message = body["message"].as_str().expect("a message");
        assert!(message.starts_with("1 validation error detected: "), "{message}");
        for mark in ["VALIDATION_REQUEST", "VALIDATION:", "SERIALIZATION", "at line"] {
            assert!(!message.contains(mark), "{message}");
        }
    }

    #[test]
    fn a_value_of_the_wrong_json_type() {
        let (status, body) = sent("GetItem", br#"{"TableName":"t","Key":{"PK":{"S":1}}}"#);
        assert_eq!((status, error_type(&body)), (400, "SerializationException"));
        assert!(!body["Message"].as_str().expect("a message").contains(" at line "));
    }

    #[test]
    fn a_value_with_two_types() {
        let (status, body) = sent("GetItem", br#"{"TableName":"t","Key":{"PK":{"S":"a","N":"1"}}}"#);
        assert_eq!((status, error_type(&body)), (400, "ValidationException"));
    }

    #[test]
    fn a_body_nested_too_deep() {
        let deep =
            format!(r#"{{"TableName":"t","Item":{{"a":{}{}}}}}"#, r#"{"L":["#.repeat(100), "]}".repeat(100));
        let (status, body) = sent("PutItem", deep.as_bytes());
        assert_eq!((status, error_type(&body)), (400, "ValidationException"));
        assert!(body["message"].as_str().expect("a message").contains("Nesting Levels"));
    }
}
