//! What the lines of a program depend on: `dependences FILE.plir… [-- LINE…]`. Prints how large the
//! graph is and how long it took, then the slices of lines of the first file.

use patchlight_guide::dependence::Dependences;
use patchlight_ir::{Linker, Module, ModuleLibrary, OpPlace, SourceMap, text};
use std::collections::BTreeSet;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut parts = arguments.split(|argument| argument == "--");
    let mut linker = Linker::new();
    for file in parts.next().unwrap_or_default() {
        linker.add(file, text::parse(&std::fs::read_to_string(file)?)?);
    }
    let module = linker.finish(&["main"], &mut ModuleLibrary::default(), &|_| false)?;
    let start = Instant::now();
    let built = start.elapsed();
    let dependences = Dependences::new(&module, |_| false);
    let n_ops: usize =
        module.functions.iter().filter_map(|f| f.body()).map(|body| body.ops.len()).sum();
    let n_edges = dependences.n_edges();
    println!("{n_ops} ops, {n_edges} edges, graph {built:.2?}, all {:.2?}", start.elapsed());
    let map = SourceMap::new(&module);
    for line in parts.next().unwrap_or_default() {
        let line: u32 = line.parse()?;
        for file in (0..module.files.len()).map(patchlight_ir::FileId::from_index) {
            let ops = map.ops_of_line(file, line);
            if !ops.is_empty() {
                show(&module, &dependences, line, ops);
            }
        }
    }
    Ok(())
}

fn show(module: &Module, dependences: &Dependences, line: u32, ops: &[OpPlace]) {
    let line_of = |place: &OpPlace| {
        module.functions[place.func.index()].body().map_or(0, |body| body.loc(place.op).line)
    };
    let direct: BTreeSet<_> = ops
        .iter()
        .flat_map(|&op| dependences.of(op))
        .map(|(place, kind)| (line_of(&place), kind))
        .collect();
    let start = Instant::now();
    let slice = dependences.affected_by(ops);
    let affected: BTreeSet<u32> = slice.iter().map(|place| line_of(&place)).collect();
    let took = start.elapsed();
    match direct.len() < 50 {
        true => println!("line {line} depends on {direct:?}"),
        false => println!("line {line} depends on {} lines", direct.len()),
    }
    println!("line {line} affects {} ops in {took:.2?}", slice.len());
    if affected.len() < 50 {
        println!("    {affected:?}");
    }
}
