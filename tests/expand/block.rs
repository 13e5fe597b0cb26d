#[tool(group = "store")]
impl<T: Item> Store<T> {
    /// Reads.
    #[tool]
    fn read(&self, #[arg(flatten)] query: Query<T>) -> Vec<T> {
        self.query(query)
    }

    fn helper(&self) {}
}
