//! Tenants whose names are chosen to break out, over keys that are numbers, bytes and texts as they are.

mod blobs;

use dal::{BatchWrite, Transaction};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::attack::{Read, Reads, Tally, flip_all, forge_all, page};
use super::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Box {
    pub tenant_id: String,
    pub room: String,
    #[serde(with = "chrono::serde::ts_milliseconds")]
    pub at: DateTime<Utc>,
    pub sort: String,
    #[serde(default, with = "dal::binary::option")]
    pub code: Option<Vec<u8>>,
    pub label: Option<String>,
    #[serde(with = "dal::number")]
    pub weight: Decimal,
    pub shelf: Option<u8>,
    pub mark: String,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Vault {
    Box(Box),
}

const ROOM: &str = "r#1";
const SORT: &str = "s$1";

/// Six boxes in one room; the last is of another sort.
fn boxes(tenant: &str, mark: &str) -> Vec<Box> {
    let of = |number: u8| Box {
        tenant_id: tenant.to_owned(),
        room: ROOM.to_owned(),
        at: at() + TimeDelta::milliseconds(number.into()),
        sort: if number == 5 { "s$2" } else { SORT }.to_owned(),
        code: Some(vec![number, 0]),
        label: Some(format!("#{number}{mark}")),
        weight: Decimal::new(i64::from(number) * 50 - 100, 2),
        shelf: Some(3),
        mark: mark.to_owned(),
    };
    (0..6).map(of).collect()
}

async fn fill(scope: &Scope<Vault>, tenant: &str, mark: &str) -> Result<(), Error> {
    for item in boxes(tenant, mark) {
        item.create(scope).await?;
    }
    Ok(())
}

fn labels(beginning: &str) -> BoxByLabelParams {
    BoxByLabelParams { sort: SORT.to_owned(), label: beginning.to_owned() }
}

impl Reads for Scope<Vault> {
    const QUERIES: usize = 9;
    const NATIVE: bool = true;

    async fn read(&self, number: usize, after: Option<Cursor>, limit: u32) -> Read {
        let code = |of: u8| vec![of, 0];
        match number {
            0 => page(Box::boxes(self, ROOM), after, limit).await,
            1 => {
                let range = at() + TimeDelta::milliseconds(1)..=at() + TimeDelta::milliseconds(4);
                page(Box::boxes(self, ROOM).range(range).reverse(), after, limit).await
            }
            2 => page(Box::by_code(self, SORT), after, limit).await,
            3 => page(Box::by_code(self, SORT).range(code(1)..code(4)), after, limit).await,
            4 => page(Box::by_label(self, labels("")), after, limit).await,
            5 => page(Box::by_label(self, labels("#")).reverse(), after, limit).await,
            6 => page(Box::by_weight(self), after, limit).await,
            7 => page(Box::by_weight(self).range(Decimal::NEGATIVE_ONE..Decimal::ONE), after, limit).await,
            _ => page(Box::by_shelf(self, ROOM, 3), after, limit).await,
        }
    }
}

/// How many boxes of one world each query finds.
const FOUND: [usize; 9] = [6, 4, 5, 3, 5, 5, 6, 4, 6];

#[tokio::test]
async fn no_two_tenants_share_a_partition() {
    let dal: Dal<Vault> = Dal::new(dal_local::memory().await.unwrap());
    let keys = |name: &str| -> Result<BTreeSet<String>, Error> {
        let attributes = boxes(name, "x")[0].to_attribute_values(&dal.tenant(name))?;
        Ok(["PK", "GSI1PK", "GSI2PK"].map(|key| attributes[key].as_s().unwrap().clone()).into())
    };
    let mut compared = 0;
    for (one, other) in pairs(PAIRS / 4) {
        match (keys(&one), keys(&other)) {
            (Ok(mine), Ok(theirs)) => {
                assert!(mine.is_disjoint(&theirs), "{one:?} and {other:?}: {mine:?}, {theirs:?}");
                assert_eq!(mine.len(), 3, "{mine:?}");
                compared += 1;
            }
            (Err(error), _) | (_, Err(error)) => assert!(unusable(&error), "{error}"),
        }
    }
    assert!(compared > PAIRS / 8, "most names are usable: {compared}");
}

#[tokio::test]
async fn each_tenant_sees_exactly_its_own_through_every_operation() {
    let (mut ran, tried) = (0, scaled(ON_THE_ENGINE / 2, ON_A_SERVER));
    for (one, other) in pairs(tried) {
        let dal: Dal<Vault> = fresh().await;
        let (mine, theirs) = (dal.tenant(one.as_str()), dal.tenant(other.as_str()));
        let mut usable = true;
        for (scope, name, mark) in [(&mine, &one, "one"), (&theirs, &other, "other")] {
            if let Err(error) = fill(scope, name, mark).await {
                assert!(unusable(&error), "{name:?}: {error}");
                usable = false;
            }
        }
        if !usable {
            continue;
        }
        ran += 1;
        sees_its_own(&mine, &one, &other).await;
        sees_its_own(&theirs, &other, &one).await;
        let item = boxes(&one, "one").remove(2);
        assert!(matches!(item.put(&theirs).await, Err(Error::TenantMismatch(_))));
        assert!(matches!(item.create(&theirs).await, Err(Error::TenantMismatch(_))));

        // Each way to write, at keys that both tenants have.
        let key = item.key();
        let stored = Box::get_box(&theirs, ROOM, item.at).await.unwrap().unwrap();
        Box::update(&theirs, key.clone()).set(Box::MARK, "changed").await.unwrap();
        let parts = BoxByWeightParts { weight: Decimal::ONE_HUNDRED };
        Box::update(&theirs, key.clone()).set_group(parts).await.unwrap();
        let moved = Box::get_box(&theirs, ROOM, item.at).await.unwrap().unwrap();
        moved.patch(&theirs).set(Box::LABEL, "#9").await.unwrap();
        let written = BatchWrite::new().put(&theirs, &stored).delete(&theirs, boxes(&other, "x")[3].key());
        written.await.unwrap().complete().unwrap();
        Box::delete(&theirs, key.clone()).must_exist().await.unwrap();
        assert_eq!(
            Box::get_box(&mine, ROOM, item.at).await.unwrap().as_ref(),
            Some(&item),
            "{one:?} and {other:?}"
        );
        let left = mine.read(0, None, 50).await.unwrap().0;
        assert_eq!((left.len(), theirs.read(0, None, 50).await.unwrap().0.len()), (6, 4));
    }
    assert!(ran > tried / 2, "most names are usable: {ran}");
}

/// A tenant's reads give what one world has, each item by its tenant's mark or id.
async fn sees_its_own(scope: &Scope<Vault>, name: &str, other: &str) {
    for (number, expected) in FOUND.into_iter().enumerate() {
        let (items, next) = scope.read(number, None, 50).await.unwrap();
        assert_eq!(
            (items.len(), next.is_none()),
            (expected, true),
            "query {number} of {name:?} and {other:?}"
        );
        let own = format!("tenant_id: {name:?}");
        assert!(items.iter().all(|item| item.contains(&own)), "query {number} of {name:?}: {items:?}");
    }
    let got = Box::get_box(scope, ROOM, at()).await.unwrap().unwrap();
    let last = Box::last_box(scope, ROOM).await.unwrap().unwrap();
    assert_eq!((got.tenant_id.as_str(), last.tenant_id.as_str()), (name, name));
    assert_eq!(got.mark, last.mark);
}

#[tokio::test]
async fn transactions_over_tenants_write_to_each_its_own() {
    for (one, other) in pairs(scaled(60, 5)) {
        let dal: Dal<Vault> = fresh().await;
        let (mine, theirs) = (dal.tenant(one.as_str()), dal.tenant(other.as_str()));
        let (own, foreign) = (&boxes(&one, "one")[0], &boxes(&other, "other")[0]);
        let both = Transaction::new().add(own.create(&mine)).add(foreign.create(&theirs)).await;
        match both {
            Ok(_) => {}
            Err(error) => {
                assert!(unusable(&error), "{one:?} and {other:?}: {error}");
                continue;
            }
        }
        assert_eq!(Box::get_box(&mine, ROOM, own.at).await.unwrap().as_ref(), Some(own));
        assert_eq!(Box::get_box(&theirs, ROOM, own.at).await.unwrap().as_ref(), Some(foreign));
    }
}

#[tokio::test]
async fn forged_cursors_of_native_and_shared_keys_read_nothing_foreign() {
    let mut tally = Tally::default();
    let dal: Dal<Vault> = fresh().await;
    let (mine, theirs) = (dal.tenant("a"), dal.tenant("a#"));
    fill(&mine, "a", "a").await.unwrap();
    fill(&theirs, "a#", "a#").await.unwrap();
    forge_all(&mine, &theirs, "a#", &mut tally).await;
    flip_all(&mine, &mut tally).await;
    assert!(tally.read > 200 && tally.refused > 1_000, "{} read, {} refused", tally.read, tally.refused);
}
