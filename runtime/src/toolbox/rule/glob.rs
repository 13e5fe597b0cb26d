//! Patterns over text that lies in pieces.

/// Matches `*` and `?` by going back to the last star only; O(n·m), allocates
/// nothing.
pub(super) fn glob(pattern: &str, mut text: impl Iterator<Item = u8> + Clone) -> bool {
    let pattern = pattern.as_bytes();
    let mut at = 0;
    // The last star, and what is left of the text after what it has taken.
    let mut star = None;
    loop {
        let before = text.clone();
        let Some(byte) = text.next() else { break };
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, before.clone()));
                (at, text) = (at + 1, before);
            }
            Some(&want) if want == b'?' || want == byte => at += 1,
            _ => {
                let Some((place, mut taken)) = star else { return false };
                taken.next();
                (at, text) = (place + 1, taken.clone());
                star = Some((place, taken));
            }
        }
    }
    is_all(pattern.get(at..).unwrap_or_default())
}

/// Whether some text that begins with `head`, and is longer, matches.
pub(super) fn may_begin_with(pattern: &str, head: impl Iterator<Item = u8>) -> bool {
    let mut pattern = pattern.bytes();
    for byte in head {
        match pattern.next() {
            Some(b'*') => return true,
            Some(want) if want == b'?' || want == byte => {}
            _ => return false,
        }
    }
    pattern.next().is_some()
}

/// True for a pattern of nothing but stars, and for an empty one.
pub(super) fn is_all(pattern: &[u8]) -> bool {
    pattern.iter().all(|&byte| byte == b'*')
}

pub(super) fn is_wild(pattern: &str) -> bool {
    pattern.contains(['*', '?'])
}

#[cfg(test)]
mod tests {
    use super::{glob, may_begin_with};

    #[test]
    fn globs() {
        for (pattern, text) in [("*", ""), ("a*c", "abbc"), ("?b*", "ab"), ("*a*b", "xaxbxb")] {
            assert!(glob(pattern, text.bytes()), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("?", ""), ("a*c", "abcd"), ("A", "a")] {
            assert!(!glob(pattern, text.bytes()), "{pattern} {text}");
        }
        let pieces = ["mcp__", "desk", "__", "read"].into_iter().flat_map(str::bytes);
        assert!(glob("*sk__r?ad", pieces));
        assert!(!glob(&"a*".repeat(50), "b".repeat(5_000).bytes()));
    }

    /// Against the definition, over all patterns and texts of few letters.
    #[test]
    fn globs_are_what_they_are_said_to_be() {
        let words = |letters: &[char], most: usize| {
            let mut all = alloc::vec![alloc::string::String::new()];
            let mut from = 0;
            for _ in 0..most {
                let end = all.len();
                for at in from..end {
                    let longer = letters.iter().map(|&c| {
                        let mut word = all[at].clone();
                        word.push(c);
                        word
                    });
                    let longer: alloc::vec::Vec<_> = longer.collect();
                    all.extend(longer);
                }
                from = end;
            }
            all
        };
        for pattern in words(&['a', 'b', '*', '?'], 5) {
            for text in words(&['a', 'b'], 4) {
                let expected = naive(pattern.as_bytes(), text.as_bytes());
                assert_eq!(glob(&pattern, text.bytes()), expected, "{pattern} {text}");
            }
        }
    }

    fn naive(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern, text) {
            ([], _) => text.is_empty(),
            ([b'*', rest @ ..], _) => (0..=text.len()).any(|at| naive(rest, &text[at..])),
            ([c, rest @ ..], [first, text @ ..]) if *c == b'?' || c == first => naive(rest, text),
            _ => false,
        }
    }

    #[test]
    fn beginnings() {
        for pattern in ["*", "m*", "mcp__db__x", "mcp__??__*", "*delete*", "mcp__db_*"] {
            assert!(may_begin_with(pattern, "mcp__db__".bytes()), "{pattern}");
        }
        for pattern in ["", "read_*", "mcp__db__", "mcp__dbs*", "mcp__?__*"] {
            assert!(!may_begin_with(pattern, "mcp__db__".bytes()), "{pattern}");
        }
    }
}
