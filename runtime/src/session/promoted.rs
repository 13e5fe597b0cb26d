//! What was promoted in a conversation, as one small value.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::digest::Digest;

/// The promoted tools of a conversation, with the digest of the toolbox that they were
/// promoted in. Small; store it with the conversation through serde.
///
/// ```
/// # use toolcrib::{tool, tools};
/// # /// Adds two numbers.
/// # #[tool(defer)]
/// # fn add(a: i64, b: i64) -> i64 {
/// #     a + b
/// # }
/// let toolbox = toolcrib::Toolbox::builder().native(tools![add]).build()?;
/// let mut session = toolbox.session();
/// session.search("sum of numbers", None);
/// let stored = serde_json::to_string(&session.promoted())?;
///
/// // Later, in another process.
/// let mut resumed = toolbox.session();
/// let ignored = resumed.restore(&serde_json::from_str(&stored)?);
/// assert!(ignored.is_empty());
/// assert_eq!(resumed.promoted().names(), ["add"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promoted {
    #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
    catalog: Digest,
    names: Vec<String>,
}

/// Why a stored promotion is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dropped {
    /// It was made in a toolbox with other tools.
    OtherCatalog,
    /// The tool does not exist, or this session may not use it.
    Gone,
}

impl Promoted {
    /// The given names in order, without repetitions.
    #[must_use]
    pub fn new(catalog: Digest, names: impl IntoIterator<Item = String>) -> Self {
        let mut promoted = Self { catalog, names: Vec::new() };
        promoted.unite(names);
        promoted
    }

    /// The digest of the toolbox.
    #[must_use]
    pub fn catalog(&self) -> Digest {
        self.catalog
    }

    /// The names, in the order of promotion.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Merges a later promotion into this one. With the same digest the result is the
    /// union, in order; with another digest the later one replaces this one. O(n·m).
    #[must_use]
    pub fn merge(mut self, later: Self) -> Self {
        if self.catalog != later.catalog {
            return later;
        }
        self.unite(later.names);
        self
    }

    fn unite(&mut self, names: impl IntoIterator<Item = String>) {
        for name in names {
            if !self.names.contains(&name) {
                self.names.push(name);
            }
        }
    }
}

fn to_hex<S: Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&digest.to_string())
}

fn from_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
