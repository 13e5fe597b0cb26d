//! The desk as it is when the server starts.

use super::state::{Article, Customer, Macro, Message, Priority, Staff, State, Status, Ticket};

pub(super) fn state() -> State {
    State {
        tickets: vec![
            truncated_download(),
            invoice(),
            dark_mode(),
            second_download(),
            slow_tiles(),
        ],
        customers: customers(),
        articles: articles(),
        macros: macros(),
        staff: vec![
            Staff { name: "Ines Farkas", team: "downloads and licences", on_shift: true },
            Staff { name: "Tomasz Reyes", team: "billing", on_shift: true },
            Staff { name: "Aiko Brandt", team: "rendering", on_shift: false },
        ],
    }
}

fn ticket(
    id: &str,
    subject: &str,
    customer: &'static str,
    priority: Priority,
    opened: &'static str,
    messages: &[(&str, &str)],
) -> Ticket {
    let message = |&(from, text): &(&str, &str)| Message {
        from: from.into(),
        public: true,
        text: text.into(),
    };
    Ticket {
        id: id.into(),
        subject: subject.into(),
        status: Status::Open,
        priority,
        customer,
        assignee: None,
        tags: Vec::new(),
        opened,
        messages: messages.iter().map(message).collect(),
    }
}

fn truncated_download() -> Ticket {
    let text = "The macOS download of Aurora 4.2.1 will not open: \"the disk image is damaged\". \
        I fetched aurora-4.2.1-macos.dmg three times, from two networks; it is 43 MB each time. \
        We have to roll it out to 140 people on Monday.";
    let mut ticket = ticket(
        "HD-1042",
        "Download of 4.2.1 for macOS is damaged",
        "C-77",
        Priority::High,
        "2026-03-06T08:14:00Z",
        &[("Mira Okafor", text)],
    );
    ticket.tags = vec!["download".into(), "macos".into(), "release-4.2.1".into()];
    ticket
}

fn second_download() -> Ticket {
    let text = "aurora-4.2.1-macos.dmg fails its checksum in our package cache. Is the file bad?";
    let mut ticket = ticket(
        "HD-1045",
        "Checksum mismatch on the macOS download",
        "C-12",
        Priority::Normal,
        "2026-03-06T10:02:00Z",
        &[("Jonas Lindqvist", text)],
    );
    ticket.tags = vec!["download".into(), "macos".into()];
    ticket
}

fn invoice() -> Ticket {
    ticket(
        "HD-1038",
        "Invoice for March shows the old address",
        "C-31",
        Priority::Low,
        "2026-03-05T15:40:00Z",
        &[(
            "Petra Novak",
            "We moved in January. Could you send the invoice again with the new address?",
        )],
    )
}

fn dark_mode() -> Ticket {
    let mut ticket = ticket(
        "HD-1029",
        "Legend unreadable in dark mode",
        "C-12",
        Priority::Normal,
        "2026-03-03T09:21:00Z",
        &[
            ("Jonas Lindqvist", "The legend is black on black since 4.2.0."),
            ("Aiko Brandt", "Thank you, this is fixed in 4.2.1."),
        ],
    );
    ticket.status = Status::Solved;
    ticket.assignee = Some("Aiko Brandt".into());
    ticket
}

fn slow_tiles() -> Ticket {
    let mut ticket = ticket(
        "HD-1040",
        "Tiles load slowly over VPN",
        "C-31",
        Priority::Normal,
        "2026-03-05T17:03:00Z",
        &[
            ("Petra Novak", "Each tile takes seconds when I work from home."),
            ("Aiko Brandt", "Could you send us the file from Help > Report?"),
        ],
    );
    ticket.status = Status::WaitingForCustomer;
    ticket.assignee = Some("Aiko Brandt".into());
    ticket
}

fn customers() -> Vec<Customer> {
    vec![
        Customer {
            id: "C-77",
            name: "Mira Okafor",
            company: "Northwind Surveying",
            email: "mira@northwind.example",
            plan: "enterprise",
            seats: 140,
            first_answer_hours: 4,
            resolution_hours: 24,
        },
        Customer {
            id: "C-12",
            name: "Jonas Lindqvist",
            company: "Fjord Kartor",
            email: "jonas@fjordkartor.example",
            plan: "team",
            seats: 12,
            first_answer_hours: 8,
            resolution_hours: 72,
        },
        Customer {
            id: "C-31",
            name: "Petra Novak",
            company: "Urban Lines",
            email: "petra@urbanlines.example",
            plan: "solo",
            seats: 1,
            first_answer_hours: 24,
            resolution_hours: 120,
        },
    ]
}

fn articles() -> Vec<Article> {
    vec![
        Article {
            id: "KB-8",
            title: "\"The disk image is damaged\" on macOS",
            text: "Compare the SHA-256 of the file with the one on the download page. When they differ, \
                   the download was cut off or the published file itself is bad. A file that is the same \
                   size for everybody is bad at the source: ask the release team to publish it again.",
        },
        Article {
            id: "KB-15",
            title: "Tiles load slowly",
            text: "Raise the tile cache to 2 GB in Settings > Network, and exclude tiles.example from the VPN.",
        },
        Article {
            id: "KB-21",
            title: "Change the address on an invoice",
            text: "Account > Billing > Address. Invoices of the current quarter can be issued again there.",
        },
    ]
}

fn macros() -> Vec<Macro> {
    vec![
        Macro {
            name: "ask-for-report",
            text: "Could you send us the file from Help > Report? It holds no personal data.",
            sets_status: Status::WaitingForCustomer,
        },
        Macro {
            name: "invoice-self-service",
            text: "You can change the address under Account > Billing > Address.",
            sets_status: Status::Solved,
        },
    ]
}
