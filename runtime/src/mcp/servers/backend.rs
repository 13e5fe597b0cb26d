//! Servers as a toolbox uses them.

use std::prelude::v1::*;
use std::time::Duration;

use serde_json::{Map, Value};

use super::Servers;
use crate::call::{Backend, BackendError, BackendFuture, ServerState, WarmUpFuture};
use crate::catalog::ServerRef;
use crate::mcp::CallError;

impl Backend for Servers {
    fn pin(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.pin(server).map_err(CallError::for_builder)
    }

    fn pin_tools(&self, server: ServerRef<'static>) -> Result<(), BackendError> {
        self.pin_tools(server).map_err(CallError::for_builder)
    }

    fn call<'a>(
        &'a self,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a> {
        Box::pin(async move { Ok(self.call(server, tool, arguments).await?) })
    }

    fn call_as<'a>(
        &'a self,
        id: &'a str,
        server: &'a str,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BackendFuture<'a> {
        Box::pin(async move { Ok(self.call_as(id, server, tool, arguments).await?) })
    }

    fn warm_up<'a>(&'a self, server: &'a str) -> WarmUpFuture<'a> {
        Box::pin(async move { Ok(self.warm_up(server).await?) })
    }

    fn time_limit(&self, server: &str) -> Option<Duration> {
        let slot = self.slot(server).ok()?;
        Some(slot.call_timeout())
    }

    fn state(&self, server: &str) -> ServerState {
        let gone = || ServerState::Refused("it is not in the configuration".into());
        self.state(server).unwrap_or_else(gone)
    }
}
