use toolcrib::tools;

mod files {}

fn main() {
    tools![files::read];
}
