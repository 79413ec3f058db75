//! Every way of reading hides what is expired, and gives it where it is asked for.

use std::time::{Duration, UNIX_EPOCH};

use dal::prelude::*;
use dal::{BatchGet, FixedClock, TransactionGet, Ttl};
use serde::{Deserialize, Serialize};

use crate::support::fresh;

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/ttl/patterns.yaml")]
pub struct Pass {
    pub tenant_id: u32,
    pub pass_id: u32,
    pub gate: u32,
    pub expires_at: Option<Ttl>,
}

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/ttl/patterns.yaml")]
pub struct Note {
    pub tenant_id: u32,
    pub pass_id: u32,
    pub text: String,
}

#[derive(SingleTable, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/ttl/patterns.yaml")]
pub enum Passes {
    Pass(Pass),
    Note(Note),
}

#[derive(SingleTable, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/ttl/patterns.yaml")]
pub struct Board {
    pub passes: Vec<Pass>,
    pub notes: Vec<Note>,
}

#[derive(SingleTable, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/ttl/patterns.yaml")]
pub enum FirstOnBoard {
    Pass(Pass),
    Note(Note),
}

#[derive(SingleTable, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/ttl/patterns.yaml")]
pub enum LastOnBoard {
    Note(Note),
    Pass(Pass),
}

#[derive(SingleTable, Clone, Debug, PartialEq)]
#[dal(patterns = "tests/suite/ttl/patterns.yaml")]
pub enum AllOnBoards {
    Pass(Pass),
    Note(Note),
}

/// Far ahead: an engine that deletes what is expired goes by its own clock.
pub const NOW: u64 = 4_000_000_000;

/// Three passes: one that is over, one that is not, and one that never is.
pub async fn gate() -> (Dal<Passes>, Scope<Passes>) {
    let dal = fresh::<Passes>().await.with_clock(FixedClock(UNIX_EPOCH + Duration::from_secs(NOW)));
    let scope = dal.tenant(1_u32);
    let now = i64::try_from(NOW).expect("small");
    for (pass_id, expires) in [(1, Some(now - 1)), (2, Some(now + 1)), (3, None)] {
        let expires_at = expires.map(Ttl::from_epoch_seconds);
        Pass { tenant_id: 1, pass_id, gate: 7, expires_at }.create(&scope).await.unwrap();
    }
    (dal, scope)
}

fn ids(passes: &[Pass]) -> Vec<u32> {
    passes.iter().map(|pass| pass.pass_id).collect()
}

#[tokio::test]
async fn gets_batches_and_transactions() {
    let (_, scope) = gate().await;
    let get = |pass_id: u32| Pass::get_pass(&scope, pass_id);
    assert_eq!(get(1).await.unwrap(), None);
    assert_eq!(get(1).include_expired().await.unwrap().unwrap().pass_id, 1);
    assert!(get(2).await.unwrap().is_some() && get(3).await.unwrap().is_some());

    let all = || (1..=3).map(|pass_id| PassKey { pass_id });
    let found = Pass::batch_get(&scope, all()).await.unwrap().into_items().unwrap();
    assert_eq!(found.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
    let found = Pass::batch_get(&scope, all()).include_expired().await.unwrap().into_items().unwrap();
    assert!(found.iter().all(Option::is_some));
    let (hidden, shown) = BatchGet::new((get(1), get(3))).await.unwrap().into_items().unwrap();
    assert_eq!((hidden.is_some(), shown.is_some()), (false, true));
}

#[tokio::test]
async fn transactional_reads() {
    let (_, scope) = gate().await;
    let get = |pass_id: u32| Pass::get_pass(&scope, pass_id);
    let (hidden, asked, shown) =
        TransactionGet::new((get(1), get(1).include_expired(), get(2))).await.unwrap();
    assert_eq!((hidden.is_some(), asked.is_some(), shown.is_some()), (false, true, true));
}

#[tokio::test]
async fn queries_of_the_table_and_of_an_index() {
    let (_, scope) = gate().await;
    assert_eq!(ids(&Pass::passes(&scope).await.unwrap().into_items().unwrap()), [2, 3]);
    assert_eq!(ids(&Pass::passes(&scope).include_expired().await.unwrap().into_items().unwrap()), [1, 2, 3]);
    let mut stream = Pass::passes(&scope).page_size(1).stream();
    let mut streamed = Vec::new();
    while let Some(pass) = stream.next().await {
        streamed.push(pass.unwrap());
    }
    assert_eq!(ids(&streamed), [2, 3]);

    assert_eq!(Pass::first_pass(&scope).await.unwrap().unwrap().pass_id, 2, "it looks past what is hidden");
    assert_eq!(Pass::first_pass(&scope).include_expired().await.unwrap().unwrap().pass_id, 1);

    let of_index = async |query: dal::Query<PassPassesAt>| {
        query.await.unwrap().items().map(|pass| pass.pass_id).collect::<Vec<_>>()
    };
    assert_eq!(of_index(Pass::passes_at(&scope, 7_u32)).await, [2, 3]);
    assert_eq!(of_index(Pass::passes_at(&scope, 7_u32).include_expired()).await, [1, 2, 3]);
    // The whole items behind the entries.
    let whole = Pass::passes_at(&scope, 7_u32).hydrate().await.unwrap().into_items().unwrap();
    assert_eq!(ids(&whole.into_iter().flatten().collect::<Vec<_>>()), [2, 3]);
}

#[tokio::test]
async fn collections_and_scans() {
    let (dal, scope) = gate().await;
    Note { tenant_id: 1, pass_id: 1, text: "kept".to_owned() }.create(&scope).await.unwrap();
    let board = Board::board(&scope).await.unwrap().unwrap();
    assert_eq!((ids(&board.passes), board.notes.len()), (vec![2, 3], 1));
    let board = Board::board(&scope).include_expired().await.unwrap().unwrap();
    assert_eq!(ids(&board.passes), [1, 2, 3]);

    let scanned = async |scan: dal::Scan<Passes>| {
        let mut stream = scan.stream();
        let mut found = Vec::new();
        while let Some(item) = stream.next().await {
            if let Passes::Pass(pass) = item.unwrap() {
                found.push(pass);
            }
        }
        found.sort_by_key(|pass| pass.pass_id);
        ids(&found)
    };
    assert_eq!(scanned(dal.scan("a test")).await, [2, 3]);
    assert_eq!(scanned(dal.scan("a test").include_expired()).await, [1, 2, 3]);
}

/// The item at an end is the first that is not hidden, whichever entity it is; and the one that is hidden, where it is asked for.
#[tokio::test]
async fn ends_and_scans_of_several_entities() {
    let (dal, scope) = gate().await;
    let first = async || FirstOnBoard::first_on_board(&scope).await.unwrap();
    let last = async || LastOnBoard::last_on_board(&scope).await.unwrap();
    // Notes lie behind passes: `PASS#` comes before `PASS-NOTE#`.
    let pass = |pass_id| FirstOnBoard::Pass(pass(pass_id));
    assert_eq!(first().await, Some(pass(2)), "the first pass is over");
    let shown = FirstOnBoard::first_on_board(&scope).include_expired().await.unwrap();
    assert_eq!(shown, Some(pass(1)));
    let note = Note { tenant_id: 1, pass_id: 1, text: "kept".to_owned() };
    note.create(&scope).await.unwrap();
    assert_eq!(last().await, Some(LastOnBoard::Note(note.clone())));
    Note::delete(&scope, NoteKey { pass_id: 1 }).await.unwrap();
    let LastOnBoard::Pass(end) = last().await.unwrap() else { panic!("a pass") };
    assert_eq!(end.pass_id, 3);
    // Where all are over there is none, and that is no item of another clinic.
    for pass_id in [2, 3] {
        Pass::delete(&scope, PassKey { pass_id }).await.unwrap();
    }
    let other = dal.tenant(2_u32);
    Pass { tenant_id: 2, ..self::pass(3) }.create(&other).await.unwrap();
    assert_eq!((first().await, last().await), (None, None));
    assert!(FirstOnBoard::first_on_board(&scope).include_expired().await.unwrap().is_some());
    // A scan reads all of them, and hides the same.
    let scan = AllOnBoards::all_on_boards(&dal).await.unwrap().into_items().unwrap();
    assert_eq!(scan, [AllOnBoards::Pass(Pass { tenant_id: 2, ..self::pass(3) })]);
    assert_eq!(AllOnBoards::all_on_boards(&dal).include_expired().await.unwrap().len(), 2);
}

/// A pass of the gate.
fn pass(pass_id: u32) -> Pass {
    let now = i64::try_from(NOW).expect("small");
    let expires = [Some(now - 1), Some(now + 1), None][pass_id as usize - 1];
    Pass { tenant_id: 1, pass_id, gate: 7, expires_at: expires.map(Ttl::from_epoch_seconds) }
}
