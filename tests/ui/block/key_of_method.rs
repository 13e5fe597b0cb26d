use toolcrib::tool;

struct App;

#[tool(search_hint = "x")]
impl App {
    /// Adds.
    #[tool]
    fn add(&self) {}
}

fn main() {}
