//! The rules and how grave a breach is.

use std::fmt;
use std::str::FromStr;

/// How grave a finding is; the greater, the graver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Good to know.
    Note,
    /// Worth mending.
    Warning,
    /// Not to be used like this.
    Error,
}

impl Level {
    /// `note`, `warning` or `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $level:ident;)+) => {
        /// A rule.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Rule {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in settings and in JSON output.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// How grave a breach is, unless the settings say otherwise.
            #[must_use]
            pub const fn level(self) -> Level {
                match self { $(Self::$variant => Level::$level,)+ }
            }

            /// What it asks for.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

rules! {
    /// A tool's name has 1 to 128 characters out of A-Z a-z 0-9 _ - . as MCP asks.
    McpName = "mcp-name", Warning;
    /// A tool's name fits every model provider as it is, with its server's name before it.
    ProviderName = "provider-name", Note;
    /// Two names differ in more than case, separators or letters that look the same.
    LookAlikeName = "look-alike-name", Warning;
    /// A text has no character that is not seen.
    InvisibleCharacter = "invisible-character", Error;
    /// A text has no character that turns the direction of others.
    BidirectionalCharacter = "bidirectional-character", Error;
    /// A text has no escape sequence that a terminal would obey.
    TerminalEscape = "terminal-escape", Error;
    /// A text does not open or close a tag of the prompt that it will stand in.
    PromptTag = "prompt-tag", Error;
    /// A tool has a description.
    MissingDescription = "missing-description", Warning;
    /// A description has at most 2,048 bytes.
    LongDescription = "long-description", Warning;
    /// A schema has at most 65,536 bytes.
    LongSchema = "long-schema", Warning;
    /// Every argument has a description.
    MissingArgumentDescription = "missing-argument-description", Note;
    /// A `$ref` stays within its schema.
    ExternalReference = "external-reference", Error;
    /// Arguments can be checked against the schema: it compiles. Only the command looks at this.
    UncheckedSchema = "unchecked-schema", Warning;
    /// A search for a tool's name, or for the first sentence of its description, finds it.
    Unreachable = "unreachable", Warning;
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// There is no rule of that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRule(String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Rule::ALL.iter().map(|rule| rule.as_str()).collect();
        write!(f, "there is no rule `{}`; the rules are: {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|rule| rule.as_str() == name);
        found.copied().ok_or_else(|| UnknownRule(name.into()))
    }
}
