//! The name of a path: what was decided along it.

/// One answer: which side, and whether the other one was possible as well.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Decision {
    pub truth: bool,
    pub forked: bool,
}

impl Decision {
    pub fn implied(truth: bool) -> Decision {
        Decision { truth, forked: false }
    }

    pub fn forked(truth: bool) -> Decision {
        Decision { truth, forked: true }
    }
}

/// Two bits a decision.
#[derive(Clone, Default, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Decisions {
    words: Vec<u64>,
    len: u32,
    n_forks: u32,
}

impl Decisions {
    pub fn push(&mut self, decision: Decision) {
        let bits = u64::from(decision.truth) | u64::from(decision.forked) << 1;
        let at = self.len % 32;
        if at == 0 {
            self.words.push(0);
        }
        *self.words.last_mut().expect("just pushed") |= bits << (2 * at);
        self.len += 1;
        self.n_forks += u32::from(decision.forked);
    }

    pub fn get(&self, at: u32) -> Option<Decision> {
        let bits = (at < self.len).then(|| self.words[at as usize / 32] >> (2 * (at % 32)))?;
        Some(Decision { truth: bits & 1 == 1, forked: bits & 2 == 2 })
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn n_forks(&self) -> u32 {
        self.n_forks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_come_back_as_they_were_pushed() {
        let mut decisions = Decisions::default();
        let nth = |n: u32| Decision { truth: n.is_multiple_of(3), forked: n % 5 < 2 };
        (0..100).for_each(|n| decisions.push(nth(n)));
        assert!((0..100).all(|n| decisions.get(n) == Some(nth(n))));
        assert_eq!(decisions.get(100), None);
        assert_eq!(decisions.n_forks(), 40);
    }
}
