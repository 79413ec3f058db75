//! Conditions: each form, on writes and as filters, alike.

use dal::{Condition, Entity, Error, ExpressionProblem};

use super::*;
use crate::support::Log;

fn notes() -> Vec<Note> {
    let a = Note {
        body: Some(text("alpha beta")),
        stars: 3,
        balance: -5,
        weight: 1.5,
        views: Some(10),
        log: Some(vec![text("made"), text("read")]),
        prices: [(text("basic"), 10), (text("a.b#c:d"), 20)].into(),
        tags: [text("red"), text("blue")].into(),
        years: Some([2024, 2025].into()),
        seen_by: Some(text("title of a")),
        ..note("a")
    };
    let address = Address { city: text("London"), zip: Some(text("N1")), floors: vec![9] };
    let b = Note { stars: 4, balance: 7, address, lines: Vec::new(), blob: vec![9], ..note("b") };
    let c = Note { stars: 5, tags: [text("red")].into(), ..note("c") };
    vec![a, b, c]
}

/// Which notes meet a condition: as a filter says, and as conditional writes say.
async fn meet(scope: &Scope<Desk>, condition: Condition<Note>) -> String {
    let filtered = Note::notes(scope).filter(condition.clone()).await.unwrap().into_items().unwrap();
    let filtered: String = filtered.iter().map(|note| note.note.as_str()).collect();
    let mut written = String::new();
    for note in notes() {
        match Note::update(scope, note.key()).only_if(condition.clone()).await {
            Ok(found) => written.push_str(&found.note),
            Err(Error::ConditionFailed(failed)) => {
                assert_eq!(failed.stored.unwrap().decode::<Note>().unwrap(), note);
            }
            Err(other) => panic!("{condition:?}: {other}"),
        }
    }
    assert_eq!(filtered, written, "{condition:?}");
    filtered
}

#[tokio::test]
async fn every_form_of_a_condition_holds_where_it_should() {
    let (_, scope) = desk().await;
    for note in notes() {
        note.create(&scope).await.unwrap();
    }
    let cases: Vec<(Condition<Note>, &str)> = vec![
        (Note::STARS.eq(3), "a"),
        (Note::STARS.ne(3), "bc"),
        (Note::STARS.lt(4), "a"),
        (Note::STARS.le(4), "ab"),
        (Note::STARS.gt(4), "c"),
        (Note::STARS.ge(4), "bc"),
        (Note::BALANCE.lt(0), "a"),
        (Note::WEIGHT.gt(1.25), "a"),
        (Note::STARS.between(4, 5), "bc"),
        (Note::STARS.is_in([3, 5]), "ac"),
        (Note::STARS.is_in(Vec::<u8>::new()), ""),
        (Note::NOTE.eq("b") | Note::NOTE.eq("c"), "bc"),
        (Note::VIEWS.eq(10_u32), "a"),
        (Note::VIEWS.ne(10_u32), "bc"),
        (Note::VIEWS.exists(), "a"),
        (Note::VIEWS.absent(), "bc"),
        (Note::YEARS.eq(None), "bc"),
        (Note::YEARS.ne(None), "a"),
        (Note::YEARS.eq(Some([2025, 2024].into())), "a"),
        (Note::TAGS.eq([text("blue"), text("red")]), "a"),
        (Note::TITLE.begins_with("title of b"), "b"),
        (Note::BODY.begins_with("alpha"), "a"),
        (Note::BLOB.begins_with([1, 2]), "ac"),
        (Note::BODY.contains("a b"), "a"),
        (Note::TAGS.contains("red"), "ac"),
        (Note::TAGS.contains("re"), ""),
        (Note::YEARS.contains(2024_u16), "a"),
        (Note::LINES.contains("two"), "ac"),
        (Note::LOG.contains("read"), "a"),
        (Note::LINES.size().eq(0), "b"),
        (Note::LINES.size().gt(1), "ac"),
        (Note::TAGS.size().between(1, 2), "ac"),
        (Note::TAGS.size().is_in([1]), "c"),
        (Note::BLOB.size().ne(3), "b"),
        (Note::PRICES.size().ge(2), "a"),
        (Note::TITLE.size().eq("title of a".len()), "abc"),
        (Note::ADDRESS.field::<String>("city").eq("London"), "b"),
        (Note::ADDRESS.field::<String>("city").begins_with("Le"), "ac"),
        // Inside a document, serde's none is NULL, which is there.
        (Note::ADDRESS.field::<String>("zip").exists(), "abc"),
        (Note::ADDRESS.field::<Option<String>>("zip").eq(None), "ac"),
        (Note::ADDRESS.field::<Option<String>>("zip").ne(None), "b"),
        (Note::ADDRESS.field::<Option<String>>("zip").eq(Some(text("N1"))), "b"),
        (Note::ADDRESS.field::<Vec<u8>>("floors").at(0).gt(1), "b"),
        (Note::ADDRESS.field::<Vec<u8>>("floors").at(1).exists(), "ac"),
        (Note::ADDRESS.eq(notes()[1].address.clone()), "b"),
        (Note::LINES.at(1).eq("two"), "ac"),
        (Note::LOG.at(0).eq("made"), "a"),
        (Note::PRICES.entry("basic").ge(10_u64), "a"),
        (Note::PRICES.entry("a.b#c:d").eq(20_u64), "a"),
        (Note::PRICES.entry("a").exists(), ""),
        (Note::SEEN_BY.eq_attr(Note::TITLE), "a"),
        (Note::SEEN_BY.ne_attr(Note::TITLE), "bc"),
        (Note::TITLE.lt_attr(Note::ADDRESS.field::<String>("city")), ""),
        (Note::TITLE.ge_attr(Note::ADDRESS.field::<String>("city")), "abc"),
        (Note::STARS.eq(3) & Note::BALANCE.lt(0), "a"),
        (Note::STARS.eq(3).and(Note::BALANCE.gt(0)), ""),
        (!Note::STARS.eq(3), "bc"),
        (!(Note::STARS.eq(3) | Note::STARS.eq(4)), "c"),
        (Note::STARS.eq(5) | Note::STARS.eq(3) & Note::BALANCE.lt(0), "ac"),
        ((Note::STARS.eq(5) | Note::STARS.eq(3)) & Note::BALANCE.lt(0), "a"),
        (!!Note::STARS.eq(3), "a"),
        (Note::STARS.eq(3).not().and(Note::STARS.ne(4)), "c"),
    ];
    for (condition, expected) in cases {
        let told = format!("{condition:?}");
        assert_eq!(meet(&scope, condition).await, expected, "{told}");
    }
}

#[tokio::test]
async fn more_than_a_hundred_values_are_several_ins() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    note("a").create(&scope).await.unwrap();
    for (values, found) in [(0..250_i64, false), (-249..1, true), (-99..1, true), (1..101, false)] {
        log.take();
        let given: Vec<_> = values.collect();
        let page = Note::notes(&scope).filter(Note::BALANCE.is_in(given.clone())).await.unwrap();
        assert_eq!(page.len() == 1, found || given.contains(&0), "{} values", given.len());
        let sent = log.take();
        let ins = sent[0].1["FilterExpression"].as_str().unwrap().matches(" IN (").count();
        assert_eq!(ins, given.len().div_ceil(100));
    }
}

#[tokio::test]
async fn what_has_no_form_or_is_over_a_limit_is_refused_before_it_is_sent() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    let problem = async |condition: Condition<Note>| {
        let written = Note::update(&scope, note("a").key()).only_if(condition.clone()).await.unwrap_err();
        let read = Note::notes(&scope).filter(condition).await.unwrap_err();
        match (written, read) {
            (Error::Expression(written), Error::Expression(read)) => {
                // A write has a condition of its own beside it.
                assert_eq!(std::mem::discriminant(&written.problem), std::mem::discriminant(&read.problem));
                read.problem
            }
            others => panic!("{others:?}"),
        }
    };
    let any = |count: usize| {
        let each = (0..count).map(|number| Note::STARS.eq(u8::try_from(number % 200).unwrap()));
        each.reduce(|one, other| one | other).unwrap()
    };
    // 150 comparisons are joined by 149 ORs.
    assert_eq!(problem(any(151)).await, ExpressionProblem::TooManyOperators { operators: 301 });
    let long = Note::NOTE.is_in((0..700).map(|number| number.to_string()));
    assert!(matches!(problem(long).await, ExpressionProblem::TooLong { bytes: 4097.. }));
    let wrong = Note::ADDRESS.lt(Address::default());
    assert!(matches!(problem(wrong).await, ExpressionProblem::WrongType { found: "M", .. }));
    assert_eq!(log.take(), [], "nothing was sent");
    note("a").create(&scope).await.unwrap();
    assert_eq!(Note::notes(&scope).filter(any(150)).await.unwrap().len(), 1, "300 are allowed");
}

#[tokio::test]
async fn the_reason_of_a_refusal_is_told_apart() {
    let (_, scope) = desk().await;
    let one = note("a");
    let never = Note::STARS.eq(99);
    let refused = one.create(&scope).only_if(never.clone()).await;
    assert!(matches!(refused, Err(Error::ConditionFailed(failed)) if failed.stored.is_none()));
    one.create(&scope).only_if(Note::NOTE.absent()).await.unwrap();
    let refused = one.create(&scope).only_if(never.clone()).await;
    assert!(matches!(refused, Err(Error::AlreadyExists(failed)) if failed.stored.is_some()));
    let refused = one.put(&scope).only_if(never.clone()).await;
    assert!(matches!(refused, Err(Error::ConditionFailed(failed)) if failed.stored.is_some()));
    one.put(&scope).only_if(Note::STARS.eq(0)).only_if(Note::BALANCE.eq(0)).await.unwrap();
    let both = one.put(&scope).only_if(Note::STARS.eq(0)).only_if(Note::BALANCE.eq(1)).await;
    assert!(matches!(both, Err(Error::ConditionFailed(_))));

    let absent = note("b").key();
    let refused = Note::update(&scope, absent.clone()).only_if(Note::STARS.absent()).await;
    assert!(matches!(refused, Err(Error::NotFound(_))));
    let refused = Note::delete(&scope, absent.clone()).must_exist().only_if(never.clone()).await;
    assert!(matches!(refused, Err(Error::NotFound(_))));
    let refused = Note::delete(&scope, absent.clone()).only_if(never.clone()).await;
    assert!(matches!(refused, Err(Error::ConditionFailed(failed)) if failed.stored.is_none()));
    Note::delete(&scope, absent).only_if(Note::NOTE.absent()).await.unwrap();

    let refused = Note::delete(&scope, one.key()).only_if(never).returning().await;
    assert!(matches!(refused, Err(Error::ConditionFailed(failed)) if failed.stored.is_some()));
    assert_eq!(
        Note::delete(&scope, one.key()).only_if(Note::STARS.eq(0)).returning().await.unwrap(),
        Some(one)
    );
}
