//! What is known about a project, in `.patchlight/store.sqlite`.
//!
//! Stages are remembered by the hash of everything that they depend on, so a stage whose inputs did
//! not change is not done again, and a process that was killed goes on where it was. Nothing in
//! it is needed: without it, everything is done anew.

use anyhow::{Context, Result};
use patchlight_cache::Key;
use patchlight_results::Results;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// Grows when the tables, or the meaning of what is in them, change.
const SCHEMA: i64 = 1;

/// The stage that ids are stored for which became part of others.
const ALIAS: &str = "alias";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS stages (
        stage TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, seconds REAL NOT NULL,
        PRIMARY KEY (stage, key)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS runs (
        number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE,
        old TEXT NOT NULL, new TEXT NOT NULL, results TEXT NOT NULL);
";

pub struct Store {
    db: Mutex<Connection>,
}

impl Store {
    /// Opens the store of a project, or makes one. One that cannot be read is put aside.
    pub fn open(dir: &Path) -> Result<Store> {
        let path = dir.join("store.sqlite");
        match Store::try_open(&path) {
            Ok(store) => Ok(store),
            Err(error) => {
                let aside = put_aside(&path)?;
                eprintln!(
                    "patchlight: cannot read the store ({error:#}); moved it to {}",
                    aside.display()
                );
                Store::try_open(&path)
            }
        }
    }

    fn try_open(path: &Path) -> Result<Store> {
        let db = Connection::open(path).with_context(|| path.display().to_string())?;
        db.busy_timeout(Duration::from_secs(30))?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        let schema: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if schema != SCHEMA {
            db.execute_batch("DROP TABLE IF EXISTS stages; DROP TABLE IF EXISTS runs;")?;
        }
        db.execute_batch(TABLES)?;
        db.pragma_update(None, "user_version", SCHEMA)?;
        Ok(Store { db: Mutex::new(db) })
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().expect("no panic while it is held")
    }

    /// What a stage gave before, and how long it took then.
    pub fn get<T: DeserializeOwned>(&self, stage: &str, key: &Key) -> Result<Option<(T, f64)>> {
        let row = self
            .db()
            .prepare_cached("SELECT value, seconds FROM stages WHERE stage = ?1 AND key = ?2")?
            .query_row(params![stage, key.as_str()], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, f64>(1)?))
            })
            .optional()?;
        // What an older program wrote may read otherwise now: it is done anew.
        Ok(row.and_then(|(value, seconds)| Some((serde_json::from_str(&value).ok()?, seconds))))
    }

    pub fn put<T: Serialize>(&self, stage: &str, key: &Key, value: &T, seconds: f64) -> Result<()> {
        let value = serde_json::to_string(value)?;
        self.db()
            .prepare_cached("INSERT OR REPLACE INTO stages VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![stage, key.as_str(), value, seconds])
            .context("the store")?;
        Ok(())
    }

    /// The results of a finished run.
    pub fn run(&self, key: &Key) -> Result<Option<Results>> {
        self.results("SELECT results FROM runs WHERE key = ?1", params![key.as_str()])
    }

    /// The results of the last run.
    pub fn last_run(&self) -> Result<Option<Results>> {
        self.results("SELECT results FROM runs ORDER BY number DESC LIMIT 1", params![])
    }

    fn results(&self, query: &str, params: impl rusqlite::Params) -> Result<Option<Results>> {
        let text: Option<String> =
            self.db().query_row(query, params, |row| row.get(0)).optional()?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Keeps the results of a run as those of the last one.
    pub fn put_run(&self, key: &Key, results: &Results) -> Result<()> {
        let text = serde_json::to_string(results)?;
        self.db()
            .execute(
                "INSERT OR REPLACE INTO runs (key, old, new, results) VALUES (?1, ?2, ?3, ?4)",
                params![key.as_str(), results.old.id, results.new.id, text],
            )
            .context("the store")?;
        Ok(())
    }

    /// A finding that was shown by one id is part of one with another id.
    pub fn put_alias(&self, id: &str, of: &str) -> Result<()> {
        self.put(ALIAS, &Key::of([id.as_bytes()]), &of, 0.0)
    }

    /// What the finding is called that this one is part of.
    pub fn alias(&self, id: &str) -> Result<Option<String>> {
        Ok(self.get(ALIAS, &Key::of([id.as_bytes()]))?.map(|(of, _)| of))
    }

    /// Takes over what another store has and this one has not.
    pub fn merge(&self, other: &Path) -> Result<usize> {
        // Opening it first brings its tables up to date, or refuses a file that is no store.
        drop(Store::try_open(other)?);
        let name = other.to_str().context("the path of the store is not valid UTF-8")?;
        let db = self.db();
        db.execute("ATTACH DATABASE ?1 AS other", params![name])?;
        let merged = db.execute_batch("INSERT OR IGNORE INTO stages SELECT * FROM other.stages;");
        let runs = db.execute(
            "INSERT OR IGNORE INTO runs (key, old, new, results)
             SELECT key, old, new, results FROM other.runs ORDER BY number",
            params![],
        );
        db.execute_batch("DETACH DATABASE other")?;
        merged?;
        Ok(runs?)
    }
}

fn put_aside(path: &Path) -> Result<PathBuf> {
    let aside = path.with_extension("broken");
    fs::rename(path, &aside).with_context(|| format!("cannot move {}", path.display()))?;
    for suffix in ["-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        let _ = fs::remove_file(name);
    }
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::of([text.as_bytes()])
    }

    #[test]
    fn a_stage_is_found_by_its_key_alone() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        store.put("select", &key("a"), &vec![1, 2], 0.5).unwrap();
        assert_eq!(store.get::<Vec<i32>>("select", &key("a")).unwrap(), Some((vec![1, 2], 0.5)));
        assert_eq!(store.get::<Vec<i32>>("select", &key("b")).unwrap(), None);
        assert_eq!(store.get::<Vec<i32>>("follow", &key("a")).unwrap(), None);
    }

    #[test]
    fn a_broken_store_is_put_aside() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("store.sqlite"), b"this is no database, but long enough")
            .unwrap();
        let store = Store::open(dir.path()).unwrap();
        store.put("s", &key("a"), &1, 0.0).unwrap();
        assert!(dir.path().join("store.broken").is_file());
    }

    #[test]
    fn merged_stores_have_the_runs_of_both_once() {
        let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (first, second) = (Store::open(a.path()).unwrap(), Store::open(b.path()).unwrap());
        let results = |project: &str| Results { project: project.into(), ..Results::default() };
        first.put_run(&key("1"), &results("one")).unwrap();
        second.put_run(&key("1"), &results("one")).unwrap();
        second.put_run(&key("2"), &results("two")).unwrap();
        drop(second);
        assert_eq!(first.merge(&b.path().join("store.sqlite")).unwrap(), 1);
        assert_eq!(first.run(&key("2")).unwrap(), Some(results("two")));
        assert_eq!(first.last_run().unwrap(), Some(results("two")));
    }
}
