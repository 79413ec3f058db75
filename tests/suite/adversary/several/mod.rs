//! Tenants whose names are chosen to break out, over keys of several attributes.

use serde::{Deserialize, Serialize};

use super::attack::{Read, Reads, Tally, flip_all, forge_all, page};
use super::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Parcel {
    pub tenant_id: String,
    pub parcel_id: Ulid,
    pub floor: i8,
    pub wing: String,
    #[serde(with = "dal::binary")]
    pub seal: Vec<u8>,
    pub weight: u16,
    #[serde(with = "dal::binary")]
    pub code: Vec<u8>,
    pub shelf: Option<u8>,
    pub label: String,
    pub mark: String,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Depot {
    Parcel(Parcel),
}

const WING: &str = "w#1";
const SEAL: [u8; 3] = [0, 255, b'#'];
const CODE: [u8; 2] = [3, 0];

/// Eight parcels in one place, and two that are elsewhere by one attribute of the partition.
fn parcels(tenant: &str, mark: &str) -> Vec<Parcel> {
    let of = |number: u8| Parcel {
        tenant_id: tenant.to_owned(),
        parcel_id: Ulid::from(u128::from(number) + 1),
        floor: if number == 8 { 1 } else { -1 },
        wing: WING.to_owned(),
        seal: if number == 9 { vec![0, 255] } else { SEAL.to_vec() },
        weight: if number < 7 { 100 } else { 9 },
        code: if number < 6 { CODE.to_vec() } else { vec![number] },
        shelf: Some(if number < 4 { 7 } else { number }),
        label: format!("#{number}"),
        mark: mark.to_owned(),
    };
    (0..10).map(of).collect()
}

async fn fill(scope: &Scope<Depot>, tenant: &str, mark: &str) -> Result<(), Error> {
    for parcel in parcels(tenant, mark) {
        parcel.create(scope).await?;
    }
    Ok(())
}

fn of_code() -> ParcelOfCodeParams {
    ParcelOfCodeParams { floor: -1, wing: WING.into(), seal: SEAL.into(), weight: 100, code: CODE.into() }
}

fn on_shelf(beginning: &str) -> ParcelOnShelfParams {
    let ParcelOfCodeParams { floor, wing, seal, weight, code } = of_code();
    ParcelOnShelfParams { floor, wing, seal, weight, code, shelf: 7, label: beginning.to_owned() }
}

impl Reads for Scope<Depot> {
    const QUERIES: usize = 5;
    const NATIVE: bool = true;

    async fn read(&self, number: usize, after: Option<Cursor>, limit: u32) -> Read {
        let of_weight = || Parcel::of_weight(self, -1, WING, SEAL, 100_u16);
        match number {
            0 => page(Parcel::placed(self, -1, WING, SEAL).range(9..101).reverse(), after, limit).await,
            1 => page(of_weight(), after, limit).await,
            2 => page(of_weight().range(CODE.to_vec()..=vec![6]).reverse(), after, limit).await,
            3 => page(Parcel::of_code(self, of_code()).range(5..=7), after, limit).await,
            _ => page(Parcel::on_shelf(self, on_shelf("#")).reverse(), after, limit).await,
        }
    }
}

/// How many parcels of one world each query finds.
const FOUND: [usize; 5] = [8, 7, 7, 5, 4];

#[tokio::test]
async fn each_tenant_sees_exactly_its_own_through_an_index_of_four_and_four() {
    let (mut ran, tried) = (0, scaled(ON_THE_ENGINE / 4, ON_A_SERVER));
    for (one, other) in pairs(tried) {
        let dal: Dal<Depot> = fresh().await;
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
        for (scope, name, mark) in [(&mine, &one, "one"), (&theirs, &other, "other")] {
            for (number, expected) in FOUND.into_iter().enumerate() {
                let (items, next) = scope.read(number, None, 50).await.unwrap();
                assert_eq!((items.len(), next.is_none()), (expected, true), "query {number} of {name:?}");
                let own = format!("tenant_id: {name:?}");
                assert!(
                    items.iter().all(|item| item.contains(&own)),
                    "query {number} of {name:?}: {items:?}"
                );
            }
            let all = Parcel::parcels(scope).await.unwrap().into_items().unwrap();
            assert_eq!(all, parcels(name, mark));
            let placed = Parcel::placed(scope, -1, WING, SEAL).await.unwrap().into_items().unwrap();
            assert!(placed.iter().all(|parcel| parcel.mark == mark), "{one:?} and {other:?}");
        }
        let parcel = parcels(&one, "one").remove(1);
        assert!(matches!(parcel.put(&theirs).await, Err(Error::TenantMismatch(_))));
        Parcel::delete(&theirs, parcel.key()).must_exist().await.unwrap();
        assert_eq!(Parcel::get_parcel(&mine, parcel.parcel_id).await.unwrap(), Some(parcel));
        assert_eq!(mine.read(1, None, 50).await.unwrap().0.len(), FOUND[1]);
        assert_eq!(theirs.read(1, None, 50).await.unwrap().0.len(), FOUND[1] - 1);
    }
    assert!(ran > tried / 2, "most names are usable: {ran}");
}

#[tokio::test]
async fn forged_cursors_of_four_and_four_attributes_read_nothing_foreign() {
    let mut tally = Tally::default();
    let dal: Dal<Depot> = fresh().await;
    let (mine, theirs) = (dal.tenant("a"), dal.tenant("a#"));
    fill(&mine, "a", "a").await.unwrap();
    fill(&theirs, "a#", "a#").await.unwrap();
    forge_all(&mine, &theirs, "a#", &mut tally).await;
    flip_all(&mine, &mut tally).await;
    assert!(tally.read > 200 && tally.refused > 1_000, "{} read, {} refused", tally.read, tally.refused);
}
