//! One conversation: what the model has been shown and what it may call.
//!
//! Your own loop needs five calls:
//!
//! 1. [`Toolbox::session`](crate::Toolbox::session) at the beginning,
//! 2. [`Session::prepare`] on the history, before each request,
//! 3. [`Session::request`] for the tools and the prompt section,
//! 4. [`Session::calls`] on the reply,
//! 5. [`Session::call`] for each of them; [`Wire::results`](crate::wire::Wire::results)
//!    puts what comes back into the history.

mod answer;
mod answer_format;
mod call;
mod find;
mod gate;
mod history;
mod loaded;
mod mode;
mod open;
mod promoted;
mod prompt;
mod prompt_options;
mod request;
mod route;
mod search_tool;
mod showing;
mod state;

pub use crate::name::{BRIDGE_TOOL, SEARCH_TOOL};
pub use crate::toolbox::{Mode, SearchTool};
pub use answer::Answer;
pub use gate::Gate;
pub use promoted::{Dropped, Promoted};
pub use prompt_options::PromptOptions;
pub use request::Request;
pub use route::{Keywords, Selector};
pub use state::Session;
