//! Calls of all kinds.

use crate::ast::{
    Arg, BlockId, Bundle, Call, CallId, Callee, InlineAsm, InstKind, List, Operand, TailKind, Type,
};

use super::attrs::FnSuffix;
use super::insts::Parsed;
use super::*;

impl<'a> Parser<'a> {
    /// `call`, or a word before it. `None`: a debug intrinsic, turned into a record.
    pub(super) fn call(&mut self, word: &str) -> Result<Option<Parsed>> {
        let tail = match word {
            "tail" => TailKind::Tail,
            "musttail" => TailKind::MustTail,
            "notail" => TailKind::NoTail,
            _ => TailKind::None,
        };
        if tail != TailKind::None {
            self.expect_word("call")?;
        }
        let call = self.call_rest(tail)?;
        if let Callee::Operand(Operand::Symbol(symbol)) = call.callee
            && let Some(kind) = self.symbol_info[symbol.index()].record
        {
            self.record_of_call(kind, &call)?;
            return Ok(None);
        }
        let ty = call.ret;
        let call = self.push_call(call);
        Ok(Some((InstKind::Call { call }, ty)))
    }

    fn push_call(&mut self, call: Call<'a>) -> CallId {
        self.body.calls.push(call);
        CallId(self.body.calls.len() as u32 - 1)
    }

    /// A call of `llvm.dbg.*` and its attachments become a record; its arguments leave the pool.
    fn record_of_call(&mut self, kind: DebugRecordKind, call: &Call<'a>) -> Result<()> {
        let dbg = self.attachments()?;
        let args: Vec<Operand> = self.body.args(call.args).iter().map(|arg| arg.value).collect();
        self.body.args.truncate(call.args.range().start);
        match (kind, args.as_slice()) {
            (DebugRecordKind::Label, nodes) => self.push_record(kind, None, nodes, dbg),
            (_, [value, nodes @ ..]) => self.push_record(kind, Some(*value), nodes, dbg),
            _ => {}
        }
        Ok(())
    }

    /// From behind the opcode to the operand bundles.
    fn call_rest(&mut self, tail: TailKind) -> Result<Call<'a>> {
        let prefix = self.prefix()?;
        let start = self.tok;
        let written = self.ty()?;
        let (ret, fn_type) = match self.module.types.get_nominal(written) {
            Type::Function { ret, .. } => (ret, Some(written)),
            Type::Label | Type::Metadata => {
                return Err(self.mismatch(start, written, TypeId::VOID));
            }
            _ => (written, None),
        };
        let callee = match self.word() {
            "asm" => Callee::Asm(Box::new(self.inline_asm()?)),
            _ => Callee::Operand(self.callee(prefix.addr_space)?),
        };
        let args = self.args()?;
        self.check_args(start, fn_type, args)?;
        let mut suffix = FnSuffix::default();
        // `to` belongs to `invoke` and `callbr`.
        while self.word() != "to" && self.fn_attr(&mut suffix)? {}
        let bundles = self.bundles()?;
        Ok(Call {
            callee,
            ret,
            fn_type,
            args,
            ret_attrs: prefix.ret_attrs,
            fn_attrs: suffix.attrs,
            attr_group: suffix.group,
            cc: prefix.cc,
            tail,
            flags: prefix.flags,
            bundles,
        })
    }

    fn callee(&mut self, addr_space: u32) -> Result<Operand> {
        let ty = self.pointer(addr_space);
        self.operand(ty)
    }

    /// `asm sideeffect alignstack inteldialect unwind "template", "constraints"`
    fn inline_asm(&mut self) -> Result<InlineAsm<'a>> {
        self.bump();
        let side_effect = self.eat_word("sideeffect");
        let align_stack = self.eat_word("alignstack");
        let intel_dialect = self.eat_word("inteldialect");
        let unwind = self.eat_word("unwind");
        let template = self.string()?;
        self.expect(Kind::Comma, "`,`")?;
        let constraints = self.string()?;
        Ok(InlineAsm { template, constraints, side_effect, align_stack, intel_dialect, unwind })
    }

    /// `(T attrs value, …)`
    fn args(&mut self) -> Result<List<Arg>> {
        self.expect(Kind::LParen, "`(`")?;
        let start = self.body.args.len();
        if !self.at(Kind::RParen) {
            loop {
                // A `musttail` call hands the caller's variable arguments on.
                if self.eat(Kind::Ellipsis) {
                    break;
                }
                let ty = self.value_type()?;
                let (attrs, value) = if ty == TypeId::METADATA {
                    (ParamAttrsId::NONE, self.metadata_operand()?)
                } else {
                    (self.param_attrs()?, self.operand(ty)?)
                };
                self.body.args.push(Arg { value, ty, attrs });
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.expect(Kind::RParen, "`,` or `)`")?;
        Ok(List::new(start, self.body.args.len()))
    }

    /// The arguments fit the function type, if it is written.
    fn check_args(&self, start: Token, fn_type: Option<TypeId>, args: List<Arg>) -> Result<()> {
        let Some(fn_type) = fn_type else { return Ok(()) };
        let Type::Function { params, varargs, .. } = self.module.types.get(fn_type) else {
            return Ok(());
        };
        let params = self.module.types.list(params);
        let args = self.body.args(args);
        let fits = args.len() >= params.len()
            && (varargs || args.len() == params.len())
            && params.iter().zip(args).all(|(param, arg)| *param == arg.ty);
        if fits {
            return Ok(());
        }
        let ty = self.module.types.display(fn_type);
        let reason = format!("the arguments of the call do not match the type {ty}");
        Err(self.error_at(start, ParseErrorKind::Invalid(reason)))
    }

    /// `[ "tag"(T value, …), … ]`, if it is there.
    fn bundles(&mut self) -> Result<Vec<Bundle<'a>>> {
        let mut bundles = Vec::new();
        // `callbr`'s list of labels comes behind `to`, so a bracket here opens bundles.
        if !self.eat(Kind::LBracket) {
            return Ok(bundles);
        }
        while !self.eat(Kind::RBracket) {
            let tag = self.string()?;
            self.expect(Kind::LParen, "`(`")?;
            let start = self.body.operands.len();
            while !self.eat(Kind::RParen) {
                let (_, operand) = self.typed_operand()?;
                self.body.operands.push(operand);
                self.list_comma(Kind::RParen, "`,` or `)`")?;
            }
            let operands = List::new(start, self.body.operands.len());
            bundles.push(Bundle { tag, operands });
            self.list_comma(Kind::RBracket, "`,` or `]`")?;
        }
        Ok(bundles)
    }

    /// A comma, or the closing token, which stays.
    pub(super) fn list_comma(&mut self, close: Kind, expected: &'static str) -> Result<()> {
        if self.eat(Kind::Comma) || self.at(close) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// `… to label %a unwind label %b`
    pub(super) fn invoke(&mut self) -> Result<Parsed> {
        let call = self.call_rest(TailKind::None)?;
        self.expect_word("to")?;
        let normal = self.label_ref()?;
        self.expect_word("unwind")?;
        let unwind = self.label_ref()?;
        let ty = call.ret;
        let call = self.push_call(call);
        Ok((InstKind::Invoke { call, normal, unwind }, ty))
    }

    /// `… to label %a [label %b, …]`
    pub(super) fn callbr(&mut self) -> Result<Parsed> {
        let call = self.call_rest(TailKind::None)?;
        self.expect_word("to")?;
        let fallthrough = self.label_ref()?;
        let indirect = self.label_list()?;
        let ty = call.ret;
        let call = self.push_call(call);
        Ok((InstKind::CallBr { call, fallthrough, indirect }, ty))
    }

    /// `[label %a, …]`
    pub(super) fn label_list(&mut self) -> Result<List<BlockId>> {
        self.expect(Kind::LBracket, "`[`")?;
        let start = self.body.targets.len();
        while !self.eat(Kind::RBracket) {
            let target = self.label_ref()?;
            self.body.targets.push(target);
            self.list_comma(Kind::RBracket, "`,` or `]`")?;
        }
        Ok(List::new(start, self.body.targets.len()))
    }
}
