//! Tables without a tenant, and with a tenant of two parts.

mod without {
    use dal::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
    #[dal(patterns = "tests/shapes/without_tenant.yaml")]
    struct Reading {
        sensor: u32,
        day: chrono::NaiveDate,
        value: f64,
    }

    #[derive(SingleTable)]
    #[dal(patterns = "tests/shapes/without_tenant.yaml")]
    enum Sensors {
        Reading(Reading),
    }

    #[tokio::test]
    async fn a_table_without_tenants() -> Result<(), dal::Error> {
        let dal = crate::table::<Sensors>().await;
        let day = |day| chrono::NaiveDate::from_ymd_opt(2026, 3, day).expect("a day of March");
        for (sensor, number) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
            Reading { sensor, day: day(number), value: 0.5 }.create(&dal).await?;
        }
        let found = Reading::readings(&dal, 1_u32).range(day(2)..).await?.into_items()?;
        assert_eq!(found.iter().map(|reading| reading.day).collect::<Vec<_>>(), [day(2), day(3)]);
        Reading::delete(&dal, ReadingKey { sensor: 1, day: day(2) }).await?;
        assert_eq!(Reading::get_reading(&dal, 1_u32, day(2)).await?, None);
        Ok(())
    }
}

mod of_two_parts {
    use dal::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(SingleTable, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "lowercase")]
    #[dal(patterns = "tests/shapes/tenant_of_two_parts.yaml")]
    enum Region {
        Eu,
        Us,
    }

    #[derive(SingleTable, Serialize, Deserialize, Debug, PartialEq)]
    #[dal(patterns = "tests/shapes/tenant_of_two_parts.yaml")]
    struct Item {
        item_id: String,
        tenant_id: String,
        region: Region,
    }

    #[derive(SingleTable)]
    #[dal(patterns = "tests/shapes/tenant_of_two_parts.yaml")]
    enum Clinic {
        Item(Item),
    }

    #[tokio::test]
    async fn a_tenant_of_two_parts() -> Result<(), dal::Error> {
        let dal = crate::table::<Clinic>().await;
        let eu = dal.tenant(ClinicTenant { region: Region::Eu, tenant_id: "t".into() });
        let us = dal.tenant(ClinicTenant { region: Region::Us, tenant_id: "t".into() });
        let item = Item { item_id: "1".into(), tenant_id: "t".into(), region: Region::Eu };
        item.create(&eu).await?;
        assert!(item.create(&us).await.is_err(), "an item of another tenant");
        assert_eq!(Item::get_item(&us, "1").await?, None);
        assert_eq!(Item::get_item(&eu, "1").await?, Some(item));
        assert_eq!(eu.tenant().region, Region::Eu);
        Ok(())
    }
}
