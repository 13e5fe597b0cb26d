//! Contracts written in YAML 1.2: the core schema, as far as JSON has it.
//!
//! serde-saphyr would not do: even with strict booleans it reads `1_000`, `0b11` and
//! `<<` as YAML 1.1, ignores unknown tags, and needs a newer Rust than this crate.

use std::borrow::Cow;
use std::collections::BTreeMap;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};
use toolcrib::json::MAX_DEPTH;
use toolcrib::text::Visible;

use super::node::{Kind, Member, Node, Place, SyntaxFault};

/// The most values of a file, including those that aliases repeat.
const MAX_VALUES: usize = 100_000;

pub(super) fn read(text: &str) -> Result<Node, Vec<SyntaxFault>> {
    let mut loader = Loader::default();
    for event in Parser::new_from_str(text) {
        let (event, span) =
            event.map_err(|error| vec![SyntaxFault::new(place(error.marker()), error.info())])?;
        loader.event(event, place(&span.start)).map_err(|fault| vec![fault])?;
    }
    let start = Place { line: 1, column: 1 };
    loader.root.ok_or_else(|| vec![SyntaxFault::new(start, "the file is empty")])
}

fn place(marker: &Marker) -> Place {
    Place { line: marker.line().max(1), column: marker.col() + 1 }
}

/// A list or a table that is not yet complete.
struct Open {
    place: Place,
    anchor: usize,
    content: Content,
}

enum Content {
    List(Vec<Node>),
    /// With the name whose value comes next.
    Table(Vec<Member>, Option<(String, Place)>),
}

#[derive(Default)]
struct Loader {
    root: Option<Node>,
    open: Vec<Open>,
    /// Values by anchor, each with the number of values in it.
    anchors: BTreeMap<usize, (Node, usize)>,
    values: usize,
}

impl Loader {
    fn event(&mut self, event: Event<'_>, place: Place) -> Result<(), SyntaxFault> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => Err(SyntaxFault::new(
                place,
                "a second document begins here: a file has one contract",
            )),
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(&text, style, anchor, tag, place)
            }
            Event::SequenceStart(anchor, tag) => {
                collection(tag, "seq", place)?;
                self.begin(place, anchor, Content::List(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                collection(tag, "map", place)?;
                self.begin(place, anchor, Content::Table(Vec::new(), None))
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(anchor) => self.alias(anchor, place),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, place: Place, anchor: usize, content: Content) -> Result<(), SyntaxFault> {
        if self.expects_name() {
            return Err(SyntaxFault::new(place, "the name of a member must be a string"));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(SyntaxFault::new(
                place,
                format!("nested more than {MAX_DEPTH} levels deep"),
            ));
        }
        self.open.push(Open { place, anchor, content });
        Ok(())
    }

    fn end(&mut self) -> Result<(), SyntaxFault> {
        let Some(Open { place, anchor, content }) = self.open.pop() else { return Ok(()) };
        let kind = match content {
            Content::List(items) => Kind::List(items),
            Content::Table(members, _) => Kind::Table(members),
        };
        self.add(Node::new(place, kind), anchor)
    }

    fn expects_name(&self) -> bool {
        self.open.last().is_some_and(|open| matches!(open.content, Content::Table(_, None)))
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<Cow<'_, Tag>>,
        place: Place,
    ) -> Result<(), SyntaxFault> {
        if self.expects_name() {
            return self.name(text, place);
        }
        let kind = match core_tag(tag, place)? {
            Some(tag) if tag != "str" => tagged(&tag, text, place)?,
            Some(_) => Kind::Text(text.into()),
            None if style == ScalarStyle::Plain => plain(text, place)?,
            None => Kind::Text(text.into()),
        };
        self.add(Node::new(place, kind), anchor)
    }

    fn name(&mut self, name: &str, place: Place) -> Result<(), SyntaxFault> {
        let Some(Open { content: Content::Table(members, awaited), .. }) = self.open.last_mut()
        else {
            return Ok(());
        };
        if name == "<<" {
            return Err(SyntaxFault::new(
                place,
                "`<<` merges only in YAML 1.1: write the members out",
            ));
        }
        if members.iter().any(|member| member.name == name) {
            return Err(SyntaxFault::new(place, format!("`{}` is given twice", Visible(name))));
        }
        *awaited = Some((name.into(), place));
        Ok(())
    }

    fn alias(&mut self, anchor: usize, place: Place) -> Result<(), SyntaxFault> {
        let Some((node, values)) = self.anchors.get(&anchor).cloned() else {
            return Err(SyntaxFault::new(place, "an alias inside its own value"));
        };
        if self.expects_name() {
            return match node.kind {
                Kind::Text(name) => self.name(&name, place),
                _ => Err(SyntaxFault::new(place, "the name of a member must be a string")),
            };
        }
        self.values = self.values.saturating_add(values);
        self.add(Node { place, ..node }, 0)
    }

    fn add(&mut self, node: Node, anchor: usize) -> Result<(), SyntaxFault> {
        self.values = self.values.saturating_add(1);
        if self.values > MAX_VALUES {
            return Err(SyntaxFault::new(node.place, format!("more than {MAX_VALUES} values")));
        }
        if anchor > 0 {
            self.anchors.insert(anchor, (node.clone(), count(&node)));
        }
        match self.open.last_mut().map(|open| &mut open.content) {
            None => self.root = Some(node),
            Some(Content::List(items)) => items.push(node),
            Some(Content::Table(members, awaited)) => {
                let (name, place) = awaited.take().unwrap_or_default();
                members.push(Member { name, place, value: node });
            }
        }
        Ok(())
    }
}

fn count(node: &Node) -> usize {
    1 + match &node.kind {
        Kind::List(items) => items.iter().map(count).sum(),
        Kind::Table(members) => members.iter().map(|member| count(&member.value)).sum(),
        _ => 0,
    }
}

/// The part of a core tag after `!!`.
fn core_tag(tag: Option<Cow<'_, Tag>>, place: Place) -> Result<Option<String>, SyntaxFault> {
    match tag {
        None => Ok(None),
        Some(tag) if tag.handle.is_empty() && tag.suffix == "!" => Ok(Some("str".into())),
        Some(tag) if tag.is_yaml_core_schema() => Ok(Some(tag.suffix.clone())),
        Some(tag) => {
            let shown = format!("{}{}", tag.handle, tag.suffix);
            Err(SyntaxFault::new(place, format!("unknown tag `{}`", Visible(&shown))))
        }
    }
}

fn collection(tag: Option<Cow<'_, Tag>>, expected: &str, place: Place) -> Result<(), SyntaxFault> {
    match core_tag(tag, place)? {
        Some(tag) if tag != expected => Err(SyntaxFault::new(
            place,
            format!("the tag `!!{}` does not fit this value", Visible(&tag)),
        )),
        _ => Ok(()),
    }
}

fn tagged(tag: &str, text: &str, place: Place) -> Result<Kind, SyntaxFault> {
    let kind = plain(text, place)?;
    let fits = matches!(
        (tag, &kind),
        ("null", Kind::Null) | ("bool", Kind::Flag(_)) | ("int" | "float", Kind::Number(_))
    );
    let message = || format!("`{}` is not a valid `!!{}`", Visible(text), Visible(tag));
    if fits { Ok(kind) } else { Err(SyntaxFault::new(place, message())) }
}

/// What an unquoted scalar is under the core schema (YAML 1.2.2, 10.3.2).
fn plain(text: &str, place: Place) -> Result<Kind, SyntaxFault> {
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::Flag(true),
        "false" | "False" | "FALSE" => Kind::Flag(false),
        ".nan" | ".NaN" | ".NAN" => return Err(not_json(text, place)),
        _ if is_infinity(text) => return Err(not_json(text, place)),
        _ => number(text).map_or_else(|| Kind::Text(text.into()), Kind::Number),
    })
}

fn not_json(text: &str, place: Place) -> SyntaxFault {
    SyntaxFault::new(place, format!("{text} is a number that JSON does not have"))
}

fn is_infinity(text: &str) -> bool {
    let rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(rest, ".inf" | ".Inf" | ".INF")
}

/// The number as JSON writes it.
fn number(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if sign.is_empty() && digits.len() == text.len() {
        for (prefix, radix) in [("0x", 16), ("0o", 8)] {
            let rest = text.strip_prefix(prefix).filter(|rest| !rest.starts_with(['+', '-']));
            if let Some(value) = rest.and_then(|rest| u64::from_str_radix(rest, radix).ok()) {
                return Some(value.to_string());
            }
        }
    }
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = digits.trim_start_matches('0');
        return Some(format!("{sign}{}", if digits.is_empty() { "0" } else { digits }));
    }
    let first = digits.bytes().next()?;
    let legal =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    let looks = (first.is_ascii_digit() || first == b'.') && digits.bytes().all(legal);
    let value: f64 = looks.then(|| text.parse().ok())??;
    value.is_finite().then(|| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::read;

    fn json(text: &str) -> String {
        read(text).map_or_else(|faults| faults[0].message.clone(), |node| node.to_json())
    }

    #[test]
    fn scalars_are_of_the_core_schema() {
        let text = "[no, 'true', true, ~, 0x1F, 0o17, 007, -1.50, 1e3, .5, 1.2.3, 0x, 12345678901234567890]";
        let expected =
            r#"["no","true",true,null,31,15,7,-1.5,1000,0.5,"1.2.3","0x",12345678901234567890]"#;
        assert_eq!(json(text), expected);
        assert_eq!(json("!!str 12"), "\"12\"");
        assert_eq!(json("a: |\n  x\n  y\nb: >\n  x\n  y\n"), r#"{"a":"x\ny\n","b":"x y\n"}"#);
    }

    #[test]
    fn what_json_does_not_have_is_refused() {
        for (text, message) in [
            ("", "the file is empty"),
            (".inf", "a number that JSON does not have"),
            ("-.INF", "a number that JSON does not have"),
            (".nan", "a number that JSON does not have"),
            ("!mine 1", "unknown tag `!mine`"),
            ("!!map 1", "`1` is not a valid `!!map`"),
            ("!!seq {}", "the tag `!!seq` does not fit"),
            ("!!int x", "`x` is not a valid `!!int`"),
            ("a: 1\na: 2", "`a` is given twice"),
            ("? [a]\n: 1", "must be a string"),
            ("--- 1\n--- 2", "a second document"),
            ("&a [*a]", "inside its own value"),
            ("<<: {a: 1}", "write the members out"),
            ("[1", "']'"),
        ] {
            assert!(json(text).contains(message), "{text:?}: {}", json(text));
        }
    }

    #[test]
    fn aliases_repeat_and_do_not_explode() {
        assert_eq!(json("a: &x [1]\nb: *x"), r#"{"a":[1],"b":[1]}"#);
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for at in 1..9 {
            let list = vec![format!("*a{}", at - 1); 10].join(", ");
            bomb += &format!("a{at}: &a{at} [{list}]\n");
        }
        assert!(json(&bomb).contains("more than 100000 values"));
        assert!(json(&"[".repeat(200)).contains("nested more than"));
    }
}
