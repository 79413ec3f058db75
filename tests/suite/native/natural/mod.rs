//! A table whose keys are the attributes themselves: whatever text they hold.

use std::collections::BTreeMap;

use dal::Error;
use dal::prelude::*;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::support::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct File {
    pub folder: String,
    pub name: String,
    pub owner: Option<String>,
    pub size: u64,
    #[serde(with = "dal::binary")]
    pub id: Uuid,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Files {
    File(File),
}

fn file(folder: &str, name: &str) -> File {
    let size = name.len() as u64;
    File { folder: folder.into(), name: name.into(), owner: None, size, id: Uuid::from_u128(7) }
}

/// Texts that templates would escape, in DynamoDB's order, and neighbours of each.
const NAMES: [&str; 16] = [
    "\0",
    "\0\0",
    "\u{1}",
    " ",
    "#",
    "##",
    "$",
    "$23",
    "%",
    "A#b",
    "a",
    "a\0",
    "a b",
    "é",
    "\u{ffff}",
    "\u{10ffff}",
];

#[tokio::test]
async fn any_text_is_a_key_and_stands_as_it_is() {
    let dal = fresh::<Files>().await;
    for folder in ["f", "f#", "#"] {
        for name in NAMES {
            file(folder, name).create(&dal).await.unwrap();
        }
    }
    for folder in ["f", "f#", "#"] {
        let all = File::files(&dal, folder).await.unwrap().into_items().unwrap();
        let names: Vec<_> = all.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, NAMES, "{folder}");
        for name in NAMES {
            let key = FileKey { folder: folder.into(), name: name.into() };
            let values = File::key_values(&dal, &key).unwrap();
            assert_eq!(values.partition.1.as_s(), Some(folder));
            let sort = values.sort.as_ref().map(|(_, value)| value);
            assert_eq!(sort.and_then(dal::KeyValue::as_s), Some(name));
            assert_eq!(File::parse_key(&values.partition.1, sort).unwrap(), key);
            assert_eq!(File::get_file(&dal, key).await.unwrap(), Some(file(folder, name)));
        }
    }
}

#[tokio::test]
async fn ranges_and_beginnings_of_texts_are_exact() {
    use std::ops::Bound::{Excluded, Included, Unbounded};
    use std::ops::RangeBounds as _;
    let dal = fresh::<Files>().await;
    for name in NAMES {
        file("f", name).create(&dal).await.unwrap();
    }
    let bounds = |text: &str| [Included(text.to_owned()), Excluded(text.to_owned()), Unbounded];
    for low in NAMES {
        for high in NAMES {
            for low in bounds(low) {
                for high in bounds(high) {
                    let range = (low.clone(), high.clone());
                    let inside: Vec<_> =
                        NAMES.into_iter().filter(|name| range.contains(&(*name).to_owned())).collect();
                    let page = File::files(&dal, "f").range(range).await.unwrap();
                    let names: Vec<_> = page.items().map(|file| file.name.clone()).collect();
                    assert_eq!(names, inside, "{low:?} {high:?}");
                }
            }
        }
    }
    for beginning in NAMES.into_iter().chain([""]) {
        let page =
            File::named_like(&dal, FileNamedLikeParams { folder: "f".into(), name: beginning.into() }).await;
        let names: Vec<_> = page.unwrap().items().map(|file| file.name.clone()).collect();
        let inside: Vec<_> = NAMES.into_iter().filter(|name| name.starts_with(beginning)).collect();
        assert_eq!(names, inside, "{beginning:?}");
    }
}

#[tokio::test]
async fn the_longest_texts_are_within_their_ranges() {
    use std::ops::Bound::{Excluded, Unbounded};
    let dal = fresh::<Files>().await;
    let long = "x".repeat(1024);
    let longest = "x".repeat(1023) + "y";
    for name in [&long, &longest] {
        file("f", name).create(&dal).await.unwrap();
    }
    let names = async |low, high| -> Vec<String> {
        let page = File::files(&dal, "f").range((low, high)).await.unwrap();
        page.items().map(|file| file.name.clone()).collect()
    };
    assert_eq!(names(Excluded(long.clone()), Unbounded).await, std::slice::from_ref(&longest));
    assert_eq!(names(Excluded(long.clone()), Excluded("z".to_owned())).await, std::slice::from_ref(&longest));
    assert_eq!(names(Excluded("a".to_owned()), Excluded(longest.clone())).await, std::slice::from_ref(&long));
    assert_eq!(names(Excluded(long), Excluded(longest)).await, [] as [String; 0]);
}

#[tokio::test]
async fn empty_and_oversized_keys_are_refused_before_they_are_sent() {
    let dal = fresh::<Files>().await;
    for (folder, name) in [("", "a"), ("f", ""), (&*"f".repeat(2049), "a"), ("f", &*"n".repeat(1025))] {
        let refused = file(folder, name).create(&dal).await;
        assert!(matches!(refused, Err(Error::Key(_))), "{refused:?}");
    }
    for (folder, name) in [("f".repeat(2048), "a".to_owned()), ("f".to_owned(), "n".repeat(1024))] {
        file(&folder, &name).create(&dal).await.unwrap();
    }
}

#[tokio::test]
async fn bytes_of_a_uuid_are_a_partition() {
    let dal = fresh::<Files>().await;
    for (number, name) in NAMES.into_iter().enumerate() {
        let id = Uuid::from_u128(number as u128 % 3 + 1);
        File { id, ..file("f", name) }.create(&dal).await.unwrap();
    }
    let found = File::with_id(&dal, Uuid::from_u128(2)).await.unwrap().into_items().unwrap();
    let names: Vec<_> = found.iter().map(|file| dal::Projection::key(file).name).collect();
    let wanted: Vec<_> = NAMES.into_iter().skip(1).step_by(3).collect();
    assert_eq!(names.len(), wanted.len());
    assert!(wanted.iter().all(|name| names.iter().any(|found| found == name)));
}

#[tokio::test]
async fn only_items_with_all_attributes_are_in_an_index() {
    let dal = fresh::<Files>().await;
    let mut sizes = BTreeMap::new();
    for (number, name) in NAMES.into_iter().enumerate() {
        let owner = (number % 2 == 0).then(|| "ann".to_owned());
        let item = File { owner: owner.clone(), ..file("f", name) };
        item.create(&dal).await.unwrap();
        if owner.is_some() {
            *sizes.entry(item.size).or_insert(0) += 1;
        }
    }
    let found = File::of_owner(&dal, "ann").await.unwrap().into_items().unwrap();
    assert!(found.is_sorted_by_key(|file| file.size));
    let mut counted = BTreeMap::new();
    found.iter().for_each(|file| *counted.entry(file.size).or_insert(0) += 1);
    assert_eq!(counted, sizes);
}
