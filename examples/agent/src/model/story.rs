//! The one task of the scripted model, turn by turn.
//!
//! Each turn is made of what the request holds. A tool that is not in the
//! request's array is not called, and what a call needs is taken from earlier
//! results, so the story does not go on where search, promotion or a call is
//! broken.

use serde_json::json;

use super::seen::{Say, Seen, Stuck};
use crate::setup::names::{build_farm, help_desk};

/// What the user asks for.
pub(crate) const TASK: &str = "Mira Okafor of Northwind writes that our 4.2.1 download for macOS \
    does not open. Find out why, put it right, and answer her and whoever else is affected.";

type Turn = fn(&Seen<'_>) -> Result<Say, Stuck>;

/// In order.
pub(super) const TURNS: &[Turn] = &[
    begin,
    search_as_told,
    find_ticket,
    look_for_reading,
    read_ticket,
    look_for_artifacts,
    find_artifact,
    verify_and_look_for_logs,
    read_log,
    measure,
    repair,
    verify_new,
    publish,
    look_for_answering,
    answer,
    end,
];

fn say<const N: usize>(
    text: impl Into<String>,
    calls: [(String, serde_json::Value); N],
) -> Result<Say, Stuck> {
    Ok(Say { text: text.into(), calls: calls.into() })
}

/// It has the names of all tools, and calls one of which it has no schema.
fn begin(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let runbook = seen.call("read_note", json!({"file": "broken-download.md"}))?;
    let tickets = seen.blind_call(help_desk::SEARCH_TICKETS, json!({"text": "macOS 4.2.1"}))?;
    say("I will read our runbook and look for the ticket.", [runbook, tickets])
}

fn search_as_told(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let advice = seen.error(help_desk::SEARCH_TICKETS)?;
    let query = advice.split('"').nth(1).ok_or("the refusal names no query")?;
    say("I have not loaded that tool yet; the answer says how.", [seen.search(query, 1)?])
}

fn find_ticket(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let call =
        seen.call(help_desk::SEARCH_TICKETS, json!({"query": "macos 4.2.1", "status": "open"}))?;
    say("Now with its schema.", [call])
}

/// The ticket of the task.
fn ticket(seen: &Seen<'_>) -> Result<String, Stuck> {
    let found = seen.json(help_desk::SEARCH_TICKETS)?;
    let ticket = found.find("tickets", "from", "Mira Okafor")?;
    let id = ticket.get("id").and_then(serde_json::Value::as_str);
    id.map(String::from).ok_or_else(|| "the ticket has no id".into())
}

fn look_for_reading(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let text = format!(
        "{} is hers. I need the conversation, and others that report the same.",
        ticket(seen)?
    );
    say(
        text,
        [seen.search("read ticket conversation", 1)?, seen.search("find similar tickets", 1)?],
    )
}

fn read_ticket(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let id = ticket(seen)?;
    let read = seen.call(help_desk::GET_TICKET, json!({"ticket_id": id}))?;
    let similar =
        seen.call(help_desk::FIND_SIMILAR_TICKETS, json!({"ticket_id": id, "only_open": true}))?;
    say("", [read, similar])
}

/// The file that the customer names.
fn file(seen: &Seen<'_>) -> Result<String, Stuck> {
    let ticket = seen.json(help_desk::GET_TICKET)?;
    let text = ticket.str("/messages/0/text")?;
    let file = text.split_whitespace().find(|word| word.ends_with(".dmg"));
    file.map(String::from).ok_or_else(|| format!("no file in `{text}`"))
}

fn look_for_artifacts(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let text = format!(
        "She names {}. Next, what the build farm has published under that name.",
        file(seen)?
    );
    say(text, [seen.search("find published artifact verify checksum size", 2)?])
}

fn find_artifact(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let call =
        seen.call(build_farm::FIND_ARTIFACTS, json!({"file": file(seen)?, "published": true}))?;
    say("", [call])
}

fn verify_and_look_for_logs(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let found = seen.json(build_farm::FIND_ARTIFACTS)?;
    let verify = seen
        .call(build_farm::VERIFY_ARTIFACT, json!({"artifact_id": found.str("/artifacts/0/id")?}))?;
    let text = format!(
        "Build {} made it. I will verify it, and look for its log.",
        found.number("/artifacts/0/build")?
    );
    say(text, [verify, seen.search("read log of a build", 2)?])
}

fn read_log(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let verdict = seen.json(build_farm::VERIFY_ARTIFACT)?;
    let build = seen.json(build_farm::FIND_ARTIFACTS)?.number("/artifacts/0/build")?;
    let log = seen.call(build_farm::READ_BUILD_LOG, json!({"build": build, "step": "store"}))?;
    say(format!("The file is damaged at the source: {}.", verdict.str("/problem")?), [log])
}

fn measure(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let log = seen.json(build_farm::READ_BUILD_LOG)?;
    if !log.lines().contains("No space left on device") {
        return Err(format!("the log gives no cause: {}", log.lines()));
    }
    let verdict = seen.json(build_farm::VERIFY_ARTIFACT)?;
    let share =
        format!("{} / {} * 100", verdict.number("/bytes")?, verdict.number("/expected_bytes")?);
    let text = format!(
        "The disk of {} was full, and the step went on. How much of the file is there?",
        log.str("/agent")?
    );
    let look = seen.search("+agent take out of service", 1)?;
    say(
        text,
        [
            seen.call("calculate", json!({"expression": share}))?,
            look,
            seen.search("run a build again", 1)?,
        ],
    )
}

fn repair(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let log = seen.json(build_farm::READ_BUILD_LOG)?;
    let (agent, build) = (log.str("/agent")?, log.number("/build")?);
    let percent = seen.json("calculate")?.float()?;
    let reason = format!("disk full: build {build} stored {percent:.0} % of its image");
    let stop =
        seen.call(build_farm::QUARANTINE_AGENT, json!({"agent": agent, "reason": reason}))?;
    let rerun =
        seen.call(build_farm::RERUN_BUILD, json!({"build": build, "exclude_agents": [agent]}))?;
    say(
        format!("{percent:.0} % of it. I take {agent} out of service and run the build elsewhere."),
        [stop, rerun],
    )
}

fn verify_new(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let rerun = seen.json(build_farm::RERUN_BUILD)?;
    let verify = seen
        .call(build_farm::VERIFY_ARTIFACT, json!({"artifact_id": rerun.str("/artifacts/0/id")?}))?;
    let text =
        format!("Build {} ran on {}.", rerun.number("/build/number")?, rerun.str("/build/agent")?);
    say(text, [verify, seen.search("publish artifact on the download page", 1)?])
}

fn publish(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let verdict = seen.json(build_farm::VERIFY_ARTIFACT)?;
    verdict.is_true("/ok")?;
    let old = seen.json(build_farm::FIND_ARTIFACTS)?;
    let arguments =
        json!({"artifact_id": verdict.str("/artifact")?, "replaces": old.str("/artifacts/0/id")?});
    say("It is whole.", [seen.call(build_farm::PUBLISH_ARTIFACT, arguments)?])
}

fn look_for_answering(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let url = seen.json(build_farm::PUBLISH_ARTIFACT)?;
    let text = format!("The new file is at {}. Now the answers.", url.str("/url")?);
    say(
        text,
        [
            seen.search("send a public answer to a customer", 1)?,
            seen.search("slack notify team", 1)?,
        ],
    )
}

fn answer(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let published = seen.json(build_farm::PUBLISH_ARTIFACT)?;
    let others = seen.json(help_desk::FIND_SIMILAR_TICKETS)?;
    let (url, file) = (published.str("/url")?, file(seen)?);
    let percent = seen.json("calculate")?.float()?;
    let message = format!(
        "You were right: {file} was cut off when we stored it, at {percent:.0} % of its size. \
         We built it again and verified it; please use {url}. Aurora support"
    );
    let reply = |id: &str| {
        let arguments = json!({"ticket_id": id, "message": message, "status": "solved"});
        seen.call(help_desk::REPLY_TO_TICKET, arguments)
    };
    let news = format!(
        "{file} was truncated by a full disk; it is replaced by {}.",
        published.str("/artifact")?
    );
    let post = seen.call("post_message", json!({"channel": "#releases", "text": news}))?;
    say("", [reply(&ticket(seen)?)?, reply(others.str("/tickets/0/id")?)?, post])
}

fn end(seen: &Seen<'_>) -> Result<Say, Stuck> {
    let log = seen.json(build_farm::READ_BUILD_LOG)?;
    let others = seen.json(help_desk::FIND_SIMILAR_TICKETS)?;
    let text = format!(
        "Done. The disk of {} was full, so the published image was cut off. That agent is out of service; \
         the image is built again, verified and published. {} and {} are answered and {}; {} knows.",
        log.str("/agent")?,
        ticket(seen)?,
        others.str("/tickets/0/id")?,
        seen.json(help_desk::REPLY_TO_TICKET)?.str("/status")?,
        seen.json("post_message")?.str("/channel")?,
    );
    say(text, [])
}
