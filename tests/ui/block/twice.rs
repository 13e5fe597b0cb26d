use toolcrib::tool;

struct App;

#[tool]
impl App {
    /// Adds.
    #[tool]
    #[tool]
    fn add(&self) {}
}

fn main() {}
