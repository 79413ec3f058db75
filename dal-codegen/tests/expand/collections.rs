//! Collections: an enum, and a struct whose pattern takes a parameter of the first entity.

#[derive(SingleTable, Debug)]
pub enum Overview {
    Tenant(domain::Tenant),
    Billing(Billing),
}

#[derive(SingleTable)]
pub struct WholeThread {
    pub thread: Thread,
    pub posts: Vec<Post>,
}

#[derive(SingleTable, Serialize, Deserialize)]
pub struct Thread {
    pub tenant_id: TenantId,
    pub thread_id: ThreadId,
}
