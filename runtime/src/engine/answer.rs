//! What a call comes to.

use crate::error::CallError;
use crate::message::Outcome;

/// What a call comes to.
pub(crate) type Answer = Result<Outcome, CallError>;
