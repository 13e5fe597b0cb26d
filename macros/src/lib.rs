//! The `#[tool]` attribute of toolcrib. Use it through the `toolcrib` crate, which re-exports it.

mod ast;
mod attr;
mod check;
mod ctxt;
mod expand;
mod parse;
mod suggest;

use proc_macro::TokenStream;

/// Makes a function a tool for language models, or an `impl` block a set of them.
///
/// The function stays as it is and can be called as before. Beside it stands a
/// static description; its JSON Schema, decoding and dispatch come from the
/// signature. `tools![post_message, files::read]` names tools by the paths of
/// their functions.
///
/// ```
/// use toolcrib::{tool, tools};
///
/// struct App;
///
/// /// Posts a message to a chat channel.
/// #[tool(defer, search_hint = "slack chat notify team")]
/// async fn post_message(
///     /// Channel name, for example "#general".
///     channel: &str,
///     /// Text of the message.
///     text: String,
///     /// Thread to answer in.
///     thread: Option<String>,
///     app: &App,
/// ) -> Result<String, std::fmt::Error> {
///     Ok(format!("posted to {channel}: {text} {thread:?}"))
/// }
///
/// let tools = tools![post_message];
/// assert_eq!(tools.get("post_message").unwrap().input_schema()["required"][1], "text");
/// ```
///
/// # Grammar
///
/// ```text
/// on a function:  #[tool]   #[tool( key, … )]      each key at most once, in any order
///
///   defer                    found by search before it can be called
///   always                   sent with every request; not with `defer`
///   search_hint = TEXT       further words by which a search finds it
///   name = "LITERAL"         1 to 64 of A-Z a-z 0-9 _ -; otherwise the function's name
///   title = TEXT             name for people
///   description = TEXT       otherwise the doc comment; one of the two has to be there
///   read_only    [= BOOL]    changes nothing
///   destructive  [= BOOL]    may delete or overwrite; not with `read_only`
///   idempotent   [= BOOL]    twice does no more than once
///   open_world   [= BOOL]    reaches beyond the program
///   group = TEXT             a name for configuration and permissions
///   requires = TEXT          not offered where the model or the host cannot do this,
///   requires = [TEXT, …]       for example "vision"
///   handle = IDENT           what `tools!` calls it; otherwise the function's name
///   crate = PATH             where toolcrib is; otherwise ::toolcrib
///
/// on an `impl` block of a type, whose methods with #[tool] are the tools:
///
///   group, requires          for the methods that say nothing else
///   handle, crate            as above; not on the methods
///
/// on a parameter:  #[arg( key, … )]
///
///   rename = "LITERAL"       1 to 64 of A-Z a-z 0-9 _ - .
///   description = TEXT       otherwise the doc comment
///   undocumented             without a description, on purpose
///   default                  not required; `Default::default()` when absent or null
///   default = EXPR           not required; this value (a text literal is converted)
///   example = EXPR           shown in the schema; may be repeated
///   range = A..=B            bounds in the schema, checked before the call;
///                              also A..B, A.., ..=B, ..B, with numbers for A and B
///   flatten                  this parameter is the one struct of all arguments
///
/// on a parameter:  #[context]
///
///   TEXT   a literal, the path of a constant, or a macro such as concat! or include_str!
/// ```
///
/// # Parameters
///
/// | written | is |
/// |---|---|
/// | `T`, `&str`, `&[T]`, `Option<T>`, `Option<&str>`, `Option<&[T]>` | an argument |
/// | `&T` of any other `T`, `&self` | a context: state of the program, by type |
/// | `#[context] x: T` | a context, handed over as a clone |
/// | `#[arg(flatten)] x: T` | all arguments, as one struct |
///
/// The type of an argument is `Deserialize` and schemars' `JsonSchema`. An
/// `Option` is `None` when the argument is absent or `null`. A context is found
/// by its exact type, whatever it is called; one that was not given to the
/// toolbox is an error when the toolbox is built. An argument without a
/// description is a warning, and an error under `#![deny(deprecated)]`, which
/// is the lint that carries it.
///
/// # Results
///
/// Text, `Content` blocks, an `Outcome`, `()`, everything `Serialize`, and
/// `Result` of these with any error that is `Display`: an `Err` is told to the
/// model, by `{:#}`, so that error types which keep a chain of causes show it.
/// A type with a `JsonSchema` that is an object gives the tool an output schema.
///
/// # Descriptions
///
/// Lines and paragraphs stay, and so does relative indent; the indent that all
/// lines share is removed.
///
/// # How `tools!` finds a function
///
/// Beside `fn post_message` stands an empty type `post_message`, in the
/// namespace of types and with the function's visibility, which an import of
/// the function brings along. Where a module of the same name is already there
/// (`mod weather; #[tool] fn weather()`), give the type another:
/// `#[tool(handle = weather_tool)]`, then `tools![weather_tool]`. A second
/// `impl` block of one type needs a handle as well.
///
/// # Errors
///
/// All mistakes of a tool are reported in one build, each where it stands. The
/// function is emitted all the same, so that one mistake does not become
/// twenty, and a body that is half typed costs nothing but itself.
#[proc_macro_attribute]
pub fn tool(attr: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(attr.into(), item.into()).into()
}
