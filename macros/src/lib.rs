//! The `#[tool]` attribute of toolcrib. Use it through the `toolcrib` crate, which re-exports it.
//!
//! ```
//! use toolcrib::{tool, tools};
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(
//!     /// First number.
//!     a: i64,
//!     /// Second number.
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! let tools = tools![add];
//! let add = tools.get("add").unwrap();
//! assert_eq!(add.description(), "Adds two numbers.");
//! assert_eq!(add.input_schema()["properties"]["b"]["type"], "integer");
//! ```

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
/// The function itself does not change, and can still be called. The attribute adds
/// a static description, and takes the JSON Schema, decoding and dispatch from the
/// signature. `tools![post_message, files::read]` lists tools by the paths of their
/// functions.
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
///   defer                    must be found by a search before it can be called
///   always                   sent with every request; not with `defer`
///   search_hint = TEXT       more words for the search
///   name = "LITERAL"         1 to 64 of A-Z a-z 0-9 _ -; defaults to the function's name
///   title = TEXT             name for people
///   description = TEXT       defaults to the doc comment; one of the two is required
///   read_only    [= BOOL]    changes nothing
///   destructive  [= BOOL]    may delete or overwrite; not with `read_only`
///   idempotent   [= BOOL]    a second call has no further effect
///   open_world   [= BOOL]    reaches beyond the program
///   group = TEXT             a name for configuration and permissions
///   requires = TEXT          offered only if the model or the host has this capability,
///   requires = [TEXT, …]       for example "vision"
///   handle = IDENT           its name in `tools!`; defaults to the function's name
///   crate = PATH             the path of toolcrib; defaults to ::toolcrib
///
/// on an `impl` block of a type, whose methods with #[tool] are the tools:
///
///   group, requires          for the methods without their own
///   handle, crate            as above; not on the methods
///
/// on a parameter:  #[arg( key, … )]
///
///   rename = "LITERAL"       1 to 64 of A-Z a-z 0-9 _ - .
///   description = TEXT       defaults to the doc comment
///   undocumented             has no description, on purpose
///   default                  optional; `Default::default()` if absent or null
///   default = EXPR           optional; this value if absent (a text literal is converted)
///   example = EXPR           shown in the schema; can be repeated
///   range = A..=B            bounds in the schema, checked before the call;
///                              also A..B, A.., ..=B, ..B, with numbers for A and B
///   flatten                  this parameter is a struct with all arguments
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
/// | `&T` of any other `T`, `&self` | a context: state of the program, found by its type |
/// | `#[context] x: T` | a context, passed as a clone |
/// | `#[arg(flatten)] x: T` | all arguments, as one struct |
///
/// The type of an argument implements `Deserialize` and schemars' `JsonSchema`. An
/// `Option` is `None` if the argument is absent or `null`. A context is found by its
/// exact type; building a toolbox without it is an error. An argument without a
/// description is a warning, and an error under `#![deny(deprecated)]`, since the
/// warning is of that lint.
///
/// # Results
///
/// A tool returns text, `Content` blocks, an `Outcome`, `()`, anything `Serialize`,
/// or a `Result` of these with an error that is `Display`. The model is sent an error
/// formatted by `{:#}`, which for many error types includes the chain of causes. A
/// type whose `JsonSchema` is an object gives the tool an output schema.
///
/// # Descriptions
///
/// A description keeps its lines, paragraphs and relative indent; the indent that all
/// lines share is removed.
///
/// # How `tools!` finds a function
///
/// The attribute adds an empty type `post_message` beside `fn post_message`, in the
/// namespace of types and with the visibility of the function. Importing the function
/// imports both. If the name is taken by a module (`mod weather; #[tool] fn weather()`),
/// give the type another one: `#[tool(handle = weather_tool)]`, then
/// `tools![weather_tool]`. A second `impl` block of a type needs a handle, too.
///
/// # Errors
///
/// One build reports all mistakes of a tool, each at its place. The function itself is
/// always emitted, so that one mistake does not cause others, and a half-typed body
/// affects nothing else.
#[proc_macro_attribute]
pub fn tool(attr: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(attr.into(), item.into()).into()
}
