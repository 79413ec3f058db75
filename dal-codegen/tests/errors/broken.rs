//! list: broken.yaml
#[derive(SingleTable)]
pub struct NoteId(Ulid);

#[derive(SingleTable)]
pub struct Note {
    pub user_id: UserId,
}

#[derive(SingleTable)]
pub enum Clinic {
    Note(Note),
}
