//! Rules about names.

use toolcrib::name::{MAX_NAME, is_portable, qualify};
use toolcrib::text::Visible;

use super::finding::Place;
use super::rule::Rule;
use crate::locks::NATIVE;

/// The longest name that MCP allows, in characters.
const MCP_MAX: usize = 128;

pub(super) fn check(place: &mut Place<'_>, name: &str) {
    mcp(place, name);
    provider(place, name);
}

fn mcp(place: &mut Place<'_>, name: &str) {
    let odd = name.chars().find(|&c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')));
    let length = name.chars().count();
    if let Some(c) = odd {
        let shown = Visible(&c.to_string()).to_string();
        place.report(
            Rule::McpName,
            "/name",
            format!(
                "the name has `{shown}` (U+{:04X}); MCP allows A-Z a-z 0-9 _ - .",
                u32::from(c)
            ),
        );
    } else if length > MCP_MAX {
        let message = format!("the name has {length} characters; MCP allows at most {MCP_MAX}");
        place.report(Rule::McpName, "/name", message);
    }
}

/// The program's own tools have no prefix.
fn provider(place: &mut Place<'_>, name: &str) {
    let full = match place.server {
        NATIVE => name.to_owned(),
        server => format!("mcp__{server}__{name}"),
    };
    if is_portable(&full) {
        return;
    }
    let length = full.chars().count();
    let message = if length > MAX_NAME {
        format!(
            "the name for the model would have {length} characters and is shortened to {MAX_NAME}"
        )
    } else {
        format!("the model sees it as `{}`", qualify(place.server, name))
    };
    place.report(Rule::ProviderName, "/name", message);
}
