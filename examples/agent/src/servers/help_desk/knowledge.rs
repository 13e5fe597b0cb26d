//! The knowledge base, prepared answers, the people on shift.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json, matches, no_such};
use super::HelpDesk;
use super::state::Status;

#[derive(Deserialize, JsonSchema)]
pub(super) struct SearchArticles {
    /// Words that all have to stand in the title or the text.
    query: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct ArticleId {
    /// The article, for example "KB-8".
    article_id: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct ApplyMacro {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
    /// The prepared answer, as list_macros names it.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct ListStaff {
    /// Only colleagues who are working now.
    #[serde(default)]
    on_shift: bool,
}

#[tool_router(router = knowledge, vis = "pub(super)")]
impl HelpDesk {
    /// Searches the knowledge base for help articles about known problems and their solutions.
    #[tool(annotations(title = "Search articles", read_only_hint = true, open_world_hint = false))]
    fn search_articles(&self, Parameters(args): Parameters<SearchArticles>) -> Reply {
        let state = self.state();
        let found: Vec<_> = (state.articles.iter())
            .filter(|article| matches(&args.query, &[article.title, article.text]))
            .map(|article| json!({"id": article.id, "title": article.title}))
            .collect();
        json(json!({"articles": found}))
    }

    /// Reads one help article in full.
    #[tool(annotations(title = "Get an article", read_only_hint = true, open_world_hint = false))]
    fn get_article(&self, Parameters(args): Parameters<ArticleId>) -> Reply {
        let state = self.state();
        match state
            .articles
            .iter()
            .find(|article| article.id.eq_ignore_ascii_case(&args.article_id))
        {
            Some(article) => json(article),
            None => Err(no_such("article", &args.article_id, "find its id with search_articles")),
        }
    }

    /// Lists the prepared answers (macros) and the status each of them sets.
    #[tool(annotations(title = "List macros", read_only_hint = true, open_world_hint = false))]
    fn list_macros(&self) -> Reply {
        json(json!({"macros": self.state().macros}))
    }

    /// Sends a prepared answer (macro) to the customer and sets the status that belongs to it.
    #[tool(annotations(
        title = "Apply a macro",
        read_only_hint = false,
        destructive_hint = false,
        open_world_hint = true
    ))]
    fn apply_macro(&self, Parameters(args): Parameters<ApplyMacro>) -> Reply {
        let mut state = self.state();
        let prepared = state.macros.iter().find(|prepared| prepared.name == args.name).cloned();
        let prepared = prepared.ok_or_else(|| no_such("macro", &args.name, "see list_macros"))?;
        let ticket = state.ticket_mut(&args.ticket_id)?;
        ticket.add("support", true, prepared.text);
        ticket.status = prepared.sets_status;
        json(ticket.summary())
    }

    /// Lists support colleagues with their team and whether they are working now.
    #[tool(annotations(title = "List staff", read_only_hint = true, open_world_hint = false))]
    fn list_staff(&self, Parameters(args): Parameters<ListStaff>) -> Reply {
        let state = self.state();
        let staff: Vec<_> =
            state.staff.iter().filter(|staff| staff.on_shift || !args.on_shift).collect();
        json(json!({"staff": staff}))
    }

    /// Counts tickets by status, for a report on the queue.
    #[tool(annotations(
        title = "Ticket statistics",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn ticket_statistics(&self) -> Reply {
        let state = self.state();
        let open = state.tickets.iter().filter(|ticket| ticket.status == Status::Open);
        let waiting =
            state.tickets.iter().filter(|ticket| ticket.status == Status::WaitingForCustomer);
        json(json!({
            "total": state.tickets.len(),
            "open": open.clone().count(),
            "waiting_for_customer": waiting.count(),
            "open_unassigned": open.filter(|ticket| ticket.assignee.is_none()).count(),
        }))
    }
}
