//! The loader `process`: a tool that is one run of a program.

mod argv;
mod memory;
mod outcome;
mod run;
mod streams;

use std::path::{Path, PathBuf};
use std::prelude::v1::*;
use std::sync::Arc;

use serde_json::Value;
use tokio::process::Command;

use super::expand::{self, Given};
use crate::child::Child;
use crate::contract::{LoaderSettings, Process as Written, Template};
use crate::engine::{LoadFuture, Loader, ToolInfo, ToolService, find_command};
use crate::error::{CallError, LoadError};
use crate::message::{Outcome, ToolCall};
use argv::Argv;
use outcome::Expected;

/// The built-in loader `process`: runs contracts that are programs.
///
/// What it does:
///
/// - No shell is involved. An argument fills its placeholder in one element of the
///   command line. At the beginning of an element it must not begin with a dash, unless
///   `--` comes before or the contract has `allow_dash`.
/// - The environment contains only the variables that the contract names.
/// - The program runs in its own process group (on Windows, a job), which is killed when
///   the call ends, is dropped or times out, with everything that the program left behind
///   in it.
/// - A program that writes more than the limit is killed. The end of its standard error
///   is shown if it fails.
/// - `memory_limit_mb` limits the address space of each of its processes on Linux;
///   elsewhere, contracts with it cannot be loaded.
///
/// It is not a sandbox. The program can use the file system and the network like any
/// program of the user, and a malicious one can leave its process group. Run untrusted
/// programs in a container, with the container's program as the command.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Process;

impl Loader for Process {
    fn check(&self, tool: &ToolInfo) -> Result<(), LoadError> {
        memory::check(tool.name, written(tool)?.memory_mb)
    }

    fn load<'a>(&'a self, tool: &'a ToolInfo) -> LoadFuture<'a> {
        let service = Program::new(tool).map(|program| {
            let program = Arc::new(program);
            ToolService::from_fn(move |call: ToolCall| {
                let program = program.clone();
                async move { program.run(call).await }
            })
        });
        Box::pin(core::future::ready(service))
    }
}

fn written(tool: &ToolInfo) -> Result<Written, LoadError> {
    match LoaderSettings::of_catalog(tool.loader, tool.settings, &tool.input_schema) {
        Ok((LoaderSettings::Process(written), _)) => Ok(written),
        Ok(_) => Err(LoadError::failed(tool.name, "its loader is not `process`")),
        Err(problem) => Err(LoadError::failed(tool.name, problem)),
    }
}

/// A program with places for arguments, its variables filled in.
struct Program {
    tool: &'static str,
    path: PathBuf,
    argv: Argv,
    stdin: bool,
    env: Vec<(String, Template)>,
    cwd: Option<PathBuf>,
    expected: Expected,
    max_bytes: usize,
    memory_mb: Option<u64>,
}

impl Program {
    fn new(tool: &ToolInfo) -> Result<Self, LoadError> {
        let Written {
            command,
            args,
            stdin,
            json,
            env,
            cwd,
            success_codes,
            allow_dash,
            max_bytes,
            memory_mb,
        } = written(tool)?;
        memory::check(tool.name, memory_mb)?;
        Ok(Self {
            tool: tool.name,
            path: path(tool.name, &command)?,
            argv: Argv::new(tool.name, &args, allow_dash)?,
            stdin,
            env: expand::all_variables(tool.name, &env)?,
            cwd: cwd.map(|cwd| folder(tool.name, &cwd)).transpose()?,
            expected: Expected { json, success_codes, memory_limited: memory_mb.is_some() },
            max_bytes: usize::try_from(max_bytes).unwrap_or(usize::MAX),
            memory_mb,
        })
    }

    async fn run(&self, call: ToolCall) -> Result<Outcome, CallError> {
        let wrong = |problem| CallError::arguments(self.tool, problem);
        let arguments =
            call.into_object().map_err(|error| CallError::arguments(self.tool, error))?;
        let args = self.argv.elements(&arguments).map_err(wrong)?;
        let input = self.stdin.then(|| Value::Object(arguments).to_string());
        let started = Child::start(self.command(&args)).map_err(|error| self.refused(&error))?;
        let ended = run::run(started, input, self.max_bytes).await;
        ended.map(|ended| self.expected.outcome(ended)).map_err(CallError::failed)
    }

    fn command(&self, args: &[String]) -> Command {
        let mut command = memory::command(&self.path, self.memory_mb);
        command.args(args).env_clear();
        command.envs(self.env.iter().map(|(name, value)| (name, value.as_text().unwrap_or(""))));
        if let Some(cwd) = &self.cwd {
            command.current_dir(cwd);
        }
        command
    }

    fn refused(&self, error: &std::io::Error) -> CallError {
        match error.kind() {
            std::io::ErrorKind::ArgumentListTooLong => CallError::arguments(
                self.tool,
                String::from("they are too long for a command line"),
            ),
            _ => CallError::failed(format!("`{}` does not start: {error}", self.path.display())),
        }
    }
}

fn path(tool: &str, command: &Template) -> Result<PathBuf, LoadError> {
    let name = filled(tool, command)?;
    find_command(&name).ok_or_else(|| {
        LoadError::unmet(tool, format!("the command `{name}` is not found"))
            .repair("install it, or put its folder into PATH")
    })
}

fn folder(tool: &str, cwd: &Template) -> Result<PathBuf, LoadError> {
    let text = filled(tool, cwd)?;
    match Path::new(&text).is_dir() {
        true => Ok(text.into()),
        false => {
            Err(LoadError::unmet(tool, format!("the working directory `{text}` does not exist"))
                .repair("create it, or correct `settings.cwd`"))
        }
    }
}

fn filled(tool: &str, template: &Template) -> Result<String, LoadError> {
    let filled = expand::variables(tool, template)?;
    Ok(expand::fill(&filled, &Given::new()).unwrap_or_default())
}
