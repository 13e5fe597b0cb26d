//! What builds leave behind.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use super::super::{Reply, json};
use super::BuildFarm;
use super::state::Artifact;

#[derive(Deserialize, JsonSchema)]
pub(super) struct FindArtifacts {
    /// Part of the file name, for example "macos.dmg".
    file: Option<String>,
    /// Only artifacts of this build.
    build: Option<u32>,
    /// Only those that customers can download.
    #[serde(default)]
    published: bool,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct ArtifactId {
    /// The artifact, for example "A-5102".
    artifact_id: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct PublishArtifact {
    /// The artifact to offer for download, for example "A-5102".
    artifact_id: String,
    /// A published artifact that it takes the place of.
    replaces: Option<String>,
}

#[tool_router(router = artifacts, vis = "pub(super)")]
impl BuildFarm {
    /// Finds artifacts (installers, disk images, packages) by file name or build, with their size and whether they are published for download.
    #[tool(annotations(title = "Find artifacts", read_only_hint = true, open_world_hint = false))]
    fn find_artifacts(&self, Parameters(args): Parameters<FindArtifacts>) -> Reply {
        let state = self.state();
        let fits = |artifact: &&Artifact| {
            args.file.as_deref().is_none_or(|part| artifact.file.contains(part))
                && args.build.is_none_or(|number| number == artifact.build)
                && (artifact.published || !args.published)
        };
        let found: Vec<_> = state.artifacts.iter().filter(fits).collect();
        json(json!({"artifacts": found}))
    }

    /// Compares an artifact with the size and checksum that the packaging step recorded.
    #[tool(annotations(
        title = "Verify an artifact",
        read_only_hint = true,
        open_world_hint = false
    ))]
    fn verify_artifact(&self, Parameters(args): Parameters<ArtifactId>) -> Reply {
        let state = self.state();
        let artifact = state.artifact(&args.artifact_id)?;
        let problem = (!artifact.is_whole()).then(|| {
            format!(
                "{} bytes are missing at the end",
                artifact.expected_bytes.abs_diff(artifact.bytes)
            )
        });
        json(json!({
            "artifact": artifact.id,
            "ok": artifact.is_whole(),
            "bytes": artifact.bytes,
            "expected_bytes": artifact.expected_bytes,
            "problem": problem,
        }))
    }

    /// Publishes an artifact on the download page, in place of another one if so asked. Customers get it at once.
    #[tool(annotations(
        title = "Publish an artifact",
        read_only_hint = false,
        destructive_hint = true,
        idempotent_hint = true,
        open_world_hint = true
    ))]
    pub(super) fn publish_artifact(&self, Parameters(args): Parameters<PublishArtifact>) -> Reply {
        let mut state = self.state();
        if !state.artifact(&args.artifact_id)?.is_whole() {
            return Err(format!("`{}` is not whole: see verify_artifact", args.artifact_id));
        }
        if let Some(old) = &args.replaces {
            state.artifact(old)?;
        }
        for artifact in &mut state.artifacts {
            let is = |id: &str| artifact.id.eq_ignore_ascii_case(id);
            let replaced = args.replaces.as_deref().is_some_and(is);
            artifact.published = is(&args.artifact_id) || (artifact.published && !replaced);
        }
        let artifact = state.artifact(&args.artifact_id)?;
        json(json!({"artifact": artifact.id, "url": artifact.url(), "replaced": args.replaces}))
    }

    /// Deletes an artifact for good. A published one disappears from the download page.
    #[tool(annotations(
        title = "Delete an artifact",
        read_only_hint = false,
        destructive_hint = true,
        open_world_hint = true
    ))]
    fn delete_artifact(&self, Parameters(args): Parameters<ArtifactId>) -> Reply {
        let mut state = self.state();
        let id = state.artifact(&args.artifact_id)?.id.clone();
        state.artifacts.retain(|artifact| artifact.id != id);
        json(json!({"deleted": id}))
    }
}
