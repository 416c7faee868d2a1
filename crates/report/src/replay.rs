//! What native runs of two versions showed.

mod json;
mod show;

pub use json::case_json;
pub use show::text;

use anyhow::{Context as _, Result};
use patchlight_replay::Report;
use std::fs;
use std::path::Path;

/// Writes `report.json` and the cases that stand for their clusters.
pub fn write(out: &Path, report: &Report, problems: &[String]) -> Result<()> {
    fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    let text = serde_json::to_string_pretty(&json::Json::new(report, problems))?;
    let files = std::iter::once(("report.json".to_string(), text));
    let cases = json::representatives(report).map(|(n, case)| (format!("cluster-{n}.json"), case));
    for (name, text) in files.chain(cases) {
        let path = out.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// `report.json` without problems of loading.
pub fn report_json(report: &Report) -> Result<serde_json::Value> {
    Ok(serde_json::to_value(json::Json::new(report, &[]))?)
}
