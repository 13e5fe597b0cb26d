//! Calling tools: what goes in, what comes out.

mod outcome;

pub use outcome::{Content, Outcome};
