//! Folders of tool contracts: what is read, and what is refused.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use toolcrib::catalog::{CapturedFrom, Digest, Lock, Manifest};
use toolcrib_build::{Config, Contracts, Error, Fault, read_contracts, write_lock};

const TOML: &str = r#"
id = "get_forecast"
title = "Forecast"
description = "The weather of the next days."
search_hint = "rain temperature"
provider = "weather"
loader = "http"

[input_schema]
type = "object"
required = ["city"]
properties.city = { type = "string", description = "Name of the city." }
properties.days = { type = "integer", minimum = 1, default = 3.0 }

[settings]
url = "https://api.example.com/v1/{city}/forecast"
query = { days = "{days}" }
headers = { authorization = "Bearer ${WEATHER_TOKEN}" }

[annotations]
read_only = true

[needs]
capabilities = ["network"]
"#;

const YAML: &str = r#"
id: get_forecast
title: Forecast
description: The weather of the next days.
search_hint: rain temperature
provider: weather
loader: http
input_schema:
  type: object
  properties:
    days: {type: integer, minimum: 1, default: 3}
    city: {type: string, description: Name of the city.}
  required: [city]
settings:
  headers: {authorization: "Bearer ${WEATHER_TOKEN}"}
  url: https://api.example.com/v1/{city}/forecast
  query: {days: "{days}"}
annotations: {read_only: true}
needs: {capabilities: [network]}
"#;

const JSON: &str = r#"{
  "needs": {"capabilities": ["network"]},
  "annotations": {"read_only": true},
  "settings": {
    "query": {"days": "{days}"},
    "headers": {"authorization": "Bearer ${WEATHER_TOKEN}"},
    "url": "https://api.example.com/v1/{city}/forecast"
  },
  "input_schema": {
    "properties": {
      "city": {"description": "Name of the city.", "type": "string"},
      "days": {"default": 3e0, "minimum": 1, "type": "integer"}
    },
    "type": "object",
    "required": ["city"]
  },
  "loader": "http", "provider": "weather", "search_hint": "rain temperature",
  "description": "The weather of the next days.", "title": "Forecast", "id": "get_forecast"
}"#;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn read(files: &[(&str, &str)]) -> Result<Contracts, Error> {
    read_contracts(folder(files).path())
}

fn digest(name: &str, content: &str) -> String {
    let contracts = read(&[(name, content)]).unwrap();
    assert_eq!(contracts.warnings, []);
    contracts.files[0].contract.digest().to_hex()
}

/// Line, column and text of every fault.
fn faults(content: &str) -> Vec<(usize, usize, String)> {
    let one = |fault: Fault| {
        let (line, column) = fault.place().unwrap_or_default();
        (line, column, format!("{} | {}", fault.message(), fault.repair()))
    };
    read(&[("a.toml", content)]).unwrap_err().into_iter().map(one).collect()
}

#[test]
fn the_notation_does_not_reach_the_digest() {
    let toml = digest("get_forecast.toml", TOML);
    assert_eq!(digest("get_forecast.json", JSON), toml);
    assert_eq!(digest("get_forecast.yaml", YAML), toml);
    assert_eq!(digest("get_forecast.yml", YAML), toml);
}

/// `docs/formats.md`, "Contracts".
#[test]
fn the_digest_is_the_documented_formula() {
    let contracts = read(&[("get_forecast.toml", TOML)]).unwrap();
    let canonical = concat!(
        r#"{"annotations":{"readOnlyHint":true},"description":"The weather of the next days.","#,
        r#""inputSchema":{"properties":{"city":{"description":"Name of the city.","type":"string"},"#,
        r#""days":{"default":3,"minimum":1,"type":"integer"}},"required":["city"],"type":"object"},"#,
        r#""loader":"http","name":"get_forecast","#,
        r#""needs":{"capabilities":["network"],"variables":["WEATHER_TOKEN"]},"#,
        r#""settings":{"headers":{"authorization":"Bearer ${WEATHER_TOKEN}"},"query":{"days":"{days}"},"#,
        r#""url":"https://api.example.com/v1/{city}/forecast"},"title":"Forecast"}"#,
    );
    let parts: [&[u8]; 2] = [b"toolcrib/contract/1\0", canonical.as_bytes()];
    assert_eq!(contracts.files[0].contract.digest(), toolcrib::catalog::Digest::of(&parts));
    let other = TOML.replace("rain temperature", "snow");
    assert_eq!(digest("get_forecast.toml", &other), digest("get_forecast.toml", TOML));
}

#[test]
fn everything_wrong_is_in_one_report() {
    let content = r#"id = "get forecast"
titel = "x"
provider = "weather"
description = "  "
loader = "http"
input_schema = { type = "object", properties = { city = { type = "string" } } }
[settings]
url = "https://api.example.com/{town}"
metod = "GET"
[needs]
variables = ["a b"]
"#;
    let found = faults(content);
    let expected = [
        (1, 1, "`get forecast` has ` ` (U+0020) | use A-Z a-z 0-9 _ -"),
        (2, 1, "`titel` is not known here | did you mean `title`?"),
        (4, 1, "`description` is empty | write what the tool does, for the model"),
        (
            8,
            1,
            "names the argument `town`, which the schema does not have | add it to the properties of `input_schema`",
        ),
        (9, 1, "`metod` is not known here | did you mean `method`?"),
        (11, 1, "`a b` is not the name of a variable | correct it"),
    ];
    let expected = expected.map(|(line, column, text)| (line, column, text.to_string()));
    assert_eq!(found, expected);
}

fn http(settings: &str) -> String {
    let head = r#"id = "a"
provider = "p"
description = "d"
loader = "http"
[input_schema]
type = "object"
required = ["id", "tags"]
properties = { id = { type = "string" }, tags = { type = "array" }, more = { type = "string" } }
[settings]
body = "json"
"#;
    format!("{head}{settings}")
}

#[test]
fn settings_of_http() {
    let cases = [
        (r#"url = "https://{id}.example.com/""#, "is in the host"),
        (r#"url = "https://a.example.com:{id}/""#, "is in the host"),
        (r#"url = "{id}""#, "is in the host"),
        (r#"url = "ftp://a.example.com/""#, "does not begin with http://"),
        (r#"url = "https://me:pw@a.example.com/""#, "user name before the host"),
        (r#"url = "https://a.example.com/?q={id}""#, "stands after the path"),
        (r#"url = "https://a.example.com/#x""#, "has a fragment"),
        (r#"url = "https://a.example.com/{tags*}""#, "stands in the URL"),
        (r#"url = "https://a.example.com/{more}""#, "the argument is not required"),
        (r#"url = "https://a.example.com/{+id}""#, "operators such as `+`"),
        (r#"url = "https://a.example.com/{id""#, "without a `}`"),
        ("url = \"https://a.example.com/\"\nmethod = \"GTE\"", "`method` is `GTE`"),
        ("url = \"https://a.example.com/\"\nmethod = \"GET\"", "and there is a body"),
        ("url = \"https://a.example.com/\"\ntext = \"{id}\"", "more than one body"),
        ("url = \"https://a.example.com/\"\nheaders = {Host = \"x\"}", "set by the transport"),
        (
            "url = \"https://a.example.com/\"\nheaders = {\"a b\" = \"x\"}",
            "not the name of a header",
        ),
        (
            "url = \"https://a.example.com/\"\nheaders = {authorization = \"Bearer abc\"}",
            "looks like a secret",
        ),
        (
            "url = \"https://a.example.com/\"\nquery = {q = \"{id*}\"}",
            "is not of `type = \"array\"`",
        ),
        ("url = \"https://a.example.com/\"\nmax_bytes = 0", "`max_bytes` is a number"),
        ("", "`url` is missing"),
    ];
    for (settings, expected) in cases {
        let found = faults(&http(settings));
        assert!(found.iter().any(|(_, _, text)| text.contains(expected)), "{settings}: {found:?}");
    }
    for settings in [
        "url = \"https://a.example.com/{id}/x{id}\"\nquery = {q = \"{tags*}\"}",
        "url = \"${BASE:-http://localhost:8080}/{id}\"\nheaders = {authorization = \"${T}\"}",
    ] {
        read(&[("a.toml", &http(settings))]).unwrap();
    }
}

fn process(settings: &str) -> String {
    let head = r#"id = "a"
provider = "p"
description = "d"
loader = "process"
input_schema = { type = "object", properties = { q = { type = "string" }, files = { type = "array" } } }
[settings]
"#;
    let stdin = if settings.contains("stdin") { "" } else { "stdin = \"json\"\n" };
    format!("{head}{stdin}{settings}")
}

#[test]
fn settings_of_processes() {
    let cases = [
        ("", "`command` is missing"),
        ("command = \"rg -n\"", "there is no shell"),
        ("command = \"{q}\"", "would let the model choose"),
        ("command = \"rg\"\ncwd = \"/{q}\"", "would let the model choose"),
        ("command = \"rg\"\nenv = {A = \"{q}\"}", "would let the model choose"),
        ("command = \"rg\"\nenv = {\"A B\" = \"1\"}", "not the name of a variable"),
        ("command = \"rg\"\nargs = [\"x{files*}\"]", "beside other text"),
        ("command = \"rg\"\nargs = [\"{p}\"]", "names the argument `p`"),
        ("command = \"rg\"\nargs = [1]", "is a number"),
        ("command = \"rg\"\nargs = \"x\"", "`args` is a string"),
        ("command = \"rg\"\nallow_dash = [\"Q\"]", "did you mean `q`?"),
        ("command = \"rg\"\nstdin = \"yaml\"", "`stdin`"),
        ("command = \"rg\"\nmemory_limit_mb = -1", "`memory_limit_mb` is a number"),
        ("command = \"rg\"\nsuccess_codes = [\"0\"]", "is a string"),
    ];
    for (settings, expected) in cases {
        let found = faults(&process(settings));
        assert!(found.iter().any(|(_, _, text)| text.contains(expected)), "{settings}: {found:?}");
    }
    let settings = "command = \"rg\"\nargs = [[\"-m\", \"1\"], \"--\", \"{q}\", \"{files*}\"]\nenv = {A = \"${B}\"}";
    let contracts = read(&[("a.toml", &process(settings))]).unwrap();
    let needs = contracts.files[0].contract.needs();
    assert!(needs.commands.contains("rg") && needs.variables.contains("B"));
}

#[test]
fn schemas_may_stand_in_files() {
    let contract =
        TOML.replace("[input_schema]", "input_schema = { file = \"schemas/f.json\" }\n[rest]");
    let contract = contract.split("[rest]").next().unwrap().to_owned()
        + "[settings]\nurl = \"https://a.example.com/{city}\"\n";
    let schema = r#"{"type": "object", "properties": {"city": {}}, "required": ["city"]}"#;
    let files = [("get_forecast.toml", contract.as_str()), ("schemas/f.json", schema)];
    read(&files).unwrap();
    let wrong = "{\n  \"type\": \"string\"}";
    let faults = read(&[files[0], ("schemas/f.json", wrong)]).unwrap_err();
    let text = faults.to_string();
    assert!(text.contains("f.json:2:11: is not the schema of an object"), "{text}");
    let outside = contract.replace("schemas/f.json", "../f.json");
    let text = read(&[("get_forecast.toml", &outside)]).unwrap_err().to_string();
    assert!(text.contains("outside this folder"), "{text}");
}

#[test]
fn ids_are_unique_and_name_their_files() {
    let faults = read(&[("get_forecast.toml", TOML), ("x.json", JSON)]).unwrap_err();
    assert!(faults.to_string().contains("the id `get_forecast` is also the id of"), "{faults}");
    let contracts = read(&[("forecast.toml", TOML), ("notes.tml", ""), ("README.md", "")]).unwrap();
    let warnings: Vec<&str> = contracts.warnings.iter().map(|fault| fault.repair()).collect();
    let expected = [
        "rename it to end in .toml, .json, .yaml or .yml, or move it",
        "rename the file to `get_forecast.toml`",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn ids_are_names_of_native_tools() {
    for (id, problem) in [
        ("é", "U+00E9"),
        (&*"x".repeat(65), "65 characters"),
        ("mcp__a__b", "name of an MCP server's tool"),
        ("tool_search", "that sessions use"),
        ("", "`id` is empty"),
    ] {
        let faults = faults(&TOML.replace("\"get_forecast\"", &format!("\"{id}\"")));
        assert!(faults.iter().any(|(_, _, text)| text.contains(problem)), "{id}: {faults:?}");
    }
}

#[test]
fn folders_that_hold_nothing_are_refused() {
    let text = read_contracts(Path::new("no/such/folder")).unwrap_err().to_string();
    assert!(text.contains("does not exist"), "{text}");
    let text = read(&[("README.md", "")]).unwrap_err().to_string();
    assert!(text.contains("no contract in this folder"), "{text}");
}

#[test]
fn broken_notation_has_a_place() {
    for (name, content, place) in [
        ("a.toml", "id = \"a\"\nb = ", ":2:"),
        ("a.json", "{\n\"id\": x}", ":2:7:"),
        ("a.yaml", "id: a\nb: [", ":"),
        ("a.toml", "x = 2020-01-01", "put 2020-01-01 in quotes"),
        ("a.toml", "x = nan", "JSON does not have"),
    ] {
        let text = read(&[(name, content)]).unwrap_err().to_string();
        assert!(text.contains(place), "{text}");
    }
}

#[test]
fn loaders_of_others_keep_their_settings() {
    let own =
        TOML.replace("loader = \"http\"", "loader = \"robot\"").replace("url =", "anything =");
    read(&[("get_forecast.toml", &own)]).unwrap();
    let near = TOML.replace("loader = \"http\"", "loader = \"htpp\"");
    let text = read(&[("get_forecast.toml", &near)]).unwrap_err().to_string();
    assert!(text.contains("did you mean `http`?"), "{text}");
}

/// A lock folder with one server and its tools.
fn locks(server: &str, tools: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    add_lock(folder.path(), server, tools);
    folder
}

fn add_lock(folder: &Path, server: &str, tools: &[&str]) {
    let tools: Vec<String> =
        tools.iter().map(|name| format!(r#"{{"name":"{name}","inputSchema":{{}}}}"#)).collect();
    let list = format!(r#"{{"tools":[{}]}}"#, tools.join(","));
    let manifest = Manifest::parse(server, &list).unwrap();
    let lock = Lock::new(&manifest, CapturedFrom::default(), vec![]).unwrap();
    write_lock(folder, &lock).unwrap();
}

#[test]
fn contracts_stand_beside_servers_in_the_catalog() {
    let (locks, tools) = (locks("desk", &["open"]), folder(&[("get_forecast.toml", TOML)]));
    let plain = Config::new().locks(locks.path()).encode().unwrap();
    let both = Config::new().locks(locks.path()).contracts(tools.path()).encode().unwrap();
    let (plain, both) = (plain.catalog().unwrap(), both.catalog().unwrap());
    let servers: Vec<_> = both.servers().map(|one| (one.name(), one.is_provider())).collect();
    assert_eq!(servers, [("desk", false), ("weather", true)]);
    assert_eq!(both.server("desk").unwrap().digest(), plain.server("desk").unwrap().digest());

    let contract = read(&[("get_forecast.toml", TOML)]).unwrap().files.remove(0).contract;
    let tool = both.find("get_forecast").unwrap();
    assert_eq!((tool.name(), tool.raw_name()), ("get_forecast", "get_forecast"));
    assert_eq!((tool.definition(), tool.digest()), (contract.definition(), contract.digest()));
    assert_eq!(tool.search_hint(), "rain temperature");
    let run = tool.contract().unwrap();
    assert_eq!((run.loader, run.settings), ("http", contract.settings()));
    assert_eq!(run.needs, Some(r#"{"capabilities":["network"],"variables":["WEATHER_TOKEN"]}"#));
    assert!(both.find("mcp__desk__open").unwrap().contract().is_none());

    let provider =
        format!(r#"{{"server":"weather","tools":[["get_forecast","{}"]]}}"#, contract.digest());
    let provider = Digest::of(&[b"toolcrib/server/1\0", provider.as_bytes()]);
    assert_eq!(both.server("weather").unwrap().digest(), provider);
    let desk = plain.server("desk").unwrap().digest();
    let catalog = format!(r#"[["desk","{desk}"],["weather","{provider}"]]"#);
    assert_eq!(both.digest(), Digest::of(&[b"toolcrib/catalog/1\0", catalog.as_bytes()]));
}

#[test]
fn a_file_more_is_a_tool_more() {
    let (tools, out) = (folder(&[("get_forecast.toml", TOML)]), tempfile::tempdir().unwrap());
    let config = Config::new().contracts(tools.path()).out(out.path());
    let names = || fs::read_to_string(out.path().join("catalog.rs")).unwrap();
    assert_eq!(config.try_compile().unwrap(), Vec::<String>::new());
    assert!(
        names().contains("pub mod weather {") && names().contains("GET_FORECAST"),
        "{}",
        names()
    );
    fs::write(tools.path().join("get_tide.toml"), TOML.replace("get_forecast", "get_tide"))
        .unwrap();
    config.try_compile().unwrap();
    assert!(names().contains("GET_FORECAST") && names().contains("GET_TIDE"), "{}", names());
    fs::remove_file(tools.path().join("get_forecast.toml")).unwrap();
    config.try_compile().unwrap();
    assert!(!names().contains("GET_FORECAST"), "{}", names());
    let page = fs::read_to_string(out.path().join("catalog.md")).unwrap();
    assert!(page.contains("## weather") && page.contains("Contracts:"), "{page}");
}

fn refusal(locks: &TempDir, contract: &str) -> String {
    let tools = folder(&[("a.toml", contract)]);
    let config = Config::new().locks(locks.path()).contracts(tools.path());
    config.encode().unwrap_err().to_string()
}

const BOUND: &str = r#"
id = "file_bug"
description = "Files a bug."
provider = "bugs"
loader = "mcp"
input_schema = { type = "object" }
settings = { server = "desk", tool = "open" }
"#;

#[test]
fn contracts_are_held_against_what_was_captured() {
    let locks = locks("desk", &["open"]);
    add_lock(locks.path(), "native", &["get_forecast"]);
    let text = refusal(&locks, TOML);
    assert!(
        text.contains(
            "the id `get_forecast` is already the name of one of the program's own tools"
        ),
        "{text}"
    );
    let text = refusal(&locks, &BOUND.replace("\"bugs\"", "\"desk\""));
    assert!(text.contains("the provider `desk` has the name of a captured server"), "{text}");
    let text = refusal(&locks, &BOUND.replace("\"bugs\"", "\"Desk\""));
    assert!(text.contains("the provider `Desk` differs from `desk` only in case"), "{text}");
    for (provider, reason) in [("a:b", "< > :"), ("aux", "device"), ("Native", "reserved for")] {
        let text = refusal(&locks, &BOUND.replace("bugs", provider));
        assert!(text.contains(reason), "{text}");
    }
    let text = refusal(&locks, &BOUND.replace("\"open\"", "\"opne\""));
    assert!(text.contains("the server `desk` has no tool `opne` in its lock"), "{text}");
    let other = BOUND.replace("file_bug", "file_wish").replace("\"bugs\"", "\"BUGS\"");
    let tools = folder(&[("file_bug.toml", BOUND), ("file_wish.toml", &other)]);
    let config = Config::new().locks(locks.path()).contracts(tools.path());
    let text = config.encode().unwrap_err().to_string();
    assert!(text.contains("the provider `BUGS` differs from `bugs` only in case"), "{text}");
    fs::write(locks.path().join("native.json"), "{").unwrap();
    let text = refusal(&locks, BOUND);
    assert!(text.contains("native.json") && text.contains("not a lock"), "{text}");
    fs::remove_file(locks.path().join("native.json")).unwrap();
    let (tools, out) = (folder(&[("file_bug.toml", BOUND)]), tempfile::tempdir().unwrap());
    let config = Config::new().contracts(tools.path()).out(out.path());
    let warnings = config.clone().try_compile().unwrap();
    assert!(warnings[0].contains("the server `desk` has no lock in this build"), "{warnings:?}");
    assert_eq!(config.locks(locks.path()).try_compile().unwrap(), Vec::<String>::new());
}
