//! What a request carries.

use std::prelude::v1::*;

use reqwest::Url;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use serde_json::Value;

use crate::contract::{Arguments, Body as Written, Template};
use crate::error::LoadError;
use crate::load::expand::{self, Given};

/// A body with places for arguments, its variables filled in.
pub(super) enum Body {
    None,
    /// The arguments that stand nowhere else.
    RestJson(Arguments),
    RestForm(Arguments),
    Json(Value),
    Form(Vec<(String, Template)>),
    Text(Template),
}

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

impl Body {
    pub(super) fn new(
        tool: &str,
        written: Written,
        arguments: Arguments,
    ) -> Result<Self, LoadError> {
        Ok(match written {
            Written::None => Self::None,
            Written::RestJson => Self::RestJson(arguments),
            Written::RestForm => Self::RestForm(arguments),
            Written::Json(text) => {
                let value =
                    serde_json::from_str(&text).map_err(|error| LoadError::failed(tool, error))?;
                Self::Json(expand::json_variables(tool, &value)?)
            }
            Written::Form(fields) => Self::Form(expand::all_variables(tool, &fields)?),
            Written::Text(text) => Self::Text(expand::variables(tool, &text)?),
        })
    }

    /// A header of the contract may say another type.
    pub(super) fn put(
        &self,
        request: &mut reqwest::Request,
        arguments: &Given,
    ) -> Result<(), String> {
        let (kind, text) = match self {
            Self::None => return Ok(()),
            Self::RestJson(used) => {
                let rest: serde_json::Map<String, Value> = rest(used, arguments)
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect();
                (JSON, Value::Object(rest).to_string())
            }
            Self::RestForm(used) => {
                let pairs = rest(used, arguments).filter(|(_, value)| !value.is_null());
                (FORM, form(pairs.map(|(name, value)| (name.as_str(), expand::text_of(value))))?)
            }
            Self::Json(value) => {
                (JSON, expand::fill_json(value, arguments).unwrap_or_default().to_string())
            }
            Self::Form(fields) => {
                let pairs = fields.iter().flat_map(|(name, template)| {
                    let values = expand::fill_each(template, arguments).into_iter();
                    values.map(move |value| (name.as_str(), value))
                });
                (FORM, form(pairs)?)
            }
            Self::Text(text) => (TEXT, expand::fill(text, arguments).unwrap_or_default()),
        };
        request.headers_mut().insert(CONTENT_TYPE, kind);
        *request.body_mut() = Some(text.into());
        Ok(())
    }
}

fn rest<'a>(
    used: &'a Arguments,
    arguments: &'a Given,
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    arguments.iter().filter(|(name, _)| !used.is_used(name))
}

/// `application/x-www-form-urlencoded`, as the query of a URL writes it.
fn form<'a>(pairs: impl Iterator<Item = (&'a str, String)>) -> Result<String, String> {
    let mut url = Url::parse("form:").map_err(|error| error.to_string())?;
    url.query_pairs_mut().extend_pairs(pairs);
    Ok(url.query().unwrap_or_default().into())
}
