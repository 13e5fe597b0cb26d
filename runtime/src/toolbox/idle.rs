//! What is configured and has no effect.

use alloc::string::String;
use alloc::vec::Vec;

use super::builder::Builder;
use super::config::{Notice, ToolSetting};
use super::known::Known;
use super::permissions::Permissions;
use super::rule::Rule;
use super::server_name::ServerName;
use super::view::View;
use crate::backend::Unavailable;
use crate::catalog::ServerRef;
use crate::engine::Entry;

impl Permissions {
    /// The rules that name no tool of `view`: mistyped ones, or rules for
    /// servers that are not there. Of a toolbox's own permissions,
    /// [`Toolbox::notices`](crate::Toolbox::notices) has them.
    #[must_use]
    pub fn idle_rules<'p>(&'p self, view: &View) -> Vec<&'p Rule> {
        self.rules()
            .filter(|rule| !view.entries().iter().any(|entry| rule.matches(entry)))
            .collect()
    }
}

impl Builder {
    pub(super) fn settings(&self) -> impl Iterator<Item = &ToolSetting> {
        self.configured.iter().flat_map(|(config, _)| &config.settings)
    }

    fn servers(&self) -> impl Iterator<Item = ServerRef<'static>> {
        self.catalogs.iter().flat_map(|bound| bound.catalog().servers())
    }

    pub(super) fn aliases(&self) -> Vec<(&'static str, &'static str)> {
        self.servers().filter_map(|server| Some((server.name(), server.alias()?))).collect()
    }

    pub(super) fn known<'a>(
        &self,
        entries: &'a [Entry],
        refused: &'a [Entry],
        shadowed: &'a [Entry],
        unavailable: &'a [(String, Unavailable)],
    ) -> Known<'a> {
        let servers: Vec<ServerName<'a>> = self.servers().map(ServerName::from).collect();
        let absent = unavailable.iter().map(|(own, _)| {
            let known = servers.iter().find(|server| server.own == own);
            known.copied().unwrap_or(ServerName { own, visible: own })
        });
        let absent = absent.collect();
        Known { entries, refused, shadowed, servers, absent }
    }

    /// What is configured and has no effect.
    pub(super) fn idle(&self, known: &Known<'_>) -> Vec<Notice> {
        let idle =
            |rule: &Rule| (!known.is_named(rule)).then(|| (rule.clone(), known.repair(rule)));
        let settings = self.settings().filter_map(|setting| idle(&setting.rule));
        let settings = settings.map(|(rule, repair)| Notice::IdleSetting { rule, repair });
        let rules = self.permissions.rules().filter_map(idle);
        let rules = rules.map(|(rule, repair)| Notice::IdleRule { rule, repair });
        let agents = self.subagent_permissions.rules().filter_map(idle);
        let agents = agents.map(|(rule, repair)| Notice::IdleSubagentRule { rule, repair });
        let notices = settings.chain(rules).chain(agents);
        notices.chain(self.idle_limits(known).map(Notice::IdleLimits)).collect()
    }

    /// The tools and servers for which limits are said and of which nothing is
    /// known.
    fn idle_limits(&self, known: &Known<'_>) -> impl Iterator<Item = String> {
        let of_tool = self.calls.by_tool.keys().filter(|name| !known.has_tool(name));
        let of_server = self.calls.by_server.keys().filter(|name| !known.has_server(name));
        of_tool.chain(of_server).cloned()
    }
}
