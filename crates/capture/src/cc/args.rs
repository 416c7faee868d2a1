//! What a compiler's command line asks for. The words are the user's compiler's business and go to
//! it as they are; here they are only understood.

use super::options::{self, Role};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// How deep response files may name others.
const MAX_NESTING: usize = 16;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Stage {
    /// Nothing is compiled, or only to text.
    NoObject,
    /// `-c`
    Object,
    Link,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Language {
    C,
    /// C after the preprocessor.
    PreprocessedC,
    Assembly,
    Header,
    /// C++, Fortran, …
    Other,
    /// Objects, archives, libraries, linker scripts.
    LinkerInput,
}

impl Language {
    fn of_file(path: &OsStr) -> Language {
        match Path::new(path).extension().and_then(OsStr::to_str) {
            Some("c") => Language::C,
            Some("i") => Language::PreprocessedC,
            Some("s" | "S" | "sx") => Language::Assembly,
            Some("h") => Language::Header,
            Some(
                "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "ii" | "m" | "mi" | "mm" | "M"
                | "mii" | "f" | "for" | "ftn" | "F" | "FOR" | "f90" | "f95" | "F90" | "F95" | "d"
                | "go" | "adb" | "ads",
            ) => Language::Other,
            _ => Language::LinkerInput,
        }
    }

    /// What `-x` names; `None` for `-x none`: as the file's name says.
    fn of_name(name: &[u8]) -> Option<Language> {
        match name {
            b"none" => None,
            b"c" => Some(Language::C),
            b"cpp-output" => Some(Language::PreprocessedC),
            b"assembler" | b"assembler-with-cpp" => Some(Language::Assembly),
            name if name.ends_with(b"header") => Some(Language::Header),
            _ => Some(Language::Other),
        }
    }
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Input {
    pub path: OsString,
    pub language: Language,
}

/// What compilers define when they optimise.
const IS_OPTIMISED: &str = "-D__OPTIMIZE__";

/// A command line, understood.
#[derive(Debug)]
pub struct Invocation {
    pub stage: Stage,
    pub inputs: Vec<Input>,
    pub output: Option<PathBuf>,
    /// The options that change what the source means, in clang's words.
    pub meaning: Vec<OsString>,
    /// Target features, and that the code is optimised, in case the source does not compile without.
    pub machine: Vec<OsString>,
    pub system_headers: bool,
    /// Why our clang cannot make LLVM text of this.
    pub obstacle: Option<String>,
    /// `-l` and `-L`
    libraries: Vec<OsString>,
    library_dirs: Vec<PathBuf>,
}

impl Invocation {
    /// Sources in C are C++ to this compiler.
    pub fn take_c_for_cxx(&mut self) {
        for input in &mut self.inputs {
            if matches!(input.language, Language::C | Language::PreprocessedC) {
                input.language = Language::Other;
            }
        }
    }

    pub fn parse(args: &[OsString]) -> Invocation {
        let mut parser = Parser::default();
        parser.words(&expand(args, MAX_NESTING));
        parser.finish()
    }

    /// Inputs from which objects are made.
    pub fn sources(&self) -> impl Iterator<Item = &Input> {
        let makes_object =
            |input: &&Input| !matches!(input.language, Language::Header | Language::LinkerInput);
        self.inputs.iter().filter(makes_object)
    }

    /// The static archives that a link reads.
    pub fn archives(&self) -> Vec<PathBuf> {
        let named = self.linker_inputs("a");
        named.chain(self.libraries.iter().filter_map(|name| self.library(name))).collect()
    }

    /// The objects that a link reads.
    pub fn objects(&self) -> impl Iterator<Item = PathBuf> {
        self.linker_inputs("o").chain(self.linker_inputs("lo"))
    }

    fn linker_inputs(&self, extension: &str) -> impl Iterator<Item = PathBuf> {
        let inputs = self.inputs.iter().filter(|input| input.language == Language::LinkerInput);
        let paths = inputs.map(|input| Path::new(&input.path));
        let is_wanted = move |path: &&Path| path.extension() == Some(OsStr::new(extension));
        paths.filter(is_wanted).map(Path::to_path_buf)
    }

    /// The archive that `-l NAME` means, unless it is a shared library.
    fn library(&self, name: &OsStr) -> Option<PathBuf> {
        let in_dirs = |name: OsString| {
            self.library_dirs.iter().map(|dir| dir.join(&name)).find(|path| path.is_file())
        };
        if let Some(exact) = name.as_bytes().strip_prefix(b":") {
            return in_dirs(OsStr::from_bytes(exact).to_owned());
        }
        let file = |suffix: &str| {
            let mut file = joined("lib", name);
            file.push(suffix);
            in_dirs(file)
        };
        if file(".so").is_some() { None } else { file(".a") }
    }

    /// Where `-c` puts the object of `input`.
    pub fn object_of(&self, input: &Input) -> PathBuf {
        match &self.output {
            Some(output) => output.clone(),
            None => {
                let stem = Path::new(&input.path).file_name().unwrap_or(OsStr::new("-"));
                Path::new(stem).with_extension("o")
            }
        }
    }
}

#[derive(Default)]
struct Parser {
    no_code: bool,
    object: bool,
    inputs: Vec<Input>,
    language: Option<Language>,
    output: Option<PathBuf>,
    meaning: Vec<OsString>,
    machine: Vec<OsString>,
    no_system_headers: bool,
    obstacle: Option<String>,
    /// `-Xpreprocessor` gives one word at a time.
    for_preprocessor: Vec<OsString>,
    libraries: Vec<OsString>,
    library_dirs: Vec<PathBuf>,
}

impl Parser {
    fn words(&mut self, words: &[OsString]) {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let bytes = word.as_bytes();
            if bytes == b"-" || !bytes.starts_with(b"-") {
                let language = self.language.unwrap_or_else(|| Language::of_file(word));
                self.inputs.push(Input { path: word.clone(), language });
                continue;
            }
            let Some(option) = options::find(bytes) else { continue };
            let value = match option.takes_next {
                true => words.next().cloned().unwrap_or_default(),
                false => OsStr::from_bytes(&bytes[option.name.len()..]).to_owned(),
            };
            self.option(option.name, option.role, option.takes_next, value);
        }
    }

    fn option(&mut self, name: &'static str, role: Role, separate: bool, value: OsString) {
        match role {
            Role::Nothing => {}
            Role::NoCode | Role::AssemblyText | Role::Question => self.no_code = true,
            Role::Object => self.object = true,
            Role::Library => self.libraries.push(value),
            Role::LibraryDir => self.library_dirs.push(value.into()),
            Role::Output => self.output = Some(value.into()),
            Role::Language => self.language = Language::of_name(value.as_bytes()),
            Role::NoSystemHeaders => self.no_system_headers = true,
            Role::Obstacle(reason) => self.obstacle = Some(reason.to_string()),
            Role::Target => {
                if !value.as_bytes().starts_with(b"x86_64") {
                    let target = value.to_string_lossy();
                    self.obstacle = Some(format!("code for another machine ({target})"));
                }
            }
            Role::Preprocessor => {
                let words = value.as_bytes().split(|&byte| byte == b',');
                self.for_preprocessor.extend(words.map(|w| OsString::from_vec(w.to_vec())));
            }
            // The driver would look for a precompiled header, of another compiler, beside it.
            Role::Include => {
                self.meaning.extend(["-Xclang", "-include", "-Xclang"].map(OsString::from));
                self.meaning.push(value);
            }
            // Debug information keeps the real place of the sources.
            Role::PrefixMap => self.meaning.push(joined("-fmacro-prefix-map=", &value)),
            Role::Machine => self.machine.push(joined(name, &value)),
            Role::Optimises => {
                self.machine.retain(|word| word != IS_OPTIMISED);
                if value != "0" {
                    self.machine.push(IS_OPTIMISED.into());
                }
            }
            Role::Meaning => {
                // Fortified functions are checked by Patchlight itself.
                if name == "-D" && value.as_bytes().starts_with(b"_FORTIFY_SOURCE") {
                } else if separate {
                    self.meaning.extend([name.into(), value]);
                } else {
                    self.meaning.push(joined(name, &value));
                }
            }
        }
    }

    fn finish(mut self) -> Invocation {
        let for_preprocessor = std::mem::take(&mut self.for_preprocessor);
        if !for_preprocessor.is_empty() {
            let (n_inputs, object) = (self.inputs.len(), self.object);
            let no_code = self.no_code;
            self.words(&for_preprocessor);
            // Of these only what changes the meaning counts: `-Wp,-MD,file` names no input.
            self.inputs.truncate(n_inputs);
            (self.object, self.no_code) = (object, no_code);
        }
        let stage = match (self.no_code, self.object) {
            (true, _) => Stage::NoObject,
            (false, true) => Stage::Object,
            (false, false) => Stage::Link,
        };
        Invocation {
            stage,
            inputs: self.inputs,
            output: self.output,
            meaning: self.meaning,
            machine: self.machine,
            system_headers: !self.no_system_headers,
            obstacle: self.obstacle,
            libraries: self.libraries,
            library_dirs: self.library_dirs,
        }
    }
}

fn joined(name: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(name);
    word.push(value);
    word
}

/// Replaces `@FILE` by the words in the file, as compilers do; what cannot be read stays.
fn expand(args: &[OsString], nesting: usize) -> Vec<OsString> {
    let mut words = Vec::new();
    for arg in args {
        let file = arg.as_bytes().strip_prefix(b"@").filter(|_| nesting > 0);
        match file.and_then(|file| fs::read(OsStr::from_bytes(file)).ok()) {
            Some(content) => words.extend(expand(&split(&content), nesting - 1)),
            None => words.push(arg.clone()),
        }
    }
    words
}

/// The words of a response file: blanks separate, quotes and backslashes keep.
fn split(content: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = content.iter().copied();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (_, b'\\') => word.get_or_insert_default().extend(bytes.next()),
            (None, b'\'' | b'"') => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (Some(open), byte) if byte == open => quote = None,
            (None, byte) if byte.is_ascii_whitespace() => words.extend(word.take()),
            (_, byte) => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Invocation {
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Invocation::parse(&args)
    }

    fn meaning(line: &str) -> String {
        let words = parse(line).meaning;
        words.iter().map(|word| word.to_str().expect("UTF-8")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn clang_gets_what_changes_the_meaning_and_nothing_else() {
        let table = [
            ("-DX=1 -D Y -U Z -UQ -c a.c", "-DX=1 -D Y -U Z -UQ"),
            (
                "-I inc -Iinc2 -isystem s -iquoteq -idirafter d",
                "-I inc -Iinc2 -isystem s -iquoteq -idirafter d",
            ),
            ("-include config.h -imacros m.h", "-Xclang -include -Xclang config.h -imacros m.h"),
            ("-std=gnu99 -ansi --std=c11 -pthread", "-std=gnu99 -ansi --std=c11 -pthread"),
            ("-O2 -O -Os -g -ggdb3 -Wall -Werror -w -pipe -v -pg -s", ""),
            ("-fPIC -fno-plt -fstack-protector-strong -fvisibility=hidden -flto=auto", ""),
            (
                "-funsigned-char -fwrapv -fno-common -fshort-enums",
                "-funsigned-char -fwrapv -fno-common -fshort-enums",
            ),
            (
                "-fno-builtin -fno-builtin-printf -fexceptions -ftrapv",
                "-fno-builtin -fno-builtin-printf -fexceptions -ftrapv",
            ),
            ("-D_FORTIFY_SOURCE=2 -D _FORTIFY_SOURCE=3 -Wp,-D_FORTIFY_SOURCE=2", ""),
            ("-Wp,-DA=1,-DB -Wp,-MD,x.d -Xpreprocessor -I -Xpreprocessor p", "-DA=1 -DB -I p"),
            ("-MD -MP -MF x.d -MT x.o -MQ y.o -o x.o", ""),
            ("-L lib -lm -l z -Wl,-rpath,/x -Xlinker -E -T s.ld -u main -z now", ""),
            ("-ffile-prefix-map=/a=b -fdebug-prefix-map=/c=d", "-fmacro-prefix-map=/a=b"),
            ("-mavx2 -march=native -mlong-double-64", "-mlong-double-64"),
            ("--param max-inline=3 -fopenmp -fsanitize=address", ""),
        ];
        for (line, expected) in table {
            assert_eq!(meaning(line), expected, "{line}");
        }
    }

    #[test]
    fn values_of_options_are_no_inputs() {
        let line = "-c -o out.o -MF deps.c -MT x.c -x c one -x none two.s three.o -L x.c -include y.c \
             -Xlinker z.c -aux-info p.c -e start.c - @no-such-file";
        let parsed = parse(line);
        let inputs: Vec<(&str, Language)> =
            parsed.inputs.iter().map(|i| (i.path.to_str().expect("UTF-8"), i.language)).collect();
        let expected = [
            ("one", Language::C),
            ("two.s", Language::Assembly),
            ("three.o", Language::LinkerInput),
            ("-", Language::LinkerInput),
            ("@no-such-file", Language::LinkerInput),
        ];
        assert_eq!(inputs, expected);
        assert_eq!(parsed.output, Some(PathBuf::from("out.o")));
    }

    #[test]
    fn stages_are_told_apart() {
        let table = [
            ("-c x.c", Stage::Object),
            ("-c -MD x.c", Stage::Object),
            ("x.c", Stage::Link),
            ("x.o -shared -o x.so", Stage::Link),
            ("-E x.c", Stage::NoObject),
            ("-MM x.c -c", Stage::NoObject),
            ("-S x.c", Stage::NoObject),
            ("-fsyntax-only x.c", Stage::NoObject),
            ("-print-prog-name=ld", Stage::NoObject),
            ("-print-file-name=libc.a x.c", Stage::NoObject),
            ("--version", Stage::NoObject),
            ("-dumpmachine", Stage::NoObject),
            ("-v x.c", Stage::Link),
            ("-Wp,-M -c x.c", Stage::Object),
        ];
        for (line, expected) in table {
            assert_eq!(parse(line).stage, expected, "{line}");
        }
    }

    #[test]
    fn what_clang_cannot_follow_is_named() {
        assert!(parse("-m32 -c x.c").obstacle.expect("one").contains("ABI"));
        assert!(
            parse("--target=aarch64-linux-gnu -c x.c").obstacle.expect("one").contains("aarch64")
        );
        assert!(parse("--sysroot /x -c x.c").obstacle.is_some());
        assert_eq!(parse("-m64 -target x86_64-linux-gnu -c x.c").obstacle, None);
        assert!(!parse("-nostdinc x.c").system_headers);
    }

    #[test]
    fn objects_are_named_after_their_sources() {
        let parsed = parse("-c dir/a.c ../b.x.c");
        let objects: Vec<PathBuf> = parsed.sources().map(|i| parsed.object_of(i)).collect();
        assert_eq!(objects, ["a.o", "b.x.o"].map(PathBuf::from));
    }

    #[test]
    fn response_files_split_as_the_compilers_do() {
        let words = split(b"-DX='a b' \"-I my\\\\dir\"\n  -DY=\\\"q\\\" ''");
        assert_eq!(words, ["-DX=a b", "-I my\\dir", "-DY=\"q\"", ""]);
    }
}
