//! One distinct name of at most 64 characters for each pair.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{MAX_NAME, qualify};
use crate::digest::Digest;

const HASH_DIGITS: usize = 8;

/// Makes the names of all pairs (server, tool), in order.
///
/// A pair keeps its [`qualify`]-ed name unless that is longer than 64
/// characters or another pair would have the same; each such pair gets its
/// [`shortened`] name. The result does not depend on the order of the pairs.
///
/// O(n log n).
///
/// # Errors
/// A pair occurs twice, or two shortened names are equal.
pub fn assign(pairs: &[(&str, &str)]) -> Result<Vec<String>, NameClash> {
    let mut names: Vec<String> = pairs.iter().map(|(server, tool)| qualify(server, tool)).collect();
    let mut short: Vec<bool> = names.iter().map(|name| name.len() > MAX_NAME).collect();
    loop {
        for ((name, &(server, tool)), _) in
            names.iter_mut().zip(pairs).zip(&short).filter(|(_, s)| **s)
        {
            *name = shortened(server, tool);
        }
        let shared = shared(&names);
        if shared.is_empty() {
            return Ok(names);
        }
        // A shortened name can meet a plain one, which then is shortened in its turn.
        let Some(_) = shared.iter().find(|&&at| !short[at]) else {
            return Err(NameClash::new(pairs, &names, &shared));
        };
        shared.iter().for_each(|&at| short[at] = true);
    }
}

/// The qualified name cut so that `_` and eight hex digits of
/// SHA-256(`server`, NUL, `tool`) fit within 64 characters.
#[must_use]
pub fn shortened(server: &str, tool: &str) -> String {
    let mut name = qualify(server, tool);
    name.truncate(MAX_NAME - HASH_DIGITS - 1);
    name.push('_');
    let digest = Digest::of(&[server.as_bytes(), b"\0", tool.as_bytes()]).to_hex();
    name.push_str(digest.get(..HASH_DIGITS).unwrap_or(&digest));
    name
}

/// Places of all names that stand more than once.
fn shared(names: &[String]) -> Vec<usize> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        places.entry(name).or_default().push(at);
    }
    places.into_values().filter(|places| places.len() > 1).flatten().collect()
}

/// Two tools that cannot be told apart by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameClash {
    name: String,
    pairs: Vec<(String, String)>,
}

impl NameClash {
    fn new(pairs: &[(&str, &str)], names: &[String], shared: &[usize]) -> Self {
        let name = shared.first().map_or_else(String::new, |&at| names[at].clone());
        let same = shared.iter().filter(|&&at| names[at] == name);
        let pairs = same.map(|&at| (pairs[at].0.into(), pairs[at].1.into())).collect();
        Self { name, pairs }
    }

    /// The name that both would have.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The pairs of server and tool that would have it.
    #[must_use]
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }
}

impl fmt::Display for NameClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name `{}` would stand for more than one tool:", self.name)?;
        self.pairs
            .iter()
            .try_for_each(|(server, tool)| write!(f, " `{tool}` of server `{server}`;"))?;
        f.write_str(" rename one, or leave one server out")
    }
}

impl core::error::Error for NameClash {}

#[cfg(test)]
mod tests {
    use super::{assign, shortened};
    use alloc::string::String;

    #[test]
    fn long_names_carry_eight_digits() {
        let tool = "TwilioApiV2010--CreateIncomingPhoneNumberAssignedAddOn";
        let expected = "mcp__twilio__TwilioApiV2010--CreateIncomingPhoneNumberA_ad70ab6b";
        assert_eq!(assign(&[("twilio", tool)]).unwrap(), [expected]);
        assert_eq!(shortened("twilio", tool).len(), 64);
    }

    #[test]
    fn sixty_four_characters_are_kept() {
        let fits = "x".repeat(64 - "mcp__s__".len());
        assert_eq!(assign(&[("s", &fits)]).unwrap()[0].len(), 64);
        let over = alloc::format!("{fits}x");
        assert!(assign(&[("s", &over)]).unwrap()[0].contains("x_"));
    }

    #[test]
    fn names_that_would_agree_are_all_told_apart() {
        let pairs =
            [("s", "a.b"), ("s", "a_b"), ("s", "a-b"), ("evil__foo", "t"), ("evil", "foo__t")];
        let names = assign(&pairs).unwrap();
        assert_eq!(names[2], "mcp__s__a-b");
        assert!(names[0].starts_with("mcp__s__a_b_") && names[1].starts_with("mcp__s__a_b_"));
        let reversed: alloc::vec::Vec<_> = pairs.iter().rev().copied().collect();
        let mut again = assign(&reversed).unwrap();
        again.reverse();
        assert_eq!(again, names);
        let distinct: alloc::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn a_plain_name_that_meets_a_shortened_one_is_shortened_too() {
        let taken = shortened("s", "a.b");
        let raw = taken.strip_prefix("mcp__s__").unwrap();
        let names = assign(&[("s", "a.b"), ("s", "a_b"), ("s", raw)]).unwrap();
        assert_ne!(names[0], names[2]);
    }

    #[test]
    fn the_same_pair_twice_is_refused() {
        let clash = assign(&[("s", "a"), ("s", "a")]).unwrap_err();
        assert_eq!((clash.name(), clash.pairs().len()), (shortened("s", "a").as_str(), 2));
    }
}
