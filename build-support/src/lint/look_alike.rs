//! Names that a reader can confuse.

use std::collections::BTreeMap;

use toolcrib::catalog::{Manifest, Tool};
use toolcrib::text::Visible;

use super::finding::{Finding, Place};
use super::rule::Rule;

/// Compares the names of servers with each other.
pub(super) fn servers(manifests: &[Manifest], found: &mut Vec<Finding>) {
    let names: Vec<&str> = manifests.iter().map(Manifest::server).collect();
    for (name, other) in pairs(&names) {
        let mut place = Place { server: name, tool: None, found };
        let message = format!("the name looks like the name of server `{}`", Visible(other));
        place.report(Rule::LookAlikeName, "", message);
    }
}

/// Compares the names of one server's tools with each other.
pub(super) fn tools(place: &mut Place<'_>, tools: &[Tool]) {
    let names: Vec<&str> = tools.iter().map(Tool::name).collect();
    for (name, other) in pairs(&names) {
        let message = format!("the name looks like the name of tool `{}`", Visible(other));
        let mut place = Place { server: place.server, tool: Some(name), found: place.found };
        place.report(Rule::LookAlikeName, "/name", message);
    }
}

/// Each name that looks like an earlier name, with that name.
fn pairs<'a>(names: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut first: BTreeMap<String, &str> = BTreeMap::new();
    let mut pairs = Vec::new();
    for &name in names {
        match first.get(&skeleton(name)) {
            Some(&other) => pairs.push((name, other)),
            None => {
                first.insert(skeleton(name), name);
            }
        }
    }
    pairs
}

/// What a name looks like: without case and separators, with one character for
/// all those that resemble each other. Follows the skeleton of UTS #39; the table
/// has what can pass for the Latin letters of a name.
fn skeleton(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | '.' | ' ' | '/' | ':'));
    letters.flat_map(char::to_lowercase).map(resembled).collect()
}

fn resembled(c: char) -> char {
    match c {
        '0' | 'о' | 'ο' | 'օ' => 'o',
        '1' | 'і' | 'ι' | 'ı' | 'ӏ' | 'l' | '|' => 'i',
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' | 'ҽ' => 'e',
        'һ' | 'н' | 'η' => 'h',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'п' | 'ո' => 'n',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        // Full-width forms.
        '\u{ff41}'..='\u{ff5a}' => {
            let offset = u32::from(c) - 0xff41;
            char::from_u32(u32::from('a') + offset).map_or(c, resembled)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn what_looks_alike() {
        for (a, b) in
            [("get_url", "getUrl"), ("list", "1ist"), ("paypal", "раураl"), ("a.b", "a-b")]
        {
            assert_eq!(skeleton(a), skeleton(b));
        }
        assert_ne!(skeleton("get_issue"), skeleton("get_issues"));
        assert_eq!(skeleton("ＰＡＹ"), skeleton("pay"));
    }
}
