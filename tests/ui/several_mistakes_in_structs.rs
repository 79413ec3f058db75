// Several mistakes in the structs of a correct list: all are shown at once, each once.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "several_mistakes_in_structs.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    owner: Option<String>,
    title: String,
    created_at: u64,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "several_mistakes_in_structs.yaml")]
struct User {
    tenant_id: String,
    user_id: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "several_mistakes_in_structs.yaml")]
struct Note {
    tenant_id: String,
    note_id: f32,
    expires_at: String,
}

#[derive(SingleTable)]
#[dal(patterns = "several_mistakes_in_structs.yaml")]
enum Clinic {
    Item(Item),
    User(User),
    Nott(Note),
}

async fn use_them(clinic: &Scope<Clinic>, user: User, note: Note) -> Result<(), dal::Error> {
    user.create(clinic).await?;
    note.put(clinic).await?;
    Ok(())
}

fn main() {}
