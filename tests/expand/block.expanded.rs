impl<T: Item> Store<T> {
    /// Reads.
    fn read(&self, query: Query<T>) -> Vec<T> {
        self.query(query)
    }
    fn helper(&self) {}
}
const _: () = {
    use ::toolcrib as __toolcrib;
    impl<T: Item> Store<T>
    where
        Store<T>: __toolcrib::__private0::Send + __toolcrib::__private0::Sync + 'static,
    {
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_ARGS_read: &'static [__toolcrib::__private0::Arg] = { &[] };
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_CONTEXTS_read: &'static [__toolcrib::__private0::ContextKey] = &[
            __toolcrib::__private0::ContextKey::of::<Self>(),
        ];
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        const __TOOLCRIB_DEF_read: __toolcrib::__private0::ToolDef = __toolcrib::__private0::ToolDef::from_parts(__toolcrib::__private0::Parts {
            name: "read",
            title: __toolcrib::__private0::None,
            description: "Reads.",
            search_hint: __toolcrib::__private0::None,
            exposure: __toolcrib::__private0::Exposure::Default,
            annotations: __toolcrib::__private0::Annotations::new(
                __toolcrib::__private0::None,
                __toolcrib::__private0::None,
                __toolcrib::__private0::None,
                __toolcrib::__private0::None,
            ),
            group: __toolcrib::__private0::Some("store"),
            requires: &[],
            location: __toolcrib::__private0::Location::new(
                __toolcrib::__private0::module_path!(),
                __toolcrib::__private0::file!(),
                __toolcrib::__private0::line!(),
            ),
            arguments: Self::__TOOLCRIB_ARGS_read,
            flatten: __toolcrib::__private0::Some(
                __toolcrib::__private0::root_schema_of::<Query<T>>
                    as __toolcrib::__private0::SchemaFn,
            ),
            output: Self::__TOOLCRIB_OUTPUT_read,
            contexts: Self::__TOOLCRIB_CONTEXTS_read,
            run: __toolcrib::__private0::Run::Sync(Self::__TOOLCRIB_RUN_read),
            cache: __toolcrib::__private0::None,
        });
        #[doc(hidden)]
        #[allow(non_snake_case, deprecated)]
        fn __TOOLCRIB_RUN_read(
            call: __toolcrib::__private0::Call<'_>,
        ) -> __toolcrib::__private0::Result<
            __toolcrib::__private0::Outcome,
            __toolcrib::__private0::CallError,
        > {
            #[allow(unused_imports)]
            use __toolcrib::__private0::{
                SplitPlain as _, SplitResult as _, TakeJson as _, TakeOutcome as _,
            };
            let context0 = call.context::<Self>()?;
            let flattened = call.flatten::<Query<T>>()?;
            let returned = Self::read(context0, flattened);
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
        fn __TOOLCRIB_OUTPUT_read() -> __toolcrib::__private0::Option<
            __toolcrib::__private0::Value,
        > {
            #[allow(unused_imports)]
            use __toolcrib::__private0::{
                HasSchema as _, NoSchema as _, SplitPlain as _, SplitResult as _,
                TakeOutcome as _,
            };
            (&&(&&__toolcrib::__private0::Tag::<Vec<T>>::new()).success()).schema()
        }
    }
};
const _: () = {
    use ::toolcrib as __toolcrib;
    impl<T: Item> __toolcrib::ToolSet for Store<T>
    where
        Store<T>: __toolcrib::__private0::Send + __toolcrib::__private0::Sync + 'static,
    {
        const TOOLS: &'static [&'static __toolcrib::ToolDef] = &[
            &<Store<T>>::__TOOLCRIB_DEF_read,
        ];
    }
};
