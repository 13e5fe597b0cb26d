//! Searching in text without regard to case and without an allocation.

/// The lower-case characters of `text`.
pub(crate) fn lower(text: &str) -> impl Iterator<Item = char> + Clone + '_ {
    text.chars().flat_map(char::to_lowercase)
}

/// Looks for `part` in `text`, both in lower case; at each place where it
/// stands, `accept` sees the characters before and after it.
pub(crate) fn find_folded(
    text: &str,
    part: &str,
    mut accept: impl FnMut(Option<char>, Option<char>) -> bool,
) -> bool {
    if part.is_ascii() && text.is_ascii() {
        return find_ascii(text.as_bytes(), part.as_bytes(), accept);
    }
    let mut rest = lower(text);
    let mut before = None;
    loop {
        let mut ahead = rest.clone();
        if lower(part).all(|c| ahead.next() == Some(c)) && accept(before, ahead.next()) {
            return true;
        }
        before = rest.next();
        if before.is_none() {
            return false;
        }
    }
}

fn find_ascii(
    text: &[u8],
    part: &[u8],
    mut accept: impl FnMut(Option<char>, Option<char>) -> bool,
) -> bool {
    let Some(last) = text.len().checked_sub(part.len()) else { return false };
    let char_at = |at: usize| text.get(at).map(|&byte| char::from(byte));
    for at in 0..=last {
        let end = at + part.len();
        if text[at..end].eq_ignore_ascii_case(part)
            && accept(at.checked_sub(1).and_then(char_at), char_at(end))
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_paths_find_the_same() {
        for (text, part, found) in [
            ("Run SQL", "sql", true),
            ("Run SQL", "", true),
            ("", "", true),
            ("Run", "runs", false),
            ("ÀB c", "àb", true),
            ("创建 Notion", "notion", true),
            ("创建", "建", true),
            ("İ", "i", true),
        ] {
            assert_eq!(find_folded(text, part, |_, _| true), found, "{text} {part}");
        }
    }

    #[test]
    fn neighbours_are_shown() {
        let mut seen = alloc::vec::Vec::new();
        assert!(!find_folded("a.ba", "A", |before, after| {
            seen.push((before, after));
            false
        }));
        assert_eq!(seen, [(None, Some('.')), (Some('b'), None)]);
    }
}
