//! Types of parts of keys.

#[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ItemId(pub Ulid);

mod phones {
    #[derive(SingleTable, Clone, Debug, PartialEq)]
    #[dal(display)]
    pub(super) struct Phone(phonenumber::PhoneNumber);
}

#[derive(SingleTable, Clone, Debug, PartialEq)]
#[dal(crate = my::dal)]
enum Urgency {
    #[serde(rename = "emergency")]
    Now,
    r#Urgent,
    Routine,
}
