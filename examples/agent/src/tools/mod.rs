//! The agent's own tools: Rust functions under `#[tool]`.

mod calculate;
mod chat;
mod clock;
mod memory;
mod notes;

use toolcrib::{Tools, tools};

pub(crate) use chat::Chat;
pub(crate) use memory::Memory;
pub(crate) use notes::Notes;

/// All of them, by path: one that went away would be a compile error.
pub(crate) fn all() -> Tools {
    tools![
        calculate::calculate,
        chat::post_message,
        clock::today,
        memory::recall,
        memory::remember,
        notes::list_notes,
        notes::read_note,
    ]
}
