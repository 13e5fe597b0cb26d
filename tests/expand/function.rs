/// Adds two numbers.
#[tool(read_only, search_hint = "sum")]
fn add(
    /// The first.
    a: i64,
    /// The second.
    #[arg(default = 1, range = 0..=9)]
    b: i64,
) -> i64 {
    a + b
}
