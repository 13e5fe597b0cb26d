//! What the tests of every crate share with `cargo xtask`: golden files, and how
//! a test that cannot run says so.

use std::io::Write as _;
use std::path::Path;
use std::{env, fs, io, thread};

/// The variable that makes tests write golden files instead of comparing them.
pub const BLESS: &str = "TOOLCRIB_BLESS";

/// What to do about a golden file that is out of date.
pub const ADVICE: &str = "if the change is wanted, run `cargo xtask bless` and read the diff";

/// Compares a golden file with what it should hold; with [`BLESS`] set, writes it.
///
/// # Panics
/// When the file differs, or cannot be written.
#[track_caller]
pub fn golden(path: &Path, text: &str) {
    if env::var_os(BLESS).is_some() {
        let written = fs::write(path, text);
        return assert!(written.is_ok(), "{}: {written:?}", path.display());
    }
    let old = fs::read_to_string(path).unwrap_or_default();
    if let Some((line, was, is)) = first_difference(&old, text) {
        let path = path.display();
        assert_eq!(was, is, "{path}, line {line} is out of date; {ADVICE}");
    }
}

/// The number of the first line that differs, and both lines with their ends.
fn first_difference<'t>(old: &'t str, new: &'t str) -> Option<(usize, &'t str, &'t str)> {
    let (mut old, mut new) = (old.split_inclusive('\n'), new.split_inclusive('\n'));
    for line in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (was, is) if was == is => {}
            (was, is) => return Some((line, was.unwrap_or_default(), is.unwrap_or_default())),
        }
    }
    None
}

/// Says that a test could not run, in a line that `cargo test` does not hold back.
///
/// # Panics
/// When `TOOLCRIB_REQUIRE_ALL` is set: then nothing may be skipped.
#[track_caller]
pub fn skipped(why: &str) {
    assert!(env::var_os("TOOLCRIB_REQUIRE_ALL").is_none(), "must not be skipped: {why}");
    let test = thread::current().name().unwrap_or("a test").to_owned();
    // A test that cannot say it has still not failed.
    let _ = writeln!(io::stderr(), "SKIPPED {test}: {why}");
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_line_that_differs_is_found() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some((2, "b\n", "c\n")));
        assert_eq!(first_difference("a\n", "a"), Some((1, "a\n", "a")));
        assert_eq!(first_difference("a\n", "a\nb"), Some((2, "", "b")));
    }
}
