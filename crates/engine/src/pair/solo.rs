//! Two versions that have parted: one runs while the other one waits.

use super::join::Position;
use super::meeting::terminator_after;
use super::{
    Divergence, Half, Head, Mode, Observed, Pair, PairExplorer, PartingKind, Shape, Site, Together,
    status_of,
};
use crate::alone::Halt;
use crate::explore::System;
use crate::outcome::{Limit, PathEnd};
use patchlight_expr::{Side, TermId};
use patchlight_solver::SolverError;
use std::ops::ControlFlow;

/// How far the two are.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Stage {
    /// Each executes the op at hand, and what follows without a jump.
    Step,
    /// They are on different ways and may meet.
    Solo,
    /// They do not meet any more.
    End,
}

pub(super) struct Parted<S> {
    pub(super) old: Half<S>,
    pub(super) new: Half<S>,
    pub(super) turn: Side,
    pub(super) stage: Stage,
    /// The op at which they parted.
    at: Position,
    /// Where they are one again if both get there.
    meeting: Option<Position>,
    /// Where the frame in which they parted returns to.
    pub(super) after_return: Option<Position>,
    /// That each version goes its own way here is what the program says, and no parting.
    pub(super) is_silent: bool,
    /// Where they are known to part: reported already.
    site: Option<Site>,
    pub(super) systems_differ: bool,
    ops_before: u64,
    /// One of them has used up its ops, which is counted once.
    is_spent: bool,
}

impl<S: System> Parted<S> {
    pub(super) fn new(old: Half<S>, new: Half<S>, at: Position, site: Option<Site>) -> Parted<S> {
        Parted {
            ops_before: new.state.path.n_ops,
            old,
            new,
            turn: Side::Old,
            stage: Stage::Step,
            at,
            meeting: None,
            after_return: None,
            is_silent: false,
            site,
            systems_differ: false,
            is_spent: false,
        }
    }

    pub(super) fn active(&mut self) -> &mut Half<S> {
        match self.turn {
            Side::Old => &mut self.old,
            Side::New => &mut self.new,
        }
    }

    pub(super) fn fork(&mut self) -> Parted<S> {
        Parted { old: self.old.fork(), new: self.new.fork(), site: self.site.clone(), ..*self }
    }

    /// The other version goes on, with what is known of the input.
    fn give_turn(&mut self, to: Side) {
        if self.turn != to {
            match to {
                Side::Old => self.old.state.take_path(&self.new.state),
                Side::New => self.new.state.take_path(&self.old.state),
            }
            self.turn = to;
        }
    }

    fn positions(&self) -> Option<[Position; 2]> {
        let alive = self.old.end.is_none() && self.new.end.is_none();
        let both = [self.old.state.pair_position()?, self.new.state.pair_position()?];
        alive.then_some(both)
    }

    /// Whether the version whose turn it is need not go on before they meet.
    fn is_there(&mut self) -> bool {
        let meeting = self.meeting;
        let half = self.active();
        half.end.is_some() || (meeting.is_some() && half.state.pair_position() == meeting)
    }

    /// Where the frame in which they parted goes on after its call, if one is in a callee.
    fn deeper(&self) -> Option<Position> {
        let halves = [&self.old, &self.new].into_iter();
        halves.filter(|half| half.end.is_none()).find_map(|half| half.state.after_call(self.at))
    }

    /// Whether both came to an end at the same op, neither by an error of its own.
    fn ended_alike(&self) -> bool {
        matches!(
            (&self.old.end, &self.new.end),
            (Some(PathEnd::Exit(_)), Some(PathEnd::Exit(_)))
                | (Some(PathEnd::Killed(_)), Some(PathEnd::Killed(_)))
        )
    }

    fn run_to_the_end(&mut self) {
        self.stage = Stage::End;
        self.give_turn(Side::Old);
    }

    fn solo_ops(&self) -> u64 {
        self.old.state.path.n_ops.max(self.new.state.path.n_ops) - self.ops_before
    }
}

/// What one version did.
enum Moved {
    On,
    Ended,
    Asks(TermId),
}

impl<S: Observed> PairExplorer<'_, S> {
    /// What is left of a pair after a batch.
    pub(super) fn advance_parted(
        &mut self,
        head: Head,
        mut parted: Box<Parted<S>>,
    ) -> Result<Option<Pair<S>>, SolverError> {
        // Ops on terms take their time: whoever looks at the clock must not wait for many of them.
        let last = self.stats.ops + super::BATCH;
        for _ in 0..256 {
            if self.stats.ops > last {
                break;
            }
            match parted.stage {
                Stage::Step => match self.run_half(&mut parted, 0) {
                    Moved::Asks(condition) => self.decide_solo(&head, &mut parted, condition)?,
                    _ if parted.turn == Side::Old => parted.give_turn(Side::New),
                    _ => return self.after_step(head, parted),
                },
                Stage::Solo => {
                    if parted.is_there() {
                        if parted.turn == Side::New {
                            return self.meet(head, parted);
                        }
                        parted.give_turn(Side::New);
                    } else if parted.solo_ops() > self.limits.max_solo_ops {
                        self.spend(&mut parted);
                        parted.run_to_the_end();
                    } else if let Moved::Asks(condition) = self.run_half(&mut parted, 0) {
                        self.decide_solo(&head, &mut parted, condition)?;
                    }
                }
                Stage::End => {
                    if parted.active().end.is_some() {
                        if parted.turn == Side::New {
                            self.finish_parted(head, *parted)?;
                            return Ok(None);
                        }
                        parted.give_turn(Side::New);
                    } else if parted.solo_ops() > self.limits.max_solo_ops {
                        self.spend(&mut parted);
                        parted.active().end = Some(PathEnd::Limit(Limit::Ops));
                    } else if let Moved::Asks(condition) = self.run_half(&mut parted, super::BATCH)
                    {
                        self.decide_solo(&head, &mut parted, condition)?;
                    }
                }
            }
        }
        Ok(Some(Pair { head, shape: Shape::Parted(parted) }))
    }

    fn spend(&mut self, parted: &mut Parted<S>) {
        if !std::mem::replace(&mut parted.is_spent, true) {
            self.give_up("solo");
        }
    }

    /// Runs the version whose turn it is, to the end of its block or for about `ops` ops.
    fn run_half(&mut self, parted: &mut Parted<S>, ops: u64) -> Moved {
        let half = parted.active();
        let before = half.state.path.n_ops;
        let mut called = false;
        let halt = match half.state.run(self.program, &mut self.context, ops) {
            ControlFlow::Break(halt) => halt,
            ControlFlow::Continue(call) => {
                called = true;
                let (state, system) = (&mut half.state, &mut half.system);
                let performed = state.perform(self.program, &mut self.context, system, call);
                performed.break_value().unwrap_or(Halt::Paused)
            }
        };
        self.stats.ops += half.state.path.n_ops - before;
        let moved = match halt {
            Halt::Decide(condition) => Moved::Asks(condition),
            Halt::Paused => Moved::On,
            Halt::End(end) => {
                half.end = Some(end);
                Moved::Ended
            }
            Halt::Returned(status) => {
                let status = status_of(&mut self.context, &mut half.state, status);
                half.end = Some(PathEnd::Exit(status));
                Moved::Ended
            }
        };
        parted.systems_differ |= called;
        moved
    }

    /// Both have executed the op: they are one again, or they have parted.
    fn after_step(
        &mut self,
        mut head: Head,
        mut parted: Box<Parted<S>>,
    ) -> Result<Option<Pair<S>>, SolverError> {
        let same_place = parted.positions().is_some_and(|[old, new]| old == new);
        if same_place && parted.new.state.can_join(&parted.old.state) {
            if head.tentative && self.mode != Mode::Explore {
                self.keep_tentative(head, *parted);
                return Ok(None);
            }
            return Ok(Some(self.come_together(head, *parted)));
        }
        head.tentative = false;
        if parted.ended_alike() {
            self.finish_alike(head, *parted)?;
            return Ok(None);
        }
        if !parted.is_silent {
            let site = match parted.site.clone() {
                Some(site) => site,
                None => {
                    head.depth += u32::from(!head.is_seed);
                    self.seen_parting(&head, &parted)?
                }
            };
            head.last_parting = Some(site.clone());
            self.add_divergence(&mut parted, site);
            if self.mode == Mode::Paper {
                return Ok(None);
            }
        }
        if parted.positions().is_none() {
            parted.run_to_the_end();
        } else {
            parted.meeting = self.meeting_of(&parted);
            parted.stage = Stage::Solo;
            parted.give_turn(Side::Old);
        }
        Ok(Some(Pair { head, shape: Shape::Parted(parted) }))
    }

    /// Reports a parting that the witness takes.
    fn seen_parting(&mut self, head: &Head, parted: &Parted<S>) -> Result<Site, SolverError> {
        let kind = match (&parted.old.end, &parted.new.end) {
            (Some(_), None) => PartingKind::Check(false),
            (None, Some(_)) => PartingKind::Check(true),
            _ => self.branch_kind(parted),
        };
        let site = self.parting_site(parted, kind);
        self.report_parting(head, site.clone(), &parted.new.state, None)?;
        Ok(site)
    }

    fn branch_kind(&self, parted: &Parted<S>) -> PartingKind {
        use patchlight_ir::op::Field;
        let body = self.program.module.functions[parted.at.func.index()].body();
        // At a call, what the block ends in has not been reached.
        let Some(body) = body.filter(|_| parted.deeper().is_none()) else {
            return PartingKind::Jump;
        };
        let pc = terminator_after(body, parted.at.pc);
        let mut targets = Vec::new();
        body.ops[pc as usize].for_each_field(|field| {
            if let Field::Block(block) = field {
                targets.push(body.blocks[block.index()]);
            }
        });
        match (targets.as_slice(), parted.new.state.pair_position()) {
            ([then, _], Some(new)) => PartingKind::Branch(new.pc == *then),
            _ => PartingKind::Jump,
        }
    }

    fn add_divergence(&mut self, parted: &mut Parted<S>, site: Site) {
        if parted.new.end.is_none() {
            let Half { state, system, .. } = parted.new.fork();
            self.divergences.push(Divergence { state, system, site });
        }
    }

    /// Where they met before they parted: at a call, or at the end of a block.
    fn parting_site(&self, parted: &Parted<S>, kind: PartingKind) -> Site {
        let at = parted.at;
        let body = self.program.module.functions[at.func.index()].body();
        let is_check = matches!(kind, PartingKind::Check(_));
        let pc = match body {
            Some(body) if !is_check && parted.deeper().is_none() => terminator_after(body, at.pc),
            _ => parted.deeper().map_or(at.pc, |after| after.pc - 1),
        };
        let mut places = self.program.places(at.func, pc as usize);
        let below = parted.new.state.backtrace(self.program);
        let above = parted.new.state.n_frames().saturating_sub(at.n_frames);
        places.extend(below.into_iter().skip(above + 1));
        Site { func: at.func, pc, places, kind }
    }

    fn meeting_of(&mut self, parted: &Parted<S>) -> Option<Position> {
        let follower = || self.meetings.after(self.program, parted.at);
        parted.deeper().or_else(follower).or(parted.after_return)
    }

    fn meet(
        &mut self,
        head: Head,
        mut parted: Box<Parted<S>>,
    ) -> Result<Option<Pair<S>>, SolverError> {
        let met = parted.positions().is_some_and(|[old, _]| Some(old) == parted.meeting)
            && parted.new.state.can_join(&parted.old.state);
        if met {
            return Ok(Some(self.come_together(head, *parted)));
        }
        parted.run_to_the_end();
        Ok(Some(Pair { head, shape: Shape::Parted(parted) }))
    }

    pub(super) fn come_together(&mut self, head: Head, parted: Parted<S>) -> Pair<S> {
        self.stats.joins += 1;
        let Parted { old, new, systems_differ, at, .. } = parted;
        let mut system = new.system;
        let differ = systems_differ && !system.join(&mut self.context.terms, &old.system);
        let mut state = new.state;
        state.join(&mut self.context, old.state, at.n_frames);
        let old_system = differ.then_some(old.system);
        let together = Together { state, system, old_system };
        Pair { head, shape: Shape::Together(together) }
    }
}
