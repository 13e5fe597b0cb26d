use toolcrib::tool;

struct App;

trait Adds {
    fn add(&self);
}

#[tool]
impl Adds for App {
    /// Adds.
    #[tool]
    fn add(&self) {}
}

fn main() {}
