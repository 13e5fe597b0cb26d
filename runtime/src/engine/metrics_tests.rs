use std::collections::BTreeMap;
use std::prelude::v1::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};

use crate::{Toolbox, tool, tools};

/// Adds.
#[tool]
fn add(
    /// The first.
    a: u8,
    /// The second.
    b: u8,
) -> u8 {
    a.saturating_add(b)
}

/// Keeps what is recorded, by name and labels.
#[derive(Default)]
struct Record {
    values: Mutex<BTreeMap<String, Arc<AtomicU64>>>,
    described: Mutex<BTreeMap<String, Option<Unit>>>,
}

impl Record {
    fn value(&self, key: &Key) -> Arc<AtomicU64> {
        let labels: Vec<String> =
            key.labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        let name = format!("{} {}", key.name(), labels.join(" "));
        self.values.lock().unwrap().entry(name).or_default().clone()
    }

    fn describe(&self, key: &KeyName, unit: Option<Unit>) {
        self.described.lock().unwrap().insert(key.as_str().to_owned(), unit);
    }

    fn names(&self) -> BTreeMap<String, u64> {
        let values = self.values.lock().unwrap();
        let now = |(name, value): (&String, &Arc<AtomicU64>)| {
            (name.clone(), value.load(Ordering::Relaxed))
        };
        values.iter().map(now).collect()
    }
}

/// Counts how often something was recorded.
struct Times(Arc<AtomicU64>);

impl HistogramFn for Times {
    fn record(&self, _: f64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl Recorder for Record {
    fn describe_counter(&self, key: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&key, unit);
    }

    fn describe_gauge(&self, key: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&key, unit);
    }

    fn describe_histogram(&self, key: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&key, unit);
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.value(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.value(key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(Arc::new(Times(self.value(key))))
    }
}

#[test]
fn calls_are_counted_by_tool_server_and_outcome() {
    let record = Record::default();
    metrics::with_local_recorder(&record, || {
        let toolbox = Toolbox::builder().native(tools![add]).build().unwrap();
        for arguments in [r#"{"a": 1, "b": 2}"#, r#"{"a": 1, "b": 3}"#, r#"{"a": "secret"}"#] {
            let _ = pollster::block_on(toolbox.call("add", arguments));
        }
    });
    let names = record.names();
    let value = |name: &str| names.get(name).copied();
    assert_eq!(value("toolcrib_calls_total tool=add server=native outcome=ok"), Some(2));
    assert_eq!(value("toolcrib_calls_total tool=add server=native outcome=arguments"), Some(1));
    assert_eq!(value("toolcrib_call_seconds tool=add server=native outcome=ok"), Some(2));
    assert_eq!(value("toolcrib_call_bytes_in tool=add server=native"), Some(3));
    assert_eq!(value("toolcrib_calls_running tool=add server=native"), Some(0));
    assert!(!names.keys().any(|name| name.contains("secret")), "{names:?}");
    // Everything that is recorded is described, with its unit.
    let described = record.described.lock().unwrap();
    for name in names.keys().filter_map(|name| name.split(' ').next()) {
        assert!(described.get(name).is_some_and(Option::is_some), "{name}");
    }
}
