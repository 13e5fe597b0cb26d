//! "Did you mean …?"
//!
//! The runtime has the same measure, but this crate depends on none of the others.

/// The word of `known` that is nearest to `word`, if it is near enough.
pub(crate) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let limit = (word.chars().count() / 3).max(1);
    let near = known.iter().map(|&candidate| (distance(word, candidate), candidate));
    near.filter(|&(distance, _)| distance <= limit).min().map(|(_, candidate)| candidate)
}

/// Optimal string alignment distance: insertions, deletions, substitutions and
/// swaps of neighbours; O(n·m).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut last = None;
    for (i, x) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let swapped = j > 0 && last == Some(y) && b[j - 1] == x;
            let swap = if swapped { before[j - 1] + 1 } else { usize::MAX };
            let substitution = row[j] + usize::from(x != y);
            next.push((row[j + 1] + 1).min(next[j] + 1).min(substitution).min(swap));
        }
        before = core::mem::replace(&mut row, next);
        last = Some(x);
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in
            [("", "", 0), ("titel", "title", 1), ("abc", "", 3), ("ab", "ac", 1)]
        {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn only_what_is_near() {
        assert_eq!(nearest("titel", &["title", "name"]), Some("title"));
        assert_eq!(nearest("readonly", &["read_only", "always"]), Some("read_only"));
        assert_eq!(nearest("zzz", &["title", "name"]), None);
    }
}
