// One tenant where the whole table is wanted.
use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "scope_for_a_dal.yaml")]
struct Plan {
    plan_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "scope_for_a_dal.yaml")]
enum Clinic {
    Plan(Plan),
}

async fn read(clinic: &Scope<Clinic>) -> Result<(), dal::Error> {
    Plan::get_plan(clinic, "gold").await?;
    Ok(())
}

fn main() {}
