//! What a toolbox says about calls.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use futures_util::future::join_all;

use super::{Builder, Entry, Toolbox};
use crate::call::{CallError, Loader, ToolInfo, ToolService};

impl Builder {
    /// Registers a loader under the name that tool contracts have for it, in
    /// place of an earlier one. `native` and `mcp` are built in.
    #[must_use]
    pub fn loader(mut self, name: impl Into<String>, loader: impl Loader + 'static) -> Self {
        self.calls.loaders.insert(name.into(), Arc::new(loader));
        self
    }

    /// Puts a layer of one's own around every tool, once it is loaded; several
    /// are nested, the last one outermost. Give back the service as it is for
    /// a tool that needs none.
    #[must_use]
    pub fn layer(
        mut self,
        layer: impl Fn(&ToolInfo, ToolService) -> ToolService + Send + Sync + 'static,
    ) -> Self {
        self.calls.layers.push(Box::new(layer));
        self
    }
}

impl Toolbox {
    /// Loads these tools and connects their servers, side by side, so that their first calls do not wait
    /// for it. `names` are what the model sees; none at all means all tools.
    ///
    /// # Errors
    /// Those of all tools that cannot be loaded; the others are.
    pub async fn warm_up(&self, names: &[&str]) -> Result<(), Vec<CallError>> {
        let all = || self.view().entries().iter().collect();
        let entries = if names.is_empty() { all() } else { self.entries(names)? };
        let loads = entries.into_iter().map(|entry| self.engine().warm_up(entry));
        let errors: Vec<CallError> =
            join_all(loads).await.into_iter().filter_map(Result::err).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn entries(&self, names: &[&str]) -> Result<Vec<&Entry>, Vec<CallError>> {
        let view = self.view();
        let find = |name: &&str| {
            let unknown = || CallError::Unknown { tool: (*name).into() };
            view.find(name).and_then(|number| view.entry(number)).ok_or_else(unknown)
        };
        let (found, unknown): (Vec<_>, Vec<_>) = names.iter().map(find).partition(Result::is_ok);
        match unknown.is_empty() {
            true => Ok(found.into_iter().flatten().collect()),
            false => Err(unknown.into_iter().filter_map(Result::err).collect()),
        }
    }
}
