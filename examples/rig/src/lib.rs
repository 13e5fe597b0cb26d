//! The tools of the example.

use toolcrib::{Toolbox, Tools, tool, tools};

/// Adds two numbers.
#[tool]
pub fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    a.saturating_add(b)
}

/// Counts the letters of a word.
#[tool(defer, search_hint = "length characters spell")]
pub fn count_letters(
    /// The word.
    word: String,
) -> Result<usize, &'static str> {
    match word.chars().count() {
        0 => Err("the word is empty"),
        letters => Ok(letters),
    }
}

/// Writes a word from its end to its beginning.
#[tool(defer, search_hint = "backwards mirror")]
pub fn reverse_word(
    /// The word.
    word: String,
) -> String {
    word.chars().rev().collect()
}

fn all() -> Tools {
    tools![add, count_letters, reverse_word]
}

/// All of them.
///
/// # Errors
/// None: the names differ, and no tool asks for state.
pub fn toolbox() -> Result<Toolbox, toolcrib::toolbox::BuildError> {
    Toolbox::builder().native(all()).build()
}
