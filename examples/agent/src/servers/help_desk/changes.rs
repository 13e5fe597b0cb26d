//! What changes tickets.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json, no_such};
use super::HelpDesk;
use super::state::{Priority, Status};

#[derive(Deserialize, JsonSchema)]
pub(super) struct ReplyToTicket {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
    /// The text for the customer, in plain text.
    message: String,
    /// The status to leave the ticket in; it is set to "waiting_for_customer" when left out.
    status: Option<Status>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct AddNote {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
    /// The note. Customers never see it.
    note: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct AssignTicket {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
    /// Full name of the colleague, as list_staff gives it.
    assignee: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct SetPriority {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
    /// The new priority.
    priority: Priority,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct SetStatus {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
    /// The new status.
    status: Status,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct TagTicket {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
    /// Tags to add.
    #[serde(default)]
    add: Vec<String>,
    /// Tags to take off.
    #[serde(default)]
    remove: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct MergeTickets {
    /// The ticket that is kept.
    into: String,
    /// The ticket that is closed; its conversation is copied.
    from: String,
}

#[tool_router(router = changes, vis = "pub(super)")]
impl HelpDesk {
    /// Sends a public answer to the customer who opened a ticket, by e-mail.
    #[tool(annotations(
        title = "Reply to a ticket",
        read_only_hint = false,
        destructive_hint = false,
        open_world_hint = true
    ))]
    fn reply_to_ticket(&self, Parameters(args): Parameters<ReplyToTicket>) -> Reply {
        let mut state = self.state();
        let to = state.ticket(&args.ticket_id)?.customer;
        let email = state.customer(to).map(|customer| customer.email);
        let ticket = state.ticket_mut(&args.ticket_id)?;
        ticket.add("support", true, &args.message);
        ticket.status = args.status.unwrap_or(Status::WaitingForCustomer);
        json(
            json!({"ticket": ticket.id, "sent_to": email, "status": ticket.status, "messages": ticket.messages.len()}),
        )
    }

    /// Adds an internal note to a ticket, for colleagues only.
    #[tool(annotations(
        title = "Add an internal note",
        read_only_hint = false,
        destructive_hint = false,
        open_world_hint = false
    ))]
    fn add_internal_note(&self, Parameters(args): Parameters<AddNote>) -> Reply {
        let mut state = self.state();
        let ticket = state.ticket_mut(&args.ticket_id)?;
        ticket.add("agent", false, &args.note);
        json(json!({"ticket": ticket.id, "messages": ticket.messages.len()}))
    }

    /// Gives a ticket to a colleague.
    #[tool(annotations(
        title = "Assign a ticket",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn assign_ticket(&self, Parameters(args): Parameters<AssignTicket>) -> Reply {
        let mut state = self.state();
        let known =
            state.staff.iter().find(|staff| staff.name.eq_ignore_ascii_case(&args.assignee));
        let name = known.map(|staff| staff.name);
        let name = name.ok_or_else(|| no_such("colleague", &args.assignee, "see list_staff"))?;
        let ticket = state.ticket_mut(&args.ticket_id)?;
        ticket.assignee = Some(name.into());
        json(ticket.summary())
    }

    /// Sets how urgent a ticket is.
    #[tool(annotations(
        title = "Set a priority",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn set_ticket_priority(&self, Parameters(args): Parameters<SetPriority>) -> Reply {
        let mut state = self.state();
        let ticket = state.ticket_mut(&args.ticket_id)?;
        ticket.priority = args.priority;
        json(ticket.summary())
    }

    /// Moves a ticket to another status, for example to solve or to reopen it, without writing to the customer.
    #[tool(annotations(
        title = "Set a status",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn set_ticket_status(&self, Parameters(args): Parameters<SetStatus>) -> Reply {
        let mut state = self.state();
        let ticket = state.ticket_mut(&args.ticket_id)?;
        ticket.status = args.status;
        json(ticket.summary())
    }

    /// Adds labels to a ticket or takes them off.
    #[tool(annotations(
        title = "Tag a ticket",
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    fn tag_ticket(&self, Parameters(args): Parameters<TagTicket>) -> Reply {
        let mut state = self.state();
        let ticket = state.ticket_mut(&args.ticket_id)?;
        ticket.tags.retain(|tag| !args.remove.contains(tag) && !args.add.contains(tag));
        ticket.tags.extend(args.add);
        json(json!({"ticket": ticket.id, "tags": ticket.tags}))
    }

    /// Merges a duplicate ticket into another and closes the duplicate. This cannot be undone.
    #[tool(annotations(
        title = "Merge tickets",
        read_only_hint = false,
        destructive_hint = true,
        open_world_hint = false
    ))]
    fn merge_tickets(&self, Parameters(args): Parameters<MergeTickets>) -> Reply {
        if args.into.eq_ignore_ascii_case(&args.from) {
            return Err(format!("`{}` cannot be merged into itself", args.into));
        }
        let mut state = self.state();
        state.ticket(&args.into)?;
        let duplicate = state.ticket_mut(&args.from)?;
        duplicate.status = Status::Closed;
        let messages = duplicate.messages.clone();
        let kept = state.ticket_mut(&args.into)?;
        kept.messages.extend(messages);
        json(json!({"ticket": kept.id, "closed": args.from, "messages": kept.messages.len()}))
    }
}
