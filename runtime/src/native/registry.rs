//! Collections of native tools, and what `tools!` accepts.

use crate::text::debug_as_display;
use alloc::vec::Vec;
use core::fmt;

use super::def::ToolDef;
use super::notes::Location;

/// Lists native tools by path: functions with `#[tool]`, and types with `#[tool]` on an
/// `impl` block.
///
/// The compiler resolves each path, so a removed tool is a compile error. Elements can
/// have `#[cfg(…)]`. Returns [`Tools`].
///
/// ```
/// mod files {
///     /// Reads a file.
///     #[toolcrib::tool(read_only)]
///     pub fn read(
///         /// Path of the file.
///         path: String,
///     ) -> Result<String, std::io::Error> {
///         std::fs::read_to_string(path)
///     }
/// }
///
/// let tools = toolcrib::tools![files::read];
/// assert_eq!(tools.len(), 1);
/// ```
#[macro_export]
macro_rules! tools {
    ($($(#[$attr:meta])* $tool:ty),* $(,)?) => {
        $crate::Tools::from_sets(&[
            $($(#[$attr])* <$tool as $crate::ToolSet>::TOOLS),*
        ])
    };
}

/// What [`tools!`](crate::tools) accepts. `#[tool]` implements it for a hidden type with
/// the function's name, and for the type of an `impl` block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not under `#[tool]`",
    note = "put `#[tool]` on the function, or on an `impl` block of the type"
)]
pub trait ToolSet {
    /// The tools, in the order of the source.
    const TOOLS: &'static [&'static ToolDef];
}

/// A list of native tools, in order.
///
/// It can contain two tools of the same name until [`check`](Tools::check) or the toolbox
/// refuses them.
#[derive(Debug, Clone, Default)]
pub struct Tools {
    defs: Vec<&'static ToolDef>,
}

impl Tools {
    /// No tools.
    #[must_use]
    pub const fn new() -> Self {
        Self { defs: Vec::new() }
    }

    /// The tools of these sets, in order.
    #[must_use]
    pub fn from_sets(sets: &[&[&'static ToolDef]]) -> Self {
        Self { defs: sets.concat() }
    }

    /// Appends `other`. Duplicates are kept, to be reported together.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.defs.extend(other.defs);
        self
    }

    /// Sorts by name, then by location.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.defs.sort_by_key(|def| (def.name(), def.location()));
        self
    }

    /// The number of tools.
    #[must_use]
    pub fn len(&self) -> usize {
        self.defs.len()
    }

    /// Whether there are no tools.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.defs.is_empty()
    }

    /// The tools, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static ToolDef> + '_ {
        self.defs.iter().copied()
    }

    /// The first tool of that name; O(n).
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static ToolDef> {
        self.iter().find(|def| def.name() == name)
    }

    /// Checks that no two tools share a name. O(n log n).
    ///
    /// # Errors
    /// Lists every name that several tools have, with the location of each.
    pub fn check(&self) -> Result<(), DuplicateTools> {
        let mut defs = self.defs.clone();
        defs.sort_by_key(|def| (def.name(), def.location()));
        let duplicates: Vec<Duplicate> = defs
            .chunk_by(|a, b| a.name() == b.name())
            .filter(|same| same.len() > 1)
            .map(Duplicate::of)
            .collect();
        if duplicates.is_empty() { Ok(()) } else { Err(DuplicateTools { duplicates }) }
    }
}

impl IntoIterator for Tools {
    type Item = &'static ToolDef;
    type IntoIter = alloc::vec::IntoIter<&'static ToolDef>;

    fn into_iter(self) -> Self::IntoIter {
        self.defs.into_iter()
    }
}

impl FromIterator<&'static ToolDef> for Tools {
    fn from_iter<I: IntoIterator<Item = &'static ToolDef>>(defs: I) -> Self {
        Self { defs: defs.into_iter().collect() }
    }
}

impl Extend<&'static ToolDef> for Tools {
    fn extend<I: IntoIterator<Item = &'static ToolDef>>(&mut self, defs: I) {
        self.defs.extend(defs);
    }
}

/// A name that several tools have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicate {
    /// The name.
    pub name: &'static str,
    /// The locations of the tools, sorted.
    pub locations: Vec<Location>,
}

impl Duplicate {
    fn of(same: &[&'static ToolDef]) -> Self {
        let name = same.first().map_or("", |def| def.name());
        Self { name, locations: same.iter().map(|def| def.location()).collect() }
    }
}

/// Several tools have the same name: every such name, sorted.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DuplicateTools {
    /// The names; not empty.
    pub duplicates: Vec<Duplicate>,
}

impl fmt::Display for DuplicateTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Duplicate { name, locations }) in self.duplicates.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{} tools are named `{name}`:", locations.len())?;
            locations.iter().try_for_each(|location| write!(f, "\n  {location}"))?;
        }
        f.write_str("\nrename all but one with `#[tool(name = \"…\")]`")
    }
}

debug_as_display!(DuplicateTools);

impl core::error::Error for DuplicateTools {}
