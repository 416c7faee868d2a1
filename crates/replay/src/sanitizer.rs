//! Sanitizers as data: how programs get them, what they are run with, how reports begin.
//!
//! A further kind is an entry of [`SANITIZERS`] and a function that knows the first line of its
//! reports. All of them are in one build: kinds that exclude each other would need several.

mod report;
mod symbols;

pub use report::{Frame, SanitizerReport, is_report};
pub use symbols::Symbols;

use memchr::memmem;
use std::path::Path;

/// Where sanitizers write their reports: standard error belongs to the program.
pub const REPORT_NAME: &str = "sanitizer-report";

/// A kind of sanitizer.
pub struct Sanitizer {
    pub name: &'static str,
    /// What `-fsanitize` calls it.
    kind: &'static str,
    /// A symbol that every executable with it has.
    symbol: &'static str,
    /// The environment variable that has its options.
    variable: &'static str,
    /// Without these options, programs that are right may fail.
    lenient: &'static str,
    /// What it has to find, and to overlook, when versions are compared.
    strict: &'static str,
    headline: fn(&str) -> Option<Headline>,
}

/// What the first line of a report says.
pub struct Headline {
    pub kind: String,
    pub place: Option<Frame>,
}

pub const SANITIZERS: [Sanitizer; 2] = [
    Sanitizer {
        name: "AddressSanitizer",
        kind: "address",
        symbol: "__asan_init",
        variable: "ASAN_OPTIONS",
        // Leaks are not what a patch is judged by.
        lenient: "detect_leaks=0",
        strict: "detect_stack_use_after_return=1:allocator_may_return_null=1",
        headline: address_headline,
    },
    Sanitizer {
        name: "UndefinedBehaviorSanitizer",
        kind: "undefined",
        symbol: "__ubsan_handle",
        variable: "UBSAN_OPTIONS",
        lenient: "",
        strict: "",
        headline: undefined_headline,
    },
];

/// What a compiler and a linker have to be told. Programs end at the first error.
pub fn sanitizer_flags() -> [String; 3] {
    let kinds = SANITIZERS.map(|sanitizer| sanitizer.kind).join(",");
    [
        format!("-fsanitize={kinds}"),
        "-fno-sanitize-recover=all".to_string(),
        "-fno-omit-frame-pointer".to_string(),
    ]
}

/// The variables that programs with sanitizers need wherever they run.
pub fn sanitizer_environment() -> impl Iterator<Item = (&'static str, &'static str)> {
    let variables = SANITIZERS.iter().map(|sanitizer| (sanitizer.variable, sanitizer.lenient));
    variables.filter(|(_, options)| !options.is_empty())
}

/// The variables with which errors end a program, with a report in a file of this directory.
pub fn reporting_environment(dir: &Path) -> impl Iterator<Item = (&'static str, String)> {
    let report = dir.join(REPORT_NAME);
    SANITIZERS.iter().map(move |sanitizer| {
        let report = report.display();
        let common = format!("abort_on_error=1:log_path={report}:print_stacktrace=1:symbolize=0");
        let all = [common.as_str(), sanitizer.lenient, sanitizer.strict];
        let options: Vec<&str> = all.into_iter().filter(|some| !some.is_empty()).collect();
        (sanitizer.variable, options.join(":"))
    })
}

/// Whether an executable has a sanitizer in it.
pub fn has_sanitizer(executable: &[u8]) -> bool {
    let is_in = |sanitizer: &Sanitizer| memmem::find(executable, sanitizer.symbol.as_bytes());
    SANITIZERS.iter().any(|sanitizer| is_in(sanitizer).is_some())
}

/// What the line says, if it is the first of a report.
fn headline(line: &str) -> Option<Headline> {
    SANITIZERS.iter().find_map(|sanitizer| (sanitizer.headline)(line))
}

/// `==2==ERROR: AddressSanitizer: heap-buffer-overflow on address …`
fn address_headline(line: &str) -> Option<Headline> {
    let (_, text) = line.split_once("ERROR: AddressSanitizer: ")?;
    let kind = match text {
        text if text.starts_with("attempting double-free") => "double-free",
        text if text.starts_with("attempting free on address which was not malloc") => "bad-free",
        text => text.split([' ', ':']).next()?,
    };
    Some(Headline { kind: kind.to_string(), place: None })
}

/// `src/x.c:12:7: runtime error: signed integer overflow: 2147483647 + 1 …`
fn undefined_headline(line: &str) -> Option<Headline> {
    let (place, text) = line.split_once(": runtime error: ")?;
    let what = text.split(':').next().unwrap_or(text);
    let kind: Vec<String> = what.split(' ').map(without_number).collect();
    Some(Headline { kind: kind.join(" "), place: Frame::at(place) })
}

/// Numbers are the case's, not the error's.
fn without_number(word: &str) -> String {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit())
        || word
            .strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_number { "N".to_string() } else { word.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_programs_and_users_are_told_of_all_sanitizers() {
        assert_eq!(sanitizer_flags()[0], "-fsanitize=address,undefined");
        let everywhere: Vec<_> = sanitizer_environment().collect();
        assert_eq!(everywhere, [("ASAN_OPTIONS", "detect_leaks=0")]);
        let in_sandbox: Vec<String> = reporting_environment(Path::new("/tmp"))
            .map(|(variable, options)| format!("{variable}={options}"))
            .collect();
        let common =
            "abort_on_error=1:log_path=/tmp/sanitizer-report:print_stacktrace=1:symbolize=0";
        let address = "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1";
        let expected =
            [format!("ASAN_OPTIONS={common}:{address}"), format!("UBSAN_OPTIONS={common}")];
        assert_eq!(in_sandbox, expected);
    }

    #[test]
    fn numbers_of_the_case_are_not_part_of_the_kind() {
        let line = "a.c:3: runtime error: shift exponent -1 is negative: 1 << -1";
        assert_eq!(headline(line).unwrap().kind, "shift exponent N is negative");
        assert!(headline("a.c:3: error: what a compiler says").is_none());
    }
}
