//! Upserts: items that an update creates, whole.

use dal::{Entity, Error};

use super::*;

#[tokio::test]
async fn an_upsert_creates_what_a_put_would_and_replaces_what_it_knows() {
    let (dal, scope) = desk().await;
    let first = Task { mail: Some(text("a@b")), done: Some(1), ..task("t") };
    assert_eq!(first.upsert(&scope).await.unwrap(), first);
    assert_eq!(raw(&dal, "TASK#t").await.unwrap(), first.to_attribute_values(&scope).unwrap());

    // An attribute that another version of the program wrote.
    let update = dal.client().update_item().table_name(dal.table_name()).update_expression("SET theirs = :v");
    let update =
        update.key("PK", AttributeValue::S(text("DESK#d"))).key("SK", AttributeValue::S(text("TASK#t")));
    update.expression_attribute_values(":v", AttributeValue::Bool(true)).send().await.unwrap();

    let second = Task { owner: None, mail: None, done: None, state: State::Closed, rank: 1, ..first.clone() };
    assert_eq!(second.upsert(&scope).await.unwrap(), second);
    let mut stored = raw(&dal, "TASK#t").await.unwrap();
    assert_eq!(stored.remove("theirs"), Some(AttributeValue::Bool(true)), "it survives");
    assert_eq!(
        stored,
        second.to_attribute_values(&scope).unwrap(),
        "no key and no attribute of before is left"
    );
}

#[tokio::test]
async fn what_is_kept_is_written_once_and_what_is_added_counts() {
    let (_, scope) = desk().await;
    let visit = |title: &str| {
        let one =
            Note { title: text(title), body: Some(text(title)), views: Some(99), stars: 50, ..note("a") };
        one.upsert(&scope).keep(Note::TITLE).keep(Note::LOG).add(Note::VIEWS, 1).add(Note::STARS, 100)
    };
    let first = visit("first").await.unwrap();
    assert_eq!((first.title.as_str(), first.views, first.stars), ("first", Some(1), 100));
    Note::update(&scope, first.key()).append(Note::LOG, ["seen"]).await.unwrap();
    let second = visit("second").await.unwrap();
    assert_eq!((second.title.as_str(), second.body.as_deref()), ("first", Some("second")));
    assert_eq!((second.views, second.stars, second.log), (Some(2), 200, Some(vec![text("seen")])));
    assert!(matches!(visit("third").await, Err(Error::ConditionFailed(_))), "300 is no u8");
    visit("fourth").only_if(Note::NOTE.absent()).await.unwrap_err();
    assert_eq!(note("b").upsert(&scope).only_if(Note::NOTE.absent()).returning_nothing().await.unwrap(), ());
    let plain = note("a").upsert(&scope).await.unwrap();
    assert_eq!(plain, note("a"), "without `keep` everything is replaced");
}
