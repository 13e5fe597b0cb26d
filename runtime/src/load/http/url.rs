//! Where a request goes.

use std::prelude::v1::*;

use reqwest::Url;

use crate::contract::{Piece, Template};
use crate::error::LoadError;
use crate::load::expand::{Given, given, text_of, variables};

/// A URL whose path has places for arguments.
pub(super) struct Target {
    template: Template,
    /// The URL with a letter in each place: every one has its host, and as many
    /// segments.
    sample: Url,
}

impl Target {
    pub(super) fn new(tool: &str, written: &Template) -> Result<Self, LoadError> {
        let template = variables(tool, written)?;
        let failed = |problem: String| {
            let text = written.to_text();
            LoadError::unmet(tool, format!("the URL `{text}` cannot be used: {problem}"))
                .repair("correct it, or the values of its variables")
        };
        let sample = |letter: &str| {
            let with = |piece: &Piece| match piece {
                Piece::Text(text) => text.clone(),
                _ => letter.into(),
            };
            let text: String = template.pieces().iter().map(with).collect();
            Url::parse(&text).map_err(|error| failed(error.to_string()))
        };
        let (one, other) = (sample("x")?, sample("y")?);
        if !matches!(one.scheme(), "http" | "https") || one.host().is_none() {
            return Err(failed("it does not begin with http:// or https://".into()));
        }
        if !one.username().is_empty() || one.password().is_some() {
            return Err(failed("it has a user name before the host".into()));
        }
        if !is_like(&one, &other) {
            return Err(failed("an argument is outside of its path".into()));
        }
        Ok(Self { template, sample: one })
    }

    /// The URL of a call.
    pub(super) fn url(&self, arguments: &Given) -> Result<Url, String> {
        let mut writer = Writer::default();
        for piece in self.template.pieces() {
            match piece {
                Piece::Text(text) => writer.text(text)?,
                Piece::Argument { name, .. } => {
                    let value = given(arguments, name)
                        .ok_or_else(|| format!("`{name}` is missing: it is part of the path"))?;
                    writer.argument(name, &text_of(value));
                }
                Piece::Variable { .. } => {}
            }
        }
        writer.close()?;
        let url = Url::parse(&writer.out).map_err(|error| error.to_string())?;
        // The encoding rules this out; it is what must never happen.
        match is_like(&url, &self.sample) {
            true => Ok(url),
            false => Err("an argument would change more of the URL than its place".into()),
        }
    }
}

fn is_like(url: &Url, sample: &Url) -> bool {
    let count = |url: &Url| url.path_segments().map(Iterator::count);
    url.origin() == sample.origin()
        && url.username() == sample.username()
        && url.password() == sample.password()
        && url.query() == sample.query()
        && url.fragment() == sample.fragment()
        && count(url) == count(sample)
}

/// Writes a URL and looks at each segment that an argument is part of.
#[derive(Default)]
struct Writer<'n> {
    out: String,
    /// Where the segment begins that is being written.
    segment: usize,
    /// The last argument in it.
    argument: Option<&'n str>,
}

impl<'n> Writer<'n> {
    fn text(&mut self, text: &str) -> Result<(), String> {
        for c in text.chars() {
            if matches!(c, '/' | '?') {
                self.close()?;
            }
            self.out.push(c);
            if matches!(c, '/' | '?') {
                self.segment = self.out.len();
            }
        }
        Ok(())
    }

    fn argument(&mut self, name: &'n str, value: &str) {
        encode(value, &mut self.out);
        self.argument = Some(name);
    }

    /// A segment must not be one that servers and clients take away.
    fn close(&mut self) -> Result<(), String> {
        let Some(name) = self.argument.take() else { return Ok(()) };
        let segment = self.out.get(self.segment..).unwrap_or("").to_ascii_lowercase();
        match segment.replace("%2e", ".").as_str() {
            "" => Err(format!("`{name}` must not be empty: it is part of the path")),
            "." | ".." => Err(format!("`{name}` must not be a step within the path")),
            _ => Ok(()),
        }
    }
}

/// Simple expansion of RFC 6570 (3.2.2): all but the unreserved characters of
/// RFC 3986 is percent-encoded.
fn encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn target(text: &str) -> Target {
        Target::new("t", &Template::parse(text).unwrap()).unwrap()
    }

    fn url(target: &Target, a: &str) -> Result<String, String> {
        let given = json!({"a": a, "b": "B"}).as_object().unwrap().clone();
        target.url(&given).map(|url| url.to_string())
    }

    #[test]
    fn arguments_stay_in_their_segment() {
        let target = target("https://h.example:8443/v1/{a}/x{b}?k=v");
        for (a, expected) in [
            ("plain", "plain"),
            ("a/b", "a%2Fb"),
            ("../../etc", "..%2F..%2Fetc"),
            ("//evil.example", "%2F%2Fevil.example"),
            ("@evil.example", "%40evil.example"),
            ("?q=1#f", "%3Fq%3D1%23f"),
            ("\r\nHost: evil", "%0D%0AHost%3A%20evil"),
            ("\\..\\", "%5C..%5C"),
            ("%2e%2e", "%252e%252e"),
            ("é\u{0}", "%C3%A9%00"),
            ("...", "..."),
            (" ", "%20"),
        ] {
            let expected = format!("https://h.example:8443/v1/{expected}/xB?k=v");
            assert_eq!(url(&target, a), Ok(expected), "{a:?}");
        }
        for a in ["", ".", ".."] {
            assert!(url(&target, a).unwrap_err().starts_with("`a` must not be"), "{a:?}");
        }
    }

    #[test]
    fn dots_do_not_add_up() {
        assert!(url(&target("http://h/{a}{a}/x"), ".").is_err());
        assert!(url(&target("http://h/%2e{a}"), ".").is_err());
        assert!(url(&target("http://h/.{a}/x"), ".").is_err());
        assert_eq!(url(&target("http://h/v{a}"), ".").unwrap(), "http://h/v.");
        assert_eq!(url(&target("http://h/v{a}/"), "").unwrap(), "http://h/v/");
    }

    #[test]
    fn missing_arguments_are_named() {
        let error = target("http://h/{a}").url(&Given::new()).unwrap_err();
        assert_eq!(error, "`a` is missing: it is part of the path");
    }

    #[test]
    fn variables_may_hold_the_host_and_no_more_than_that() {
        let with = |value: &str| {
            let template = Template::parse(&format!("${{UNSET:-{value}}}/{{a}}")).unwrap();
            Target::new("t", &template).map(|target| url(&target, "x"))
        };
        assert_eq!(with("http://h:1/base").unwrap().unwrap(), "http://h:1/base/x");
        for value in ["ftp://h", "h", "http://me@h", "http://h?x=", "http://h#", "http:"] {
            assert!(with(value).is_err(), "{value}");
        }
    }

    /// What a server reads in the place of an argument is the argument.
    fn decode(segment: &str) -> Option<String> {
        let mut bytes = Vec::new();
        let mut rest = segment.bytes();
        while let Some(byte) = rest.next() {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            bytes.push(if byte == b'%' {
                u8::try_from(digit()? * 16 + digit()?).ok()?
            } else {
                byte
            });
        }
        String::from_utf8(bytes).ok()
    }

    #[test]
    fn any_argument_is_one_segment() {
        let target = target("https://h.example/v1/{a}/x?k=v");
        let parts: Vec<char> =
            "./\\%2eE?#@:;&= \r\n\t\0\"'<>[]{}|^`~-_aZ9é文\u{202e}".chars().collect();
        let mut state = 7_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % below
        };
        for _ in 0..20_000 {
            let a: String = (0..random(7)).map(|_| parts[random(parts.len())]).collect();
            let Ok(text) = url(&target, &a) else {
                assert!(matches!(a.as_str(), "" | "." | ".."), "{a:?}");
                continue;
            };
            let rest = text.strip_prefix("https://h.example/v1/").unwrap();
            let segment = rest.strip_suffix("/x?k=v").unwrap();
            assert!(!segment.contains(['/', '?', '#', '\\']), "{a:?}: {text}");
            assert_eq!(decode(segment).as_deref(), Some(a.as_str()), "{text}");
        }
    }
}
