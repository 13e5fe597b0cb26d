//! Folding single characters: case, width, Latin marks, and what is CJK.

/// What a character is to the tokeniser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Ends a word.
    Separator,
    /// Belongs to the word it stands in and adds nothing: a combining mark.
    Mark,
    /// A letter of a script without spaces, for pairs.
    Cjk,
    Upper,
    /// A letter without case, or a lower-case one.
    Lower,
    Digit,
}

pub(super) fn class(c: char) -> Class {
    match c {
        'a'..='z' => Class::Lower,
        'A'..='Z' => Class::Upper,
        '0'..='9' => Class::Digit,
        '\0'..='\x7f' => Class::Separator,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{ad}' | '\u{fe00}'..='\u{fe0f}' => {
            Class::Mark
        }
        _ if is_cjk(c) => Class::Cjk,
        _ if c.is_uppercase() => Class::Upper,
        _ if c.is_alphabetic() => Class::Lower,
        _ if c.is_numeric() => Class::Digit,
        _ => Class::Separator,
    }
}

fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{3096}' | '\u{309d}'..='\u{309f}'
        | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{3105}'..='\u{312f}'
        | '\u{3131}'..='\u{318e}' | '\u{31a0}'..='\u{31bf}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{1100}'..='\u{11ff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9d}'
        | '\u{20000}'..='\u{323af}')
}

/// The plain form of a full-width or half-width character; any other as it is.
pub(super) fn width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        '\u{ff66}'..='\u{ff9d}' => {
            HALF_WIDTH.chars().nth((c as u32 - 0xff66) as usize).unwrap_or(c)
        }
        _ => c,
    }
}

/// U+FF66 to U+FF9D.
const HALF_WIDTH: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";

/// Lower case without marks, as at most three characters.
pub(super) fn fold(c: char, mut emit: impl FnMut(char)) {
    match c {
        '\0'..='\x7f' => emit(c.to_ascii_lowercase()),
        '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => latin(c, emit),
        _ => c.to_lowercase().filter(|&c| class(c) != Class::Mark).for_each(&mut emit),
    }
}

fn latin(c: char, mut emit: impl FnMut(char)) {
    let spelled = match c {
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'þ' | 'Þ' => "th",
        'ĳ' | 'Ĳ' => "ij",
        _ => return emit(plain(c)),
    };
    spelled.chars().for_each(emit);
}

/// The ASCII letter under the marks, from the canonical decompositions of the
/// Unicode Character Database (and ø, đ, ł, ħ, ı, which have none).
fn plain(c: char) -> char {
    let (table, first) = if c < '\u{1e00}' { (LATIN, 0xc0) } else { (LATIN_ADDITIONAL, 0x1e00) };
    match table.as_bytes().get((c as u32 - first) as usize) {
        Some(&letter) if letter != b'.' => char::from(letter),
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}

/// U+00C0 to U+024F.
const LATIN: &str = "\
aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yaaaaaaccccccccddddeeeeeeeeeegggg\
gggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
................................oo.............uu............................aaiioouuuuuuuuuu.aa\
aa....ggkkoooo..j...gg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............\
................";

/// U+1E00 to U+1EFF.
const LATIN_ADDITIONAL: &str = "\
aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrr\
ssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy.s....aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn folded(text: &str) -> String {
        let mut out = String::new();
        text.chars().for_each(|c| fold(width(c), |c| out.push(c)));
        out
    }

    #[test]
    fn tables_cover_their_ranges() {
        assert_eq!(LATIN.len(), 0x250 - 0xc0);
        assert_eq!(LATIN_ADDITIONAL.len(), 0x100);
        assert_eq!(HALF_WIDTH.chars().count(), 0xff9e - 0xff66);
    }

    #[test]
    fn marks_case_and_width_go() {
        assert_eq!(folded("ÀÉîõÜßÆøŁĐħ"), "aeioussaeoldh");
        assert_eq!(folded("İıIi"), "iiii");
        assert_eq!(folded("ẤỹẞŠž"), "aysssz");
        assert_eq!(folded("ＡＢｃ１"), "abc1");
        assert_eq!(folded("ｶﾀ"), "カタ");
        assert_eq!(folded("ЖΣ"), "жσ");
    }
}
