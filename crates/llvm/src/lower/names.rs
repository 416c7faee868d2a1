//! Tables of strings, each kept once.

use crate::hash::FastHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

#[derive(Debug)]
pub(super) struct Names<Id> {
    known: HashMap<String, Id, BuildHasherDefault<FastHasher>>,
    list: Vec<String>,
    make: fn(usize) -> Id,
}

impl<Id: Copy> Names<Id> {
    pub fn new(make: fn(usize) -> Id) -> Self {
        Names { known: HashMap::default(), list: Vec::new(), make }
    }

    pub fn intern(&mut self, name: &str) -> Id {
        if let Some(&id) = self.known.get(name) {
            return id;
        }
        let id = (self.make)(self.list.len());
        self.list.push(name.to_owned());
        self.known.insert(name.to_owned(), id);
        id
    }

    pub fn into_list(self) -> Vec<String> {
        self.list
    }
}
