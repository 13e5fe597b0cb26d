use toolcrib::tool;

struct App<T>(T);

#[tool(handle = AppTools)]
impl<T> App<T> {
    /// Adds.
    #[tool]
    fn add(&self) {}
}

fn main() {}
