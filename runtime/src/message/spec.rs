//! One tool as it is told to a model.

use crate::lower::InputSchema;

/// One tool as it is told to a model.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolSpec<'a> {
    /// The name that the model sees.
    pub name: &'a str,
    /// The description that it reads.
    pub description: &'a str,
    /// JSON Schema of the arguments, as the server or the function has it.
    pub input_schema: InputSchema,
    /// The server that has the tool, as the model knows it.
    pub server: Option<&'a str>,
    /// The provider is to keep the schema from the model until a search refers
    /// to the tool; only where [`Wire::deferral`](crate::wire::Wire::deferral) is such.
    pub deferred: bool,
    /// What the tool is to the session.
    pub role: Role,
}

/// What a tool is to the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Role {
    /// A tool like any other.
    #[default]
    Tool,
    /// The search tool.
    Search,
}

impl<'a> ToolSpec<'a> {
    /// A tool of no server that is not deferred.
    #[must_use]
    pub fn new(name: &'a str, description: &'a str, input_schema: impl Into<InputSchema>) -> Self {
        let input_schema = input_schema.into();
        Self { name, description, input_schema, server: None, deferred: false, role: Role::Tool }
    }
}
