//! Filters: what passes, in pages of every size, and where they are refused.

use dal::{Cursor, CursorError, Error, ExpressionProblem};

use super::*;
use crate::support::Log;

async fn filled() -> (Dal<Desk>, Scope<Desk>) {
    let (dal, scope) = desk().await;
    for number in 0..30_u8 {
        Note { stars: number % 3, ..note(&format!("n{number:02}")) }.create(&scope).await.unwrap();
    }
    task("t").create(&scope).await.unwrap();
    (dal, scope)
}

#[tokio::test]
async fn pages_of_every_size_give_each_item_that_passes_once() {
    let (_, scope) = filled().await;
    let expected: Vec<String> = (0..30).step_by(3).map(|number| format!("n{number:02}")).collect();
    for limit in [1, 2, 3, 7, 10, 11] {
        for page_size in [None, Some(1), Some(2), Some(5), Some(100)] {
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let mut query = Note::notes(&scope).filter(Note::STARS.eq(0)).limit(limit).after(cursor);
                if let Some(size) = page_size {
                    query = query.page_size(size);
                }
                let page = query.await.unwrap();
                assert!(page.len() <= limit as usize && page.requests() == 1);
                if let Some(size) = page_size {
                    assert!(page.evaluated() <= u64::from(size), "{} of {size}", page.evaluated());
                }
                cursor = page.cursor();
                seen.extend(page.into_items().unwrap().into_iter().map(|note| note.note));
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen, expected, "limit {limit}, page size {page_size:?}");
        }
    }
    let page = Note::notes(&scope).filter(Note::STARS.eq(0)).limit(4).page_size(3).requests(3).await.unwrap();
    assert_eq!((page.len(), page.requests(), page.evaluated(), page.is_cut_short()), (3, 3, 9, true));
    let mut stream = Note::notes(&scope).filter(Note::STARS.eq(0)).limit(5).page_size(4).stream();
    let mut seen = Vec::new();
    while let Some(note) = stream.next().await {
        seen.push(note.unwrap().note);
    }
    assert_eq!(seen, expected[..5]);
    let first = Note::first_note(&scope).filter(Note::STARS.eq(2)).await.unwrap().unwrap();
    assert_eq!(first.note, "n02");
    let cut = Note::first_note(&scope).filter(Note::STARS.eq(9)).page_size(2).requests(3).await;
    assert!(matches!(cut, Err(Error::CutShort { requests: 3, .. })));
    assert_eq!(Note::first_note(&scope).filter(Note::STARS.eq(9)).await.unwrap(), None);
}

#[tokio::test]
async fn a_cursor_is_good_only_with_the_same_filter() {
    let (_, scope) = filled().await;
    let query = |stars| Note::notes(&scope).filter(Note::STARS.eq(stars)).limit(2);
    let cursor: Option<Cursor> = query(0).await.unwrap().cursor();
    assert!(cursor.is_some());
    assert_eq!(query(0).after(cursor.clone()).await.unwrap().len(), 2);
    for other in [query(1), Note::notes(&scope), query(0).filter(Note::BALANCE.eq(0))] {
        let refused = other.after(cursor.clone()).await;
        assert!(matches!(refused, Err(Error::Cursor(CursorError::Foreign))), "{refused:?}");
    }
}

#[tokio::test]
async fn a_filter_that_an_index_cannot_answer_is_refused_before_it_is_sent() {
    let (dal, log) = Log::of::<Desk>().await;
    let scope = dal.tenant("d");
    task("t").create(&scope).await.unwrap();
    log.take();
    let problem = |error: Error| match error {
        Error::Expression(error) => error.problem,
        other => panic!("{other}"),
    };
    let error = Task::board(&scope).filter(Task::RANK.eq(5_u32)).await.unwrap_err();
    assert!(error.to_string().contains("`rank`, which the index `GSI2` does not hold"), "{error}");
    assert_eq!(problem(error), ExpressionProblem::NotProjected { attribute: text("rank"), index: "GSI2" });
    let error = Task::by_mail(&scope, "x".to_owned()).filter(Task::MAIL.exists()).await.unwrap_err();
    assert_eq!(problem(error), ExpressionProblem::NotProjected { attribute: text("eMail"), index: "GSI3" });
    assert_eq!(log.take(), [], "nothing was sent");
    assert_eq!(Task::board(&scope).filter(Task::TITLE.begins_with("title")).await.unwrap().len(), 1);
    assert_eq!(Task::board(&scope).filter(Task::TITLE.begins_with("other")).await.unwrap().len(), 0);
    let by_owner = || Task::by_owner(&scope, "ann".to_owned());
    assert_eq!(by_owner().filter(Task::RANK.eq(5_u32)).await.unwrap().len(), 1, "it projects everything");
    assert_eq!(by_owner().filter(Task::DONE.exists()).await.unwrap().len(), 0);
}
