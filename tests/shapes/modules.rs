//! Entities, collections and the table in different modules, private and public.

pub mod staff {
    use dal::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
    #[dal(patterns = "tests/shapes/modules.yaml")]
    pub struct User {
        pub tenant_id: String,
        pub user_id: String,
    }

    pub(in crate::shapes::modules) mod notes {
        use super::super::ids::NoteId;
        use dal::prelude::*;
        use serde::{Deserialize, Serialize};

        #[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
        #[dal(patterns = "tests/shapes/modules.yaml")]
        pub(in crate::shapes::modules) struct Note {
            pub(in crate::shapes::modules) tenant_id: String,
            pub(super) note_id: NoteId,
        }

        impl Note {
            pub(in crate::shapes::modules) fn new(tenant_id: &str, note_id: u64) -> Self {
                Self { tenant_id: tenant_id.to_owned(), note_id: NoteId(note_id) }
            }
        }
    }
}

mod ids {
    use dal::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[dal(patterns = "tests/shapes/modules.yaml")]
    pub(super) struct NoteId(pub(super) u64);
}

mod pages {
    use super::staff::{User, notes::Note};
    use dal::prelude::*;

    #[derive(SingleTable, Debug, PartialEq)]
    #[dal(patterns = "tests/shapes/modules.yaml")]
    pub(super) enum Everything {
        User(User),
        Note(Note),
    }
}

use dal::prelude::*;

#[derive(SingleTable)]
#[dal(patterns = "tests/shapes/modules.yaml", collections(pages::Everything))]
enum Clinic {
    User(staff::User),
    Note(self::staff::notes::Note),
}

#[tokio::test]
async fn runs() -> Result<(), dal::Error> {
    let clinic = crate::table::<Clinic>().await.tenant("t");
    staff::User { tenant_id: "t".into(), user_id: "ann".into() }.create(&clinic).await?;
    staff::notes::Note::new("t", 7).create(&clinic).await?;
    let all = pages::Everything::everything(&clinic).await?.into_items()?;
    assert_eq!(
        all,
        [
            pages::Everything::Note(staff::notes::Note::new("t", 7)),
            pages::Everything::User(staff::User { tenant_id: "t".into(), user_id: "ann".into() }),
        ]
    );
    Ok(())
}
