use toolcrib::tools;

struct App;

fn main() {
    tools![App];
}
