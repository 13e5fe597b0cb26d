use toolcrib::tools;

fn add() {}

fn main() {
    tools![add];
}
