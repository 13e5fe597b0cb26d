//! What the desk knows.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

pub(super) struct State {
    pub(super) tickets: Vec<Ticket>,
    pub(super) customers: Vec<Customer>,
    pub(super) articles: Vec<Article>,
    pub(super) macros: Vec<Macro>,
    pub(super) staff: Vec<Staff>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    Open,
    WaitingForCustomer,
    Solved,
    Closed,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(super) enum Priority {
    Low,
    Normal,
    High,
    Urgent,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Ticket {
    pub(super) id: String,
    pub(super) subject: String,
    pub(super) status: Status,
    pub(super) priority: Priority,
    pub(super) customer: &'static str,
    pub(super) assignee: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) opened: &'static str,
    pub(super) messages: Vec<Message>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Message {
    pub(super) from: String,
    pub(super) public: bool,
    pub(super) text: String,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Customer {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) company: &'static str,
    pub(super) email: &'static str,
    pub(super) plan: &'static str,
    pub(super) seats: u32,
    /// The first answer is due so many hours after the ticket was opened.
    pub(super) first_answer_hours: u32,
    pub(super) resolution_hours: u32,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Article {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) text: &'static str,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Macro {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) sets_status: Status,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Staff {
    pub(super) name: &'static str,
    pub(super) team: &'static str,
    pub(super) on_shift: bool,
}

impl State {
    pub(super) fn customer(&self, id: &str) -> Option<&Customer> {
        self.customers.iter().find(|customer| customer.id.eq_ignore_ascii_case(id))
    }
}

impl Ticket {
    /// The line that a list shows.
    pub(super) fn summary(&self) -> serde_json::Value {
        serde_json::json!({
            "id": self.id,
            "subject": self.subject,
            "from": self.messages.first().map(|message| &message.from),
            "status": self.status,
            "priority": self.priority,
            "customer": self.customer,
            "assignee": self.assignee,
            "opened": self.opened,
        })
    }

    pub(super) fn add(&mut self, from: &str, public: bool, text: &str) {
        self.messages.push(Message { from: from.into(), public, text: text.into() });
    }
}
