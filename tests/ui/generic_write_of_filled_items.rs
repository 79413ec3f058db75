// A generic function over entities that are written through `&`, with one that is not.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "generic_write_of_filled_items.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
    rev: u64,
}

#[derive(SingleTable)]
#[dal(patterns = "generic_write_of_filled_items.yaml")]
enum Clinic {
    Item(Item),
}

async fn store<E: Write<Handle<Clinic> = Scope<Clinic>>>(clinic: &Scope<Clinic>, item: &E) -> Result<(), dal::Error>
where
    Clinic: dal::Holds<E>,
{
    item.put::<Clinic>(clinic).await
}

async fn write(clinic: &Scope<Clinic>, item: Item) -> Result<(), dal::Error> {
    store(clinic, &item).await
}

fn main() {}
