//! The whole world of the example: written, and read back through every list.

use crate::domain::world;
use crate::domain::*;
use crate::support::*;

async fn all<P: dal::QueryPattern>(query: dal::Query<P>) -> Vec<P::Item> {
    let mut stream = query.limit(u32::MAX).stream();
    let mut items = Vec::new();
    while let Some(item) = stream.next().await {
        items.push(item.unwrap());
    }
    items
}

fn sorted<T, K: Ord>(items: &[T], key: impl Fn(&T) -> K) -> Vec<T>
where
    T: Clone,
{
    let mut items = items.to_vec();
    items.sort_by_key(key);
    items
}

#[tokio::test]
async fn each_clinic_sees_exactly_its_own() {
    let dal = table().await;
    let mut clinics = world::clinics().unwrap();
    assert!(clinics.len() >= 4);
    for clinic in &mut clinics {
        clinic.write(&dal.tenant(clinic.tenant.tenant_id)).await.unwrap();
    }
    for clinic in &clinics {
        let at = dal.tenant(clinic.tenant.tenant_id);
        assert_eq!(Tenant::get_tenant(&at).await.unwrap().as_ref(), Some(&clinic.tenant));
        let overview = Overview::overview(&at).await.unwrap().unwrap();
        assert_eq!(
            (&overview.tenant, overview.subscription.as_ref()),
            (&clinic.tenant, Some(&clinic.subscription))
        );
        assert_eq!(all(User::list_users(&at)).await, sorted(&clinic.users, |user| user.user_id.0));
        assert_eq!(all(Item::list_items(&at)).await, sorted(&clinic.items, |item| item.item_id.0));
        for user in &clinic.users {
            let mut owned: Vec<_> =
                clinic.items.iter().filter(|item| item.owner_id == Some(user.user_id)).collect();
            owned.sort_by_key(|item| std::cmp::Reverse((item.created_at, item.item_id.0)));
            let listed = all(Item::items_by_owner(&at, user.user_id)).await;
            let ids: Vec<_> = listed.iter().map(|item| (item.item_id, item.title.as_str())).collect();
            assert_eq!(ids, owned.iter().map(|item| (item.item_id, item.title.as_str())).collect::<Vec<_>>());
        }
        let mut open: Vec<_> = clinic.calls.iter().filter(|call| call.status != CallStatus::Closed).collect();
        open.sort_by_key(|call| (call.urgency as u8, call.received_at, call.call_id.0));
        let board = all(Call::open_calls(&at)).await;
        let ids: Vec<_> = board.iter().map(|call| call.call_id).collect();
        assert_eq!(ids, open.iter().map(|call| call.call_id).collect::<Vec<_>>());
        let mut threads: Vec<_> = clinic.messages.iter().map(|message| message.thread_id).collect();
        threads.dedup();
        for thread in threads {
            let own: Vec<_> =
                clinic.messages.iter().filter(|message| message.thread_id == thread).cloned().collect();
            let newest = sorted(&own, |message| std::cmp::Reverse((message.sent_at, message.message_id.0)));
            assert_eq!(all(Message::messages(&at, thread)).await, newest);
        }
        let mut teams: Vec<_> = clinic.shifts.iter().map(|shift| shift.team_id).collect();
        teams.dedup();
        for team in teams {
            let own: Vec<_> = clinic.shifts.iter().filter(|shift| shift.team_id == team).cloned().collect();
            assert_eq!(all(Shift::team_schedule(&at, team)).await, sorted(&own, |shift| shift.starts_at));
        }
    }
    let listed = all(Tenant::list_tenants(&dal)).await;
    let mut tenants: Vec<_> = clinics.iter().map(|clinic| &clinic.tenant).collect();
    tenants.sort_by_key(|tenant| std::cmp::Reverse(tenant.created_at));
    let names: Vec<_> = listed.iter().map(|tenant| tenant.name.as_str()).collect();
    assert_eq!(names, tenants.iter().map(|tenant| tenant.name.as_str()).collect::<Vec<_>>());
}
