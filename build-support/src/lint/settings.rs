//! The levels that a project sets, and the findings that it allows.

use std::collections::BTreeSet;
use std::path::Path;

use toolcrib::json::{Json, Value};

use super::{Finding, Level, Report, Rule, UnknownRule};
use crate::error::{Error, Fault};

/// Lint settings of a project.
///
/// As a file, for [`Settings::read`]:
///
/// ```json
/// {
///   "deny": ["look-alike-name", "warnings"],
///   "allow": [
///     {"rule": "long-description", "server": "github", "tool": "search_code",
///      "reason": "explains the query language, and the model needs it"}
///   ]
/// }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    denied: BTreeSet<Rule>,
    deny_warnings: bool,
    allowed: Vec<Allowance>,
}

/// Findings that a project accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Allowance {
    /// The rule.
    pub rule: Rule,
    /// The server, or `None` for all.
    pub server: Option<String>,
    /// The tool, or `None` for all.
    pub tool: Option<String>,
    /// Why the findings are accepted.
    pub reason: String,
}

impl Allowance {
    fn covers(&self, finding: &Finding) -> bool {
        let server = self.server.as_ref().is_none_or(|server| *server == finding.server);
        let tool = self.tool.is_none() || self.tool == finding.tool;
        self.rule == finding.rule && server && tool
    }
}

impl Settings {
    /// Every rule has its own level, and nothing is allowed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes each finding of a rule an error.
    #[must_use]
    pub fn deny(mut self, rule: Rule) -> Self {
        self.denied.insert(rule);
        self
    }

    /// Makes every warning an error.
    #[must_use]
    pub fn deny_warnings(mut self) -> Self {
        self.deny_warnings = true;
        self
    }

    /// Leaves out the findings of a rule; `None` stands for all servers or all
    /// tools.
    #[must_use]
    pub fn allow(
        mut self,
        rule: Rule,
        server: Option<&str>,
        tool: Option<&str>,
        reason: impl Into<String>,
    ) -> Self {
        let (server, tool) = (server.map(Into::into), tool.map(Into::into));
        self.allowed.push(Allowance { rule, server, tool, reason: reason.into() });
        self
    }

    /// Reads a settings file.
    ///
    /// # Errors
    /// A file that cannot be read, is not JSON, has an unknown rule or member, or
    /// allows something without a reason.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let repair = "see `cargo toolcrib lint --help` for the format";
        let text = std::fs::read_to_string(path)
            .map_err(|error| Fault::unreadable(path, &error, repair))?;
        Self::parse(&text).map_err(|message| Fault::new(path, message, repair).into())
    }

    fn parse(text: &str) -> Result<Self, String> {
        let json = Json::parse(text).map_err(|error| error.to_string())?;
        let root = json.root();
        only(root, "the file", &["$schema", "allow", "deny"])?;
        let mut settings = Self::new();
        for name in list(root, "deny")? {
            let name = name.as_str().ok_or("`deny` must list the names of rules")?;
            settings = match &*name {
                "warnings" => settings.deny_warnings(),
                name => settings.deny(rule_of(name)?),
            };
        }
        for entry in list(root, "allow")? {
            settings.allowed.push(allowance(entry)?);
        }
        Ok(settings)
    }

    /// Sets the levels and removes what is allowed.
    pub(super) fn apply(&self, findings: Vec<Finding>) -> Report {
        let mut report = Report::default();
        let mut used = vec![false; self.allowed.len()];
        for mut finding in findings {
            let mut allowed = false;
            for (used, allowance) in used.iter_mut().zip(&self.allowed) {
                if allowance.covers(&finding) {
                    (*used, allowed) = (true, true);
                }
            }
            if allowed {
                report.allowed += 1;
                continue;
            }
            finding.level = self.level(&finding);
            report.findings.push(finding);
        }
        report.findings.sort_by(|a, b| {
            (&a.server, &a.tool, a.rule, &a.field).cmp(&(&b.server, &b.tool, b.rule, &b.field))
        });
        let unused = self.allowed.iter().zip(used).filter(|(_, used)| !used);
        report.unused = unused.map(|(allowance, _)| allowance.clone()).collect();
        report
    }

    fn level(&self, finding: &Finding) -> Level {
        let denied = self.denied.contains(&finding.rule)
            || (self.deny_warnings && finding.level == Level::Warning);
        if denied { Level::Error } else { finding.level }
    }
}

fn list<'d, 't>(
    root: Value<'d, 't>,
    member: &str,
) -> Result<impl Iterator<Item = Value<'d, 't>>, String> {
    let list = root.get(member);
    if list.is_some_and(|list| !list.is_array()) {
        return Err(format!("`{member}` must be a list"));
    }
    Ok(list.into_iter().flat_map(Value::items))
}

fn only(value: Value<'_, '_>, what: &str, known: &[&str]) -> Result<(), String> {
    if !value.is_object() {
        return Err(format!("{what} must be an object"));
    }
    match value.members().find(|(name, _)| !known.contains(&&**name)) {
        Some((name, _)) => Err(format!("{what} has an unknown member `{name}`")),
        None => Ok(()),
    }
}

fn rule_of(name: &str) -> Result<Rule, String> {
    name.parse().map_err(|error: UnknownRule| error.to_string())
}

fn allowance(entry: Value<'_, '_>) -> Result<Allowance, String> {
    only(entry, "an entry of `allow`", &["reason", "rule", "server", "tool"])?;
    let text = |member: &str| match entry.get(member) {
        None => Ok(None),
        Some(value) => match value.as_str() {
            Some(text) => Ok(Some(text.into_owned())),
            None => Err(format!("`{member}` of an entry of `allow` must be a string")),
        },
    };
    let rule = text("rule")?.ok_or("an entry of `allow` has no `rule`")?;
    let rule = rule_of(&rule)?;
    let reason = text("reason")?.filter(|reason| !reason.trim().is_empty());
    let reason = reason.ok_or("an entry of `allow` has no `reason`")?;
    Ok(Allowance { rule, server: text("server")?, tool: text("tool")?, reason })
}
