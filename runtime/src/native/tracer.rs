//! A deserializer that makes values up, and notes the enums it is asked for.

use alloc::vec::Vec;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

/// The names of an enum's variants, in order.
pub(super) type Variants = &'static [&'static str];

/// Recursive types end here.
const MAX_DEPTH: usize = 8;

pub(super) struct Tracer<'t> {
    found: &'t mut Vec<Variants>,
    depth: usize,
}

impl<'t> Tracer<'t> {
    pub(super) fn new(found: &'t mut Vec<Variants>) -> Self {
        Self { found, depth: 0 }
    }

    fn below(&mut self) -> Tracer<'_> {
        Tracer { found: self.found, depth: self.depth + 1 }
    }

    fn is_deep(&self) -> bool {
        self.depth > MAX_DEPTH
    }

    fn check_depth(&self) -> Result<(), Error> {
        if self.is_deep() { Err(Error::custom("deep enough")) } else { Ok(()) }
    }
}

/// Values still to be made up: of fields by name, or of so many elements.
struct Fields<'t> {
    tracer: Tracer<'t>,
    names: core::slice::Iter<'static, &'static str>,
}

struct Elements<'t> {
    tracer: Tracer<'t>,
    left: usize,
}

macro_rules! made_up {
    ($($method:ident => $visit:ident($value:expr);)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit($value)
        })*
    };
}

impl<'de> Deserializer<'de> for Tracer<'_> {
    type Error = Error;

    made_up! {
        deserialize_bool => visit_bool(false);
        deserialize_i8 => visit_i8(1);
        deserialize_i16 => visit_i16(1);
        deserialize_i32 => visit_i32(1);
        deserialize_i64 => visit_i64(1);
        deserialize_i128 => visit_i128(1);
        deserialize_u8 => visit_u8(1);
        deserialize_u16 => visit_u16(1);
        deserialize_u32 => visit_u32(1);
        deserialize_u64 => visit_u64(1);
        deserialize_u128 => visit_u128(1);
        deserialize_f32 => visit_f32(1.0);
        deserialize_f64 => visit_f64(1.0);
        deserialize_char => visit_char('1');
        deserialize_str => visit_str("1");
        deserialize_string => visit_str("1");
        deserialize_bytes => visit_bytes(b"1");
        deserialize_byte_buf => visit_bytes(b"1");
        deserialize_identifier => visit_str("1");
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_deep() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = usize::from(!self.is_deep());
        visitor.visit_seq(Elements { tracer: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.check_depth()?;
        visitor.visit_seq(Elements { tracer: self, left })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let names: &'static [&'static str] = if self.is_deep() { &[] } else { &["1"] };
        visitor.visit_map(Fields { tracer: self, names: names.iter() })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.check_depth()?;
        visitor.visit_map(Fields { tracer: self, names: names.iter() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: Variants,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.check_depth()?;
        if !self.found.contains(&variants) {
            self.found.push(variants);
        }
        let first = variants.first().ok_or_else(|| Error::custom("no variant"))?;
        visitor.visit_enum(Variant { tracer: self, name: first })
    }
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(self.tracer.below()).map(Some)
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some(name) = self.names.next() else { return Ok(None) };
        let name: StrDeserializer<'_, Error> = (*name).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.tracer.below())
    }
}

/// The first variant of an enum.
struct Variant<'t> {
    tracer: Tracer<'t>,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let name: StrDeserializer<'_, Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.tracer.below())
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.tracer.below().deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.tracer.below().deserialize_struct("", fields, visitor)
    }
}
