#[derive(SingleTable)]
#[dal(colections(a::B), display, patterns = "x.yaml")]
pub struct Order {
    pub tenant_id: TenantId,
    pub order_id: OrderId,
}

#[derive(SingleTable)]
#[dal(collections(a::B))]
pub struct OrderId(Ulid);

#[derive(SingleTable)]
#[dal(wholly = "other")]
pub enum State {
    Open,
    Closed,
}
