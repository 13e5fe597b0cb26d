//! The names of servers, which also name their lock files.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Longest server name, in bytes: with an extension it still names a file.
const MAX_SERVER: usize = 200;

/// Names that Windows keeps for devices, with whatever extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Checks that a server's name can be a file name on every system, since it names the
/// lock file.
///
/// # Errors
/// What is wrong with it, as the end of a sentence about the name.
pub fn check_server(name: &str) -> Result<(), &'static str> {
    if name.is_empty() {
        Err("is empty")
    } else if name.starts_with('.') {
        Err("begins with a dot")
    } else if name.len() > MAX_SERVER {
        Err("is longer than 200 bytes")
    } else if name.contains(['/', '\\']) || name.contains(char::is_control) {
        Err("has a slash, a backslash or a control character")
    } else if name.contains(['<', '>', ':', '"', '|', '?', '*']) {
        Err("has one of < > : \" | ? *, which no file on Windows can have in its name")
    } else if name.ends_with(['.', ' ']) {
        Err("ends with a dot or a space, which Windows drops from the name of a file")
    } else if is_device(name) {
        Err("is the name of a device on Windows, where no file can have it")
    } else {
        Ok(())
    }
}

/// `CON`, `con.x`, `COM1`, `lpt²`.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let mut port = stem.strip_prefix("com").or(stem.strip_prefix("lpt")).unwrap_or("").chars();
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³');
    let is_port = port.next().is_some_and(is_digit) && port.next().is_none();
    is_port || DEVICES.contains(&&*stem)
}

/// Whether two names are the same file on a disk that ignores case.
///
/// ```
/// use toolcrib::name::is_same_file;
/// assert!(is_same_file("GitHub", "github") && !is_same_file("github", "gitlab"));
/// ```
#[must_use]
pub fn is_same_file(one: &str, other: &str) -> bool {
    one == other || folded(one) == folded(other)
}

/// The pairs of different names that are one file on a disk that ignores case:
/// there, the lock of one server would replace that of the other. O(n log n).
pub fn case_clashes<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<(&'n str, &'n str)> {
    let mut first: BTreeMap<String, &str> = BTreeMap::new();
    let mut clashes = Vec::new();
    for name in names {
        match *first.entry(folded(name)).or_insert(name) {
            other if other != name => clashes.push((other, name)),
            _ => {}
        }
    }
    clashes
}

/// Lower case of upper case, so that `ß`, `ẞ` and `SS` are the same, and so are
/// `ς` and `Σ`. Stricter than any one disk.
fn folded(name: &str) -> String {
    let upper = name.chars().flat_map(char::to_lowercase).flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_have_names_of_files() {
        let long = "x".repeat(200);
        for name in ["github", "my db", " db", "数据库", "a.b", "console", "com", "com10", &long]
        {
            assert_eq!(check_server(name), Ok(()), "{name}");
        }
        for (part, names) in [
            ("empty", &[""] as &[&str]),
            ("begins with a dot", &[".", "..", ".git"]),
            ("200 bytes", &[&"x".repeat(201)]),
            ("slash", &["a/b", "a\\b", "a\nb"]),
            ("< > : \" | ? *", &["a:b", "a<", "a>", "\"a", "a|b", "a?", "*"]),
            ("dot or a space", &["x.", "x ", "x. ", " "]),
            ("device", &["CON", "con.x", "Aux", "nul.tar.gz", "com1", "LPT²", "prn .x", "CONIN$"]),
        ] {
            for name in names {
                let problem = check_server(name).unwrap_err();
                assert!(problem.contains(part), "{name:?} {problem}");
            }
        }
    }

    #[test]
    fn names_that_differ_in_case_are_one_file() {
        let names = ["GitHub", "ärger", "straße", "lamp", "github", "GITHUB", "ÄRGER", "STRASSE"];
        assert_eq!(
            case_clashes(names),
            [("GitHub", "github"), ("GitHub", "GITHUB"), ("ärger", "ÄRGER"), ("straße", "STRASSE"),]
        );
        assert_eq!(case_clashes(["a", "b", "a"]), [], "equal names are told apart elsewhere");
        assert!(is_same_file("ΣΟΦΟΣ", "σοφος") && is_same_file("\u{212a}", "k"));
    }
}
