//! The configuration file: which tools are enabled, and settings for tools.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

mod file;

pub use file::ToolConfigError;

use super::Entry;
use super::rule::Rule;
use crate::native::{Exposure, ToolDef, Tools};
use crate::text::Visible;

/// The configuration of tools. [`read`](Self::read) takes JSON or TOML; with serde, any
/// other format works too.
///
/// ```
/// use toolcrib::toolbox::ToolConfig;
///
/// let config: ToolConfig = serde_json::from_str(
///     r#"{
///         "tools": [{"use": "app::files::read", "name": "read"}, {"use": "group:shell"}],
///         "settings": [
///             {"match": "mcp__github", "keywords": ["issue", "pull request"], "priority": 5},
///             {"match": "mcp__time__*", "exposure": "always"}
///         ]
///     }"#,
/// )?;
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ToolConfig {
    /// The tools to enable, out of those that the program offers.
    #[serde(default)]
    pub tools: Vec<Enable>,
    /// Settings for tools of any origin; a later one wins over an earlier one.
    #[serde(default)]
    pub settings: Vec<ToolSetting>,
}

/// One tool, or one group, to enable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Enable {
    /// `module::path::tool_name`, the tool's name alone, or `group:name`.
    #[serde(rename = "use")]
    pub path: String,
    /// The name that the file uses for the tool. The tool keeps its own name; if the two
    /// differ, there is a [`Notice::OtherName`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Settings for the tools that match a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ToolSetting {
    /// The tools.
    #[serde(rename = "match")]
    pub rule: Rule,
    /// When the model gets the schema; [`Exposure::Default`] leaves that to the tool.
    #[serde(default, skip_serializing_if = "Exposure::is_default")]
    pub exposure: Exposure,
    /// Words and phrases in the user's text for which routing loads the tool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Routing prefers tools of higher priority. Defaults to 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<i32>,
}

/// Something noticed while a toolbox was built that does not prevent it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A configured tool keeps its own name, which differs from the configured one.
    OtherName {
        /// The name in the configuration.
        configured: String,
        /// The tool's own.
        own: &'static str,
    },
    /// Several origins have a tool of the same name: the first by precedence (configured,
    /// native, catalog) is used, the others cannot be reached.
    Shadowed {
        /// The name.
        name: &'static str,
        /// Where the tool that is used comes from.
        used: String,
        /// Where the others come from.
        shadowed: Vec<String>,
    },
    /// A rule of the toolbox's [permissions](super::Builder::permissions) matches no
    /// tool.
    IdleRule {
        /// The rule.
        rule: Rule,
        /// What was probably meant, as the end of a sentence.
        repair: Option<String>,
    },
    /// A rule of [`subagent_deny`](super::Builder::subagent_deny) matches no tool.
    IdleSubagentRule {
        /// The rule.
        rule: Rule,
        /// What was probably meant, as the end of a sentence.
        repair: Option<String>,
    },
    /// The rule of a setting matches no tool.
    IdleSetting {
        /// The rule.
        rule: Rule,
        /// What was probably meant, as the end of a sentence.
        repair: Option<String>,
    },
    /// Limits are set for a tool or server that does not exist.
    IdleLimits(String),
}

impl Notice {
    /// Whether something configured has no effect. False for shadowed tools, since
    /// precedence is a feature.
    pub(super) fn is_idle(&self) -> bool {
        !matches!(self, Self::Shadowed { .. })
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherName { configured, own } => {
                write!(f, "the tool configured as `{configured}` is named `{own}`")
            }
            Self::Shadowed { name, used, shadowed } => {
                write!(f, "`{name}` is the {used}; unreachable: {}", shadowed.join("; "))
            }
            Self::IdleLimits(of) => {
                write!(f, "limits are set for `{of}`, which is not a tool or server")
            }
            Self::IdleRule { rule, repair } => {
                idle(f, "the permissions have the rule", rule, repair)
            }
            Self::IdleSubagentRule { rule, repair } => {
                idle(f, "sub-agents are denied", rule, repair)
            }
            Self::IdleSetting { rule, repair } => idle(f, "a setting is for", rule, repair),
        }
    }
}

fn idle(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    rule: &Rule,
    repair: &Option<String>,
) -> fmt::Result {
    write!(f, "{what} `{}`, which matches no tool", Visible(rule.as_str()))?;
    repair.as_ref().map_or(Ok(()), |repair| write!(f, "; {repair}"))
}

impl Enable {
    /// The tools of `pool` that are meant.
    pub(super) fn pick(&self, pool: &Tools) -> Vec<&'static ToolDef> {
        let wanted = |def: &&'static ToolDef| match self.path.strip_prefix("group:") {
            Some(group) => def.group() == Some(group),
            None => self.path == def.name() || self.is_path_of(def),
        };
        pool.iter().filter(wanted).collect()
    }

    fn is_path_of(&self, def: &ToolDef) -> bool {
        self.path.rsplit_once("::") == Some((def.location().module, def.name()))
    }

    pub(super) fn notice(&self, def: &ToolDef) -> Option<Notice> {
        let configured = self.name.as_ref().filter(|name| *name != def.name())?;
        Some(Notice::OtherName { configured: configured.clone(), own: def.name() })
    }
}

/// Applies all settings, in order.
pub(super) fn apply<'a>(settings: impl Iterator<Item = &'a ToolSetting>, entries: &mut [Entry]) {
    for setting in settings {
        for entry in entries.iter_mut().filter(|entry| setting.rule.matches(entry)) {
            if !setting.exposure.is_default() {
                entry.set_deferred(setting.exposure == Exposure::Deferred);
            }
            if !setting.keywords.is_empty() {
                entry.set_keywords(&setting.keywords);
            }
            if let Some(priority) = setting.priority {
                entry.set_priority(priority);
            }
        }
    }
}
