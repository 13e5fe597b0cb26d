//! The loaders of contracts that are HTTP requests or programs.

mod expand;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "process")]
mod process;

#[cfg(feature = "http")]
pub use http::Http;
#[cfg(feature = "process")]
pub use process::Process;
