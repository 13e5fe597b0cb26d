//! What runs the contracts of a catalog.

use super::bound::Bound;
use super::builder::Builder;
use crate::backend::NoServers;
use crate::catalog::{Catalog, Drift, ToolRef};
use crate::engine::Entry;
use crate::error::LoadError;
use crate::native::Tools;

impl Builder {
    /// Adds the contracts of a catalog that contains nothing else, so that there is no
    /// server to connect or compare. For a catalog with servers,
    /// [`catalog`](Self::catalog) adds both.
    ///
    /// # Errors
    /// The catalog contains servers.
    pub fn contracts(self, catalog: &Catalog<'static>) -> Result<Self, Drift> {
        Ok(self.catalog(catalog.verify(&[])?, NoServers))
    }

    /// Offers native functions to contracts with the loader `native`. The model sees the
    /// contract; the function itself is not a tool. Contracts also find the
    /// [native tools](Self::native) of the toolbox.
    #[must_use]
    pub fn functions(mut self, tools: Tools) -> Self {
        self.functions = self.functions.merge(tools);
        self
    }

    /// The tool of a catalog, with what runs it where that is no server.
    pub(super) fn entry(&self, tool: ToolRef<'static>, bound: &Bound) -> Result<Entry, LoadError> {
        match (tool.contract(), bound.binding(tool.server().name())) {
            (Some(contract), _) => Ok(Entry::contract(tool, self.runner(tool, contract)?)),
            (None, Some(binding)) => Ok(Entry::server(tool, binding.clone())),
            (None, None) => Err(LoadError::failed(tool.name(), "the catalog is damaged")),
        }
    }
}

mod runner {
    use alloc::format;
    use alloc::string::String;
    use alloc::sync::Arc;

    use super::super::{Builder, Entry};
    use crate::catalog::{ContractRef, ToolRef};
    use crate::contract::LoaderSettings;
    use crate::engine::{Loader, Runner};
    use crate::error::LoadError;
    use crate::text::Visible;

    impl Builder {
        pub(super) fn runner(
            &self,
            tool: ToolRef<'static>,
            contract: ContractRef<'static>,
        ) -> Result<Runner, LoadError> {
            let schema = tool.definition().input_schema;
            let read = LoaderSettings::of_catalog(contract.loader, contract.settings, schema);
            let (settings, _) = read.map_err(|problem| {
                LoadError::failed(tool.name(), format!("its settings cannot be used: {problem}"))
                    .repair("use the same version of toolcrib and toolcrib-build, and build again")
            })?;
            let runner = match settings {
                LoaderSettings::Native(native) => self.native_runner(tool, &native.function),
                LoaderSettings::Mcp(mcp) => self.server_runner(tool, &mcp.server, &mcp.tool),
                _ => self.loader_runner(tool, contract.loader),
            }?;
            if let Runner::Loader(loader) = &runner {
                loader.check(&Entry::contract(tool, runner.clone()).info())?;
            }
            Ok(runner)
        }

        fn native_runner(&self, tool: ToolRef<'_>, function: &str) -> Result<Runner, LoadError> {
            let configured = self.configured.iter().map(|(_, offered)| offered);
            let mut offered = [&self.functions, &self.native].into_iter().chain(configured);
            let found = offered.find_map(|tools| tools.get(function));
            found.map(Runner::Native).ok_or_else(|| {
                let problem =
                    format!("loader `native`: there is no function `{}`", Visible(function));
                LoadError::unmet(tool.name(), problem).repair(
                    "offer it with `Builder::functions(tools![…])`, or correct `settings.function`",
                )
            })
        }

        fn server_runner(
            &self,
            tool: ToolRef<'_>,
            server: &str,
            raw: &str,
        ) -> Result<Runner, LoadError> {
            let of = |bound: &super::super::bound::Bound| {
                let found =
                    bound.catalog().server(server).filter(|server| !server.is_provider())?;
                let target = found.tool(raw).filter(|target| bound.admits(*target))?;
                Some(Runner::Server(target, bound.binding(server)?.clone()))
            };
            self.catalogs.iter().find_map(of).ok_or_else(|| {
                let problem = format!(
                    "loader `mcp`: no catalog has a verified tool `{}` of server `{}`",
                    Visible(raw),
                    Visible(server)
                );
                LoadError::unmet(tool.name(), problem).repair(
                    "capture the server with `cargo toolcrib snapshot`, or correct the contract",
                )
            })
        }

        fn loader_runner(&self, tool: ToolRef<'_>, name: &str) -> Result<Runner, LoadError> {
            if let Some(loader) = self.calls.loaders.get(name) {
                return Ok(Runner::Loader(loader.clone()));
            }
            built_in(name).map(Runner::Loader).ok_or_else(|| {
                let problem = format!("no loader `{}` is registered", Visible(name));
                LoadError::unmet(tool.name(), problem).repair(repair(name))
            })
        }
    }

    /// Registered where its feature is on.
    fn built_in(name: &str) -> Option<Arc<dyn Loader>> {
        #[cfg(feature = "http")]
        if name == crate::contract::HTTP {
            return Some(Arc::new(crate::load::Http::default()));
        }
        #[cfg(feature = "process")]
        if name == crate::contract::PROCESS {
            return Some(Arc::new(crate::load::Process::default()));
        }
        let _ = name;
        None
    }

    fn repair(name: &str) -> String {
        match name {
            crate::contract::HTTP | crate::contract::PROCESS => {
                format!("enable toolcrib's feature `{name}`")
            }
            _ => format!("register it with `Builder::loader(\"{}\", …)`", Visible(name)),
        }
    }
}
