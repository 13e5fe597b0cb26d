//! "Did you mean …?"

use alloc::vec::Vec;

/// The one of `known` that `word` was most likely meant to be: equal but for
/// case and separators, or at most one character in four off (one in three of
/// a word of three).
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = bare(word);
    let limit = (word.len() + 1) / 4;
    let near = known.into_iter().filter_map(|name| {
        let bare = bare(name);
        let may_be = !word.is_empty() && bare.len().abs_diff(word.len()) <= limit;
        let distance = may_be.then(|| distance(&word, &bare))?;
        (distance <= limit).then_some((distance, name))
    });
    near.min().map(|(_, name)| name)
}

fn bare(name: &str) -> Vec<char> {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Optimal string alignment distance: how many characters have to be added,
/// removed, replaced or swapped with their neighbours. O(n·m).
fn distance(a: &[char], b: &[char]) -> usize {
    let (mut before, mut row): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    for (i, &x) in a.iter().enumerate() {
        let mut next = alloc::vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let is_swap = i > 0 && j > 0 && a[i - 1] == y && b[j - 1] == x;
            let swap = if is_swap { before[j - 1] + 1 } else { usize::MAX };
            let replace = row[j] + usize::from(x != y);
            next.push(replace.min(row[j + 1] + 1).min(next[j] + 1).min(swap));
        }
        before = core::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let cases =
            [("", "", 0), ("titel", "title", 1), ("abc", "", 3), ("ab", "ac", 1), ("ca", "abc", 3)];
        for (a, b, expected) in cases {
            let (one, other) = (bare(a), bare(b));
            assert_eq!(distance(&one, &other), expected, "{a} {b}");
            assert_eq!(distance(&other, &one), expected, "{b} {a}");
        }
    }

    #[test]
    fn what_was_meant() {
        let meant = |word| nearest(word, ["name", "title", "read_only"]);
        assert_eq!(meant("titel"), Some("title"));
        assert_eq!(meant("readOnly"), Some("read_only"));
        assert_eq!(meant("NAME"), Some("name"));
        assert_eq!((meant("zzz"), meant("___")), (None, None));
    }
}
