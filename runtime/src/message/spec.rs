//! One tool as a model is told about it.

use crate::lower::InputSchema;

/// One tool as a model is told about it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolSpec<'a> {
    /// The name that the model sees.
    pub name: &'a str,
    /// The description for the model.
    pub description: &'a str,
    /// The JSON Schema of the arguments, not lowered.
    pub input_schema: InputSchema,
    /// The tool's server, by the name that the model sees.
    pub server: Option<&'a str>,
    /// Whether the provider hides the schema until a search refers to the tool; depends
    /// on [`Wire::deferral`](crate::wire::Wire::deferral).
    pub deferred: bool,
    /// The role of the tool in the session.
    pub role: Role,
}

/// The role of a tool in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Role {
    /// An ordinary tool.
    #[default]
    Tool,
    /// The search tool.
    Search,
}

impl<'a> ToolSpec<'a> {
    /// A tool without a server that is not deferred.
    #[must_use]
    pub fn new(name: &'a str, description: &'a str, input_schema: impl Into<InputSchema>) -> Self {
        let input_schema = input_schema.into();
        Self { name, description, input_schema, server: None, deferred: false, role: Role::Tool }
    }
}
