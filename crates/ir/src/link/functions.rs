//! Functions: which definition a name means, and what its body becomes.

use super::LinkError;
use super::build::{Build, Decision, Mode, Owner, Work, intern, is_winner};
use crate::ids::{ArgsId, FileId, FuncId, GlobalId, NameId, Reg};
use crate::module::{Body, FuncKind, Function, Linkage, Loc};
use crate::op::{Def, IdMap, Op};

impl Build<'_> {
    pub(super) fn resolve_function(
        &mut self,
        owner: Owner,
        id: FuncId,
    ) -> Result<FuncId, LinkError> {
        if let Some(done) = self.maps(owner).resolved_functions[id.index()] {
            return Ok(done);
        }
        let head = match owner {
            Owner::Unit(unit) => &self.units[unit].module.functions[id.index()],
            Owner::Library => self.library_function(id)?,
        };
        let (linkage, is_declared) = (head.linkage, head.kind == FuncKind::Declared);
        let name = head.name.clone();
        let decision = match (linkage, owner) {
            (Linkage::Internal, _) => Decision::Place(owner, id),
            (_, Owner::Unit(_)) => self.decide_function(&name),
            // The library was linked: its own definition is at hand.
            (_, Owner::Library) => match self.functions.get(&name) {
                Some(winner) => Decision::Place(Owner::Unit(winner.unit), FuncId(winner.id)),
                None if is_declared || (self.is_builtin)(&name) => Decision::Declare,
                None => Decision::Place(owner, id),
            },
        };
        let done = match decision {
            Decision::Place(owner, id) => self.place_function(owner, id)?,
            Decision::Declare => {
                let function = self.take_function(owner, id)?;
                self.declare_function(function)
            }
        };
        self.maps(owner).resolved_functions[id.index()] = Some(done);
        Ok(done)
    }

    /// What a name means for the program.
    pub(super) fn decide_function(&self, name: &str) -> Decision<FuncId> {
        if let Some(winner) = self.functions.get(name) {
            return Decision::Place(Owner::Unit(winner.unit), FuncId(winner.id));
        }
        if (self.is_builtin)(name) {
            return Decision::Declare;
        }
        let found = self.library.find_function(name);
        found.map_or(Decision::Declare, |id| Decision::Place(Owner::Library, id))
    }

    fn library_function(&mut self, id: FuncId) -> Result<&Function, LinkError> {
        if self.last_function.as_ref().is_none_or(|(last, _)| *last != id) {
            self.last_function = Some((id, self.library.function(id)?));
        }
        let (_, function) = self.last_function.as_ref().expect("it was just read");
        Ok(function)
    }

    /// The function itself. Of a unit's function its name and linkage stay behind, and all of an alias:
    /// they are looked at again.
    fn take_function(&mut self, owner: Owner, id: FuncId) -> Result<Function, LinkError> {
        match owner {
            Owner::Unit(unit) => {
                let function = &mut self.units[unit].module.functions[id.index()];
                if matches!(function.kind, FuncKind::Alias(_)) {
                    return Ok(function.clone());
                }
                let kind = std::mem::replace(&mut function.kind, FuncKind::Declared);
                let head = function.clone();
                Ok(Function { kind, ..head })
            }
            Owner::Library => {
                self.library_function(id)?;
                let (_, function) = self.last_function.take().expect("it was just read");
                Ok(function)
            }
        }
    }

    fn declare_function(&mut self, mut function: Function) -> FuncId {
        if let Some(&done) = self.declared_functions.get(&function.name) {
            if function.linkage == Linkage::External {
                self.result.functions[done.index()].linkage = Linkage::External;
            }
            return done;
        }
        let id = FuncId::from_index(self.result.functions.len());
        self.declared_functions.insert(function.name.clone(), id);
        function.kind = FuncKind::Declared;
        self.result.functions.push(function);
        id
    }

    pub(super) fn place_function(&mut self, owner: Owner, id: FuncId) -> Result<FuncId, LinkError> {
        let mut passed: Vec<FuncId> = Vec::new();
        let mut current = id;
        let done = loop {
            if let Some(done) = self.maps(owner).placed_functions[current.index()] {
                break done;
            }
            let function = self.take_function(owner, current)?;
            if passed.contains(&current) {
                return Err(LinkError::AliasCycle { symbol: function.name });
            }
            match function.kind {
                FuncKind::Alias(target) if self.mode == Mode::Program => {
                    passed.push(current);
                    current = target;
                }
                _ if !passed.is_empty() && self.is_builtin_of_library(owner, &function) => {
                    break self.declare_function(function);
                }
                _ => break self.append_function(owner, current, function),
            }
        };
        for alias in passed {
            self.maps(owner).placed_functions[alias.index()] = Some(done);
        }
        Ok(done)
    }

    /// An alias of something that the engine does itself is that, too.
    fn is_builtin_of_library(&self, owner: Owner, function: &Function) -> bool {
        owner == Owner::Library
            && function.linkage != Linkage::Internal
            && self.functions.get(&function.name).is_none()
            && (self.is_builtin)(&function.name)
    }

    fn append_function(&mut self, owner: Owner, id: FuncId, mut function: Function) -> FuncId {
        let winner = self.functions.get(&function.name);
        let stays = match owner {
            Owner::Unit(unit) => is_winner(winner, unit, id.index()),
            Owner::Library => winner.is_none(),
        };
        if !stays {
            function.linkage = Linkage::Internal;
        }
        let new = FuncId::from_index(self.result.functions.len());
        self.result.functions.push(function);
        self.maps(owner).placed_functions[id.index()] = Some(new);
        self.work.push_back(Work::Func(new, owner));
        new
    }

    pub(super) fn finish_function(&mut self, id: FuncId, owner: Owner) -> Result<(), LinkError> {
        let kind =
            std::mem::replace(&mut self.result.functions[id.index()].kind, FuncKind::Declared);
        let kind = match kind {
            FuncKind::Declared => FuncKind::Declared,
            FuncKind::Defined(mut body) => {
                self.rewrite_body(owner, &mut body)?;
                FuncKind::Defined(body)
            }
            FuncKind::Alias(target) => FuncKind::Alias(self.place_function(owner, target)?),
            FuncKind::IFunc(resolver) => {
                let resolver = self.resolve_function(owner, resolver)?;
                FuncKind::Defined(Box::new(self.forwarding_body(id, resolver)?))
            }
        };
        self.result.functions[id.index()].kind = kind;
        Ok(())
    }

    fn rewrite_body(&mut self, owner: Owner, body: &mut Body) -> Result<(), LinkError> {
        for op in &mut body.ops {
            // A block belongs to this very definition, whichever of that name wins.
            if let Op::BlockAddr { func, .. } = op {
                *func = self.place_function(owner, *func)?;
                continue;
            }
            let mut rewrite = Rewrite { build: self, owner, error: None };
            op.remap(&mut rewrite);
            if let Some(error) = rewrite.error {
                return Err(error);
            }
        }
        for loc in &mut body.locs {
            loc.file = self.file(owner, loc.file);
            loc.function = self.name(owner, loc.function);
        }
        Ok(())
    }

    fn forwarding_body(&mut self, id: FuncId, resolver: FuncId) -> Result<Body, LinkError> {
        let function = &self.result.functions[id.index()];
        let name = function.name.clone();
        let target = Reg(function.n_params);
        let Some(n_regs) = function.n_params.checked_add(1) else {
            return Err(LinkError::TooManyParameters { symbol: name });
        };
        let function =
            intern(&mut self.name_ids, &mut self.result.names, &name, NameId::from_index);
        let file = intern(&mut self.file_ids, &mut self.result.files, "", FileId::from_index);
        let call =
            Op::Call { dst: Def(target), n_ret: 1, func: resolver, n_args: 0, args: ArgsId(0) };
        Ok(Body {
            n_regs,
            ops: vec![call, Op::Forward { target }],
            blocks: vec![0],
            op_locs: vec![0, 0],
            locs: vec![Loc { file, line: 0, column: 0, function, inlined_at: None }],
            ..Body::default()
        })
    }
}

/// Gives the ids of an op their new values, and keeps the first error.
struct Rewrite<'b, 'a> {
    build: &'b mut Build<'a>,
    owner: Owner,
    error: Option<LinkError>,
}

impl Rewrite<'_, '_> {
    fn or_keep<Id>(&mut self, id: Id, result: Result<Id, LinkError>) -> Id {
        result.unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            id
        })
    }
}

impl IdMap for Rewrite<'_, '_> {
    fn func(&mut self, id: FuncId) -> FuncId {
        let result = self.build.resolve_function(self.owner, id);
        self.or_keep(id, result)
    }

    fn global(&mut self, id: GlobalId) -> GlobalId {
        let result = self.build.resolve_global(self.owner, id);
        self.or_keep(id, result)
    }

    fn name(&mut self, id: NameId) -> NameId {
        self.build.name(self.owner, id)
    }
}
