//! Loaded tools: kept within a bound, the least recently used going first.

use std::num::NonZeroUsize;
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use lru::LruCache;

use super::{CallError, ToolService};

/// A tool that is loaded as long as someone holds this.
pub(crate) type Loaded = Arc<LoadedTool>;

pub(crate) struct LoadedTool {
    pub(crate) service: ToolService,
}

/// A tool that has left the cache and is still held elsewhere, for example by
/// a session, is found again and not loaded a second time.
pub(crate) struct Cache {
    slots: Box<[Slot]>,
    kept: Mutex<LruCache<u32, Loaded>>,
}

#[derive(Default)]
struct Slot {
    alive: Mutex<Weak<LoadedTool>>,
    /// Held while the tool is loaded, so that calls at the same time load it once.
    loading: tokio::sync::Mutex<()>,
}

impl Cache {
    pub(crate) fn new(tools: usize, bound: NonZeroUsize) -> Self {
        let slots = (0..tools).map(|_| Slot::default()).collect();
        Self { slots, kept: Mutex::new(LruCache::new(bound)) }
    }

    /// The tool of that number, loaded by `load` unless it is loaded already.
    pub(crate) async fn get(
        &self,
        number: u32,
        load: impl AsyncFnOnce() -> Result<ToolService, CallError>,
    ) -> Result<Loaded, CallError> {
        if let Some(loaded) = self.find(number) {
            return Ok(loaded);
        }
        let slot = self.slot(number).ok_or_else(|| CallError::failed("no such tool"))?;
        let _loading = slot.loading.lock().await;
        if let Some(loaded) = self.find(number) {
            return Ok(loaded);
        }
        let loaded = Arc::new(LoadedTool { service: load().await? });
        *lock(&slot.alive) = Arc::downgrade(&loaded);
        lock(&self.kept).push(number, loaded.clone());
        Ok(loaded)
    }

    fn find(&self, number: u32) -> Option<Loaded> {
        if let Some(loaded) = lock(&self.kept).get(&number) {
            return Some(loaded.clone());
        }
        let loaded = lock(&self.slot(number)?.alive).upgrade()?;
        lock(&self.kept).push(number, loaded.clone());
        Some(loaded)
    }

    fn slot(&self, number: u32) -> Option<&Slot> {
        self.slots.get(usize::try_from(number).ok()?)
    }
}

/// Nothing under these locks panics.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
