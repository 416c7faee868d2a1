//! What a run has executed, by function.

use patchlight_ir::FuncId;
use std::cell::Cell;
use std::rc::Rc;

/// The functions that a state and all its forks have entered.
#[derive(Clone)]
pub struct Entered(Rc<[Cell<bool>]>);

impl Entered {
    pub(crate) fn of(n_functions: usize) -> Entered {
        Entered(vec![Cell::new(false); n_functions].into())
    }

    #[inline(always)]
    pub(crate) fn mark(&self, func: FuncId) {
        if let Some(entered) = self.0.get(func.index()) {
            entered.set(true);
        }
    }

    pub fn functions(&self) -> Vec<FuncId> {
        let entered = self.0.iter().enumerate().filter(|(_, entered)| entered.get());
        entered.map(|(index, _)| FuncId::from_index(index)).collect()
    }
}
