//! What a session keeps of its calls: the tools that it uses, and what was cut
//! off from results.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::prelude::v1::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cache::Loaded;
use super::size;
use crate::message::Outcome;

/// Shared by a session and the calls that it has started.
#[derive(Default)]
pub(crate) struct Kept {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    pins: BTreeMap<u32, Loaded>,
    /// The oldest first.
    rests: VecDeque<(String, Rest)>,
    bytes: usize,
}

/// The full result of a call whose result was cut for the model.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Rest {
    /// The full result.
    pub outcome: Outcome,
    /// The number of bytes of its text, over all blocks, that the model was shown.
    pub shown: usize,
}

impl Rest {
    /// The limit for all results that a session keeps, in bytes. The oldest are dropped
    /// first; a larger result is not kept.
    pub const MAX_BYTES: usize = 16 * 1024 * 1024;

    /// Up to `bytes` bytes of the full text from `start` on, cut at whole characters;
    /// empty at the end. Start at [`shown`](Self::shown). Blocks that are not text are
    /// notes in brackets, as in [`Outcome::to_text`].
    #[must_use]
    pub fn text(&self, start: usize, bytes: usize) -> String {
        let text = self.outcome.to_text();
        let start = (start..text.len()).find(|&at| text.is_char_boundary(at));
        let rest = start.and_then(|start| text.get(start..)).unwrap_or_default();
        crate::text::prefix(rest, bytes).to_owned()
    }

    fn len(&self) -> usize {
        size::of_outcome(&self.outcome)
    }
}

impl Kept {
    /// Nothing under the lock panics.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn pinned(&self, tool: u32) -> Option<Loaded> {
        self.lock().pins.get(&tool).cloned()
    }

    pub(crate) fn pin(&self, tool: u32, loaded: &Loaded) {
        self.lock().pins.insert(tool, loaded.clone());
    }

    /// Keeps a result under the id of its call; false when it is too large.
    pub(crate) fn keep(&self, id: &str, rest: Rest) -> bool {
        let bytes = rest.len();
        if bytes > Rest::MAX_BYTES {
            return false;
        }
        let mut inner = self.lock();
        inner.bytes += bytes;
        inner.rests.push_back((id.into(), rest));
        while inner.bytes > Rest::MAX_BYTES {
            let Some((_, oldest)) = inner.rests.pop_front() else { break };
            inner.bytes -= oldest.len();
        }
        true
    }

    pub(crate) fn rest(&self, id: &str) -> Option<Rest> {
        let inner = self.lock();
        let found = inner.rests.iter().rev().find(|(of, _)| of == id);
        found.map(|(_, rest)| rest.clone())
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = self.lock();
        let (pins, rests) = (inner.pins.len(), inner.rests.len());
        f.debug_struct("Kept").field("pins", &pins).field("rests", &rests).finish()
    }
}
