#[derive(SingleTable)]
pub enum Clinic {
    Item(Item),
    Ordre(Order),
    Nothing,
}
