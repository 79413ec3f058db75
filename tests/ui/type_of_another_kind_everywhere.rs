// DAL0828: fields of other kinds than the list says, in keys, parameters, ranges, projections and collections: one error each.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "type_of_another_kind_everywhere.yaml")]
struct Item {
    tenant_id: String,
    owner_id: String,
    made_at: String,
    item_id: uuid::Uuid,
    title: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "type_of_another_kind_everywhere.yaml")]
struct Note {
    tenant_id: String,
    owner_id: u64,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "type_of_another_kind_everywhere.yaml")]
enum WithNotes {
    Item(Item),
    Note(Note),
}

#[derive(SingleTable)]
#[dal(patterns = "type_of_another_kind_everywhere.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

async fn use_it(dal: Dal<Clinic>) -> Result<(), dal::Error> {
    let clinic = dal.tenant("acme".to_owned());
    Item::items_by_owner(&clinic, "me".to_owned()).limit(3).await?;
    Ok(())
}

fn main() {}
