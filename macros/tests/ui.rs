//! What the compiler says to every mistake, and that nothing is said where
//! there is none.
//!
//! The cases lie in `tests/ui/<topic>/`; those in `tests/ui/pass/` compile and
//! run. `TRYBUILD=overwrite` writes the expected messages anew. They belong to
//! one version of rustc; the test says so and stops under another.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

/// The version whose words the `.stderr` files hold.
const RUSTC: &str = "1.95";

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("../tests/ui/pass/*.rs");
    if is_expected_rustc() {
        cases.compile_fail("../tests/ui/[!p]*/*.rs");
    } else {
        eprintln!("SKIPPED: messages are compared under rustc {RUSTC} only");
    }
}

fn is_expected_rustc() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = std::process::Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    let expected = version.starts_with(&format!("rustc {RUSTC}."));
    assert!(
        expected || std::env::var_os("TOOLCRIB_REQUIRE_ALL").is_none(),
        "messages are compared under rustc {RUSTC} only, and this is {version}"
    );
    expected
}
