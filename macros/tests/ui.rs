//! What the compiler says to every mistake, and that nothing is said where
//! there is none.
//!
//! The cases lie in `tests/ui/<topic>/`; those in `tests/ui/pass/` compile and
//! run. `cargo xtask bless` writes the expected messages anew. They belong to
//! one version of rustc; the test says so and stops under another.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

/// The version whose words the `.stderr` files hold.
const RUSTC: &str = "1.95";

/// Says how to renew the messages when they differ; trybuild names its own way.
struct Advice;

impl Drop for Advice {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", xtask::ADVICE);
        }
    }
}

#[test]
fn ui() {
    let _advice = Advice;
    let cases = trybuild::TestCases::new();
    cases.pass("../tests/ui/pass/*.rs");
    let version = rustc_version();
    if version.starts_with(&format!("rustc {RUSTC}.")) {
        cases.compile_fail("../tests/ui/[!p]*/*.rs");
    } else {
        xtask::skipped(&format!("messages are compared under rustc {RUSTC}, this is {version}"));
    }
}

fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = std::process::Command::new(rustc).arg("--version").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}
