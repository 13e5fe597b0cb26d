//! `completions`: prints completion scripts for shells.

use clap::CommandFactory;

use crate::args::{Args, Completions};
use crate::outcome::{Exit, Outcome};
use crate::screen::Screen;

pub(crate) fn run(options: &Completions, screen: &Screen) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Args::command(), "cargo-toolcrib", &mut script);
    screen.raw(String::from_utf8_lossy(&script).trim_end());
    Ok(Exit::Fine)
}
