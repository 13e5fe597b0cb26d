//! The loader `http`: a tool that is one request.

mod body;
mod header;
mod redirect;
mod response;
mod url;

use std::prelude::v1::*;
use std::sync::{Arc, OnceLock};

use reqwest::{Client, Method};

use super::expand::{self, Given};
use crate::contract::{Http as Written, Settings};
use crate::engine::{LoadFuture, Loader, ToolInfo, ToolService};
use crate::error::{CallError, LoadError};
use crate::message::{Outcome, ToolCall};
use body::Body;
use header::Headers;
use response::{Wanted, outcome};
use url::Target;

/// Runs contracts of the loader `http`: registered under that name with the
/// feature `http`.
///
/// An argument fills its place and nothing else: within the path it is
/// percent-encoded and stays one segment, in a query one value, in a header one
/// line. It cannot name another host, another path or another header.
///
/// Redirects are followed on the same host only (up to five), and from `http`
/// to `https` of it. A status other than 2xx is an [`Outcome`] that says so,
/// with the beginning of the body; no answer at all is an error. There is no
/// time limit here: the call has one.
#[derive(Debug, Clone, Default)]
pub struct Http {
    client: Arc<OnceLock<Client>>,
}

impl Http {
    /// With a client of one's own, for proxies or certificates. Redirects are
    /// then its matter.
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
        let written = Settings::of_catalog(tool.loader, tool.settings, &tool.input_schema);
        let (written, arguments) = match written {
            Ok((Settings::Http(written), arguments)) => (written, arguments),
            Ok(_) => return Err(LoadError::failed(tool.name, "its loader is not `http`")),
            Err(problem) => return Err(LoadError::failed(tool.name, problem)),
        };
        let Written { method, url, query, headers, body, response, max_bytes } = written;
        Ok(Request {
            client: self.client(tool.name)?,
            method: Method::from_bytes(method.as_bytes()).unwrap_or(Method::GET),
            target: Target::new(tool.name, &url)?,
            query: expand::all_variables(tool.name, &query)?,
            headers: Headers::new(tool.name, &headers)?,
            body: Body::new(tool.name, body, arguments)?,
            wanted: Wanted {
                tool: tool.name,
                response,
                max_bytes: usize::try_from(max_bytes).unwrap_or(usize::MAX),
            },
        })
    }
}

impl Loader for Http {
    fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a> {
        let service = self.ready(tool).map(|request| {
            let request = Arc::new(request);
            ToolService::from_fn(move |call: ToolCall| {
                let request = request.clone();
                async move { request.run(call).await }
            })
        });
        Box::pin(core::future::ready(service))
    }
}

/// A request with places for arguments, its variables filled in.
struct Request {
    client: Client,
    method: Method,
    target: Target,
    query: Vec<(String, crate::contract::Template)>,
    headers: Headers,
    body: Body,
    wanted: Wanted,
}

impl Request {
    async fn run(&self, call: ToolCall) -> Result<Outcome, CallError> {
        let arguments = call
            .into_object()
            .map_err(|problem| CallError::arguments(self.wanted.tool, problem))?;
        let request = match self.request(&arguments) {
            Ok(request) => request,
            Err(problem) => return Err(CallError::arguments(self.wanted.tool, problem)),
        };
        let failed = |error: reqwest::Error| CallError::failed(chain(&error.without_url()));
        let answer = self.client.execute(request).await.map_err(failed)?;
        outcome(&self.wanted, answer).await.map_err(failed)
    }

    /// What is wrong with the arguments is told to the model.
    fn request(&self, arguments: &Given) -> Result<reqwest::Request, String> {
        let mut url = self.target.url(arguments)?;
        let pairs: Vec<(&str, String)> = (self.query.iter())
            .flat_map(|(name, template)| {
                let values = expand::fill_each(template, arguments).into_iter();
                values.map(move |value| (name.as_str(), value))
            })
            .collect();
        if !pairs.is_empty() {
            url.query_pairs_mut().extend_pairs(pairs);
        }
        let mut request = reqwest::Request::new(self.method.clone(), url);
        self.body.put(&mut request, arguments)?;
        self.headers.put(&mut request, arguments)?;
        Ok(request)
    }
}

/// The error and its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
