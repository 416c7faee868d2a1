//! How long questions to the solver take: quantiles over all, and where the long ones come from.
//!
//! Times are only reported; nothing that an exploration does depends on them.

use patchlight_ir::FuncId;
use std::collections::HashMap;
use std::time::Duration;

/// Buckets a power of two: quantiles are exact to one part in eight.
const STEPS: usize = 8;
/// Questions that take less are not worth a look at their place.
const LONG: Duration = Duration::from_micros(200);

#[derive(Clone, Debug)]
pub struct QueryTimes {
    /// How many questions took about as many nanoseconds as the bucket says.
    buckets: Vec<u64>,
    n: u64,
    long: HashMap<(FuncId, u32), Duration>,
}

impl Default for QueryTimes {
    fn default() -> QueryTimes {
        QueryTimes { buckets: vec![0; 64 * STEPS], n: 0, long: HashMap::new() }
    }
}

impl QueryTimes {
    pub fn add(&mut self, time: Duration, position: Option<(FuncId, u32)>) {
        self.n += 1;
        self.buckets[bucket(time.as_nanos() as u64)] += 1;
        if time >= LONG
            && let Some(position) = position
        {
            *self.long.entry(position).or_default() += time;
        }
    }

    /// The time that the given share of all questions stays below, in microseconds.
    pub fn quantile_us(&self, share: f64) -> f64 {
        let wanted = (self.n as f64 * share).ceil() as u64;
        let mut seen = 0;
        for (bucket, n) in self.buckets.iter().enumerate() {
            seen += n;
            if seen >= wanted && seen > 0 {
                return upper_end(bucket) as f64 / 1000.0;
            }
        }
        0.0
    }

    /// The places that spent most time with the solver, in long questions alone.
    pub fn slowest(&self, n: usize) -> Vec<((FuncId, u32), Duration)> {
        let mut places: Vec<_> = self.long.iter().map(|(&place, &time)| (place, time)).collect();
        places.sort_by_key(|&((func, op), time)| (std::cmp::Reverse(time), func.0, op));
        places.truncate(n);
        places
    }

    pub fn merge(&mut self, other: &QueryTimes) {
        self.n += other.n;
        self.buckets.iter_mut().zip(&other.buckets).for_each(|(a, b)| *a += b);
        for (&place, &time) in &other.long {
            *self.long.entry(place).or_default() += time;
        }
    }
}

fn bucket(ns: u64) -> usize {
    let ns = ns.max(STEPS as u64);
    let log = ns.ilog2() as usize;
    let step = (ns >> (log - STEPS.ilog2() as usize)) as usize - STEPS;
    log * STEPS + step
}

/// The largest number of nanoseconds in a bucket.
fn upper_end(bucket: usize) -> u64 {
    let (log, step) = (bucket / STEPS, bucket % STEPS);
    let unit = 1u64 << (log - STEPS.ilog2() as usize);
    (STEPS + step) as u64 * unit + (unit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sorted_times_to_one_part_in_eight() {
        let mut times = QueryTimes::default();
        (1..=1000u64).for_each(|us| times.add(Duration::from_micros(us), None));
        let close = |share, exact: f64| {
            let ours = times.quantile_us(share);
            assert!(ours >= exact && ours <= exact * 1.125, "{ours} instead of {exact}");
        };
        close(0.5, 500.0);
        close(0.9, 900.0);
        assert_eq!(QueryTimes::default().quantile_us(0.5), 0.0);
    }

    #[test]
    fn the_place_with_the_longest_questions_comes_first() {
        let mut times = QueryTimes::default();
        let (a, b) = ((FuncId(1), 5), (FuncId(2), 6));
        times.add(Duration::from_millis(3), Some(a));
        times.add(Duration::from_millis(2), Some(b));
        times.add(Duration::from_millis(2), Some(b));
        times.add(Duration::from_nanos(5), Some(a));
        assert_eq!(times.slowest(1), [(b, Duration::from_millis(4))]);
    }
}
