//! list: nowhere.yaml
#[derive(SingleTable)]
pub struct Label {
    pub user_id: UserId,
}

#[derive(SingleTable)]
pub enum Notes {
    Label(Label),
}
