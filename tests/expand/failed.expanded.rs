::core::compile_error! {
    "unknown key `titel`: did you mean `title`?"
}
/// Adds.
fn add() {}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct add {}
const _: () = {
    use ::toolcrib as __toolcrib;
    impl __toolcrib::ToolSet for add {
        const TOOLS: &'static [&'static __toolcrib::ToolDef] = &[];
    }
};
