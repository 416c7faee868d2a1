//! From LLVM text to modules, once for each text.

use crate::module_file::{decode_module, encode_module};
use anyhow::{Context, Result, anyhow};
use patchlight_cache::{Cache, Key};
use patchlight_ir::Module;
use std::fs;
use std::path::Path;

/// The state of the parser and the lowering (see `build.rs`).
pub(crate) const FRONT_END: &str = env!("FRONT_END_LLVM");

pub fn lower_cached(cache: &Cache, text: &[u8], file: &Path) -> Result<Module> {
    let key = Key::of([text, FRONT_END.as_bytes()]);
    let name = format!("modules/{}.plm", key.as_str());
    if let Some(module) = cache.read(&name).and_then(|bytes| decode_module(&bytes).ok()) {
        return Ok(module);
    }
    let module = lower_text(text, &file.display().to_string())?;
    cache.write(&name, &encode_module(&module)?)?;
    Ok(module)
}

/// The lowered module of captured LLVM text, whose file is named by its content.
pub fn lower_captured(cache: &Cache, file: &Path) -> Result<Module> {
    let stem = file.file_stem().unwrap_or_default().as_encoded_bytes();
    let key = Key::of([b"captured", stem, FRONT_END.as_bytes()]);
    let name = format!("modules/{}.plm", key.as_str());
    if let Some(module) = cache.read(&name).and_then(|bytes| decode_module(&bytes).ok()) {
        return Ok(module);
    }
    let text = fs::read(file).with_context(|| {
        format!("{} is no longer in the store; build the program again", file.display())
    })?;
    let module = lower_text(&text, &file.display().to_string())?;
    cache.write(&name, &encode_module(&module)?)?;
    Ok(module)
}

/// Parses and lowers LLVM text; `name` stands for it in messages.
pub fn lower_text(text: &[u8], name: &str) -> Result<Module> {
    let parsed = patchlight_llvm::parse(text).map_err(|error| anyhow!("{name}:{error}"))?;
    let (module, diags) =
        patchlight_llvm::lower::lower(&parsed).map_err(|error| anyhow!("{name}: {error}"))?;
    for diag in diags {
        eprintln!("patchlight: {name}: {}", diag.message);
    }
    patchlight_ir::verify::verify(&module)
        .map_err(|error| anyhow!("{name}: the lowered module is not valid: {error}"))?;
    Ok(module)
}
