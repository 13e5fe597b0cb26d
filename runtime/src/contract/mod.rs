//! Tool contracts: files that describe one tool each, which a loader runs.
//!
//! A contract describes a tool for the model, names the loader that runs it and the
//! loader's settings, and lists what the tool needs. Contracts are compiled into the same
//! catalog as captured servers, under the provider that each names.
//! `toolcrib_build::Config::contracts` reads a folder of them, in TOML, JSON or YAML; the
//! README of `toolcrib-build` documents all keys. This module reads the JSON to which the
//! others are converted.
//!
//! A toolbox runs them with the `call::Loader` that they name: `http` and `process` come
//! with the features of those names, `mcp` calls a tool of a captured server, `native`
//! calls a function, and others are registered with `Builder::loader`.
//!
//! ```
//! let contract = toolcrib::contract::Contract::parse(r#"{
//!     "id": "get_forecast",
//!     "description": "The weather of the next days.",
//!     "provider": "weather",
//!     "input_schema": {
//!         "type": "object",
//!         "properties": {"city": {"type": "string", "description": "Name of the city."}},
//!         "required": ["city"]
//!     },
//!     "loader": "http",
//!     "settings": {
//!         "url": "https://api.example.com/v1/{city}/forecast",
//!         "headers": {"authorization": "Bearer ${WEATHER_TOKEN}"}
//!     }
//! }"#).unwrap();
//! assert!(contract.needs().variables.contains("WEATHER_TOKEN"));
//! ```

mod arguments;
mod bound;
mod fault;
mod http;
mod names;
mod needs;
#[cfg(feature = "session")]
mod of_catalog;
mod process;
mod read;
mod schema;
mod settings;
mod table;
mod template;

#[cfg(feature = "http")]
pub(crate) use arguments::Arguments;
pub use fault::ContractFault;
#[cfg(feature = "http")]
pub(crate) use http::{Body, Http, Response};
#[cfg(feature = "session")]
pub(crate) use names::TIME_LIMIT;
pub use names::{BUILT_IN, HTTP, MCP, NATIVE, PROCESS};
pub use needs::Needs;
#[cfg(feature = "process")]
pub(crate) use process::{Group, Process};
#[cfg(feature = "session")]
pub(crate) use settings::LoaderSettings;
pub use template::{Piece, Template, TemplateError};

use crate::text::debug_as_display;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::definition::{Definition, contract_digest};
use crate::digest::Digest;
use crate::json::JsonError;

/// One tool, described by a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    id: String,
    provider: String,
    title: Option<String>,
    description: String,
    search_hint: Option<String>,
    always: bool,
    input_schema: String,
    output_schema: Option<String>,
    annotations: Option<String>,
    loader: String,
    settings: String,
    needs: Needs,
    warnings: Vec<ContractFault>,
}

/// Why a text is not a contract.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContractError {
    /// The text is not JSON.
    Json(JsonError),
    /// The faults; never empty.
    Faults(Vec<ContractFault>),
}

impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::Faults(faults) => {
                f.write_str("not a contract:")?;
                faults.iter().try_for_each(|fault| write!(f, "\n  - {fault}"))
            }
        }
    }
}

debug_as_display!(ContractError);

impl core::error::Error for ContractError {}

impl Contract {
    /// The name that the model sees; unique over all tools.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The provider, which takes the place of the server in permissions, limits and
    /// searches.
    #[must_use]
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The name of the loader that runs it.
    #[must_use]
    pub fn loader(&self) -> &str {
        &self.loader
    }

    /// The loader's settings: a canonical JSON object, its variables not expanded.
    #[must_use]
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// More words by which a search finds the tool.
    #[must_use]
    pub fn search_hint(&self) -> Option<&str> {
        self.search_hint.as_deref()
    }

    /// Whether the tool is never deferred.
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.always
    }

    /// What it needs: declared by the file, or named by its settings.
    #[must_use]
    pub fn needs(&self) -> &Needs {
        &self.needs
    }

    /// The warnings.
    #[must_use]
    pub fn warnings(&self) -> &[ContractFault] {
        &self.warnings
    }

    /// The tool as a model is told about it.
    #[must_use]
    pub fn definition(&self) -> Definition<'_> {
        Definition {
            name: &self.id,
            title: self.title.as_deref(),
            description: Some(&self.description),
            input_schema: &self.input_schema,
            output_schema: self.output_schema.as_deref(),
            annotations: self.annotations.as_deref(),
        }
    }

    /// The contract's digest, version 1.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let needs = self.needs.to_canonical();
        contract_digest(&self.definition(), &self.loader, &self.settings, needs.as_deref())
    }
}
