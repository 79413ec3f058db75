//! Paging with a cursor: what a web API does between two requests.
//!
//! ```sh
//! cargo run --example paging
//! ```

mod domain;

use std::error::Error;

use dal::CursorError;
use dal::prelude::*;
use domain::world;
use domain::*;

/// What the API answers: messages, and where the next request goes on.
struct Answer {
    bodies: Vec<String>,
    next: Option<String>,
}

/// One request: a page of a thread, newest first. The cursor comes from outside, and may be anything.
async fn thread(
    at: &Scope<Invocacare>,
    thread: ThreadId,
    cursor: Option<String>,
) -> Result<Answer, dal::Error> {
    let page = Message::messages(at, thread).limit(10).after(cursor.map(Cursor::from)).await?;
    let next = page.cursor().map(|cursor| cursor.to_string());
    let bodies = page.into_items()?.into_iter().map(|message| message.body).collect();
    Ok(Answer { bodies, next })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let dal: Dal<Invocacare> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let clinics = world::clinics()?;
    let [clinic, other, ..] = clinics.as_slice() else {
        return Err("the data file holds fewer than two clinics".into());
    };
    let at = dal.tenant(clinic.tenant.tenant_id);
    for message in &clinic.messages {
        message.create(&at).await?;
    }
    let handover = clinic.participations.iter().find(|with| with.title == "Team handover");
    let handover = handover.ok_or("the clinic has a handover thread")?.thread_id;

    let (mut cursor, mut pages) = (None, 0);
    let mut last = None;
    loop {
        let answer = thread(&at, handover, cursor).await?;
        pages += 1;
        println!("page {pages}: {} messages; the newest: {:?}", answer.bodies.len(), answer.bodies.first());
        let Some(next) = answer.next else { break };
        last = Some(next.clone());
        cursor = Some(next);
    }

    // The same cursor in another clinic's hands reads nothing.
    let stolen = thread(&dal.tenant(other.tenant.tenant_id), handover, last).await;
    match stolen {
        Err(dal::Error::Cursor(CursorError::Foreign)) => println!("another clinic's cursor is refused"),
        _ => return Err("a cursor crossed tenants".into()),
    }

    // All items, without pages: a stream requests as it is read.
    let (mut stream, mut count) =
        (Message::messages(&at, handover).limit(u32::MAX).page_size(10).stream(), 0);
    while let Some(message) = stream.next().await {
        message?;
        count += 1;
    }
    println!("{count} messages in the thread");
    Ok(())
}
