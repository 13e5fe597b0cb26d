//! Any schema and any arguments: taken, mended or refused, in few words, the same each time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use toolcrib::call::validate::{Validator, needs_validation};

fuzz_target!(
    init: {
        // A panic of the schema compiler is caught and becomes an error; the hook
        // of the fuzzer would end the process before. Any other still ends it.
        std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    },
    |text: &str| {
        // The schema on the first line, the arguments after it.
        let Some((schema, arguments)) = text.split_once('\n') else { return };
        let (Ok(schema), Ok(arguments)) =
            (serde_json::from_str::<Value>(schema), serde_json::from_str::<Value>(arguments))
        else {
            return;
        };
        std::hint::black_box(needs_validation(&schema));
        match Validator::new(&schema) {
            Ok(validator) => {
                checked(&validator, &arguments);
                assert_eq!(outcome(&validator, &arguments), outcome(&validator, &arguments));
                let again = Validator::new(&schema).expect("it was a schema before");
                assert_eq!(outcome(&validator, &arguments), outcome(&again, &arguments));
            }
            Err(error) => assert_eq!(Validator::new(&schema).err(), Some(error)),
        }
        checked(&Validator::any_object(), &arguments);
    }
);

/// What becomes of the arguments, and what is said.
fn outcome(validator: &Validator, arguments: &Value) -> (Value, Vec<String>) {
    let mut mended = arguments.clone();
    let errors = validator.check(&mut mended).err().unwrap_or_default();
    (mended, errors.iter().map(ToString::to_string).collect())
}

fn checked(validator: &Validator, arguments: &Value) {
    let mut mended = arguments.clone();
    match validator.check(&mut mended) {
        Ok(()) => {
            assert!(mended.is_object() && validator.is_valid(&mended));
            let once = mended.clone();
            assert!(validator.check(&mut mended).is_ok());
            assert_eq!(mended, once, "what is right is left alone");
        }
        Err(errors) => {
            assert_eq!(mended, *arguments, "what is refused is left alone");
            assert!((1..=17).contains(&errors.len()));
            assert!(errors.iter().all(|error| error.message.len() <= 610));
        }
    }
}
