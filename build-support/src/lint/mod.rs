//! Rules about captured manifests that are well formed but deserve a second look.
//!
//! ```
//! use toolcrib_build::lint::{Level, Rule, Settings, lint};
//!
//! let list = r#"{"tools": [{"name": "a", "description": "Hid\u200bden.", "inputSchema": {}}]}"#;
//! let manifest = toolcrib::catalog::Manifest::parse("desk", list)?;
//! let report = lint(&[manifest], &[], None, &Settings::new());
//! let finding = &report.findings[0];
//! assert_eq!((finding.rule, finding.level), (Rule::InvisibleCharacter, Level::Error));
//! assert_eq!(finding.field, "/description");
//! # Ok::<(), toolcrib::catalog::ManifestError>(())
//! ```

mod characters;
mod finding;
mod look_alike;
mod names;
mod reach;
mod rule;
mod schema;
mod settings;
mod texts;
mod walk;

use toolcrib::catalog::{Catalog, Definition, Manifest};
use toolcrib::contract::Contract;
use toolcrib::json::Json;

pub use finding::Finding;
pub use rule::{Level, Rule, UnknownRule};
pub use settings::{Allowance, Settings};

use finding::Place;

/// The findings of all rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// In the order of server, tool and rule.
    pub findings: Vec<Finding>,
    /// The number of findings that the settings allow and that are not listed.
    pub allowed: usize,
    /// Entries of the allow list that matched nothing and can be removed.
    pub unused: Vec<Allowance>,
}

impl Report {
    /// The number of findings of a level.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }
}

/// Checks manifests and contracts against every rule.
///
/// [`Rule::Unreachable`] needs the catalog, and makes two searches per tool. The
/// other rules take O(n log n) for n bytes.
#[must_use]
pub fn lint(
    manifests: &[Manifest],
    contracts: &[&Contract],
    catalog: Option<&Catalog<'_>>,
    settings: &Settings,
) -> Report {
    let mut found = Vec::new();
    look_alike::servers(manifests, &mut found);
    for manifest in manifests {
        let mut place = Place { server: manifest.server(), tool: None, found: &mut found };
        if let Some(text) = manifest.instructions() {
            texts::check(&mut place, "/instructions", text);
        }
        look_alike::tools(&mut place, manifest.tools());
        for tool in manifest.tools() {
            let mut place = place.of(tool.name());
            names::check(&mut place, tool.name());
            definition(&mut place, &tool.definition());
        }
    }
    for contract in contracts {
        let mut place = Place { server: contract.provider(), tool: None, found: &mut found };
        definition(&mut place.of(contract.id()), &contract.definition());
    }
    if let Some(catalog) = catalog {
        reach::check(catalog, &mut found);
    }
    settings.apply(found)
}

fn definition(place: &mut Place<'_>, definition: &Definition<'_>) {
    texts::description(place, definition.description);
    let text = definition.to_canonical();
    match Json::parse(&text) {
        Ok(json) => {
            texts::walk(place, json.root());
            schema::check(place, json.root());
        }
        Err(error) => place.report(Rule::UncheckedSchema, "", format!("cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests;
