//! Inputs as data: cases, `.ktest` files, raw bytes.

use super::{Made, NewFile};
use crate::replay::case_json;
use patchlight_replay::{FileKind, encode_ktest_case};
use patchlight_results::Finding;
use patchlight_results::slug;

pub fn case(finding: &Finding) -> Made {
    let json = case_json(&finding.case).map_err(|error| error.to_string())?;
    Ok(vec![NewFile::data(format!("{}.json", slug(&finding.id)), json)])
}

pub fn ktest(finding: &Finding) -> Made {
    let bytes = encode_ktest_case(&finding.case, finding.program.as_bytes());
    let bytes = bytes.map_err(|error| error.to_string())?;
    Ok(vec![NewFile::data(format!("{}.ktest", slug(&finding.id)), bytes)])
}

/// Standard input and each file with something in it, what a harness asks for in a row, or the
/// arguments, each ended by a NUL, if there is nothing else.
pub fn corpus(finding: &Finding) -> Made {
    let run = &finding.case.run;
    let id = slug(&finding.id);
    let mut files = Vec::new();
    if !run.stdin.0.is_empty() {
        files.push(NewFile::data(format!("{id}.stdin"), run.stdin.0.to_vec()));
    }
    let regular = run.files.iter().filter(|file| file.kind == FileKind::Regular);
    for file in regular.filter(|file| !file.bytes.0.is_empty()) {
        files.push(NewFile::data(format!("{id}.{}", slug(&file.name)), file.bytes.0.to_vec()));
    }
    if !finding.case.inputs.is_empty() {
        let inputs = finding.case.inputs.iter().flat_map(|input| input.bytes.0.to_vec());
        files.push(NewFile::data(format!("{id}.inputs"), inputs.collect::<Vec<u8>>()));
    }
    if files.is_empty() {
        let args = run.args.iter().flat_map(|arg| [&arg.0[..], b"\0"].concat());
        files.push(NewFile::data(format!("{id}.args"), args.collect::<Vec<u8>>()));
    }
    Ok(files)
}
