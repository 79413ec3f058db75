#[derive(SingleTable)]
pub struct Order {
    pub tenant_id: TenantId,
    pub order_id: Option<OrderId>,
}
