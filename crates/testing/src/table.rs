//! Checks each row of a table, on all cores, and tells of all that fail.
//!
//! `PATCHLIGHT_TEST_ONLY=PART` keeps the rows with `PART` in their names, and the failure's message says
//! how to use it. A part that no name has is an error: nothing would be tested.

use patchlight_budget::Deadline;
use patchlight_pool::{Turn, in_parallel, n_processors};
use std::any::Any;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

const ONLY: &str = "PATCHLIGHT_TEST_ONLY";

/// Rows that are checked in the same way.
pub struct Table<T> {
    /// Where the rows come from, such as `tests/ui/run`.
    title: String,
    rows: Vec<T>,
    names: Vec<String>,
    /// How many rows there are without the filter.
    n_all: usize,
    only: Option<String>,
}

impl<T> Table<T> {
    /// The rows, or those of them that this run is for.
    #[track_caller]
    pub fn new(title: &str, rows: Vec<T>, name: impl Fn(&T) -> String) -> Table<T> {
        let only = std::env::var(ONLY).ok().filter(|only| !only.is_empty());
        Table::with_only(title, rows, name, only)
    }

    #[track_caller]
    fn with_only(
        title: &str,
        mut rows: Vec<T>,
        name: impl Fn(&T) -> String,
        only: Option<String>,
    ) -> Table<T> {
        let n_all = rows.len();
        if let Some(only) = &only {
            rows.retain(|row| name(row).contains(only.as_str()));
            assert!(!rows.is_empty(), "{ONLY}={only}: none of the {n_all} names of {title} has it");
        }
        let names = rows.iter().map(name).collect();
        Table { title: title.to_string(), rows, names, n_all, only }
    }

    /// Asks that the table has so many rows, whichever of them this run is for.
    #[track_caller]
    pub fn at_least(self, n: usize) -> Table<T> {
        assert!(self.n_all >= n, "{} has only {} of {n} rows", self.title, self.n_all);
        self
    }

    /// Keeps one of so many rows, unless this run is for some that were named.
    pub fn one_of(mut self, n: usize) -> Table<T> {
        if self.is_whole() {
            self.rows = self.rows.into_iter().step_by(n).collect();
            self.names = self.names.into_iter().step_by(n).collect();
        }
        self
    }

    /// Keeps the rows that a test is about, unless this run is for some that were named.
    pub fn sampled(mut self, is_taken: impl Fn(usize, &T) -> bool) -> Table<T> {
        if self.is_whole() {
            let rows = self.rows.into_iter().zip(self.names).enumerate();
            let taken = rows.filter(|(n, (row, _))| is_taken(*n, row)).map(|(_, row)| row);
            (self.rows, self.names) = taken.unzip();
        }
        self
    }

    /// Whether all rows are there, so that something can be asked of them together.
    pub fn is_whole(&self) -> bool {
        self.only.is_none()
    }

    pub fn rows(&self) -> &[T] {
        &self.rows
    }
}

impl<T: Sync> Table<T> {
    /// Checks the rows on all cores and panics with every complaint.
    #[track_caller]
    pub fn check(&self, check: impl Fn(&T) -> Result<(), String> + Sync) {
        self.check_on(n_processors(), check);
    }

    /// The same one by one: for checks that wait for a time to pass.
    #[track_caller]
    pub fn check_in_turn(&self, check: impl Fn(&T) -> Result<(), String> + Sync) {
        self.check_on(1, check);
    }

    #[track_caller]
    fn check_on(&self, n_workers: usize, check: impl Fn(&T) -> Result<(), String> + Sync) {
        // A panic is a complaint about its row; the others are checked all the same.
        let complaint = |_: &mut (), row: &T, _: &Turn| {
            let checked = catch_unwind(AssertUnwindSafe(|| check(row)));
            Ok::<_, Infallible>(checked.unwrap_or_else(|panic| Err(message(&*panic))).err())
        };
        let Ok(complaints) =
            in_parallel(n_workers, &self.rows, &Deadline::none(), || Ok(()), complaint);
        let complaints = complaints.into_iter().map(|complaint| complaint.expect("no deadline"));
        let complaints = self.names.iter().zip(complaints);
        let all: Vec<(&str, String)> =
            complaints.filter_map(|(name, complaint)| Some((name.as_str(), complaint?))).collect();
        assert!(all.is_empty(), "{}", self.report(&all));
    }

    fn report(&self, complaints: &[(&str, String)]) -> String {
        let names: Vec<&str> = complaints.iter().map(|(name, _)| *name).collect();
        let (n, n_rows, title) = (names.len(), self.rows.len(), &self.title);
        let mut report = format!("{n} of {n_rows} of {title} fail: {}\n", names.join(" "));
        for (name, complaint) in complaints {
            report += &format!("--- {name}: {complaint}\n");
        }
        report + &format!("to check only one: {ONLY}={} {}", names[0], command())
    }
}

/// The command of the test that is running.
fn command() -> String {
    let profile = if cfg!(debug_assertions) { "" } else { " --release" };
    let package =
        std::env::var("CARGO_PKG_NAME").map_or(String::new(), |name| format!(" -p {name}"));
    let binary = std::env::current_exe().ok();
    let binary = binary.as_ref().and_then(|path| path.file_stem()?.to_str()?.rsplit_once('-'));
    let binary = binary.map_or(String::new(), |(name, _)| format!(" --test {name}"));
    let thread = std::thread::current();
    let test = thread.name().filter(|name| *name != "main").map(|name| format!(" -- {name}"));
    format!("cargo test{profile}{package}{binary}{}", test.unwrap_or_default())
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a message"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn table(only: Option<&str>) -> Table<u32> {
        let rows = (0..25).collect();
        Table::with_only("numbers", rows, |n| format!("n{n}"), only.map(str::to_string))
    }

    fn failure(table: &Table<u32>, check: impl Fn(&u32) -> Result<(), String> + Sync) -> String {
        let failed = catch_unwind(AssertUnwindSafe(|| table.check(check)));
        message(&*failed.expect_err("a failure"))
    }

    #[test]
    fn all_rows_that_fail_are_named_in_their_order_with_the_command_for_one() {
        let said = failure(&table(None), |n| match n % 10 {
            3 => Err(format!("{n} ends in 3")),
            4 => panic!("not {n}"),
            _ => Ok(()),
        });
        assert!(said.contains("6 of 25 of numbers fail: n3 n4 n13 n14 n23 n24"), "{said}");
        assert!(said.contains("--- n13: 13 ends in 3\n--- n14: panicked: not 14\n"), "{said}");
        assert!(said.contains("to check only one: PATCHLIGHT_TEST_ONLY=n3 cargo test"), "{said}");
    }

    #[test]
    fn rows_that_were_named_are_neither_sampled_nor_taken_for_all() {
        let named = table(Some("n2")).at_least(25).one_of(5).sampled(|_, n| *n > 30);
        assert_eq!(named.rows(), [2, 20, 21, 22, 23, 24]);
        assert!(!named.is_whole());
        let all = table(None).one_of(10);
        assert_eq!(all.rows(), [0, 10, 20]);
        assert!(all.is_whole());
        let last = table(None).sampled(|at, n| at == 0 || *n > 23);
        assert_eq!(last.rows(), [0, 24]);
        assert!(failure(&last, |n| Err(n.to_string())).contains("fail: n0 n24"));
    }

    #[test]
    #[should_panic(expected = "PATCHLIGHT_TEST_ONLY=x: none of the 25 names of numbers has it")]
    fn a_filter_that_no_row_passes_is_an_error() {
        table(Some("x"));
    }

    #[test]
    #[should_panic(expected = "numbers has only 25 of 26 rows")]
    fn a_table_that_lost_rows_is_an_error() {
        table(None).at_least(26);
    }

    #[test]
    fn rows_that_all_pass_are_checked_once_each() {
        let sum = AtomicUsize::new(0);
        table(None).check_in_turn(|n| {
            sum.fetch_add(*n as usize, Ordering::Relaxed);
            Ok(())
        });
        assert_eq!(sum.into_inner(), 300);
    }
}
