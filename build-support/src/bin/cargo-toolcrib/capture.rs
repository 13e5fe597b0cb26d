//! Captures one server, by listing it twice.

use toolcrib::catalog::{Difference, Duplicates, Lock, Pointer, differences};
use toolcrib::mcp::{ConnectOptions, Connection, Listing, McpError, McpErrorKind, ServerConfig};

use toolcrib::text::Visible;

use crate::servers::ServerError;

/// The result of a capture.
#[derive(Debug)]
pub(crate) struct Captured {
    pub(crate) lock: Lock,
    pub(crate) notes: Vec<String>,
}

/// How to capture.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) connect: ConnectOptions,
    pub(crate) once: bool,
    pub(crate) duplicates: Option<Duplicates>,
}

pub(crate) async fn capture(
    server: ServerConfig,
    settings: Settings,
) -> Result<Captured, ServerError> {
    let server = match settings.duplicates {
        Some(duplicates) => server.with_duplicates(duplicates),
        None => server,
    };
    let failed = |error: McpError| ServerError::failed(server.name(), error);
    let first = list(&server, &settings.connect).await.map_err(failed)?;
    let lock = lock(&server, &first)?;
    let mut notes = notes(&first);
    if !settings.once {
        let (second, note) = again(&server, &settings.connect).await?;
        notes.extend(note);
        stable(&server, &lock, &self::lock(&server, &second)?)?;
    }
    Ok(Captured { lock, notes })
}

pub(crate) async fn list(
    server: &ServerConfig,
    options: &ConnectOptions,
) -> Result<Listing, McpError> {
    let (connection, listing) = Connection::open_and_list(server, options).await?;
    connection.close().await;
    Ok(listing)
}

/// The second listing, in an empty directory unless the entry names one. A server
/// that cannot run there is listed again in its own directory.
async fn again(
    server: &ServerConfig,
    options: &ConnectOptions,
) -> Result<(Listing, Option<String>), ServerError> {
    let failed = |error: McpError| {
        ServerError::failed(
            server.name(),
            format!(
                "{error}\n  this was the second listing, in a new process; --once lists only once"
            ),
        )
    };
    if server.cwd().is_some() {
        return Ok((list(server, options).await.map_err(failed)?, None));
    }
    let folder = tempfile::tempdir().map_err(|error| {
        ServerError::failed(server.name(), format!("no temporary folder: {error}"))
    })?;
    match list(server, &options.clone().cwd(folder.path())).await {
        Ok(listing) => Ok((listing, None)),
        Err(error) if matches!(error.kind(), McpErrorKind::Timeout { .. }) => Err(failed(error)),
        Err(_) => {
            let listing = list(server, options).await.map_err(failed)?;
            let note = "needs its working directory, so both listings were made there; \
                        set \"cwd\" in its entry";
            Ok((listing, Some(note.into())))
        }
    }
}

pub(crate) fn lock(server: &ServerConfig, listing: &Listing) -> Result<Lock, ServerError> {
    let name = server.name();
    let manifest = listing.manifest().map_err(|error| {
        let repair = "fix the server; `\"duplicates\": \"first\"` in its entry keeps the first \
                      of several tools with one name";
        ServerError::refused(name, format!("{error}\n  repair: {repair}"))
    })?;
    let lock = Lock::new(&manifest, listing.captured_from(), listing.volatile.clone())
        .map_err(|error| ServerError::refused(name, error))?;
    match leak(server, &lock) {
        None => Ok(lock),
        Some(message) => Err(ServerError::refused(name, message)),
    }
}

/// A lock with a secret that the server was given would be committed.
fn leak(server: &ServerConfig, lock: &Lock) -> Option<String> {
    let manifest = lock.manifest();
    let from = lock.captured_from();
    let of_itself = [&from.name, &from.version, &from.protocol_version].into_iter().flatten();
    let of_itself =
        of_itself.map(|text| ("what it says about itself".to_owned(), text.clone(), false));
    let instructions = manifest.instructions();
    let instructions = instructions.map(|text| ("its instructions".to_owned(), text.into(), true));
    let tools = manifest.tools().iter().map(|tool| {
        let text = tool.definition().to_canonical();
        // A name cannot be blanked.
        let can_be_blanked = server.secret_in(tool.name()).is_none();
        (format!("its tool `{}`", Visible(tool.name())), text, can_be_blanked)
    });
    let mut texts = tools.chain(instructions).chain(of_itself);
    let (place, secret, can_be_blanked) = texts
        .find_map(|(place, text, blanked)| Some((place, server.secret_in(&text)?, blanked)))?;
    let repair = if can_be_blanked {
        "list the place as \"volatile\" in its entry, so that it is blanked"
    } else {
        "fix the server, and change the secret if others could have seen it"
    };
    let server = Visible(server.name());
    Some(format!(
        "server `{server}` lists the value of `{}` in {place}\n  repair: {repair}",
        Visible(&secret)
    ))
}

fn notes(listing: &Listing) -> Vec<String> {
    let noise = (listing.noise > 0).then(|| {
        format!("printed {} lines that are not messages; they were skipped", listing.noise)
    });
    let lost = listing.volatile.iter().filter(|pointer| !leads_somewhere(listing, pointer));
    let lost = lost
        .map(|pointer| format!("lists `{pointer}` as volatile, but no tool is there: remove it"));
    noise.into_iter().chain(lost).collect()
}

fn leads_somewhere(listing: &Listing, pointer: &Pointer) -> bool {
    match pointer.tokens() {
        [_, tool, ..] => listing.manifest().is_ok_and(|manifest| manifest.tool(tool).is_some()),
        _ => listing.instructions.is_some(),
    }
}

/// Refuses a server whose two listings differ.
fn stable(server: &ServerConfig, first: &Lock, second: &Lock) -> Result<(), ServerError> {
    let differences = differences(first.manifest(), second.manifest());
    if differences.is_empty() {
        return Ok(());
    }
    let (mut pointers, mut others) = (Vec::new(), Vec::new());
    for difference in &differences {
        match pointer(difference) {
            Some(pointer) => pointers.push(pointer.to_string()),
            None => others.push(difference.to_string()),
        }
    }
    let message = unstable_message(server.name(), &pointers, &others);
    Err(ServerError { unstable: pointers, ..ServerError::refused(server.name(), message) })
}

/// The place in the manifest, if it can be blanked.
fn pointer(difference: &Difference) -> Option<Pointer> {
    let text = match &difference.tool {
        Some(tool) => {
            let mut path = String::from("/tools");
            Pointer::push_token(&mut path, tool);
            path + &difference.field
        }
        None => difference.field.clone(),
    };
    text.parse().ok()
}

fn unstable_message(server: &str, pointers: &[String], others: &[String]) -> String {
    let mut message = format!("server `{server}` does not list the same tools each time");
    for pointer in pointers {
        message += &format!("\n  differs at {pointer}");
    }
    for other in others {
        message += &format!("\n  differs: {other}");
    }
    if others.is_empty() {
        let list = serde_json::Value::from(pointers);
        message += &format!("\n  repair: add \"volatile\": {list} to its entry");
    } else {
        message += "\n  repair: fix the server; tools that come and go cannot be blanked";
    }
    message
}
