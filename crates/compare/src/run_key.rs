//! What stands for a run in the store.

use anyhow::Result;
use patchlight_cache::Key;
use patchlight_replay::Run;
use std::mem;

/// The same for the same run only. Data is not made text for it: it may be large.
pub fn run_key(run: &Run) -> Result<Key> {
    let mut rest = run.clone();
    let mut data = vec![mem::take(&mut rest.stdin)];
    data.extend(rest.files.iter_mut().map(|file| mem::take(&mut file.bytes)));
    let text = serde_json::to_vec(&rest)?;
    let data = data.iter().map(|bytes| bytes.0.as_slice());
    Ok(Key::of(std::iter::once(text.as_slice()).chain(data)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_replay::{File, Hex};

    #[test]
    fn runs_that_differ_in_anything_have_keys_of_their_own() {
        let file = |bytes: &[u8]| File { bytes: Hex::from(bytes), ..File::default() };
        let runs = [
            Run::default(),
            Run { args: vec![Hex::default()], ..Run::default() },
            Run { stdin: Hex::from(&b"a"[..]), ..Run::default() },
            Run { files: vec![file(b"a")], ..Run::default() },
            Run { files: vec![file(b"a"), file(b"b")], ..Run::default() },
            Run { files: vec![file(b"ab"), file(b"")], ..Run::default() },
        ];
        let keys: Vec<Key> = runs.iter().map(|run| run_key(run).unwrap()).collect();
        for (n, key) in keys.iter().enumerate() {
            assert!(!keys[..n].iter().any(|other| other.as_str() == key.as_str()), "{:?}", runs[n]);
        }
        assert_eq!(run_key(&runs[3]).unwrap().as_str(), keys[3].as_str());
    }
}
