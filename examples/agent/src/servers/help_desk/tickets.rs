//! Finding and reading tickets.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json, matches, no_such};
use super::HelpDesk;
use super::state::{Priority, Status};

#[derive(Deserialize, JsonSchema)]
pub(super) struct SearchTickets {
    /// Words that all have to stand in the subject, a message, its author or a tag.
    query: String,
    /// Only tickets in this status.
    status: Option<Status>,
    /// Only tickets of at least this priority.
    min_priority: Option<Priority>,
    /// How many tickets to return at most; 10 when left out.
    limit: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct TicketId {
    /// The ticket, for example "HD-1042".
    ticket_id: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct CustomerId {
    /// The customer, for example "C-77".
    customer_id: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Similar {
    /// The ticket to compare with.
    ticket_id: String,
    /// Leave out tickets that are solved or closed.
    #[serde(default)]
    only_open: bool,
}

#[tool_router(router = tickets, vis = "pub(super)")]
impl HelpDesk {
    /// Searches support tickets by words in the subject, the conversation, the people or the tags, newest first.
    #[tool(annotations(title = "Search tickets", read_only_hint = true, open_world_hint = false))]
    fn search_tickets(&self, Parameters(args): Parameters<SearchTickets>) -> Reply {
        let state = self.state();
        let fits = state.tickets.iter().filter(|ticket| {
            let mut texts = vec![ticket.subject.as_str()];
            texts.extend(ticket.messages.iter().map(|message| message.text.as_str()));
            texts.extend(ticket.messages.iter().map(|message| message.from.as_str()));
            texts.extend(ticket.tags.iter().map(String::as_str));
            matches(&args.query, &texts)
                && args.status.is_none_or(|status| status == ticket.status)
                && args.min_priority.is_none_or(|least| ticket.priority >= least)
        });
        let mut found: Vec<_> = fits.collect();
        found.sort_by_key(|ticket| std::cmp::Reverse(ticket.opened));
        let total = found.len();
        found.truncate(args.limit.unwrap_or(10));
        let tickets: Vec<_> = found.iter().map(|ticket| ticket.summary()).collect();
        json(json!({"total": total, "tickets": tickets}))
    }

    /// Reads one ticket with the whole conversation, internal notes included.
    #[tool(annotations(title = "Get a ticket", read_only_hint = true, open_world_hint = false))]
    fn get_ticket(&self, Parameters(args): Parameters<TicketId>) -> Reply {
        json(self.state().ticket(&args.ticket_id)?)
    }

    /// Finds other tickets that report the same problem, by shared tags and words of the subject.
    #[tool(annotations(
        title = "Find similar tickets",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn find_similar_tickets(&self, Parameters(args): Parameters<Similar>) -> Reply {
        let state = self.state();
        let this = state.ticket(&args.ticket_id)?;
        let open = |status| matches!(status, Status::Open | Status::WaitingForCustomer);
        let similar: Vec<_> = (state.tickets.iter())
            .filter(|ticket| ticket.id != this.id && (!args.only_open || open(ticket.status)))
            .filter(|ticket| ticket.tags.iter().any(|tag| this.tags.contains(tag)))
            .map(|ticket| ticket.summary())
            .collect();
        json(json!({"tickets": similar}))
    }

    /// Looks up a customer: company, plan, seats and contact.
    #[tool(annotations(title = "Get a customer", read_only_hint = true, open_world_hint = false))]
    fn get_customer(&self, Parameters(args): Parameters<CustomerId>) -> Reply {
        let id = &args.customer_id;
        match self.state().customer(id) {
            Some(customer) => json(customer),
            None => Err(no_such("customer", id, "tickets name their customer")),
        }
    }

    /// Lists every ticket of a customer, solved ones included.
    #[tool(annotations(
        title = "Tickets of a customer",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn list_customer_tickets(&self, Parameters(args): Parameters<CustomerId>) -> Reply {
        let state = self.state();
        let of = |customer: &str| customer.eq_ignore_ascii_case(&args.customer_id);
        let tickets: Vec<_> = state
            .tickets
            .iter()
            .filter(|ticket| of(ticket.customer))
            .map(|ticket| ticket.summary())
            .collect();
        json(json!({"tickets": tickets}))
    }

    /// Says when the first answer and the solution of a ticket are due under the customer's service level agreement (SLA).
    #[tool(annotations(title = "SLA of a ticket", read_only_hint = true, open_world_hint = false))]
    fn get_sla_status(&self, Parameters(args): Parameters<TicketId>) -> Reply {
        let state = self.state();
        let ticket = state.ticket(&args.ticket_id)?;
        let customer =
            state.customer(ticket.customer).ok_or("the customer of this ticket was deleted")?;
        let answered =
            ticket.messages.iter().any(|message| message.public && message.from != customer.name);
        json(json!({
            "ticket": ticket.id,
            "plan": customer.plan,
            "opened": ticket.opened,
            "first_answer_due_hours": customer.first_answer_hours,
            "first_answer_given": answered,
            "resolution_due_hours": customer.resolution_hours,
        }))
    }
}
