#[derive(SingleTable)]
#[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"), tag = "kind")]
pub struct Order {
    #[serde(rename(serialize = "tenant", deserialize = "tenant_id"))]
    pub tenant_id: TenantId,
    #[serde(skip)]
    pub order_id: OrderId,
}
