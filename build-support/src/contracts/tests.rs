//! Compares the notations with each other.

use toolcrib::json::{Json, Quoted};

use super::node::{Kind, Member, Node, Place};
use super::{json, toml, yaml};

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn text(&mut self) -> String {
        const PARTS: [&str; 24] = [
            "a", "true", "null", "~", "1", "0x1", "-", ": ", " #", "'", "\"", "\\", "\n", "\t",
            "{", "}", "[", "]", ",", "&", "*", "é", "文", "\u{1}",
        ];
        (0..self.roll(5)).map(|_| PARTS[self.roll(PARTS.len())]).collect()
    }

    fn number(&mut self) -> String {
        const NUMBERS: [&str; 9] = [
            "0",
            "-1",
            "1.5",
            "9007199254740993",
            "-9223372036854775808",
            "1e21",
            "1e-7",
            "-0.25",
            "100.0",
        ];
        NUMBERS[self.roll(NUMBERS.len())].into()
    }

    fn node(&mut self, depth: usize) -> Node {
        let kind = match self.roll(if depth == 0 { 3 } else { 5 }) {
            0 => Kind::Flag(self.roll(2) == 0),
            1 => Kind::Number(self.number()),
            2 => Kind::Text(self.text()),
            3 => Kind::List((0..self.roll(4)).map(|_| self.node(depth - 1)).collect()),
            _ => Kind::Table(self.members(depth - 1)),
        };
        Node::new(Place::default(), kind)
    }

    fn members(&mut self, depth: usize) -> Vec<Member> {
        let mut members: Vec<Member> = Vec::new();
        for _ in 0..self.roll(5) {
            let name = self.text();
            if members.iter().all(|member| member.name != name) && name != "<<" {
                members.push(Member { name, place: Place::default(), value: self.node(depth) });
            }
        }
        members
    }
}

/// A value as TOML in one line.
fn to_toml(node: &Node) -> String {
    match &node.kind {
        Kind::List(items) => {
            format!("[{}]", items.iter().map(to_toml).collect::<Vec<_>>().join(", "))
        }
        Kind::Table(members) => {
            let member = |one: &Member| format!("{} = {}", Quoted(&one.name), to_toml(&one.value));
            format!("{{ {} }}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        _ => node.to_json(),
    }
}

fn canonical(node: &Node) -> String {
    Json::parse(&node.to_json()).unwrap().root().to_canonical()
}

#[test]
fn one_value_reads_the_same_in_each_notation() {
    let mut dice = Dice(1);
    for round in 0..3_000 {
        let members = dice.members(4);
        let toml_text: Vec<String> = members
            .iter()
            .map(|one| format!("{} = {}\n", Quoted(&one.name), to_toml(&one.value)))
            .collect();
        let node = Node::new(Place::default(), Kind::Table(members));
        let (text, toml_text) = (node.to_json(), toml_text.concat());
        let expected = canonical(&node);
        assert_eq!(canonical(&json::read(&text).unwrap()), expected, "{round}: {text}");
        let read =
            yaml::read(&text).unwrap_or_else(|faults| panic!("{round}: {faults:?} in {text}"));
        assert_eq!(canonical(&read), expected, "{round}: {text}");
        let read = toml::read(&toml_text)
            .unwrap_or_else(|faults| panic!("{round}: {faults:?} in {toml_text}"));
        assert_eq!(canonical(&read), expected, "{round}: {toml_text}");
    }
}
