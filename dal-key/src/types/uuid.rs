use uuid::Uuid;

use super::other;
use crate::error::KeyProblem;
use crate::kind::kinds;
use crate::part::{KeyPart, Part};

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Uuid> for Uuid {
    fn part(&self) -> Part<'_> {
        Part::Uuid(self.as_u128())
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Uuid(bits) => Ok(Self::from_u128(bits)),
            part => Err(other(&part, "a uuid")),
        }
    }
}
