//! What a type makes of an argument that is not there.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// Answers `None` to who asks for an option, and nothing to anyone else: the
/// rule by which serde fills in a field that is missing.
struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string
        bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

pub(super) fn decode<T: DeserializeOwned>() -> Result<T, serde_json::Error> {
    T::deserialize(Missing).map_err(|_| serde::de::Error::custom("missing"))
}

/// Whether a `T` may be left out.
pub(crate) fn is_optional<T: DeserializeOwned>() -> bool {
    T::deserialize(Missing).is_ok()
}
