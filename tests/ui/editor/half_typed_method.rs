use toolcrib::tool;

struct App;

#[tool]
impl App {
    /// Adds.
    #[tool]
    fn add(
        &self,
        /// One.
        a: i64,
    ) -> i64 {
        let sum = a +;
        sum
    }
}

fn main() {
    toolcrib::tools![App];
}
