//! Truth values: `false` before `true`; descending, `true` before `~false` (`~` sorts after every letter).

use crate::format::Order;

/// The texts of false and true.
pub(crate) const fn texts(order: Order) -> [&'static str; 2] {
    match order {
        Order::Asc => ["false", "true"],
        Order::Desc => ["~false", "true"],
    }
}

pub(crate) fn encode(order: Order, value: bool, out: &mut String) {
    out.push_str(texts(order)[usize::from(value)]);
}

pub(crate) fn decode(order: Order, text: &str) -> Option<bool> {
    texts(order).iter().position(|word| *word == text).map(|value| value == 1)
}

/// The length of the text that `text` begins with.
pub(crate) fn length(order: Order, text: &str) -> Option<usize> {
    texts(order).into_iter().find(|word| text.starts_with(word)).map(str::len)
}
