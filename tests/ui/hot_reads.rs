// DAL1006: more is read from one partition than it gives.
#![deny(deprecated)] // Warnings of the list are uses of a deprecated constant.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "hot_reads.yaml")]
struct Job {
    tenant_id: String,
    job_id: String,
}

#[derive(SingleTable)]
#[dal(patterns = "hot_reads.yaml")]
enum Clinic {
    Job(Job),
}

fn main() {}
