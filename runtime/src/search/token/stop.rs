//! Function words that say nothing about a tool.

/// Sorted, for the binary search. Names are never held against it.
const STOP_WORDS: [&str; 71] = [
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "been", "being", "by", "can",
    "could", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his", "how",
    "i", "if", "in", "into", "is", "it", "its", "me", "my", "of", "on", "or", "our", "please",
    "she", "should", "so", "some", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "this", "those", "to", "us", "was", "we", "when", "where", "which", "who",
    "whom", "whose", "why", "will", "with", "would", "you", "your",
];

/// True for an English function word, given in lower case.
///
/// O(log words), no allocation.
#[must_use]
pub fn is_stop_word(word: &str) -> bool {
    word.len() <= 6 && STOP_WORDS.binary_search(&word).is_ok()
}

/// Stems of words with which one asks for something, whatever it is. Sorted.
const ASKING: [&str; 21] = [
    "all", "am", "give", "help", "know", "let", "like", "look", "make", "more", "most", "need",
    "out", "provid", "show", "tell", "up", "use", "want", "way", "what",
];

/// True for the stem of a word of asking: `want`, `give`, `provid`, … It says
/// little of what is asked for, but is not left out.
///
/// O(log words), no allocation.
#[must_use]
pub fn is_asking_word(stem: &str) -> bool {
    stem.len() <= 6 && ASKING.binary_search(&stem).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::token::Buffer;

    #[test]
    fn words_of_asking_are_sorted_stems() {
        assert!(ASKING.is_sorted());
        for word in ASKING {
            assert_eq!(Buffer::new(word).stemmed(), word);
            assert!(is_asking_word(word));
        }
    }

    #[test]
    fn list_is_sorted_and_short() {
        assert!(STOP_WORDS.is_sorted());
        assert!(STOP_WORDS.iter().all(|word| word.len() <= 6 && is_stop_word(word)));
        assert!(!is_stop_word("get"));
    }
}
