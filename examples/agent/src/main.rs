//! The example agent: a conversation with a model whose tools are found when
//! they are needed, and never used when they are not what was captured.
//!
//! `cargo run -p agent` tells the whole story offline; `README.md` beside this
//! package says what else there is.

mod agent;
mod command;
mod model;
mod refusal;
mod report;
mod screen;
mod servers;
mod setup;
mod stats;
mod tools;
mod trace;

use std::process::ExitCode;

use toolcrib::catalog::Drift;

use command::{Command, Talk};
use model::{Http, Model, Script};
use screen::Screen;
use trace::Trace;

/// What ends the program early; told to the user as it is.
type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let command = Command::parse(std::env::args().skip(1));
    let done = match command {
        Ok(command) => run(command).await,
        Err(problem) => Err(problem.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("agent: {failure}");
            // A server that differs is a finding; all else could not be done.
            ExitCode::from(if failure.is::<Drift>() { 1 } else { 2 })
        }
    }
}

async fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Help => {
            Screen::new().plain(command::HELP);
            Ok(())
        }
        Command::Serve { name, rewritten } => servers::serve(&name, rewritten).await,
        Command::Stats { locks: None } => stats::of_agent().await,
        Command::Stats { locks: Some(folder) } => stats::of_locks(&folder),
        Command::Talk(talk) => tell(talk).await,
    }
}

async fn tell(talk: Talk) -> Result<(), Failure> {
    let screen = Screen::new();
    match talk.provider {
        None => converse(Script::new(), &talk, &screen).await?,
        Some(_) => converse(Http::new(&talk)?, &talk, &screen).await?,
    }
    refusal::show(&screen).await
}

/// Connects, verifies, and lets the model work on the task.
async fn converse(model: impl Model, talk: &Talk, screen: &Screen) -> Result<(), Failure> {
    let servers = setup::connect().await?;
    let done = match setup::toolbox(&servers).await {
        Ok(toolbox) => {
            let trace = talk.trace.then(|| Trace::new(&toolbox));
            agent::Agent::new(model, toolbox.session(), screen).tracing(trace).run(&talk.task).await
        }
        Err(failure) => Err(failure),
    };
    servers.close().await;
    done
}
