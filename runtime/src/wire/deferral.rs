//! How a provider takes found tools.

/// How a provider takes tools that are found during a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Deferral {
    /// Their definitions are added to the array of tools.
    #[default]
    Resend,
    /// A search's answer refers to them by name; the array has their definitions, marked
    /// as deferred.
    Reference,
    /// A search's answer carries their definitions; the array does not.
    Inline,
    /// The provider searches: the array has all definitions, with the deferred ones
    /// marked.
    Provider,
}
