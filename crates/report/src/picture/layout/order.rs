//! What stands left of what in a layer, and how far.

use super::{BOX_GAP, Item, LINE_GAP, Layered, TRACK};

/// Sweeps over all layers; fewer where there is much to sweep.
const SWEEPS: usize = 12;
const MOST_WORK: usize = 200_000;

/// Each item goes where those of the layer before stand on average (barycentres), downwards and
/// upwards in turn; the best order that was seen is taken.
pub fn reduce_crossings(layered: &mut Layered) {
    let n_sweeps = (MOST_WORK / layered.items.len().max(1)).clamp(2, SWEEPS);
    let mut best = (layered.n_crossings(), layered.layers.clone());
    for sweep in 0..n_sweeps {
        let is_down = sweep % 2 == 0;
        let n = layered.layers.len();
        for step in 1..n {
            let layer = if is_down { step } else { n - 1 - step };
            layered.sort_layer(layer, is_down);
        }
        let crossings = layered.n_crossings();
        if crossings < best.0 {
            best = (crossings, layered.layers.clone());
        }
    }
    layered.layers = best.1;
}

/// Items move to the middle of those that they are joined with, as far as their order allows.
pub fn place(layered: &mut Layered) {
    for layer in 0..layered.layers.len() {
        layered.place_layer(layer, |_, _| None);
    }
    let n_sweeps = (MOST_WORK / layered.items.len().max(1)).clamp(2, SWEEPS);
    for sweep in 0..n_sweeps {
        let n = layered.layers.len();
        for step in 0..n {
            match sweep % 2 == 0 {
                true => {
                    layered.place_layer(step, |layered, item| layered.mean(&layered.above[item]))
                }
                false => layered
                    .place_layer(n - 1 - step, |layered, item| layered.mean(&layered.below[item])),
            }
        }
    }
    for layer in 0..layered.layers.len() {
        layered.place_layer(layer, |layered, item| {
            let all = [&layered.above[item][..], &layered.below[item]].concat();
            layered.mean(&all)
        });
    }
}

impl Layered {
    fn positions(&self, layer: usize) -> impl Fn(usize) -> usize + use<> {
        let at = self.layers[layer].iter().enumerate().map(|(at, &item)| (item, at));
        let at: std::collections::HashMap<usize, usize> = at.collect();
        move |item| at[&item]
    }

    fn sort_layer(&mut self, layer: usize, is_down: bool) {
        let (other, joined) = match is_down {
            true => (layer - 1, &self.above),
            false => (layer + 1, &self.below),
        };
        let position = self.positions(other);
        let mut keys: Vec<(f64, usize)> = Vec::new();
        for (at, &item) in self.layers[layer].iter().enumerate() {
            let joined = &joined[item];
            let sum: usize = joined.iter().map(|&item| position(item)).sum();
            let key = match joined.len() {
                0 => at as f64,
                n => sum as f64 / n as f64,
            };
            keys.push((key, item));
        }
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.layers[layer] = keys.into_iter().map(|(_, item)| item).collect();
    }

    fn n_crossings(&self) -> usize {
        (1..self.layers.len()).map(|layer| self.n_crossings_above(layer)).sum()
    }

    /// Pairs of lines whose ends are in the other order below: counted in a Fenwick tree.
    fn n_crossings_above(&self, layer: usize) -> usize {
        let position = self.positions(layer);
        let mut counts = vec![0; self.layers[layer].len() + 1];
        let (mut crossings, mut n_before) = (0, 0);
        for &item in &self.layers[layer - 1] {
            let mut ends: Vec<usize> = self.below[item].iter().map(|&to| position(to)).collect();
            ends.sort_unstable();
            for &end in &ends {
                let (mut at, mut n_left) = (end + 1, 0);
                while at > 0 {
                    n_left += counts[at];
                    at &= at - 1;
                }
                crossings += n_before - n_left;
            }
            for end in ends {
                n_before += 1;
                let mut at = end + 1;
                while at < counts.len() {
                    counts[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
        crossings
    }

    fn mean(&self, items: &[usize]) -> Option<f64> {
        let sum: i64 = items.iter().map(|&item| i64::from(self.items[item].x)).sum();
        (!items.is_empty()).then(|| sum as f64 / items.len() as f64)
    }

    /// Gives the items of a layer the places nearest to what they want that keep order and distance:
    /// neighbours that want to overlap are pooled, and a pool is where its members want to be on
    /// average (isotonic regression).
    fn place_layer(&mut self, layer: usize, want: impl Fn(&Layered, usize) -> Option<f64>) {
        let layer = &self.layers[layer];
        let mut offset = 0;
        let mut offsets = Vec::with_capacity(layer.len());
        // Sum of what is wanted, weights, members.
        let mut pools: Vec<(f64, f64, usize)> = Vec::new();
        for (at, &item) in layer.iter().enumerate() {
            if at > 0 {
                offset += distance(&self.items[layer[at - 1]], &self.items[item]);
            }
            offsets.push(offset);
            let is_line = self.items[item].node.is_none();
            let (wanted, weight) = match want(self, item) {
                // Lines are straight rather than boxes in the middle.
                Some(wanted) => (wanted, if is_line { 8.0 } else { 1.0 }),
                None => (f64::from(self.items[item].x), 0.1),
            };
            let mut pool = ((wanted - f64::from(offset)) * weight, weight, 1);
            while let Some(&(sum, weights, n)) = pools.last()
                && sum / weights >= pool.0 / pool.1
            {
                pool = (pool.0 + sum, pool.1 + weights, pool.2 + n);
                pools.pop();
            }
            pools.push(pool);
        }
        let starts = pools
            .iter()
            .flat_map(|&(sum, weights, n)| std::iter::repeat_n((sum / weights).round() as i32, n));
        let places: Vec<i32> = starts.zip(offsets).map(|(start, offset)| start + offset).collect();
        for (&item, x) in layer.iter().zip(places) {
            self.items[item].x = x;
        }
    }
}

fn distance(left: &Item, right: &Item) -> i32 {
    let gap = match (left.node, right.node) {
        (Some(_), Some(_)) => BOX_GAP,
        (None, None) => TRACK,
        _ => LINE_GAP,
    };
    (left.width + right.width) / 2 + gap
}
