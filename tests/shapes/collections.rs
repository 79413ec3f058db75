//! Collections as a struct and as an enum, on the table and on an index that stores all.

use dal::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/collections.yaml")]
struct Order {
    tenant_id: String,
    order_id: u32,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/collections.yaml")]
struct Invoice {
    tenant_id: String,
    order_id: u32,
}

#[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/collections.yaml")]
struct Line {
    tenant_id: String,
    order_id: u32,
    line: u32,
}

/// One of each, and the lines.
#[derive(SingleTable, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/collections.yaml")]
struct WholeOrder {
    lines: Vec<Line>,
    order: Order,
    invoice: Option<Invoice>,
}

/// The same as they are stored.
#[derive(SingleTable, Debug, PartialEq)]
#[dal(patterns = "tests/shapes/collections.yaml")]
enum Piece {
    Line(Line),
    Order(Order),
    Invoice(Invoice),
}

#[derive(SingleTable)]
#[dal(patterns = "tests/shapes/collections.yaml")]
enum Shop {
    Order(Order),
    Line(Line),
    Invoice(Invoice),
}

#[tokio::test]
async fn a_struct_and_an_enum_of_one_query() -> Result<(), dal::Error> {
    let shop = crate::table::<Shop>().await.tenant("t");
    assert_eq!(WholeOrder::whole_order(&shop, 1_u32).await?, None);
    for order_id in [1, 11] {
        Order { tenant_id: "t".into(), order_id }.create(&shop).await?;
        for line in [1, 2] {
            Line { tenant_id: "t".into(), order_id, line }.create(&shop).await?;
        }
    }
    let lines = [1, 2].map(|line| Line { tenant_id: "t".into(), order_id: 1, line });
    let order = || Order { tenant_id: "t".into(), order_id: 1 };
    let whole = WholeOrder::whole_order(&shop, 1_u32).await?;
    assert_eq!(
        whole.map(|whole| (whole.order, whole.invoice.is_some(), whole.lines.len())),
        Some((order(), false, 2))
    );
    let pieces = Piece::pieces(&shop, 1_u32).await?.into_items()?;
    let [first, second] = lines;
    assert_eq!(pieces, [Piece::Line(first), Piece::Line(second), Piece::Order(order())]);
    Ok(())
}
