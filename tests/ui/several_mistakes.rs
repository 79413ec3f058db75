// Several mistakes in one list: all are shown at once, each once.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "several_mistakes.yaml")]
struct User {
    tenant_id: String,
    user_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "several_mistakes.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "several_mistakes.yaml")]
struct Note {
    tenant_id: String,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "several_mistakes.yaml")]
enum Clinic {
    User(User),
    Item(Item),
    Note(Note),
}

async fn use_them(clinic: &Scope<Clinic>, item: Item, note: Note) -> Result<(), dal::Error> {
    item.create(clinic).await?;
    note.put(clinic).await?;
    Ok(())
}

fn main() {}
