//! A table whose partition is the tenant's id as it is, and whose sort key is bytes.

use serde::{Deserialize, Serialize};

use super::*;

#[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[dal(patterns = "tests/suite/adversary/native/blobs.yaml")]
pub struct Blob {
    pub tenant_id: String,
    #[serde(with = "dal::binary")]
    pub code: Vec<u8>,
    pub rank: Option<i32>,
    pub mark: String,
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
#[dal(patterns = "tests/suite/adversary/native/blobs.yaml")]
pub enum Blobs {
    Blob(Blob),
}

const CODES: [&[u8]; 6] = [&[0], &[0, 0], &[3], &[3, 0], &[128], &[255]];

async fn fill(scope: &Scope<Blobs>, tenant: &str) -> Result<(), Error> {
    for (rank, code) in (-3..).zip(CODES) {
        let blob = Blob {
            tenant_id: tenant.to_owned(),
            code: code.to_vec(),
            rank: Some(rank),
            mark: tenant.to_owned(),
        };
        blob.put(scope).await?;
    }
    Ok(())
}

impl Reads for Scope<Blobs> {
    const QUERIES: usize = 4;
    const NATIVE: bool = true;

    async fn read(&self, number: usize, after: Option<Cursor>, limit: u32) -> Read {
        match number {
            0 => page(Blob::blobs(self), after, limit).await,
            1 => page(Blob::blobs(self).range(vec![0, 0]..vec![255]), after, limit).await,
            2 => page(Blob::by_rank(self), after, limit).await,
            _ => page(Blob::by_rank(self).range(-2..2).reverse(), after, limit).await,
        }
    }
}

#[tokio::test]
async fn each_tenant_sees_exactly_its_own_where_its_id_is_the_partition() {
    let dal: Dal<Blobs> = fresh().await;
    let mut names = BTreeSet::new();
    for (one, other) in pairs(scaled(60, 10)) {
        names.extend([one, other]);
    }
    let mut usable = Vec::new();
    for name in &names {
        match fill(&dal.tenant(name.as_str()), name).await {
            Ok(()) => usable.push(name),
            Err(error) => assert!(unusable(&error), "{name:?}: {error}"),
        }
    }
    assert!(usable.len() > names.len() / 2, "most names are usable: {}", usable.len());
    for name in usable {
        let scope = dal.tenant(name.as_str());
        for number in 0..<Scope<Blobs> as Reads>::QUERIES {
            let (items, _) = scope.read(number, None, 50).await.unwrap();
            assert_eq!(items.len(), [6, 4, 6, 4][number], "query {number} of {name:?}");
            let mark = format!("mark: {name:?}");
            assert!(items.iter().all(|item| item.contains(&mark)), "query {number} of {name:?}: {items:?}");
        }
        let keys = CODES.map(|code| BlobKey { code: code.to_vec() });
        let got = Blob::batch_get(&scope, keys).await.unwrap().into_items().unwrap();
        assert!(got.iter().flatten().all(|blob| blob.tenant_id == *name), "{name:?}: {got:?}");
        assert_eq!(got.iter().flatten().count(), CODES.len(), "{name:?}");
    }
}

#[tokio::test]
async fn forged_cursors_of_binary_sort_keys_read_nothing_foreign() {
    let dal: Dal<Blobs> = fresh().await;
    let names = ["a", "a#", "ab"];
    for name in names {
        fill(&dal.tenant(name), name).await.unwrap();
    }
    let mut tally = Tally::default();
    for other in names.into_iter().skip(1).take(scaled(2, 1)) {
        let (mine, theirs) = (dal.tenant("a"), dal.tenant(other));
        forge_all(&mine, &theirs, other, &mut tally).await;
        flip_all(&mine, &mut tally).await;
    }
    assert!(tally.read > 100 && tally.refused > 100, "{} read, {} refused", tally.read, tally.refused);
}
