//! Beginning a conversation.

use alloc::sync::Arc;

use super::state::Session;
use crate::toolbox::{Agent, Entry, Permissions, Toolbox, UnmetRequirements, View};

impl Toolbox {
    /// A conversation that may use every tool that the toolbox's permissions allow.
    #[must_use]
    pub fn session(&self) -> Session {
        self.assemble(self.all(), self.permissions().clone())
    }

    /// A conversation that may use what both the toolbox's permissions and these
    /// allow, and knows of no other tool: what is not allowed is not in its
    /// search, its statistics or its prompt.
    ///
    /// Indexes the tools that are left, O(n) for n bytes of their text, unless
    /// that is all of them.
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

    /// The conversation of a sub-agent of an agent that may use everything; see
    /// [`Session::subagent`].
    ///
    /// # Errors
    /// Requirements of the agent that no tool meets which it may use.
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
    /// The conversation of a sub-agent: with the tools out of this session's
    /// that the agent's definition allows and the toolbox does not deny to
    /// sub-agents; with a search of its own and nothing promoted.
    ///
    /// # Errors
    /// Requirements of the agent that no tool meets which it may use.
    pub fn subagent(&self, agent: &Agent) -> Result<Self, UnmetRequirements> {
        self.toolbox.delegate(&self.view, &self.permissions, agent)
    }
}
