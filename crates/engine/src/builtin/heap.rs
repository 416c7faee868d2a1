//! `malloc` and its family.

use super::{Flow, SET_ERRNO};
use crate::memory::{NewObject, ObjectKind};
use crate::outcome::{Access, Limit, PathEnd};
use crate::program::Program;
use crate::state::{State, Stop};

/// Natively, a request of this size fails on every machine.
const HOPELESS: u64 = 1 << 46;
const EINVAL: i32 = 22;
const ENOMEM: i32 = 12;

impl State {
    pub(super) fn malloc(&mut self, size: u64, align: u64, zeroed: bool) -> Result<Flow, Stop> {
        if size >= HOPELESS {
            return Ok(Flow::Ask(SET_ERRNO, 0, ENOMEM as u64));
        }
        let site = self.site();
        let new = NewObject { kind: ObjectKind::Heap, size, align, zeroed, site };
        self.memory.allocate(new).map(Flow::Value).map_err(limit_stop)
    }

    pub(super) fn calloc(&mut self, n: u64, size: u64) -> Result<Flow, Stop> {
        match n.checked_mul(size) {
            Some(bytes) => self.malloc(bytes, 16, true),
            None => Ok(Flow::Ask(SET_ERRNO, 0, ENOMEM as u64)),
        }
    }

    pub(super) fn realloc(&mut self, program: &Program, old: u64, size: u64) -> Result<Flow, Stop> {
        if old == 0 {
            return self.malloc(size, 16, false);
        }
        let old_size = self
            .memory
            .heap_block_size(old)
            .map_err(|fault| Stop::End(self.free_bug(program, fault, old)))?;
        if size == 0 {
            self.free(program, old)?;
            return Ok(Flow::Value(0));
        }
        let flow = self.malloc(size, 16, false)?;
        if let Flow::Value(new) = flow {
            self.mem_copy(program, new, old, old_size.min(size), false)?;
            self.free(program, old)?;
        }
        Ok(flow)
    }

    pub(super) fn free(&mut self, program: &Program, address: u64) -> Result<u64, Stop> {
        if address != 0 {
            let site = self.site();
            self.memory
                .free(address, site)
                .map_err(|fault| Stop::End(self.free_bug(program, fault, address)))?;
        }
        Ok(0)
    }

    pub(super) fn memalign(&mut self, align: u64, size: u64) -> Result<Flow, Stop> {
        self.malloc(size, align.next_power_of_two().max(16), false)
    }

    /// Returns the error instead of setting `errno`.
    pub(super) fn posix_memalign(
        &mut self,
        program: &Program,
        result: u64,
        align: u64,
        size: u64,
    ) -> Result<u64, Stop> {
        if !align.is_power_of_two() || !align.is_multiple_of(8) {
            return Ok(EINVAL as u64);
        }
        if size >= HOPELESS {
            return Ok(ENOMEM as u64);
        }
        let Flow::Value(address) = self.malloc(size, align.max(16), false)? else {
            return Ok(ENOMEM as u64);
        };
        self.memory.write(result, &address.to_le_bytes()).map_err(|fault| {
            let access = Access { address: result, size: 8, write: true };
            Stop::End(self.access_bug(program, fault, access))
        })?;
        Ok(0)
    }

    pub(super) fn usable_size(&mut self, program: &Program, address: u64) -> Result<u64, Stop> {
        if address == 0 {
            return Ok(0);
        }
        self.memory
            .heap_block_size(address)
            .map_err(|fault| Stop::End(self.free_bug(program, fault, address)))
    }
}

fn limit_stop(limit: Limit) -> Stop {
    Stop::End(PathEnd::Limit(limit))
}
