//! Matches of tournaments on a table without a sort key: index keys of several attributes, all of them fields.

mod entities;

use std::ops::Bound;

use dal::Error;
use dal::prelude::*;
use entities::*;

use super::data::{Row, Values, text};
use super::run::{Design, Example, Seen, seen};

pub struct Tournament;

impl Design for Tournament {
    type Table = TournamentMatches;
    const NAME: &'static str = "tournament-matches";
    const SOURCES: [&'static str; 2] = [include_str!("patterns.yaml"), include_str!("entities.rs")];

    async fn store(dal: &Dal<TournamentMatches>, row: &Row) -> Result<(), Error> {
        match row.entity.as_str() {
            "Match" => row.put::<Match, _>(dal).await,
            other => panic!("no entity {other}"),
        }
    }

    async fn read(
        dal: &Dal<TournamentMatches>,
        pattern: &str,
        params: &Values,
    ) -> Result<Option<Seen>, Error> {
        let p = |name: &str| text(params, name).to_owned();
        Ok(Some(match pattern {
            "get_match" => seen(Match::get_match(dal, p("match_id")).await?),
            "matches_of_tournament_region" => {
                let of = MatchMatchesOfTournamentRegionParams {
                    tournament_id: p("tournament_id"),
                    region: p("region"),
                };
                seen(Match::matches_of_tournament_region(dal, of).await?.into_items()?)
            }
            "matches_of_round" => {
                let of = MatchMatchesOfRoundParams {
                    tournament_id: p("tournament_id"),
                    region: p("region"),
                    round: p("round"),
                };
                seen(Match::matches_of_round(dal, of).await?.into_items()?)
            }
            "matches_of_round_and_bracket" => {
                let of = MatchMatchesOfRoundAndBracketParams {
                    tournament_id: p("tournament_id"),
                    region: p("region"),
                    round: p("round"),
                    bracket: p("bracket"),
                };
                seen(Match::matches_of_round_and_bracket(dal, of).await?.into_items()?)
            }
            "specific_match_in_bracket" => {
                let of = MatchSpecificMatchInBracketParams {
                    tournament_id: p("tournament_id"),
                    region: p("region"),
                    round: p("round"),
                    bracket: p("bracket"),
                    match_id: p("match_id"),
                };
                seen(Match::specific_match_in_bracket(dal, of).await?.into_items()?)
            }
            "matches_from_round_on" => {
                let of =
                    MatchMatchesFromRoundOnParams { tournament_id: p("tournament_id"), region: p("region") };
                seen(Match::matches_from_round_on(dal, of).range(p("round")..).await?.into_items()?)
            }
            "matches_between_rounds" => {
                let of = MatchMatchesBetweenRoundsParams {
                    tournament_id: p("tournament_id"),
                    region: p("region"),
                };
                seen(
                    Match::matches_between_rounds(dal, of)
                        .range(p("round_from")..=p("round_to"))
                        .await?
                        .into_items()?,
                )
            }
            "matches_in_brackets_starting_with" => {
                let of = MatchMatchesInBracketsStartingWithParams {
                    tournament_id: p("tournament_id"),
                    region: p("region"),
                    round: p("round"),
                    bracket: p("bracket_prefix"),
                };
                seen(Match::matches_in_brackets_starting_with(dal, of).await?.into_items()?)
            }
            "matches_after_match_in_bracket" => {
                // Behind that match.
                let behind = (Bound::Excluded(p("match_id")), Bound::Unbounded);
                let of = MatchMatchesAfterMatchInBracketParams {
                    tournament_id: p("tournament_id"),
                    region: p("region"),
                    round: p("round"),
                    bracket: p("bracket"),
                };
                seen(Match::matches_after_match_in_bracket(dal, of).range(behind).await?.into_items()?)
            }
            "matches_of_player" => seen(Match::matches_of_player(dal, p("player_1_id")).await?.into_items()?),
            "matches_of_player_on_date" => {
                let of = MatchMatchesOfPlayerOnDateParams {
                    player1_id: p("player_1_id"),
                    match_date: p("match_date"),
                };
                seen(Match::matches_of_player_on_date(dal, of).await?.into_items()?)
            }
            "matches_of_player_on_date_in_round" => {
                let of = MatchMatchesOfPlayerOnDateInRoundParams {
                    player1_id: p("player_1_id"),
                    match_date: p("match_date"),
                    round: p("round"),
                };
                seen(Match::matches_of_player_on_date_in_round(dal, of).await?.into_items()?)
            }
            "matches_of_player_between_dates" => seen(
                Match::matches_of_player_between_dates(dal, p("player_1_id"))
                    .range(p("from")..=p("to"))
                    .await?
                    .into_items()?,
            ),
            _ => return Ok(None),
        }))
    }

    async fn write(
        dal: &Dal<TournamentMatches>,
        pattern: &str,
        example: &Example<'_>,
    ) -> Result<Option<()>, Error> {
        let (_, _, _) = (dal, pattern, example);
        Ok(None)
    }
}
