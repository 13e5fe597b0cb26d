//! Contracts written in TOML.

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::node::{Kind, Lines, Member, Node, Place, SyntaxFault};

pub(super) fn read(text: &str) -> Result<Node, Vec<SyntaxFault>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { lines: Lines::new(text), faults: Vec::new() };
    for error in errors {
        let place = reader.lines.place(error.span().map_or(0, |span| span.start));
        reader.faults.push(SyntaxFault::new(place, error.message().replace('\n', ", ")));
    }
    let members = reader.members(table.get_ref());
    let node = Node::new(Place { line: 1, column: 1 }, Kind::Table(members));
    if reader.faults.is_empty() { Ok(node) } else { Err(reader.faults) }
}

struct Reader<'t> {
    lines: Lines<'t>,
    faults: Vec<SyntaxFault>,
}

impl Reader<'_> {
    /// In the order of the file: the table itself sorts by name.
    fn members(&mut self, table: &DeTable<'_>) -> Vec<Member> {
        let mut members = Vec::new();
        for (name, value) in table.iter() {
            let place = self.lines.place(name.span().start);
            let value = self.node(value);
            members.push(Member { name: name.get_ref().to_string(), place, value });
        }
        members
    }

    fn node(&mut self, value: &Spanned<DeValue<'_>>) -> Node {
        let place = self.lines.place(value.span().start);
        let kind = match value.get_ref() {
            DeValue::String(text) => Kind::Text(text.to_string()),
            DeValue::Boolean(flag) => Kind::Flag(*flag),
            DeValue::Integer(integer) => self.integer(integer, place),
            DeValue::Float(float) => self.float(float.as_str(), place),
            DeValue::Datetime(date) => {
                self.fault(place, format!("JSON has no dates: put {date} in quotes"))
            }
            DeValue::Array(items) => Kind::List(items.iter().map(|item| self.node(item)).collect()),
            DeValue::Table(table) => Kind::Table(self.members(table)),
        };
        Node::new(place, kind)
    }

    fn integer(&mut self, integer: &DeInteger<'_>, place: Place) -> Kind {
        match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) => Kind::Number(number.to_string()),
            Err(_) => self.fault(place, format!("{integer} does not fit in 64 bits")),
        }
    }

    fn float(&mut self, text: &str, place: Place) -> Kind {
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Kind::Number(number.to_string()),
            _ => self.fault(place, format!("{text} is a number that JSON does not have")),
        }
    }

    fn fault(&mut self, place: Place, message: String) -> Kind {
        self.faults.push(SyntaxFault::new(place, message));
        Kind::Null
    }
}
