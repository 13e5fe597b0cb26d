//! The program is run, and what it prints is looked at.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::net::TcpListener;
use std::process::Command;

#[test]
fn each_contract_is_found_and_called() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut program = Command::new(env!("CARGO_BIN_EXE_contracts"));
    let output = program.env("HARBOUR_PORT", port.to_string()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    for part in [
        "explain_error({\"code\":\"E0502\"})\n  A variable already borrowed",
        r#""asked":"/ports/Cork%2F..%2Fx/tides?days=2""#,
        "328.08",
        "`code` must not begin with `-`",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(!text.contains("warning: "), "{text}");
}
