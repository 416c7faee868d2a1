//! `setjmp` and `longjmp`. A `jmp_buf` holds the depth and the serial number of the frame and the
//! op of the call; registers keep their latest values, as variables in memory do natively.

use super::Flow;
use crate::outcome::{Access, BugKind};
use crate::program::Program;
use crate::state::{State, Stop, WATCHED};
use crate::value::Value;
use patchlight_ir::Op;
use std::borrow::Cow;

const BUF_SIZE: u64 = 24;
/// Where glibc's `jmp_buf` says whether the signal mask was saved; libc's `longjmp` looks there.
const MASK_WAS_SAVED: u64 = 64;

impl State {
    /// `has_mask`: whether the buffer has room to say that no signal mask was saved.
    pub(super) fn set_jmp(
        &mut self,
        program: &Program,
        buf: u64,
        has_mask: bool,
    ) -> Result<u64, Stop> {
        let frame = self.stack.frames.last().expect("setjmp has a caller");
        let words = [self.stack.frames.len() as u64, frame.serial, frame.pc.into()];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let written = self.memory.write(buf, &bytes).and_then(|()| match has_mask {
            true => self.memory.write(buf + MASK_WAS_SAVED, &0u32.to_le_bytes()),
            false => Ok(()),
        });
        let size = if has_mask { MASK_WAS_SAVED + 4 } else { BUF_SIZE };
        written.map_err(|fault| {
            let access = Access { address: buf, size, write: true };
            Stop::End(self.access_bug(program, fault, access))
        })?;
        Ok(0)
    }

    pub(super) fn long_jmp(
        &mut self,
        program: &Program,
        buf: u64,
        value: u64,
    ) -> Result<Flow, Stop> {
        let bytes = self.memory.read(buf, BUF_SIZE).map(Cow::into_owned).map_err(|fault| {
            let access = Access { address: buf, size: BUF_SIZE, write: false };
            Stop::End(self.access_bug(program, fault, access))
        })?;
        let word =
            |n: usize| u64::from_le_bytes(bytes[8 * n..8 * n + 8].try_into().expect("8 bytes"));
        let (depth, serial, pc) = (word(0) as usize, word(1), word(2) as u32);
        let alive = depth > 0
            && self.stack.frames.get(depth - 1).is_some_and(|frame| frame.serial == serial);
        if !alive {
            return Err(Stop::End(self.bug(program, BugKind::BadLongjmp)));
        }
        if self.stack.frames[depth - 1..].iter().any(|frame| frame.guarded == WATCHED) {
            return Err(Stop::Paused);
        }
        while self.stack.frames.len() > depth {
            self.pop_frame();
        }
        let frame = self.stack.frames.last_mut().expect("depth is at least 1");
        frame.pc = pc;
        let value = if value as u32 == 0 { 1 } else { u64::from(value as u32) };
        if let Op::Call { dst, n_ret, .. } | Op::CallPtr { dst, n_ret, .. } =
            program.code[frame.func.index()].ops[pc as usize]
            && n_ret > 0
        {
            self.set_register(dst.0, Value::Word(value));
        }
        Ok(Flow::Jumped)
    }
}
