//! From text to words and their parts, folded but not stemmed.

use super::fold::{Class, class, fold, width};

/// Bytes of a word that count; what is longer is cut off, alike on both sides.
pub const MAX_WORD: usize = 64;

/// What kind of text is cut into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Names of tools, servers and parameters: every part of a word counts, and
    /// a word split by case counts in its joined form too.
    Identifier,
    /// Descriptions and hints: the word counts; its parts as well when it looks
    /// like an identifier (`maxResults`, but not `GitHub`). No stop words.
    Prose,
    /// What the model asked: the word and its parts.
    Query,
}

/// What part of a word an emitted word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All of it.
    Whole,
    /// A piece between two edges of case, or a pair of CJK letters.
    Part,
    /// All of it, where the parts came before it: of an identifier split by case.
    Joined,
}

/// Edges of case that are kept of one word.
const MAX_EDGES: usize = 15;

/// Calls `emit` with each word of `text`, in order, folded and not stemmed, at
/// most [`MAX_WORD`] bytes long and never empty.
///
/// O(bytes of `text`), no allocation.
pub fn for_each_word(text: &str, mode: Mode, emit: &mut dyn FnMut(&str, Kind)) {
    let mut run = Run::new(mode);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte < 0x80 {
            run.ascii(byte, emit);
            at += 1;
        } else {
            let c = text[at..].chars().next().unwrap_or(' ');
            run.wide(width(c), emit);
            at += c.len_utf8();
        }
    }
    run.end(emit);
}

/// The word that is being read.
struct Run {
    mode: Mode,
    word: [u8; MAX_WORD],
    len: usize,
    full: bool,
    edges: [u8; MAX_EDGES],
    edge_count: usize,
    /// Of the last character and the one before it; separators at the start.
    last: Class,
    before_last: Class,
    /// Where the last character begins in `word`.
    last_at: usize,
    starts_lower: bool,
    /// The last edge stands before an upper-case letter with an `s` after it.
    plural: bool,
    pair: Option<char>,
    paired: bool,
}

impl Run {
    fn new(mode: Mode) -> Self {
        Self {
            mode,
            word: [0; MAX_WORD],
            len: 0,
            full: false,
            edges: [0; MAX_EDGES],
            edge_count: 0,
            last: Class::Separator,
            before_last: Class::Separator,
            last_at: 0,
            starts_lower: false,
            plural: false,
            pair: None,
            paired: false,
        }
    }

    fn ascii(&mut self, byte: u8, emit: &mut dyn FnMut(&str, Kind)) {
        let class = match byte {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            _ => return self.end(emit),
        };
        if self.pair.is_some() {
            self.end_pairs(emit);
        }
        self.letter(class, byte == b's');
        self.push(&[byte.to_ascii_lowercase()]);
    }

    fn wide(&mut self, c: char, emit: &mut dyn FnMut(&str, Kind)) {
        match class(c) {
            Class::Separator => self.end(emit),
            Class::Mark => {}
            Class::Cjk => self.cjk(c, emit),
            class => {
                self.end_pairs(emit);
                self.letter(class, c == 's');
                fold(c, |c| self.push(c.encode_utf8(&mut [0; 4]).as_bytes()));
            }
        }
    }

    /// Notes an edge before this letter (`aB`) or before the last one (`ABc`).
    fn letter(&mut self, class: Class, is_s: bool) {
        self.plural = false;
        if class == Class::Upper && self.last == Class::Lower {
            self.edge(self.len);
        }
        let acronym = self.last == Class::Upper && self.before_last != Class::Lower;
        if class == Class::Lower && acronym && self.last_at > 0 {
            self.edge(self.last_at);
            self.plural = is_s;
        }
        if self.last == Class::Separator {
            self.starts_lower = class == Class::Lower;
        }
        (self.before_last, self.last, self.last_at) = (self.last, class, self.len);
    }

    fn edge(&mut self, at: usize) {
        if self.full || self.edge_count == MAX_EDGES || at == 0 {
            return;
        }
        self.edges[self.edge_count] = at as u8;
        self.edge_count += 1;
    }

    fn push(&mut self, bytes: &[u8]) {
        self.full |= self.len + bytes.len() > MAX_WORD;
        if self.full {
            return;
        }
        let mut at = 0;
        while at < bytes.len() {
            self.word[self.len] = bytes[at];
            self.len += 1;
            at += 1;
        }
    }

    fn cjk(&mut self, c: char, emit: &mut dyn FnMut(&str, Kind)) {
        self.end_word(emit);
        if let Some(first) = self.pair {
            let mut pair = [0; 8];
            let len = first.encode_utf8(&mut pair).len();
            let len = len + c.encode_utf8(&mut pair[len..]).len();
            emit(core::str::from_utf8(&pair[..len]).unwrap_or(""), Kind::Part);
        }
        self.paired = self.pair.is_some();
        self.pair = Some(c);
    }

    fn end(&mut self, emit: &mut dyn FnMut(&str, Kind)) {
        self.end_word(emit);
        self.end_pairs(emit);
    }

    fn end_pairs(&mut self, emit: &mut dyn FnMut(&str, Kind)) {
        if let (Some(single), false) = (self.pair, self.paired) {
            emit(single.encode_utf8(&mut [0; 4]), Kind::Whole);
        }
        (self.pair, self.paired) = (None, false);
    }

    fn end_word(&mut self, emit: &mut dyn FnMut(&str, Kind)) {
        if self.len > 0 {
            // "URLs": a plural, not the end of an acronym.
            if self.plural && !self.full && self.last == Class::Lower {
                self.edge_count -= usize::from(self.edge_count > 0);
            }
            self.emit(emit);
        }
        (self.len, self.full, self.edge_count, self.plural) = (0, false, 0, false);
        (self.last, self.before_last, self.last_at) = (Class::Separator, Class::Separator, 0);
    }

    fn emit(&self, emit: &mut dyn FnMut(&str, Kind)) {
        let split = self.edge_count > 0;
        match self.mode {
            Mode::Identifier if split => {
                self.parts(emit);
                self.whole(Kind::Joined, emit);
            }
            Mode::Prose if split && (self.starts_lower || self.edge_count > 1) => {
                self.whole(Kind::Whole, emit);
                self.parts(emit);
            }
            Mode::Query if split => {
                self.whole(Kind::Whole, emit);
                self.parts(emit);
            }
            _ => self.whole(Kind::Whole, emit),
        }
    }

    fn whole(&self, kind: Kind, emit: &mut dyn FnMut(&str, Kind)) {
        self.piece(0, self.len, kind, emit);
    }

    fn parts(&self, emit: &mut dyn FnMut(&str, Kind)) {
        let mut from = 0;
        for &edge in self.edges.iter().take(self.edge_count) {
            self.piece(from, usize::from(edge), Kind::Part, emit);
            from = usize::from(edge);
        }
        self.piece(from, self.len, Kind::Part, emit);
    }

    fn piece(&self, from: usize, to: usize, kind: Kind, emit: &mut dyn FnMut(&str, Kind)) {
        let bytes = self.word.get(from..to).unwrap_or(&[]);
        if let (Ok(text), false) = (core::str::from_utf8(bytes), bytes.is_empty()) {
            emit(text, kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn words(text: &str, mode: Mode) -> String {
        let mut out: Vec<String> = Vec::new();
        for_each_word(text, mode, &mut |word, _| out.push(word.to_string()));
        out.join(" ")
    }

    #[test]
    fn identifiers_split_at_case_and_join() {
        assert_eq!(words("maxResults", Mode::Identifier), "max results maxresults");
        assert_eq!(words("HTTPServerTool", Mode::Identifier), "http server tool httpservertool");
        assert_eq!(words("take_screen-shot.v2", Mode::Identifier), "take screen shot v2");
        assert_eq!(words("getURLs", Mode::Identifier), "get urls geturls");
        assert_eq!(words("PRs", Mode::Identifier), "prs");
        assert_eq!(words("S3Bucket", Mode::Identifier), "s3 bucket s3bucket");
    }

    #[test]
    fn prose_keeps_brands_whole() {
        assert_eq!(words("GitHub", Mode::Prose), "github");
        assert_eq!(words("maxResults", Mode::Prose), "maxresults max results");
        assert_eq!(words("MyBigTool", Mode::Prose), "mybigtool my big tool");
        assert_eq!(words("GitHub", Mode::Query), "github git hub");
    }

    #[test]
    fn cjk_runs_give_pairs() {
        assert_eq!(words("创建页面。", Mode::Prose), "创建 建页 页面");
        assert_eq!(words("查 a页", Mode::Prose), "查 a 页");
        assert_eq!(words("ｶﾀﾅ", Mode::Query), "カタ タナ");
    }

    #[test]
    fn marks_belong_to_their_word() {
        assert_eq!(words("cafe\u{301} İstanbul", Mode::Query), "cafe istanbul");
        assert_eq!(words("\u{301}\u{301} !!! ___", Mode::Query), "");
    }

    #[test]
    fn long_words_are_cut_at_a_character() {
        assert_eq!(words(&"é".repeat(100), Mode::Query).len(), 64);
        assert_eq!(words(&"ж".repeat(100), Mode::Query).len(), 64);
        assert_eq!(words(&"aB".repeat(100), Mode::Identifier).split(' ').count(), 17);
    }
}
