use toolcrib::tool;

struct App;

#[tool]
impl App {
    /// Adds.
    #[tool(crate = toolcrib)]
    fn add(&self) {}
}

fn main() {}
