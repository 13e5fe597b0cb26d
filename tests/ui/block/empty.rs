use toolcrib::tool;

struct App;

#[tool]
impl App {
    fn add(&self) {}
}

fn main() {
    App.add();
}
