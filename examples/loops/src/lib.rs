//! The tools that the programs beside this file share.

use toolcrib::{Tools, tool, tools};

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
) -> usize {
    word.chars().count()
}

/// Writes a word from its end to its beginning.
#[tool(defer, search_hint = "backwards mirror")]
pub fn reverse_word(
    /// The word.
    word: String,
) -> String {
    word.chars().rev().collect()
}

/// Forgets all notes, for good.
#[tool(defer, destructive)]
pub fn delete_notes() -> &'static str {
    "forgotten"
}

/// All of them.
#[must_use]
pub fn all() -> Tools {
    tools![add, count_letters, reverse_word, delete_notes]
}
