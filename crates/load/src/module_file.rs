//! Modules on disk: a program's modules whole, a library with an index so that the linker decodes
//! only the functions that it takes.
//!
//! Entries carry a checksum; what does not match is treated as absent. Functions of a library are
//! verified one by one as they are taken.

use anyhow::{Context, Result, ensure};
use patchlight_ir::link::{Library, LibraryError, Symbol, exports};
use patchlight_ir::verify::{Sizes, verify_global, verify_structure};
use patchlight_ir::{FileId, FuncId, Function, Global, GlobalId, Module, NameId, Structor};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

const CHECKSUM_LEN: usize = 8;

pub fn encode_module(module: &Module) -> Result<Vec<u8>> {
    Ok(with_checksum(postcard::to_stdvec(module)?))
}

pub fn decode_module(bytes: &[u8]) -> Result<Module> {
    let module: Module = postcard::from_bytes(checked(bytes)?)?;
    let sizes = Sizes::of(&module);
    for function in &module.functions {
        verify_structure(sizes, function)?;
    }
    for global in &module.globals {
        verify_global(sizes, global)?;
    }
    Ok(module)
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = xxh3_64(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn checked(bytes: &[u8]) -> Result<&[u8]> {
    let (body, checksum) =
        bytes.split_last_chunk::<CHECKSUM_LEN>().context("the file is cut off")?;
    ensure!(xxh3_64(body).to_le_bytes() == *checksum, "the file is damaged");
    Ok(body)
}

#[derive(Serialize, Deserialize)]
struct Index {
    functions: Vec<Range<u32>>,
    globals: Vec<Range<u32>>,
    function_names: HashMap<String, FuncId>,
    global_names: HashMap<String, GlobalId>,
    files: Vec<String>,
    names: Vec<String>,
    constructors: Vec<Structor>,
    destructors: Vec<Structor>,
}

/// A library: 8 bytes of the index's length, the index and its checksum, the pieces.
pub fn encode_library(module: &Module) -> Result<Vec<u8>> {
    let mut pieces = Vec::new();
    let mut add = |piece: Vec<u8>| -> Result<Range<u32>> {
        let start = u32::try_from(pieces.len())?;
        pieces.extend(with_checksum(piece));
        Ok(start..u32::try_from(pieces.len())?)
    };
    let mut functions = Vec::new();
    for function in &module.functions {
        functions.push(add(postcard::to_stdvec(function)?)?);
    }
    let mut globals = Vec::new();
    for global in &module.globals {
        globals.push(add(postcard::to_stdvec(global)?)?);
    }
    let mut index = Index {
        functions,
        globals,
        function_names: HashMap::new(),
        global_names: HashMap::new(),
        files: module.files.clone(),
        names: module.names.clone(),
        constructors: module.constructors.clone(),
        destructors: module.destructors.clone(),
    };
    for (name, symbol) in exports(module) {
        match symbol {
            Symbol::Func(id) => drop(index.function_names.insert(name.to_string(), id)),
            Symbol::Global(id) => drop(index.global_names.insert(name.to_string(), id)),
        }
    }
    let index = with_checksum(postcard::to_stdvec(&index)?);
    let mut bytes = (index.len() as u64).to_le_bytes().to_vec();
    bytes.extend(index);
    bytes.extend(pieces);
    Ok(bytes)
}

pub struct LibraryFile {
    bytes: Vec<u8>,
    pieces: usize,
    index: Index,
}

impl LibraryFile {
    pub fn decode(bytes: Vec<u8>) -> Result<LibraryFile> {
        let (len, rest) = bytes.split_first_chunk::<8>().context("the file is cut off")?;
        let len = usize::try_from(u64::from_le_bytes(*len))?;
        let index = rest.get(..len).context("the file is cut off")?;
        let index: Index = postcard::from_bytes(checked(index)?)?;
        Ok(LibraryFile { pieces: 8 + len, bytes, index })
    }

    fn piece<T: for<'a> Deserialize<'a>>(&self, range: Option<&Range<u32>>) -> Result<T> {
        let range = range.context("there is no such symbol")?;
        let start = self.pieces + range.start as usize;
        let end = self.pieces + range.end as usize;
        let bytes = self.bytes.get(start..end).context("the file is cut off")?;
        Ok(postcard::from_bytes(checked(bytes)?)?)
    }
}

impl Library for LibraryFile {
    fn sizes(&self) -> Sizes {
        Sizes {
            functions: self.index.functions.len(),
            globals: self.index.globals.len(),
            names: self.index.names.len(),
            files: self.index.files.len(),
        }
    }

    fn find_function(&self, name: &str) -> Option<FuncId> {
        self.index.function_names.get(name).copied()
    }

    fn find_global(&self, name: &str) -> Option<GlobalId> {
        self.index.global_names.get(name).copied()
    }

    fn function(&mut self, id: FuncId) -> Result<Function, LibraryError> {
        let function: Function = self.piece(self.index.functions.get(id.index()))?;
        verify_structure(self.sizes(), &function)?;
        Ok(function)
    }

    fn global(&mut self, id: GlobalId) -> Result<Global, LibraryError> {
        let global: Global = self.piece(self.index.globals.get(id.index()))?;
        verify_global(self.sizes(), &global)?;
        Ok(global)
    }

    fn name(&self, id: NameId) -> &str {
        &self.index.names[id.index()]
    }

    fn file(&self, id: FileId) -> &str {
        &self.index.files[id.index()]
    }

    fn constructors(&self) -> &[Structor] {
        &self.index.constructors
    }

    fn destructors(&self) -> &[Structor] {
        &self.index.destructors
    }
}
