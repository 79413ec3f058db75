//! Keys that share attributes: an inverted index, one half of the table's key in an index, and one half of two indexes.

use chrono::NaiveDate;
use dal::prelude::*;
use dal::{Entity, Projection};
use serde::{Deserialize, Serialize};

use crate::support::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Group {
    pub tenant_id: String,
    pub group: String,
    pub title: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Member {
    pub tenant_id: String,
    pub group: String,
    pub user: String,
    pub joined: NaiveDate,
    pub status: Option<String>,
    pub note: String,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Task {
    pub tenant_id: String,
    pub task: String,
    pub team: String,
    pub due: NaiveDate,
    pub open: bool,
    pub priority: u8,
    pub late: Option<String>,
    pub red: Option<String>,
    pub blue: Option<String>,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
pub enum Network {
    Group(Group),
    Member(Member),
    Task(Task),
}

/// A new table, and what is sent to it.
async fn network() -> (Dal<Network>, Log) {
    let (dal, log) = Log::of::<Network>().await;
    dal.verify_table().await.unwrap();
    log.take();
    (dal, log)
}

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).expect("a date")
}

fn member(tenant: &str, group: &str, user: &str, joined: u32) -> Member {
    Member {
        tenant_id: tenant.to_owned(),
        group: group.to_owned(),
        user: user.to_owned(),
        joined: day(joined),
        status: None,
        note: format!("{user} in {group}"),
    }
}

fn task(number: usize) -> Task {
    Task {
        tenant_id: "a".to_owned(),
        task: format!("t{number}"),
        team: "ward".to_owned(),
        due: day(1 + u32::try_from(number).expect("a small number")),
        open: true,
        priority: 3,
        late: None,
        red: None,
        blue: None,
    }
}

#[tokio::test]
async fn an_inverted_index_is_queried_both_ways() {
    let (dal, _) = network().await;
    let [a, b] = [dal.tenant("a"), dal.tenant("b")];
    let groups = ["ops", "op", "ops#night", "day"];
    for (scope, tenant) in [(&a, "a"), (&b, "b")] {
        for group in groups {
            let title = format!("{group} of {tenant}");
            let group = group.to_owned();
            Group { tenant_id: tenant.to_owned(), group, title }.create(scope).await.unwrap();
        }
        for (group, user) in
            [("ops", "ann"), ("ops", "bob"), ("op", "ann"), ("ops#night", "ann"), ("day", "anna")]
        {
            member(tenant, group, user, 3).create(scope).await.unwrap();
        }
    }
    let users: Vec<String> = {
        let found = Member::members(&a, "ops".to_owned()).await.unwrap().into_items().unwrap();
        assert!(found.iter().all(|member| member.tenant_id == "a" && member.group == "ops"));
        found.into_iter().map(|member| member.user).collect()
    };
    assert_eq!(users, ["ann", "bob"]);
    let of = async |user: &str| {
        let found = Member::groups_of(&a, user.to_owned()).await.unwrap().into_items().unwrap();
        assert!(found.iter().all(|member| member.tenant_id == "a" && member.user == user));
        found.into_iter().map(|member| (member.group, member.note)).collect::<Vec<_>>()
    };
    let noted = |groups: &[&str], user: &str| {
        groups.iter().map(|group| ((*group).to_owned(), format!("{user} in {group}"))).collect::<Vec<_>>()
    };
    assert_eq!(of("ann").await, noted(&["op", "ops", "ops#night"], "ann"));
    assert_eq!(of("bob").await, noted(&["ops"], "bob"));
    assert_eq!(of("an").await, []);
    // The other half is a sort key like any other: its text can be cut.
    let params = |group: &str| MemberGroupLikeParams { user: "ann".to_owned(), group: group.to_owned() };
    let found = Member::group_like(&a, params("ops")).await.unwrap().into_items().unwrap();
    assert_eq!(found.iter().map(|member| member.group.as_str()).collect::<Vec<_>>(), ["ops", "ops#night"]);
    // An item of the index leads back to the item itself.
    let whole = Member::get_member(&a, found[1].key()).await.unwrap();
    assert_eq!(whole, Some(member("a", "ops#night", "ann", 3)));
    // What nobody asked to be there is there too, apart by its keys.
    let found = Group::all_groups(&a).await.unwrap().into_items().unwrap();
    assert_eq!(
        found.iter().map(|group| group.title.as_str()).collect::<Vec<_>>(),
        ["day of a", "op of a", "ops of a", "ops#night of a"]
    );
}

#[tokio::test]
async fn an_inverted_index_is_read_in_pages_whose_start_has_each_attribute_once() {
    let (dal, log) = network().await;
    let a = dal.tenant("a");
    for number in 0..7 {
        member("a", &format!("g{number}"), "ann", 3).create(&a).await.unwrap();
    }
    for size in 1..9 {
        for descending in [false, true] {
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let query = Member::groups_of(&a, "ann".to_owned()).limit(size).after(cursor);
                let query = if descending { query.reverse() } else { query };
                let page = query.await.unwrap();
                cursor = page.cursor();
                seen.extend(page.into_items().unwrap().into_iter().map(|member| member.group));
                if cursor.is_none() {
                    break;
                }
            }
            if descending {
                seen.reverse();
            }
            assert_eq!(seen, ["g0", "g1", "g2", "g3", "g4", "g5", "g6"], "pages of {size}");
        }
    }
    let starts = log.take_texts();
    let starts: Vec<&str> = starts
        .iter()
        .filter_map(|(_, body)| body.split_once("\"ExclusiveStartKey\":").map(|(_, key)| key))
        .collect();
    assert!(starts.len() > 20);
    for start in starts {
        for name in ["\"PK\":", "\"SK\":"] {
            assert_eq!(start.matches(name).count(), 1, "{start}");
        }
    }
}

#[tokio::test]
async fn each_attribute_is_written_once() {
    let (dal, log) = network().await;
    let a = dal.tenant("a");
    let one = Member { status: Some("away".to_owned()), ..member("a", "ops", "ann", 3) };
    one.create(&a).await.unwrap();
    let mut busy = task(0);
    (busy.late, busy.red, busy.blue) = (Some("x".to_owned()), Some("r".to_owned()), Some("b".to_owned()));
    busy.create(&a).await.unwrap();
    let bodies = log.take_texts();
    for (body, names) in [
        (&bodies[0].1, &["PK", "SK", "DaySK", "StatusPK"][..]),
        (&bodies[1].1, &["PK", "SK", "TeamPK", "DueSK", "LateSK", "BoardPK", "RedSK", "BlueSK"]),
    ] {
        let item = body.split_once("\"Item\":").expect("an item").1;
        for name in names {
            assert_eq!(item.matches(&format!("\"{name}\":")).count(), 1, "{name} in {item}");
        }
    }
    let attributes = one.to_attribute_values(&a).unwrap();
    assert_eq!(attributes["SK"].as_s().unwrap(), "TENANT#a#USER#ann");
    assert_eq!(Member::from_attribute_values(&attributes).unwrap(), one);
}

#[tokio::test]
async fn leaving_an_index_never_takes_an_attribute_of_the_primary_key() {
    let (dal, log) = network().await;
    let a = dal.tenant("a");
    let before = member("a", "ops", "ann", 3);
    before.create(&a).await.unwrap();
    let with = async |status: &str| {
        let found = Member::with_status(&a, status.to_owned()).await.unwrap().into_items().unwrap();
        found.into_iter().map(|member| member.user).collect::<Vec<_>>()
    };
    for status in [Some("away"), None, Some("back"), Some("away"), None] {
        let group = MemberByStatusParts { status: status.map(str::to_owned) };
        let after = Member::update(&a, before.key()).set_group(group).await.unwrap();
        assert_eq!(after, Member { status: status.map(str::to_owned), ..before.clone() });
        for other in ["away", "back"] {
            let expected = if status == Some(other) { vec!["ann".to_owned()] } else { Vec::new() };
            assert_eq!(with(other).await, expected, "{status:?}");
        }
        assert_eq!(Member::groups_of(&a, "ann".to_owned()).await.unwrap().len(), 1);
    }
    for (operation, body) in log.take().iter().filter(|(operation, _)| operation == "UpdateItem") {
        let names = body["ExpressionAttributeNames"].as_object().expect("names");
        let update = body["UpdateExpression"].as_str().expect("an update");
        for (placeholder, name) in names {
            let is_key = name == "PK" || name == "SK";
            let in_update = update.split([' ', ',']).any(|word| word == placeholder);
            assert!(!(is_key && in_update), "{operation}: {update} with {names:?}");
        }
    }
}

#[tokio::test]
async fn a_half_of_the_tables_key_orders_an_index() {
    let (dal, _) = network().await;
    let a = dal.tenant("a");
    for (user, joined) in [("ann", 7), ("bob", 2), ("cid", 9), ("dan", 7)] {
        member("a", "ops", user, joined).create(&a).await.unwrap();
        member("a", "day", user, 7).create(&a).await.unwrap();
    }
    let joined = async |query: dal::Query<MemberJoinedIn>| {
        let found = query.await.unwrap().into_items().unwrap();
        found.into_iter().map(|member| member.user).collect::<Vec<_>>()
    };
    let all = || Member::joined_in(&a, "ops".to_owned());
    assert_eq!(joined(all()).await, ["cid", "dan", "ann", "bob"]);
    assert_eq!(joined(all().range(day(2)..day(9))).await, ["dan", "ann", "bob"]);
    assert_eq!(joined(all().range(day(3)..=day(9))).await, ["cid", "dan", "ann"]);
    // A new day moves the item in the index, and nothing else.
    let key = member("a", "ops", "bob", 2).key();
    Member::update(&a, key).set_group(MemberByDayParts { joined: day(30) }).await.unwrap();
    assert_eq!(joined(all()).await, ["bob", "cid", "dan", "ann"]);
}

#[tokio::test]
async fn an_attribute_that_indexes_share_goes_with_the_last_of_them() {
    let (dal, _) = network().await;
    let a = dal.tenant("a");
    for number in 0..3 {
        task(number).create(&a).await.unwrap();
    }
    let tasks = |found: Vec<Task>| found.into_iter().map(|task| task.task).collect::<Vec<_>>();
    let due = async || tasks(Task::tasks_due(&a, "ward".to_owned()).await.unwrap().into_items().unwrap());
    let late = async || tasks(Task::tasks_late(&a, "ward".to_owned()).await.unwrap().into_items().unwrap());
    let stored = async || {
        let get = dal.client().get_item().table_name(dal.table_name());
        let key = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
        let get = get.key("PK", key("TENANT#a#TASK#t1")).key("SK", key("TENANT#a#TASK"));
        let item = get.send().await.unwrap().item.expect("it is there");
        let mut names: Vec<String> = item.into_keys().filter(|name| name.ends_with('K')).collect();
        names.sort();
        names
    };
    let of_team = |open: bool, late: bool| TaskDueLateParts {
        team: "ward".to_owned(),
        due: day(2),
        open,
        priority: 3,
        late: late.then(|| "since noon".to_owned()),
    };
    let update = async |group: TaskDueLateParts| {
        Task::update(&a, task(1).key()).set_group(group).await.unwrap();
    };
    assert_eq!(
        (due().await, late().await),
        (vec!["t0".into(), "t1".into(), "t2".into()], Vec::<String>::new())
    );
    update(of_team(true, true)).await;
    assert_eq!((due().await.len(), late().await), (3, vec!["t1".to_owned()]));
    // It leaves one index, and stays in the other, which shares the half that tells the team.
    update(of_team(false, true)).await;
    assert_eq!((due().await, late().await), (vec!["t0".into(), "t2".into()], vec!["t1".to_owned()]));
    assert_eq!(stored().await, ["LateSK", "PK", "SK", "TeamPK"]);
    update(of_team(false, false)).await;
    assert_eq!((due().await.len(), late().await.len()), (2, 0));
    assert_eq!(stored().await, ["PK", "SK"]);
    update(of_team(true, false)).await;
    assert_eq!(stored().await, ["DueSK", "PK", "SK", "TeamPK"]);
    // A half that no field of the update makes stays for the index that the update does not touch.
    let colours = async |red: Option<&str>, blue: Option<&str>| {
        let update = Task::update(&a, task(1).key());
        let update = update.set_group(TaskRedParts { red: red.map(str::to_owned) });
        if let Some(blue) = blue {
            update.set_group(TaskBlueParts { blue: Some(blue.to_owned()) }).await.unwrap();
        } else {
            update.await.unwrap();
        }
        let red = Task::red_tasks(&a).await.unwrap().len();
        (red, Task::blue_tasks(&a).await.unwrap().len())
    };
    assert_eq!(colours(Some("r"), Some("b")).await, (1, 1));
    assert_eq!(colours(None, None).await, (0, 1));
    assert_eq!(colours(Some("r"), None).await, (1, 1));
    Task::update(&a, task(1).key())
        .set_group(TaskRedParts { red: None })
        .set_group(TaskBlueParts { blue: None })
        .await
        .unwrap();
    assert_eq!(stored().await, ["DueSK", "PK", "SK", "TeamPK"]);
}
