//! Going down into a value, keeping the path for errors.

use alloc::format;
use alloc::string::String;

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde_json::{Map, Value, map};

use super::lenient::{Lenient, Problem};

pub(super) struct Sequence<'de> {
    items: core::iter::Enumerate<core::slice::Iter<'de, Value>>,
}

impl<'de> Sequence<'de> {
    pub(super) fn new(items: &'de [Value]) -> Self {
        Self { items: items.iter().enumerate() }
    }
}

impl<'de> SeqAccess<'de> for Sequence<'de> {
    type Error = Problem;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Problem> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        let element = seed.deserialize(Lenient(item));
        element.map(Some).map_err(|problem| problem.below(&format!("[{index}]")))
    }
}

pub(super) struct Members<'de> {
    members: map::Iter<'de>,
    next: Option<(&'de str, &'de Value)>,
}

impl<'de> Members<'de> {
    pub(super) fn new(members: &'de Map<String, Value>) -> Self {
        Self { members: members.iter(), next: None }
    }
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Problem;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Problem> {
        let Some((key, value)) = self.members.next() else { return Ok(None) };
        self.next = Some((key, value));
        let key: StrDeserializer<'_, Problem> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Problem> {
        let (key, value) =
            self.next.take().ok_or_else(|| Problem::custom("a value before its key"))?;
        seed.deserialize(Lenient(value)).map_err(|problem| problem.below(key))
    }
}

/// One variant: its name alone, or an object with its name as the only member.
pub(super) struct Enum<'de> {
    variant: &'de str,
    content: Option<&'de Value>,
}

impl<'de> Enum<'de> {
    pub(super) fn new(value: &'de Value, variants: &[&str]) -> Result<Self, Problem> {
        match value {
            Value::String(variant) => Ok(Self { variant, content: None }),
            Value::Object(members) if members.len() == 1 => {
                let (variant, content) =
                    members.iter().next().ok_or_else(|| Self::expected(value, variants))?;
                Ok(Self { variant, content: Some(content) })
            }
            _ => Err(Self::expected(value, variants)),
        }
    }

    fn expected(value: &Value, variants: &[&str]) -> Problem {
        Problem::custom(format!("expected one of {}, found {value}", variants.join(", ")))
    }

    fn content(&self) -> Result<Lenient<'de>, Problem> {
        let missing = || Problem::custom(format!("variant {} needs a value", self.variant));
        self.content.map(Lenient).ok_or_else(missing)
    }
}

impl<'de> EnumAccess<'de> for Enum<'de> {
    type Error = Problem;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Problem> {
        let variant: StrDeserializer<'_, Problem> = self.variant.into_deserializer();
        Ok((seed.deserialize(variant)?, self))
    }
}

impl<'de> VariantAccess<'de> for Enum<'de> {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        match self.content {
            None | Some(Value::Null) => Ok(()),
            Some(_) => Err(Problem::invalid_type(Unexpected::Map, &"a variant without a value")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Problem> {
        seed.deserialize(self.content()?).map_err(|problem| problem.below(self.variant))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Problem> {
        self.content()?.deserialize_any(visitor).map_err(|problem| problem.below(self.variant))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.content()?.deserialize_any(visitor).map_err(|problem| problem.below(self.variant))
    }
}
