//! How a provider takes tools that a search has found.

/// How a provider takes tools that are found in the course of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Deferral {
    /// Their definitions are added to the array of tools.
    #[default]
    Resend,
    /// The answer of a search refers to them by name; the array has their
    /// definitions, marked as deferred.
    Reference,
    /// The answer of a search carries their definitions, and the array does not
    /// have them.
    Inline,
    /// The provider searches by itself: the array has all definitions, the
    /// deferred ones marked so.
    Provider,
}
