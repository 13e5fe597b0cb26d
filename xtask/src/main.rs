//! `cargo xtask bless` writes every golden file of the workspace anew.

use std::process::{Command, ExitCode};

/// The tests that have golden files, as arguments of `cargo test`.
const GOLDEN: &[&[&str]] = &[
    // `tests/expand`
    &["--package", "toolcrib-macros", "--lib", "expand::"],
    // `tests/ui`
    &["--package", "toolcrib-macros", "--test", "ui"],
    // `README.md`
    &["--package", "readme-examples", "--test", "readme", "the_page_shows_the_files"],
    // `tests/recorded`
    &["--package", "toolcrib-tests", "--test", "session_recorded"],
    // `tests/tests/told.txt`
    &["--package", "toolcrib-tests", "--test", "told"],
];

fn main() -> ExitCode {
    if !std::env::args().skip(1).eq(["bless"]) {
        eprintln!("usage: cargo xtask bless");
        return ExitCode::from(2);
    }
    for test in GOLDEN {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.arg("test").arg("--quiet").args(*test);
        // The first is ours, the second that of trybuild.
        match cargo.env(xtask::BLESS, "1").env("TRYBUILD", "overwrite").status() {
            Ok(status) if status.success() => {}
            Ok(_) => {
                eprintln!("`cargo test {}` failed", test.join(" "));
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("cargo cannot be run: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    eprintln!("blessed; read the diff before you commit it");
    ExitCode::SUCCESS
}
