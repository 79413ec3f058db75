//! list: clashes.yaml
#[derive(SingleTable)]
pub struct Note {
    pub user_id: UserId,
    pub note_id: NoteId,
    pub Title: String,
    pub title: String,
}

#[derive(SingleTable)]
pub struct NoteTag {
    pub user_id: UserId,
    pub note_id: NoteId,
}
