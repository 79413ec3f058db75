//! An export: the whole table as lines of JSON, read in segments, with a cursor to go on from.
//!
//! ```sh
//! cargo run --example export > items.jsonl
//! ```

mod domain;

use std::error::Error;
use std::io::Write as _;

use dal::prelude::*;
use domain::world;
use domain::*;
use serde_json::{Value, json};

/// One line: the entity, and its attributes as serde names them.
fn line(item: &Invocacare) -> Result<Value, serde_json::Error> {
    let (entity, attributes) = match item {
        Invocacare::Tenant(item) => ("Tenant", serde_json::to_value(item)?),
        Invocacare::Subscription(item) => ("Subscription", serde_json::to_value(item)?),
        Invocacare::User(item) => ("User", serde_json::to_value(item)?),
        Invocacare::Item(item) => ("Item", serde_json::to_value(item)?),
        Invocacare::Call(item) => ("Call", serde_json::to_value(item)?),
        Invocacare::Shift(item) => ("Shift", serde_json::to_value(item)?),
        Invocacare::Message(item) => ("Message", serde_json::to_value(item)?),
        Invocacare::Participation(item) => ("Participation", serde_json::to_value(item)?),
    };
    Ok(json!({ "entity": entity, "item": attributes }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let dal: Dal<Invocacare> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let mut clinics = world::clinics()?;
    for clinic in &mut clinics {
        clinic.write(&dal.tenant(clinic.tenant.tenant_id)).await?;
    }

    // The reason stands in the trace of each call: a scan crosses from clinic to clinic, which nothing else does.
    let scan = |cursor: Option<Cursor>| {
        let scan = dal.scan("the nightly export").segments(4).page_size(50).capacity_per_second(5_000.0);
        scan.include_expired().after(cursor).stream()
    };
    let mut out = std::io::stdout().lock();
    let (mut lines, mut cursor, mut runs) = (0, None, 0);
    loop {
        // Each run stops after a while, as a function with a time limit does; the next goes on behind its last line.
        let mut stream = scan(cursor);
        for _ in 0..500 {
            match stream.next().await {
                Some(item) => writeln!(out, "{}", line(&item?)?)?,
                None => break,
            }
            lines += 1;
        }
        runs += 1;
        cursor = stream.cursor();
        if cursor.is_none() {
            break;
        }
    }
    let items: usize = clinics.iter().map(world::Clinic::len).sum();
    eprintln!("{lines} items in {runs} runs");
    if lines != items {
        return Err(format!("the table holds {items} items").into());
    }
    Ok(())
}
