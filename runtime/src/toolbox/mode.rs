//! When schemas are deferred.

/// When deferred tools are hidden from the model until a search finds them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub enum Mode {
    /// Always.
    #[default]
    On,
    /// Never: every tool is sent with every request.
    Off,
    /// If the deferred definitions are estimated to take at least this share of the
    /// context window.
    Auto {
        /// The model's context window, in tokens.
        context_window: usize,
        /// The share, 0 to 1; 0.1 is usual.
        share: f64,
    },
    /// Always, and the model calls what it found through one tool,
    /// [`BRIDGE_TOOL`](crate::session::BRIDGE_TOOL). The array of tools never changes, so
    /// a provider's prefix cache stays valid for the whole conversation.
    Bridge,
}
