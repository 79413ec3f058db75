// A key of another entity.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "key_of_another_entity.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner_id: Option<String>,
    title: String,
    created_at: u64,
    note: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "key_of_another_entity.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "key_of_another_entity.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

async fn write(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    Item::delete(clinic, NoteKey { note_id: "1".to_owned() }).await?;
    Ok(())
}

fn main() {}
