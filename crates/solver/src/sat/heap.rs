//! A binary heap of variables by activity, with positions, so that keys can rise in place.

const ABSENT: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Heap {
    items: Vec<u32>,
    positions: Vec<u32>,
}

impl Heap {
    pub fn grow(&mut self, n_vars: usize) {
        self.positions.resize(n_vars, ABSENT);
    }

    pub fn clear(&mut self) {
        for &var in &self.items {
            self.positions[var as usize] = ABSENT;
        }
        self.items.clear();
    }

    pub fn insert(&mut self, var: u32, activity: &[f32]) {
        if self.positions[var as usize] == ABSENT {
            self.positions[var as usize] = self.items.len() as u32;
            self.items.push(var);
            self.rise(self.items.len() - 1, activity);
        }
    }

    /// Restores the order after a variable's activity grew.
    pub fn raised(&mut self, var: u32, activity: &[f32]) {
        let position = self.positions[var as usize];
        if position != ABSENT {
            self.rise(position as usize, activity);
        }
    }

    pub fn pop(&mut self, activity: &[f32]) -> Option<u32> {
        let top = *self.items.first()?;
        self.positions[top as usize] = ABSENT;
        let last = self.items.pop()?;
        if !self.items.is_empty() {
            self.items[0] = last;
            self.positions[last as usize] = 0;
            self.sink(0, activity);
        }
        Some(top)
    }

    fn rise(&mut self, mut at: usize, activity: &[f32]) {
        let var = self.items[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if activity[self.items[parent] as usize] >= activity[var as usize] {
                break;
            }
            self.place(at, self.items[parent]);
            at = parent;
        }
        self.place(at, var);
    }

    fn sink(&mut self, mut at: usize, activity: &[f32]) {
        let var = self.items[at];
        loop {
            let left = 2 * at + 1;
            if left >= self.items.len() {
                break;
            }
            let key = |i: usize| activity[self.items[i] as usize];
            let right = left + 1;
            let child =
                if right < self.items.len() && key(right) > key(left) { right } else { left };
            if activity[var as usize] >= key(child) {
                break;
            }
            self.place(at, self.items[child]);
            at = child;
        }
        self.place(at, var);
    }

    fn place(&mut self, at: usize, var: u32) {
        self.items[at] = var;
        self.positions[var as usize] = at as u32;
    }
}
