//! Contracts written in JSON.

use toolcrib::json::{Json, Value};

use super::node::{Kind, Lines, Member, Node, Place, SyntaxFault};

pub(super) fn read(text: &str) -> Result<Node, Vec<SyntaxFault>> {
    let json = Json::parse(text).map_err(|error| {
        let place = Place { line: error.line(), column: error.column() };
        vec![SyntaxFault::new(place, error.kind().to_string())]
    })?;
    Ok(node(json.root(), &Lines::new(text)))
}

fn node(value: Value<'_, '_>, lines: &Lines<'_>) -> Node {
    let kind = if value.is_object() {
        let member = |(name, value): (std::borrow::Cow<'_, str>, Value<'_, '_>)| {
            let value = node(value, lines);
            Member { name: name.into_owned(), place: value.place, value }
        };
        Kind::Table(value.members().map(member).collect())
    } else if value.is_array() {
        Kind::List(value.items().map(|item| node(item, lines)).collect())
    } else if let Some(text) = value.as_str() {
        Kind::Text(text.into_owned())
    } else if let Some(flag) = value.as_bool() {
        Kind::Flag(flag)
    } else if value.is_null() {
        Kind::Null
    } else {
        Kind::Number(value.to_canonical())
    };
    Node::new(lines.place(value.offset()), kind)
}
