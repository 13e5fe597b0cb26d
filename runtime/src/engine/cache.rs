//! Loaded tools: kept within a bound, the least recently used going first.

use std::num::NonZeroUsize;
use std::prelude::v1::*;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use lru::LruCache;

use super::ToolService;
use crate::error::CallError;

/// A tool that is loaded as long as someone holds this.
pub(crate) type Loaded = Arc<LoadedTool>;

pub(crate) struct LoadedTool {
    pub(crate) name: &'static str,
    pub(crate) server: Option<&'static str>,
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

    /// The tool of that number, loaded by `load` unless it is loaded already;
    /// `evicted` is told of one that makes room for it.
    pub(crate) async fn get(
        &self,
        number: u32,
        load: impl AsyncFnOnce() -> Result<LoadedTool, CallError>,
        evicted: impl Fn(&LoadedTool),
    ) -> Result<Loaded, CallError> {
        if let Some(loaded) = self.find(number, &evicted) {
            return Ok(loaded);
        }
        let slot = self.slot(number).ok_or_else(|| CallError::failed("no such tool"))?;
        let _loading = slot.loading.lock().await;
        if let Some(loaded) = self.find(number, &evicted) {
            return Ok(loaded);
        }
        let loaded = Arc::new(load().await?);
        *lock(&slot.alive) = Arc::downgrade(&loaded);
        self.keep(number, &loaded, &evicted);
        Ok(loaded)
    }

    fn find(&self, number: u32, evicted: &impl Fn(&LoadedTool)) -> Option<Loaded> {
        if let Some(loaded) = lock(&self.kept).get(&number) {
            return Some(loaded.clone());
        }
        let loaded = lock(&self.slot(number)?.alive).upgrade()?;
        self.keep(number, &loaded, evicted);
        Some(loaded)
    }

    fn keep(&self, number: u32, loaded: &Loaded, evicted: &impl Fn(&LoadedTool)) {
        let other = lock(&self.kept).push(number, loaded.clone());
        // Given back is also an earlier value of the same number.
        if let Some((_, other)) = other.filter(|(of, _)| *of != number) {
            evicted(&other);
        }
    }

    fn slot(&self, number: u32) -> Option<&Slot> {
        self.slots.get(usize::try_from(number).ok()?)
    }
}

/// Nothing under these locks panics.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
