//! What a program finds when it starts: arguments, environment, auxiliary vector. Every string is
//! an object of its own, so that reading or writing beyond its end is seen.

use crate::data::Data;
use crate::run::Posix;
use patchlight_engine::{Context, Limit, Program, State};

const AT_PAGESZ: u64 = 6;
const AT_UID: u64 = 11;
const AT_EUID: u64 = 12;
const AT_GID: u64 = 13;
const AT_EGID: u64 = 14;
const AT_CLKTCK: u64 = 17;
const AT_SECURE: u64 = 23;
const AT_RANDOM: u64 = 25;

impl Posix {
    /// Gives the entry function its arguments: `argc`, `argv`, `envp`, `auxv`.
    pub fn start(&self, program: &Program, state: &mut State) -> Result<(), Limit> {
        let known = |strings: &[Vec<u8>]| strings.iter().map(|s| Data::from(s.clone())).collect();
        let (args, env): (Vec<Data>, Vec<Data>) =
            (known(&self.config.args), known(&self.config.env));
        self.start_with(program, &mut Context::default(), state, &args, &env)
    }

    pub(crate) fn start_with(
        &self,
        program: &Program,
        context: &mut Context,
        state: &mut State,
        args: &[Data],
        env: &[Data],
    ) -> Result<(), Limit> {
        let argv = strings(context, state, "argv", "argument", args)?;
        let envp = strings(context, state, "environ", "environment variable", env)?;
        let random = object(state, "random bytes", b"patchlight 16 by")?;
        let who = &self.config.who;
        let pairs = [
            (AT_PAGESZ, 4096),
            (AT_UID, who.uid.into()),
            (AT_EUID, who.euid.into()),
            (AT_GID, who.gid.into()),
            (AT_EGID, who.egid.into()),
            (AT_CLKTCK, 100),
            (AT_SECURE, 0),
            (AT_RANDOM, random),
            (0, 0),
        ];
        let words: Vec<u64> = pairs.iter().flat_map(|&(key, value)| [key, value]).collect();
        let auxv = object(state, "auxiliary vector", &bytes_of(&words))?;
        state.set_args(program, &[args.len() as u64, argv, envp, auxv]);
        Ok(())
    }
}

/// A null-terminated array of pointers to strings.
fn strings(
    context: &mut Context,
    state: &mut State,
    array: &'static str,
    element: &'static str,
    strings: &[Data],
) -> Result<u64, Limit> {
    let mut pointers = Vec::with_capacity(strings.len() + 1);
    for string in strings {
        let mut bytes = string.clone();
        bytes.append(&vec![0].into());
        let address = object(state, element, bytes.bytes())?;
        if !bytes.terms().is_empty() {
            let terms = bytes.byte_terms(context);
            let written = state.memory.write_terms(&context.terms, address, &terms);
            written.expect("a new object takes its own size");
        }
        pointers.push(address);
    }
    pointers.push(0);
    object(state, array, &bytes_of(&pointers))
}

fn object(state: &mut State, what: &'static str, bytes: &[u8]) -> Result<u64, Limit> {
    let address = state.allocate_system(what, bytes.len() as u64, 16)?;
    state.memory.write(address, bytes).expect("a new object takes its own size");
    Ok(address)
}

fn bytes_of(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
