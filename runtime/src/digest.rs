//! SHA-256 (FIPS 180-4) over a label and a canonical form.

use alloc::string::String;
use core::fmt::{self, Write};
use core::str::FromStr;

#[cfg(feature = "digest")]
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest. Displayed in 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// A digest with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// All 64 hex digits.
    #[must_use]
    pub fn to_hex(self) -> String {
        let mut hex = String::with_capacity(64);
        let _ = write!(hex, "{self}");
        hex
    }

    /// The first 16 hex digits, for people.
    #[must_use]
    pub fn short(self) -> String {
        let mut hex = self.to_hex();
        hex.truncate(16);
        hex
    }

    /// The SHA-256 of the concatenated parts.
    #[cfg(feature = "digest")]
    #[must_use]
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        parts.iter().for_each(|part| hasher.update(part));
        Self(hasher.finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not 64 lower-case hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigestParseError;

impl fmt::Display for DigestParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a digest is 64 lower-case hex digits")
    }
}

impl core::error::Error for DigestParseError {}

impl FromStr for Digest {
    type Err = DigestParseError;

    fn from_str(hex: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        if hex.len() != 64 || hex.bytes().any(|b| b.is_ascii_uppercase()) {
            return Err(DigestParseError);
        }
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16).ok_or(DigestParseError);
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).map_err(|_| DigestParseError)?;
        }
        Ok(Self(bytes))
    }
}

/// Hashes text as it is written, in blocks.
#[cfg(feature = "digest")]
pub(crate) struct Hashing(Sha256);

#[cfg(feature = "digest")]
impl Hashing {
    /// `label` is one of those that the design fixes, with its NUL.
    pub(crate) fn new(label: &str) -> Self {
        Self(Sha256::new_with_prefix(label))
    }

    pub(crate) fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(feature = "digest")]
impl Write for Hashing {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}
