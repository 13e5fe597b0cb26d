//! The rules and their levels.

use std::fmt;
use std::str::FromStr;

/// Severity of a finding, in increasing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Good to know.
    Note,
    /// Should be fixed.
    Warning,
    /// Must be fixed before use.
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
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in settings and in JSON output.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Its level, unless the settings raise it.
            #[must_use]
            pub const fn level(self) -> Level {
                match self { $(Self::$variant => Level::$level,)+ }
            }

            /// What it requires.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

rules! {
    /// A tool's name has 1 to 128 of the characters A-Z a-z 0-9 _ - . as MCP requires.
    McpName = "mcp-name", Warning;
    /// A tool's name, with its server's name before it, fits every model provider unchanged.
    ProviderName = "provider-name", Note;
    /// Two names differ in more than case, separators or letters that look the same.
    LookAlikeName = "look-alike-name", Warning;
    /// No text contains invisible characters.
    InvisibleCharacter = "invisible-character", Error;
    /// No text contains characters that change the writing direction.
    BidirectionalCharacter = "bidirectional-character", Error;
    /// No text contains escape sequences for a terminal.
    TerminalEscape = "terminal-escape", Error;
    /// No text opens or closes a tag that toolcrib uses in prompts.
    PromptTag = "prompt-tag", Error;
    /// Every tool has a description.
    MissingDescription = "missing-description", Warning;
    /// A description has at most 2,048 bytes.
    LongDescription = "long-description", Warning;
    /// A schema has at most 65,536 bytes.
    LongSchema = "long-schema", Warning;
    /// Every argument has a description.
    MissingArgumentDescription = "missing-argument-description", Note;
    /// Every `$ref` stays within its schema.
    ExternalReference = "external-reference", Error;
    /// Every schema compiles, so that arguments can be checked. Only the command checks this.
    UncheckedSchema = "unchecked-schema", Warning;
    /// A search for a tool's name, or for the first sentence of its description, finds the tool.
    Unreachable = "unreachable", Warning;
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// No rule has this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRule(String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Rule::ALL.iter().map(|rule| rule.as_str()).collect();
        write!(f, "there is no rule `{}`; the rules are {}", self.0, known.join(", "))
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
