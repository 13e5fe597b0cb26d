//! Reading the members of a contract, every fault with its place.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::fault::Found;
use super::template::Template;
use crate::json::{Value, push_token};
use crate::text::{Visible, nearest};

/// An object of a contract and its place.
pub(super) struct Table<'d, 't> {
    pub(super) value: Value<'d, 't>,
    pub(super) place: String,
}

impl<'d, 't> Table<'d, 't> {
    pub(super) fn new(value: Value<'d, 't>, place: &str) -> Self {
        Self { value, place: place.to_owned() }
    }

    pub(super) fn place_of(&self, key: &str) -> String {
        let mut place = self.place.clone();
        push_token(&mut place, key);
        place
    }

    /// Reports members of other names.
    pub(super) fn only(&self, known: &[&str], found: &mut Found) {
        for (name, _) in self.value.members() {
            if known.contains(&&*name) {
                continue;
            }
            let repair = match nearest(&name, known.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("known are: {}", known.join(", ")),
            };
            found.error(
                self.place_of(&name),
                format!("`{}` is not known here", Visible(&name)),
                repair,
            );
        }
    }

    /// A member; `null` counts as absent.
    pub(super) fn get(&self, key: &str) -> Option<Value<'d, 't>> {
        self.value.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn wrong(&self, key: &str, expected: &str, found: &mut Found) {
        let kind = self.get(key).map_or("absent", Value::type_name);
        found.error(
            self.place_of(key),
            format!("`{key}` is {kind}"),
            format!("make it {expected}"),
        );
    }

    pub(super) fn text(&self, key: &str, found: &mut Found) -> Option<String> {
        let value = self.get(key)?;
        if value.as_str().is_none() {
            self.wrong(key, "a text", found);
        }
        value.as_str().map(|text| text.into_owned())
    }

    /// A text that is there and not blank.
    pub(super) fn required(&self, key: &str, example: &str, found: &mut Found) -> Option<String> {
        if self.get(key).is_none() {
            found.error(&*self.place, format!("`{key}` is missing"), format!("write {example}"));
        }
        let text = self.text(key, found)?;
        if text.trim().is_empty() {
            found.error(
                self.place_of(key),
                format!("`{key}` is empty"),
                format!("write {example}"),
            );
            return None;
        }
        Some(text)
    }

    pub(super) fn flag(&self, key: &str, found: &mut Found) -> Option<bool> {
        let value = self.get(key)?;
        if value.as_bool().is_none() {
            self.wrong(key, "true or false", found);
        }
        value.as_bool()
    }

    /// A whole number of at least 1.
    pub(super) fn count(&self, key: &str, what: &str, found: &mut Found) -> Option<u64> {
        let number = self.get(key)?.as_u64().filter(|&number| number > 0);
        if number.is_none() {
            self.wrong(key, what, found);
        }
        number
    }

    pub(super) fn table(&self, key: &str, found: &mut Found) -> Option<Table<'d, 't>> {
        let value = self.get(key)?;
        if !value.is_object() {
            self.wrong(key, "a table", found);
        }
        value.is_object().then(|| Table::new(value, &self.place_of(key)))
    }

    /// A list, each item with its place.
    pub(super) fn list(&self, key: &str, found: &mut Found) -> Vec<(String, Value<'d, 't>)> {
        let Some(list) = self.get(key) else { return Vec::new() };
        if !list.is_array() {
            self.wrong(key, "a list", found);
        }
        let place = |at: usize| format!("{}/{at}", self.place_of(key));
        list.items().enumerate().map(|(at, item)| (place(at), item)).collect()
    }

    pub(super) fn texts(&self, key: &str, found: &mut Found) -> Vec<String> {
        let mut texts = Vec::new();
        for (place, item) in self.list(key, found) {
            match item.as_str() {
                Some(text) => texts.push(text.into_owned()),
                None => found.error(place, format!("is {}", item.type_name()), "make it a text"),
            }
        }
        texts
    }

    /// One of several words.
    pub(super) fn choice<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
        found: &mut Found,
    ) -> Option<T> {
        let text = self.text(key, found)?;
        let chosen = words.iter().find(|(word, _)| *word == text);
        if chosen.is_none() {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("`{key}` is `{}`", Visible(&text));
            let repair = match nearest(&text, known.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("write one of: {}", known.join(", ")),
            };
            found.error(self.place_of(key), message, repair);
        }
        chosen.map(|(_, chosen)| *chosen)
    }

    pub(super) fn template(&self, key: &str, found: &mut Found) -> Option<Template> {
        template(&self.text(key, found)?, &self.place_of(key), found)
    }

    /// The members of a table of templates; numbers and booleans count as text.
    pub(super) fn templates(&self, key: &str, found: &mut Found) -> Vec<(String, Template)> {
        let Some(table) = self.table(key, found) else { return Vec::new() };
        let mut all = Vec::new();
        for (name, value) in table.value.members() {
            let text = match value.as_str() {
                Some(text) => text.into_owned(),
                None if value.is_object() || value.is_array() || value.is_null() => {
                    table.wrong(&name, "a text", found);
                    continue;
                }
                None => value.to_canonical(),
            };
            let template = template(&text, &table.place_of(&name), found);
            all.extend(template.map(|template| (name.to_string(), template)));
        }
        all
    }
}

pub(super) fn template(text: &str, place: &str, found: &mut Found) -> Option<Template> {
    match Template::parse(text) {
        Ok(template) => Some(template),
        Err(error) => {
            found.error(place, error.to_string(), "correct the template");
            None
        }
    }
}
