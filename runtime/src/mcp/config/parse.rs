//! JSON text to entries.

use std::format;
use std::prelude::v1::*;
use std::time::Duration;

use super::entry::{Endpoint, Entry, digest};
use super::error::{ConfigFault, ConfigFaultKind as Kind};
use crate::catalog::{Duplicates, Pointer};
use crate::json::{Json, Quoted, Value};
use crate::name::{case_clashes, check_server};
use crate::text::{Visible, nearest};

pub(super) fn file(text: &str) -> Result<Vec<Entry>, Vec<ConfigFault>> {
    let json = Json::parse(text.trim_start_matches('\u{feff}')).map_err(|error| {
        let place = format!("line {} column {}", error.line(), error.column());
        let repair = "correct the file there".to_string();
        let kind = Kind::NotJson;
        std::vec![ConfigFault {
            kind,
            server: None,
            place,
            message: error.kind().to_string(),
            repair
        }]
    })?;
    let mut faults = Vec::new();
    let entries = match servers(json.root()) {
        Ok(servers) => (servers.members())
            .filter_map(|(name, value)| entry(&name, value, &mut faults))
            .collect(),
        Err(fault) => {
            faults.push(*fault);
            Vec::new()
        }
    };
    faults.extend(same_files(&entries));
    if faults.is_empty() { Ok(entries) } else { Err(faults) }
}

fn same_files(entries: &[Entry]) -> Vec<ConfigFault> {
    let fault = |(one, other): (&str, &str)| ConfigFault {
        kind: Kind::ServerName,
        server: Some(other.into()),
        place: String::new(),
        message: format!("the name differs from that of {one:?} only in case"),
        repair: "rename one of them: where case is ignored, their locks are one file".into(),
    };
    let names = entries.iter().map(|entry| entry.name.as_str());
    case_clashes(names).into_iter().map(fault).collect()
}

fn servers<'d, 't>(root: Value<'d, 't>) -> Result<Value<'d, 't>, Box<ConfigFault>> {
    let whole = |kind, message: String, repair: &str| {
        let (place, repair) = (String::new(), repair.to_string());
        Box::new(ConfigFault { kind, server: None, place, message, repair })
    };
    let (member, servers) = match (root.get("mcpServers"), root.get("servers")) {
        (Some(_), Some(_)) => {
            let message = "has both `mcpServers` and `servers`".to_string();
            return Err(whole(Kind::Contradiction, message, "keep one of them"));
        }
        (Some(servers), None) => ("mcpServers", servers),
        (None, Some(servers)) => ("servers", servers),
        (None, None) => {
            let message = "has no member `mcpServers`".to_string();
            return Err(whole(
                Kind::Missing,
                message,
                "write {\"mcpServers\": {\"NAME\": {\"command\": …}}}",
            ));
        }
    };
    if servers.is_object() {
        return Ok(servers);
    }
    let message = format!("`{member}` is {}", servers.type_name());
    Err(whole(Kind::WrongType, message, "make it an object with one member per server"))
}

/// Collects the faults of one entry.
struct Reader<'a, 'd, 't> {
    server: &'a str,
    value: Value<'d, 't>,
    faults: &'a mut Vec<ConfigFault>,
}

fn entry(name: &str, value: Value<'_, '_>, faults: &mut Vec<ConfigFault>) -> Option<Entry> {
    let before = faults.len();
    let mut reader = Reader { server: name, value, faults };
    reader.name();
    if !value.is_object() {
        reader.wrong_type("", value, "an object");
        return None;
    }
    if reader.skipped() {
        return None;
    }
    let endpoint = reader.endpoint();
    let entry = Entry {
        name: name.into(),
        timeout: reader.timeout(),
        volatile: reader.volatile(),
        duplicates: reader.duplicates(),
        digest: digest(&without_secrets(value)),
        endpoint: endpoint?,
    };
    (faults.len() == before).then_some(entry)
}

impl<'d, 't> Reader<'_, 'd, 't> {
    fn fault(&mut self, kind: Kind, place: &str, message: String, repair: &str) {
        let (server, place) = (Some(self.server.to_string()), place.to_string());
        self.faults.push(ConfigFault { kind, server, place, message, repair: repair.into() });
    }

    fn wrong_type(&mut self, place: &str, value: Value<'_, '_>, expected: &str) {
        let message = format!("is {}", value.type_name());
        self.fault(Kind::WrongType, place, message, &format!("make it {expected}"));
    }

    fn name(&mut self) {
        let Err(fault) = check_server(self.server) else { return };
        let message = format!("the name {fault}");
        let repair = "rename it: its lock file has this name";
        self.fault(Kind::ServerName, "", message, repair);
    }

    fn get(&mut self, member: &str) -> Option<Value<'d, 't>> {
        self.value.get(member).filter(|value| !value.is_null())
    }

    fn skipped(&mut self) -> bool {
        let flag = |reader: &mut Self, member: &str| {
            let value = reader.get(member)?;
            if value.as_bool().is_none() {
                reader.wrong_type(member, value, "true or false");
            }
            value.as_bool()
        };
        flag(self, "enabled") == Some(false) || flag(self, "disabled") == Some(true)
    }

    fn endpoint(&mut self) -> Option<Endpoint<String>> {
        let kind = match self.get("type") {
            Some(value) if value.as_str().is_none() => {
                self.wrong_type("type", value, "\"stdio\" or \"http\"");
                return None;
            }
            kind => kind.and_then(Value::as_str),
        };
        match kind.as_deref() {
            None => self.untyped(),
            Some("stdio") => self.stdio(),
            Some("http" | "streamable-http" | "streamableHttp") => self.http(),
            Some("sse") => {
                let message = "\"sse\" is the transport of protocol version 2024-11-05, \
                               which streamable HTTP has replaced and which is not carried";
                self.fault(
                    Kind::UnknownTransport,
                    "type",
                    message.into(),
                    "write \"http\" and the server's streamable HTTP address",
                );
                None
            }
            Some(other) => {
                let message = format!("{} is not a transport", Quoted(other));
                let repair = "write \"stdio\", \"http\" or \"streamable-http\"";
                self.fault(Kind::UnknownTransport, "type", message, repair);
                None
            }
        }
    }

    fn untyped(&mut self) -> Option<Endpoint<String>> {
        match (self.get("command").is_some(), self.get("url").is_some()) {
            (true, false) => self.stdio(),
            (false, true) => self.http(),
            (true, true) => {
                let message = "has both `command` and `url`".into();
                self.fault(Kind::Contradiction, "", message, "keep one, or write a `type`");
                None
            }
            (false, false) => {
                let message = "has neither `command` nor `url`".into();
                let hint = self.hint();
                self.fault(Kind::Missing, "", message, &hint);
                None
            }
        }
    }

    /// What to write instead of neither.
    fn hint(&self) -> String {
        let meant = self.value.members().find_map(|(name, _)| {
            let known = nearest(&name, ["command", "url"])?;
            Some(format!("did you mean `{known}` by `{}`?", Visible(&name)))
        });
        meant.unwrap_or_else(|| "write one of them".into())
    }

    fn stdio(&mut self) -> Option<Endpoint<String>> {
        let command = self.required("command");
        let args = self.texts("args");
        let env = self.pairs("env");
        let cwd = self.optional("cwd");
        command.map(|command| Endpoint::Stdio { command, args, env, cwd })
    }

    fn http(&mut self) -> Option<Endpoint<String>> {
        let url = self.required("url");
        let headers = self.pairs("headers");
        url.map(|url| Endpoint::Http { url, headers })
    }

    fn required(&mut self, member: &str) -> Option<String> {
        if self.get(member).is_none() {
            self.fault(Kind::Missing, member, "is not there".into(), "write it");
        }
        let text = self.optional(member)?;
        if text.is_empty() {
            self.fault(Kind::BadValue, member, "is empty".into(), "write it");
        }
        Some(text)
    }

    fn optional(&mut self, member: &str) -> Option<String> {
        let value = self.get(member)?;
        if value.as_str().is_none() {
            self.wrong_type(member, value, "a string");
        }
        value.as_str().map(|text| text.into_owned())
    }

    fn texts(&mut self, member: &str) -> Vec<String> {
        let Some(list) = self.get(member) else { return Vec::new() };
        if !list.is_array() {
            self.wrong_type(member, list, "an array of strings");
        }
        let mut texts = Vec::new();
        for (at, item) in list.items().enumerate() {
            match item.as_str() {
                Some(text) => texts.push(text.into_owned()),
                None => self.wrong_type(&format!("{member}/{at}"), item, "a string"),
            }
        }
        texts
    }

    fn pairs(&mut self, member: &str) -> Vec<(String, String)> {
        let Some(object) = self.get(member) else { return Vec::new() };
        if !object.is_object() {
            self.wrong_type(member, object, "an object of strings");
        }
        let mut pairs = Vec::new();
        for (name, value) in object.members() {
            match value.as_str() {
                Some(text) => pairs.push((name.into_owned(), text.into_owned())),
                None => self.wrong_type(&format!("{member}/{name}"), value, "a string"),
            }
        }
        pairs
    }

    fn timeout(&mut self) -> Option<Duration> {
        let value = self.get("timeout")?;
        match value.as_u64() {
            Some(seconds @ 1..1_000) => Some(Duration::from_secs(seconds)),
            Some(millis @ 1_000..) => Some(Duration::from_millis(millis)),
            _ => {
                self.wrong_type("timeout", value, "a whole number of milliseconds above 0");
                None
            }
        }
    }

    fn volatile(&mut self) -> Vec<Pointer> {
        let texts = self.texts("volatile");
        let mut pointers = Vec::new();
        for text in &texts {
            match text.parse() {
                Ok(pointer) => pointers.push(pointer),
                Err(error) => {
                    let repair = "name the place in the manifest that differs";
                    self.fault(Kind::BadValue, "volatile", format!("{error}"), repair);
                }
            }
        }
        pointers
    }

    fn duplicates(&mut self) -> Duplicates {
        match self.optional("duplicates").as_deref() {
            None | Some("refuse") => Duplicates::Refuse,
            Some("first") => Duplicates::First,
            Some(other) => {
                let message = format!("{} is not a policy", Quoted(other));
                self.fault(Kind::BadValue, "duplicates", message, "write \"refuse\" or \"first\"");
                Duplicates::Refuse
            }
        }
    }
}

/// The canonical entry, with `null` for each value of `env` and `headers`.
fn without_secrets(entry: Value<'_, '_>) -> String {
    let member = |(name, value): (std::borrow::Cow<'_, str>, Value<'_, '_>)| {
        let value = match &*name {
            "env" | "headers" => names(value),
            _ => value.to_canonical(),
        };
        format!("{}:{value}", Quoted(&name))
    };
    let members: Vec<_> = entry.members().map(member).collect();
    format!("{{{}}}", members.join(","))
}

fn names(secrets: Value<'_, '_>) -> String {
    if !secrets.is_object() {
        return "null".into();
    }
    let names: Vec<_> =
        secrets.members().map(|(name, _)| format!("{}:null", Quoted(&name))).collect();
    format!("{{{}}}", names.join(","))
}
