//! Keys of four and four attributes on an engine: random items and queries give what a plain list of the items gives, in
//! every page size, while updates move items in, out of and within the index.

use std::ops::{Bound, RangeBounds};

use dal::prelude::*;
use dal::{Error, QueryPattern};
use ulid::Ulid;

use crate::adversary::several::*;
use crate::model::random::Random;
use crate::support::*;

const TENANTS: [&str; 2] = ["a", "a#"];
const FLOORS: [i8; 2] = [-1, 10];
const WINGS: [&str; 2] = ["w", "w#"];
const SEALS: [&[u8]; 2] = [&[0], &[0, 255]];
const WEIGHTS: [u16; 4] = [2, 9, 10, 100];
const CODES: [&[u8]; 4] = [&[1], &[1, 0], &[1, 255], &[2]];
const SHELVES: [u8; 4] = [0, 9, 10, 255];
const LABELS: [&str; 5] = ["\0", "#1", "#10", "b", "é"];

fn pick<'a, T: ?Sized>(random: &mut Random, of: &[&'a T]) -> &'a T {
    of[random.index(of.len())]
}

fn parcel(random: &mut Random, number: u64, tenant: &str) -> Parcel {
    // Most in one place, so that there is something to page through.
    let place = |random: &mut Random| usize::from(random.chance(0.15));
    Parcel {
        tenant_id: tenant.to_owned(),
        parcel_id: Ulid::from(u128::from(number) + 1),
        floor: FLOORS[place(random)],
        wing: WINGS[place(random)].to_owned(),
        seal: SEALS[place(random)].to_vec(),
        weight: WEIGHTS[random.index(WEIGHTS.len())],
        code: pick(random, &CODES).to_vec(),
        shelf: (!random.chance(0.2)).then(|| SHELVES[random.index(SHELVES.len())]),
        label: pick(random, &LABELS).to_owned(),
        mark: number.to_string(),
    }
}

/// The sort key of an item in the index, if it is in it, and where else it must be equal.
type Key = (u16, Vec<u8>, u8, String);

fn key(parcel: &Parcel) -> Option<Key> {
    Some((parcel.weight, parcel.code.clone(), parcel.shelf?, parcel.label.clone()))
}

fn place(parcel: &Parcel) -> (i8, &str, &[u8]) {
    (parcel.floor, &parcel.wing, &parcel.seal)
}

fn bound<T>(random: &mut Random, value: T) -> Bound<T> {
    match random.below(3) {
        0 => Bound::Included(value),
        1 => Bound::Excluded(value),
        _ => Bound::Unbounded,
    }
}

/// Two bounds, of which the first is not above the second.
fn range<T: Clone + PartialOrd>(random: &mut Random, values: &[T]) -> (Bound<T>, Bound<T>) {
    let (one, other) = (random.index(values.len()), random.index(values.len()));
    let (low, high) = (values[one.min(other)].clone(), values[one.max(other)].clone());
    (bound(random, low), bound(random, high))
}

/// All that a query gives, by pages of that size.
async fn all<P: QueryPattern<Item = ParcelOnPlaced>>(
    query: impl Fn() -> dal::Query<P>,
    size: u32,
) -> Result<Vec<ParcelOnPlaced>, Error> {
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = query().limit(size).after(cursor).await?;
        cursor = page.cursor();
        found.extend(page.into_items()?);
        if cursor.is_none() {
            return Ok(found);
        }
    }
}

/// What a query gives is what the list has, each item once, in the order of the keys.
fn compare(found: &[ParcelOnPlaced], wanted: Vec<&Parcel>, descending: bool, what: &str) {
    let as_key =
        |parcel: &ParcelOnPlaced| (parcel.weight, parcel.code.clone(), parcel.shelf, parcel.label.clone());
    let mut keys: Vec<Key> = wanted.iter().filter_map(|parcel| key(parcel)).collect();
    keys.sort_unstable();
    if descending {
        keys.reverse();
    }
    assert_eq!(found.iter().map(as_key).collect::<Vec<_>>(), keys, "{what}");
    let mut ids: Vec<_> = found.iter().map(|parcel| (parcel.parcel_id, &parcel.mark)).collect();
    let mut wanted: Vec<_> = wanted.iter().map(|parcel| (parcel.parcel_id, &parcel.mark)).collect();
    ids.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(ids, wanted, "{what}");
}

/// One random query of each pattern.
async fn query_all(random: &mut Random, scope: &Scope<Depot>, own: &[Parcel]) -> usize {
    let (floor, wing) = (FLOORS[usize::from(random.chance(0.1))], WINGS[usize::from(random.chance(0.1))]);
    let seal = SEALS[usize::from(random.chance(0.1))].to_vec();
    let in_place = |parcel: &&Parcel| place(parcel) == (floor, wing, &*seal) && parcel.shelf.is_some();
    let here: Vec<&Parcel> = own.iter().filter(in_place).collect();
    let sample = here.get(random.index(here.len().max(1))).map(|parcel| key(parcel));
    let (weight, code, shelf, label) = sample.flatten().unwrap_or((9, vec![1], 9, "b".to_owned()));
    let size = u32::try_from(1 + random.below(7)).expect("small");
    let what = format!("{floor} {wing} {seal:?} {weight} {code:?} {shelf} {label:?}, {size} a page");

    let weights = range(random, &WEIGHTS);
    let query = || Parcel::placed(scope, floor, wing, seal.clone()).range(weights);
    let found = all(query, size).await.unwrap();
    let wanted = here.iter().copied().filter(|parcel| weights.contains(&parcel.weight)).collect();
    compare(&found, wanted, true, &format!("{what}: {weights:?}"));
    let mut count = found.len();

    let codes = range(random, &CODES.map(<[u8]>::to_vec));
    let query = || Parcel::of_weight(scope, floor, wing, seal.clone(), weight).range(codes.clone());
    let found = all(query, size).await.unwrap();
    let heavy: Vec<&Parcel> = here.iter().copied().filter(|parcel| parcel.weight == weight).collect();
    let wanted = heavy.iter().copied().filter(|parcel| codes.contains(&parcel.code)).collect();
    compare(&found, wanted, false, &format!("{what}: {codes:?}"));
    count += found.len();

    let shelves = range(random, &SHELVES);
    let params =
        || ParcelOfCodeParams { floor, wing: wing.into(), seal: seal.clone(), weight, code: code.clone() };
    let query = || Parcel::of_code(scope, params()).range(shelves).reverse();
    let found = all(query, size).await.unwrap();
    let coded: Vec<&Parcel> = heavy.into_iter().filter(|parcel| parcel.code == code).collect();
    let on = |parcel: &&Parcel| parcel.shelf.is_some_and(|shelf| shelves.contains(&shelf));
    compare(&found, coded.iter().copied().filter(on).collect(), true, &format!("{what}: {shelves:?}"));
    count += found.len();

    let beginning: String = label.chars().take(random.index(3)).collect();
    let ParcelOfCodeParams { seal, .. } = params();
    let like = |label: &str| ParcelOnShelfParams {
        floor,
        wing: wing.to_owned(),
        seal: seal.clone(),
        weight,
        code: code.clone(),
        shelf,
        label: label.to_owned(),
    };
    let found = all(|| Parcel::on_shelf(scope, like(&beginning)), size).await.unwrap();
    let shelved: Vec<&Parcel> = coded.into_iter().filter(|parcel| parcel.shelf == Some(shelf)).collect();
    let begins = |parcel: &&Parcel| parcel.label.starts_with(&beginning);
    compare(
        &found,
        shelved.iter().copied().filter(begins).collect(),
        false,
        &format!("{what}: {beginning:?}"),
    );
    count += found.len();

    let exact = || ParcelLabelledParams {
        floor,
        wing: wing.to_owned(),
        seal: seal.clone(),
        weight,
        code: code.clone(),
        shelf,
        label: label.clone(),
    };
    let found = all(|| Parcel::labelled(scope, exact()), size).await.unwrap();
    compare(&found, shelved.into_iter().filter(|parcel| parcel.label == label).collect(), false, &what);
    count + found.len()
}

/// Changes one item in one of the ways that there are.
async fn change(random: &mut Random, scope: &Scope<Depot>, own: &mut Vec<Parcel>) {
    let at = random.index(own.len());
    let other = parcel(random, 0, &own[at].tenant_id);
    let changed = Parcel { parcel_id: own[at].parcel_id, mark: own[at].mark.clone(), ..other };
    let Parcel { floor, wing, seal, weight, code, shelf, label, .. } = changed.clone();
    match random.below(5) {
        0 => {
            changed.put(scope).await.unwrap();
            own[at] = changed;
        }
        1 | 2 => {
            let parts = ParcelPlacedParts { floor, wing, seal, weight, code, shelf, label };
            let key = ParcelKey { parcel_id: own[at].parcel_id };
            assert_eq!(Parcel::update(scope, key).set_group(parts).await.unwrap(), changed);
            own[at] = changed;
        }
        3 => {
            let patched = match shelf {
                Some(shelf) => own[at].patch(scope).set(Parcel::SHELF, shelf).set(Parcel::LABEL, label).await,
                None => own[at].patch(scope).remove(Parcel::SHELF).set(Parcel::WEIGHT, weight).await,
            };
            own[at] = patched.unwrap();
        }
        _ => {
            Parcel::delete(scope, ParcelKey { parcel_id: own[at].parcel_id }).must_exist().await.unwrap();
            own.swap_remove(at);
        }
    }
}

#[tokio::test]
async fn random_items_are_found_in_order_by_every_query_of_four_and_four_attributes() {
    let mut found = 0;
    for seed in 0..u64::try_from(scaled(4, 1)).expect("small") {
        let mut random = Random(seed);
        let dal: Dal<Depot> = fresh().await;
        dal.verify_table().await.unwrap();
        let scopes = TENANTS.map(|tenant| dal.tenant(tenant));
        let mut worlds = TENANTS
            .map(|tenant| (0..60).map(|number| parcel(&mut random, number, tenant)).collect::<Vec<_>>());
        for (scope, own) in scopes.iter().zip(&worlds) {
            dal::BatchWrite::new().put_all(scope, own).await.unwrap().complete().unwrap();
        }
        for round in 0..20 {
            for (scope, own) in scopes.iter().zip(&mut worlds) {
                found += query_all(&mut random, scope, own).await;
                if round > 5 {
                    change(&mut random, scope, own).await;
                }
            }
        }
        for (scope, own) in scopes.iter().zip(&worlds) {
            assert_eq!(Parcel::parcels(scope).await.unwrap().len(), own.len());
        }
    }
    assert!(found > scaled(3_000, 700), "{found} items were found");
}
