/// Posts a message.
#[cfg(unix)]
pub(crate) async fn post(
    channel: &str,
    app: &App,
    pool: Pool,
) -> Result<Receipt, PostError> {
    app.post(channel, pool).await
}
#[cfg(unix)]
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
pub(crate) struct post {}
#[cfg(unix)]
const _: () = {
    use tc as __toolcrib;
    impl post {
        #[cfg(unix)]
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_ARGS_post: &'static [__toolcrib::__private0::Arg] = {
            &[
                __toolcrib::__private0::Arg::of::<
                    __toolcrib::__private0::String,
                >("channel", "Where."),
            ]
        };
        #[cfg(unix)]
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_CONTEXTS_post: &'static [__toolcrib::__private0::ContextKey] = &[
            __toolcrib::__private0::ContextKey::of::<App>(),
            __toolcrib::__private0::ContextKey::of::<Pool>(),
        ];
        #[cfg(unix)]
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_DEF_post: __toolcrib::__private0::ToolDef = __toolcrib::__private0::ToolDef::from_parts(__toolcrib::__private0::Parts {
            name: "post",
            title: __toolcrib::__private0::None,
            description: "Posts a message.",
            search_hint: __toolcrib::__private0::None,
            exposure: __toolcrib::__private0::Exposure::Deferred,
            annotations: __toolcrib::__private0::Annotations::new(
                __toolcrib::__private0::None,
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
            arguments: Self::__TOOLCRIB_ARGS_post,
            flatten: __toolcrib::__private0::None,
            output: Self::__TOOLCRIB_OUTPUT_post,
            contexts: Self::__TOOLCRIB_CONTEXTS_post,
            run: __toolcrib::__private0::Run::Async(Self::__TOOLCRIB_RUN_post),
            cache: __toolcrib::__private0::Some({
                static CACHE: __toolcrib::__private0::Cache = __toolcrib::__private0::Cache::new();
                &CACHE
            }),
        });
        #[cfg(unix)]
        #[doc(hidden)]
        #[allow(non_snake_case, deprecated)]
        fn __TOOLCRIB_RUN_post(
            call: __toolcrib::__private0::Call<'_>,
        ) -> __toolcrib::__private0::CallFuture<'_> {
            __toolcrib::__private0::CallFuture::boxed(async move {
                #[allow(unused_imports)]
                use __toolcrib::__private0::{
                    SplitPlain as _, SplitResult as _, TakeJson as _, TakeOutcome as _,
                };
                let context0 = call.context::<App>()?;
                let context1 = call.context::<Pool>()?;
                let (arg0,) = {
                    let mut slots = [__toolcrib::__private0::Slot::ABSENT; 1usize];
                    let mut args = call.open(&mut slots);
                    let arg0 = args.take::<__toolcrib::__private0::String>(0usize);
                    match (arg0, args.is_complete()) {
                        (__toolcrib::__private0::Some(arg0), true) => (arg0,),
                        _ => return __toolcrib::__private0::Err(args.into_error()),
                    }
                };
                let returned = post(
                        &arg0,
                        context0,
                        __toolcrib::__private0::clone::Clone::clone(context1),
                    )
                    .await;
                let tag = __toolcrib::__private0::Tag::of(&returned);
                __toolcrib::__private0::Ok(
                    match (&&tag).split(returned) {
                        __toolcrib::__private0::Ok(value) => {
                            (&&__toolcrib::__private0::Tag::of(&value)).outcome(value)
                        }
                        __toolcrib::__private0::Err(failure) => failure,
                    },
                )
            })
        }
        #[cfg(unix)]
        #[doc(hidden)]
        #[allow(non_snake_case)]
        fn __TOOLCRIB_OUTPUT_post() -> __toolcrib::__private0::Option<
            __toolcrib::__private0::Value,
        > {
            #[allow(unused_imports)]
            use __toolcrib::__private0::{
                HasSchema as _, NoSchema as _, SplitPlain as _, SplitResult as _,
                TakeOutcome as _,
            };
            (&&(&&__toolcrib::__private0::Tag::<Result<Receipt, PostError>>::new())
                .success())
                .schema()
        }
    }
    impl __toolcrib::ToolSet for post {
        const TOOLS: &'static [&'static __toolcrib::ToolDef] = &[
            &Self::__TOOLCRIB_DEF_post,
        ];
    }
    __toolcrib::__private0::submit!(< post as __toolcrib::ToolSet > ::TOOLS);
};
