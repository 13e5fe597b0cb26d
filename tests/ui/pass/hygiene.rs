//! Lints as strict as they come, and names that could be mistaken.
#![deny(warnings, missing_docs, unreachable_pub, clippy::pedantic)]

/// Modules whose names are those of the standard library.
pub mod core {
    /// Not the tool.
    pub struct Result;
    /// Not the tool.
    pub struct String;
}
/// Not the standard library.
pub mod std {}
/// Not the standard library.
pub mod toolcrib_lookalike {}

use toolcrib::{tool, tools};

/// Gets an address.
#[tool]
pub fn get_url(
    /// The address.
    url: &str,
) -> usize {
    url.len()
}

/// Gets an address, spelled otherwise.
#[tool(name = "get-url")]
#[allow(non_snake_case)]
pub fn getUrl(
    /// The address.
    url: &str,
) -> usize {
    url.len()
}

/// A keyword for a name.
#[tool]
#[must_use]
pub fn r#type(
    /// Where.
    r#in: bool,
    /// What else.
    r#mod: Option<bool>,
) -> bool {
    r#in || r#mod.unwrap_or_default()
}

#[allow(non_camel_case_types, dead_code)]
struct Some;
#[allow(non_camel_case_types, dead_code)]
struct None;
#[allow(dead_code)]
#[allow(non_snake_case)]
fn Ok() {}

/// Waits for nothing.
#[tool]
#[deprecated(note = "use `get_url`")]
pub async fn old(
    /// A number.
    #[arg(range = 0..=10)]
    call: u8,
    /// Another.
    args: u8,
) -> ::core::result::Result<u8, ::std::fmt::Error> {
    ::std::future::ready(()).await;
    ::core::result::Result::Ok(call + args)
}

macro_rules! make {
    ($(#[$attr:meta])* $name:ident, $arg:ident: $ty:ty, $doc:literal) => {
        $(#[$attr])*
        #[tool(description = $doc)]
        fn $name(
            #[doc = $doc]
            $arg: $ty,
        ) -> $ty {
            $arg
        }
    };
}

make!(#[inline] made, value: i64, "Made by a macro.");
make!(made_text, value: String, "Made by a macro.");

macro_rules! documented {
    ($(#[doc = $doc:expr])* $name:ident($ty:ty)) => {
        $(#[doc = $doc])*
        #[tool]
        fn $name(
            /// Words.
            text: $ty,
        ) -> usize {
            text.len()
        }
    };
}

documented! {
    /// Counts.
    ///
    /// In bytes.
    counted(&str)
}

fn main() {
    /// Inside a function.
    #[tool]
    fn inner() {}

    let tools = tools![get_url, getUrl, r#type, old, made, made_text, counted, inner];
    let names: Vec<&str> = tools.iter().map(|def| def.name()).collect();
    assert_eq!(
        names,
        ["get_url", "get-url", "type", "old", "made", "made_text", "counted", "inner"]
    );
    assert!(tools.check().is_ok());
    let def = tools.get("counted").unwrap();
    assert_eq!(def.description(), "Counts.\n\nIn bytes.");
    let names = tools.get("type").unwrap().input_schema()["properties"].as_object().unwrap();
    assert_eq!(names.keys().collect::<Vec<_>>(), ["in", "mod"]);
}
