//! The section of the prompt that names the tools which are kept back.

mod escape;
mod layout;

use alloc::string::String;
use alloc::vec::Vec;

use super::prompt_options::PromptOptions;
use super::showing::Showing;
use super::state::Session;
use crate::text::prefix;
use crate::told::session as told;
use crate::toolbox::Entry;
use escape::push_escaped;

impl Session {
    /// Sets the layout of the prompt section.
    #[must_use]
    pub fn prompt_options(mut self, options: PromptOptions) -> Self {
        self.prompt = options;
        self
    }

    /// The section of the system prompt: how to search, and the names of the deferred
    /// tools, sorted, one per line. Empty when no tool is deferred.
    ///
    /// In bridge mode it names all deferred tools, so that it does not change during a
    /// conversation.
    #[must_use]
    pub fn prompt(&self) -> String {
        let mut out = match self.listed() {
            names if names.is_empty() => String::new(),
            names => self.section(&names),
        };
        if let Some(bytes) = self.prompt.instructions {
            push_instructions(&mut out, self, bytes);
        }
        out
    }

    /// What changed in the section since the last call: at first the whole section, then
    /// the names that were added and removed. Empty when nothing changed. For loops that
    /// append to the conversation instead of changing the system prompt.
    pub fn prompt_delta(&mut self) -> String {
        let now: Vec<String> = self.listed().iter().map(|entry| entry.name().into()).collect();
        let Some(before) = self.told.replace(now.clone()) else { return self.prompt() };
        let mut out = String::new();
        let came = now.iter().filter(|name| before.binary_search(name).is_err());
        push_list(&mut out, "added-deferred-tools", came);
        let went = before.iter().filter(|name| now.binary_search(name).is_err());
        push_list(&mut out, "removed-deferred-tools", went);
        out
    }

    fn listed(&self) -> Vec<&Entry> {
        match self.showing {
            Showing::Everything => Vec::new(),
            Showing::Deferred => self.hidden().collect(),
            Showing::Bridge => {
                self.view.entries().iter().filter(|entry| entry.is_deferred()).collect()
            }
        }
    }

    fn section(&self, names: &[&Entry]) -> String {
        let search = self.toolbox.search_tool().tool_name();
        let mut out = told::prompt(search, self.showing == Showing::Bridge);
        let groups = match names.len() >= self.prompt.group_from {
            true => layout::by_server(names),
            false => alloc::vec![layout::flat(names)],
        };
        if groups.len() > 1 {
            out.push_str(told::PROMPT_GROUPED);
        }
        out.push_str("<available-deferred-tools>\n");
        layout::push(&mut out, &groups, self.prompt.budget);
        out.push_str("</available-deferred-tools>");
        out
    }
}

fn push_list<'n>(out: &mut String, tag: &str, names: impl Iterator<Item = &'n String>) {
    let mut names = names.peekable();
    if names.peek().is_none() {
        return;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&alloc::format!("<{tag}>\n"));
    for name in names {
        push_escaped(out, name);
        out.push('\n');
    }
    out.push_str(&alloc::format!("</{tag}>"));
}

fn push_instructions(out: &mut String, session: &Session, bytes: usize) {
    let names = |entry: &Entry| Some((entry.visible_server()?, entry.server_name()?));
    let mut servers: Vec<(&str, &str)> = session.view.entries().iter().filter_map(names).collect();
    servers.sort_unstable();
    servers.dedup();
    for (server, own) in servers {
        let Some(text) = session.view.instructions(own) else { continue };
        let cut = prefix(text, bytes);
        let end = if cut.len() < text.len() { "[…]\n" } else { "" };
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str("<server-instructions name=\"");
        push_escaped(out, server);
        out.push_str("\">\n");
        for line in cut.trim().lines() {
            push_escaped(out, line);
            out.push('\n');
        }
        out.push_str(&alloc::format!("{end}</server-instructions>"));
    }
}
