//! The table, with payloads of other modules.

#[derive(SingleTable, Debug)]
#[dal(collections(views::Overview))]
pub enum Clinic {
    Tenant(Tenant),
    Billing(billing::Billing),
    Item(Item),
    Call(Call),
    Shift(Shift),
    Thread(Thread),
    Post(Post),
    Doc(Doc),
}
