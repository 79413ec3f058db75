#[derive(SingleTable)]
pub struct Order<'a, T> {
    pub tenant_id: &'a T,
}

#[derive(SingleTable)]
pub struct Item(Ulid);

#[derive(SingleTable)]
pub enum Everything<T> where T: Copy {
    Item(T),
}
