// DAL0820: a derive on a union.
use dal::prelude::*;

#[derive(SingleTable)]
#[dal(patterns = "derive_on_union.yaml")]
union Item {
    tenant_id: u64,
    item_id: u64,
}

fn main() {}
