//! What in captured manifests deserves a second look, though it is well formed.
//!
//! ```
//! use toolcrib_build::lint::{Level, Rule, Settings, lint};
//!
//! let list = r#"{"tools": [{"name": "a", "description": "Hid\u200bden.", "inputSchema": {}}]}"#;
//! let manifest = toolcrib::catalog::Manifest::parse("desk", list)?;
//! let report = lint(&[manifest], None, &Settings::new());
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

use toolcrib::catalog::{Catalog, Definition, Manifest};
use toolcrib::contract::Contract;
use toolcrib::json::Json;

pub use finding::Finding;
pub use rule::{Level, Rule, UnknownRule};
pub use settings::{Allowance, Settings};

use finding::{Found, Place};

/// Everything that was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// By server, tool and rule.
    pub findings: Vec<Finding>,
    /// How many findings the settings allow, and so are not listed.
    pub allowed: usize,
    /// Entries of the allow list that allowed nothing: to be removed.
    pub unused: Vec<Allowance>,
}

impl Report {
    /// How many findings have this level.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }
}

/// Looks at manifests by every rule.
///
/// [`Rule::Unreachable`] is looked at where a catalog is given: two searches a
/// tool. All else takes O(n log n) for n bytes of manifests.
#[must_use]
pub fn lint(manifests: &[Manifest], catalog: Option<&Catalog<'_>>, settings: &Settings) -> Report {
    lint_all(manifests, &[], catalog, settings)
}

/// The same with contracts beside the manifests.
#[must_use]
pub fn lint_all(
    manifests: &[Manifest],
    contracts: &[&Contract],
    catalog: Option<&Catalog<'_>>,
    settings: &Settings,
) -> Report {
    let mut found = Found::default();
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
    settings.apply(found.0)
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
