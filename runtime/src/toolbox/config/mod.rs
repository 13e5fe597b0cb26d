//! Tools that a configuration file enables, and settings for tools.

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

/// What a configuration file says of tools. [`read`](Self::read) takes JSON or
/// TOML; any other format of serde does as well.
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
    /// The name that the file has for the tool. The tool's own name counts;
    /// where the two differ, [`Notice::OtherName`] says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Settings for the tools that a rule names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ToolSetting {
    /// The tools.
    #[serde(rename = "match")]
    pub rule: Rule,
    /// When the model is given the schema; [`Exposure::Default`] leaves that to the tool.
    #[serde(default, skip_serializing_if = "Exposure::is_default")]
    pub exposure: Exposure,
    /// Words and phrases of the user by which routing finds the tool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Routing prefers tools of higher priority. Defaults to 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<i32>,
}

/// What was noticed while a toolbox was built and does not stand against it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A configured tool has another name of its own, and goes by that.
    OtherName {
        /// The name in the configuration.
        configured: String,
        /// The tool's own.
        own: &'static str,
    },
    /// Tools of the same name from several origins: the first by precedence
    /// (configured, native, catalog) is used, the others cannot be reached.
    Shadowed {
        /// The name.
        name: &'static str,
        /// Where the tool that is used comes from.
        used: String,
        /// Where the others come from.
        shadowed: Vec<String>,
    },
    /// A rule of the toolbox's [permissions](super::Builder::permissions) that
    /// names no tool: what it was to deny is not denied, what it was to allow is
    /// not allowed.
    IdleRule {
        /// The rule.
        rule: Rule,
        /// What may be meant, as the end of a sentence.
        repair: Option<String>,
    },
    /// The same of a rule that was to [deny](super::Builder::subagent_deny)
    /// something to sub-agents.
    IdleSubagentRule {
        /// The rule.
        rule: Rule,
        /// What may be meant, as the end of a sentence.
        repair: Option<String>,
    },
    /// A setting whose rule names no tool.
    IdleSetting {
        /// The rule.
        rule: Rule,
        /// What may be meant, as the end of a sentence.
        repair: Option<String>,
    },
    /// Limits of calls are said for a tool or server that is not here.
    IdleLimits(String),
}

impl Notice {
    /// True where something was configured and has no effect. Tools that are
    /// shadowed are not: precedence is there to be used.
    pub(super) fn is_idle(&self) -> bool {
        !matches!(self, Self::Shadowed { .. })
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherName { configured, own } => {
                write!(f, "the tool configured as `{configured}` calls itself `{own}`")
            }
            Self::Shadowed { name, used, shadowed } => {
                write!(f, "`{name}` is the {used}; out of reach: {}", shadowed.join("; "))
            }
            Self::IdleLimits(of) => {
                write!(f, "limits are said for `{of}`, which is no such tool or server")
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
    write!(f, "{what} `{}`, which names no tool", Visible(rule.as_str()))?;
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
