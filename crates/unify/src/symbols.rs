//! What the functions, globals, names and files of the old version are in the new one.
//!
//! The unified module is the new version's with what only the old one has behind it: ids of the new
//! version stay, ids of the old one are looked up here.

use crate::likeness;
use crate::own_names;
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{
    FileId, FuncId, FuncKind, Function, Global, GlobalId, GlobalKind, Init, Linkage, Module,
    NameId, Op, RelocTarget,
};
use std::collections::{BTreeMap, HashMap, HashSet};

pub(crate) struct Symbols {
    pub(crate) functions: Vec<FuncId>,
    pub(crate) globals: Vec<GlobalId>,
    pub(crate) names: Vec<NameId>,
    pub(crate) files: Vec<FileId>,
    /// Functions with a body in both versions: the old one's id, the new one's.
    pub(crate) pairs: Vec<(FuncId, FuncId)>,
    pub(crate) renamed: Vec<(FuncId, FuncId)>,
    /// How many words the old and the new version of a function take, if these are not as many. By its
    /// id in the unified module.
    pub(crate) params: HashMap<FuncId, [u16; 2]>,
}

impl Symbols {
    /// Matches the old version's symbols with those of `unified`, which is the new version, and adds
    /// those that it does not have, without bodies yet. Functions in `apart` are never matched.
    pub(crate) fn of(old: &Module, unified: &mut Module, apart: &HashSet<FuncId>) -> Symbols {
        let (matched, renamed) = match_functions(old, unified, apart);
        let taken: HashSet<String> = unified.functions.iter().map(|f| f.name.clone()).collect();
        let mut functions = Vec::with_capacity(old.functions.len());
        let mut pairs = Vec::new();
        let mut params = HashMap::new();
        for (n, function) in old.functions.iter().enumerate() {
            let id = matched[n].unwrap_or_else(|| {
                let mut own = function.clone();
                if taken.contains(&own.name) {
                    own.name = own_names::of_old(&own.name);
                }
                unified.functions.push(own);
                FuncId::from_index(unified.functions.len() - 1)
            });
            if matched[n].is_some() && function.body().is_some() {
                pairs.push((FuncId::from_index(n), id));
                let own = &mut unified.functions[id.index()].n_params;
                if *own != function.n_params {
                    params.insert(id, [function.n_params, *own]);
                    *own = function.n_params.max(*own);
                }
            }
            functions.push(id);
        }
        let globals = match_globals(old, unified, &pairs);
        let names = union(&old.names, &mut unified.names).map(NameId::from_index).collect();
        // A file has another text in each version, so a line of it is another line.
        let first_file = unified.files.len();
        unified.files.extend(old.files.iter().cloned());
        let files = (first_file..unified.files.len()).map(FileId::from_index).collect();
        Symbols { functions, globals, names, files, pairs, renamed, params }
    }

    /// An initialiser of the old version in terms of the unified module.
    pub(crate) fn init(&self, init: &Init) -> Init {
        let mut init = init.clone();
        for reloc in &mut init.relocs {
            reloc.target = match reloc.target {
                RelocTarget::Func(func) => RelocTarget::Func(self.functions[func.index()]),
                RelocTarget::Global(global) => RelocTarget::Global(self.globals[global.index()]),
                RelocTarget::Block(func, block) => {
                    RelocTarget::Block(self.functions[func.index()], block)
                }
            };
        }
        init
    }
}

/// The old version's ids in ops.
pub(crate) struct OldIds<'a>(pub(crate) &'a Symbols);

impl IdMap for OldIds<'_> {
    fn func(&mut self, id: FuncId) -> FuncId {
        self.0.functions[id.index()]
    }
    fn global(&mut self, id: GlobalId) -> GlobalId {
        self.0.globals[id.index()]
    }
    fn name(&mut self, id: NameId) -> NameId {
        self.0.names[id.index()]
    }
}

fn union(old: &[String], all: &mut Vec<String>) -> impl Iterator<Item = usize> {
    let mut known: HashMap<String, usize> =
        all.iter().enumerate().map(|(n, name)| (name.clone(), n)).collect();
    let mut ids = Vec::with_capacity(old.len());
    for name in old {
        let id = *known.entry(name.clone()).or_insert_with(|| {
            all.push(name.clone());
            all.len() - 1
        });
        ids.push(id);
    }
    ids.into_iter()
}

/// What is known of a function besides its name: internal ones of the same name are told apart by
/// the file that they stand in.
fn key<'m>(module: &'m Module, function: &'m Function) -> (&'m str, &'m str) {
    let file = match (function.linkage, function.body().and_then(|body| body.locs.first())) {
        (Linkage::Internal, Some(loc)) if !module.files.is_empty() => module.file(loc.file),
        _ => "",
    };
    (&function.name, file.rsplit('/').next().unwrap_or_default())
}

type Matched = (Vec<Option<FuncId>>, Vec<(FuncId, FuncId)>);

fn match_functions(old: &Module, new: &Module, apart: &HashSet<FuncId>) -> Matched {
    let mut matched = vec![None; old.functions.len()];
    let mut taken = vec![false; new.functions.len()];
    pair_up(old, new, apart, &mut matched, &mut taken, key);
    pair_up(old, new, apart, &mut matched, &mut taken, |_, function| (&function.name, ""));
    let renamed = likeness::renamed(
        old,
        new,
        |old| matched[old.index()].is_none() && !apart.contains(&old),
        |new| !taken[new.index()],
    );
    for &(before, after) in &renamed {
        matched[before.index()] = Some(after);
    }
    (matched, renamed)
}

fn pair_up(
    old: &Module,
    new: &Module,
    apart: &HashSet<FuncId>,
    matched: &mut [Option<FuncId>],
    taken: &mut [bool],
    key: impl for<'m> Fn(&'m Module, &'m Function) -> (&'m str, &'m str),
) {
    let mut free: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for (n, function) in new.functions.iter().enumerate().rev().filter(|&(n, _)| !taken[n]) {
        free.entry(key(new, function)).or_default().push(n);
    }
    for (n, function) in old.functions.iter().enumerate() {
        if matched[n].is_some() || apart.contains(&FuncId::from_index(n)) {
            continue;
        }
        let Some(candidates) = free.get_mut(&key(old, function)) else { continue };
        let Some(&candidate) = candidates.last() else { continue };
        if can_be_one(function, &new.functions[candidate]) {
            candidates.pop();
            taken[candidate] = true;
            matched[n] = Some(FuncId::from_index(candidate));
        }
    }
}

/// Whether one function can stand for both: calls of the two look alike, or pass other parameters to
/// a function of the same name.
pub(crate) fn can_be_one(old: &Function, new: &Function) -> bool {
    let same_params = old.n_params == new.n_params;
    let same_kind = match (&old.kind, &new.kind) {
        (FuncKind::Declared, FuncKind::Declared) => old.name == new.name && same_params,
        (FuncKind::Defined(_), FuncKind::Defined(_)) => {
            same_params || (old.name == new.name && !old.variadic)
        }
        _ => false,
    };
    same_kind && old.variadic == new.variadic && old.n_ret == new.n_ret
}

fn match_globals(old: &Module, unified: &mut Module, pairs: &[(FuncId, FuncId)]) -> Vec<GlobalId> {
    let mut matched: Vec<Option<GlobalId>> = vec![None; old.globals.len()];
    let mut taken = vec![false; unified.globals.len()];
    let mut take = |before: usize, after: usize| {
        let fits = have_one_place(&old.globals[before], &unified.globals[after]);
        if fits && matched[before].is_none() && !taken[after] {
            (matched[before], taken[after]) = (Some(GlobalId::from_index(after)), true);
        }
    };
    // Several of one name are what the same functions use, and in the same order otherwise.
    for (before, after) in used_alike(old, unified, pairs) {
        take(before, after);
    }
    let mut by_name: HashMap<Name, [Vec<usize>; 2]> = HashMap::new();
    for (side, module) in [old, &*unified].into_iter().enumerate() {
        for (n, global) in module.globals.iter().enumerate() {
            by_name.entry(Name::of(global)).or_default()[side].push(n);
        }
    }
    let mut names: Vec<[Vec<usize>; 2]> = by_name.into_values().collect();
    names.sort();
    for [mut before, mut after] in names {
        before.retain(|&n| matched[n].is_none());
        after.retain(|&n| !taken[n]);
        for (before, after) in before.into_iter().zip(after) {
            if have_one_place(&old.globals[before], &unified.globals[after]) {
                matched[before] = Some(GlobalId::from_index(after));
            }
        }
    }
    let ids = matched.into_iter().zip(&old.globals).map(|(id, global)| {
        id.unwrap_or_else(|| {
            unified.globals.push(global.clone());
            GlobalId::from_index(unified.globals.len() - 1)
        })
    });
    ids.collect()
}

/// Pairs of globals of one name that functions of one name use at the same op, or that globals with
/// a name of their own point to; the most frequent first.
fn used_alike(old: &Module, new: &Module, pairs: &[(FuncId, FuncId)]) -> Vec<(usize, usize)> {
    let mut votes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (before, after) in pairs {
        let bodies = (old.functions[before.index()].body(), new.functions[after.index()].body());
        let (Some(before), Some(after)) = bodies else { continue };
        if before.ops.len() != after.ops.len() {
            continue;
        }
        for (before, after) in before.ops.iter().zip(&after.ops) {
            if let (Some(before), Some(after)) = (global_of(before), global_of(after)) {
                *votes.entry((before.index(), after.index())).or_default() += 1;
            }
        }
    }
    for (before, after) in only_ones(old, new) {
        for (before, after) in before.relocs.iter().zip(&after.relocs) {
            if let (RelocTarget::Global(before), RelocTarget::Global(after)) =
                (before.target, after.target)
            {
                *votes.entry((before.index(), after.index())).or_default() += 1;
            }
        }
    }
    let name = |module: &Module, n: usize| Name::of(&module.globals[n]);
    let mut ranked: Vec<((usize, usize), usize)> = votes
        .into_iter()
        .filter(|&((before, after), _)| name(old, before) == name(new, after))
        .collect();
    ranked.sort_by_key(|&(pair, votes)| (std::cmp::Reverse(votes), pair));
    ranked.into_iter().map(|(pair, _)| pair).collect()
}

/// Initialisers of globals whose name is there once in each version, and that look alike.
fn only_ones<'m>(old: &'m Module, new: &'m Module) -> Vec<(&'m Init, &'m Init)> {
    let by_name = |module: &'m Module| {
        let mut all: HashMap<&str, Vec<&'m Global>> = HashMap::new();
        for global in &module.globals {
            all.entry(global.name.as_str()).or_default().push(global);
        }
        all
    };
    let (olds, news) = (by_name(old), by_name(new));
    let pair = |(name, before): (&&str, &Vec<&'m Global>)| {
        let ([before], [after]) = (before.as_slice(), news.get(name)?.as_slice()) else {
            return None;
        };
        let (GlobalKind::Defined(before), GlobalKind::Defined(after)) = (&before.kind, &after.kind)
        else {
            return None;
        };
        (before.relocs.len() == after.relocs.len()).then_some((before, after))
    };
    olds.iter().filter_map(pair).collect()
}

fn global_of(op: &Op) -> Option<GlobalId> {
    let mut found = None;
    op.for_each_field(|field| {
        if let Field::Global(global) = field {
            found = Some(global);
        }
    });
    found
}

/// What a global is known by: private texts by what they say.
#[derive(Eq, PartialEq, Hash)]
enum Name {
    Text(Vec<u8>, u64),
    Own(String),
}

impl Name {
    fn of(global: &Global) -> Name {
        match &global.kind {
            GlobalKind::Defined(init)
                if init.relocs.is_empty() && global.constant && global.name.starts_with(".str") =>
            {
                Name::Text(init.bytes.clone(), global.size)
            }
            _ => Name::Own(global.name.clone()),
        }
    }
}

/// Whether one object can stand for both: its bytes may differ, nothing else.
fn have_one_place(old: &Global, new: &Global) -> bool {
    use GlobalKind::{Alias, Declared, Defined};
    let same_kind = match (&old.kind, &new.kind) {
        (Declared, Declared) | (Defined(_), Defined(_)) => true,
        (Alias { .. }, _) | (_, Alias { .. }) | (Declared, _) | (_, Declared) => false,
    };
    same_kind
        && old.size == new.size
        && old.constant == new.constant
        && old.thread_local == new.thread_local
        && old.align <= new.align
        && old.section == new.section
}
