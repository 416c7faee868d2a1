//! One program in two versions: for the engine, and natively.

use crate::trace::{Tracer, Tracers, path_below};
use crate::versions::{Sources, Versions};
use anyhow::{Context, Result};
use patchlight_budget::Budget;
use patchlight_cache::Key;
use patchlight_capture::modules::BuiltFile;
use patchlight_capture::record::State;
use patchlight_project::Project;
use patchlight_project::build::{self, Built};
use patchlight_replay::{LibrarySearch, TimeFormat, same_machine_code};
use patchlight_results::SourceLine;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// About as many as an idle machine makes.
const STEPS_PER_SECOND: u64 = 100_000_000;

/// The executables of the old and of the new version that lead to modules.
pub type Executables = [Arc<BuiltFile>; 2];

pub struct Pair {
    pub name: String,
    /// Stands for both versions, and for everything else that findings depend on.
    pub key: Key,
    /// Times that do not count in outputs.
    pub times: Vec<TimeFormat>,
    pub versions: Versions,
    pub native: patchlight_replay::Versions,
    pub n_workers: usize,
    pub budget: Budget,
    /// Stands for this very program: another one may find more.
    pub patchlight: Vec<u8>,
    /// The executables of the old and of the new version that lead to modules.
    pub executables: Executables,
    roots: [std::path::PathBuf; 2],
    /// Sources that have no LLVM text, and why.
    pub missing: Vec<String>,
    /// Nothing is missing, or the compiler made the same of it in both versions.
    pub is_missing_same: bool,
}

impl Pair {
    /// Reads the executables of a program.
    pub fn executables(versions: [&Built; 2], program: &Path) -> Result<Executables> {
        let read = |built: &Built| {
            let libraries = LibrarySearch::built_in(&built.captured());
            BuiltFile::read_with(&built.captured().join(program), &libraries).map(Arc::new)
        };
        Ok([read(versions[0])?, read(versions[1])?])
    }

    /// What stands for a program in two versions.
    pub fn key(
        project: &Project,
        executables: &Executables,
        program: &Path,
        budget: Budget,
    ) -> Result<Key> {
        let mut parts = vec![program.as_os_str().as_encoded_bytes().to_vec()];
        parts.push(format!("{:?}", project.config.mask_times).into_bytes());
        for executable in executables {
            parts.push(b"version".to_vec());
            for record in executable.records() {
                parts.push(match &record.state {
                    State::Module(file) | State::Archive(file) => {
                        file.file_stem().unwrap_or_default().as_encoded_bytes().to_vec()
                    }
                    State::Unsupported(reason) => reason.clone().into_bytes(),
                });
            }
            // What has no LLVM text is known by its machine code alone.
            if executable.missing().next().is_some() {
                for part in &executable.parts {
                    let content = std::fs::read(&part.file)
                        .with_context(|| format!("cannot read {}", part.file.display()))?;
                    parts.push(Key::of([content.as_slice()]).as_str().as_bytes().to_vec());
                }
            }
        }
        parts.push(budget.to_string().into_bytes());
        parts.push(patchlight()?);
        Ok(Key::of(parts.iter().map(Vec::as_slice)))
    }

    pub fn load(
        project: &Project,
        [old, new]: [&Built; 2],
        program: &Path,
        executables: Executables,
        budget: Budget,
    ) -> Result<Pair> {
        let key = Pair::key(project, &executables, program, budget)?;
        let roots = [old.captured(), new.captured()];
        let [old_exe, new_exe] = executables.clone();
        let args = Sources::built((old_exe, roots[0].clone()), (new_exe, roots[1].clone()));
        let versions = Versions::load(&args)?;
        let native = native([old, new], program)?;
        let missing = executables.iter().zip(&roots).flat_map(|(executable, root)| {
            let root = format!("{}/", root.display());
            executable.missing().map(move |missing| missing.replace(&root, ""))
        });
        let missing: BTreeSet<String> = missing.collect();
        let missing: Vec<String> = missing.into_iter().collect();
        let is_missing_same =
            missing.is_empty() || same_machine_code(&native.old.plain, &native.new.plain);
        let name = program.file_name().unwrap_or(program.as_os_str());
        Ok(Pair {
            name: unique_name(project, program, &name.to_string_lossy()),
            key,
            times: project.config.time_formats()?,
            versions,
            native,
            budget,
            n_workers: std::thread::available_parallelism().map_or(1, usize::from),
            patchlight: patchlight()?,
            executables,
            roots,
            missing,
            is_missing_same,
        })
    }

    /// Takes up the builds with sanitizers, which may be made after the others.
    pub fn take_sanitized(&mut self, versions: [&Built; 2], program: &Path) -> Result<()> {
        self.native = native(versions, program)?;
        Ok(())
    }

    /// What each version executes on tests.
    pub fn tracers(&self) -> Tracers<'_> {
        let versions = &self.versions;
        let name = versions.name.as_slice();
        let [old, new] = &versions.source_paths;
        Tracers {
            old: Tracer::new(&versions.old, name, old, &self.roots[0], &self.patchlight),
            new: Tracer::new(&versions.new, name, new, &self.roots[1], &self.patchlight),
        }
    }

    /// A source's name in the project, by the name that LLVM text or a sanitizer has for it.
    pub fn path_of(&self, name: &str) -> String {
        let [old, new] = &self.versions.source_paths;
        let below = |paths: &std::collections::BTreeMap<String, std::path::PathBuf>,
                     root: &Path| {
            let exact = paths.get(name);
            let path = exact.or_else(|| paths.values().find(|path| path.ends_with(name)))?;
            path_below(root, path)
        };
        let found = below(new, &self.roots[1]).or_else(|| below(old, &self.roots[0]));
        found.unwrap_or_else(|| name.to_string())
    }

    /// The budget in seconds of an idle machine: for what is made in proportion to it.
    pub fn seconds(&self) -> u64 {
        match self.budget {
            Budget::Time(time) => time.as_secs(),
            Budget::Steps(steps) => steps / STEPS_PER_SECOND,
        }
    }

    /// Where the old version was built.
    pub fn old_root(&self) -> &Path {
        &self.roots[0]
    }

    /// The text of a line.
    pub fn line_text(&self, place: &SourceLine) -> Option<String> {
        let root = &self.roots[usize::from(!place.is_old)];
        let text = std::fs::read_to_string(root.join(&place.file)).ok()?;
        Some(text.lines().nth(place.line.checked_sub(1)? as usize)?.trim().to_string())
    }
}

/// What a program is called: by its file's name, or by its path if that would be two programs.
fn unique_name(project: &Project, program: &Path, name: &str) -> String {
    let programs = project.config.programs.iter();
    let alike = programs.filter(|other| other.file_name() == program.file_name()).count();
    if alike > 1 { program.display().to_string() } else { name.to_string() }
}

/// What stands for this very program: another one may find more.
fn patchlight() -> Result<Vec<u8>> {
    let this = std::env::current_exe().context("cannot find Patchlight's own executable")?;
    let metadata = std::fs::metadata(&this)?;
    Ok(format!("{} {:?}", metadata.len(), metadata.modified()?).into_bytes())
}

/// What both builds of both versions made, for native runs.
fn native([old, new]: [&Built; 2], program: &Path) -> Result<patchlight_replay::Versions> {
    Ok(patchlight_replay::Versions {
        old: build::native(old, program).context("the old version")?,
        new: build::native(new, program).context("the new version")?,
        fixes: Vec::new(),
    })
}
