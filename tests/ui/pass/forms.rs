//! Every form that compiles, once.
#![deny(warnings)]

use std::borrow::Cow;

use toolcrib::{tool, tools};

/// Nothing at all.
#[tool()]
fn nothing() {}

/// Each key.
#[tool(
    defer, search_hint = "words", name = "all-keys", title = "All keys", read_only,
    destructive = false, idempotent, open_world = false, group = "g", requires = "vision",
    handle = every_key, crate = toolcrib,
)]
const fn keys() {}

/// Borrowed, optional and owned text.
#[tool]
async fn texts(
    /// One.
    a: &str,
    /// Two.
    b: Option<&str>,
    /// Three.
    mut c: String,
    /// Four.
    d: Cow<'_, str>,
    /// Five.
    e: &[Box<str>],
) -> String {
    c.push_str(a);
    format!("{c}{b:?}{d}{e:?}")
}

/// Without words on an argument, on purpose.
#[tool]
fn undocumented(#[arg(undocumented)] a: i64) -> i64 {
    a
}

mod deep {
    /// A type with tools.
    pub struct Files;

    /// A block.
    #[toolcrib::tool(group = "files")]
    impl Files {
        /// Reads.
        #[toolcrib::tool(read_only)]
        pub async fn read(
            &self,
            /// Where.
            path: &str,
        ) -> Result<String, std::io::Error> {
            Self::check(path)?;
            Ok(path.to_owned())
        }

        const LIMIT: usize = 10;

        fn check(path: &str) -> std::io::Result<()> {
            if path.len() > Self::LIMIT { Err(std::io::Error::other("long")) } else { Ok(()) }
        }
    }
}

fn main() {
    let tools = tools![nothing, every_key, texts, undocumented, deep::Files];
    assert_eq!(tools.len(), 5);
    keys();
}
