//! The way down a JSON value.

use toolcrib::catalog::Pointer;
use toolcrib::json::Value;

/// Visits each member, with its name, or each item of a value. `path` is the
/// JSON pointer of the value, and of the child during the visit.
pub(super) fn children<'d, 't>(
    path: &mut String,
    value: Value<'d, 't>,
    mut visit: impl FnMut(&mut String, Option<&str>, Value<'d, 't>),
) {
    let length = path.len();
    for (name, member) in value.members() {
        Pointer::push_token(path, &name);
        visit(path, Some(&name), member);
        path.truncate(length);
    }
    for (at, item) in value.items().enumerate() {
        Pointer::push_token(path, &at.to_string());
        visit(path, None, item);
        path.truncate(length);
    }
}
