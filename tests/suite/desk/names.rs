//! Attributes of any name: reserved words, and characters that mean something in expressions.

#![allow(dead_code, reason = "some tokens are of keys only")]

use dal::Entity;
use dal::prelude::*;
use serde::{Deserialize, Serialize};

use crate::support::fresh;

macro_rules! odd {
    ($($field:ident $token:ident $name:literal,)*) => {
        #[derive(SingleTable, Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
        #[dal(patterns = "tests/suite/desk/names.yaml")]
        pub struct Odd {
            pub desk: String,
            pub odd: String,
            $(#[serde(rename = $name)] pub $field: Option<u32>,)*
        }

        #[tokio::test]
        async fn any_name_works_in_conditions_filters_and_updates() {
            let dal: Dal<Odds> = fresh().await;
            let scope = dal.tenant("d");
            let one = Odd { desk: "d".to_owned(), odd: "o".to_owned(), ..Odd::default() };
            one.create(&scope).await.unwrap();
            let mut number = 0;
            $(
                number += 1;
                let name = $name;
                let update = || Odd::update(&scope, one.key());
                let filtered = async |condition| Odd::odds(&scope).filter(condition).await.unwrap().len();
                let set = update().only_if(Odd::$token.absent()).set(Odd::$token, number).await.unwrap();
                assert_eq!(set.$field, Some(number), "{name}");
                let added = update().only_if(Odd::$token.eq(number)).add(Odd::$token, 1).await.unwrap();
                assert_eq!(added.$field, Some(number + 1), "{name}");
                assert_eq!(filtered(Odd::$token.gt(number)).await, 1, "{name}");
                assert_eq!(filtered(Odd::$token.le(number)).await, 0, "{name}");
                assert_eq!(added.patch(&scope).set(Odd::$token, 7_u32).await.unwrap().$field, Some(7), "{name}");
            )*
            let all = Odd::get_odd(&scope, one.odd.clone()).await.unwrap().unwrap();
            $(assert_eq!(all.$field, Some(7), "no name was taken for another: {}", $name);)*
            $(assert_eq!(Odd::update(&scope, one.key()).remove(Odd::$token).await.unwrap().$field, None);)*
            assert_eq!(Odd::get_odd(&scope, one.odd.clone()).await.unwrap().unwrap(), one);
        }
    };
}

odd! {
    select SELECT "select",
    size SIZE "size",
    name NAME "name",
    and AND "AND",
    set SET "SET",
    null NULL "NULL",
    exists EXISTS "attribute_exists",
    dotted DOTTED "a.b",
    hash HASH "#0",
    hashed HASHED "#n",
    colon COLON ":0",
    index INDEX "list[0]",
    spaced SPACED "two words",
    quoted QUOTED "say \"hi\" \\",
    dashed DASHED "a-b",
    digit DIGIT "1st",
    accent ACCENT "größe 🦀",
    brace BRACE "{x}",
    empty EMPTY " ",
    call CALL "size(x)",
    equals EQUALS "a = b",
    comma COMMA "a, b",
    under UNDER "_",
}

#[derive(SingleTable, Debug, Clone, PartialEq)]
#[dal(patterns = "tests/suite/desk/names.yaml")]
pub enum Odds {
    Odd(Odd),
}
