//! What stands against a toolbox, and its digest.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde_json::json;

use super::bound::Bound;
use super::builder::Builder;
use super::config::Notice;
use super::error::BuildFault;
use super::mode::Mode;
use crate::backend::Binding;
use crate::catalog::Manifest;
use crate::definition::catalog_digest;
use crate::digest::Digest;
use crate::engine::{Entry, Source};
use crate::error::MissingContext;
use crate::name::BRIDGE_TOOL;
use crate::native::SERVER;

/// `entries` are those that the toolbox would have.
pub(super) fn of_tools(builder: &Builder, entries: &[Entry]) -> Vec<BuildFault> {
    let mut faults = missing_contexts(builder, entries);
    faults.extend(differing(builder));
    faults.extend(reserved_names(builder, entries));
    let problem = builder.search_tool.problem();
    faults.extend(problem.map(|problem| BuildFault::SearchTool { problem }));
    faults.extend(nothing_deferred(builder, entries));
    let wires = builder.wires.iter();
    let errors = wires
        .flat_map(|wire| entries.iter().filter_map(move |entry| wire.tool(&entry.spec()).err()));
    faults.extend(errors.map(BuildFault::Wire));
    faults
}

fn missing_contexts(builder: &Builder, entries: &[Entry]) -> Vec<BuildFault> {
    let defs = entries.iter().filter_map(|entry| match entry.source() {
        Source::Native(def) => Some(*def),
        Source::Contract(_, crate::engine::Runner::Native(def)) => Some(*def),
        Source::Server(..) | Source::Contract(..) => None,
    });
    let asked = defs.flat_map(|def| def.contexts().iter().map(move |key| (def, key)));
    asked
        .filter(|(_, key)| !builder.contexts.contains(key))
        .map(|(def, key)| MissingContext { tool: def.name(), type_name: key.type_name() })
        .map(BuildFault::Context)
        .collect()
}

/// Servers that are not there, or are known to list something else.
fn differing(builder: &Builder) -> Vec<BuildFault> {
    let bindings = builder.catalogs.iter().flat_map(Bound::bindings);
    let fault = |binding: &Arc<Binding>| {
        let error = binding.look().err()?;
        let problem = error.detail().to_string();
        Some(BuildFault::Backend { server: error.server().into(), problem })
    };
    bindings.filter_map(fault).collect()
}

fn reserved_names(builder: &Builder, entries: &[Entry]) -> Vec<BuildFault> {
    let search = builder.search_tool.tool_name();
    let fault = |entry: &Entry| match entry.name() {
        name if name == search => {
            Some(BuildFault::SearchToolName { name: name.into(), origin: entry.origin() })
        }
        BRIDGE_TOOL => Some(BuildFault::BridgeToolName { origin: entry.origin() }),
        _ => None,
    };
    entries.iter().filter_map(fault).collect()
}

fn nothing_deferred(builder: &Builder, entries: &[Entry]) -> Option<BuildFault> {
    let servers = entries.iter().any(|entry| matches!(entry.source(), Source::Server(..)));
    let on = matches!(builder.mode, Mode::On | Mode::Bridge);
    let deferred = entries.iter().any(Entry::is_deferred);
    (servers && on && !deferred).then_some(BuildFault::NothingDeferred)
}

/// Groups of the same name and origin. `entries` are sorted by name and origin.
pub(super) fn duplicates(entries: &[Entry]) -> Vec<BuildFault> {
    let same = entries.chunk_by(|a, b| a.name() == b.name() && a.rank() == b.rank());
    same.filter(|same| same.len() > 1)
        .filter_map(|same| {
            let origins: Vec<String> = same.iter().map(Entry::origin).collect();
            Some(BuildFault::Duplicate { name: same.first()?.name().into(), origins })
        })
        .collect()
}

/// What precedence puts out of reach.
pub(super) fn shadowed(entries: &[Entry]) -> Vec<Notice> {
    let same = entries.chunk_by(|a, b| a.name() == b.name());
    same.filter_map(|same| match same {
        [used, others @ ..] if !others.is_empty() => Some(Notice::Shadowed {
            name: used.name(),
            used: used.origin(),
            shadowed: others.iter().map(Entry::origin).collect(),
        }),
        _ => None,
    })
    .collect()
}

/// The digest over all catalogs, and over the native tools as one more server.
pub(super) fn digest(catalogs: &[Bound], entries: &[Entry]) -> Result<Digest, BuildFault> {
    let catalogs = catalogs.iter().flat_map(|bound| bound.catalog().servers());
    let mut servers: Vec<(&str, Digest)> =
        catalogs.map(|server| (server.name(), server.digest())).collect();
    if servers.iter().any(|(name, _)| *name == SERVER) {
        return Err(BuildFault::ServerName { name: SERVER.into() });
    }
    servers.extend(native_digest(entries)?.map(|digest| (SERVER, digest)));
    servers.sort_unstable();
    Ok(catalog_digest(servers.into_iter()))
}

/// Native tools hashed as if a server had listed them; `None` when there are none.
fn native_digest(entries: &[Entry]) -> Result<Option<Digest>, BuildFault> {
    let native = entries.iter().filter(|entry| entry.server_name().is_none());
    let tools: Vec<_> = native.map(Entry::listed).collect();
    if tools.is_empty() {
        return Ok(None);
    }
    let list = json!({ "tools": tools }).to_string();
    match Manifest::parse(SERVER, &list) {
        Ok(manifest) => Ok(Some(manifest.digest())),
        Err(error) => Err(BuildFault::NativeTools(error)),
    }
}
