//! What the compiler says about each mistake, and that it accepts what is right.
//!
//! The cases are in `tests/ui/<topic>/`; those in `tests/ui/pass/` compile and run.
//! `cargo xtask bless` renews the expected messages. They belong to one version of
//! rustc, so they are not compared under another.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::env;
use std::process::Command;

/// The version whose messages the `.stderr` files have.
const RUSTC: &str = "1.95";

#[test]
fn ui() {
    if env::var_os(xtask::BLESS).is_some() && env::var_os("TRYBUILD").is_none() {
        return bless();
    }
    eprintln!("{}", xtask::ADVICE);
    let cases = trybuild::TestCases::new();
    cases.pass("../tests/ui/pass/*.rs");
    if is_expected_rustc() {
        cases.compile_fail("../tests/ui/[!p]*/*.rs");
    } else {
        xtask::skipped(&format!("messages are compared under rustc {RUSTC} only"));
    }
}

/// trybuild reads `TRYBUILD`, and a process cannot safely set its own variables.
fn bless() {
    let mut test = Command::new(env::current_exe().unwrap());
    let status = test.args(["ui", "--exact"]).env("TRYBUILD", "overwrite").status().unwrap();
    assert!(status.success(), "cannot renew the expected messages: {status}");
}

fn is_expected_rustc() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    version.starts_with(&format!("rustc {RUSTC}."))
}
