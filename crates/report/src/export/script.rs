//! The part of a POSIX shell script that runs a program on a case as the sandbox does: its files,
//! its standard input as a pipe, its environment and nothing else, its name as `argv[0]`.
//!
//! The text of a script is printable ASCII whatever the case has in it: other bytes are made by
//! `printf`. What a script cannot do is refused here, or said in its head.

use patchlight_replay::quote;
use patchlight_replay::{File, FileKind, encode_ktest};
use patchlight_results::Finding;
use std::fmt::Write;

/// The sandbox's, unless the case says otherwise.
const UMASK: &str = "022";
const SECONDS: f64 = 5.0;
/// Bytes of one `printf`.
const CHUNK: usize = 800;

/// A script that grows.
#[derive(Default)]
pub struct Script {
    text: String,
    n_words: usize,
}

impl Script {
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub fn comment(&mut self, text: &str) {
        let text: String =
            text.chars().map(|c| if c.is_ascii_graphic() { c } else { ' ' }).collect();
        self.line(format!("# {text}").trim_end());
    }

    pub fn finish(self) -> String {
        self.text
    }

    /// One word for the shell; a variable, made here, if there is more than text in it.
    pub fn word(&mut self, bytes: &[u8]) -> String {
        if bytes.iter().all(|byte| (b' '..0x7f).contains(byte)) {
            return quote(bytes);
        }
        self.n_words += 1;
        let name = format!("word{}", self.n_words);
        // The shell drops newlines at the end; an `x` behind them keeps them.
        let made = [bytes, b"x"].concat();
        self.line(&format!("{name}=$({}) && {name}=${{{name}%x}}", printf(&made).join("; ")));
        format!("\"${name}\"")
    }

    /// A function that writes the bytes to standard output.
    pub fn writer(&mut self, name: &str, bytes: &[u8]) {
        self.line(&format!("{name}() {{"));
        match bytes.is_empty() {
            true => self.line("\t:"),
            false => printf(bytes).iter().for_each(|line| self.line(&format!("\t{line}"))),
        }
        self.line("}");
    }
}

/// Commands that write the bytes.
fn printf(bytes: &[u8]) -> Vec<String> {
    let chunks = bytes.chunks(CHUNK).map(|chunk| {
        let mut format = String::new();
        for &byte in chunk {
            match byte {
                b'\n' => format.push_str("\\n"),
                b'%' => format.push_str("%%"),
                b'\\' => format.push_str("\\\\"),
                b'\'' => format.push_str("\\047"),
                b' '..0x7f => format.push(char::from(byte)),
                byte => {
                    let _ = write!(format, "\\{byte:03o}");
                }
            }
        }
        // A format may not begin as an option does.
        match format.strip_prefix('-') {
            Some(rest) => format!("printf '\\055{rest}'"),
            None => format!("printf '{format}'"),
        }
    });
    chunks.collect()
}

/// What every script begins with. `run NAME EXECUTABLE` leaves `NAME.status`, `NAME.out`,
/// `NAME.err` and `NAME.files` in `$work`.
pub fn runner(script: &mut Script, finding: &Finding) -> Result<(), String> {
    let run = &finding.case.run;
    if !run.terminals.is_empty() {
        return Err("it needs a terminal, which a script does not have".to_string());
    }
    script.text.push_str(SETUP);
    variables(script, finding);
    let makers = files(script, &run.files);
    script.line("\n# The files of the case.\nmake_files() {");
    makers.iter().for_each(|maker| script.line(&format!("\t{maker} || return 1")));
    script.line("\treturn 0\n}\n\n# Its standard input.");
    script.writer("make_stdin", &run.stdin.0);
    let mut environment: Vec<String> = Vec::new();
    for variable in &run.env {
        if !is_name(&variable.name) {
            let name = variable.name.escape_debug();
            return Err(format!("shells cannot pass on a variable named `{name}`"));
        }
        let bytes = [variable.name.as_bytes(), b"=", &variable.bytes.0].concat();
        environment.push(script.word(&bytes));
    }
    if !finding.case.inputs.is_empty() {
        let mut argv = vec![finding.program.clone().into_bytes()];
        argv.extend(run.args.iter().map(|arg| arg.0.to_vec()));
        script.line("\n# The inputs of its harness.");
        script.writer("make_inputs", &encode_ktest(&argv, &finding.case.inputs));
        script.line("make_inputs >\"$work/inputs.ktest\"");
        environment.push("\"KTEST_FILE=$work/inputs.ktest\"".to_string());
    }
    let args: Vec<String> = run.args.iter().map(|arg| script.word(&arg.0)).collect();
    let path = match run.env.iter().any(|variable| variable.name == "PATH") {
        true => "$1:$PATH",
        false => "$1",
    };
    let shell = format!("/bin/sh -c 'unset PWD OLDPWD SHLVL; PATH={path}; shift; exec \"$@\"' sh");
    script.line(
        "\n# Starts the program under its name, with the environment of the case only.\nstart() {",
    );
    script.line(&format!("\tlimited env -i{} {shell} \\", joined(&environment)));
    script.line(&format!("\t\t\"$work/bin\" \"$name\"{}\n}}", joined(&args)));
    script.text.push_str(RUN);
    Ok(())
}

/// What the functions of the script refer to.
fn variables(script: &mut Script, finding: &Finding) {
    let run = &finding.case.run;
    let name = run.program.as_ref().map_or(finding.program.as_bytes(), |name| &name.0);
    let name = name.rsplit(|&byte| byte == b'/').next().filter(|name| !name.is_empty());
    let seconds = run.limits.as_ref().and_then(|limits| limits.seconds).unwrap_or(SECONDS);
    let mask = run.umask.map_or(UMASK.to_string(), String::from);
    let words = [
        ("name", script.word(name.unwrap_or(b"program"))),
        ("cwd", script.word(format!("./{}", run.cwd).as_bytes())),
        ("mask", mask),
        ("seconds", format!("{}", seconds.ceil())),
    ];
    words.iter().for_each(|(name, word)| script.line(&format!("{name}={word}")));
}

/// Whether a shell takes a variable of this name from its environment and passes it on.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit())
}

fn joined(words: &[String]) -> String {
    words.iter().map(|word| format!(" {word}")).collect()
}

/// Commands that make the files, each below the current directory.
fn files(script: &mut Script, files: &[File]) -> Vec<String> {
    let mut makers = Vec::new();
    let mut rights = Vec::new();
    for file in files {
        let name = script.word(format!("./{}", file.name).as_bytes());
        if let Some((dir, _)) = file.name.trim_end_matches('/').rsplit_once('/') {
            makers.push(format!("mkdir -p {}", script.word(format!("./{dir}").as_bytes())));
        }
        makers.push(match file.kind {
            FileKind::Directory => format!("mkdir -p {name}"),
            FileKind::Link => format!("ln -s -- {} {name}", script.word(&file.bytes.0)),
            FileKind::Fifo => format!("mkfifo {name}"),
            FileKind::Regular | FileKind::Other if file.bytes.0.is_empty() => format!(": >{name}"),
            FileKind::Regular | FileKind::Other => {
                format!("{{ {}; }} >{name}", printf(&file.bytes.0).join("; "))
            }
        });
        if file.kind != FileKind::Link {
            rights.extend(file.mode.map(|mode| format!("chmod {} {name}", String::from(mode))));
            rights.extend(file.mtime.map(|at| format!("touch -d {} {name}", date(at))));
        }
    }
    // What is below a directory comes before its rights and its time.
    makers.extend(rights.into_iter().rev());
    makers
}

/// Seconds since 1970 as ISO 8601, which is what POSIX has `touch` take.
fn date(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years begin in March here, so that a leap day is a year's last; eras have 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

const SETUP: &str = r#"
LC_ALL=C
export LC_ALL
ulimit -c 0
work=$(mktemp -d) || exit 2
clean() {
	chmod -R u+rwx "$work" 2>/dev/null
	rm -rf "$work"
}
trap clean EXIT
trap 'exit 2' HUP INT TERM
"#;

const RUN: &str = r#"
# Ends what does not end by itself, where there is a `timeout`.
limited() {
	if command -v timeout >/dev/null; then timeout "$seconds" "$@"; else "$@"; fi
}

# run NAME EXECUTABLE: leaves NAME.status, NAME.out, NAME.err and NAME.files in $work.
run() {
	case $2 in
	/*) executable=$2 ;;
	*) executable=$PWD/$2 ;;
	esac
	if [ ! -x "$executable" ]; then
		echo "$0: $executable is not an executable" >&2
		exit 2
	fi
	mkdir "$work/case" "$work/bin" || exit 2
	ln -s "$executable" "$work/bin/$name" || exit 2
	(umask 022 && cd "$work/case" && make_files) || exit 2
	(
		umask "$mask"
		cd "$work/case" && cd "$cwd" || exit 2
		make_stdin | start >"$work/$1.out" 2>"$work/$1.err"
	) 2>/dev/null
	echo $? >"$work/$1.status"
	chmod -R u+rwX "$work/case" 2>/dev/null
	(cd "$work/case" && find . | sort && find . -type f -exec cksum {} + | sort) >"$work/$1.files"
	rm -rf "$work/case" "$work/bin"
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    /// What `date -u -d @N +%FT%TZ` prints.
    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(date(-1), "1969-12-31T23:59:59Z");
        assert_eq!(date(4_102_444_800), "2100-01-01T00:00:00Z");
    }

    /// The oracle is the shell itself.
    #[test]
    fn words_and_writers_give_back_all_bytes() {
        let all: Vec<u8> = (1..=255).chain(*b"--'\\n%d\n\n").collect();
        let with_nul = [&[0, b'0', 0][..], &all].concat();
        let mut script = Script::default();
        let word = script.word(&all);
        script.writer("write", &with_nul);
        script.line(&format!("printf %s {word} | cat; write"));
        let text = script.finish();
        assert!(
            text.bytes().all(|byte| byte == b'\n' || byte == b'\t' || (b' '..0x7f).contains(&byte))
        );
        for shell in ["sh", "bash"] {
            let mut command = std::process::Command::new(shell);
            let output = command.arg("-c").arg(format!("LC_ALL=C\n{text}")).output().unwrap();
            assert_eq!(output.stdout, [&all[..], &with_nul].concat(), "{shell}");
        }
    }
}
