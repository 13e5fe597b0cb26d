//! The headers of a request.

use std::prelude::v1::*;

use reqwest::header::{HeaderName, HeaderValue};

use crate::contract::Template;
use crate::error::LoadError;
use crate::load::expand::{Given, fill, variables};

/// Names and values with places for arguments.
pub(super) struct Headers(Vec<(HeaderName, Template, bool)>);

impl Headers {
    pub(super) fn new(tool: &str, written: &[(String, Template)]) -> Result<Self, LoadError> {
        let header = |(name, value): &(String, Template)| {
            let parsed = HeaderName::try_from(name.as_str()).map_err(|_| {
                LoadError::failed(tool, format!("{name:?} is not the name of a header"))
            })?;
            let filled = variables(tool, value)?;
            if filled.as_text().is_some_and(|text| HeaderValue::from_str(text).is_err()) {
                let problem = format!("the value of the header {name:?} has invalid characters");
                return Err(
                    LoadError::unmet(tool, problem).repair("correct the values of its variables")
                );
            }
            let sensitive = filled != *value;
            Ok((parsed, filled, sensitive))
        };
        written.iter().map(header).collect::<Result<_, _>>().map(Self)
    }

    /// What an absent argument stands in is left out.
    pub(super) fn put(
        &self,
        request: &mut reqwest::Request,
        arguments: &Given,
    ) -> Result<(), String> {
        for (name, template, sensitive) in &self.0 {
            let Some(text) = fill(template, arguments) else { continue };
            let mut value = HeaderValue::from_bytes(text.as_bytes()).map_err(|_| {
                let argument = template.arguments().next().unwrap_or_default();
                format!("`{argument}` has a line end or another control character")
            })?;
            value.set_sensitive(*sensitive);
            request.headers_mut().insert(name, value);
        }
        Ok(())
    }
}
