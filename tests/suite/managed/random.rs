//! Any sequence of writes: guards and items are what a model says.

use std::collections::BTreeMap;

use dal::Error;
use dal::prelude::*;
use proptest::prelude::*;

use super::domain::*;

/// One write. Small numbers, so that values meet.
#[derive(Clone, Debug)]
enum Step {
    Create(u32, Option<u8>),
    /// A put of what is loaded, or of what was loaded a while ago.
    Put(u32, Option<u8>, bool),
    Patch(u32, Option<u8>, bool),
    Upsert(u32, Option<u8>),
    Rename(u32),
    Move(u32, u32),
    Delete(u32),
    DeleteLoaded(u32, bool),
}

fn step() -> impl Strategy<Value = Step> {
    let (id, login) = (1_u32..4, prop::option::of(0_u8..3));
    prop_oneof![
        (id.clone(), login.clone()).prop_map(|(id, login)| Step::Create(id, login)),
        (id.clone(), login.clone(), any::<bool>()).prop_map(|(id, login, old)| Step::Put(id, login, old)),
        (id.clone(), login.clone(), any::<bool>()).prop_map(|(id, login, old)| Step::Patch(id, login, old)),
        (id.clone(), login).prop_map(|(id, login)| Step::Upsert(id, login)),
        id.clone().prop_map(Step::Rename),
        (id.clone(), id.clone()).prop_map(|(from, to)| Step::Move(from, to)),
        id.clone().prop_map(Step::Delete),
        (id, any::<bool>()).prop_map(|(id, old)| Step::DeleteLoaded(id, old)),
    ]
}

/// What should be stored: for each account its login and its version.
type Model = BTreeMap<u32, (Option<String>, u64)>;

fn text(login: Option<u8>) -> Option<String> {
    login.map(|login| format!("Login{login}"))
}

/// Whether an account can have the login.
fn is_free(model: &Model, id: u32, login: &Option<String>) -> bool {
    login.is_none() || model.iter().all(|(other, (taken, _))| *other == id || taken != login)
}

/// What came of a write, as far as a model can say.
#[derive(Debug, PartialEq)]
enum Came {
    Done,
    Exists,
    Missing,
    Stale,
    Taken,
}

fn came(result: Result<(), Error>) -> Came {
    match result {
        Ok(()) => Came::Done,
        Err(Error::AlreadyExists(_)) => Came::Exists,
        Err(Error::NotFound(_)) => Came::Missing,
        Err(Error::VersionConflict(_) | Error::Conflict(_)) => Came::Stale,
        Err(Error::NotUnique(_)) => Came::Taken,
        Err(other) => panic!("{other}"),
    }
}

async fn load(clinic: &Scope<Kept>, id: u32) -> Option<Account> {
    Account::get_account(clinic, id).await.expect("read")
}

/// Does one step on the table and on the model, and says what came of each.
async fn run(
    clinic: &Scope<Kept>,
    model: &mut Model,
    seen: &mut BTreeMap<u32, Account>,
    step: Step,
) -> (Came, Came) {
    // The item of that id: as it is stored, or as it was when it was last looked at.
    let item = async |seen: &BTreeMap<u32, Account>, id: u32, old: bool| match seen.get(&id) {
        Some(item) if old => item.clone(),
        _ => load(clinic, id).await.unwrap_or_else(|| account(id, None)),
    };
    let version = |model: &Model, id: u32| model.get(&id).map_or(0, |(_, rev)| *rev);
    match step {
        Step::Create(id, login) => {
            let login = text(login);
            let mut new = Account { login: login.clone(), ..account(id, None) };
            let expected = if model.contains_key(&id) {
                Came::Exists
            } else if is_free(model, id, &login) {
                model.insert(id, (login, 1));
                Came::Done
            } else {
                Came::Taken
            };
            let found = came(new.create(clinic).await);
            if found == Came::Done {
                seen.insert(id, new);
            }
            (found, expected)
        }
        Step::Put(id, login, old) => {
            let login = text(login);
            let mut item = item(seen, id, old).await;
            item.login.clone_from(&login);
            let expected = if item.rev != version(model, id) {
                Came::Stale
            } else if is_free(model, id, &login) {
                model.insert(id, (login, item.rev + 1));
                Came::Done
            } else {
                Came::Taken
            };
            (came(item.put(clinic).await), expected)
        }
        Step::Patch(id, login, old) => {
            let login = text(login);
            let mut item = item(seen, id, old).await;
            let expected = if !model.contains_key(&id) {
                Came::Missing
            } else if model[&id] != (item.login.clone(), item.rev) {
                // Of the same version, and yet another item: it was deleted and made anew.
                Came::Stale
            } else if is_free(model, id, &login) {
                model.insert(id, (login.clone(), item.rev + 1));
                Came::Done
            } else {
                Came::Taken
            };
            let change = login.map_or(dal::Edit::Clear, dal::Edit::Set);
            (came(item.patch(clinic).edit(Account::LOGIN, change).await), expected)
        }
        Step::Upsert(id, login) => {
            let login = text(login);
            let mut item = item(seen, id, false).await;
            item.login.clone_from(&login);
            let expected = if is_free(model, id, &login) {
                model.insert(id, (login, item.rev + 1));
                Came::Done
            } else {
                Came::Taken
            };
            (came(item.upsert(clinic).await), expected)
        }
        Step::Rename(id) => {
            let expected = match model.get_mut(&id) {
                Some((_, rev)) => {
                    *rev += 1;
                    Came::Done
                }
                None => Came::Missing,
            };
            let update =
                Account::update(clinic, AccountKey { id }).any_version().set(Account::NAME, "renamed");
            (came(update.await.map(drop)), expected)
        }
        Step::Move(from, to) => {
            let old = item(seen, from, false).await;
            let mut new = Account { id: to, ..old.clone() };
            if from == to {
                return (Came::Done, Came::Done);
            }
            let expected = match (model.get(&from).cloned(), model.contains_key(&to)) {
                (None, _) => Came::Missing,
                (Some(_), true) => Came::Exists,
                (Some((login, rev)), false) => {
                    model.remove(&from);
                    model.insert(to, (login, rev + 1));
                    Came::Done
                }
            };
            if expected == Came::Missing {
                return (Came::Missing, Came::Missing);
            }
            (came(old.move_to(clinic, &mut new).await), expected)
        }
        Step::Delete(id) => {
            model.remove(&id);
            (came(Account::delete(clinic, AccountKey { id }).any_version().await), Came::Done)
        }
        Step::DeleteLoaded(id, old) => {
            let item = item(seen, id, old).await;
            let expected = if model.get(&id).is_none_or(|stored| *stored == (item.login.clone(), item.rev))
                && item.rev == version(model, id)
            {
                model.remove(&id);
                Came::Done
            } else {
                Came::Stale
            };
            (came(item.delete_loaded(clinic).await), expected)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn guards_and_items_equal_the_model(steps in prop::collection::vec(step(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (dal, _) = table().await;
            let clinic = dal.tenant(1_u32);
            let (mut model, mut seen) = (Model::new(), BTreeMap::new());
            for step in steps {
                let shown = format!("{step:?}");
                let (found, expected) = run(&clinic, &mut model, &mut seen, step).await;
                assert_eq!(found, expected, "{shown}");
                let mut items = BTreeMap::new();
                let mut owned = BTreeMap::new();
                let page = Account::list_accounts(&clinic).await.expect("a page");
                for account in page.into_items().expect("all decode") {
                    if let Some(login) = &account.login {
                        let key = format!("TENANT#0000000001#LOGIN#{}", login.to_lowercase());
                        owned.insert(key, format!("ACCOUNT#{:010}", account.id));
                    }
                    items.insert(account.id, (account.login.clone(), account.rev));
                }
                assert_eq!(items, model, "{shown}");
                assert_eq!(guards(&dal).await, owned, "{shown}");
            }
        });
    }
}
