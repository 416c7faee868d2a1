//! Calls: arguments and results are words, one register each.
//!
//! A fixed argument is its scalars, word by word. Variable arguments are laid out by `varargs`.

use super::function::{Flow, FnLower, Lowered, gap};
use super::types::{Scalar, Shape};
use super::value::Val;
use crate::ast::{self, Arg, CallId, Callee, FnAttrs, Inst, Operand, TailKind, Type, TypeId};
use patchlight_ir::{ArgsId, Def, FuncId, Op, Reg};

/// Whom a call calls.
#[derive(Copy, Clone, Debug)]
enum Whom {
    Known(FuncId),
    Pointer(Reg),
}

impl FnLower<'_, '_, '_> {
    pub fn lower_call(&mut self, inst: &Inst, id: CallId) -> Lowered<Flow> {
        let body = self.body;
        let call = body.call(id);
        let callee = match &call.callee {
            Callee::Operand(operand) => *operand,
            Callee::Asm(asm) => return self.lower_asm(inst, call, asm),
        };
        if let Some(intrinsic) = self.cx.intrinsic_of(callee) {
            return self.lower_intrinsic(inst, call, callee, intrinsic);
        }
        let whom = match self.take_scalar(callee)? {
            Val::Func(func) => Whom::Known(func),
            val => Whom::Pointer(self.in_reg(val, Scalar::Ptr)?),
        };
        let args = self.lower_args(call)?;
        if self.returns_twice(call, callee) {
            self.save_all_dependents();
        }
        if call.tail == TailKind::MustTail {
            let (args, n_args) = self.add_args(&args)?;
            self.emit(match whom {
                Whom::Known(func) => Op::TailCall { func, n_args, args },
                Whom::Pointer(target) => Op::TailCallPtr { target, n_args, args },
            });
            return Ok(Flow::Ended);
        }
        self.emit_call(inst, call.ret, whom, &args)?;
        Ok(Flow::Next)
    }

    fn returns_twice(&self, call: &ast::Call<'_>, callee: Operand) -> bool {
        let of_function = match callee {
            Operand::Symbol(symbol) => match self.ast.symbol(symbol).def {
                Some(ast::SymbolDef::Function(id)) => {
                    self.ast.function_attrs(self.ast.function(id)).contains(FnAttrs::RETURNS_TWICE)
                }
                _ => false,
            },
            _ => false,
        };
        of_function || self.ast.call_attrs(call).contains(FnAttrs::RETURNS_TWICE)
    }

    /// Calls a function of the C library that an intrinsic stands for; gives the scalar that comes
    /// back.
    pub fn call_scalar(&mut self, name: &str, args: &[Reg], ret: Scalar) -> Lowered<Val> {
        let func = self.cx.runtime(name, args.len() as u16, ret.words() as u8);
        let (args, n_args) = self.add_args(args)?;
        let dst = self.result(ret.words());
        self.emit(Op::Call { dst: Def(dst), n_ret: ret.words() as u8, func, n_args, args });
        Ok(Val::Reg(dst))
    }

    /// Calls a function that gives nothing back.
    pub fn call_nothing(&mut self, name: &str, args: &[Reg]) -> Lowered<()> {
        let func = self.cx.runtime(name, args.len() as u16, 0);
        let (args, n_args) = self.add_args(args)?;
        self.emit(Op::Call { dst: Def(Reg(0)), n_ret: 0, func, n_args, args });
        Ok(())
    }

    fn add_args(&mut self, regs: &[Reg]) -> Lowered<(ArgsId, u16)> {
        let Ok(n_args) = u16::try_from(regs.len()) else { return gap("too many arguments") };
        let args = ArgsId::from_index(self.out.args.len());
        self.out.args.extend_from_slice(regs);
        Ok((args, n_args))
    }

    fn emit_call(&mut self, inst: &Inst, ret: TypeId, whom: Whom, args: &[Reg]) -> Lowered<()> {
        let (args, n_args) = self.add_args(args)?;
        let Some(words) = self.cx.layouts.words(ret) else { return self.unsupported_type(ret) };
        let Ok(n_ret) = u8::try_from(words) else { return self.unsupported_type(ret) };
        let shape = self.cx.layouts.shape(ret);
        let home = inst.result.filter(|_| shape == Shape::Split).and_then(|v| self.fixed_reg(v));
        let dst = match (words, home) {
            (0, _) => Reg(0),
            (_, Some(home)) => home,
            (words, None) if matches!(shape, Shape::Scalar(_)) => {
                self.single_op();
                self.result(words as u16)
            }
            (words, None) => self.result_run(words as u16),
        };
        self.emit(match whom {
            Whom::Known(func) => Op::Call { dst: Def(dst), n_ret, func, n_args, args },
            Whom::Pointer(target) => Op::CallPtr { dst: Def(dst), n_ret, target, n_args, args },
        });
        match shape {
            Shape::Empty => {}
            Shape::Scalar(_) => self.define(inst, Val::Reg(dst)),
            _ if home.is_some() => {}
            _ => {
                let mut at = dst;
                let mut parts = Vec::new();
                for scalar in self.scalars(ret)? {
                    parts.push(Val::Reg(at));
                    at.0 += scalar.words();
                }
                let val = self.parts_val(&parts);
                self.define(inst, val);
            }
        }
        Ok(())
    }

    fn lower_args(&mut self, call: &ast::Call<'_>) -> Lowered<Vec<Reg>> {
        let body = self.body;
        let args = body.args(call.args);
        let n_fixed = match call.fn_type.map(|ty| self.ast.types.get(ty)) {
            Some(Type::Function { params, varargs: true, .. }) => self.ast.types.list(params).len(),
            _ => args.len(),
        };
        let mut regs = Vec::with_capacity(args.len());
        for arg in args.iter().take(n_fixed) {
            self.fixed_arg(arg, &mut regs)?;
        }
        if n_fixed < args.len() {
            self.variable_args(&args[..n_fixed], &args[n_fixed..], &mut regs)?;
        }
        Ok(regs)
    }

    pub fn fixed_arg(&mut self, arg: &Arg, regs: &mut Vec<Reg>) -> Lowered<()> {
        match self.cx.layouts.shape(arg.ty) {
            Shape::Scalar(scalar) => {
                let reg = self.take_reg(arg.value)?;
                regs.extend((0..scalar.words()).map(|word| Reg(reg.0 + word)));
            }
            Shape::Empty => self.drop_use(arg.value),
            _ => {
                let scalars = self.scalars(arg.ty)?;
                let val = self.take(arg.value)?;
                for word in self.words_of(&scalars, val)? {
                    regs.push(self.src_reg(word, Scalar::Int(64))?);
                }
            }
        }
        Ok(())
    }
}
