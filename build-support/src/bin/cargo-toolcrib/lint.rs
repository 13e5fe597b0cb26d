//! `lint`: checks the locks and contracts against rules.

use std::path::PathBuf;

use serde_json::{Value, json};
use toolcrib::catalog::Manifest;
use toolcrib::contract::Contract;
use toolcrib_build::lint::{Finding, Level, Report, Rule, Settings, UnknownRule, lint};
use toolcrib_build::{Contracts, LockFile};

use crate::args::{Common, Lint};
use crate::check::read;
use crate::contracts;
use crate::outcome::{CommandError, Exit, Outcome};
use crate::screen::{Screen, Style, plural};
use crate::source::catalog;

/// The default settings file, if it exists.
const SETTINGS: &str = "toolcrib-lint.json";

pub(crate) fn run(common: &Common, options: &Lint, screen: &Screen) -> Outcome {
    if options.rules {
        rules(screen);
        return Ok(Exit::Fine);
    }
    let settings = settings(options)?;
    let (files, contracts) = (read(common)?, contracts::read(common)?);
    for fault in contracts.iter().flat_map(|contracts| &contracts.warnings) {
        screen.warning(&fault.to_warning());
    }
    let report = look(common, &files, &contracts, &settings)?;
    print(&report, options.level.into(), screen);
    for unused in &report.unused {
        let text = format!(
            "the settings allow `{}`, but nothing breaks that rule there: remove it",
            unused.rule
        );
        screen.warning(&text);
    }
    screen.document(&document(&report));
    Ok(Exit::found(report.count(Level::Error) > 0))
}

fn settings(options: &Lint) -> Result<Settings, CommandError> {
    let default = PathBuf::from(SETTINGS);
    let path = options.settings.clone().or_else(|| default.exists().then_some(default));
    let mut settings = match path {
        Some(path) => Settings::read(&path)?,
        None => Settings::new(),
    };
    for name in &options.deny {
        settings = match name.as_str() {
            "warnings" => settings.deny_warnings(),
            name => settings.deny(rule(name)?),
        };
    }
    for name in &options.allow {
        settings = settings.allow(rule(name)?, None, None, "allowed on the command line");
    }
    Ok(settings)
}

fn rule(name: &str) -> Result<Rule, CommandError> {
    name.parse().map_err(|error: UnknownRule| CommandError::new(error))
}

/// The program's own tools are checked too, but not searched for: the catalog has
/// only those of servers.
fn look(
    common: &Common,
    files: &[LockFile],
    contracts: &[Contracts],
    settings: &Settings,
) -> Result<Report, CommandError> {
    let contracts = contracts.iter().flat_map(|contracts| &contracts.files);
    let contracts: Vec<&Contract> = contracts.map(|file| &file.contract).collect();
    let manifests: Vec<Manifest> = files.iter().map(|file| file.lock.manifest().clone()).collect();
    if contracts.is_empty() && files.iter().all(|file| file.is_native()) {
        return Ok(lint(&manifests, &contracts, None, settings));
    }
    let encoded = catalog(common)?;
    let catalog = encoded.catalog()?;
    Ok(lint(&manifests, &contracts, Some(&catalog), settings))
}

fn print(report: &Report, least: Level, screen: &Screen) {
    for finding in report.findings.iter().filter(|finding| finding.level >= least) {
        let style = match finding.level {
            Level::Error => Style::Bad,
            Level::Warning => Style::Warning,
            Level::Note => Style::Faint,
        };
        let level = screen.paint(style, &format!("{:7}", finding.level.as_str()));
        screen.line(format!("{level} {finding}"));
    }
    let [errors, warnings, notes] = counts(report);
    screen.line(format!(
        "{errors} error{}, {warnings} warning{}, {notes} note{}, {} allowed",
        plural(errors),
        plural(warnings),
        plural(notes),
        report.allowed
    ));
}

fn counts(report: &Report) -> [usize; 3] {
    [Level::Error, Level::Warning, Level::Note].map(|level| report.count(level))
}

fn rules(screen: &Screen) {
    for rule in Rule::ALL {
        screen.line(format!(
            "{:29} {:8} {}",
            rule.as_str(),
            rule.level().as_str(),
            rule.explanation()
        ));
    }
    let one = |rule: &Rule| json!({"rule": rule.as_str(), "level": rule.level().as_str(), "asks": rule.explanation()});
    screen.document(&Rule::ALL.iter().map(one).collect());
}

fn document(report: &Report) -> Value {
    let finding = |finding: &Finding| {
        json!({
            "level": finding.level.as_str(),
            "rule": finding.rule.as_str(),
            "server": finding.server,
            "tool": finding.tool,
            "field": finding.field,
            "message": finding.message,
        })
    };
    let unused = report.unused.iter().map(|allowance| {
        json!({
            "rule": allowance.rule.as_str(),
            "server": allowance.server,
            "tool": allowance.tool,
            "reason": allowance.reason,
        })
    });
    let [errors, warnings, notes] = counts(report);
    json!({
        "findings": report.findings.iter().map(finding).collect::<Value>(),
        "errors": errors,
        "warnings": warnings,
        "notes": notes,
        "allowed": report.allowed,
        "unused": unused.collect::<Value>(),
    })
}
