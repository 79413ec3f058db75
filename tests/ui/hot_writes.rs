// DAL1007: more is written to one partition than it takes.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "hot_writes.yaml")]
struct Job {
    tenant_id: String,
    job_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "hot_writes.yaml")]
enum Clinic {
    Job(Job),
}

fn main() {}
