//! Servers that could not be connected.

use std::format;

use crate::backend::Unavailable;
use crate::mcp::{McpError, McpErrorKind};

/// For [`Builder::unavailable`](crate::toolbox::Builder::unavailable), without
/// any text from the server.
///
/// ```no_run
/// # async fn example(config: toolcrib::mcp::Config) {
/// use toolcrib::Toolbox;
/// use toolcrib::mcp::{ConnectOptions, Servers};
///
/// let (servers, error) = Servers::connect_available(&config, &ConnectOptions::new()).await;
/// let mut builder = Toolbox::builder();
/// for error in error.iter().flat_map(|error| error.errors()) {
///     eprintln!("{error}"); // for people
///     builder = builder.unavailable(error.server(), error.into());
/// }
/// # }
/// ```
impl From<&McpError> for Unavailable {
    fn from(error: &McpError) -> Self {
        match error.kind() {
            McpErrorKind::Closed => Self::Refused("it has been closed".into()),
            kind => Self::Failed(format!("it {}", kind.told())),
        }
    }
}
