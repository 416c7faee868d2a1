//! The shortest case that shows the same: fewer files, variables and arguments, shorter and simpler
//! bytes, as long as class, place and shape of the finding stay.
//!
//! Passes are repeated until none helps: what one makes possible (a simpler byte) another uses (its
//! removal). Deleting alone is caught in local minima (`1000` for "above 500"), so short strings
//! are also tried with one byte less and another one changed, and the shortest exhaustively.

use crate::bytes::Hex;
use crate::case::{Case, Run};
use crate::class::Class;
use crate::error::{Error, Result};
use crate::judge::{Finding, Judge, Verdict};
use crate::report::ClusterKey;
use patchlight_budget::{Cut, Deadline};

/// Strings up to this length are tried with two bytes less, or one less and one changed.
const SHORT: usize = 12;
/// How many strings the exhaustive pass may try.
const MOST_STRINGS: usize = 600;
/// How many cases are tried to find one on which the versions agree.
const MOST_AGREEING: usize = 24;
/// What is tried beside the bytes that a string has.
const COMMON: &[u8] = b"019a-";

/// A finding with the smallest case that was tried and showed the same.
#[derive(Clone, Debug)]
pub struct Minimised {
    pub finding: Finding,
    /// A case that differs from it in one byte, on which the versions do the same.
    pub agreeing: Option<Case>,
    /// Why smaller ones were not looked for.
    pub cut: Option<Cut>,
}

/// A finding with a smaller case, or the same. No more programs are run than `most_runs`.
pub fn minimise(
    judge: &mut Judge<'_>,
    finding: &Finding,
    most_runs: usize,
    deadline: &Deadline,
) -> Result<Minimised> {
    let until = judge.n_runs() + most_runs;
    let (key, best) = (finding.cluster_key(), finding.clone());
    let mut search = Search { key, judge, until, deadline, best, stop: None };
    while search.all_passes() {}
    let agreeing = search.agreeing();
    let cut = match search.stop {
        Some(Stop::Failed(error)) => return Err(error),
        Some(Stop::Cut(cut)) => Some(cut),
        None => None,
    };
    Ok(Minimised { finding: search.best, agreeing, cut })
}

struct Search<'j, 'a> {
    key: ClusterKey,
    judge: &'j mut Judge<'a>,
    until: usize,
    deadline: &'j Deadline,
    best: Finding,
    /// Nothing is tried any more.
    stop: Option<Stop>,
}

enum Stop {
    Cut(Cut),
    Failed(Error),
}

/// A string of bytes of a case.
#[derive(Copy, Clone)]
enum CaseString {
    Arg(usize),
    Env(usize),
    Stdin,
    File(usize),
    /// Its size is the harness's.
    Input(usize),
}

impl CaseString {
    fn of(self, case: &mut Case) -> Option<&mut Hex> {
        match self {
            CaseString::Arg(n) => case.run.args.get_mut(n),
            CaseString::Env(n) => case.run.env.get_mut(n).map(|variable| &mut variable.bytes),
            CaseString::Stdin => Some(&mut case.run.stdin),
            CaseString::File(n) => case.run.files.get_mut(n).map(|file| &mut file.bytes),
            CaseString::Input(n) => case.inputs.get_mut(n).map(|input| &mut input.bytes),
        }
    }

    fn has_fixed_size(self) -> bool {
        matches!(self, CaseString::Input(_))
    }
}

impl Search<'_, '_> {
    /// Whether anything became smaller.
    fn all_passes(&mut self) -> bool {
        let mut helped = self.drop_elements();
        for part in self.parts() {
            if !part.has_fixed_size() {
                helped |= self.delete_chunks(part);
            }
            helped |= self.simplify(part);
            if !part.has_fixed_size() {
                helped |= self.delete_and_change(part) || self.shorter_strings(part);
            }
        }
        helped
    }

    /// A case next to the smallest on which the versions do the same: one byte of an argument, or of
    /// short data, is another one.
    fn agreeing(&mut self) -> Option<Case> {
        let mut tried = 0;
        // Arguments, which come last, are the easiest to read.
        for part in self.parts().into_iter().rev().filter(|part| !part.has_fixed_size()) {
            let bytes = self.bytes(part);
            for at in (0..bytes.len().min(SHORT)).rev() {
                let near = [bytes[at].wrapping_add(1), bytes[at].wrapping_sub(1)];
                for &byte in near.iter().chain(COMMON).filter(|byte| byte.is_ascii_graphic()) {
                    tried += 1;
                    if self.stop.is_some() || tried > MOST_AGREEING {
                        return None;
                    }
                    let mut other = bytes.clone();
                    other[at] = byte;
                    let mut case = self.best.case.clone();
                    *part.of(&mut case)? = Hex::from(other);
                    match self.judge.judge(&case, self.deadline) {
                        Ok(Verdict::Same) => return Some(case),
                        Ok(Verdict::Found(found)) if found.class == Class::SilentDivergence => {
                            return Some(case);
                        }
                        Ok(Verdict::NotCompared(cut)) => self.stop = Some(Stop::Cut(cut)),
                        Ok(_) => {}
                        Err(error) => self.stop = Some(Stop::Failed(error)),
                    }
                }
            }
        }
        None
    }

    fn parts(&self) -> Vec<CaseString> {
        let case = &self.best.case;
        let mut parts: Vec<CaseString> = (0..case.run.files.len()).map(CaseString::File).collect();
        parts.push(CaseString::Stdin);
        parts.extend((0..case.run.env.len()).map(CaseString::Env));
        parts.extend((0..case.run.args.len()).map(CaseString::Arg));
        parts.extend((0..case.inputs.len()).map(CaseString::Input));
        parts
    }

    /// Keeps the case if it shows the same.
    fn accepts(&mut self, case: Case) -> bool {
        if self.stop.is_some() || self.judge.n_runs() >= self.until {
            return false;
        }
        match self.judge.judge_like(&self.best, &case, self.deadline) {
            Ok(Verdict::Found(finding)) if finding.cluster_key() == self.key => {
                self.best = *finding;
                return true;
            }
            Ok(Verdict::NotCompared(cut)) => self.stop = Some(Stop::Cut(cut)),
            Ok(_) => {}
            Err(error) => self.stop = Some(Stop::Failed(error)),
        }
        false
    }

    fn accepts_change(&mut self, change: impl FnOnce(&mut Run)) -> bool {
        let mut case = self.best.case.clone();
        change(&mut case.run);
        case != self.best.case && self.accepts(case)
    }

    fn accepts_bytes(&mut self, part: CaseString, bytes: Vec<u8>) -> bool {
        let mut case = self.best.case.clone();
        match part.of(&mut case) {
            Some(place) if *place.0 != bytes => *place = Hex::from(bytes),
            _ => return false,
        }
        self.accepts(case)
    }

    fn bytes(&self, part: CaseString) -> Vec<u8> {
        part.of(&mut self.best.case.clone()).map(|bytes| bytes.0.to_vec()).unwrap_or_default()
    }

    fn drop_elements(&mut self) -> bool {
        let mut helped = false;
        for change in [
            (|run: &mut Run| run.limits = None) as fn(&mut Run),
            |run| run.umask = None,
            |run| run.user = None,
            |run| run.program = None,
            |run| run.cwd.clear(),
            |run| run.env.clear(),
            |run| run.stdin = Hex::default(),
        ] {
            helped |= self.accepts_change(change);
        }
        // An option and its argument go together.
        for length in [4, 2, 1] {
            let mut at = self.best.case.run.args.len();
            while at >= length {
                helped |= self.accepts_change(|run| drop(run.args.drain(at - length..at)));
                at = (at - 1).min(self.best.case.run.args.len());
            }
        }
        for n in (0..self.best.case.run.files.len()).rev() {
            helped |= self.accepts_change(|run| drop(run.files.remove(n)));
        }
        for n in 0..self.best.case.run.files.len() {
            helped |= self.accepts_change(|run| run.files[n].mtime = None);
            helped |= self.accepts_change(|run| run.files[n].mode = None);
        }
        for n in (0..self.best.case.run.env.len()).rev() {
            helped |= self.accepts_change(|run| drop(run.env.remove(n)));
        }
        helped
    }

    /// Half, a quarter, … down to single bytes.
    fn delete_chunks(&mut self, part: CaseString) -> bool {
        let mut helped = self.accepts_bytes(part, Vec::new());
        let mut size = self.bytes(part).len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < self.bytes(part).len() {
                let bytes = self.bytes(part);
                let end = (at + size).min(bytes.len());
                let shorter = [&bytes[..at], &bytes[end..]].concat();
                match self.accepts_bytes(part, shorter) {
                    true => helped = true,
                    false => at += size,
                }
            }
            size /= 2;
        }
        helped
    }

    /// `0` is the simplest byte, then `a`.
    fn simplify(&mut self, part: CaseString) -> bool {
        let rank = |byte: u8| match byte {
            b'0' => 0,
            b'a' => 1,
            byte if byte.is_ascii_alphanumeric() || byte == b'\n' => 2,
            byte if byte.is_ascii_graphic() || byte == b' ' => 3,
            _ => 4,
        };
        let mut helped = false;
        for at in 0..self.bytes(part).len().min(256) {
            for simple in [b'0', b'a', b' '] {
                let mut bytes = self.bytes(part);
                if rank(simple) >= rank(bytes[at]) {
                    continue;
                }
                bytes[at] = simple;
                if self.accepts_bytes(part, bytes) {
                    helped = true;
                    break;
                }
            }
        }
        helped
    }

    fn delete_and_change(&mut self, part: CaseString) -> bool {
        let bytes = self.bytes(part);
        if !(2..=SHORT).contains(&bytes.len()) {
            return false;
        }
        for first in 0..bytes.len() {
            let mut without = bytes.clone();
            without.remove(first);
            for second in 0..without.len() {
                let mut shorter = without.clone();
                shorter.remove(second);
                if second >= first && self.accepts_bytes(part, shorter) {
                    return true;
                }
                for &byte in COMMON.iter().filter(|&&byte| byte != without[second]) {
                    let mut changed = without.clone();
                    changed[second] = byte;
                    if self.accepts_bytes(part, changed) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// All strings over few bytes that are shorter, the shortest first.
    fn shorter_strings(&mut self, part: CaseString) -> bool {
        let bytes = self.bytes(part);
        let mut alphabet: Vec<u8> = [&bytes[..], COMMON].concat();
        alphabet.sort_unstable();
        alphabet.dedup();
        let mut n_tried = 0;
        for length in 1..bytes.len() {
            let n_strings = alphabet.len().saturating_pow(length as u32);
            n_tried += n_strings;
            if n_tried > MOST_STRINGS {
                return false;
            }
            for number in 0..n_strings {
                let digit = |place| alphabet[number / alphabet.len().pow(place) % alphabet.len()];
                let string = (0..length as u32).rev().map(digit).collect();
                if self.accepts_bytes(part, string) {
                    return true;
                }
            }
        }
        false
    }
}
