//! Characters with an effect that a reader does not see.

use std::collections::BTreeMap;

use toolcrib::text::is_invisible;

use super::Rule;

/// The rules that a text breaks, each with the characters that break it.
pub(super) fn broken(text: &str) -> BTreeMap<Rule, Vec<char>> {
    let mut broken: BTreeMap<Rule, Vec<char>> = BTreeMap::new();
    let mut previous = ' ';
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let next = rest.clone().next().unwrap_or(' ');
        if let Some(rule) = rule(previous, c, next) {
            let list = broken.entry(rule).or_default();
            if !list.contains(&c) {
                list.push(c);
            }
        }
        previous = c;
    }
    broken
}

fn rule(previous: char, c: char, next: char) -> Option<Rule> {
    match c {
        '\n' | '\t' | '\r' => None,
        '\u{1b}' | '\u{9b}' | '\u{90}' | '\u{9d}' => Some(Rule::TerminalEscape),
        '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(Rule::BidirectionalCharacter)
        }
        // Joins an emoji or letters of a script that needs it: the effect is visible.
        '\u{200c}' | '\u{200d}' if joins(previous) && joins(next) => None,
        c if is_invisible(c) => Some(Rule::InvisibleCharacter),
        _ => None,
    }
}

fn joins(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6ff}' | '\u{900}'..='\u{dff}' | '\u{2190}'..='\u{2bff}'
        | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

/// `U+200B, U+202E`.
pub(super) fn points(list: &[char]) -> String {
    let points: Vec<String> = list.iter().map(|&c| format!("U+{:04X}", u32::from(c))).collect();
    points.join(", ")
}

#[cfg(test)]
mod tests {
    use super::broken;
    use crate::lint::Rule;

    #[test]
    fn each_kind_has_its_rule() {
        let cases = [
            ("a\u{200b}b", Some(Rule::InvisibleCharacter)),
            ("a\u{200d}b", Some(Rule::InvisibleCharacter)),
            ("a\u{e0041}b", Some(Rule::InvisibleCharacter)),
            ("a\u{0}b", Some(Rule::InvisibleCharacter)),
            ("a\u{202e}b", Some(Rule::BidirectionalCharacter)),
            ("a\u{1b}[31mb", Some(Rule::TerminalEscape)),
            ("two\r\n\tlines", None),
            ("👩\u{200d}👧 ⚠\u{fe0f}", None),
            ("می\u{200c}خواهم", None),
            ("é 中文", None),
        ];
        for (text, rule) in cases {
            assert_eq!(broken(text).into_keys().next(), rule, "{text:?}");
        }
    }
}
