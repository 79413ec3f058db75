//! Library: labelled and lower-cased keys, four collections of several entities, a day or a word in one key.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, one, seen};

pub struct Library;

impl Design for Library {
    type Table = Electro;
    const NAME: &'static str = "electrodb-library";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<Electro>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Author" => row.put::<Author, _>(dal).await,
            "Book" => row.put::<Book, _>(dal).await,
            "Genre" => row.put::<Genre, _>(dal).await,
            "Member" => row.put::<Member, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<Electro>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "copies_by_author" => {
                let of = BookCopiesByAuthorParams {
                    author_last_name: p("author_last_name"),
                    author_first_name: p("author_first_name"),
                };
                seen(Book::copies_by_author(dal, of).await?.into_items()?)
            }
            "authors_by_full_name" => {
                let of = AuthorAuthorsByFullNameParams {
                    author_last_name: p("author_last_name"),
                    author_first_name: p("author_first_name"),
                };
                seen(Author::authors_by_full_name(dal, of).await?.into_items()?)
            }
            "authors_by_last_name_and_partial_first_name" => {
                let of = AuthorAuthorsByLastNameAndPartialFirstNameParams {
                    author_last_name: p("author_last_name"),
                    author_first_name: p("partial_first_name"),
                };
                let authors = Author::authors_by_last_name_and_partial_first_name(dal, of).await?;
                seen(authors.into_items()?)
            }
            "available_copies" => {
                let of = BookAvailableCopiesParams {
                    author_last_name: p("author_last_name"),
                    author_first_name: p("author_first_name"),
                    book_id: p("book_id"),
                };
                seen(Book::available_copies(dal, of).await?.into_items()?)
            }
            "genres_by_subgenre" => {
                let of = GenreGenresBySubgenreParams { genre: p("genre"), subgenre: p("subgenre") };
                seen(Genre::genres_by_subgenre(dal, of).await?.into_items()?)
            }
            "authors_body_of_work" => {
                let items = AuthorsBodyOfWork::authors_body_of_work(
                    dal,
                    p("author_last_name"),
                    p("author_first_name"),
                )
                .await?
                .into_items()?;
                let items = items.into_iter().map(|item| match item {
                    AuthorsBodyOfWork::Author(item) => one(&item),
                    AuthorsBodyOfWork::Book(item) => one(&item),
                    AuthorsBodyOfWork::Genre(item) => one(&item),
                });
                items.collect()
            }
            "copies_by_isbn" => seen(Book::copies_by_isbn(dal, p("isbn")).await?.into_items()?),
            "books_on_loan" => seen(Book::books_on_loan(dal, p("member_id")).await?.into_items()?),
            "overdue_books" => {
                seen(Book::overdue_books(dal, p("member_id")).range(..=p("today")).await?.into_items()?)
            }
            "account_info" => {
                let items = AccountInfo::account_info(dal, p("member_id")).await?.into_items()?;
                let items = items.into_iter().map(|item| match item {
                    AccountInfo::Member(item) => one(&item),
                    AccountInfo::Book(item) => one(&item),
                });
                items.collect()
            }
            "loaned_copies" => {
                let of = BookLoanedCopiesParams {
                    author_last_name: p("author_last_name"),
                    author_first_name: p("author_first_name"),
                };
                seen(Book::loaned_copies(dal, of).range(..="9".to_owned()).await?.into_items()?)
            }
            "copies_by_title" => seen(Book::copies_by_title(dal, p("book_title")).await?.into_items()?),
            "editions_between" => seen(
                Book::editions_between(dal, p("book_title"))
                    .range(p("from")..=p("to"))
                    .await?
                    .into_items()?,
            ),
            "editions_since" => {
                seen(Book::editions_since(dal, p("book_title")).range(p("from")..).await?.into_items()?)
            }
            "book_details_by_isbn" => {
                let items = BookDetailsByIsbn::book_details_by_isbn(dal, p("isbn")).await?.into_items()?;
                let items = items.into_iter().map(|item| match item {
                    BookDetailsByIsbn::Book(item) => one(&item),
                    BookDetailsByIsbn::Genre(item) => one(&item),
                });
                items.collect()
            }
            "book_details_by_title" => {
                let items =
                    BookDetailsByTitle::book_details_by_title(dal, p("book_title")).await?.into_items()?;
                let items = items.into_iter().map(|item| match item {
                    BookDetailsByTitle::Book(item) => one(&item),
                    BookDetailsByTitle::Genre(item) => one(&item),
                });
                items.collect()
            }
            "genres_of_author" => {
                let of = GenreGenresOfAuthorParams {
                    author_last_name: p("author_last_name"),
                    author_first_name: p("author_first_name"),
                    genre: p("genre"),
                };
                seen(Genre::genres_of_author(dal, of).await?.into_items()?)
            }
            _ => return Ok(None),
        }))
    }

    async fn write(_: &Dal<Electro>, _: &str, _: &Example<'_>) -> Result<Option<()>, Error> {
        Ok(None)
    }
}
