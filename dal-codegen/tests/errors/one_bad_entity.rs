//! list: one_bad_entity.yaml
#[derive(SingleTable)]
pub struct Label {
    pub user_id: UserId,
    pub name: String,
}

#[derive(SingleTable)]
pub struct Note {
    pub user_id: UserId,
    pub note_id: NoteId,
}

#[derive(SingleTable)]
pub struct Draft {
    pub user_id: UserId,
    pub note_id: NoteId,
}

#[derive(SingleTable)]
pub enum Notes {
    Note(Note),
    Draft(Draft),
    Label(Label),
}
