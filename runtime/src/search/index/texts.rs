//! The texts of a document, field by field.

use super::schema::{Found, for_each_parameter};
use crate::search::token::Mode;
use crate::search::{Document, Field};

/// Calls `emit` with each text of `document`, the field it belongs to, and how
/// it is cut into words: server and tool first, then hint, description, and the
/// parameters as they come.
pub(crate) fn for_each_text(document: &Document<'_>, emit: &mut dyn FnMut(Field, &str, Mode)) {
    emit(Field::Server, document.server.unwrap_or(""), Mode::Identifier);
    emit(Field::Name, document.tool, Mode::Identifier);
    emit(Field::Hint, document.hint, Mode::Prose);
    emit(Field::Description, document.description, Mode::Prose);
    for_each_parameter(document.schema, &mut |found| match found {
        Found::Parameter(text) => emit(Field::Parameter, text, Mode::Identifier),
        Found::Description(text) => emit(Field::ParameterDescription, text, Mode::Prose),
    });
}

/// Words that are not indexed: stop words of prose, and the joined forms of
/// parameter names, of which the parts are enough.
pub(super) fn is_left_out(field: Field, is_stop_word: bool, is_joined: bool) -> bool {
    let is_prose = !matches!(field, Field::Name | Field::Server | Field::Parameter);
    (is_prose && is_stop_word) || (field == Field::Parameter && is_joined)
}
