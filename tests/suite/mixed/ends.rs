//! The item at an end of what several entities' keys hold, and scans of several entities.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use dal::{CursorError, ItemProblem};

use super::*;
use crate::support::Log;

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum NextDue {
    Bill(Bill),
    Refund(Refund),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum LastDue {
    Refund(Refund),
    Bill(Bill),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum LastPet {
    Cat(Cat),
    Dog(Dog),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum PetOn {
    Cat(Cat),
    Dog(Dog),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum LastSale {
    Bill(Bill),
    Cat(Cat),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum FirstFrom {
    Bill(Bill),
    Cat(Cat),
    Dog(Dog),
    Visit(Visit),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum EveryPaper {
    Note(Note),
    Refund(Refund),
    Dog(Dog),
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum EveryDue {
    Bill(Bill),
    Refund(Refund),
}

fn cat(name: &str) -> Cat {
    Cat { shop: shop(), name: name.to_owned(), lives: 9 }
}

fn dog(name: &str) -> Dog {
    Dog { shop: shop(), name: name.to_owned() }
}

fn refund(number: u32, due: u16) -> Refund {
    Refund { shop: shop(), number, state: State::Open, due }
}

fn note(number: u32) -> Note {
    Note { shop: shop(), number, text: "lost".to_owned() }
}

/// Writes what no program of this list writes.
async fn put_raw(dal: &Dal<Mixed>, attributes: &[(&str, &str)]) {
    let mut put = dal.client().put_item().table_name(dal.table_name());
    for (name, value) in attributes {
        put = put.item(*name, AttributeValue::S((*value).to_owned()));
    }
    put.send().await.unwrap();
}

#[tokio::test]
async fn the_last_of_several_entities_is_one_query_of_one_item() {
    let (dal, log) = Log::of::<Mixed>().await;
    let scope = dal.tenant(SHOP);
    let last = async || LastPet::last_pet(&scope).await.unwrap();
    assert_eq!(last().await, None);
    for name in ["Ada", "Kit"] {
        cat(name).create(&scope).await.unwrap();
    }
    dog("Rex").create(&scope).await.unwrap();
    // Of the neighbours on both sides, and of another shop, nothing is read.
    bill(9, State::Open, 1).create(&scope).await.unwrap();
    Visit { shop: shop(), number: 1 }.create(&scope).await.unwrap();
    let other = dal.tenant("s2");
    Cat { shop: "s2".to_owned(), ..cat("Zoe") }.create(&other).await.unwrap();
    let hash = dal.tenant("s#");
    Dog { shop: "s#".to_owned(), ..dog("Zorro") }.create(&hash).await.unwrap();
    log.take();
    assert_eq!(last().await, Some(LastPet::Dog(dog("Rex"))));
    let sent = log.take();
    assert_eq!(sent.len(), 1, "{sent:?}");
    let (operation, body) = &sent[0];
    assert_eq!(operation, "Query");
    assert_eq!((&body["Limit"], &body["ScanIndexForward"]), (&1.into(), &false.into()), "{body}");
    assert_eq!(body["KeyConditionExpression"], "#0 = :0 AND begins_with(#1, :1)", "{body}");
    // A cat takes the end, and gives it back.
    cat("Tom").create(&scope).await.unwrap();
    assert_eq!(last().await, Some(LastPet::Cat(cat("Tom"))));
    Cat::delete(&scope, CatKey { name: "Tom".to_owned() }).await.unwrap();
    assert_eq!(last().await, Some(LastPet::Dog(dog("Rex"))));
    assert_eq!(
        LastPet::last_pet(&other).await.unwrap().map(|pet| matches!(pet, LastPet::Cat(_))),
        Some(true)
    );
    // The beginning of a name.
    assert_eq!(PetOn::pet_on(&scope, "K").await.unwrap(), Some(PetOn::Cat(cat("Kit"))));
    assert_eq!(PetOn::pet_on(&scope, "R").await.unwrap(), Some(PetOn::Dog(dog("Rex"))));
    assert_eq!(PetOn::pet_on(&scope, "Z").await.unwrap(), None);
    assert_eq!(PetOn::pet_on(&scope, "").await.unwrap(), Some(PetOn::Cat(cat("Ada"))));
}

#[tokio::test]
async fn an_item_of_no_entity_of_the_list_at_the_end_is_an_error_and_not_another_item() {
    let scope = scope().await;
    let dal: Dal<Mixed> = fresh().await;
    let own = dal.tenant(SHOP);
    cat("Kit").create(&own).await.unwrap();
    put_raw(&dal, &[("PK", "SHOP#s"), ("SK", "PET#Zz"), ("kind", "Snake"), ("name", "Zz")]).await;
    let Err(Error::Items(errors)) = LastPet::last_pet(&own).await else { panic!("an error") };
    assert_eq!(errors[0].problem, ItemProblem::UnknownEntity(Some("Snake".to_owned())));
    // A visit under the key of a pet is none either: its type says so.
    put_raw(&dal, &[("PK", "SHOP#s"), ("SK", "PET#Zzz"), ("kind", "Visit")]).await;
    assert!(matches!(LastPet::last_pet(&own).await, Err(Error::Items(_))));
    assert_eq!(LastPet::last_pet(&scope).await.unwrap(), None, "another table");
}

#[tokio::test]
async fn what_is_skipped_at_the_end_is_looked_past() {
    let scope = counter().await;
    let last = LastSale::last_sale(&scope).await.unwrap();
    assert_eq!(last, Some(LastSale::Cat(cat("Tom"))), "visits and a dog lie behind");
    Cat::delete(&scope, CatKey { name: "Tom".to_owned() }).await.unwrap();
    assert_eq!(LastSale::last_sale(&scope).await.unwrap(), Some(LastSale::Bill(bill(4, State::Open, 1))));
    // One item a request, as many requests as it takes; and no more than are allowed.
    let patient = LastSale::last_sale(&scope).page_size(1).requests(9).await.unwrap();
    assert_eq!(patient, Some(LastSale::Bill(bill(4, State::Open, 1))));
    let hasty = LastSale::last_sale(&scope).page_size(1).requests(2).await;
    assert!(matches!(hasty, Err(Error::CutShort { pattern: "last_sale", requests: 2 })), "{hasty:?}");
    // A filter on one of them lets the other pass.
    let filtered = LastSale::last_sale(&scope).filter(Bill::STATE.eq(State::Void)).await.unwrap();
    assert_eq!(filtered, None);
    cat("Tom").create(&scope).await.unwrap();
    let filtered = LastSale::last_sale(&scope).filter(Bill::STATE.eq(State::Void)).await.unwrap();
    assert_eq!(filtered, Some(LastSale::Cat(cat("Tom"))));
}

#[tokio::test]
async fn a_first_runs_on_over_what_lies_behind() {
    let scope = counter().await;
    let first = async |from: u32| FirstFrom::first_from(&scope).range(from..).await.unwrap();
    assert_eq!(first(3).await, Some(FirstFrom::Bill(bill(3, State::Open, 1))));
    assert_eq!(first(5).await, Some(FirstFrom::Dog(dog("Rex"))), "no bill is left");
    Dog::delete(&scope, DogKey { name: "Rex".to_owned() }).await.unwrap();
    Cat::delete(&scope, CatKey { name: "Tom".to_owned() }).await.unwrap();
    assert_eq!(first(5).await, Some(FirstFrom::Visit(Visit { shop: shop(), number: 7 })));
    assert_eq!(FirstFrom::first_from(&scope).range(5..9).await.unwrap(), None, "with both ends a range");
}

/// Of shards and listed values the end of all of them is given, whichever entity it is.
#[test]
fn the_ends_over_shards_and_lists_are_those_of_one_list() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let drawn = prop::collection::btree_map(0..300_u16, 0..3_u8, 0..24);
    let mut runner = TestRunner::new(Config { cases: 16, failure_persistence: None, ..Config::default() });
    let law = |(drawn, from): (std::collections::BTreeMap<u16, u8>, u16)| {
        let mut drawn: Vec<(u16, u8)> = drawn.into_iter().collect();
        drawn.sort_by_key(|(due, _)| due.wrapping_mul(7919) % 311);
        runtime.block_on(async {
            let scope = filled(&drawn).await;
            let mut expected: Vec<(u16, (bool, u32))> = drawn
                .iter()
                .zip(0_u32..)
                .filter(|((due, state), _)| state % 3 != 2 && *due >= from)
                .map(|((due, _), number)| (*due, (number % 2 == 1, number)))
                .collect();
            expected.sort_unstable();
            let first = NextDue::next_due(&scope).range(from..).await.unwrap().map(|due| match due {
                NextDue::Bill(bill) => (false, bill.number),
                NextDue::Refund(refund) => (true, refund.number),
            });
            assert_eq!(first, expected.first().map(|(_, told)| *told));
            let last = LastDue::last_due(&scope).range(from..).await.unwrap().map(|due| match due {
                LastDue::Bill(bill) => (false, bill.number),
                LastDue::Refund(refund) => (true, refund.number),
            });
            assert_eq!(last, expected.last().map(|(_, told)| *told));
        });
        Ok(())
    };
    runner.run(&(drawn, 0..300_u16), law).unwrap();
}

/// What names an item of a scan.
fn paper(item: &EveryPaper) -> String {
    match item {
        EveryPaper::Note(note) => format!("{} note {}", note.shop, note.number),
        EveryPaper::Refund(refund) => format!("{} refund {}", refund.shop, refund.number),
        EveryPaper::Dog(dog) => format!("{} dog {}", dog.shop, dog.name),
    }
}

/// Two shops with papers and with what is none; the names of the papers.
async fn papers(dal: &Dal<Mixed>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for shop in ["s", "s2"] {
        let (scope, shop) = (dal.tenant(shop), shop.to_owned());
        for number in 0..7 {
            Refund { shop: shop.clone(), ..refund(number, 1) }.create(&scope).await.unwrap();
            Note { shop: shop.clone(), ..note(number) }.create(&scope).await.unwrap();
            Bill { shop: shop.clone(), ..bill(number, State::Open, 1) }.create(&scope).await.unwrap();
            Visit { shop: shop.clone(), number }.create(&scope).await.unwrap();
            names.extend([format!("{shop} note {number}"), format!("{shop} refund {number}")]);
        }
        for name in ["Rex", "Zorro"] {
            Dog { shop: shop.clone(), ..dog(name) }.create(&scope).await.unwrap();
            names.insert(format!("{shop} dog {name}"));
        }
        Cat { shop: shop.clone(), ..cat("Kit") }.create(&scope).await.unwrap();
    }
    names
}

#[tokio::test]
async fn a_scan_of_several_entities_gives_each_of_their_items_once_and_no_other() {
    let dal: Dal<Mixed> = fresh().await;
    let names = papers(&dal).await;
    // What is of no entity at all is passed over, too.
    put_raw(&dal, &[("PK", "ALIEN"), ("SK", "1"), ("kind", "Alien")]).await;
    for (segments, size, limit) in [(1, 100, None), (1, 3, Some(2)), (3, 1, None), (4, 5, Some(4))] {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let mut scan = EveryPaper::every_paper(&dal).segments(segments).page_size(size).after(cursor);
            if let Some(limit) = limit {
                scan = scan.limit(limit);
            }
            let page = scan.await.unwrap();
            // Through text, as a program would keep it.
            cursor = page.cursor().map(|cursor| cursor.to_string().parse::<Cursor>().unwrap());
            seen.extend(page.into_items().unwrap().iter().map(paper));
            assert!(seen.len() <= names.len(), "nothing twice");
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), names.len(), "{segments} segments of pages of {size}");
        assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), names);
    }
    // A filter on the first of them: the others pass.
    let filtered = EveryPaper::every_paper(&dal).filter(Note::TEXT.eq("found")).await.unwrap();
    assert_eq!(filtered.len(), names.len() - 14, "all but the notes");
}

#[tokio::test]
async fn a_scan_of_an_index_reads_what_is_in_it_and_its_cursor_is_its_own() {
    let dal: Dal<Mixed> = fresh().await;
    papers(&dal).await;
    let (mut seen, mut cursor) = (BTreeSet::new(), None);
    loop {
        let page = EveryDue::every_due(&dal).after(cursor).await.unwrap();
        assert!(page.len() <= 5);
        cursor = page.cursor();
        for item in page.into_items().unwrap() {
            let named = match item {
                EveryDue::Bill(bill) => ("bill", bill.shop, bill.number),
                EveryDue::Refund(refund) => ("refund", refund.shop, refund.number),
            };
            assert!(seen.insert(named), "nothing twice");
        }
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen.len(), 28);
    let cursor = EveryDue::every_due(&dal).limit(1).await.unwrap().cursor();
    let other = EveryPaper::every_paper(&dal).after(cursor.clone()).await;
    assert!(matches!(other, Err(Error::Cursor(CursorError::Foreign))), "{other:?}");
    let query = Due::due(&dal.tenant(SHOP)).after(cursor).await;
    assert!(matches!(query, Err(Error::Cursor(_))), "{query:?}");
}
