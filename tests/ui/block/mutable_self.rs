use toolcrib::tool;

struct App;

#[tool]
impl App {
    /// Adds.
    #[tool]
    fn add(&mut self) {}
}

fn main() {}
