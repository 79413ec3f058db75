//! Updates: every kind of change, what they give back, and what is refused.

use dal::{Edit, Entity, Error, ExpressionProblem};

use super::*;
use crate::support::Log;

#[tokio::test]
async fn every_kind_of_change_in_one_update() {
    let (_, scope) = desk().await;
    let one = Note { prices: [(text("a"), 1)].into(), ..note("a") };
    one.create(&scope).await.unwrap();
    let expected = Note {
        title: text("new"),
        body: Some(text("body")),
        stars: 2,
        balance: -3,
        weight: 0.5,
        views: Some(4),
        address: Address { city: text("York"), zip: Some(text("Y1")), floors: vec![7, 2] },
        lines: vec![text("zero"), text("one"), text("two")],
        log: Some(vec![text("first"), text("second")]),
        prices: [(text("b.c"), 9)].into(),
        tags: [text("red"), text("blue")].into(),
        years: Some([2024].into()),
        ..one.clone()
    };
    let got = Note::update(&scope, one.key())
        .set(Note::TITLE, "new")
        .set_if_absent(Note::BODY, "body")
        .add(Note::STARS, 2)
        .add(Note::BALANCE, -3)
        .add(Note::WEIGHT, 0.5)
        .add(Note::VIEWS, 4)
        .set(Note::ADDRESS.field::<String>("city"), "York")
        .set(Note::ADDRESS.field::<String>("zip"), "Y1")
        .set(Note::ADDRESS.field::<Vec<u8>>("floors").at(0), 7)
        .prepend(Note::LINES, ["zero"])
        .append(Note::LOG, ["first", "second"])
        .append(Note::LOG, Vec::<String>::new())
        .set(Note::PRICES.entry("b.c"), 9_u64)
        .remove(Note::PRICES.entry("a"))
        .add_to_set(Note::TAGS, ["red", "blue"])
        .add_to_set(Note::YEARS, [2024_u16])
        .await
        .unwrap();
    assert_eq!(got, expected);

    let update = || Note::update(&scope, one.key());
    let got = update()
        .set_if_absent(Note::BODY, "other")
        .add(Note::VIEWS, -1)
        .append(Note::LINES, ["three"])
        .prepend(Note::LOG, ["zeroth"])
        .delete_from_set(Note::TAGS, ["red", "green"])
        .delete_from_set(Note::YEARS, [2024_u16])
        .remove(Note::ADDRESS.field::<Vec<u8>>("floors").at(0))
        .await
        .unwrap();
    let floors = Address { floors: vec![2], ..expected.address.clone() };
    let lines = ["zero", "one", "two", "three"].map(text).to_vec();
    let log = Some(["zeroth", "first", "second"].map(text).to_vec());
    let tags = [text("blue")].into();
    let expected = Note { views: Some(3), lines, log, tags, years: None, address: floors, ..expected };
    assert_eq!(got, expected, "a set without elements is not there");
    let got =
        update().delete_from_set(Note::TAGS, ["blue"]).remove(Note::BODY).remove(Note::VIEWS).await.unwrap();
    assert_eq!(got, Note { tags: BTreeSet::new(), body: None, views: None, ..expected });
}

#[tokio::test]
async fn the_three_states_of_an_attribute() {
    #[derive(Deserialize)]
    struct Body {
        #[serde(default)]
        body: Edit<String>,
        title: Option<String>,
        #[serde(default)]
        years: Edit<Option<BTreeSet<u16>>>,
    }
    let (_, scope) = desk().await;
    let one = Note { body: Some(text("old")), years: Some([1].into()), ..note("a") };
    one.create(&scope).await.unwrap();
    for (json, body, title) in [
        ("{}", Some("old"), "title of a"),
        (r#"{"body":"new","title":"t"}"#, Some("new"), "t"),
        (r#"{"title":null}"#, Some("new"), "t"),
        (r#"{"body":null}"#, None, "t"),
        (r#"{"body":null,"years":null}"#, None, "t"),
    ] {
        let change: Body = serde_json::from_str(json).unwrap();
        let update =
            Note::update(&scope, one.key()).edit(Note::BODY, change.body).edit(Note::YEARS, change.years);
        let got = update.set_some(Note::TITLE, change.title).await.unwrap();
        assert_eq!((got.body.as_deref(), got.title.as_str()), (body, title), "{json}");
        assert_eq!(got.years.is_none(), json.contains("years"), "{json}");
    }
    // An option that serde's `with` writes: none is no attribute, and never NULL.
    Note::update(&scope, one.key()).set(Note::YEARS, Some([2].into())).await.unwrap();
    let got = Note::update(&scope, one.key()).set(Note::YEARS, None).await.unwrap();
    assert_eq!(got.years, None);
    let found = Note::notes(&scope).filter(Note::YEARS.absent()).await.unwrap();
    assert_eq!(found.len(), 1, "it is not stored as NULL");
}

#[tokio::test]
async fn an_update_gives_the_new_item_the_old_one_or_nothing() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    let one = note("a");
    one.create(&scope).await.unwrap();
    log.take();
    let update = |title: &str| Note::update(&scope, one.key()).set(Note::TITLE, title);
    assert_eq!(update("1").await.unwrap().title, "1");
    assert_eq!(update("2").returning_old().await.unwrap().title, "1");
    assert_eq!(update("3").returning_nothing().only_if(Note::TITLE.eq("2")).await.unwrap(), ());
    assert_eq!(update("4").returning_old().await.unwrap().title, "3");
    let asked: Vec<_> = log.take().into_iter().map(|(_, body)| body["ReturnValues"].clone()).collect();
    assert_eq!(asked, ["ALL_NEW".into(), "ALL_OLD".into(), serde_json::Value::Null, "ALL_OLD".into()]);
    // Without a change it reads.
    assert_eq!(Note::update(&scope, one.key()).await.unwrap().title, "4");
}

#[tokio::test]
async fn a_sum_that_the_type_cannot_hold_is_refused() {
    let (_, scope) = desk().await;
    let one = Note { stars: 250, balance: i64::MAX - 1, ..note("a") };
    one.create(&scope).await.unwrap();
    let update = || Note::update(&scope, one.key());
    for refused in [
        update().add(Note::STARS, 6),
        update().add(Note::STARS, -251),
        update().add(Note::BALANCE, 2),
        update().add(Note::VIEWS, -1),
    ] {
        let refused = refused.await.unwrap_err();
        assert!(matches!(refused, Error::ConditionFailed(_)), "{refused}");
    }
    assert_eq!(update().add(Note::STARS, 5).add(Note::BALANCE, 1).await.unwrap().stars, 255);
    assert_eq!(update().add(Note::STARS, -255).add(Note::BALANCE, i64::MIN).await.unwrap().balance, -1);
}

#[tokio::test]
async fn changes_that_meet_are_refused_before_they_are_sent() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    let one = note("a");
    let update = || Note::update(&scope, one.key());
    let city = || Note::ADDRESS.field::<String>("city");
    let floors = || Note::ADDRESS.field::<Vec<u8>>("floors");
    for (update, first, second) in [
        (update().set(Note::ADDRESS, Address::default()).set(city(), "York"), "address", "address.city"),
        (update().set(floors().at(1), 1).set(floors(), []), "address.floors[1]", "address.floors"),
        (update().add(Note::STARS, 1).add(Note::STARS, 1), "stars", "stars"),
        (update().append(Note::LINES, ["a"]).set(Note::LINES, []), "lines", "lines"),
        (update().add_to_set(Note::TAGS, ["a"]).delete_from_set(Note::TAGS, ["b"]), "tags", "tags"),
    ] {
        let Err(Error::Expression(error)) = update.await else { panic!("{first} and {second}") };
        let (first, second) = (text(first), text(second));
        assert_eq!(error.problem, ExpressionProblem::Overlap { first, second });
    }
    for (update, found) in [
        (update().add_to_set(Note::LINES, ["a"]), "L"),
        (update().append(Note::TAGS, ["a"]), "SS"),
        (update().append(Note::BLOB, [1]), "B"),
    ] {
        let Err(Error::Expression(error)) = update.await else { panic!("{found}") };
        assert!(
            matches!(error.problem, ExpressionProblem::WrongType { found: is, .. } if is == found),
            "{error}"
        );
    }
    assert!(matches!(update().set(Note::WEIGHT, f64::NAN).await, Err(Error::Encode(_))));
    assert!(matches!(update().add(Note::WEIGHT, f64::INFINITY).await, Err(Error::Encode(_))));
    assert_eq!(log.take(), [], "nothing was sent");
    one.create(&scope).await.unwrap();
    let last = update()
        .set(city(), "York")
        .remove(Note::BODY)
        .set(Note::BODY, "b")
        .set(city(), "Hull")
        .await
        .unwrap();
    assert_eq!(
        (last.address.city.as_str(), last.body.as_deref()),
        ("Hull", Some("b")),
        "the last word holds"
    );
}

#[tokio::test]
async fn a_group_writes_both_halves_of_every_key_or_neither() {
    let (dal, scope) = desk().await;
    let one = task("t");
    one.create(&scope).await.unwrap();
    let keys = async || {
        let stored = raw(&dal, "TASK#t").await.unwrap();
        let mut names: Vec<_> = stored.into_keys().filter(|name| name.starts_with("GSI")).collect();
        names.sort();
        names.join(" ")
    };
    let update = |owner: Option<&str>, state| {
        let group = TaskGsi1Gsi2Parts { owner: owner.map(text), rank: 1, state };
        Task::update(&scope, one.key()).set_group(group)
    };
    assert_eq!(keys().await, "GSI1PK GSI1SK GSI2PK GSI2SK");
    for (owner, state, expected) in [
        (None, State::Open, "GSI2PK GSI2SK"),
        (None, State::Closed, ""),
        (Some("bob"), State::Closed, "GSI1PK GSI1SK"),
        (Some("bob"), State::Waiting, "GSI1PK GSI1SK GSI2PK GSI2SK"),
    ] {
        assert_eq!(update(owner, state).await.unwrap().owner.as_deref(), owner);
        assert_eq!(keys().await, expected);
    }
    let mail = |mail: Option<&str>| {
        Task::update(&scope, one.key()).set_group(TaskGsi3Parts { mail: mail.map(text) })
    };
    mail(Some("a@b")).await.unwrap();
    assert_eq!(keys().await, "GSI1PK GSI1SK GSI2PK GSI2SK GSI3PK");
    // The last group holds, and groups are independent.
    update(Some("bob"), State::Open).set_group(TaskGsi3Parts { mail: Some(text("c@d")) }).await.unwrap();
    mail(Some("x@y")).set_group(TaskGsi3Parts { mail: None }).await.unwrap();
    assert_eq!(keys().await, "GSI1PK GSI1SK GSI2PK GSI2SK");
}
