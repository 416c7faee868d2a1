//! Instructions other than calls and terminators.

use crate::ast::{
    Access, BinaryOp, CastOp, CmpXchgOperands, Flags, FloatPredicate, Inst, InstKind, IntPredicate,
    List, Operand, Ordering, PhiEdge, RmwOp, Type,
};

use super::operands::GepType;
use super::*;

/// An instruction and its result's type.
pub(super) type Parsed = (InstKind, TypeId);

impl<'a> Parser<'a> {
    /// Reads one instruction with its attachments. `false`: it was a call of a debug intrinsic and
    /// became a record.
    pub(super) fn instruction(&mut self) -> Result<bool> {
        let line = self.tok.line;
        let name = match self.tok.kind {
            Kind::Local | Kind::LocalNum => {
                let token = self.bump();
                self.expect(Kind::Equal, "`=`")?;
                Some(token)
            }
            _ => None,
        };
        let opcode = self.expect(Kind::Word, "an instruction")?;
        let Some((kind, ty)) = self.inst_kind(opcode)? else { return Ok(false) };
        let result = match (ty, name) {
            (TypeId::VOID, None) => None,
            (TypeId::VOID, Some(token)) => {
                let reason = "an instruction of type void has no result".to_owned();
                return Err(self.error_at(token, ParseErrorKind::Invalid(reason)));
            }
            _ => Some(self.define_value(name, ty)?),
        };
        let dbg = self.attachments()?;
        self.body.insts.push(Inst { kind, result, ty, dbg, line });
        Ok(true)
    }

    fn inst_kind(&mut self, opcode: Token) -> Result<Option<Parsed>> {
        let word = self.text_of(opcode);
        let parsed = match word {
            "load" => self.load()?,
            "store" => self.store()?,
            "alloca" => self.alloca()?,
            "getelementptr" => self.gep()?,
            "call" | "tail" | "musttail" | "notail" => return self.call(word),
            "br" => self.br()?,
            "icmp" => self.icmp()?,
            "fcmp" => self.fcmp()?,
            "ret" => self.ret()?,
            "phi" => self.phi()?,
            "select" => self.select()?,
            "switch" => self.switch()?,
            "unreachable" => (InstKind::Unreachable, TypeId::VOID),
            "fneg" => {
                let flags = self.flags()?;
                let token = self.tok;
                let (ty, value) = self.typed_operand()?;
                self.check_float(token, ty)?;
                (InstKind::FNeg { flags, value }, ty)
            }
            "freeze" => {
                let (ty, value) = self.typed_operand()?;
                (InstKind::Freeze { value }, ty)
            }
            "extractvalue" => self.extract_value()?,
            "insertvalue" => self.insert_value()?,
            "extractelement" => self.extract_element()?,
            "insertelement" => self.insert_element()?,
            "shufflevector" => self.shuffle_vector()?,
            "cmpxchg" => self.cmpxchg()?,
            "atomicrmw" => self.atomicrmw()?,
            "fence" => {
                let ordering = self.ordering()?;
                (InstKind::Fence { ordering }, TypeId::VOID)
            }
            "va_arg" => {
                let list = self.pointer_operand()?;
                self.expect(Kind::Comma, "`,`")?;
                (InstKind::VaArg { list }, self.value_type()?)
            }
            "invoke" => self.invoke()?,
            "callbr" => self.callbr()?,
            "landingpad" => self.landing_pad()?,
            "resume" => {
                let (_, value) = self.typed_operand()?;
                (InstKind::Resume { value }, TypeId::VOID)
            }
            "indirectbr" => self.indirect_br()?,
            "catchpad" | "cleanuppad" | "catchswitch" | "catchret" | "cleanupret" => {
                self.funclet(word)?
            }
            _ => match (binary_op(word), cast_op(word)) {
                (Some(op), _) => self.binary(op)?,
                (_, Some(op)) => self.cast(op)?,
                _ => {
                    let kind = ParseErrorKind::UnknownInstruction(word.to_owned());
                    return Err(self.error_at(opcode, kind));
                }
            },
        };
        Ok(Some(parsed))
    }

    /// Flags before a type; those that we do not know are skipped.
    pub(super) fn flags(&mut self) -> Result<Flags> {
        let mut flags = Flags::default();
        while self.at(Kind::Word) && !self.starts_type() {
            flags = flags.union(flag(self.word()));
            self.bump();
            if self.at(Kind::LParen) {
                self.skip_parens()?;
            }
        }
        Ok(flags)
    }

    /// `, T value` with the type given.
    fn second_operand(&mut self, ty: TypeId) -> Result<Operand> {
        self.expect(Kind::Comma, "`,`")?;
        self.operand(ty)
    }

    /// `, T value`
    fn next_typed(&mut self) -> Result<(TypeId, Operand)> {
        self.expect(Kind::Comma, "`,`")?;
        self.typed_operand()
    }

    /// `, ptr value`
    fn next_pointer(&mut self) -> Result<Operand> {
        self.expect(Kind::Comma, "`,`")?;
        self.pointer_operand()
    }

    pub(super) fn pointer_operand(&mut self) -> Result<Operand> {
        let token = self.tok;
        let (ty, operand) = self.typed_operand()?;
        match self.module.types.get_nominal(ty) {
            Type::Ptr { .. } => Ok(operand),
            _ => Err(self.mismatch(token, ty, TypeId::PTR)),
        }
    }

    // Arithmetic.

    fn binary(&mut self, op: BinaryOp) -> Result<Parsed> {
        let flags = self.flags()?;
        let token = self.tok;
        let (ty, lhs) = self.typed_operand()?;
        self.check_binary(token, op, ty)?;
        let rhs = self.second_operand(ty)?;
        Ok((InstKind::Binary { op, flags, lhs, rhs }, ty))
    }

    fn cast(&mut self, op: CastOp) -> Result<Parsed> {
        let flags = self.flags()?;
        let (from, value) = self.typed_operand()?;
        self.expect_word("to")?;
        let token = self.tok;
        let ty = self.value_type()?;
        self.check_cast(token, op, from, ty)?;
        Ok((InstKind::Cast { op, flags, value }, ty))
    }

    fn icmp(&mut self) -> Result<Parsed> {
        let mut flags = Flags::default();
        let pred = loop {
            if let Some(pred) = int_predicate(self.word()) {
                break pred;
            }
            flags = flags.union(self.flag_before_predicate()?);
        };
        self.bump();
        let token = self.tok;
        let (ty, lhs) = self.typed_operand()?;
        self.check_ordered(token, ty)?;
        let rhs = self.second_operand(ty)?;
        Ok((InstKind::ICmp { pred, flags, lhs, rhs }, self.like_vector(ty, TypeId::I1)))
    }

    fn fcmp(&mut self) -> Result<Parsed> {
        let mut flags = Flags::default();
        let pred = loop {
            if let Some(pred) = float_predicate(self.word()) {
                break pred;
            }
            flags = flags.union(self.flag_before_predicate()?);
        };
        self.bump();
        let token = self.tok;
        let (ty, lhs) = self.typed_operand()?;
        self.check_float(token, ty)?;
        let rhs = self.second_operand(ty)?;
        Ok((InstKind::FCmp { pred, flags, lhs, rhs }, self.like_vector(ty, TypeId::I1)))
    }

    fn flag_before_predicate(&mut self) -> Result<Flags> {
        if !self.at(Kind::Word) || self.starts_type() {
            return Err(self.expected("a predicate"));
        }
        let token = self.bump();
        Ok(flag(self.text_of(token)))
    }

    fn select(&mut self) -> Result<Parsed> {
        self.flags()?;
        let cond_token = self.tok;
        let (cond_ty, cond) = self.typed_operand()?;
        let (ty, if_true) = self.next_typed()?;
        self.check_condition(cond_token, cond_ty, ty)?;
        let token = self.tok;
        let (other, if_false) = self.next_typed()?;
        if other != ty {
            return Err(self.mismatch(token, other, ty));
        }
        Ok((InstKind::Select { cond, if_true, if_false }, ty))
    }

    fn phi(&mut self) -> Result<Parsed> {
        self.flags()?;
        let ty = self.value_type()?;
        let start = self.body.phi_edges.len();
        loop {
            if self.at(Kind::MetaName) && self.body.phi_edges.len() > start {
                self.comma_taken = true;
                break;
            }
            self.expect(Kind::LBracket, "`[`")?;
            let value = self.operand(ty)?;
            self.expect(Kind::Comma, "`,`")?;
            let block = self.label_name()?;
            self.expect(Kind::RBracket, "`]`")?;
            self.body.phi_edges.push(PhiEdge { value, block });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        let incoming = List::new(start, self.body.phi_edges.len());
        Ok((InstKind::Phi { incoming }, ty))
    }

    // Memory.

    /// `, align 4` and `, addrspace(5)`, as far as they are there. A comma before something else is
    /// taken, and noted.
    fn align_suffix(&mut self) -> Result<(u32, u32)> {
        let (mut align, mut addr_space) = (0, 0);
        while self.eat(Kind::Comma) {
            match self.word() {
                "align" => {
                    self.bump();
                    align = self.alignment()?;
                }
                "addrspace" => addr_space = self.addr_space()?,
                _ => {
                    self.comma_taken = true;
                    break;
                }
            }
        }
        Ok((align, addr_space))
    }

    /// `atomic` and `volatile`
    fn access_prefix(&mut self) -> (bool, bool) {
        let atomic = self.eat_word("atomic");
        (atomic, self.eat_word("volatile"))
    }

    fn access(&mut self, atomic: bool, volatile: bool) -> Result<Access> {
        let ordering = if atomic { self.ordering()? } else { Ordering::NotAtomic };
        let (align, _) = self.align_suffix()?;
        Ok(Access { align, volatile, ordering })
    }

    /// `syncscope("…") acquire`
    fn ordering(&mut self) -> Result<Ordering> {
        if self.eat_word("syncscope") {
            if !self.at(Kind::LParen) {
                return Err(self.expected("`(`"));
            }
            self.skip_parens()?;
        }
        let ordering = match self.word() {
            "unordered" => Ordering::Unordered,
            "monotonic" => Ordering::Monotonic,
            "acquire" => Ordering::Acquire,
            "release" => Ordering::Release,
            "acq_rel" => Ordering::AcqRel,
            "seq_cst" => Ordering::SeqCst,
            _ => return Err(self.expected("an atomic ordering")),
        };
        self.bump();
        Ok(ordering)
    }

    fn load(&mut self) -> Result<Parsed> {
        let (atomic, volatile) = self.access_prefix();
        let ty = self.value_type()?;
        let ptr = self.next_pointer()?;
        let access = self.access(atomic, volatile)?;
        Ok((InstKind::Load { ptr, access }, ty))
    }

    fn store(&mut self) -> Result<Parsed> {
        let (atomic, volatile) = self.access_prefix();
        let (_, value) = self.typed_operand()?;
        let ptr = self.next_pointer()?;
        let access = self.access(atomic, volatile)?;
        Ok((InstKind::Store { value, ptr, access }, TypeId::VOID))
    }

    fn alloca(&mut self) -> Result<Parsed> {
        while self.eat_word("inalloca") || self.eat_word("swifterror") {}
        let ty = self.value_type()?;
        let mut count = None;
        let (mut align, mut addr_space) = (0, 0);
        while self.eat(Kind::Comma) {
            match self.word() {
                "align" => {
                    self.bump();
                    align = self.alignment()?;
                }
                "addrspace" => addr_space = self.addr_space()?,
                _ if self.at(Kind::MetaName) => {
                    self.comma_taken = true;
                    break;
                }
                _ => {
                    let token = self.tok;
                    let (count_ty, operand) = self.typed_operand()?;
                    self.check_integer(token, count_ty)?;
                    count = Some(operand);
                }
            }
        }
        Ok((InstKind::Alloca { ty, count, align }, self.pointer(addr_space)))
    }

    fn gep(&mut self) -> Result<Parsed> {
        let flags = self.flags()?;
        let source = self.value_type()?;
        let start = self.body.operands.len();
        let mut gep = GepType::default();
        while self.eat(Kind::Comma) {
            if self.at(Kind::MetaName) {
                self.comma_taken = true;
                break;
            }
            let token = self.tok;
            let (ty, operand) = self.typed_operand()?;
            self.gep_operand(token, &mut gep, ty)?;
            self.body.operands.push(operand);
        }
        let ty = self.gep_type(self.tok, gep)?;
        let operands = List::new(start, self.body.operands.len());
        Ok((InstKind::GetElementPtr { source, flags, operands }, ty))
    }

    fn cmpxchg(&mut self) -> Result<Parsed> {
        let weak = self.eat_word("weak");
        self.eat_word("volatile");
        let start = self.body.operands.len();
        let ptr = self.pointer_operand()?;
        self.expect(Kind::Comma, "`,`")?;
        let token = self.tok;
        let (ty, expected) = self.typed_operand()?;
        self.check_ordered(token, ty)?;
        let token = self.tok;
        let (new_ty, new) = self.next_typed()?;
        self.check_type(token, new_ty, ty)?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        self.align_suffix()?;
        self.body.operands.extend([ptr, expected, new]);
        let operands = List::new(start, self.body.operands.len());
        let fields = self.module.types.intern_list(&[ty, TypeId::I1]);
        let result = self.module.types.intern(Type::Struct { fields, packed: false });
        let operands = CmpXchgOperands { operands, weak, success, failure };
        Ok((InstKind::CmpXchg { operands }, result))
    }

    fn atomicrmw(&mut self) -> Result<Parsed> {
        let volatile = self.eat_word("volatile");
        let Some(op) = rmw_op(self.word()) else {
            return Err(self.expected("an operation of atomicrmw"));
        };
        self.bump();
        let ptr = self.pointer_operand()?;
        let (ty, value) = self.next_typed()?;
        let access = self.access(true, volatile)?;
        Ok((InstKind::AtomicRmw { op, ptr, value, access }, ty))
    }

    // Vectors and aggregates.

    fn vector_operand(&mut self) -> Result<(TypeId, TypeId, Operand)> {
        let token = self.tok;
        let (ty, vector) = self.typed_operand()?;
        match self.module.types.get(ty) {
            Type::Vector { elem, .. } => Ok((ty, elem, vector)),
            _ => Err(self.wrong_operand(token, "a vector", ty)),
        }
    }

    fn vector_index(&mut self) -> Result<Operand> {
        self.expect(Kind::Comma, "`,`")?;
        let token = self.tok;
        let (ty, index) = self.typed_operand()?;
        self.check_integer(token, ty)?;
        Ok(index)
    }

    fn extract_element(&mut self) -> Result<Parsed> {
        let (_, elem, vector) = self.vector_operand()?;
        let index = self.vector_index()?;
        Ok((InstKind::ExtractElement { vector, index }, elem))
    }

    fn insert_element(&mut self) -> Result<Parsed> {
        let (ty, elem, vector) = self.vector_operand()?;
        let token = self.tok;
        let (element_ty, element) = self.next_typed()?;
        self.check_type(token, element_ty, elem)?;
        let index = self.vector_index()?;
        Ok((InstKind::InsertElement { vector, element, index }, ty))
    }

    fn shuffle_vector(&mut self) -> Result<Parsed> {
        let (ty, elem, lhs) = self.vector_operand()?;
        let token = self.tok;
        let (rhs_ty, rhs) = self.next_typed()?;
        self.check_type(token, rhs_ty, ty)?;
        self.expect(Kind::Comma, "`,`")?;
        let token = self.tok;
        let mask = self.typed_const()?;
        let mask_ty = self.module.consts.get(mask).ty;
        match self.module.types.get(mask_ty) {
            Type::Vector { elem: TypeId::I32, .. } => {}
            _ => return Err(self.wrong_operand(token, "a vector of i32", mask_ty)),
        }
        let result = self.like_vector(mask_ty, elem);
        Ok((InstKind::ShuffleVector { lhs, rhs, mask }, result))
    }

    /// One index into an aggregate type, and the type it selects.
    pub(super) fn aggregate_index(&mut self, aggregate: TypeId) -> Result<(u32, TypeId)> {
        let token = self.tok;
        let index = self.expect_u32("an index")?;
        match self.element_type(aggregate, index) {
            Some(element) => Ok((index, element)),
            None => {
                let ty = self.module.types.display(aggregate);
                let reason = format!("index {index} is not valid in {ty}");
                Err(self.error_at(token, ParseErrorKind::Invalid(reason)))
            }
        }
    }

    /// `, 0, 1`: at least one index.
    fn aggregate_indices(&mut self, mut aggregate: TypeId) -> Result<(List<u32>, TypeId)> {
        let start = self.body.indices.len();
        self.expect(Kind::Comma, "`,`")?;
        loop {
            let (index, element) = self.aggregate_index(aggregate)?;
            self.body.indices.push(index);
            aggregate = element;
            if !self.eat(Kind::Comma) {
                break;
            }
            if self.at(Kind::MetaName) {
                self.comma_taken = true;
                break;
            }
        }
        Ok((List::new(start, self.body.indices.len()), aggregate))
    }

    fn extract_value(&mut self) -> Result<Parsed> {
        let (aggregate_ty, aggregate) = self.typed_operand()?;
        let (indices, ty) = self.aggregate_indices(aggregate_ty)?;
        Ok((InstKind::ExtractValue { aggregate, indices }, ty))
    }

    fn insert_value(&mut self) -> Result<Parsed> {
        let (ty, aggregate) = self.typed_operand()?;
        let token = self.tok;
        let (element_ty, element) = self.next_typed()?;
        let (indices, inner) = self.aggregate_indices(ty)?;
        self.check_type(token, element_ty, inner)?;
        Ok((InstKind::InsertValue { aggregate, element, indices }, ty))
    }
}

/// The flag of a word; none if it is not one.
pub(super) fn flag(word: &str) -> Flags {
    match word {
        "nuw" => Flags::NUW,
        "nsw" => Flags::NSW,
        "exact" => Flags::EXACT,
        "disjoint" => Flags::DISJOINT,
        "nneg" => Flags::NNEG,
        "samesign" => Flags::SAMESIGN,
        // `inbounds` implies `nusw`.
        "inbounds" => Flags::INBOUNDS.union(Flags::NUSW),
        "nusw" => Flags::NUSW,
        "nnan" => Flags::NNAN,
        "ninf" => Flags::NINF,
        "nsz" => Flags::NSZ,
        "arcp" => Flags::ARCP,
        "contract" => Flags::CONTRACT,
        "afn" => Flags::AFN,
        "reassoc" => Flags::REASSOC,
        "fast" => Flags::FAST,
        _ => Flags::default(),
    }
}

pub(super) fn binary_op(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UDiv,
        "sdiv" => BinaryOp::SDiv,
        "urem" => BinaryOp::URem,
        "srem" => BinaryOp::SRem,
        "shl" => BinaryOp::Shl,
        "lshr" => BinaryOp::LShr,
        "ashr" => BinaryOp::AShr,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "fadd" => BinaryOp::FAdd,
        "fsub" => BinaryOp::FSub,
        "fmul" => BinaryOp::FMul,
        "fdiv" => BinaryOp::FDiv,
        "frem" => BinaryOp::FRem,
        _ => return None,
    })
}

pub(super) fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word {
        "trunc" => CastOp::Trunc,
        "zext" => CastOp::ZExt,
        "sext" => CastOp::SExt,
        "fptrunc" => CastOp::FpTrunc,
        "fpext" => CastOp::FpExt,
        "fptoui" => CastOp::FpToUi,
        "fptosi" => CastOp::FpToSi,
        "uitofp" => CastOp::UiToFp,
        "sitofp" => CastOp::SiToFp,
        "ptrtoint" => CastOp::PtrToInt,
        "ptrtoaddr" => CastOp::PtrToAddr,
        "inttoptr" => CastOp::IntToPtr,
        "bitcast" => CastOp::BitCast,
        "addrspacecast" => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

pub(super) fn int_predicate(word: &str) -> Option<IntPredicate> {
    Some(match word {
        "eq" => IntPredicate::Eq,
        "ne" => IntPredicate::Ne,
        "ugt" => IntPredicate::Ugt,
        "uge" => IntPredicate::Uge,
        "ult" => IntPredicate::Ult,
        "ule" => IntPredicate::Ule,
        "sgt" => IntPredicate::Sgt,
        "sge" => IntPredicate::Sge,
        "slt" => IntPredicate::Slt,
        "sle" => IntPredicate::Sle,
        _ => return None,
    })
}

pub(super) fn float_predicate(word: &str) -> Option<FloatPredicate> {
    Some(match word {
        "false" => FloatPredicate::False,
        "oeq" => FloatPredicate::Oeq,
        "ogt" => FloatPredicate::Ogt,
        "oge" => FloatPredicate::Oge,
        "olt" => FloatPredicate::Olt,
        "ole" => FloatPredicate::Ole,
        "one" => FloatPredicate::One,
        "ord" => FloatPredicate::Ord,
        "ueq" => FloatPredicate::Ueq,
        "ugt" => FloatPredicate::Ugt,
        "uge" => FloatPredicate::Uge,
        "ult" => FloatPredicate::Ult,
        "ule" => FloatPredicate::Ule,
        "une" => FloatPredicate::Une,
        "uno" => FloatPredicate::Uno,
        "true" => FloatPredicate::True,
        _ => return None,
    })
}

fn rmw_op(word: &str) -> Option<RmwOp> {
    Some(match word {
        "xchg" => RmwOp::Xchg,
        "add" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "nand" => RmwOp::Nand,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        "max" => RmwOp::Max,
        "min" => RmwOp::Min,
        "umax" => RmwOp::UMax,
        "umin" => RmwOp::UMin,
        "fadd" => RmwOp::FAdd,
        "fsub" => RmwOp::FSub,
        "fmax" => RmwOp::FMax,
        "fmin" => RmwOp::FMin,
        "fmaximum" => RmwOp::FMaximum,
        "fminimum" => RmwOp::FMinimum,
        "uinc_wrap" => RmwOp::UIncWrap,
        "udec_wrap" => RmwOp::UDecWrap,
        "usub_cond" => RmwOp::USubCond,
        "usub_sat" => RmwOp::USubSat,
        _ => return None,
    })
}
