//! The laws of batches, for any sizes, positions, duplicates and faults: nothing lost, nothing doubled, the order kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use dal::BatchWrite;
use dal::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::keys;
use crate::domain::*;
use crate::support::*;

#[derive(Clone, Debug)]
struct Case {
    /// The items that are written.
    written: Vec<u128>,
    /// The items that are asked for, some of them twice, some not there.
    asked: Vec<u128>,
    /// What happens to call after call, and to element after element of it.
    faults: Vec<u8>,
    concurrency: usize,
}

fn case() -> impl Strategy<Value = Case> {
    let written = proptest::collection::btree_set(0..150_u128, 0..120)
        .prop_map(|numbers| numbers.into_iter().collect::<Vec<_>>())
        .prop_shuffle();
    let asked = proptest::collection::vec(0..150_u128, 0..250);
    let faults = proptest::collection::vec(any::<u8>(), 1..64);
    (written, asked, faults, 1..6_usize).prop_map(|(written, asked, faults, concurrency)| Case {
        written,
        asked,
        faults,
        concurrency,
    })
}

/// A source of faults that go round and round; at most half of the calls fail, so that each case comes to its end.
fn source(faults: Vec<u8>) -> impl Fn(&str, &serde_json::Value) -> Fault + Send + Sync {
    let state = Arc::new(Mutex::new((0_usize, false)));
    move |operation, _| {
        if !operation.starts_with("Batch") {
            return Fault::None;
        }
        let mut state = state.lock().unwrap();
        let (at, failed) = *state;
        let fault = faults[at % faults.len()];
        *state = (at + 1, !failed);
        match fault % 8 {
            _ if failed => Fault::None,
            0 => Fault::throttled(),
            1 => Fault::Lost(500, "InternalServerError"),
            2 => Fault::Garbled("{"),
            3 => Fault::Refused(500, "InternalServerError", serde_json::json!({})),
            _ => {
                let (mut at, faults) = (at, faults.clone());
                Fault::Only(Box::new(move |_| {
                    at += 1;
                    faults[at % faults.len()] % 3 != 0
                }))
            }
        }
    }
}

async fn holds(case: Case) -> Result<(), TestCaseError> {
    let dal: Dal<Invocacare> = faulty(source(case.faults)).await;
    let clinic = dal.tenant(tenant_id(0));
    let items: BTreeMap<u128, Item> = case
        .written
        .iter()
        .map(|number| (*number, item(tenant_id(0), *number, Some(user_id(number % 3)))))
        .collect();
    let in_order: Vec<_> = case.written.iter().map(|number| &items[number]).collect();
    let written = BatchWrite::new().put_all(&clinic, in_order).concurrency(case.concurrency).await.unwrap();
    prop_assert!(written.is_complete(), "{written:?}");
    prop_assert_eq!(written.progress().done, items.len());

    let found =
        Item::batch_get(&clinic, keys(case.asked.clone())).concurrency(case.concurrency).await.unwrap();
    prop_assert!(found.is_complete(), "{found:?}");
    let expected: Vec<_> = case.asked.iter().map(|number| items.get(number).cloned()).collect();
    prop_assert_eq!(found.into_items().unwrap(), expected);

    // The table holds what was written, and each item once; so does the index.
    let listed = Item::list_items(&clinic).limit(1000).await.unwrap().into_items().unwrap();
    prop_assert_eq!(listed, items.values().cloned().collect::<Vec<_>>());
    let mut indexed = 0;
    for owner in 0..3 {
        indexed += Item::items_by_owner(&clinic, user_id(owner)).limit(1000).await.unwrap().len();
    }
    prop_assert_eq!(indexed, items.len());
    Ok(())
}

#[test]
fn nothing_is_lost_nothing_doubled_and_the_order_is_kept() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let config = Config { cases: 60, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
        .run(&case(), |case| runtime.block_on(holds(case)))
        .unwrap_or_else(|error| panic!("{error}"));
}
