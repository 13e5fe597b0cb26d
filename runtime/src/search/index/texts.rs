//! The texts of a document, field by field.

use super::schema::{Found, for_each_parameter};
use crate::search::token::Mode;
use crate::search::{Corpus, Field, server_words};

/// Calls `emit` with each text of a document, the field it belongs to, and how
/// it is cut into words: server and tool first, then hint, the first sentence of the
/// description and the rest of it, and the parameters as they come.
pub(crate) fn for_each_text(
    corpus: &(impl Corpus + ?Sized),
    id: u32,
    emit: &mut dyn FnMut(Field, &str, Mode),
) {
    let document = corpus.document(id);
    emit(Field::Server, &server_words(corpus, id), Mode::Identifier);
    emit(Field::Name, document.tool, Mode::Identifier);
    emit(Field::Hint, document.hint, Mode::Prose);
    let (lead, rest) = first_sentence(document.description);
    emit(Field::Lead, lead, Mode::Prose);
    emit(Field::Description, rest, Mode::Prose);
    for_each_parameter(document.schema, &mut |found| match found {
        Found::Parameter(text) => emit(Field::Parameter, text, Mode::Identifier),
        Found::Description(text) => emit(Field::ParameterDescription, text, Mode::Prose),
    });
}

/// A text up to the end of its first sentence or line, and what comes after.
fn first_sentence(text: &str) -> (&str, &str) {
    let text = text.trim();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let is_end = match bytes[at] {
            b'\n' => true,
            b'.' | b'!' | b'?' => text[at + 1..].chars().next().is_none_or(char::is_whitespace),
            // The first byte of a full stop of Chinese and Japanese.
            0xe3 => text[at..].starts_with('。'),
            _ => false,
        };
        if is_end {
            return text.split_at(at);
        }
        at += 1;
    }
    (text, "")
}

/// Words that are not indexed: stop words of prose, and the joined forms of
/// parameter names, of which the parts are enough.
pub(super) fn is_left_out(field: Field, is_stop_word: bool, is_joined: bool) -> bool {
    let is_prose = !matches!(field, Field::Name | Field::Server | Field::Parameter);
    (is_prose && is_stop_word) || (field == Field::Parameter && is_joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentences() {
        for (text, lead) in [
            (" Lists issues. Then more.", "Lists issues"),
            ("Reads v1.2 of a.b? Yes", "Reads v1.2 of a.b"),
            ("One line\nand another.", "One line"),
            ("查询天气。返回温度", "查询天气"),
            ("No end", "No end"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text).0, lead);
        }
    }
}
