//! What the inputs of a program are called, and what the bytes of those mean that are choices.
//!
//! An [`InputName`] is a part of a program's surroundings, or something that the program named
//! itself. As a text it is what tests and reports show and what the engine keeps, to which it means
//! nothing. **A new kind of input is one more row of the table below**: how it is written and read,
//! and the test of both, follow from it.
//!
//! **Invariant.** Each text is one name and each name one text, whatever files, variables and a
//! program's own inputs are called.
//!
//! **Absent.** Bytes, and how inputs become runs: `patchlight-posix` makes inputs,
//! `patchlight-replay` makes runs of them.

mod file_form;
mod part;

pub use file_form::FileForm;
pub use part::Stream;

use part::Part;
use std::fmt;

/// The mark of a name that a program gave and that would be read as one of ours.
const OWN: &str = "own-";

macro_rules! input_names {
    (@read $text:ident, $kind:ident = $form:literal) => {
        if $text == $form {
            return Some(InputName::$kind);
        }
    };
    (@read $text:ident, $kind:ident($part:ident: $type:ty) = $form:literal) => {
        let (before, after) = around($form, stringify!($part));
        let rest = $text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        if let Some($part) = rest.and_then(<$type as Part>::read) {
            return Some(InputName::$kind($part));
        }
    };
    (@any $kind:ident) => { Just(InputName::$kind).boxed() };
    (@any $kind:ident($part:ident: $type:ty)) => {
        <$type as Hostile>::any(FORMS).prop_map(InputName::$kind).boxed()
    };
    ($($(#[$doc:meta])* $kind:ident $(($part:ident: $type:ty))? = $form:literal;)*) => {
        #[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
        pub enum InputName {
            $($(#[$doc])* $kind $(($type))?,)*
            /// What a program calls it that makes an input itself (`klee_make_symbolic`, …).
            Other(String),
        }

        impl fmt::Display for InputName {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(InputName::$kind $(($part))? => write!(f, $form),)*
                    InputName::Other(name) if must_be_marked(name) => write!(f, "{OWN}{name}"),
                    InputName::Other(name) => f.write_str(name),
                }
            }
        }

        /// The name of ours that a text is.
        fn ours(text: &str) -> Option<InputName> {
            $(input_names!(@read text, $kind $(($part: $type))? = $form);)*
            None
        }

        #[cfg(test)]
        mod table {
            use super::*;
            use crate::part::tests::Hostile;
            use proptest::prelude::*;
            use proptest::strategy::Union;

            pub const FORMS: &[&str] = &[$($form,)* OWN];

            /// Names of every kind.
            pub fn any_name() -> impl Strategy<Value = InputName> {
                let other = String::any(FORMS).prop_map(InputName::Other).boxed();
                Union::new([$(input_names!(@any $kind $(($part: $type))?),)* other])
            }
        }
    };
}

input_names! {
    /// An argument, counted from the first one that is an input.
    Argument(n: usize) = "arg{n}";
    /// How many arguments of a group there are: four bytes, one input for each group.
    NArguments = "n_args";
    /// An environment variable.
    Variable(name: String) = "env-{name}";
    /// Standard input.
    Stdin = "stdin";
    /// The contents of a file in the working directory.
    File(name: String) = "file-{name}";
    /// What such a file is: the number of a [`FileForm`].
    FileKind(name: String) = "kind-of-{name}";
    /// How long such a file is: four bytes.
    FileSize(name: String) = "size-of-{name}";
    /// Whether a stream is a terminal: 0 or 1.
    Terminal(stream: Stream) = "{stream}-terminal";
    /// What a fuzz target gets. These two names are given by `harness/fuzz_main.c`.
    FuzzData = "fuzz-data";
    /// How much of it: four bytes.
    FuzzSize = "fuzz-size";
}

impl InputName {
    /// The name of an input that a program makes itself and calls so.
    pub fn given_by_program(name: &str) -> InputName {
        match ours(name) {
            // The `main` of a fuzz target is a part of the program.
            Some(fuzz @ (InputName::FuzzData | InputName::FuzzSize)) => fuzz,
            _ => InputName::Other(name.to_string()),
        }
    }

    /// The text in formats that prescribe names as programs give them: without the mark of a name
    /// that would be read as one of ours, so that it is read so there.
    pub fn as_given(&self) -> String {
        match self {
            InputName::Other(name) => name.clone(),
            ours => ours.to_string(),
        }
    }
}

/// What a C programmer calls an input, if every argument is one: `argv[1]` for `arg0`.
pub fn in_c(name: &str) -> String {
    match InputName::from(name) {
        InputName::Argument(n) => format!("argv[{}]", n + 1),
        InputName::Variable(name) => format!("${name}"),
        InputName::File(name) => name,
        other => other.to_string(),
    }
}

/// Every text is a name.
impl From<&str> for InputName {
    fn from(text: &str) -> InputName {
        let marked = text.strip_prefix(OWN).filter(|name| must_be_marked(name));
        match marked {
            Some(name) => InputName::Other(name.to_string()),
            None => ours(text).unwrap_or_else(|| InputName::Other(text.to_string())),
        }
    }
}

/// Whether a name that a program gave is one of ours, with any number of marks before it.
fn must_be_marked(name: &str) -> bool {
    ours(name.trim_start_matches(OWN)).is_some()
}

/// What stands before and after `{part}` in the form of a name.
fn around<'f>(form: &'f str, part: &str) -> (&'f str, &'f str) {
    form.split_once(&format!("{{{part}}}")).expect("a form with its part")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::tests::hostile_text;
    use proptest::prelude::*;
    use table::{FORMS, any_name};

    proptest! {
        #[test]
        fn a_name_of_any_kind_is_read_as_what_was_written(name in any_name()) {
            prop_assert_eq!(InputName::from(name.to_string().as_str()), name);
        }

        #[test]
        fn a_text_is_written_as_it_was_read(text in hostile_text(FORMS)) {
            prop_assert_eq!(InputName::from(text.as_str()).to_string(), text);
        }

        #[test]
        fn a_program_cannot_name_a_part_of_its_surroundings(text in hostile_text(FORMS)) {
            let name = InputName::given_by_program(&text);
            prop_assert_eq!(name.as_given(), text.as_str());
            let is_fuzz = ["fuzz-data", "fuzz-size"].contains(&text.as_str());
            prop_assert!(is_fuzz || name == InputName::Other(text));
        }
    }

    /// The texts are in files that users and earlier versions have.
    #[test]
    fn names_are_written_as_users_know_them() {
        let a = || "A".to_string();
        let names = [
            (InputName::Argument(10), "arg10"),
            (InputName::NArguments, "n_args"),
            (InputName::Variable("HOME".to_string()), "env-HOME"),
            (InputName::Stdin, "stdin"),
            (InputName::File(a()), "file-A"),
            (InputName::FileKind(a()), "kind-of-A"),
            (InputName::FileSize(a()), "size-of-A"),
            (InputName::Terminal(Stream::Out), "stdout-terminal"),
            (InputName::FuzzData, "fuzz-data"),
            (InputName::FuzzSize, "fuzz-size"),
            (InputName::Other("nondet_int".to_string()), "nondet_int"),
            (InputName::Other("arg00".to_string()), "arg00"),
            (InputName::Other("own-".to_string()), "own-"),
        ];
        for (name, text) in names {
            assert_eq!(name.to_string(), text);
            assert_eq!(InputName::from(text), name);
        }
    }

    #[test]
    fn names_that_could_be_taken_for_others_are_kept_apart() {
        let file = |name: &str| InputName::File(name.to_string());
        assert_eq!(file("A-kind").to_string(), "file-A-kind");
        assert_eq!(InputName::from("file-A-kind"), file("A-kind"));
        let other = |name: &str| InputName::Other(name.to_string());
        assert_eq!(other("arg0").to_string(), "own-arg0");
        assert_eq!(other("own-arg0").to_string(), "own-own-arg0");
        assert_eq!(other("own-x").to_string(), "own-x");
        assert_eq!(other("arg0").as_given(), "arg0");
    }
}
