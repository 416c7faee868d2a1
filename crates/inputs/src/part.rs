//! What varies within names of one kind.

use std::fmt;

/// Written with `Display`. **Invariant.** Only what was written so is read.
pub(crate) trait Part: Sized + fmt::Display {
    fn read(text: &str) -> Option<Self>;
}

impl Part for String {
    fn read(text: &str) -> Option<String> {
        Some(text.to_string())
    }
}

impl Part for usize {
    fn read(text: &str) -> Option<usize> {
        // `+1` and `01` are numbers, too.
        text.parse().ok().filter(|number: &usize| number.to_string() == text)
    }
}

/// A standard stream of the program.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Stream {
    In,
    Out,
    Err,
}

impl Stream {
    const ALL: [Stream; 3] = [Stream::In, Stream::Out, Stream::Err];
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stream::In => "stdin",
            Stream::Out => "stdout",
            Stream::Err => "stderr",
        })
    }
}

impl Part for Stream {
    fn read(text: &str) -> Option<Stream> {
        Stream::ALL.into_iter().find(|stream| stream.to_string() == text)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// Parts to test a codec with. `forms`: what stands in names of all kinds.
    pub(crate) trait Hostile: Sized {
        fn any(forms: &'static [&'static str]) -> BoxedStrategy<Self>;
    }

    impl Hostile for String {
        fn any(forms: &'static [&'static str]) -> BoxedStrategy<String> {
            hostile_text(forms).boxed()
        }
    }

    impl Hostile for usize {
        fn any(_: &'static [&'static str]) -> BoxedStrategy<usize> {
            prop_oneof![0..20usize, any::<usize>()].boxed()
        }
    }

    impl Hostile for Stream {
        fn any(_: &'static [&'static str]) -> BoxedStrategy<Stream> {
            select(&Stream::ALL[..]).boxed()
        }
    }

    /// Texts that are made of the pieces of which names are, and of anything else.
    pub(crate) fn hostile_text(forms: &'static [&'static str]) -> impl Strategy<Value = String> {
        let pieces = forms.iter().flat_map(|form| form.split(['{', '}']));
        let others = ["0", "1", "00", "+1", "A", "-", "-kind", "-size", "stdout", "é", "\n", "\0"];
        let pieces: Vec<String> = pieces.chain(others).map(str::to_string).collect();
        let piece = prop_oneof![8 => select(pieces), 1 => any::<String>()];
        prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
    }
}
