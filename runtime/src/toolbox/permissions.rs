//! What an agent may use.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::rule::{Rule, RuleError};
use super::server_name::ServerName;
use crate::engine::Entry;

type Check = Arc<dyn Fn(&Entry) -> bool + Send + Sync>;

/// Which tools an agent may use. The default allows every tool that needs no capability.
///
/// A denial wins over any allowance. Tools that are not allowed are in neither the
/// search, nor its statistics, nor the prompt of a session, and every call is checked
/// again.
///
/// ```
/// use toolcrib::toolbox::Permissions;
///
/// let permissions = Permissions::new().allow(["mcp__github", "read_*"])?.deny(["*delete*"])?;
/// # Ok::<(), toolcrib::toolbox::RuleError>(())
/// ```
#[derive(Clone, Default)]
pub struct Permissions {
    /// A tool has to be in each of these sets.
    allow: Vec<Vec<Rule>>,
    deny: Vec<Rule>,
    capabilities: Option<BTreeSet<String>>,
    checks: Vec<Check>,
    reveals: bool,
}

impl Permissions {
    /// Allows every tool that needs no capability.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Allows only the tools that match one of these rules. An empty list allows nothing.
    /// A second call narrows further.
    ///
    /// # Errors
    /// A text is not a valid rule.
    pub fn allow<R: AsRef<str>>(
        mut self,
        rules: impl IntoIterator<Item = R>,
    ) -> Result<Self, RuleError> {
        self.allow.push(parse(rules)?);
        Ok(self)
    }

    /// Denies the tools that match one of these rules.
    ///
    /// # Errors
    /// A text is not a valid rule.
    pub fn deny<R: AsRef<str>>(
        mut self,
        rules: impl IntoIterator<Item = R>,
    ) -> Result<Self, RuleError> {
        self.deny.extend(parse(rules)?);
        Ok(self)
    }

    /// Allows only the tools that `check` accepts. It runs when a session starts, for
    /// each tool that a search finds, and at each call.
    #[must_use]
    pub fn only(mut self, check: impl Fn(&Entry) -> bool + Send + Sync + 'static) -> Self {
        self.checks.push(Arc::new(check));
        self
    }

    /// Sets the capabilities of the model and the host, for tools that require some.
    /// Defaults to none.
    #[must_use]
    pub fn capabilities<C: Into<String>>(mut self, of: impl IntoIterator<Item = C>) -> Self {
        self.capabilities.get_or_insert_default().extend(of.into_iter().map(Into::into));
        self
    }

    /// Tells the model when a tool that it names exists but is not allowed. By
    /// default, a tool that is not allowed looks like one that does not exist.
    #[must_use]
    pub fn reveal_denied(mut self) -> Self {
        self.reveals = true;
        self
    }

    /// Combines two sets of permissions: a tool must be allowed by both. If both set
    /// capabilities, only the common ones count. Denied tools are revealed if either says
    /// so.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.allow.extend(other.allow.iter().cloned());
        self.deny.extend(other.deny.iter().cloned());
        self.checks.extend(other.checks.iter().cloned());
        self.reveals |= other.reveals;
        self.capabilities = match (self.capabilities, &other.capabilities) {
            (Some(own), Some(others)) => Some(own.intersection(others).cloned().collect()),
            (own, others) => own.or_else(|| others.clone()),
        };
        self
    }

    pub(super) fn with_rules(mut self, allow: Option<Vec<Rule>>, deny: &[Rule]) -> Self {
        self.allow.extend(allow);
        self.deny.extend_from_slice(deny);
        self
    }

    /// Whether this tool may be used. Does not allocate.
    #[must_use]
    pub fn allows(&self, entry: &Entry) -> bool {
        self.lacks(entry).is_none() && self.permits(entry)
    }

    /// The same, without looking at the capabilities that it requires.
    #[inline]
    pub(crate) fn permits(&self, entry: &Entry) -> bool {
        if self.deny.is_empty() && self.allow.is_empty() && self.checks.is_empty() {
            return true;
        }
        let named = |rules: &[Rule]| rules.iter().any(|rule| rule.matches(entry));
        !named(&self.deny)
            && self.allow.iter().all(|rules| named(rules))
            && self.checks.iter().all(|check| check(entry))
    }

    /// The first capability that the tool requires and the caller lacks.
    #[must_use]
    #[inline]
    pub fn lacks(&self, entry: &Entry) -> Option<&'static str> {
        entry.requires().iter().copied().find(|needed| !self.has(needed))
    }

    /// Whether capabilities were set.
    pub(crate) fn names_capabilities(&self) -> bool {
        self.capabilities.is_some()
    }

    fn has(&self, capability: &str) -> bool {
        self.capabilities.as_ref().is_some_and(|all| all.contains(capability))
    }

    /// Whether a server whose tools are unknown may be mentioned.
    pub(crate) fn may_name_server(&self, server: ServerName<'_>) -> bool {
        let reaches = |rules: &Vec<Rule>| rules.iter().any(|rule| rule.reaches_server(server));
        !self.deny.iter().any(|rule| rule.is_whole_server(server)) && self.allow.iter().all(reaches)
    }

    pub(crate) fn reveals(&self) -> bool {
        self.reveals
    }

    pub(super) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.allow.iter().flatten().chain(&self.deny)
    }
}

fn parse<R: AsRef<str>>(rules: impl IntoIterator<Item = R>) -> Result<Vec<Rule>, RuleError> {
    rules.into_iter().map(|rule| rule.as_ref().parse()).collect()
}

impl fmt::Debug for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permissions")
            .field("allow", &self.allow)
            .field("deny", &self.deny)
            .field("capabilities", &self.capabilities)
            .field("checks", &self.checks.len())
            .field("reveals", &self.reveals)
            .finish()
    }
}
