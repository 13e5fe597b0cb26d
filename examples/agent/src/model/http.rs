//! A provider's API.

use std::error::Error;
use std::time::Duration;

use serde_json::Value;
use toolcrib::text::Visible;

use super::{Model, Provider};
use crate::Failure;
use crate::command::Talk;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(180);
/// How much of an error that is not JSON is shown, in characters.
const SHOWN: usize = 300;

pub(crate) struct Http {
    client: reqwest::Client,
    provider: Provider,
    url: String,
    model: String,
    key: String,
}

impl Http {
    pub(crate) fn new(talk: &Talk) -> Result<Self, Failure> {
        let provider = talk.provider.ok_or("no provider")?;
        let variable = provider.key_variable();
        let key = std::env::var(variable).ok().filter(|key| !key.trim().is_empty());
        let key =
            key.ok_or_else(|| format!("set {variable} to your key, or run without --provider"))?;
        // The key must not follow a redirect to elsewhere.
        let client =
            reqwest::Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none());
        let base = talk.base_url.as_deref().unwrap_or(provider.base_url());
        Ok(Self {
            client: client.build()?,
            provider,
            url: format!("{}/{}", base.trim_end_matches('/'), provider.endpoint()),
            model: talk.model.clone().unwrap_or_else(|| provider.default_model().into()),
            key: key.trim().into(),
        })
    }

    fn post(&self) -> reqwest::RequestBuilder {
        let post = self.client.post(&self.url);
        match self.provider {
            Provider::Anthropic => {
                post.header("x-api-key", &self.key).header("anthropic-version", "2023-06-01")
            }
            Provider::OpenAi | Provider::OpenAiChat => post.bearer_auth(&self.key),
        }
    }
}

impl Model for Http {
    fn provider(&self) -> Provider {
        self.provider
    }

    fn name(&self) -> &str {
        &self.model
    }

    async fn reply(&mut self, request: &Value) -> Result<Value, Failure> {
        let failed =
            |error: reqwest::Error| format!("{} cannot be reached: {}", self.url, chain(&error));
        let response = self.post().json(request).send().await.map_err(failed)?;
        let status = response.status();
        let text = response.text().await.map_err(failed)?;
        if !status.is_success() {
            return Err(format!("{} answers {status}: {}", self.url, explain(&text)).into());
        }
        serde_json::from_str(&text)
            .map_err(|error| format!("{} answers what is not JSON: {error}", self.url).into())
    }
}

/// The message of an error, as both providers write it; else the beginning of the text.
fn explain(text: &str) -> String {
    let message = serde_json::from_str(text).ok().and_then(|json: Value| {
        let message = json.pointer("/error/message")?.as_str()?;
        Some(String::from(message))
    });
    let message = message.unwrap_or_else(|| text.trim().chars().take(SHOWN).collect());
    Visible(&message).to_string()
}

/// An error and what it came from.
fn chain(error: &dyn Error) -> String {
    let mut out = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        out.push_str(": ");
        out.push_str(&cause.to_string());
        source = cause.source();
    }
    out
}
