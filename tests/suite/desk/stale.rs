//! No index key is ever stale or half-written: random writes of several writers, some of which hold items that others
//! changed since, against a model.

use dal::{Entity, Error};

use super::*;
use crate::support::scaled;

/// A generator of numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(3) > 0).then(|| value(self))
    }

    fn word(&mut self) -> String {
        text(["ann", "bob", "a#b", "$", "é"][self.below(5)])
    }

    fn state(&mut self) -> State {
        [State::Open, State::Waiting, State::Closed][self.below(3)]
    }

    fn rank(&mut self) -> u32 {
        u32::try_from(self.below(4)).unwrap()
    }

    fn task(&mut self) -> Task {
        Task {
            owner: self.maybe(Self::word),
            rank: self.rank(),
            state: self.state(),
            mail: self.maybe(Self::word),
            done: self.maybe(Self::rank),
            title: self.word(),
            ..task(&format!("t{}", self.below(5)))
        }
    }
}

/// Whether the keys that a patch of these attributes writes are made of what `loaded` and `stored` agree on.
fn agree(loaded: &Task, stored: &Task, [owner, rank, state]: [bool; 3]) -> bool {
    let by_owner = owner || rank;
    let board = rank || state;
    let same = |patched: bool, same: bool| patched || same;
    (!by_owner || same(owner, loaded.owner == stored.owner))
        && (!(by_owner || board) || same(rank, loaded.rank == stored.rank))
        && (!board || same(state, loaded.state == stored.state))
}

#[tokio::test]
async fn no_index_key_is_stale_or_half_written_whatever_is_written() {
    let (dal, scope) = desk().await;
    let mut random = Random(0x5eed_1234_5678_9abc);
    let mut model: BTreeMap<String, Task> = BTreeMap::new();
    let mut held: Vec<Task> = Vec::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let steps = scaled(3000, 150);
    for step in 0..steps {
        let fresh = random.task();
        let name = fresh.task.clone();
        let loaded = if held.is_empty() { fresh.clone() } else { held[random.below(held.len())].clone() };
        let mut touched = vec![name.clone()];
        let what = match random.below(10) {
            0 => {
                fresh.put(&scope).await.unwrap();
                model.insert(name, fresh);
                "put"
            }
            1 => {
                let old = Task::delete(&scope, fresh.key()).returning().await.unwrap();
                assert_eq!(old, model.remove(&name), "step {step}");
                "delete"
            }
            2 | 3 => {
                let kept = random.below(2) == 0;
                let mut expected = fresh.clone();
                let mut upsert = fresh.upsert(&scope).add(Task::DONE, 2);
                expected.done = Some(model.get(&name).and_then(|old| old.done).unwrap_or(0) + 2);
                if kept {
                    upsert = upsert.keep(Task::TITLE);
                    expected.title = model.get(&name).map_or(expected.title, |old| old.title.clone());
                }
                assert_eq!(upsert.await.unwrap(), expected, "step {step}");
                model.insert(name, expected);
                "upsert"
            }
            4 | 5 => {
                let Task { owner, rank, state, mail, title, .. } = fresh.clone();
                let mut update = Task::update(&scope, fresh.key()).set(Task::TITLE, title.clone());
                let (first, second) = (random.below(3) > 0, random.below(3) > 0);
                if first {
                    update = update.set_group(TaskGsi1Gsi2Parts { owner: owner.clone(), rank, state });
                }
                if second {
                    update = update.set_group(TaskGsi3Parts { mail: mail.clone() });
                }
                let got = update.await;
                match model.get_mut(&name) {
                    None => assert!(matches!(got, Err(Error::NotFound(_))), "step {step}: {got:?}"),
                    Some(stored) => {
                        stored.title = title;
                        if first {
                            (stored.owner, stored.rank, stored.state) = (owner, rank, state);
                        }
                        if second {
                            stored.mail = mail;
                        }
                        assert_eq!(got.unwrap(), *stored, "step {step}");
                    }
                }
                "update"
            }
            6 => {
                touched = vec![loaded.task.clone(), name.clone()];
                let new = Task { task: name.clone(), ..fresh };
                let moved = loaded.move_to(&scope, &new).await;
                let same = model.get(&loaded.task).map(|stored| *stored == loaded);
                let taken = loaded.task != name && model.contains_key(&name);
                match (same, taken) {
                    (None, _) => assert!(matches!(moved, Err(Error::NotFound(_))), "step {step}: {moved:?}"),
                    (Some(false), _) => {
                        assert!(matches!(moved, Err(Error::Conflict(_))), "step {step}: {moved:?}")
                    }
                    (_, true) => {
                        assert!(matches!(moved, Err(Error::AlreadyExists(_))), "step {step}: {moved:?}")
                    }
                    _ => {
                        moved.unwrap();
                        model.remove(&loaded.task);
                        model.insert(name, new);
                        *seen.entry("moved").or_default() += 1;
                    }
                }
                "move"
            }
            _ => {
                touched = vec![loaded.task.clone()];
                let [owner, rank, state, mail] = [(); 4].map(|()| random.below(3) == 0);
                let mut patch = loaded.patch(&scope);
                let apply = |stored: &mut Task| {
                    let Task { owner: new_owner, rank: new_rank, state: new_state, mail: new_mail, .. } =
                        fresh.clone();
                    if owner {
                        stored.owner = new_owner;
                    }
                    if rank {
                        stored.rank = new_rank;
                    }
                    if state {
                        stored.state = new_state;
                    }
                    if mail {
                        stored.mail = new_mail;
                    }
                };
                if owner {
                    patch = patch.edit(Task::OWNER, fresh.owner.clone().into());
                }
                if rank {
                    patch = patch.set(Task::RANK, fresh.rank);
                }
                if state {
                    patch = patch.set(Task::STATE, fresh.state);
                }
                if mail {
                    patch = patch.edit(Task::MAIL, fresh.mail.clone().into());
                }
                let got = patch.await;
                match model.get_mut(&loaded.task) {
                    None => assert!(matches!(got, Err(Error::NotFound(_))), "step {step}: {got:?}"),
                    Some(stored) if agree(&loaded, stored, [owner, rank, state]) => {
                        apply(stored);
                        assert_eq!(got.unwrap(), *stored, "step {step}");
                        *seen.entry("patched").or_default() += 1;
                    }
                    Some(_) => {
                        assert!(matches!(got, Err(Error::Conflict(_))), "step {step}: {got:?}");
                        *seen.entry("conflict").or_default() += 1;
                    }
                }
                "patch"
            }
        };
        *seen.entry(what).or_default() += 1;
        for name in touched {
            let stored = raw(&dal, &format!("TASK#{name}")).await;
            let expected = model.get(&name).map(|task| task.to_attribute_values(&scope).unwrap());
            assert_eq!(stored, expected, "step {step}, {what}");
        }
        // What writers hold becomes old.
        if held.len() < 12 {
            held.extend(model.values().cloned());
        } else if let Some(task) = model.values().nth(random.below(model.len().max(1))) {
            let at = random.below(held.len());
            held[at] = task.clone();
        }
    }
    let mut all = Task::tasks(&scope).await.unwrap().into_items().unwrap();
    all.sort_by(|one, other| one.task.cmp(&other.task));
    assert!(all.iter().eq(model.values()));
    for what in ["put", "delete", "upsert", "update", "move", "moved", "patch", "patched", "conflict"] {
        // A short run on a server need not meet the rare ones.
        let enough = seen.get(what).is_some_and(|count| *count > steps / 100);
        assert!(enough || steps < 1_000, "{what}: {seen:?}");
    }
}
