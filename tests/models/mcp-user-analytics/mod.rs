//! Analytics of users: one entity, four indexes, one of them sorted by a number that copies another attribute.

mod entities;

use chrono::{DateTime, Utc};
use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, number, text};
use super::run::{Design, Example, Seen, seen};

pub struct Analytics;

impl Design for Analytics {
    type Table = UserAnalytics;
    const NAME: &'static str = "mcp-user-analytics";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<UserAnalytics>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "User" => row.put::<User, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(dal: &Dal<UserAnalytics>, pattern: &str, params: &Values) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_user_profile" => seen(User::get_user_profile(dal, p("user_id")).await?),
            "get_active_users" => seen(User::get_active_users(dal, p("status")).await?.into_items()?),
            "get_recent_active_users" => seen(
                User::get_recent_active_users(dal, p("status"))
                    .range(time(&p("since_date"))..)
                    .await?
                    .into_items()?,
            ),
            "get_users_by_location" => seen(
                User::get_users_by_location(
                    dal,
                    UserGetUsersByLocationParams { country: p("country"), city: p("city") },
                )
                .await?
                .into_items()?,
            ),
            "get_users_by_country_prefix" => seen(
                User::get_users_by_country_prefix(
                    dal,
                    UserGetUsersByCountryPrefixParams { country: p("country"), city: p("city_prefix") },
                )
                .await?
                .into_items()?,
            ),
            "get_users_by_engagement_level" => {
                seen(User::get_users_by_engagement_level(dal, p("engagement_level")).await?.into_items()?)
            }
            "get_highly_engaged_users_by_session_range" => {
                let range = number(params, "min_sessions")..=number(params, "max_sessions");
                seen(
                    User::get_highly_engaged_users_by_session_range(dal, p("engagement_level"))
                        .range(range)
                        .await?
                        .into_items()?,
                )
            }
            "get_users_by_age_group" => {
                seen(User::get_users_by_age_group(dal, p("age_group")).await?.into_items()?)
            }
            "get_recent_signups_by_age_group" => seen(
                User::get_recent_signups_by_age_group(dal, p("age_group"))
                    .range(time(&p("since_date"))..)
                    .await?
                    .into_items()?,
            ),
            "get_users_signup_date_range" => {
                // Published as texts around what is stored.
                let range = time(&(p("start_date") + "Z"))..=time(p("end_date").trim_end_matches('~'));
                seen(
                    User::get_users_signup_date_range(dal, p("age_group"))
                        .range(range)
                        .await?
                        .into_items()?,
                )
            }
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<UserAnalytics>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        let (_, _, _) = (dal, pattern, example);
        Ok(None)
    }
}

fn time(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}
