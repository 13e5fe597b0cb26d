//! What models read: the sentences of search, prompt, bridge, notes, refusals and
//! argument errors, side by side, and the one bound for errors.
//!
//! Rooms above say which sentence; none of them words one. Two have words of
//! their own: `mcp/told` for servers that cannot be used, and `error::CallError`
//! for calls that failed. The test `told` shows each sentence as models get it.

pub(crate) mod argument;
#[cfg(feature = "session")]
mod bound;
pub(crate) mod refusal;
#[cfg(feature = "session")]
pub(crate) mod session;
pub(crate) mod show;

#[cfg(feature = "session")]
pub(crate) use bound::told;
