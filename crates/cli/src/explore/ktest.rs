//! KLEE's binary test format, version 3: all numbers are 32 bits, big-endian.
//!
//! ```text
//! "KTEST" version
//! n { length argument }               the command line
//! n_symbolic_arguments symbolic_argument_length
//! n { length name  length bytes }     the inputs, in the order in which the path asks for them
//! ```

use super::cases::Case;

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;

/// `args` is the program's command line, its name first.
pub fn encode(args: &[Vec<u8>], case: &Case) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    number(&mut out, VERSION as usize);
    number(&mut out, args.len());
    args.iter().for_each(|arg| counted(&mut out, arg));
    // Symbolic arguments are inputs like all others here.
    number(&mut out, 0);
    number(&mut out, 0);
    number(&mut out, case.inputs.len());
    for input in &case.inputs {
        counted(&mut out, input.name.as_bytes());
        counted(&mut out, &input.bytes.0);
    }
    out
}

fn number(out: &mut Vec<u8>, n: usize) {
    // Inputs are below 4 GiB: their length is 32 bits in the engine.
    out.extend((n as u32).to_be_bytes());
}

fn counted(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len());
    out.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::cases::tests::sample;

    /// Every byte is written down from the format's description.
    #[test]
    fn a_ktest_file_has_the_bytes_that_klee_writes() {
        let expected = [
            b"KTEST\0\0\0\x03".as_slice(),
            b"\0\0\0\x01\0\0\0\x06./prog",
            b"\0\0\0\0\0\0\0\0",
            b"\0\0\0\x02",
            b"\0\0\0\x01a\0\0\0\x02\0\xff",
            b"\0\0\0\x0anondet_int\0\0\0\x04\xfe\xff\xff\xff",
        ];
        assert_eq!(encode(&[b"./prog".to_vec()], &sample()), expected.concat());
    }
}
