//! The table of `dal.rs`, once for all its entities.

use dal::prelude::*;

use super::dal::Item;

#[derive(SingleTable)]
pub enum Clinic {
    Item(Item),
}
