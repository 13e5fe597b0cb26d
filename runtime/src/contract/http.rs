//! The settings of the loader `http`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::Arguments;
use super::fault::Found;
use super::names::TIME_LIMIT;
use super::needs::Needs;
use super::table::{Table, template};
use super::template::{Piece, Template};
use crate::json::Value;

const KEYS: &[&str] = &[
    "method",
    "url",
    "query",
    "headers",
    "body",
    "json",
    "form",
    "text",
    "response",
    "max_bytes",
    TIME_LIMIT,
];
const METHODS: &[(&str, &str)] = &[
    ("GET", "GET"),
    ("POST", "POST"),
    ("PUT", "PUT"),
    ("PATCH", "PATCH"),
    ("DELETE", "DELETE"),
    ("HEAD", "HEAD"),
];
/// Set by the transport, or deciding where a message ends.
const HEADERS_OF_TRANSPORT: &[&str] =
    &["connection", "content-length", "host", "te", "trailer", "transfer-encoding", "upgrade"];
const SECRET_HEADERS: &[&str] =
    &["authorization", "cookie", "proxy-authorization", "x-api-key", "api-key"];
/// The most of a response that is read, unless the contract says otherwise.
const MAX_BYTES: u64 = 1 << 20;

/// One request, with places for arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Http {
    pub(crate) method: &'static str,
    /// Arguments stand in its path only.
    pub(crate) url: Template,
    pub(crate) query: Vec<(String, Template)>,
    pub(crate) headers: Vec<(String, Template)>,
    pub(crate) body: Body,
    pub(crate) response: Response,
    pub(crate) max_bytes: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Body {
    None,
    /// The arguments that stand nowhere else, as a JSON object.
    RestJson,
    /// The same as a form.
    RestForm,
    /// JSON text; its strings are templates.
    Json(String),
    Form(Vec<(String, Template)>),
    Text(Template),
}

/// What the response is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Response {
    /// What its media type says.
    Auto,
    Json,
    Text,
    Binary,
}

impl Http {
    pub(super) fn read(
        table: &Table<'_, '_>,
        arguments: &mut Arguments,
        found: &mut Found,
    ) -> Option<Self> {
        table.only(KEYS, found);
        table.count(TIME_LIMIT, "a whole number of seconds above 0", found);
        let url = url(table, arguments, found);
        let query = table.templates("query", found);
        arguments.check_all(&query, table, "query", found);
        let headers = headers(table, arguments, found);
        let body = body(table, arguments, found);
        let default = if body == Body::None { "GET" } else { "POST" };
        let method = table.choice("method", METHODS, found).unwrap_or(default);
        if !matches!(body, Body::RestJson | Body::RestForm) {
            arguments.report_unused(found);
        }
        if body != Body::None && matches!(method, "GET" | "HEAD") {
            let message = format!("`method` is {method}, and there is a body");
            found.error(
                table.place_of("method"),
                message,
                "write POST, PUT or PATCH, or remove the body",
            );
        }
        Some(Self {
            method,
            url: url?,
            query,
            headers,
            body,
            response: response(table, found),
            max_bytes: table
                .count("max_bytes", "a number of bytes above 0", found)
                .unwrap_or(MAX_BYTES),
        })
    }

    pub(super) fn needs(&self, needs: &mut Needs) {
        needs.add_variables(&self.url);
        let pairs = self.query.iter().chain(&self.headers);
        pairs.for_each(|(_, template)| needs.add_variables(template));
        match &self.body {
            Body::Form(fields) => fields.iter().for_each(|(_, field)| needs.add_variables(field)),
            Body::Text(text) => needs.add_variables(text),
            Body::Json(text) => {
                let json = crate::json::Json::parse(text);
                let _ = json.map(|json| {
                    each_text(json.root(), &mut |text| {
                        let _ =
                            Template::parse(text).map(|template| needs.add_variables(&template));
                    })
                });
            }
            Body::None | Body::RestJson | Body::RestForm => {}
        }
    }
}

fn response(table: &Table<'_, '_>, found: &mut Found) -> Response {
    let words = [
        ("auto", Response::Auto),
        ("json", Response::Json),
        ("text", Response::Text),
        ("binary", Response::Binary),
    ];
    table.choice("response", &words, found).unwrap_or(Response::Auto)
}

fn url(table: &Table<'_, '_>, arguments: &mut Arguments, found: &mut Found) -> Option<Template> {
    table.required("url", "`url = \"https://api.example.com/items/{id}\"`", found)?;
    let url = table.template("url", found)?;
    let place = table.place_of("url");
    arguments.check(&url, &place, found);
    check_url(&url, &place, found);
    for name in
        url.arguments().filter(|name| arguments.contains(name) && !arguments.is_required(name))
    {
        let message = format!("`{{{name}}}` stands in the path, but the argument is not required");
        found.error(
            &*place,
            message,
            "add it to `required` of `input_schema`, or write it under `query`",
        );
    }
    Some(url)
}

/// Arguments may stand in the path and nowhere before or after it.
fn check_url(url: &Template, place: &str, found: &mut Found) {
    let from = |text: &str| text.find("://").map_or(0, |at| at + 3);
    let (mut path, mut query) = (false, false);
    for (at, piece) in url.pieces().iter().enumerate() {
        match piece {
            Piece::Text(text) => {
                check_url_text(text, at, place, found);
                let rest = text.get(if at == 0 { from(text) } else { 0 }..).unwrap_or("");
                path |= rest.contains('/');
                query |= rest.contains(['?', '#']);
            }
            Piece::Argument { each: true, name } => {
                found.error(
                    place,
                    format!("`{{{name}*}}` stands in the URL"),
                    "write it under `query`",
                );
            }
            Piece::Argument { name, .. } if !path => {
                let message = format!("`{{{name}}}` is in the host");
                found.error(
                    place,
                    message,
                    "write the host as text or as a `${VARIABLE}`, with a `/` after it",
                );
            }
            Piece::Argument { name, .. } if query => {
                let message = format!("`{{{name}}}` stands after the path");
                found.error(place, message, "write it under `query`");
            }
            Piece::Argument { .. } => {}
            Piece::Variable { .. } if path => {}
            Piece::Variable { .. } => {}
        }
    }
}

fn check_url_text(text: &str, at: usize, place: &str, found: &mut Found) {
    let begins = text.starts_with("http://") || text.starts_with("https://");
    if at == 0 && !begins {
        found.error(place, "does not begin with http:// or https://", "write the whole URL");
    }
    if text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\') {
        found.error(
            place,
            "has white space, a control character or a backslash",
            "percent-encode it",
        );
    }
    let authority = text.split_once("://").map_or("", |(_, rest)| rest);
    let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
    let authority = authority.get(..end).unwrap_or("");
    if authority.contains('@') {
        found.error(
            place,
            "has a user name before the host",
            "send credentials as a header with a `${VARIABLE}`",
        );
    }
    if text.contains('#') {
        found.error(place, "has a fragment, which is never sent", "remove `#` and what follows");
    }
}

fn headers(
    table: &Table<'_, '_>,
    arguments: &mut Arguments,
    found: &mut Found,
) -> Vec<(String, Template)> {
    let headers = table.templates("headers", found);
    arguments.check_all(&headers, table, "headers", found);
    let of = Table::new(table.value, &table.place_of("headers"));
    for (name, value) in &headers {
        let (place, lower) = (of.place_of(name), name.to_ascii_lowercase());
        let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        if name.is_empty() || !name.chars().all(token) {
            found.error(&*place, "is not the name of a header", "correct it");
        }
        if HEADERS_OF_TRANSPORT.contains(&&*lower) {
            found.error(&*place, "is set by the transport", "remove it");
        }
        if SECRET_HEADERS.contains(&&*lower) && value.as_text().is_some() {
            let repair =
                "write the secret as `${VARIABLE}`: it is then read when the tool is called";
            found.error(&*place, "looks like a secret, which would be compiled in", repair);
        }
        let text = value.pieces().iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text),
            _ => None,
        });
        if text.into_iter().any(|text| text.contains(char::is_control)) {
            found.error(&*place, "has a control character", "remove it");
        }
    }
    headers
}

fn body(table: &Table<'_, '_>, arguments: &mut Arguments, found: &mut Found) -> Body {
    let forms: Vec<&str> = ["body", "json", "form", "text"]
        .into_iter()
        .filter(|key| table.get(key).is_some())
        .collect();
    if let [_, second, ..] = forms.as_slice() {
        let message = format!("more than one body: {}", forms.join(", "));
        found.error(table.place_of(second), message, "keep one of them");
    }
    match forms.first() {
        None => Body::None,
        Some(&"json") => json(table, arguments, found),
        Some(&"form") => {
            let fields = table.templates("form", found);
            arguments.check_all(&fields, table, "form", found);
            Body::Form(fields)
        }
        Some(&"text") => match table.template("text", found) {
            Some(text) => {
                arguments.check(&text, &table.place_of("text"), found);
                Body::Text(text)
            }
            None => Body::None,
        },
        Some(_) => {
            let words = [("none", Rest::None), ("json", Rest::Json), ("form", Rest::Form)];
            match table.choice("body", &words, found) {
                Some(Rest::Json) => Body::RestJson,
                Some(Rest::Form) => Body::RestForm,
                Some(Rest::None) | None => Body::None,
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Rest {
    None,
    Json,
    Form,
}

fn json(table: &Table<'_, '_>, arguments: &mut Arguments, found: &mut Found) -> Body {
    let Some(value) = table.get("json") else { return Body::None };
    let place = table.place_of("json");
    each_text(value, &mut |text| {
        if let Some(template) = template(text, &place, found) {
            arguments.check(&template, &place, found);
        }
    });
    Body::Json(value.to_canonical())
}

/// Every text of a value, names of members left out.
fn each_text(value: Value<'_, '_>, look: &mut dyn FnMut(&str)) {
    if let Some(text) = value.as_str() {
        look(&text.into_owned().to_owned());
    }
    value.items().for_each(|item| each_text(item, look));
    value.members().for_each(|(_, member)| each_text(member, look));
}
