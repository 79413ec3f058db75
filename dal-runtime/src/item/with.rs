//! Modules for `#[serde(with = "…")]`: attributes of types that serde has no word for.
//!
//! They work with every format. dal's own serializers recognise a private name of a newtype struct and write a set
//! or a number; any other format ignores the name and writes a plain sequence, bytes or text. Each module has an
//! `option` submodule for `Option` fields; such a field also needs `#[serde(default)]` to be absent.

/// How the names of dal's own newtype structs begin.
pub(crate) const MARKER: &str = "$dal::";
pub(crate) const STRING_SET: &str = "$dal::StringSet";
pub(crate) const NUMBER_SET: &str = "$dal::NumberSet";
pub(crate) const BINARY_SET: &str = "$dal::BinarySet";
pub(crate) const NUMBER: &str = "$dal::Number";

macro_rules! option {
    ($ser:path, $de:path) => {
        /// The same for an `Option`.
        pub mod option {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            struct Ref<'a, T>(&'a T);

            impl<T: $ser> Serialize for Ref<'_, T> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    super::serialize(self.0, serializer)
                }
            }

            struct Owned<T>(T);

            impl<'de, T: $de> Deserialize<'de> for Owned<T> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    super::deserialize(deserializer).map(Owned)
                }
            }

            /// Writes the attribute, or nothing.
            ///
            /// # Errors
            ///
            /// As without the `Option`.
            pub fn serialize<T: $ser, S: Serializer>(
                value: &Option<T>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                value.as_ref().map(Ref).serialize(serializer)
            }

            /// Reads the attribute, if it is there and not NULL.
            ///
            /// # Errors
            ///
            /// As without the `Option`.
            pub fn deserialize<'de, T: $de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Option<T>, D::Error> {
                let value: Option<Owned<T>> = Option::deserialize(deserializer)?;
                Ok(value.map(|value| value.0))
            }
        }
    };
}

macro_rules! set {
    ($(#[$doc:meta])* $name:ident $marker:ident) => {
        $(#[$doc])*
        pub mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            /// Writes the set.
            ///
            /// # Errors
            ///
            /// DynamoDB has no empty sets, no sets of mixed types and no repeated elements.
            pub fn serialize<T: Serialize + ?Sized, S: Serializer>(set: &T, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(super::$marker, set)
            }

            /// Reads the set, or a list of the same elements.
            ///
            /// # Errors
            ///
            /// An attribute of another type.
            pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
                T::deserialize(deserializer)
            }

            option!(serde::Serialize, serde::Deserialize<'de>);
        }
    };
}

set! {
    /// A string set (SS) from any collection whose elements serialize as strings: `BTreeSet<String>`,
    /// `HashSet<Ulid>`, `Vec<Color>` of an enum of unit variants.
    ///
    /// ```
    /// # use std::collections::BTreeSet;
    /// #[derive(serde::Serialize, serde::Deserialize)]
    /// struct Item {
    ///     #[serde(with = "dal_runtime::item::string_set")]
    ///     tags: BTreeSet<String>,
    ///     #[serde(with = "dal_runtime::item::string_set::option", default)]
    ///     labels: Option<BTreeSet<String>>,
    /// }
    /// let mut out = dal_runtime::item::ItemWriter::new(Vec::new());
    /// out.fields(&Item { tags: ["a".into(), "b".into()].into(), labels: None }, &[]).unwrap();
    /// assert_eq!(out.finish().0, br#"{"tags":{"SS":["a","b"]}}"#);
    /// ```
    string_set STRING_SET
}

set! {
    /// A number set (NS) from any collection whose elements serialize as numbers: `BTreeSet<u64>`, `Vec<f64>`.
    number_set NUMBER_SET
}

set! {
    /// A binary set (BS) from any collection whose elements serialize as bytes: `Vec<Vec<u8>>`, `BTreeSet<[u8; 16]>`.
    binary_set BINARY_SET
}

/// A binary attribute (B) from bytes: `Vec<u8>`, `Box<[u8]>`, `[u8; 32]`. Without this module serde takes them for a
/// list of numbers.
pub mod binary {
    use std::fmt;
    use std::marker::PhantomData;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::{Deserializer, Serializer};

    /// Writes the bytes.
    ///
    /// # Errors
    ///
    /// Only those of the format.
    pub fn serialize<T: AsRef<[u8]>, S: Serializer>(bytes: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes.as_ref())
    }

    /// Reads the bytes.
    ///
    /// # Errors
    ///
    /// An attribute of another type; another number of bytes than an array has.
    pub fn deserialize<'de, T: TryFrom<Vec<u8>>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        deserializer.deserialize_byte_buf(Bytes(PhantomData))
    }

    struct Bytes<T>(PhantomData<T>);

    impl<'de, T: TryFrom<Vec<u8>>> Visitor<'de> for Bytes<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<T, E> {
            let length = bytes.len();
            T::try_from(bytes)
                .map_err(|_| E::custom(format_args!("{length} bytes are not as many as expected")))
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
            self.visit_byte_buf(bytes.to_vec())
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<T, A::Error> {
            let mut bytes = Vec::with_capacity(elements.size_hint().unwrap_or(0).min(1 << 16));
            while let Some(byte) = elements.next_element()? {
                bytes.push(byte);
            }
            self.visit_byte_buf(bytes)
        }
    }

    option!(AsRef<[u8]>, TryFrom<Vec<u8>>);
}

/// A number (N) from a type that shows and parses decimal text, exactly: `rust_decimal::Decimal`, or a `String` of
/// digits. Other formats get the text.
pub mod number {
    use std::fmt::{self, Display};
    use std::marker::PhantomData;
    use std::str::FromStr;

    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serialize, Serializer};

    struct Text<'a, T>(&'a T);

    impl<T: Display> Serialize for Text<'_, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self.0)
        }
    }

    /// Writes the number.
    ///
    /// # Errors
    ///
    /// Text that is no number, or outside DynamoDB's limits: 38 significant digits, 1E-130 to 9.99E+125.
    pub fn serialize<T: Display, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(super::NUMBER, &Text(number))
    }

    /// Reads the number.
    ///
    /// # Errors
    ///
    /// An attribute of another type; text that the type does not parse.
    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_newtype_struct(super::NUMBER, Number(PhantomData))
    }

    struct Number<T>(PhantomData<T>);

    impl<'de, T: FromStr> Visitor<'de> for Number<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
            deserializer.deserialize_any(self)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(|_| E::custom(format_args!("`{text}` is not such a number")))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_u128<E: Error>(self, number: u128) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i128<E: Error>(self, number: i128) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }
    }

    option!(std::fmt::Display, std::str::FromStr);
}

/// A time as epoch seconds (N), as DynamoDB's TTL wants it: a `SystemTime`, or with dal's feature `chrono` a
/// `DateTime<Utc>`. Fractions of a second are cut off.
pub mod ttl {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::item::EpochSeconds;

    /// Writes the seconds.
    ///
    /// # Errors
    ///
    /// Only those of the format.
    pub fn serialize<T: EpochSeconds, S: Serializer>(time: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(time.to_epoch_seconds())
    }

    /// Reads the seconds.
    ///
    /// # Errors
    ///
    /// An attribute that is no integer; a time that the type cannot hold.
    pub fn deserialize<'de, T: EpochSeconds, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let seconds = i64::deserialize(deserializer)?;
        T::from_epoch_seconds(seconds)
            .ok_or_else(|| D::Error::custom(format_args!("{seconds} seconds are outside this type's times")))
    }

    option!(crate::item::EpochSeconds, crate::item::EpochSeconds);
}
