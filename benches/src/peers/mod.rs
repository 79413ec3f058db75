//! The contenders that are other crates.

mod serde_maps;
mod with_facade;
mod with_modyne;

use std::hint::black_box;

pub use serde_maps::SerdeDynamo;

use crate::domain::order;
use crate::raw::Raw;
use crate::sdk::Maps as _;
use crate::work::{Spec, Work};
use crate::{Map, Result};

fn writes(to_map: impl Fn(&crate::domain::Order) -> Map + 'static) -> Work {
    let order = order(1);
    Work::repeat(move || drop(black_box(to_map(black_box(&order)))))
}

fn reads(map: Map, from_map: fn(Map) -> Result<crate::domain::Order>) -> Work {
    Work::feed(
        move || map.clone(),
        move |map| match from_map(black_box(map)) {
            Ok(order) => drop(black_box(order)),
            Err(error) => panic!("{error}"),
        },
    )
}

fn stored() -> Map {
    Raw::to_map(&order(1)).unwrap_or_default()
}

/// What the others write and read is what all do.
///
/// # Errors
///
/// When it is not.
pub fn verify() -> Result<()> {
    crate::verify::maps::<SerdeDynamo>("serde_dynamo")?;
    with_modyne::verify()?;
    with_facade::verify()
}

/// The works of those with calls of their own.
pub fn works() -> Vec<Spec> {
    let mut works = vec![
        Spec::new("to_map", "modyne", 1, |_| writes(with_modyne::to_map)),
        Spec::new("from_map", "modyne", 1, |_| reads(stored(), with_modyne::from_map)),
        Spec::new("to_map", "facade", 1, |_| writes(with_facade::to_map)),
        Spec::new("from_map", "facade", 1, |_| with_facade::from_map(stored(), order(1))),
    ];
    works.extend(with_modyne::works());
    works.extend(with_facade::works());
    works
}
