//! Tools beside a crate that is called `core`.
#![deny(warnings)]

use toolcrib::{Contexts, tool, tools};

/// Repeats a word.
#[tool(read_only)]
async fn repeat(
    /// The word.
    word: &str,
    /// How often.
    #[arg(range = 0..=9, example = 3)]
    times: Option<usize>,
) -> Result<String, std::fmt::Error> {
    Ok(word.repeat(times.unwrap_or(1)))
}

struct App;

#[tool]
impl App {
    /// Answers.
    #[tool]
    fn ping(&self) -> &'static str {
        core::NAME
    }
}

fn main() {
    let contexts = Contexts::new().with(App);
    for (def, arguments, answer) in
        [("repeat", r#"{"word": "a", "times": 3}"#, "aaa"), ("ping", "{}", "not core")]
            .map(|(name, arguments, answer)| (tools![repeat, App].get(name), arguments, answer))
    {
        let outcome = pollster::block_on(def.unwrap().call(&contexts, arguments)).unwrap();
        assert_eq!(outcome.to_text(), answer);
    }
    assert_eq!(toolcrib::collect().unwrap().len(), 2);
    println!("core-dependency: fine");
}

#[test]
fn answers() {
    main();
}
