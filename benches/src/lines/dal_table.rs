//! The table of `dal.rs`, once for all its entities.

use dal::prelude::*;

use super::dal::Item;

#[derive(SingleTable)]
#[dal(patterns = "src/lines/item.yaml")]
pub enum Clinic {
    Item(Item),
}
