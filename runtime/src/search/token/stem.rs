//! The English Snowball stemmer (Porter2), in place over a fixed buffer.
//!
//! Source: M. F. Porter, "The English (Porter2) stemming algorithm",
//! <https://snowballstem.org/algorithms/english/stemmer.html>.

/// Stems the lower-case ASCII word in `word`; the length of what is left at its
/// front. A word with any other byte than `a`–`z` and digits stays as it is.
///
/// O(length), no allocation.
pub fn stem(word: &mut [u8]) -> usize {
    let len = word.len();
    let mut at = 0;
    while at < len {
        if !word[at].is_ascii_lowercase() && !word[at].is_ascii_digit() {
            return len;
        }
        at += 1;
    }
    if len <= 2 {
        return len;
    }
    if let Some(fixed) = exception(word) {
        word[..fixed.len()].copy_from_slice(fixed);
        return fixed.len();
    }
    Stemmer::new(word).run()
}

fn exception(word: &[u8]) -> Option<&'static [u8]> {
    Some(match word {
        b"skis" => b"ski",
        b"skies" => b"sky",
        b"dying" => b"die",
        b"lying" => b"lie",
        b"tying" => b"tie",
        b"idly" => b"idl",
        b"gently" => b"gentl",
        b"ugly" => b"ugli",
        b"early" => b"earli",
        b"only" => b"onli",
        b"singly" => b"singl",
        b"sky" => b"sky",
        b"news" => b"news",
        b"howe" => b"howe",
        b"atlas" => b"atlas",
        b"cosmos" => b"cosmos",
        b"bias" => b"bias",
        b"andes" => b"andes",
        _ => return None,
    })
}

/// `y` where it is a consonant, as the algorithm writes it.
const CONSONANT_Y: u8 = b'Y';

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

fn is_double(letter: u8) -> bool {
    matches!(letter, b'b' | b'd' | b'f' | b'g' | b'm' | b'n' | b'p' | b'r' | b't')
}

/// A suffix and what takes its place.
type Rule = (&'static [u8], &'static [u8]);

/// Longest first where one ends another.
const STEP_2: [Rule; 22] = [
    (b"ational", b"ate"),
    (b"ization", b"ize"),
    (b"fulness", b"ful"),
    (b"ousness", b"ous"),
    (b"iveness", b"ive"),
    (b"tional", b"tion"),
    (b"biliti", b"ble"),
    (b"lessli", b"less"),
    (b"ation", b"ate"),
    (b"alism", b"al"),
    (b"aliti", b"al"),
    (b"ousli", b"ous"),
    (b"iviti", b"ive"),
    (b"fulli", b"ful"),
    (b"entli", b"ent"),
    (b"enci", b"ence"),
    (b"anci", b"ance"),
    (b"abli", b"able"),
    (b"izer", b"ize"),
    (b"ator", b"ate"),
    (b"alli", b"al"),
    (b"bli", b"ble"),
];

const STEP_3: [Rule; 8] = [
    (b"ational", b"ate"),
    (b"tional", b"tion"),
    (b"alize", b"al"),
    (b"icate", b"ic"),
    (b"iciti", b"ic"),
    (b"ical", b"ic"),
    (b"ness", b""),
    (b"ful", b""),
];

const STEP_4: [&[u8]; 17] = [
    b"ement", b"ance", b"ence", b"able", b"ible", b"ment", b"ant", b"ent", b"ism", b"ate", b"iti",
    b"ous", b"ive", b"ize", b"al", b"er", b"ic",
];

struct Stemmer<'w> {
    word: &'w mut [u8],
    len: usize,
    r1: usize,
    r2: usize,
}

impl<'w> Stemmer<'w> {
    fn new(word: &'w mut [u8]) -> Self {
        let len = word.len();
        for at in 0..len {
            if word[at] == b'y' && (at == 0 || is_vowel(word[at - 1])) {
                word[at] = CONSONANT_Y;
            }
        }
        let mut stemmer = Self { word, len, r1: len, r2: len };
        stemmer.r1 = stemmer.first_region();
        stemmer.r2 = stemmer.region(stemmer.r1);
        stemmer
    }

    fn run(mut self) -> usize {
        self.step_1a();
        if !self.is_stop_form() {
            self.step_1b();
            self.step_1c();
            self.step_2();
            self.step_3();
            self.step_4();
            self.step_5();
        }
        for letter in &mut self.word[..self.len] {
            letter.make_ascii_lowercase();
        }
        self.len
    }

    fn first_region(&self) -> usize {
        for prefix in [b"gener".as_slice(), b"commun", b"arsen"] {
            if self.word.starts_with(prefix) {
                return prefix.len();
            }
        }
        self.region(0)
    }

    /// After the first non-vowel that follows a vowel, from `from` on.
    fn region(&self, from: usize) -> usize {
        let mut at = from + 1;
        while at < self.len {
            if is_vowel(self.word[at - 1]) && !is_vowel(self.word[at]) {
                return at + 1;
            }
            at += 1;
        }
        self.len
    }

    fn ends(&self, suffix: &[u8]) -> bool {
        self.word[..self.len].ends_with(suffix)
    }

    fn at_from_end(&self, back: usize) -> u8 {
        self.len.checked_sub(back).map_or(0, |at| self.word[at])
    }

    fn in_r1(&self, suffix: usize) -> bool {
        self.len >= self.r1 + suffix
    }

    fn in_r2(&self, suffix: usize) -> bool {
        self.len >= self.r2 + suffix
    }

    fn has_vowel(&self, to: usize) -> bool {
        self.word[..to].iter().any(|&letter| is_vowel(letter))
    }

    /// No replacement is longer than what it replaces by more than the letter
    /// that a rule took away just before.
    fn replace(&mut self, suffix: usize, with: &[u8]) {
        let at = self.len - suffix;
        self.word[at..at + with.len()].copy_from_slice(with);
        self.len = at + with.len();
    }

    /// A vowel and a consonant other than w, x, Y with a consonant before, or a
    /// vowel at the start and a consonant: ending at `to`.
    fn short_syllable(&self, to: usize) -> bool {
        let word = &self.word[..to];
        match *word {
            [vowel, consonant] => is_vowel(vowel) && !is_vowel(consonant),
            [.., before, vowel, consonant] => {
                !is_vowel(before)
                    && is_vowel(vowel)
                    && !is_vowel(consonant)
                    && !matches!(consonant, b'w' | b'x' | CONSONANT_Y)
            }
            _ => false,
        }
    }

    fn step_1a(&mut self) {
        if self.ends(b"sses") {
            self.len -= 2;
        } else if self.ends(b"ied") || self.ends(b"ies") {
            self.len -= if self.len > 4 { 2 } else { 1 };
        } else if self.ends(b"us") || self.ends(b"ss") {
        } else if self.ends(b"s") && self.len >= 2 && self.has_vowel(self.len - 2) {
            self.len -= 1;
        }
    }

    fn is_stop_form(&self) -> bool {
        matches!(
            &self.word[..self.len],
            b"inning"
                | b"outing"
                | b"canning"
                | b"herring"
                | b"earring"
                | b"proceed"
                | b"exceed"
                | b"succeed"
        )
    }

    fn step_1b(&mut self) {
        for (suffix, cut) in [(b"eedly".as_slice(), 3), (b"eed", 1)] {
            if self.ends(suffix) {
                if self.in_r1(suffix.len()) {
                    self.len -= cut;
                }
                return;
            }
        }
        for suffix in [b"ingly".as_slice(), b"edly", b"ing", b"ed"] {
            if self.ends(suffix) {
                if self.has_vowel(self.len - suffix.len()) {
                    self.len -= suffix.len();
                    self.after_1b();
                }
                return;
            }
        }
    }

    fn after_1b(&mut self) {
        let last = self.at_from_end(1);
        if self.ends(b"at") || self.ends(b"bl") || self.ends(b"iz") {
            self.append_e();
        } else if is_double(last) && last == self.at_from_end(2) {
            self.len -= 1;
        } else if self.r1 >= self.len && self.short_syllable(self.len) {
            self.append_e();
        }
    }

    fn append_e(&mut self) {
        self.word[self.len] = b'e';
        self.len += 1;
    }

    fn step_1c(&mut self) {
        let y = matches!(self.at_from_end(1), b'y' | CONSONANT_Y);
        if y && self.len > 2 && !is_vowel(self.at_from_end(2)) {
            self.word[self.len - 1] = b'i';
        }
    }

    fn step_2(&mut self) {
        for (suffix, with) in STEP_2 {
            if self.ends(suffix) {
                if self.in_r1(suffix.len()) {
                    self.replace(suffix.len(), with);
                }
                return;
            }
        }
        if self.ends(b"ogi") {
            if self.in_r1(3) && self.at_from_end(4) == b'l' {
                self.len -= 1;
            }
        } else if self.ends(b"li") && self.in_r1(2) {
            let before = self.at_from_end(3);
            if matches!(before, b'c' | b'd' | b'e' | b'g' | b'h' | b'k' | b'm' | b'n' | b'r' | b't')
            {
                self.len -= 2;
            }
        }
    }

    fn step_3(&mut self) {
        if self.ends(b"ative") {
            if self.in_r1(5) && self.in_r2(5) {
                self.len -= 5;
            }
            return;
        }
        for (suffix, with) in STEP_3 {
            if self.ends(suffix) {
                if self.in_r1(suffix.len()) {
                    self.replace(suffix.len(), with);
                }
                return;
            }
        }
    }

    fn step_4(&mut self) {
        for suffix in STEP_4 {
            if self.ends(suffix) {
                if self.in_r2(suffix.len()) {
                    self.len -= suffix.len();
                }
                return;
            }
        }
        let after_s_or_t = matches!(self.at_from_end(4), b's' | b't');
        if self.ends(b"ion") && self.in_r2(3) && after_s_or_t {
            self.len -= 3;
        }
    }

    fn step_5(&mut self) {
        if self.ends(b"e") {
            let long = self.in_r1(1) && !self.short_syllable(self.len - 1);
            if self.in_r2(1) || long {
                self.len -= 1;
            }
        } else if self.ends(b"ll") && self.in_r2(1) {
            self.len -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn stemmed(word: &str) -> String {
        let mut bytes = word.as_bytes().to_vec();
        let len = stem(&mut bytes);
        core::str::from_utf8(&bytes[..len]).unwrap().to_string()
    }

    #[test]
    fn words_of_tools() {
        for (word, expected) in [
            ("issues", "issu"),
            ("repositories", "repositori"),
            ("repository", "repositori"),
            ("querying", "queri"),
            ("created", "creat"),
            ("creation", "creation"),
            ("generate", "generat"),
            ("hopping", "hop"),
            ("hoping", "hope"),
            ("prs", "prs"),
            ("news", "news"),
            ("relational", "relat"),
            ("ties", "tie"),
            ("cries", "cri"),
            ("gas", "gas"),
            ("gaps", "gap"),
            ("say", "say"),
            ("by", "by"),
            ("v2s", "v2s"),
            ("übung", "übung"),
        ] {
            assert_eq!(stemmed(word), expected, "for {word}");
        }
    }
}
