//! What is accepted has one canonical form, which is JSON and its own canonical form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use toolcrib::json::Json;

fuzz_target!(|text: &str| {
    let Ok(json) = Json::parse(text) else { return };
    let canonical = json.root().to_canonical();
    let again = Json::parse(&canonical).expect("the canonical form is accepted");
    assert_eq!(again.root().to_canonical(), canonical);
    let mut pretty = String::new();
    json.root().write_pretty(&mut pretty, 0).expect("a string takes everything");
    let again = Json::parse(&pretty).expect("the pretty form is accepted");
    assert_eq!(again.root().to_canonical(), canonical);
    // serde_json stops one level earlier than we do.
    if let Err(error) = serde_json::from_str::<serde_json::Value>(&canonical) {
        assert!(error.to_string().contains("recursion limit"), "{error}: {canonical}");
    }
});
