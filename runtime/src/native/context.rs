//! State of the program, which tools take by type.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::{Any, TypeId, type_name};
use core::fmt;

/// State by type: one value per type.
///
/// Meant for a handful of entries; a look-up is linear.
///
/// ```
/// use toolcrib::Contexts;
///
/// struct App { name: &'static str }
///
/// let contexts = Contexts::new().with(App { name: "desk" });
/// assert_eq!(contexts.get::<App>().map(|app| app.name), Some("desk"));
/// ```
#[derive(Clone, Default)]
pub struct Contexts {
    entries: Vec<Entry>,
}

#[derive(Clone)]
struct Entry {
    id: TypeId,
    name: &'static str,
    value: Arc<dyn Any + Send + Sync>,
}

impl Contexts {
    /// No state.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds `value`, replacing an earlier one of its type.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.with_shared(Arc::new(value))
    }

    /// Adds a value that is shared with other code. Tools take it as `&T`.
    #[must_use]
    pub fn with_shared<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        let id = TypeId::of::<T>();
        self.entries.retain(|entry| entry.id != id);
        self.entries.push(Entry { id, name: type_name::<T>(), value });
        self
    }

    /// The value of type `T`.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        let id = TypeId::of::<T>();
        self.entries.iter().find(|entry| entry.id == id)?.value.downcast_ref()
    }

    /// Whether there is a value of the key's type.
    #[must_use]
    pub fn contains(&self, key: &ContextKey) -> bool {
        let id = key.id();
        self.entries.iter().any(|entry| entry.id == id)
    }
}

impl fmt::Debug for Contexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| entry.name)).finish()
    }
}

/// The type of one context parameter.
#[derive(Clone, Copy)]
pub struct ContextKey {
    id: fn() -> TypeId,
    name: fn() -> &'static str,
}

impl ContextKey {
    /// The key of type `T`.
    #[must_use]
    pub const fn of<T: Send + Sync + 'static>() -> Self {
        Self { id: TypeId::of::<T>, name: type_name::<T> }
    }

    /// The type's identity.
    #[must_use]
    pub fn id(&self) -> TypeId {
        (self.id)()
    }

    /// The type's path, for messages.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        (self.name)()
    }
}

impl fmt::Debug for ContextKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.type_name())
    }
}

impl PartialEq for ContextKey {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for ContextKey {}
