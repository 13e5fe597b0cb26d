//! The modules of a crate, and which of them uses what of which other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, UseTree, Visibility};

/// A module by its path from the root of its crate.
pub(crate) type Name = Vec<String>;
/// For each module, the modules that it uses and the names that it takes of each.
pub(crate) type Arrows = BTreeMap<Name, BTreeMap<Name, BTreeSet<String>>>;

/// What stands in one module.
#[derive(Default)]
struct Module {
    defines: BTreeSet<String>,
    /// Names that stand for a path, by `use`.
    aliases: BTreeMap<String, Name>,
    globs: Vec<Name>,
    /// Paths that the module's own code names.
    uses: Vec<Name>,
    /// Paths that it hands on.
    hands_on: Vec<Name>,
}

/// All modules of one crate; code under `#[cfg(test)]` does not count.
#[derive(Default)]
pub(crate) struct House {
    modules: BTreeMap<Name, Module>,
    /// The file in which a module within a file stands.
    within: BTreeMap<Name, Name>,
}

/// The modules of the crate whose root is this file.
pub(crate) fn read(root: &Path) -> House {
    let mut house = House::default();
    let folder = root.parent().unwrap();
    house.file(root, folder, Vec::new());
    let known: BTreeSet<Name> = house.modules.keys().cloned().collect();
    for (name, module) in &mut house.modules {
        // Other crates, and enums.
        module.globs.retain(|glob| known.contains(glob));
        module.aliases.retain(|_, path| {
            let steps = (0..=path.len()).rev().find(|&len| known.contains(&path[..len]));
            !path.starts_with(name) || steps.is_some_and(|steps| steps > name.len())
        });
    }
    house
}

fn is_test(attributes: &[Attribute]) -> bool {
    let text = |attribute: &Attribute| attribute.meta.to_token_stream().to_string();
    attributes.iter().any(|attribute| text(attribute).replace(' ', "") == "cfg(test)")
}

impl House {
    fn file(&mut self, file: &Path, folder: &Path, name: Name) {
        let text = fs::read_to_string(file).unwrap();
        let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.modules.entry(name.clone()).or_default();
        self.items(parsed.items, folder, &name, &name);
    }

    /// `file` is the module that has a file of its own.
    fn items(&mut self, items: Vec<Item>, folder: &Path, name: &Name, file: &Name) {
        for item in items {
            match item {
                Item::Mod(module) if is_test(&module.attrs) => {}
                Item::Mod(module) => {
                    let mut below = name.clone();
                    below.push(module.ident.to_string());
                    let inner = folder.join(module.ident.to_string());
                    match module.content {
                        Some((_, items)) => {
                            self.modules.entry(below.clone()).or_default();
                            self.within.insert(below.clone(), file.clone());
                            self.items(items, &inner, &below, file);
                        }
                        None => {
                            let own = PathBuf::from(format!("{}.rs", inner.display()));
                            let own = if own.exists() { own } else { inner.join("mod.rs") };
                            self.file(&own, &inner, below);
                        }
                    }
                }
                Item::Use(item) if is_test(&item.attrs) => {}
                Item::Use(item) => {
                    let is_own = matches!(item.vis, Visibility::Inherited);
                    self.tree(&item.tree, &mut Vec::new(), name, is_own);
                }
                other => self.item(&other, name),
            }
        }
    }

    fn tree(&mut self, tree: &UseTree, path: &mut Vec<String>, name: &Name, is_own: bool) {
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.tree(&inner.tree, path, name, is_own);
                path.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.tree(tree, path, name, is_own));
            }
            UseTree::Glob(_) => {
                if let Some(path) = self.absolute(path, name) {
                    self.module(name).globs.push(path);
                }
            }
            UseTree::Name(_) | UseTree::Rename(_) => {
                let (last, alias) = match tree {
                    UseTree::Rename(rename) => {
                        (rename.ident.to_string(), rename.rename.to_string())
                    }
                    UseTree::Name(last) => (last.ident.to_string(), last.ident.to_string()),
                    _ => return,
                };
                let mut whole = path.clone();
                // `self` in a group is the module itself.
                let alias = if last == "self" && !whole.is_empty() {
                    whole.last().cloned().unwrap_or_default()
                } else {
                    whole.push(last);
                    alias
                };
                let Some(path) = self.absolute(&whole, name) else { return };
                let module = self.module(name);
                module.aliases.insert(alias, path.clone());
                if is_own { module.uses.push(path) } else { module.hands_on.push(path) }
            }
        }
    }

    fn module(&mut self, name: &Name) -> &mut Module {
        self.modules.entry(name.clone()).or_default()
    }

    /// The path from the root of the crate; `None` for one of another crate.
    fn absolute(&self, path: &[String], name: &Name) -> Option<Name> {
        let mut base = name.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|step| step == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            _ => {}
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    fn item(&mut self, item: &Item, name: &Name) {
        let defined = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Macro(item) => item.ident.as_ref(),
            _ => None,
        };
        let defined = defined.map(ToString::to_string);
        let mut paths = Vec::new();
        paths_in(item.to_token_stream(), &mut paths);
        let absolute: Vec<Name> =
            paths.iter().filter_map(|path| self.absolute(path, name)).collect();
        let module = self.module(name);
        module.defines.extend(defined);
        module.uses.extend(absolute);
    }

    /// The module that defines what a path names, through all that hand it on.
    fn definer(&self, path: &[String], seen: &mut BTreeSet<Name>) -> Option<Name> {
        if !seen.insert(path.to_vec()) {
            return None;
        }
        let known = (0..=path.len()).rev().find(|&len| self.modules.contains_key(&path[..len]))?;
        let (name, rest) = path.split_at(known);
        let module = &self.modules[name];
        let first = rest.first()?;
        if module.defines.contains(first) {
            return Some(name.to_vec());
        }
        if let Some(alias) = module.aliases.get(first) {
            return self.definer(&[alias, &rest[1..]].concat(), seen);
        }
        let through = |glob: &Name| self.definer(&[glob, rest].concat(), &mut seen.clone());
        module.globs.iter().find_map(through)
    }

    /// The file that a module stands in.
    fn file_of(&self, name: Name) -> Name {
        self.within.get(&name).cloned().unwrap_or(name)
    }

    /// Which file uses what of which other. What a file only hands on counts
    /// where `with_doors` says so: the door of a room opens to its own files.
    pub(crate) fn arrows(&self, with_doors: bool) -> Arrows {
        let mut arrows = Arrows::new();
        for (name, module) in &self.modules {
            let doors = module.hands_on.iter().filter(|_| with_doors);
            for path in module.uses.iter().chain(doors) {
                let Some(definer) = self.definer(path, &mut BTreeSet::new()) else { continue };
                let (from, to) = (self.file_of(name.clone()), self.file_of(definer));
                if from != to {
                    let item = path.last().cloned().unwrap_or_default();
                    arrows.entry(from).or_default().entry(to).or_default().insert(item);
                }
            }
        }
        arrows
    }
}

/// Paths of two and more steps, wherever they stand.
fn paths_in(tokens: TokenStream, out: &mut Vec<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    let mut end = |path: &mut Vec<String>| {
        let path = std::mem::take(path);
        if path.len() > 1 {
            out.push(path);
        }
    };
    let mut groups = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            TokenTree::Ident(ident) => {
                if colons != 2 {
                    end(&mut path);
                }
                // A path that begins with `::` is of another crate.
                if !(colons == 2 && path.is_empty()) {
                    path.push(ident.to_string());
                }
                colons = 0;
            }
            other => {
                end(&mut path);
                colons = 0;
                if let TokenTree::Group(group) = other {
                    groups.push(group.stream());
                }
            }
        }
    }
    end(&mut path);
    groups.into_iter().for_each(|inner| paths_in(inner, out));
}

/// Modules that use each other in a circle.
pub(crate) fn circles(arrows: &Arrows) -> Vec<Vec<Name>> {
    let reach = |from: &Name| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(next) = open.pop() {
            for to in arrows.get(&next).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&Name, BTreeSet<Name>> =
        arrows.keys().map(|name| (name, reach(name))).collect();
    let mut circles: BTreeSet<Vec<Name>> = BTreeSet::new();
    for (name, all) in &reached {
        let back = |other: &&Name| reached.get(*other).is_some_and(|all| all.contains(*name));
        let circle: Vec<Name> = all.iter().filter(back).cloned().collect();
        if circle.contains(name) {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}
