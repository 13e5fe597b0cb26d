//! Who answers: a script, or a provider's API.

mod http;
mod provider;
mod script;
mod seen;
mod story;

use serde_json::Value;

use crate::Failure;

pub(crate) use http::Http;
pub(crate) use provider::Provider;
pub(crate) use script::Script;
pub(crate) use story::TASK;

/// Something that answers requests in the shape of a provider.
pub(crate) trait Model {
    /// Whose shape requests and replies have.
    fn provider(&self) -> Provider;

    /// The name to ask for.
    fn name(&self) -> &str;

    /// The answer to one request.
    async fn reply(&mut self, request: &Value) -> Result<Value, Failure>;
}
