use std::collections::BTreeSet;

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Product {
    pub id: u32,
    pub title: String,
    pub price: u32,
    pub product_category: String,
    pub authors: Option<Vec<String>>,
    pub color: Option<Vec<String>>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Forum {
    pub name: String,
    pub category: String,
    pub threads: u32,
    pub messages: u32,
    pub views: u32,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Thread {
    pub forum_name: String,
    pub subject: String,
    pub last_post_date_time: String,
    pub replies: u32,
    pub views: u32,
    #[serde(with = "dal::string_set")]
    pub tags: BTreeSet<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
#[serde(rename_all = "PascalCase")]
pub struct Reply {
    #[serde(rename = "forum_name")]
    pub forum_name: String,
    #[serde(rename = "subject")]
    pub subject: String,
    pub reply_date_time: String,
    pub posted_by: String,
    pub message: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
pub enum ProductCatalog {
    Product(Product),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
pub enum Forums {
    Forum(Forum),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
pub enum Threads {
    Thread(Thread),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/forum-threads/patterns.yaml")]
pub enum Replies {
    Reply(Reply),
}
