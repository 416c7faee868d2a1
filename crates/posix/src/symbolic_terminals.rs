//! Standard streams that may be terminals. Whether one is, is decided when a call first asks what it
//! is; the input is 1 for a terminal.

use crate::descriptors::O_RDWR;
use crate::fs::node::{NodeId, S_IFCHR};
use crate::kernel::{Kernel, Refusal};
use crate::run::{Posix, TERMINAL_DEVICE};
use crate::streams::Stream;
use patchlight_engine::{Context, State, TermId};
use patchlight_inputs::InputName;
use std::rc::Rc;

/// A stream of which nobody knows yet what it is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct UndecidedStream {
    fd: i32,
    node: NodeId,
    /// A term of 8 bits: 0 or 1.
    is_terminal: TermId,
}

impl Posix {
    pub(crate) fn undecided_streams(
        &self,
        context: &mut Context,
        state: &mut State,
        streams: &[Stream],
    ) -> Rc<[UndecidedStream]> {
        let undecided = streams.iter().filter_map(|&stream| {
            let fd = stream as i32;
            let node = self.descriptors.get(fd).ok()?.node;
            let name = InputName::Terminal(stream).to_string();
            let is_terminal = state.new_input(context, &name, 1)[0];
            let one = context.terms.constant(8, 1);
            let allowed = context.terms.ule(is_terminal, one);
            crate::symbolic_files::constrain(context, state, allowed, &[0]);
            Some(UndecidedStream { fd, node, is_terminal })
        });
        undecided.collect()
    }
}

impl Kernel<'_> {
    /// Decides whether the stream at a node is a terminal, if it is one that may be.
    pub(crate) fn decide_stream(&mut self, node: NodeId) -> Result<(), Refusal> {
        let streams = Rc::clone(&self.os.undecided.streams);
        let Some(stream) = streams.iter().find(|stream| stream.node == node) else {
            return Ok(());
        };
        let one = self.context.terms.constant(8, 1);
        let condition = self.context.terms.eq(stream.is_terminal, one);
        if self.state.decide(self.context, condition)? {
            let meta = &mut self.fs().node_mut(node).meta;
            (meta.mode, meta.rdev) = (S_IFCHR | 0o620, TERMINAL_DEVICE);
            if let Ok(file) = self.os.descriptors.get_mut(stream.fd)
                && file.node == node
            {
                file.flags = file.flags & !3 | O_RDWR;
            }
        }
        let others = streams.iter().filter(|other| other.node != node);
        self.os.undecided.streams = others.copied().collect();
        Ok(())
    }
}
