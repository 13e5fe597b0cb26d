//! The two names of a server.

use crate::catalog::ServerRef;

/// The two names of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ServerName<'a> {
    /// The one in the configuration.
    pub(crate) own: &'a str,
    /// The one that the model sees.
    pub(crate) visible: &'a str,
}

impl<'a> From<ServerRef<'a>> for ServerName<'a> {
    fn from(server: ServerRef<'a>) -> Self {
        Self { own: server.name(), visible: server.visible_name() }
    }
}
