//! The generated module of tool names: code that names a removed tool no longer
//! compiles.

use std::collections::BTreeSet;
use std::fmt::Write;

use toolcrib::catalog::{Catalog, Digest};

/// `pub mod <server> { pub const <TOOL>: &str = "<name for the model>"; }`.
pub(crate) fn module(catalog: &Catalog<'_>) -> String {
    let mut out = String::new();
    let mut modules = BTreeSet::new();
    for server in catalog.servers() {
        let name = unique(&mut modules, snake(server.name()), server.name());
        let whose = if server.is_provider() { "provider" } else { "MCP server" };
        let doc = format!("Tools of the {whose} `{}`.", server.name());
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "#[allow(dead_code, unreachable_pub)]\n#[doc = {doc:?}]\npub mod {name} {{"
        );
        let mut constants = BTreeSet::new();
        for tool in server.tools() {
            let name =
                unique(&mut constants, snake(tool.raw_name()).to_uppercase(), tool.raw_name());
            let doc = format!("The tool `{}`.", tool.raw_name());
            let _ = writeln!(
                out,
                "    #[doc = {doc:?}]\n    pub const {name}: &str = {:?};",
                tool.name()
            );
        }
        out.push_str("}\n");
    }
    out
}

/// Adds hexadecimal digits to an identifier that is already taken.
fn unique(taken: &mut BTreeSet<String>, wanted: String, of: &str) -> String {
    let mut name = wanted;
    while taken.contains(&name) {
        let digits = Digest::of(&[of.as_bytes()]).to_hex();
        let upper = name.chars().any(|c| c.is_ascii_uppercase());
        let digits = digits.get(..8).unwrap_or_default();
        name = format!("{name}_{}", if upper { digits.to_uppercase() } else { digits.into() });
    }
    taken.insert(name.clone());
    name
}

/// A name as a snake-case ASCII identifier that is not a keyword.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut previous = '_';
    for c in name.chars() {
        if c.is_ascii_uppercase() && (previous.is_ascii_lowercase() || previous.is_ascii_digit()) {
            out.push('_');
        }
        out.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
        previous = c;
    }
    if !out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.insert(0, 't');
    }
    if is_keyword(&out) {
        out.push('_');
    }
    out
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &str = " abstract as async await become box break const continue crate do dyn else \
        enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub \
        ref return self static struct super trait true try type typeof unsafe unsized use virtual where \
        while yield ";
    KEYWORDS.contains(&format!(" {word} "))
}

#[cfg(test)]
mod tests {
    use super::{snake, unique};
    use std::collections::BTreeSet;

    #[test]
    fn identifiers_are_legal_and_distinct() {
        let cases = [
            ("create_issue", "create_issue"),
            ("getUrl", "get_url"),
            ("type", "type_"),
            ("self", "self_"),
            ("9lives", "t9lives"),
            ("创建", "t__"),
            ("", "t"),
            ("a.b-c", "a_b_c"),
        ];
        for (name, expected) in cases {
            assert_eq!(snake(name), expected);
        }
        let mut taken = BTreeSet::new();
        let names =
            ["a.b", "a-b", "a_b"].map(|name| unique(&mut taken, snake(name).to_uppercase(), name));
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 3, "{names:?}");
        assert!(names.iter().all(|name| name.starts_with("A_B") && *name == name.to_uppercase()));
    }
}
