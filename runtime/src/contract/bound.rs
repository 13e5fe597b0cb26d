//! The settings of the loaders `mcp` and `native`, which name a tool that is
//! there already.

use alloc::string::String;

use super::fault::Found;
use super::table::Table;

/// A tool of a captured server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mcp {
    pub(crate) server: String,
    pub(crate) tool: String,
}

impl Mcp {
    pub(super) fn read(table: &Table<'_, '_>, found: &mut Found) -> Option<Self> {
        table.only(&["server", "tool"], found);
        let server = table.required("server", "`server = \"github\"`", found);
        let tool = table.required("tool", "`tool = \"create_issue\"`", found);
        Some(Self { server: server?, tool: tool? })
    }
}

/// A function under `#[tool]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Native {
    pub(crate) function: String,
}

impl Native {
    pub(super) fn read(table: &Table<'_, '_>, found: &mut Found) -> Option<Self> {
        table.only(&["function"], found);
        let function = table.required("function", "`function = \"post_message\"`", found)?;
        Some(Self { function })
    }
}
