//! Sessions of users: nothing but keys tells who is who, and an inverted index finds them from the other side.

mod entities;

use dal::Error;
use dal::prelude::*;
use entities::*;
use serde_json::json;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, SeenItem, seen};

pub struct Sessions;

impl Design for Sessions {
    type Table = SessionStore;
    const NAME: &'static str = "session-store";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<SessionStore>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Session" => row.put::<Session, _>(dal).await,
            "ChildSession" => row.put::<ChildSession, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<SessionStore>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_session_by_session_id" => seen(
                Session::get_session_by_session_id(
                    dal,
                    SessionKey { session_id: p("session_id"), customer_id: p("customer_id") },
                )
                .await?,
            ),
            "get_child_sessions_by_session_id" => seen(
                ChildSession::get_child_sessions_by_session_id(dal, p("session_id")).await?.into_items()?,
            ),
            "get_session_by_child_session_id" => seen(
                ChildSession::get_session_by_child_session_id(dal, p("child_session_id"))
                    .await?
                    .into_items()?,
            ),
            "get_session_id_by_customer_id" => {
                let of = SessionGetSessionIdByCustomerIdParams {
                    customer_id: p("customer_id"),
                    session_id: p("session_id"),
                };
                seen(Session::get_session_id_by_customer_id(dal, of).await?)
            }
            "get_sessions_by_customer_id" => {
                seen(Session::get_sessions_by_customer_id(dal, p("customer_id")).await?.into_items()?)
            }
            "get_last_login_time_by_customer_id" => {
                let last = Session::get_last_login_time_by_customer_id(dal, p("customer_id")).await?;
                let seen = last.into_iter().map(|last| SeenItem {
                    entity: "Session",
                    value: json!([last.session_id, last.customer_id, last.last_login_time]),
                    published: |row| {
                        let Session { session_id, customer_id, last_login_time, .. } = row.value();
                        json!([session_id, customer_id, last_login_time])
                    },
                });
                seen.collect()
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<SessionStore>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        match pattern {
            "create_session" => {
                example.only().put::<Session, _>(dal).await?;
            }
            "expire_session" => {
                let Session { session_id, customer_id, .. } = example.only().value();
                Session::delete(dal, SessionKey { session_id, customer_id }).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
