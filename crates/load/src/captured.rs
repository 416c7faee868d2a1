//! The modules of files that were built with `patchlight cc`, ready to be linked.

use crate::NamedModule;
use crate::lowering::lower_captured;
use anyhow::{Context, Result, anyhow};
use patchlight_cache::Cache;
use patchlight_capture::modules::{BuiltFile, Part};
use patchlight_capture::record::{Record, State};
use patchlight_ir::link::link_library;
use patchlight_ir::{FuncKind, GlobalKind, Linkage, Module};
use patchlight_toolchain::in_parallel;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

/// The modules of a built file, each with what to call it in messages, ready to be linked.
///
/// A shared library's modules become one whose symbols are internal unless the library exports
/// them; where several files define a symbol, the first in the order of look-up wins, as for the
/// dynamic linker. Libraries come before what needs them, as their constructors do.
pub fn load(cache: &Cache, built: &BuiltFile) -> Result<Vec<NamedModule>> {
    built.note_load();
    let parts = &built.parts;
    let exported: HashSet<String> =
        parts.iter().filter_map(|part| part.exports.as_ref()).flatten().cloned().collect();
    let mut defined = HashSet::new();
    let mut loaded: Vec<Vec<NamedModule>> = Vec::new();
    for part in parts {
        let mut modules = load_part(cache, part, &exported)?;
        if let Some(exports) = &part.exports {
            let directories = directories(&modules);
            let mut module = link_library(modules).map_err(|error| anyhow!(error))?;
            let of_file = |file: &String| directories.get(file).cloned().unwrap_or_default();
            module.directories = module.files.iter().map(of_file).collect();
            limit_symbols(&mut module, exports, &defined);
            modules = vec![(part.file.display().to_string(), module)];
        }
        for (_, module) in &modules {
            defined.extend(definitions(module).map(str::to_string));
        }
        loaded.push(modules);
    }
    Ok(loaded.into_iter().rev().flatten().collect())
}

/// What the names of files are relative to. Linking keeps the names alone.
fn directories(modules: &[NamedModule]) -> HashMap<String, String> {
    let of_module = |(_, module): &NamedModule| {
        let files = module.files.iter().cloned().zip(module.directories.iter().cloned());
        files.collect::<Vec<_>>()
    };
    modules.iter().flat_map(of_module).collect()
}

/// The modules of one file, and what they need from the archives that it was linked with: what a
/// link without optimisation would have taken.
fn load_part(cache: &Cache, part: &Part, exported: &HashSet<String>) -> Result<Vec<NamedModule>> {
    let mut modules = load_records(cache, part, &part.records)?;
    let mut members: Vec<Record> = archived(part);
    // The symbols of objects for link-time optimisation are not in the usual table.
    for member in members.iter_mut().filter(|member| member.defines.is_empty()) {
        for (_, module) in load_records(cache, part, std::slice::from_ref(member))? {
            member.defines.extend(definitions(&module).map(str::to_string));
        }
    }
    loop {
        let defined: HashSet<&str> = modules.iter().flat_map(|(_, m)| definitions(m)).collect();
        let is_missing = |name: &&str| !defined.contains(name) && !exported.contains(*name);
        let mut missing: HashSet<&str> =
            modules.iter().flat_map(|(_, m)| references(m)).filter(is_missing).collect();
        // Of several members that define a name the first is taken.
        let take = |record: &mut Record| {
            let is_needed = record.defines.iter().any(|name| missing.contains(name.as_str()));
            if is_needed {
                missing.retain(|name| !record.defines.iter().any(|defined| defined == name));
            }
            is_needed
        };
        let needed: Vec<Record> = members.extract_if(.., take).collect();
        if needed.is_empty() {
            return Ok(modules);
        }
        modules.extend(load_records(cache, part, &needed)?);
    }
}

/// The members of the archives that the linker left out.
fn archived(part: &Part) -> Vec<Record> {
    let archive = |record: &Record| match &record.state {
        State::Archive(members) => Some(Record::decode_all(&fs::read(members).ok()?)),
        _ => None,
    };
    // An archive may stand on the command line more than once.
    let mut seen: HashSet<State> = part.records.iter().map(|record| record.state.clone()).collect();
    let members = part.records.iter().filter_map(archive).flatten();
    members.filter(|member| seen.insert(member.state.clone())).collect()
}

fn load_records(cache: &Cache, part: &Part, records: &[Record]) -> Result<Vec<NamedModule>> {
    let modules = in_parallel(records, |record| match &record.state {
        State::Unsupported(_) | State::Archive(_) => Ok(None),
        State::Module(path) => {
            let name = record.source.display().to_string();
            let mut module = lower_captured(cache, path)
                .with_context(|| format!("{}: {name}", part.file.display()))?;
            find_beside(&mut module, &record.source);
            Ok(Some((name, module)))
        }
    })?;
    Ok(modules.into_iter().flatten().collect())
}

/// A plain name that `#line` gives, as in what yacc makes, is meant from where the source is, not from
/// where it was compiled.
fn find_beside(module: &mut Module, source: &Path) {
    let Some(dir) = source.parent() else { return };
    for (name, of_file) in module.files.iter().zip(&mut module.directories) {
        if !name.is_empty() && !name.contains('/') && dir.join(name).is_file() {
            *of_file = dir.display().to_string();
        }
    }
}

/// The names that a module defines for others.
pub(crate) fn definitions(module: &Module) -> impl Iterator<Item = &str> {
    let functions = module.functions.iter().filter(|f| !matches!(f.kind, FuncKind::Declared));
    let globals = module.globals.iter().filter(|g| !matches!(g.kind, GlobalKind::Declared));
    let functions = functions.map(|f| (f.linkage, f.name.as_str()));
    let all = functions.chain(globals.map(|g| (g.linkage, g.name.as_str())));
    all.filter(|(linkage, _)| *linkage != Linkage::Internal).map(|(_, name)| name)
}

/// The names that a module cannot do without.
fn references(module: &Module) -> impl Iterator<Item = &str> {
    let functions = module.functions.iter().filter(|f| matches!(f.kind, FuncKind::Declared));
    let globals = module.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Declared));
    let functions = functions.map(|f| (f.linkage, f.name.as_str()));
    let all = functions.chain(globals.map(|g| (g.linkage, g.name.as_str())));
    all.filter(|(linkage, _)| *linkage != Linkage::Weak).map(|(_, name)| name)
}

fn limit_symbols(module: &mut Module, exports: &HashSet<String>, defined: &HashSet<String>) {
    let limit = |name: &str, linkage: &mut Linkage| {
        if !exports.contains(name) {
            *linkage = Linkage::Internal;
        } else if defined.contains(name) {
            *linkage = Linkage::Weak;
        }
    };
    for function in &mut module.functions {
        if !matches!(function.kind, FuncKind::Declared) {
            limit(&function.name, &mut function.linkage);
        }
    }
    for global in &mut module.globals {
        if !matches!(global.kind, GlobalKind::Declared) {
            limit(&global.name, &mut global.linkage);
        }
    }
}
