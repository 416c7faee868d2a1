//! The options of a C compiler's command line, as a table: which word belongs to which option, and
//! what the option means for the LLVM text.
//!
//! What is not in the table is one word and changes nothing: warnings, debug information, code
//! generation, linking.

/// How an option takes its value.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Form {
    /// No value.
    Alone,
    /// `-std=c99`
    Joined,
    /// `-Xlinker VALUE`
    Separate,
    /// `-DX` or `-D X`
    Either,
}

/// What an option is to us.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Role {
    /// It changes what the source means: our clang gets it too.
    Meaning,
    /// A header that comes first.
    Include,
    /// Optimisation, which headers may ask for: our clang says so only if the source does not compile
    /// otherwise.
    Optimises,
    /// A target feature: our clang gets it only if the source does not compile without.
    Machine,
    /// Options for the preprocessor, separated by commas or one at a time.
    Preprocessor,
    Output,
    Language,
    /// `__FILE__` begins with something else.
    PrefixMap,
    NoSystemHeaders,
    /// No code is made: preprocessing, dependencies, syntax.
    NoCode,
    AssemblyText,
    Object,
    /// A question about the compiler; nothing is compiled.
    Question,
    /// Our clang cannot follow.
    Obstacle(&'static str),
    Target,
    Library,
    LibraryDir,
    /// Only its value must not be taken for an input.
    Nothing,
}

use Form::{Alone, Either, Joined, Separate};
use Role::*;

const ANOTHER_ABI: Role = Obstacle("code for an ABI other than x86-64");
const ANOTHER_ROOT: Role = Obstacle("headers from another root (--sysroot)");

#[rustfmt::skip]
const OPTIONS: &[(&str, Form, Role)] = &[
    ("-c", Alone, Object),
    ("-S", Alone, AssemblyText),
    ("-E", Alone, NoCode), ("-M", Alone, NoCode), ("-MM", Alone, NoCode),
    ("-fsyntax-only", Alone, NoCode),
    ("-o", Either, Output), ("--output", Separate, Output), ("--output=", Joined, Output),
    ("-x", Either, Language), ("--language=", Joined, Language),

    ("-O", Joined, Optimises),
    ("-D", Either, Meaning), ("-U", Either, Meaning), ("-I", Either, Meaning),
    ("-include", Either, Include), ("-imacros", Either, Meaning),
    ("-isystem", Either, Meaning), ("-iquote", Either, Meaning), ("-idirafter", Either, Meaning),
    ("-iprefix", Either, Meaning), ("-iwithprefix", Either, Meaning),
    ("-iwithprefixbefore", Either, Meaning),
    ("-nostdinc", Alone, NoSystemHeaders),
    ("-Xpreprocessor", Separate, Preprocessor), ("-Wp,", Joined, Preprocessor),
    ("-std=", Joined, Meaning), ("--std=", Joined, Meaning), ("-ansi", Alone, Meaning),
    ("-trigraphs", Alone, Meaning), ("-traditional-cpp", Alone, Meaning), ("-undef", Alone, Meaning),
    ("-pthread", Alone, Meaning),

    ("-funsigned-char", Alone, Meaning), ("-fno-unsigned-char", Alone, Meaning),
    ("-fsigned-char", Alone, Meaning), ("-fno-signed-char", Alone, Meaning),
    ("-fwrapv", Alone, Meaning), ("-fno-wrapv", Alone, Meaning),
    ("-fstrict-overflow", Alone, Meaning), ("-fno-strict-overflow", Alone, Meaning),
    ("-ftrapv", Alone, Meaning),
    ("-fshort-enums", Alone, Meaning), ("-fno-short-enums", Alone, Meaning),
    ("-fshort-wchar", Alone, Meaning), ("-fno-short-wchar", Alone, Meaning),
    ("-fcommon", Alone, Meaning), ("-fno-common", Alone, Meaning),
    ("-fbuiltin", Alone, Meaning), ("-fno-builtin", Alone, Meaning),
    ("-fno-builtin-", Joined, Meaning),
    ("-ffreestanding", Alone, Meaning), ("-fhosted", Alone, Meaning),
    ("-fexceptions", Alone, Meaning), ("-fno-exceptions", Alone, Meaning),
    ("-fdelete-null-pointer-checks", Alone, Meaning),
    ("-fno-delete-null-pointer-checks", Alone, Meaning),
    ("-fms-extensions", Alone, Meaning), ("-fno-ms-extensions", Alone, Meaning),
    ("-fgnu89-inline", Alone, Meaning), ("-fno-gnu89-inline", Alone, Meaning),
    ("-fpack-struct", Alone, Meaning), ("-fpack-struct=", Joined, Meaning),
    ("-fdollars-in-identifiers", Alone, Meaning), ("-fno-dollars-in-identifiers", Alone, Meaning),
    ("-finput-charset=", Joined, Meaning), ("-fexec-charset=", Joined, Meaning),
    ("-ffast-math", Alone, Meaning), ("-fno-fast-math", Alone, Meaning),
    ("-ffinite-math-only", Alone, Meaning), ("-fno-finite-math-only", Alone, Meaning),
    ("-fblocks", Alone, Meaning), ("-fdeclspec", Alone, Meaning),
    ("-fmacro-prefix-map=", Joined, PrefixMap), ("-ffile-prefix-map=", Joined, PrefixMap),

    ("-mlong-double-", Joined, Meaning),
    ("-mms-bitfields", Alone, Meaning), ("-mno-ms-bitfields", Alone, Meaning),
    ("-m32", Alone, ANOTHER_ABI), ("-mx32", Alone, ANOTHER_ABI), ("-m16", Alone, ANOTHER_ABI),
    ("-m64", Alone, Nothing),
    ("-mllvm", Separate, Nothing),
    ("-m", Joined, Machine),
    ("-target", Separate, Target), ("--target=", Joined, Target),
    ("--sysroot", Separate, ANOTHER_ROOT), ("--sysroot=", Joined, ANOTHER_ROOT),
    ("-isysroot", Either, ANOTHER_ROOT),

    ("-###", Alone, Question), ("--version", Alone, Question), ("--help", Joined, Question),
    ("--target-help", Alone, Question), ("-print-", Joined, Question),
    ("--print-", Joined, Question), ("-dumpmachine", Alone, Question),
    ("-dumpversion", Alone, Question), ("-dumpfullversion", Alone, Question),
    ("-dumpspecs", Alone, Question),

    ("-MF", Either, Nothing), ("-MT", Either, Nothing), ("-MQ", Either, Nothing),
    ("-A", Either, Nothing), ("-L", Either, LibraryDir), ("-l", Either, Library),
    ("-T", Either, Nothing), ("-Ttext", Either, Nothing), ("-Tdata", Either, Nothing),
    ("-Tbss", Either, Nothing), ("-u", Either, Nothing), ("-z", Either, Nothing),
    ("-e", Either, Nothing), ("-h", Either, Nothing), ("-B", Either, Nothing),
    ("-V", Separate, Nothing), ("-b", Separate, Nothing),
    ("-Xlinker", Separate, Nothing), ("-Xassembler", Separate, Nothing),
    ("-Xclang", Separate, Nothing), ("--param", Separate, Nothing),
    ("-aux-info", Separate, Nothing), ("-wrapper", Separate, Nothing),
    ("-dumpbase", Separate, Nothing), ("-dumpbase-ext", Separate, Nothing),
    ("-dumpdir", Separate, Nothing), ("-imultilib", Separate, Nothing),
    ("-imultiarch", Separate, Nothing), ("-arch", Separate, Nothing),
    ("-framework", Separate, Nothing),
];

/// An option found at the beginning of a word.
#[derive(Copy, Clone, Debug)]
pub struct Found {
    pub name: &'static str,
    pub role: Role,
    /// Whether the value is the next word.
    pub takes_next: bool,
}

/// The option that `word` is: the one with the longest name that fits.
pub fn find(word: &[u8]) -> Option<Found> {
    let fits = |&&(name, form, _): &&(&str, Form, Role)| {
        let is_whole = word == name.as_bytes();
        match form {
            Alone | Separate => is_whole,
            Joined => word.starts_with(name.as_bytes()),
            Either => is_whole || word.starts_with(name.as_bytes()),
        }
    };
    let &(name, form, role) = OPTIONS.iter().filter(fits).max_by_key(|(name, ..)| name.len())?;
    let is_whole = word.len() == name.len();
    Some(Found { name, role, takes_next: is_whole && matches!(form, Separate | Either) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_wins() {
        assert_eq!(find(b"-include").map(|f| f.name), Some("-include"));
        assert_eq!(find(b"-Iinclude").map(|f| f.name), Some("-I"));
        assert_eq!(find(b"-isystem/x").map(|f| (f.name, f.takes_next)), Some(("-isystem", false)));
        assert_eq!(find(b"-MM").map(|f| f.role), Some(NoCode));
        assert_eq!(find(b"-MMD").map(|f| f.role), None);
        assert_eq!(find(b"-mavx2").map(|f| f.role), Some(Machine));
        assert_eq!(find(b"-O2").map(|f| f.role), Some(Optimises));
        assert_eq!(find(b"-O").map(|f| f.role), Some(Optimises));
    }

    #[test]
    fn no_option_stands_in_the_table_twice() {
        for (n, (name, ..)) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[n + 1..].iter().all(|(other, ..)| other != name), "{name}");
        }
    }
}
