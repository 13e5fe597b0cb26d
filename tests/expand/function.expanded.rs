/// Adds two numbers.
fn add(a: i64, b: i64) -> i64 {
    a + b
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct add {}
const _: () = {
    use ::toolcrib as __toolcrib;
    impl add {
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_ARGS_add: &'static [__toolcrib::__private0::Arg] = {
            &[
                __toolcrib::__private0::Arg::of::<i64>("a", "The first."),
                __toolcrib::__private0::Arg::of::<i64>("b", "The second.")
                    .with_default(|| {
                        #[allow(unused_imports)]
                        use __toolcrib::__private0::{NoJson as _, ToJson as _};
                        let value: _ = Self::__TOOLCRIB_DEFAULT1_add();
                        (&__toolcrib::__private0::Show(&value)).to_json()
                    })
                    .with_range(__toolcrib::__private0::Range {
                        min: __toolcrib::__private0::Some(
                            __toolcrib::__private0::Bound::Int(0i128),
                        ),
                        max: __toolcrib::__private0::Some(
                            __toolcrib::__private0::Bound::Int(9i128),
                        ),
                        exclusive: false,
                    }),
            ]
        };
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_CONTEXTS_add: &'static [__toolcrib::__private0::ContextKey] = &[];
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_DEF_add: __toolcrib::__private0::ToolDef = __toolcrib::__private0::ToolDef::from_parts(__toolcrib::__private0::Parts {
            name: "add",
            title: __toolcrib::__private0::None,
            description: "Adds two numbers.",
            search_hint: __toolcrib::__private0::Some("sum"),
            exposure: __toolcrib::__private0::Exposure::Default,
            annotations: __toolcrib::__private0::Annotations::new(
                __toolcrib::__private0::Some(true),
                __toolcrib::__private0::None,
                __toolcrib::__private0::None,
                __toolcrib::__private0::None,
            ),
            group: __toolcrib::__private0::None,
            requires: &[],
            location: __toolcrib::__private0::Location::new(
                __toolcrib::__private0::module_path!(),
                __toolcrib::__private0::file!(),
                __toolcrib::__private0::line!(),
            ),
            arguments: Self::__TOOLCRIB_ARGS_add,
            flatten: __toolcrib::__private0::None,
            output: Self::__TOOLCRIB_OUTPUT_add,
            contexts: Self::__TOOLCRIB_CONTEXTS_add,
            run: __toolcrib::__private0::Run::Sync(Self::__TOOLCRIB_RUN_add),
            cache: __toolcrib::__private0::Some({
                static CACHE: __toolcrib::__private0::Cache = __toolcrib::__private0::Cache::new();
                &CACHE
            }),
        });
        #[doc(hidden)]
        #[allow(non_snake_case, deprecated)]
        fn __TOOLCRIB_RUN_add(
            call: __toolcrib::__private0::Call<'_>,
        ) -> __toolcrib::__private0::Result<
            __toolcrib::__private0::Outcome,
            __toolcrib::__private0::CallError,
        > {
            #[allow(unused_imports)]
            use __toolcrib::__private0::{
                SplitPlain as _, SplitResult as _, TakeJson as _, TakeOutcome as _,
            };
            let (arg0, arg1) = {
                let mut slots = [__toolcrib::__private0::Slot::ABSENT; 2usize];
                let mut args = call.open(&mut slots);
                let arg0 = args.take::<i64>(0usize);
                let arg1 = args.take_or::<i64>(1usize, Self::__TOOLCRIB_DEFAULT1_add);
                args.check_range::<i64>(1usize, arg1.as_ref());
                match (arg0, arg1, args.is_complete()) {
                    (
                        __toolcrib::__private0::Some(arg0),
                        __toolcrib::__private0::Some(arg1),
                        true,
                    ) => (arg0, arg1),
                    _ => return __toolcrib::__private0::Err(args.into_error()),
                }
            };
            let returned = add(arg0, arg1);
            let tag = __toolcrib::__private0::Tag::of(&returned);
            __toolcrib::__private0::Ok(
                match (&&tag).split(returned) {
                    __toolcrib::__private0::Ok(value) => {
                        (&&__toolcrib::__private0::Tag::of(&value)).outcome(value)
                    }
                    __toolcrib::__private0::Err(failure) => failure,
                },
            )
        }
        #[doc(hidden)]
        #[allow(non_snake_case)]
        fn __TOOLCRIB_OUTPUT_add() -> __toolcrib::__private0::Option<
            __toolcrib::__private0::Value,
        > {
            #[allow(unused_imports)]
            use __toolcrib::__private0::{
                HasSchema as _, NoSchema as _, SplitPlain as _, SplitResult as _,
                TakeOutcome as _,
            };
            (&&(&&__toolcrib::__private0::Tag::<i64>::new()).success()).schema()
        }
        #[doc(hidden)]
        #[allow(non_snake_case)]
        fn __TOOLCRIB_DEFAULT1_add() -> i64 {
            1
        }
    }
    impl __toolcrib::ToolSet for add {
        const TOOLS: &'static [&'static __toolcrib::ToolDef] = &[
            &Self::__TOOLCRIB_DEF_add,
        ];
    }
    __toolcrib::__private0::submit!(< add as __toolcrib::ToolSet > ::TOOLS);
};
