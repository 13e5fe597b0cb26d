use toolcrib::tool;

struct App;

impl App {
    /// Adds.
    #[tool]
    fn add(&self) {}
}

fn main() {}
