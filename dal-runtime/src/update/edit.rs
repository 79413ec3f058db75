//! The three states of an attribute in a partial change.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a partial change says of one attribute: keep it, set it, or clear it. For the bodies of PATCH requests, where a
/// field that is missing is kept and one that is null is cleared:
///
/// ```
/// # use dal_runtime::Edit;
/// #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
/// struct Body {
///     #[serde(default, skip_serializing_if = "Edit::is_keep")]
///     phone: Edit<String>,
/// }
///
/// let read = |json| serde_json::from_str::<Body>(json).unwrap().phone;
/// assert_eq!(read(r#"{}"#), Edit::Keep);
/// assert_eq!(read(r#"{"phone":null}"#), Edit::Clear);
/// assert_eq!(read(r#"{"phone":"+1 503"}"#), Edit::Set("+1 503".to_owned()));
/// ```
///
/// Updates and patches take it: `.edit(User::PHONE, body.phone)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edit<V> {
    /// The attribute stays as it is.
    #[default]
    Keep,
    /// The attribute gets this value.
    Set(V),
    /// The attribute is removed.
    Clear,
}

impl<V> Edit<V> {
    /// Whether the attribute stays as it is.
    pub const fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// The same with another value.
    pub fn map<W>(self, map: impl FnOnce(V) -> W) -> Edit<W> {
        match self {
            Self::Keep => Edit::Keep,
            Self::Set(value) => Edit::Set(map(value)),
            Self::Clear => Edit::Clear,
        }
    }
}

/// `Some` is set, `None` is cleared.
impl<V> From<Option<V>> for Edit<V> {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Clear, Self::Set)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Edit<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}

impl<V: Serialize> Serialize for Edit<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Set(value) => serializer.serialize_some(value),
            Self::Keep | Self::Clear => serializer.serialize_none(),
        }
    }
}
