//! A name without its separators, so that every spelling of it is one.

use super::fold::{Class, class, fold, width};

/// Calls `emit` with each letter and digit of `text`, folded; where there is
/// none, with each character as it is.
///
/// `take_screenshot`, `takeScreenshot`, `Take-Screenshot` and `take.screenshot`
/// give the same characters. O(bytes of `text`), no allocation.
pub fn for_each_letter(text: &str, emit: &mut dyn FnMut(char)) {
    let mut any = false;
    for c in text.chars().map(width) {
        if !matches!(class(c), Class::Separator | Class::Mark) {
            any = true;
            fold(c, &mut *emit);
        }
    }
    if !any {
        text.chars().for_each(emit);
    }
}

/// Takes a character into such a hash as [`squeezed_hash`] computes.
pub(crate) fn hash_letter(hash: &mut crate::search::index::Hash, c: char) {
    let c = width(c);
    if !matches!(class(c), Class::Separator | Class::Mark) {
        fold(c, |c| hash.char(c));
    }
}

/// FNV-1a over those characters.
pub(crate) fn squeezed_hash(text: &str) -> u32 {
    let mut hash = crate::search::index::Hash::new();
    if text.is_ascii() && text.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
        letters.for_each(|byte| hash.byte(byte.to_ascii_lowercase()));
    } else {
        for_each_letter(text, &mut |c| hash.char(c));
    }
    hash.finish()
}

/// True when two texts have the same letters and digits, folded.
///
/// O(bytes of both), no allocation.
#[must_use]
pub fn same_letters(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (mut a, mut b) = (Letters::new(a), Letters::new(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (a, b) if a != b => return false,
            _ => {}
        }
    }
}

/// The characters of [`for_each_letter`], one by one.
struct Letters<'a> {
    rest: core::str::Chars<'a>,
    /// Of a character that folds to several: those still to come.
    pending: [char; 3],
    count: usize,
    any: bool,
    text: &'a str,
}

impl<'a> Letters<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), pending: ['\0'; 3], count: 0, any: false, text }
    }
}

impl Iterator for Letters<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            if self.count > 0 {
                let first = self.pending[0];
                self.pending.rotate_left(1);
                self.count -= 1;
                return Some(first);
            }
            let Some(c) = self.rest.next() else {
                return self.raw();
            };
            let c = width(c);
            if matches!(class(c), Class::Separator | Class::Mark) {
                continue;
            }
            self.any = true;
            fold(c, |c| {
                if let Some(slot) = self.pending.get_mut(self.count) {
                    *slot = c;
                    self.count += 1;
                }
            });
        }
    }
}

impl Letters<'_> {
    /// Text without a letter: its characters as they are.
    fn raw(&mut self) -> Option<char> {
        if self.any {
            return None;
        }
        let mut chars = self.text.chars();
        let first = chars.next();
        self.text = chars.as_str();
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_the_same() {
        for other in ["takeScreenshot", "Take-Screen.Shot", "TAKE SCREENSHOT", "ｔake/screenshot"]
        {
            assert!(same_letters("take_screenshot", other), "{other}");
            assert_eq!(squeezed_hash("take_screenshot"), squeezed_hash(other));
        }
        assert!(!same_letters("take", "takes"));
        assert!(!same_letters("takes", "take"));
        assert!(same_letters("Straße", "STRASSE"));
        assert!(!same_letters("-", "_") && same_letters("-", "-") && same_letters("", ""));
    }
}
