// DAL0831: two entities name their tenant by different types.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tenants_of_two_types.yaml")]
struct Item {
    tenant_id: String,
    item_id: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tenants_of_two_types.yaml")]
struct Note {
    tenant_id: TenantId,
    note_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tenants_of_two_types.yaml")]
enum Clinic {
    Item(Item),
    Note(Note),
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tenants_of_two_types.yaml")]
struct TenantId(String);

fn main() {}
