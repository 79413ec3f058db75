use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/session-store/patterns.yaml")]
pub struct Session {
    pub session_id: String,
    pub customer_id: String,
    pub last_login_time: String,
    pub access_token: String,
    pub session_state: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/session-store/patterns.yaml")]
pub struct ChildSession {
    pub session_id: String,
    pub child_session_id: String,
    pub access_token: String,
    pub session_state: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/session-store/patterns.yaml")]
pub enum SessionStore {
    Session(Session),
    ChildSession(ChildSession),
}
