//! When schemas are kept back.

/// When deferred tools are kept from the model until they are found.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub enum Mode {
    /// Always.
    #[default]
    On,
    /// Never: every tool is sent with every request.
    Off,
    /// When the deferred definitions are estimated to take this share or more
    /// of the context window.
    Auto {
        /// The model's context window, in tokens.
        context_window: usize,
        /// The share, 0 to 1; 0.1 is usual.
        share: f64,
    },
    /// Always; and what was found is called through one tool,
    /// [`BRIDGE_TOOL`](crate::session::BRIDGE_TOOL), so that the array of tools never
    /// changes and a provider's cache of it holds for the whole conversation.
    Bridge,
}
