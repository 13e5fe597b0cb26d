use toolcrib::tools;

mod files {
    /// Reads.
    #[toolcrib::tool]
    fn read() {}
}

fn main() {
    tools![files::read];
}
