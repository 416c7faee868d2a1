//! One line on the terminal for the phase at hand. Nothing if there is no terminal.

use patchlight_budget::{Budget, Deadline};
use patchlight_engine::pair::PairExplorer;
use patchlight_posix::Posix;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(250);

pub struct Progress {
    on_terminal: bool,
    n_tests: usize,
    /// The number of the test at hand.
    test: usize,
    shown: Option<Instant>,
}

impl Progress {
    pub fn new(n_tests: usize) -> Progress {
        let on_terminal = std::io::stderr().is_terminal();
        Progress { on_terminal, n_tests, test: 0, shown: None }
    }

    /// Shows nothing: somebody else does.
    pub fn quiet() -> Progress {
        Progress { on_terminal: false, n_tests: 0, test: 0, shown: None }
    }

    pub fn next_test(&mut self) {
        self.test += 1;
        self.shown = None;
    }

    pub fn concolic(
        &mut self,
        start: Instant,
        deadline: &Deadline,
        pairs: &PairExplorer<'_, Posix>,
    ) {
        self.tick("concolic", start, deadline, || {
            let (stats, waiting) = (&pairs.stats, pairs.n_live());
            let (partings, joins) = (stats.partings, stats.joins);
            format!("{partings} divergences, {joins} rejoined, {waiting} waiting")
        });
    }

    pub fn bounded(&mut self, start: Instant, deadline: &Deadline, n_left: usize, n_tests: usize) {
        let what = || format!("{n_left} divergences to explore from, {n_tests} tests");
        self.tick("bounded", start, deadline, what);
    }

    pub fn native(&mut self, n_cases: usize) {
        if n_cases > 0 {
            self.show(&format!("running {n_cases} inputs natively"));
        }
    }

    /// Takes the line away.
    pub fn finish(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    /// Shows the line anew if it has become old.
    fn tick(
        &mut self,
        phase: &str,
        start: Instant,
        deadline: &Deadline,
        what: impl FnOnce() -> String,
    ) {
        if self.on_terminal && self.shown.is_none_or(|shown| shown.elapsed() >= PERIOD) {
            let (test, n_tests) = (self.test, self.n_tests);
            let (now, what) = (start.elapsed().as_secs_f64(), what());
            let left = deadline.left().map_or(String::new(), |left| match left {
                Budget::Time(left) => format!(" of {:.0}", now + left.as_secs_f64()),
                Budget::Steps(_) => String::new(),
            });
            self.show(&format!("test {test} of {n_tests}, {phase} {now:.0}{left} s: {what}"));
        }
    }

    fn show(&mut self, line: &str) {
        if self.on_terminal {
            self.shown = Some(Instant::now());
            // A terminal that went away is no reason to stop.
            let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
        }
    }
}
