//! What is asked of git. Nothing here changes the user's repository: objects that are made for the
//! working tree go to a directory of ours, and so does the index.

use super::snapshot;
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The repository around a project.
pub struct Repository {
    /// The project's directory.
    root: PathBuf,
    /// The project's directory in the repository, ending with `/`, or nothing.
    prefix: String,
    /// Where objects and indexes of ours go.
    own: PathBuf,
    objects: PathBuf,
}

/// A commit, and what it is called.
#[derive(Clone, Debug)]
pub struct Commit {
    pub hash: String,
    pub title: String,
}

impl Repository {
    /// The repository of a directory. `own`: where objects of ours may go.
    pub fn open(root: &Path, own: &Path) -> Result<Repository> {
        let prefix = text(plain(root).args(["rev-parse", "--show-prefix"]))
            .context("not in a git repository; use --old and --new to compare directories")?;
        let objects = text(plain(root).args(["rev-parse", "--git-path", "objects"]))?;
        let objects = root.join(objects).canonicalize()?;
        let own = own.join("git");
        fs::create_dir_all(own.join("objects"))
            .with_context(|| format!("cannot write to {}", own.display()))?;
        Ok(Repository { root: root.to_path_buf(), prefix, own, objects })
    }

    fn git(&self) -> Command {
        let mut command = plain(&self.root);
        command.env("GIT_OBJECT_DIRECTORY", self.own.join("objects"));
        command.env("GIT_ALTERNATE_OBJECT_DIRECTORIES", &self.objects);
        command
    }

    /// The commit that a name stands for.
    pub fn commit(&self, name: &str) -> Result<Commit> {
        let of = format!("{name}^{{commit}}");
        let hash =
            text(self.git().args(["rev-parse", "--verify", "--quiet", "--end-of-options", &of]))
                .with_context(|| format!("`{name}` is not a revision of this repository"))?;
        let title = text(self.git().args(["log", "-1", "--format=%s", &hash]))?;
        Ok(Commit { hash, title })
    }

    /// The tree of the project's directory in a commit.
    pub fn tree(&self, commit: &str) -> Result<String> {
        let of = format!("{commit}:{}", self.prefix.trim_end_matches('/'));
        text(self.git().args(["rev-parse", "--verify", "--quiet", "--end-of-options", &of]))
            .with_context(|| format!("the project's directory is not in {commit}"))
    }

    /// Where two branches parted.
    pub fn merge_base(&self, a: &str, b: &str) -> Result<String> {
        let (a, b) = (self.commit(a)?.hash, self.commit(b)?.hash);
        text(self.git().args(["merge-base", &a, &b]))
            .with_context(|| format!("{a} and {b} have no commit in common"))
    }

    /// The commits of a range, oldest first, merges left out.
    pub fn range(&self, from: &str, to: &str) -> Result<Vec<String>> {
        let range = format!("{from}..{to}");
        let hashes = text(self.git().args([
            "rev-list",
            "--reverse",
            "--no-merges",
            "--end-of-options",
            &range,
            "--",
            ".",
        ]))?;
        Ok(hashes.lines().map(str::to_string).collect())
    }

    /// An index that no other thread of any process uses.
    fn scratch_index(&self) -> PathBuf {
        let thread = std::thread::current().id();
        self.own.join(format!("index-{}-{thread:?}", std::process::id()))
    }

    /// The tree of the project's directory as it is now: what is tracked, and what is neither
    /// tracked nor ignored nor the product of a build.
    pub fn working_tree(&self) -> Result<String> {
        let index = self.scratch_index();
        let result = self.working_tree_with(&index);
        let _ = fs::remove_file(&index);
        result
    }

    fn working_tree_with(&self, index: &Path) -> Result<String> {
        let git = || {
            let mut command = self.git();
            command.env("GIT_INDEX_FILE", index);
            command
        };
        let users = text(self.git().args(["rev-parse", "--git-path", "index"]))?;
        // Starting from the user's index, files that have not changed are not read.
        let _ = copy_index(&self.root.join(users), index);
        text(git().args(["add", "--update", "--", "."])).context("the working tree")?;
        let others = ["ls-files", "--others", "--exclude-standard", "-z", "--", "."];
        let others = run(git().args(others)).context("the working tree")?.stdout;
        let names = others.split(|&byte| byte == 0).filter(|name| !name.is_empty());
        let names = names.map(|name| Path::new(OsStr::from_bytes(name)));
        let sources: Vec<&Path> =
            names.filter(|name| !snapshot::is_product(&self.root.join(name))).collect();
        for some in sources.chunks(500) {
            let mut command = git();
            command.args(["add", "--"]).args(some);
            text(&mut command).context("the working tree")?;
        }
        let whole = text(git().args(["write-tree"])).context("the working tree")?;
        let of = format!("{whole}:{}", self.prefix.trim_end_matches('/'));
        text(git().args(["rev-parse", "--verify", &of]))
    }

    /// Writes a tree's files to a directory, those of submodules included as far as they are checked
    /// out here.
    pub fn export(&self, tree: &str, to: &Path) -> Result<()> {
        let index = self.scratch_index();
        let git_dir = self.git_dir()?;
        let in_repository = || {
            let mut command = self.git();
            command.env("GIT_DIR", &git_dir);
            command
        };
        check_out(in_repository, tree, to, &index)?;
        let entries = run(self.git().args(["ls-tree", "-r", "-z", tree]))?.stdout;
        for (commit, path) in entries.split(|&byte| byte == 0).filter_map(submodule) {
            let module = self.root.join(path);
            let in_module = || plain(&module);
            // A submodule that is not checked out is an empty directory, as in git's own checkouts.
            if module.join(".git").exists() {
                let tree = format!("{commit}^{{tree}}");
                let git_dir = text(plain(&module).args(["rev-parse", "--absolute-git-dir"]))?;
                let with_dir = || {
                    let mut command = in_module();
                    command.env("GIT_DIR", &git_dir);
                    command
                };
                check_out(with_dir, &tree, &to.join(path), &index).with_context(|| {
                    format!("the submodule {}: run `git submodule update`", path.display())
                })?;
            }
        }
        Ok(())
    }

    /// Makes a copy of a version a repository of its own, for builds that ask git what version they
    /// are. Objects are the user's, by reference. It stands at the last tag before the commit (or at
    /// the first commit of all), so that what a program says of its version is no difference between
    /// commits.
    pub fn make_repository(&self, commit: &str, copy: &Path) -> Result<()> {
        let last_tag = ["describe", "--tags", "--abbrev=0", commit];
        let at = match text(self.git().args(last_tag)) {
            Ok(tag) => text(self.git().args(["rev-parse", &format!("{tag}^{{commit}}")]))?,
            Err(_) => {
                let first = text(self.git().args(["rev-list", "--max-parents=0", commit]))?;
                first.lines().last().context("a repository without commits")?.to_string()
            }
        };
        let tags = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/tags"];
        let tags = text(self.git().args(tags))?;
        let git = copy.join(".git");
        fs::create_dir_all(git.join("refs"))?;
        fs::create_dir_all(git.join("objects/info"))?;
        let objects = [&self.objects, &self.own.join("objects")];
        let objects = objects.map(|path| format!("{}\n", path.display())).concat();
        fs::write(git.join("objects/info/alternates"), objects)?;
        let config = match at.len() {
            40 => "[core]\n\trepositoryformatversion = 0\n",
            _ => "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n",
        };
        fs::write(git.join("config"), config)?;
        fs::write(git.join("packed-refs"), format!("{tags}\n"))?;
        fs::write(git.join("HEAD"), format!("{at}\n"))?;
        let shallow = self.git_dir()?.join("shallow");
        if shallow.is_file() {
            fs::copy(shallow, git.join("shallow"))?;
        }
        Ok(())
    }

    fn git_dir(&self) -> Result<PathBuf> {
        Ok(PathBuf::from(text(plain(&self.root).args(["rev-parse", "--absolute-git-dir"]))?))
    }
}

/// Copies an index with its time: git takes a file for unchanged if size and time, in seconds, are as
/// in the index, but reads those that are not older than the index itself.
fn copy_index(from: &Path, to: &Path) -> std::io::Result<()> {
    let time = fs::metadata(from)?.modified()?;
    fs::copy(from, to)?;
    let dated = fs::File::options().write(true).open(to).and_then(|file| file.set_modified(time));
    if dated.is_err() {
        fs::remove_file(to)?;
    }
    dated
}

/// Writes a tree's files to a directory. `git`: a command in the repository that has the tree.
fn check_out(git: impl Fn() -> Command, tree: &str, to: &Path, index: &Path) -> Result<()> {
    let git = |args: &[&str]| {
        let mut command = git();
        command.env("GIT_INDEX_FILE", index).env("GIT_WORK_TREE", to).current_dir(to).args(args);
        run(&mut command)
    };
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    let result =
        git(&["read-tree", tree]).and_then(|_| git(&["checkout-index", "--all", "--force"]));
    let _ = fs::remove_file(index);
    result.map(drop)
}

/// The commit and the path of a submodule, if an entry of `git ls-tree` is one:
/// `160000 commit HASH\tPATH`.
fn submodule(entry: &[u8]) -> Option<(&str, &Path)> {
    let at = entry.iter().position(|&byte| byte == b'\t')?;
    let (what, path) = (std::str::from_utf8(&entry[..at]).ok()?, &entry[at + 1..]);
    Some((what.strip_prefix("160000 commit ")?, Path::new(OsStr::from_bytes(path))))
}

fn plain(dir: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(dir).env("LC_ALL", "C").stdin(std::process::Stdio::null());
    // A hook that called us has these set for its own repository.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command
}

fn run(command: &mut Command) -> Result<Output> {
    let output = command.output().context("cannot start git")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(output)
}

fn text(command: &mut Command) -> Result<String> {
    let output = run(command)?;
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_string())
}
/// A range of revisions that stands where a program could.
pub fn as_range(program: &Path) -> Option<&str> {
    let text = program.to_str()?;
    (text.contains("..") && !program.exists()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_change_of_the_same_size_in_the_second_of_the_commit_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        let git = |args: &[&str]| text(plain(root).args(args)).unwrap();
        git(&["init", "--quiet"]);
        let seconds = |name: &str| {
            let time = fs::metadata(root.join(name)).unwrap().modified().unwrap();
            time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs()
        };
        for n in 0.. {
            fs::write(root.join("a"), format!("{n:09}")).unwrap();
            git(&["add", "a"]);
            fs::write(root.join("a"), format!("{:09}", n + 1)).unwrap();
            if seconds("a") == seconds(".git/index") {
                break;
            }
        }
        std::thread::sleep(Duration::from_millis(1_100));
        let tree = Repository::open(root, &root.join("own")).unwrap().working_tree().unwrap();
        let blob = git(&["hash-object", "a"]);
        let list = Repository::open(root, &root.join("own")).unwrap();
        let list = text(list.git().args(["ls-tree", &tree, "a"])).unwrap();
        assert!(list.contains(&blob), "{list} is not {blob}");
    }
}
