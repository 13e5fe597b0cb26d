//! Tool catalogs for language-model agents: compiled in, searched without allocation,
//! verified before use.
//!
//! A model with many tools picks worse ones, and each JSON Schema costs tokens in every
//! request. A [`Session`] shows the model a few tools, the *names* of the rest and one search
//! tool; what the model finds is promoted, and from then on it can be called.
//!
//! # Annotate functions
//!
#![cfg_attr(feature = "session", doc = "```")]
#![cfg_attr(not(feature = "session"), doc = "```ignore")]
//! use serde_json::json;
//! use toolcrib::call::ToolCall;
//! use toolcrib::session::SEARCH_TOOL;
//! use toolcrib::{Toolbox, tool, tools};
//!
//! /// Posts a message to a chat channel.
//! #[tool(defer, search_hint = "slack chat notify team")]
//! fn post_message(
//!     /// Channel name, for example "#general".
//!     channel: String,
//!     /// Text of the message.
//!     text: String,
//! ) -> String {
//!     format!("posted to {channel}: {text}")
//! }
//!
//! # pollster::block_on(async {
//! let toolbox = Toolbox::builder().native(tools![post_message]).build()?;
//! let mut session = toolbox.session();
//! // The model searches, and can call what it found.
//! session.call(ToolCall::new("1", SEARCH_TOOL, json!({"query": "notify the team"}))).await;
//! let arguments = json!({"channel": "#general", "text": "The build is green."});
//! let posted = session.call(ToolCall::new("2", "post_message", arguments)).await;
//! assert_eq!(posted.outcome.to_text(), "posted to #general: The build is green.");
//! # Ok::<(), toolcrib::toolbox::BuildError>(())
//! # }).unwrap();
//! ```
//!
//! # Tools of MCP servers in your own loop
//!
//! `cargo toolcrib snapshot` captures the servers of an `.mcp.json` in lock files, and a
//! `build.rs` with `toolcrib_build::compile("mcp.lock")` compiles these into a [`Catalog`].
//! Nothing is sent to a server that no longer lists what was captured.
//!
#![cfg_attr(feature = "mcp", doc = "```no_run")]
#![cfg_attr(not(feature = "mcp"), doc = "```ignore")]
//! use serde_json::{Value, json};
//! use toolcrib::wire::{Anthropic, Wire};
//! use toolcrib::{Catalog, Toolbox, mcp};
//!
//! # const _: &str = stringify! {
//! static CATALOG: Catalog = toolcrib::include_catalog!();
//! # };
//! # fn ask(_: &Value) -> Value { Value::Null }
//!
//! # #[allow(non_snake_case)]
//! # async fn program(CATALOG: Catalog<'static>) -> Result<(), Box<dyn std::error::Error>> {
//! let servers = mcp::connect(".mcp.json").await?;
//! let verified = CATALOG.verify(&servers.manifests().await?)?;
//! let toolbox = Toolbox::builder().catalog(verified, servers.clone()).build()?;
//!
//! let mut session = toolbox.session();
//! let mut messages = vec![json!({"role": "user", "content": "Which builds failed?"})];
//! loop {
//!     session.prepare(&Anthropic, &mut messages);
//!     let request = session.request(&Anthropic)?;
//!     let body = json!({
//!         "model": "…",
//!         "max_tokens": 1024,
//!         "system": request.prompt,
//!         "tools": request.tools,
//!         "messages": messages,
//!     });
//!     let reply = ask(&body); // an HTTP request to the provider
//!     messages.push(json!({"role": "assistant", "content": reply["content"]}));
//!     let mut results = Vec::new();
//!     for call in session.calls(&Anthropic, &reply) {
//!         results.push(session.call(call).await);
//!     }
//!     if results.is_empty() {
//!         break;
//!     }
//!     messages.extend(Anthropic.results(&results));
//! }
//! servers.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! | feature | brings |
//! |---|---|
//! | none | names, canonical JSON, the static `Catalog` and its search; no dependency, `no_std` with `alloc` |
//! | `digest` | manifests, lock files, `Catalog::verify` |
//! | `native` | `#[tool]` on functions, `tools!` |
//! | `collect` | native tools that register themselves before `main` |
//! | `session` (default) | `Toolbox`, `Session`, the providers' formats, calls with limits, loaders and layers |
//! | `http` | contracts that are HTTP requests |
//! | `process` | contracts that run a program |
//! | `metrics` | counters and histograms of calls |
//! | `mcp` | connections to MCP servers |
//! | `serve` | a session served to MCP clients |
//! | `serve-http` | the same over HTTP |
//! | `rig` | a session as tools of the rig framework |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "native")]
extern crate std;
// The macro writes `::toolcrib`, also in this crate's own tests.
#[cfg(feature = "native")]
extern crate self as toolcrib;

#[cfg(feature = "native")]
mod arguments;
#[cfg(feature = "session")]
mod backend;
#[cfg(feature = "native")]
pub mod call;
pub mod catalog;
#[cfg(any(feature = "mcp", feature = "process"))]
mod child;
#[cfg(feature = "digest")]
pub mod contract;
mod definition;
mod digest;
#[cfg(feature = "session")]
mod engine;
#[cfg(feature = "native")]
mod error;
// For the other crates of this repository, like whatever else is hidden: no promise is made.
#[doc(hidden)]
pub mod json;
#[cfg(any(feature = "http", feature = "process"))]
mod load;
#[cfg(feature = "session")]
mod lower;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "native")]
mod message;
pub mod name;
#[cfg(feature = "native")]
pub mod native;
#[cfg(feature = "rig")]
pub mod rig;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "session")]
pub mod session;
#[doc(hidden)]
pub mod text;
#[cfg(feature = "session")]
pub mod tokens;
#[cfg(feature = "native")]
mod told;
#[cfg(feature = "session")]
pub mod toolbox;
#[cfg(feature = "native")]
pub mod validate;
#[cfg(feature = "session")]
pub mod wire;

pub use catalog::Catalog;
#[cfg(feature = "collect")]
pub use native::collect;
#[cfg(feature = "native")]
pub use native::{
    Annotations, Argument, ArgumentError, Arguments, CallError, CallFuture, ContextKey, Contexts,
    DuplicateTools, Exposure, IntoOutcome, MissingContext, ToolDef, ToolSet, Tools,
};
#[cfg(feature = "session")]
pub use session::Session;
#[cfg(feature = "session")]
pub use toolbox::Toolbox;
#[cfg(feature = "native")]
pub use toolcrib_macros::tool;

/// The door for the macro of exactly this version.
#[cfg(feature = "native")]
#[doc(hidden)]
pub use native::private as __private0;
