//! Tools in a crate that allows no lint.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tc::tool;

/// Where something is.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
pub struct Place {
    /// Name of the town.
    pub town: String,
}

/// State of the program.
#[derive(Debug, Default)]
pub struct App {
    /// Where the program runs.
    pub home: Option<Place>,
}

/// Says where something is.
#[tool(crate = tc, read_only, search_hint = "where location")]
#[must_use]
pub fn locate(
    /// What to look for.
    thing: &str,
    /// Where to begin.
    near: Option<Place>,
    app: &App,
) -> Option<Place> {
    near.filter(|place| place.town != thing).or_else(|| app.home.clone())
}

/// Waits for nothing.
///
/// # Errors
/// When it is not patient.
#[tool(crate = tc, defer)]
pub async fn wait(
    /// How often.
    #[arg(range = 1..=3, default = 1)]
    times: u8,
) -> Result<String, std::fmt::Error> {
    for _ in 0..times {
        std::future::ready(()).await;
    }
    Ok(times.to_string())
}

#[tool(crate = tc, group = "app")]
impl App {
    /// Says where the program runs.
    #[tool(always)]
    #[must_use]
    pub fn home(&self) -> String {
        self.home.as_ref().map_or_else(String::new, |place| place.town.clone())
    }
}
