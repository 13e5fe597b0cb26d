//! One request of a contract.

use std::prelude::v1::*;

use reqwest::{Client, Method};

use super::body::Body;
use super::header::Headers;
use super::url::Target;
use crate::contract::{Response, Template};
use crate::load::expand::{self, Given};

/// A request with places for arguments, its variables filled in.
pub(super) struct Request {
    pub(super) client: Client,
    pub(super) tool: &'static str,
    pub(super) method: Method,
    pub(super) target: Target,
    pub(super) query: Vec<(String, Template)>,
    pub(super) headers: Headers,
    pub(super) body: Body,
    pub(super) response: Response,
    pub(super) max_bytes: usize,
}

impl Request {
    /// What is wrong with the arguments is told to the model.
    pub(super) fn filled(&self, arguments: &Given) -> Result<reqwest::Request, String> {
        let mut url = self.target.url(arguments)?;
        let pairs: Vec<(&str, String)> = (self.query.iter())
            .flat_map(|(name, template)| {
                let values = expand::fill_each(template, arguments).into_iter();
                values.map(move |value| (name.as_str(), value))
            })
            .collect();
        if !pairs.is_empty() {
            url.query_pairs_mut().extend_pairs(pairs);
        }
        let mut request = reqwest::Request::new(self.method.clone(), url);
        self.body.put(&mut request, arguments)?;
        self.headers.put(&mut request, arguments)?;
        Ok(request)
    }
}
