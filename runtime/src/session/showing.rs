//! What a mode comes to.

/// What a mode comes to with the tools at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Showing {
    /// Nothing is kept back.
    Everything,
    Deferred,
    Bridge,
}
