//! The differences between two locks of a server.

use toolcrib::catalog::{CapturedFrom, ChangeKind, Difference, Lock, differences};
use toolcrib::text::Visible;

use crate::screen::{Screen, Style};

/// Differences of the manifest, which the digest covers, and of what is only
/// recorded.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) differences: Vec<Difference>,
    pub(crate) recorded: Vec<Recorded>,
}

impl Changes {
    /// Replaces each text of a server.
    pub(crate) fn map_texts(mut self, with: impl Fn(&str) -> String) -> Self {
        let replace = |text: &mut String| *text = with(text);
        for one in &mut self.differences {
            replace(&mut one.field);
            [&mut one.tool, &mut one.old, &mut one.new].into_iter().flatten().for_each(replace);
        }
        for one in &mut self.recorded {
            [&mut one.old, &mut one.new].into_iter().flatten().for_each(replace);
        }
        self
    }
}

/// A difference of `capturedFrom` or `volatile`.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) server: String,
    pub(crate) field: &'static str,
    pub(crate) old: Option<String>,
    pub(crate) new: Option<String>,
}

impl Recorded {
    /// The text after the name of the server.
    pub(crate) fn text(&self) -> String {
        let short = |text: &Option<String>| match (text, self.field) {
            (Some(text), "config") => text.chars().take(16).collect(),
            (Some(text), _) => text.clone(),
            (None, _) => "none".to_owned(),
        };
        let what = match self.field {
            "config" => "entry in the configuration (digest)",
            "version" => "version",
            "name" => "own name",
            "protocolVersion" => "protocol version",
            _ => "volatile places",
        };
        format!("{what}: {} → {}", short(&self.old), short(&self.new))
    }
}

pub(crate) fn between(old: &Lock, new: &Lock) -> Changes {
    Changes {
        differences: differences(old.manifest(), new.manifest()),
        recorded: recorded(old, new),
    }
}

fn recorded(old: &Lock, new: &Lock) -> Vec<Recorded> {
    let fields = |lock: &Lock| {
        let CapturedFrom { name, version, protocol_version, config } = lock.captured_from().clone();
        let volatile: Vec<String> = lock.volatile().iter().map(ToString::to_string).collect();
        let volatile = (!volatile.is_empty()).then(|| volatile.join(" "));
        [
            ("config", config),
            ("name", name),
            ("protocolVersion", protocol_version),
            ("version", version),
            ("volatile", volatile),
        ]
    };
    let server = new.manifest().server();
    let pairs = fields(old).into_iter().zip(fields(new));
    pairs
        .filter(|((_, old), (_, new))| old != new)
        .map(|((field, old), (_, new))| Recorded { server: server.into(), field, old, new })
        .collect()
}

/// Prints the differences of one or more servers, grouped by server.
pub(crate) fn print(all: &[Difference], screen: &Screen) {
    let mut server = None;
    for difference in all {
        if server != Some(difference.server.as_str()) {
            server = Some(difference.server.as_str());
            let name = Visible(&difference.server).to_string();
            screen.line(screen.paint(Style::Strong, &name));
        }
        screen.line(headline(difference, screen));
        let (old, new) = excerpts(difference.old.as_deref(), difference.new.as_deref());
        for (mark, style, text) in [("-", Style::Bad, old), ("+", Style::Good, new)] {
            if let Some(text) = text {
                screen.line(screen.paint(style, &format!("      {mark} {text}")));
            }
        }
    }
}

fn headline(difference: &Difference, screen: &Screen) -> String {
    let style = match difference.kind {
        ChangeKind::Added => Style::Good,
        ChangeKind::Removed => Style::Bad,
        ChangeKind::Changed => Style::Warning,
    };
    let kind = screen.paint(style, &format!("{:7}", difference.kind.as_str()));
    let tool = difference.tool.as_deref().unwrap_or("(the server itself)");
    let place = format!("{} {}", Visible(tool), Visible(&difference.field));
    format!("  {kind}  {}  [{}]", place.trim_end(), difference.severity.as_str())
}

/// Common characters to show on each side.
const CONTEXT: usize = 40;
/// Longest text to show, in characters.
const LONGEST: usize = 400;

/// Both texts, cut to where they differ, with invisible characters escaped.
pub(crate) fn excerpts(old: Option<&str>, new: Option<&str>) -> (Option<String>, Option<String>) {
    let (Some(old), Some(new)) = (old, new) else {
        let whole = |text: &str| cut(&text.chars().collect::<Vec<char>>(), 0, 0);
        return (old.map(whole), new.map(whole));
    };
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let same = |(a, b): &(&char, &char)| a == b;
    let start = old.iter().zip(&new).take_while(same).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take_while(same).take(rest).count();
    (Some(cut(&old, start, end)), Some(cut(&new, start, end)))
}

/// The text with little of its common start and end.
fn cut(text: &[char], start: usize, end: usize) -> String {
    let from = start.saturating_sub(CONTEXT);
    let to = (text.len() - end + CONTEXT).min(text.len());
    let shown: String = text.iter().take(to).skip(from).take(LONGEST).collect();
    let before = if from > 0 { "…" } else { "" };
    let after = if to < text.len() || to - from > LONGEST { "…" } else { "" };
    format!("{before}{}{after}", Visible(&shown))
}

/// Prints what is recorded but not covered by a digest.
pub(crate) fn print_recorded(all: &[Recorded], screen: &Screen) {
    for change in all {
        screen.line(format!("  {}: {}", Visible(&change.server), Visible(&change.text())));
    }
}
