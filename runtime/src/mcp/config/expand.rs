//! `$VAR`, `${VAR}` and `${VAR:-default}`.

use super::entry::{Endpoint, Entry, Expanded};
use super::error::{ConfigFault, ConfigFaultKind};
use super::server::ServerConfig;
use crate::text::{Variable, VariableError, variable_len};
use std::borrow::Cow;
use std::format;
use std::prelude::v1::*;

/// Where the values of variables come from.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Why a text cannot be expanded.
pub(super) enum ExpandError {
    Unset(String),
    Unclosed,
    NotAName(String),
}

/// Replaces the variables of `text`; `$$` is a dollar sign. Values are kept with
/// their names.
pub(super) fn expand(text: &str, lookup: Lookup<'_>) -> Result<Expanded, ExpandError> {
    let mut out = Expanded::begin(text);
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, after) = rest.split_at(at);
        out.push(before);
        rest = dollar(after.get(1..).unwrap_or(""), lookup, &mut out)?;
    }
    out.push(rest);
    Ok(out)
}

/// Writes what stands after a dollar sign; what is left of the text.
fn dollar<'t>(
    text: &'t str,
    lookup: Lookup<'_>,
    out: &mut Expanded,
) -> Result<&'t str, ExpandError> {
    if let Some(rest) = text.strip_prefix('$') {
        out.push("$");
        return Ok(rest);
    }
    let (variable, rest) = match (text.strip_prefix('{'), text.split_at(variable_len(text))) {
        (Some(braced), _) => Variable::read(braced.strip_prefix("env:").unwrap_or(braced))?,
        (None, ("", rest)) => {
            out.push("$");
            return Ok(rest);
        }
        (None, (name, rest)) => (Variable { name, default: None }, rest),
    };
    match variable.value(lookup) {
        Some(Cow::Owned(value)) => out.push_variable(variable.name, &value),
        Some(Cow::Borrowed(default)) => out.push(default),
        None => return Err(ExpandError::Unset(variable.name.into())),
    }
    Ok(rest)
}

impl From<VariableError<'_>> for ExpandError {
    fn from(error: VariableError<'_>) -> Self {
        match error {
            VariableError::Unclosed => Self::Unclosed,
            VariableError::NotAName(name) => Self::NotAName(name.into()),
        }
    }
}

/// Expands an entry; the faults go to `faults`.
pub(super) fn entry(
    entry: &Entry,
    lookup: Lookup<'_>,
    faults: &mut Vec<ConfigFault>,
) -> Option<ServerConfig> {
    let before = faults.len();
    let mut field = |place: String, text: &str| match expand(text, lookup) {
        Ok(expanded) => expanded,
        Err(error) => {
            faults.push(fault(&entry.name, place, error));
            Expanded::begin(text)
        }
    };
    let endpoint = match &entry.endpoint {
        Endpoint::Stdio { command, args, env, cwd } => Endpoint::Stdio {
            command: field("command".into(), command),
            args: (args.iter().enumerate())
                .map(|(at, arg)| field(format!("args/{at}"), arg))
                .collect(),
            env: pairs("env", env, &mut field),
            cwd: cwd.as_ref().map(|cwd| field("cwd".into(), cwd)),
        },
        Endpoint::InProcess(server) => Endpoint::InProcess(server.clone()),
        Endpoint::Http { url, headers } => Endpoint::Http {
            url: field("url".into(), url),
            headers: pairs("headers", headers, &mut field),
        },
    };
    (faults.len() == before).then(|| ServerConfig::from_entry(entry, endpoint))
}

fn pairs(
    member: &str,
    pairs: &[(String, String)],
    field: &mut dyn FnMut(String, &str) -> Expanded,
) -> Vec<(String, Expanded)> {
    let expand = |(name, value): &(String, String)| {
        (name.clone(), field(format!("{member}/{name}"), value).secret())
    };
    pairs.iter().map(expand).collect()
}

fn fault(server: &str, place: String, error: ExpandError) -> ConfigFault {
    let (kind, message, repair) = match error {
        ExpandError::Unset(name) => (
            ConfigFaultKind::UnsetVariable,
            format!("the variable {name} is not set"),
            format!("set {name}, or write ${{{name}:-default}}"),
        ),
        ExpandError::Unclosed => (
            ConfigFaultKind::BadVariable,
            "`${` without its `}`".into(),
            "close it, or write `$$` for a dollar sign".into(),
        ),
        ExpandError::NotAName(name) => (
            ConfigFaultKind::BadVariable,
            format!("`${{{name}}}` is not the name of a variable"),
            "use letters, digits and `_`; editor inputs are not supported here".into(),
        ),
    };
    ConfigFault { kind, server: Some(server.into()), place, message, repair }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(name: &str) -> Option<String> {
        match name {
            "A" => Some("alpha".into()),
            "A_1" => Some("one".into()),
            "EMPTY" => Some(String::new()),
            _ => None,
        }
    }

    #[test]
    fn variables_are_replaced() {
        for (text, expected) in [
            ("", ""),
            ("plain", "plain"),
            ("$A", "alpha"),
            ("x${A}y$A_1-$A.", "xalphayone-alpha."),
            ("${A:-d}", "alpha"),
            ("${EMPTY}", ""),
            ("${EMPTY:-d}", "d"),
            ("${NONE:-d$A}", "d$A"),
            ("${NONE:-}", ""),
            ("${env:A}", "alpha"),
            ("$$A $ $1 a$", "$A $ $1 a$"),
            ("é$Aé", "éalphaé"),
        ] {
            let expanded = expand(text, &lookup).ok();
            assert_eq!(expanded.as_ref().map(Expanded::value), Some(expected), "{text}");
        }
    }

    #[test]
    fn values_of_variables_are_kept_with_their_names() {
        let expanded = expand("$A${A_1}${EMPTY:-d}${NONE:-d}$$A", &lookup).ok();
        let variables = expanded.as_ref().map(Expanded::variables);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(variables, Some(&[pair("A", "alpha"), pair("A_1", "one")] as &[_]));
    }

    #[test]
    fn what_stops_is_named() {
        assert!(
            matches!(expand("a $NONE", &lookup), Err(ExpandError::Unset(name)) if name == "NONE")
        );
        assert!(
            matches!(expand("${NONE}", &lookup), Err(ExpandError::Unset(name)) if name == "NONE")
        );
        assert!(matches!(expand("${A", &lookup), Err(ExpandError::Unclosed)));
        assert!(
            matches!(expand("${}", &lookup), Err(ExpandError::NotAName(name)) if name.is_empty())
        );
        assert!(
            matches!(expand("${input:k}", &lookup), Err(ExpandError::NotAName(name)) if name == "input:k")
        );
    }
}
