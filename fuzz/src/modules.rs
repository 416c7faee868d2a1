//! Front ends, and what is done to their modules before they are executed.

use patchlight_ir::{
    Body, CallGraph, Cfg, Dominators, FuncId, Linker, Liveness, Module, ModuleLibrary, Reg,
    SourceMap, link_library, text, verify,
};
use patchlight_llvm::{lower, parse};

/// LLVM text: bad text is an error, and what can be lowered passes the verifier.
pub fn llvm_holds(bytes: &[u8]) {
    let Ok(ast) = parse(bytes) else { return };
    let Ok((module, _diags)) = lower::lower(&ast) else { return };
    if let Err(error) = verify(&module) {
        panic!("the lowered module does not verify: {error}\n{module}");
    }
}

/// `.plir` text: what parses and verifies comes back equal from its printed form, and everything that
/// works on verified modules works on it.
pub fn plir_holds(bytes: &[u8]) {
    let Some(module) = module(bytes) else { return };
    let printed = module.to_string();
    match text::parse(&printed) {
        Ok(again) => assert!(again == module, "another module comes back from\n{printed}"),
        Err(error) => panic!("the printed text does not parse: {error}\n{printed}"),
    }
    analyse(&module);
    if let Ok(library) = link_library(vec![("a library".to_string(), module.clone())]) {
        check_linked(&library);
    }
    // Twice the same module: its external symbols are defined twice, the others are kept apart.
    let two = vec![("one".to_string(), module.clone()), ("another".to_string(), module.clone())];
    if let Ok(library) = link_library(two) {
        check_linked(&library);
    }
    if let Some(program) = linked(module) {
        check_linked(&program);
        analyse(&program);
    }
}

/// The module that a text is, if it is sound.
pub fn module(bytes: &[u8]) -> Option<Module> {
    let module = text::parse(std::str::from_utf8(bytes).ok()?).ok()?;
    verify(&module).is_ok().then_some(module)
}

/// The program that a module is by itself, with all functions and globals that others could name.
pub fn linked(module: Module) -> Option<Module> {
    let functions = module.functions.iter().map(|function| function.name.clone());
    let globals = module.globals.iter().map(|global| global.name.clone());
    let names: Vec<String> = functions.chain(globals).collect();
    let roots: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut linker = Linker::new();
    linker.add("the program", module);
    linker.finish(&roots, &mut ModuleLibrary::default(), &|_| false).ok()
}

fn check_linked(module: &Module) {
    if let Err(error) = verify(module) {
        panic!("the linked module does not verify: {error}\n{module}");
    }
}

/// Analyses have no errors: a sound body has control flow, dominators, live registers, lines.
fn analyse(module: &Module) {
    let calls = CallGraph::new(module);
    drop(SourceMap::new(module));
    for (n, function) in module.functions.iter().enumerate() {
        let Some(body) = function.body() else { continue };
        let func = FuncId::from_index(n);
        assert!(calls.sites_of(func).iter().all(|site| site.op < body.ops.len()));
        (0..body.ops.len()).for_each(|op| drop(module.source_of(func, op)));
        analyse_body(body);
        for is_old in [false, true] {
            let version = body.of_version(is_old);
            assert!(!version.has_versions());
            analyse_body(&version);
        }
    }
}

fn analyse_body(body: &Body) {
    let cfg = Cfg::new(body);
    let order = cfg.reverse_post_order();
    let (before, after) = (Dominators::new(&cfg), Dominators::post(&cfg));
    for block in body.block_ids() {
        assert_eq!(before.is_reached(block), order.contains(&block), "{block} of {body:?}");
        for dominators in [&before, &after] {
            let parent = dominators.immediate(block);
            assert!(parent.is_none_or(|parent| dominators.dominates(parent, block)));
        }
    }
    let regs = (0..body.n_regs).map(Reg);
    let live = Liveness::of(body, &cfg, regs.clone());
    for block in body.block_ids() {
        let last = body.block_range(block).end - 1;
        for reg in regs.clone() {
            let behind = live.is_live_behind(body, block, last, reg);
            let ahead = cfg.successors(block).iter().any(|&next| live.is_live(next, reg));
            assert_eq!(behind, ahead, "{reg} behind {block} of {body:?}");
        }
    }
}
