//! The loader `http`: a tool that is one request.

mod body;
mod header;
mod redirect;
mod request;
mod response;
mod url;

use std::prelude::v1::*;
use std::sync::{Arc, OnceLock};

use reqwest::{Client, Method};

use super::expand;
use crate::contract::{Http as Written, LoaderSettings};
use crate::engine::{LoadFuture, Loader, ToolInfo, ToolService};
use crate::error::{CallError, LoadError, chain};
use crate::message::{Outcome, ToolCall};
use body::Body;
use header::Headers;
use request::Request;
use url::Target;

/// The built-in loader `http`: runs contracts that are HTTP requests.
///
/// An argument fills only its placeholder: it is percent-encoded and stays one segment of
/// the path, one value of the query, or one line of a header. It cannot reach another
/// host, path or header.
///
/// Up to five redirects are followed, only on the same host, including from `http` to
/// `https`. A status other than 2xx is an [`Outcome`] with the status and the beginning
/// of the body; no answer is an error. The time limit is that of the call.
#[derive(Debug, Clone, Default)]
pub struct Http {
    client: Arc<OnceLock<Client>>,
}

impl Http {
    /// Uses a custom client, for example for proxies or certificates. The client then
    /// decides which redirects are followed.
    #[must_use]
    pub fn with_client(client: Client) -> Self {
        Self { client: Arc::new(OnceLock::from(client)) }
    }

    fn client(&self, tool: &str) -> Result<Client, LoadError> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let builder = Client::builder()
            .redirect(redirect::policy())
            .user_agent(concat!("toolcrib/", env!("CARGO_PKG_VERSION")));
        let client = builder.build().map_err(|error| LoadError::failed(tool, chain(&error)))?;
        Ok(self.client.get_or_init(|| client).clone())
    }

    fn ready(&self, tool: &ToolInfo) -> Result<Request, LoadError> {
        let written = LoaderSettings::of_catalog(tool.loader, tool.settings, &tool.input_schema);
        let (written, arguments) = match written {
            Ok((LoaderSettings::Http(written), arguments)) => (written, arguments),
            Ok(_) => return Err(LoadError::failed(tool.name, "its loader is not `http`")),
            Err(problem) => return Err(LoadError::failed(tool.name, problem)),
        };
        let Written { method, url, query, headers, body, response, max_bytes } = written;
        Ok(Request {
            client: self.client(tool.name)?,
            tool: tool.name,
            method: Method::from_bytes(method.as_bytes()).unwrap_or(Method::GET),
            target: Target::new(tool.name, &url)?,
            query: expand::all_variables(tool.name, &query)?,
            headers: Headers::new(tool.name, &headers)?,
            body: Body::new(tool.name, body, arguments)?,
            response,
            max_bytes: usize::try_from(max_bytes).unwrap_or(usize::MAX),
        })
    }
}

impl Loader for Http {
    fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a> {
        let service = self.ready(tool).map(|request| {
            let request = Arc::new(request);
            ToolService::from_fn(move |call: ToolCall| {
                let request = request.clone();
                async move { run(&request, call).await }
            })
        });
        Box::pin(core::future::ready(service))
    }
}

async fn run(request: &Request, call: ToolCall) -> Result<Outcome, CallError> {
    let wrong = |problem| CallError::arguments(request.tool, problem);
    let arguments =
        call.into_object().map_err(|error| CallError::arguments(request.tool, error))?;
    let filled = request.filled(&arguments).map_err(wrong)?;
    let failed = |error: reqwest::Error| CallError::failed(chain(&error.without_url()));
    let answer = request.client.execute(filled).await.map_err(failed)?;
    response::outcome(request, answer).await.map_err(failed)
}
