//! Tool catalogs for language-model agents: compiled in, searched without
//! allocation, verified before use.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod catalog;
pub mod json;
pub mod name;
pub mod search;
pub mod text;

pub use catalog::Catalog;

#[cfg(feature = "native")]
pub mod call;
#[cfg(feature = "mcp")]
pub mod mcp;
