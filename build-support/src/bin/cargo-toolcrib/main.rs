//! `cargo toolcrib`: captures the manifests of MCP servers, checks them and
//! searches their tools.

mod args;
mod capture;
mod changes;
mod check;
mod completions;
mod contracts;
mod diff;
mod eval;
mod explain;
mod import;
mod json;
mod lint;
mod live;
mod outcome;
mod pull_request;
mod screen;
mod search;
mod servers;
mod show;
mod snapshot;
mod source;
mod stats;
mod write;

use std::process::ExitCode;

use args::{Args, Command};
use outcome::Outcome;
use screen::Screen;

fn main() -> ExitCode {
    let args = args::parse();
    let screen = Screen::new(args.is_json(), args.common.color);
    let exit = run(&args, &screen).unwrap_or_else(|error| {
        screen.end(&error);
        error.exit
    });
    ExitCode::from(exit.code())
}

fn run(args: &Args, screen: &Screen) -> Outcome {
    let common = &args.common;
    match &args.command {
        Command::Snapshot(options) => snapshot::run(common, options, screen),
        Command::Import(options) => import::run(common, options, screen),
        Command::Check(options) => check::run(common, options, screen),
        Command::Diff(options) => diff::run(options, screen),
        Command::Lint(options) => lint::run(common, options, screen),
        Command::Search(options) => search::run(common, options, screen),
        Command::Eval(options) => eval::run(common, options, screen),
        Command::Show(options) => show::run(common, options, screen),
        Command::Stats => stats::run(common, screen),
        Command::Completions(options) => completions::run(options, screen),
    }
}
