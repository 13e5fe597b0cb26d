//! Any text is a configuration or an error that can be told; values of variables are not shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use toolcrib::mcp::ConfigFile;

const VALUE: &str = "v4lue-0f-a-variable";

fuzz_target!(|text: &str| {
    let told = |text: String| assert!(!text.contains(VALUE), "{text}");
    if text.contains(VALUE) {
        return;
    }
    let file = match ConfigFile::parse(text, ".mcp.json") {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.problems().is_empty());
            return told(error.to_string());
        }
    };
    told(format!("{file:?}"));
    let config = match file.expand(&|name| (name.len() % 2 == 0).then(|| VALUE.into())) {
        Ok(config) => config,
        Err(error) => return told(format!("{error} {error:?}")),
    };
    told(format!("{config:?}"));
    for server in config.servers() {
        told(server.address());
        assert_eq!(server.config_digest(), server.clone().config_digest());
    }
});
