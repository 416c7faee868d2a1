//! What a program leaves behind: `run --out`, and readers of its output that go away.

use crate::support::{Scratch, patchlight};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

const CHANGES: &str = r#"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");
	fputs(text, file);
	fclose(file);
}

int main(void)
{
	mkdir("made", 0750);
	put("made/file", "new\n");
	link("made/file", "made/second");
	symlink("file", "made/link");
	put("old", "changed\n");
	chmod("mode", 0600);
	unlink("gone");
	rename("moved", "here");
	return 0;
}
"#;

#[test]
fn files_that_a_program_made_and_changed_are_handed_back_and_the_host_keeps_its_own() {
    let scratch = Scratch::new("out");
    let path = |name: &str| scratch.path().join(name);
    fs::write(path("changes.c"), CHANGES).expect("a writable directory");
    for name in ["old", "mode", "gone", "untouched"] {
        fs::write(path(name), name).expect("a writable directory");
    }
    fs::create_dir(path("moved")).expect("a writable directory");
    fs::write(path("moved/inside"), "inside").expect("a writable directory");

    let mut command = Command::new(patchlight());
    command.args(["run", "--out", "out", "changes.c"]).current_dir(scratch.path());
    let output = command.output().expect("patchlight starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let list = fs::read_to_string(path("out/changes.txt")).expect("the list");
    let base = scratch.path().canonicalize().expect("the directory");
    let list = list.replace(&format!("{}/", base.display()), "");
    // The owner and the time are left out: they are the user's and the clock's.
    let lines = list.lines().filter(|line| !line.ends_with(&base.display().to_string()));
    let lines: Vec<String> = lines
        .map(|line| {
            let words = line.split(' ').enumerate();
            words
                .filter(|(n, _)| line.starts_with("removed") || !matches!(n, 3 | 4))
                .map(|(_, word)| word)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(
        lines,
        [
            "removed gone",
            "made directory 0755 here",
            "made file 0644 here/inside",
            "made directory 0750 made",
            "made file 0644 made/file",
            "made link 0777 made/link -> file",
            "made file 0644 made/second = made/file",
            "changed file 0600 mode",
            "removed moved",
            "changed file 0644 old",
        ]
    );
    let files = path("out/files").join(base.strip_prefix("/").expect("an absolute path"));
    let read = |name: &str| fs::read_to_string(files.join(name)).expect("a file");
    assert_eq!(read("made/second"), "new\n");
    assert_eq!(read("old"), "changed\n");
    assert_eq!(read("here/inside"), "inside");
    let mode = fs::metadata(files.join("mode")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o7777, 0o600);
    assert!(!path("made").exists() && path("gone").exists());
    assert_eq!(fs::read_to_string(path("old")).expect("a file"), "old");
}

#[test]
fn a_directory_that_is_not_empty_takes_no_files() {
    let scratch = Scratch::new("out-full");
    fs::write(scratch.path().join("c.c"), "int main(void) { return 0; }").expect("writable");
    let mut command = Command::new(patchlight());
    command.args(["run", "--out", ".", "c.c"]).current_dir(scratch.path());
    let output = command.output().expect("patchlight starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not empty"));
}

#[test]
fn a_program_whose_reader_went_away_ends_by_sigpipe() {
    let scratch = Scratch::new("sigpipe");
    let source = scratch.path().join("endless.c");
    let text = "#include <stdio.h>\nint main(void) { while (puts(\"y\") >= 0) { } return 3; }\n";
    fs::write(&source, text).expect("a writable directory");
    let mut command = Command::new(patchlight());
    let mut child =
        command.arg("run").arg(&source).stdout(Stdio::piped()).spawn().expect("patchlight starts");
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    assert_eq!(line, "y\n");
    assert_eq!(child.wait().expect("an end").code(), Some(128 + 13));
}
