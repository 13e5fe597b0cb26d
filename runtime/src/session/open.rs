//! Beginning a conversation.

use alloc::sync::Arc;

use super::state::Session;
use crate::toolbox::{Agent, Entry, Permissions, Toolbox, UnmetRequirements, View};

impl Toolbox {
    /// Starts a conversation that may use every tool that the toolbox's permissions
    /// allow.
    #[must_use]
    pub fn session(&self) -> Session {
        self.assemble(self.all(), self.permissions().clone())
    }

    /// Starts a conversation that may use the tools that both the toolbox's permissions
    /// and these allow. Other tools do not exist for it: they are not in its search, its
    /// statistics or its prompt.
    ///
    /// Builds a search index of the allowed tools, O(n) for n bytes of their text, unless
    /// all tools are allowed.
    #[must_use]
    pub fn session_with(&self, permissions: &Permissions) -> Session {
        self.assemble(self.all(), self.permissions().clone().and(permissions))
    }

    /// [`session_with`](Self::session_with) a closure.
    #[must_use]
    pub fn session_where(
        &self,
        allowed: impl Fn(&Entry) -> bool + Send + Sync + 'static,
    ) -> Session {
        self.session_with(&Permissions::new().only(allowed))
    }

    /// Starts the conversation of a sub-agent whose parent may use everything; see
    /// [`Session::subagent`].
    ///
    /// # Errors
    /// The agent requires tools that it may not use or that do not exist.
    pub fn subagent(&self, agent: &Agent) -> Result<Session, UnmetRequirements> {
        self.delegate(self.all(), self.permissions(), agent)
    }

    pub(crate) fn delegate(
        &self,
        parent: &Arc<View>,
        permissions: &Permissions,
        agent: &Agent,
    ) -> Result<Session, UnmetRequirements> {
        let own = agent.permissions().and(self.subagent_permissions());
        let session = self.assemble(parent, permissions.clone().and(&own));
        agent.check(session.view())?;
        Ok(session)
    }

    /// Every session is made here, an agent's and a sub-agent's alike.
    fn assemble(&self, within: &Arc<View>, permissions: Permissions) -> Session {
        Session::new(self.clone(), within.restricted(&permissions), permissions).mode(self.mode())
    }
}

impl Session {
    /// Starts the conversation of a sub-agent. It has the tools of this session that the
    /// agent's definition allows and that the toolbox does not deny to sub-agents, its
    /// own search, and no promoted tools.
    ///
    /// # Errors
    /// The agent requires tools that it may not use or that do not exist.
    pub fn subagent(&self, agent: &Agent) -> Result<Self, UnmetRequirements> {
        self.toolbox.delegate(&self.view, &self.permissions, agent)
    }
}
