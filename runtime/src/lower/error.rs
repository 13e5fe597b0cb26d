//! Why a schema cannot be lowered.

use crate::text::debug_as_display;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Which provider's form of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Anthropic Messages: `input_schema`.
    Anthropic,
    /// OpenAI functions without `strict`: `parameters`.
    OpenAi,
    /// OpenAI functions with `strict: true`: `parameters`.
    OpenAiStrict,
    /// Gemini function declarations: `parameters`.
    Gemini,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Anthropic => "Anthropic",
            Self::OpenAi => "OpenAI",
            Self::OpenAiStrict => "OpenAI strict",
            Self::Gemini => "Gemini",
        })
    }
}

/// A schema that a provider would refuse or misunderstand.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerError {
    /// The provider.
    pub dialect: Dialect,
    /// The faults; never empty.
    pub faults: Vec<LowerFault>,
}

/// One part of a schema that cannot be lowered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerFault {
    /// The place, as a JSON pointer into the given schema or into the definition that a
    /// reference names. Empty for the root.
    pub pointer: String,
    /// What is wrong and, if known, what to write instead.
    pub message: String,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a schema for {}:", self.dialect)?;
        for LowerFault { pointer, message } in &self.faults {
            write!(f, "\n- at `#{pointer}`: {message}")?;
        }
        Ok(())
    }
}

debug_as_display!(LowerError);

impl core::error::Error for LowerError {}
