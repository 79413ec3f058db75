//! Reviewing: what the derive makes of one small struct, as `cargo expand --example review` shows it.
//!
//! `cargo run -p cargo-dal -- expand examples/review.rs` prints the same with serde's derives left unexpanded. The
//! generated methods say in their documentation what they send.
//!
//! ```sh
//! cargo run --example review
//! ```

use dal::prelude::*;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

/// A member of a clinic's staff.
#[derive(SingleTable, Serialize, Deserialize, Debug)]
#[dal(patterns = "examples/review.yaml")]
pub struct User {
    pub tenant_id: Ulid,
    pub user_id: Ulid,
    pub email: String,
}

/// The table.
#[derive(SingleTable)]
#[dal(patterns = "examples/review.yaml")]
pub enum Staff {
    /// A member of a clinic's staff.
    User(User),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dal: Dal<Staff> = Dal::new(dal_local::memory().await?);
    dal.create_table().await?;
    let clinic = dal.tenant(Ulid::generate());
    let user = User {
        tenant_id: *clinic.tenant(),
        user_id: Ulid::generate(),
        email: "ada@clinic.example".to_owned(),
    };
    user.create(&clinic).await?;
    println!("{:?}", User::get_user(&clinic, user.user_id).await?);
    println!("{} user in the list", User::list_users(&clinic).await?.len());
    println!("{}", User::key_values(&clinic, &UserKey { user_id: user.user_id })?);
    Ok(())
}
