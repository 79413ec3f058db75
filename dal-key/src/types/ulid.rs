use ulid::Ulid;

use super::other;
use crate::error::KeyProblem;
use crate::kind::kinds;
use crate::part::{KeyPart, Part};

#[diagnostic::do_not_recommend]
impl KeyPart<kinds::Ulid> for Ulid {
    fn part(&self) -> Part<'_> {
        Part::Ulid(self.0)
    }

    fn from_part(part: Part<'_>) -> Result<Self, KeyProblem> {
        match part {
            Part::Ulid(bits) => Ok(Self(bits)),
            part => Err(other(&part, "a ulid")),
        }
    }
}
