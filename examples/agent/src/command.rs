//! The command line.

use std::path::PathBuf;

use crate::model::Provider;
use crate::setup;

pub(crate) const HELP: &str = "\
The example agent of toolcrib.

Usage: agent [OPTIONS] [TASK]
       agent --stats [DIR]
       agent serve SERVER [--rewritten]

Without options a scripted model works on a task of its own, offline.

Options:
      --provider NAME  a real model: anthropic (needs ANTHROPIC_API_KEY),
                       openai (Responses) or openai-chat (Chat Completions;
                       both need OPENAI_API_KEY)
      --model NAME     another model of the provider
      --base-url URL   where its API is, up to and including the version
      --trace          ends with a time line of the calls
      --stats [DIR]    only the numbers: of this agent, or of a folder of locks
  -h, --help           this

`serve` is how the agent starts its two servers, build-farm and help-desk.
With --rewritten, one tool of help-desk has another description.
";

#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    Talk(Talk),
    Stats { locks: Option<PathBuf> },
    Serve { name: String, rewritten: bool },
    Help,
}

/// How to talk to which model about what.
#[derive(Debug, PartialEq)]
pub(crate) struct Talk {
    /// The scripted one when there is none.
    pub(crate) provider: Option<Provider>,
    pub(crate) model: Option<String>,
    pub(crate) base_url: Option<String>,
    pub(crate) task: String,
    pub(crate) trace: bool,
}

impl Command {
    pub(crate) fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut args = args.into_iter().peekable();
        match args.peek().map(String::as_str) {
            Some("serve") => serve(args.skip(1)),
            Some("--stats") => stats(args.skip(1)),
            _ => talk(args),
        }
    }
}

fn serve(mut args: impl Iterator<Item = String>) -> Result<Command, String> {
    let name = args.next().ok_or("`serve` needs the name of a server: build-farm or help-desk")?;
    let rewritten = match args.next().as_deref() {
        None => false,
        Some("--rewritten") => true,
        Some(other) => return Err(unknown(other)),
    };
    args.next().map_or(Ok(Command::Serve { name, rewritten }), |more| Err(unknown(&more)))
}

fn stats(mut args: impl Iterator<Item = String>) -> Result<Command, String> {
    let locks = args.next().map(PathBuf::from);
    args.next().map_or(Ok(Command::Stats { locks }), |more| Err(unknown(&more)))
}

fn talk(mut args: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut talk =
        Talk { provider: None, model: None, base_url: None, task: String::new(), trace: false };
    let mut words = Vec::new();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg.as_str() {
            "-h" | "--help" => return Ok(Command::Help),
            "--provider" => talk.provider = Some(Provider::parse(&value()?)?),
            "--model" => talk.model = Some(value()?),
            "--base-url" => talk.base_url = Some(value()?),
            "--trace" => talk.trace = true,
            option if option.starts_with('-') => return Err(unknown(option)),
            _ => words.push(arg),
        }
    }
    talk.check(&words)?;
    talk.task = if words.is_empty() { setup::TASK.into() } else { words.join(" ") };
    Ok(Command::Talk(talk))
}

impl Talk {
    /// The script knows one task and no network.
    fn check(&self, words: &[String]) -> Result<(), String> {
        let asked = !words.is_empty() || self.model.is_some() || self.base_url.is_some();
        match self.provider {
            None if asked => Err(
                "a task, --model and --base-url need a --provider: the scripted model has one task"
                    .into(),
            ),
            _ => Ok(()),
        }
    }
}

fn unknown(arg: &str) -> String {
    format!("`{arg}` is not expected here; --help says what is")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        Command::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn what_is_understood() {
        assert_eq!(
            parse("serve help-desk --rewritten"),
            Ok(Command::Serve { name: "help-desk".into(), rewritten: true })
        );
        assert_eq!(parse("--stats"), Ok(Command::Stats { locks: None }));
        assert_eq!(parse("--help"), Ok(Command::Help));
        let Ok(Command::Talk(talk)) = parse("--provider openai --model m do this") else {
            unreachable!()
        };
        assert_eq!((talk.provider, talk.model.as_deref()), (Some(Provider::OpenAi), Some("m")));
        assert_eq!((talk.task.as_str(), talk.trace), ("do this", false));
        assert!(matches!(parse("--trace"), Ok(Command::Talk(talk)) if talk.trace));
    }

    #[test]
    fn what_is_not() {
        for (line, part) in [
            ("--provider", "needs a value"),
            ("--provider gemini", "anthropic, openai or openai-chat"),
            ("--modle x", "`--modle` is not expected"),
            ("do this", "need a --provider"),
            ("serve", "name of a server"),
            ("serve help-desk now", "`now` is not expected"),
            ("--stats a b", "`b` is not expected"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
