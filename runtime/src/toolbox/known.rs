//! What a toolbox knows of, usable or not, and what a rule may mean that names
//! nothing of it.

use alloc::string::String;
use alloc::vec::Vec;

use super::rule::Rule;
use super::server_name::ServerName;
use crate::engine::Entry;
use crate::name::qualify;
use crate::text::{Visible, nearest};

/// Everything that a rule may name: tools that are there, that are refused or
/// out of reach, and servers whose tools are not known at the moment.
pub(super) struct Known<'a> {
    /// By name.
    pub(super) entries: &'a [Entry],
    pub(super) refused: &'a [Entry],
    pub(super) shadowed: &'a [Entry],
    /// Of the catalogs.
    pub(super) servers: Vec<ServerName<'a>>,
    pub(super) absent: Vec<ServerName<'a>>,
}

impl<'a> Known<'a> {
    fn tools(&self) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().chain(self.refused).chain(self.shadowed)
    }

    fn has(&self, rule: &Rule) -> bool {
        self.tools().any(|entry| rule.matches(entry))
    }

    /// Whether the rule names something of it.
    pub(super) fn is_named(&self, rule: &Rule) -> bool {
        self.has(rule)
            || self.absent.iter().any(|server| rule.reaches_server(*server))
            || self.servers.iter().any(|server| rule.is_whole_server(*server))
    }

    pub(super) fn has_tool(&self, name: &str) -> bool {
        self.tools().any(|entry| entry.name() == name)
    }

    pub(super) fn has_server(&self, own: &str) -> bool {
        self.servers.iter().chain(&self.absent).any(|server| server.own == own)
    }

    /// What a rule that names nothing may mean, as the end of a sentence.
    pub(super) fn repair(&self, rule: &Rule) -> Option<String> {
        self.alias_of(rule).or_else(|| self.own_name_of(rule)).or_else(|| {
            let meant = self.prefixed(rule).or_else(|| self.near(rule))?;
            Some(alloc::format!("did you mean `{}`?", Visible(&meant)))
        })
    }

    /// A text, where it is a rule that names a tool.
    fn naming(&self, text: String) -> Option<String> {
        text.parse().is_ok_and(|rule| self.has(&rule)).then_some(text)
    }

    /// For a server that has an alias, the rule with that in place of its name.
    fn alias_of(&self, rule: &Rule) -> Option<String> {
        let aliased = self.servers.iter().filter(|server| server.own != server.visible);
        aliased.clone().find_map(|server| {
            let meant = self.naming(after(server.visible, rule.tools_of(server.own)?))?;
            let (own, visible) = (Visible(server.own), Visible(server.visible));
            Some(alloc::format!("the model knows server `{own}` as `{visible}`: write `{meant}`"))
        })
    }

    /// For an alias after `server:`, the name in the configuration.
    fn own_name_of(&self, rule: &Rule) -> Option<String> {
        let alias = rule.as_str().strip_prefix("server:")?;
        let server = self.servers.iter().find(|server| server.visible == alias)?;
        let own = Visible(server.own);
        Some(alloc::format!("`{}` is configured as `{own}`: write `server:{own}`", Visible(alias)))
    }

    /// A server's own name of a tool, with what the model sees before it.
    fn prefixed(&self, rule: &Rule) -> Option<String> {
        let text = rule.as_str();
        let mut own = self.tools().filter(|entry| entry.raw_name() == text);
        match (own.next(), own.next()) {
            (Some(entry), None) => Some(entry.name().into()),
            _ => self.naming(alloc::format!("mcp__*__{text}")),
        }
    }

    /// What is spelt nearly so.
    fn near(&self, rule: &Rule) -> Option<String> {
        let text = rule.as_str();
        let server = |server: &ServerName<'_>| after(server.visible, None);
        let mut names: Vec<String> = self.servers.iter().map(server).collect();
        if let Some((server, tools)) = split(text)
            && let Some(near) = nearest_of(server, &names)
            && let Some(meant) = self.naming(alloc::format!("{near}{tools}"))
        {
            return Some(meant);
        }
        names.extend(self.tools().map(|entry| entry.name().into()));
        names.extend(self.servers.iter().map(|server| alloc::format!("server:{}", server.own)));
        let groups = self.tools().filter_map(Entry::group);
        names.extend(groups.map(|group| alloc::format!("group:{group}")));
        nearest_of(text, &names).map(String::from)
    }
}

/// The rule of these tools of a server, as the model calls it.
fn after(server: &str, tools: Option<&str>) -> String {
    let mut rule = qualify(server, "");
    match tools {
        Some(tools) => rule.push_str(tools),
        None => rule.truncate(rule.len().saturating_sub("__".len())),
    }
    rule
}

/// A rule of the form `mcp__server__tools`, cut after the server.
fn split(text: &str) -> Option<(&str, &str)> {
    let start = "mcp__".len();
    let end = text.get(start..).filter(|_| text.starts_with("mcp__"))?.find("__")?;
    text.split_at_checked(start + end)
}

fn nearest_of<'n>(text: &str, names: &'n [String]) -> Option<&'n str> {
    nearest(text, names.iter().map(String::as_str))
}
