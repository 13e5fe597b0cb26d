//! How the search tool presents itself.

use alloc::string::String;

use serde_json::{Value, json};

use crate::lower::InputSchema;
use crate::message::{Role, ToolSpec};
use crate::name::{MAX_NAME, SEARCH_TOOL, is_portable};
use crate::told::session as told;

pub(crate) const DEFAULT_RESULTS: usize = 5;
pub(crate) const MAX_RESULTS: usize = 20;

/// How the search tool is presented to the model; see [`Builder::search_tool`].
///
/// [`Builder::search_tool`]: crate::toolbox::Builder::search_tool
#[derive(Debug, Clone, PartialEq)]
pub struct SearchTool {
    name: String,
    description: String,
    schema: InputSchema,
    brief: bool,
}

impl Default for SearchTool {
    fn default() -> Self {
        Self {
            name: SEARCH_TOOL.into(),
            description: told::SEARCH.into(),
            schema: schema().into(),
            brief: false,
        }
    }
}

impl SearchTool {
    /// [`SEARCH_TOOL`](crate::session::SEARCH_TOOL) with its own description and schema.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the JSON Schema of the arguments. It must have the property `query`;
    /// `max_results` is optional.
    #[must_use]
    pub fn schema(mut self, schema: Value) -> Self {
        self.schema = schema.into();
        self
    }

    /// Leaves schemas out of the answers, which makes them cheaper: the next request has
    /// the schemas. Ignored in bridge mode.
    #[must_use]
    pub fn brief(mut self) -> Self {
        self.brief = true;
        self
    }

    pub(crate) fn tool_name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_brief(&self) -> bool {
        self.brief
    }

    pub(crate) fn spec(&self) -> ToolSpec<'_> {
        let spec = ToolSpec::new(&self.name, &self.description, self.schema.clone());
        ToolSpec { role: Role::Search, ..spec }
    }

    /// Why it cannot be used.
    pub(crate) fn problem(&self) -> Option<String> {
        if !is_portable(&self.name) {
            return Some(alloc::format!(
                "`{}` is not a name of 1 to {MAX_NAME} characters out of A-Z a-z 0-9 _ -",
                crate::text::Visible(&self.name)
            ));
        }
        let query = self.schema.pointer("/properties/query");
        query.is_none().then(|| String::from("its schema has no property `query`"))
    }
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": told::SEARCH_QUERY,
            },
            "max_results": {
                "type": "integer",
                "description": told::SEARCH_MAX,
                "minimum": 1,
                "maximum": MAX_RESULTS,
                "default": DEFAULT_RESULTS,
            },
        },
        "required": ["query"],
        "additionalProperties": false,
    })
}
