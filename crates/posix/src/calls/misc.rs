//! Random bytes and other small things.

use crate::kernel::{Answer, Kernel};
use rustix::io::Errno;

impl Kernel<'_> {
    /// The same bytes in every run (SplitMix64).
    pub(crate) fn random_bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len + 8);
        while bytes.len() < len {
            self.os.random = self.os.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = self.os.random;
            word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            bytes.extend((word ^ word >> 31).to_le_bytes());
        }
        bytes.truncate(len);
        bytes
    }

    pub(crate) fn getrandom(&mut self, buffer: u64, len: u64, flags: u64) -> Answer {
        if flags & !7 != 0 {
            return Err(Errno::INVAL.into());
        }
        let bytes = self.random_bytes(len.min(1 << 25) as usize);
        self.write_bytes(buffer, &bytes)?;
        Ok(bytes.len() as u64)
    }
}
