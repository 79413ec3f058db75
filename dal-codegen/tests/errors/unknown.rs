#[derive(SingleTable)]
pub struct Ordre {
    pub tenant_id: TenantId,
}

#[derive(SingleTable)]
pub enum Clinics {
    Item(Item),
}

#[derive(SingleTable)]
pub struct Pair(A, B);
