//! Which bytes of an object have been written.
//!
//! Most objects are written from their start on, or are small: a length or one word of bits is
//! enough for them.

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Init {
    Full,
    /// Exactly the first bytes.
    Prefix(u32),
    /// One bit a byte, for objects of at most 64 bytes.
    Small(u64),
    Map(Box<[u64]>),
}

impl Init {
    pub(super) fn none(size: u32) -> Init {
        if size == 0 {
            Init::Full
        } else if size <= 64 {
            Init::Small(0)
        } else {
            Init::Prefix(0)
        }
    }

    /// How many bytes from the start on need no look at this map.
    pub(super) fn plain_prefix(&self, size: u32) -> u32 {
        match self {
            Init::Full => size,
            Init::Prefix(n) => *n,
            Init::Small(bits) => bits.trailing_ones(),
            Init::Map(_) => 0,
        }
    }

    /// One bit a byte, if that is how it is kept; null otherwise. They stay where they are until
    /// the next `mark`.
    pub(super) fn bits(&self) -> *const u64 {
        match self {
            Init::Full | Init::Prefix(_) => std::ptr::null(),
            Init::Small(bits) => bits,
            Init::Map(words) => words.as_ptr(),
        }
    }

    pub(super) fn is_set(&self, offset: u32) -> bool {
        match self {
            Init::Full => true,
            Init::Prefix(n) => offset < *n,
            Init::Small(bits) => bits >> offset & 1 == 1,
            Init::Map(words) => words[offset as usize / 64] >> (offset % 64) & 1 == 1,
        }
    }

    #[inline(always)]
    pub(super) fn any_set(&self, offset: u32, len: u32) -> bool {
        match self {
            Init::Full => len > 0,
            Init::Prefix(n) => len > 0 && offset < *n,
            Init::Small(bits) if len > 0 => bits >> offset & ones(len) != 0,
            Init::Map(words) if len <= 64 - offset % 64 => {
                words.get(offset as usize / 64).map_or(0, |word| word >> (offset % 64)) & ones(len)
                    != 0
            }
            _ => (offset..offset + len).any(|at| self.is_set(at)),
        }
    }

    #[inline(always)]
    pub(super) fn all_set(&self, offset: u32, len: u32) -> bool {
        match self {
            Init::Full => true,
            Init::Prefix(n) => offset + len <= *n,
            Init::Small(bits) if len > 0 => bits >> offset & ones(len) == ones(len),
            Init::Map(words) if len <= 64 - offset % 64 => {
                !words.get(offset as usize / 64).map_or(0, |word| word >> (offset % 64)) & ones(len)
                    == 0
            }
            _ => (offset..offset + len).all(|at| self.is_set(at)),
        }
    }

    /// Marks `len` bytes of an object of `size` bytes as written, or as never written.
    pub(super) fn mark(&mut self, offset: u32, len: u32, size: u32, written: bool) {
        if len == 0 {
            return;
        }
        match self {
            Init::Full if written => {}
            Init::Prefix(n) if written && offset <= *n => *n = (*n).max(offset + len),
            Init::Small(bits) => {
                let range = ones(len) << offset;
                *bits = if written { *bits | range } else { *bits & !range };
            }
            Init::Map(words) => mark_bits(words, offset, len, written),
            Init::Full | Init::Prefix(_) => {
                let mut words = vec![0; (size as usize).div_ceil(64)];
                mark_bits(&mut words, 0, self.plain_prefix(size), true);
                mark_bits(&mut words, offset, len, written);
                *self = Init::Map(words.into());
            }
        }
        if written && self.is_complete(offset, len, size) {
            *self = Init::Full;
        }
    }

    /// Looks only where the last write may have completed the object.
    fn is_complete(&self, offset: u32, len: u32, size: u32) -> bool {
        match self {
            Init::Full => true,
            Init::Prefix(n) => *n == size,
            Init::Small(bits) => *bits == ones(size),
            // Filling up usually ends at one of the two ends.
            Init::Map(_) => (offset == 0 || offset + len == size) && self.all_set(0, size),
        }
    }
}

#[inline(always)]
pub(super) fn ones(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

fn mark_bits(words: &mut [u64], offset: u32, len: u32, written: bool) {
    let mut at = offset;
    let end = offset + len;
    while at < end {
        let n = (64 - at % 64).min(end - at);
        let range = ones(n) << (at % 64);
        let word = &mut words[at as usize / 64];
        *word = if written { *word | range } else { *word & !range };
        at += n;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain model: a vector of flags.
    fn check_against_flags(size: u32, marks: &[(u32, u32, bool)]) {
        let mut init = Init::none(size);
        let mut flags = vec![false; size as usize];
        for &(offset, len, written) in marks {
            init.mark(offset, len, size, written);
            flags[offset as usize..(offset + len) as usize].fill(written);
            for at in 0..size {
                assert_eq!(init.is_set(at), flags[at as usize], "byte {at} of {size}: {init:?}");
            }
            let plain = init.plain_prefix(size) as usize;
            assert!(flags[..plain].iter().all(|&flag| flag));
        }
    }

    #[test]
    fn every_representation_agrees_with_a_vector_of_flags() {
        let mut seed = 88172645463325252u64;
        let mut random = |below: u32| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % u64::from(below)) as u32
        };
        for size in [1, 7, 8, 63, 64, 65, 100, 128, 200] {
            for _ in 0..40 {
                let marks: Vec<_> = (0..30)
                    .map(|_| {
                        let offset = random(size);
                        (offset, random(size - offset + 1), random(4) > 0)
                    })
                    .collect();
                check_against_flags(size, &marks);
            }
        }
    }

    #[test]
    fn filling_from_the_start_ends_in_full() {
        let mut init = Init::none(1000);
        for at in 0..1000 {
            init.mark(at, 1, 1000, true);
        }
        assert_eq!(init, Init::Full);
    }
}
