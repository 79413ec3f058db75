use std::collections::{BTreeMap, BTreeSet};

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Author {
    pub author_first_name: String,
    pub author_last_name: String,
    pub birthday: String,
    pub bio: String,
    #[serde(with = "dal::string_set::option", default)]
    pub genres: Option<BTreeSet<String>>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Book {
    pub book_id: String,
    pub book_title: String,
    pub description: String,
    pub publisher: String,
    pub release_date: String,
    pub author_first_name: String,
    pub author_last_name: String,
    pub isbn: String,
    pub loan_start_date: Option<String>,
    pub loan_end_date: String,
    pub member_id: Option<String>,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Genre {
    pub genre: String,
    pub subgenre: String,
    pub isbn: String,
    pub book_id: String,
    pub book_title: String,
    pub author_first_name: String,
    pub author_last_name: String,
}

#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
#[serde(rename_all = "camelCase")]
pub struct Member {
    pub member_id: String,
    pub membership_start_date: String,
    pub membership_end_date: String,
    pub address: BTreeMap<String, String>,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
pub enum AuthorsBodyOfWork {
    Author(Author),
    Book(Book),
    Genre(Genre),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
pub enum AccountInfo {
    Member(Member),
    Book(Book),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
pub enum BookDetailsByIsbn {
    Book(Book),
    Genre(Genre),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
pub enum BookDetailsByTitle {
    Book(Book),
    Genre(Genre),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/models/electrodb-library/patterns.yaml")]
pub enum Electro {
    Author(Author),
    Book(Book),
    Genre(Genre),
    Member(Member),
}
