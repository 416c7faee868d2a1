//! Inline assembly: a list of what is understood; everything else is `unsupported` when executed.
//!
//! Constraints are read as far as needed: which outputs there are and which input each one starts
//! from (`"=r,0"`, `"+r"`). Outputs through memory (`"=*m"`) take an address as an argument.

mod double;

use super::function::{Flow, FnLower, Lowered, gap};
use super::types::{Scalar, Shape};
use super::value::{Src, Val};
use crate::ast::{self, InlineAsm, Inst, Operand, TypeId};
use patchlight_ir::kinds::{BinOp, BitUnOp, IntPred};
use patchlight_ir::{Def, Op};

/// The operands of an assembly statement as its constraints describe them.
#[derive(Debug, Default)]
struct Constraints {
    /// Register outputs: `(constraint, the argument that it starts from)`.
    outputs: Vec<(String, Option<usize>)>,
    /// Arguments: whether it is memory, and its constraint.
    inputs: Vec<(bool, String)>,
}

/// What valgrind's headers ask it with. Without valgrind, the answer is the one that comes in.
const VALGRIND_REQUEST: &str =
    "rolq $$3, %rdi; rolq $$13, %rdi; rolq $$61, %rdi; rolq $$51, %rdi; xchgq %rbx,%rbx";

impl FnLower<'_, '_, '_> {
    pub fn lower_asm(
        &mut self,
        inst: &Inst,
        call: &ast::Call<'_>,
        asm: &InlineAsm<'_>,
    ) -> Lowered<Flow> {
        let body = self.body;
        let args: Vec<Operand> = body.args(call.args).iter().map(|arg| arg.value).collect();
        let constraints = Constraints::parse(&asm.constraints);
        let text = normalise(&asm.template);
        match text.as_str() {
            ""
            | "nop"
            | "pause"
            | "rep; nop"
            | "mfence"
            | "lfence"
            | "sfence"
            | "lock; addl $0,0(%rsp)"
            | "lock; addl $0,0(%%rsp)"
            | "lock; addl $$0,0(%rsp)"
            | "lock; orl $$0,(%rsp)"
            | "lock; addl $$0, 0(%rsp)"
            | VALGRIND_REQUEST => {
                self.asm_passes_through(inst, &args, &constraints)?;
            }
            "rdtsc" => self.asm_counter(inst, &args)?,
            "hlt" => {
                self.emit(Op::Trap {});
                return Ok(Flow::Ended);
            }
            "mov $1, $0; lock; orl $$0,(%rsp)" if args.len() == 2 => {
                self.asm_register(args[1])?;
                let address = self.asm_address(args[0])?;
                self.lower_store(args[1], address)?;
            }
            "bsr $1,$0; xor $$63,$0" => self.asm_leading_zeros(inst, &args, 64)?,
            "bsr $1,$0; xor $$31,$0" => self.asm_leading_zeros(inst, &args, 32)?,
            // A processor without features. Clang's header keeps `rbx`, which may be reserved.
            "cpuid" | "xchgq %rbx,${1:q}; cpuid; xchgq %rbx,${1:q}" => {
                args.iter().for_each(|&arg| self.drop_use(arg));
                let val = self.zero(inst.ty)?;
                self.define(inst, val);
            }
            "addq $5,${1:q}; adcq $3,${0:q}" => {
                self.asm_two_words(inst, &args, &constraints, BinOp::Add)?;
            }
            "subq $5,${1:q}; sbbq $3,${0:q}" => {
                self.asm_two_words(inst, &args, &constraints, BinOp::Sub)?;
            }
            "mulq $3" => self.asm_wide_product(inst, &args, &constraints)?,
            _ => return self.asm_operation(inst, &args, &constraints, &text, asm),
        }
        Ok(Flow::Next)
    }

    /// Outputs are the inputs they are tied to; others are zero.
    fn asm_passes_through(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
    ) -> Lowered<()> {
        let mut taken = Vec::with_capacity(args.len());
        for &arg in args {
            let ty = self.type_of(arg);
            taken.push(match self.one_scalar(ty) {
                true => self.take_scalar(arg)?,
                false => self.take(arg)?,
            });
        }
        if inst.result.is_none() {
            return Ok(());
        }
        let wanted = self.scalars(inst.ty)?;
        let mut widths = Vec::with_capacity(wanted.len());
        let mut parts = Vec::with_capacity(wanted.len());
        for (_, tied) in &constraints.outputs {
            match tied.filter(|&index| index < args.len()) {
                Some(input) => {
                    widths.extend(self.scalars(self.type_of(args[input]))?);
                    parts.extend(self.parts_of(taken[input]));
                }
                None => {
                    widths.extend(wanted.get(parts.len()));
                    parts.push(Val::Imm(0));
                }
            }
        }
        let bits = |scalars: &[Scalar]| scalars.iter().map(|s| s.bits()).collect::<Vec<_>>();
        if parts.len() != wanted.len() || bits(&widths) != bits(&wanted) {
            return gap("inline assembly with these outputs");
        }
        let val = match self.one_scalar(inst.ty) {
            true => parts[0],
            false => self.parts_val(&parts),
        };
        self.retain(val);
        self.define(inst, val);
        Ok(())
    }

    /// `rdtsc`: the counter in one output, or its halves in two.
    fn asm_counter(&mut self, inst: &Inst, args: &[Operand]) -> Lowered<()> {
        args.iter().for_each(|&arg| self.drop_use(arg));
        let scalars = self.scalars(inst.ty)?;
        let counter = self.result(1);
        self.emit(Op::ReadCounter { dst: Def(counter) });
        let val = match scalars.as_slice() {
            [Scalar::Int(64)] if self.one_scalar(inst.ty) => Val::Reg(counter),
            [Scalar::Int(32 | 64), Scalar::Int(32 | 64)] => {
                let low = self.result(1);
                self.emit(Op::AndI { w: 64, dst: Def(low), a: counter, b: 0xffff_ffff });
                let high = self.result(1);
                self.emit(Op::LshrI { w: 64, dst: Def(high), a: counter, b: 32 });
                self.parts_val(&[Val::Reg(low), Val::Reg(high)])
            }
            _ => return gap("rdtsc with these outputs"),
        };
        self.define(inst, val);
        Ok(())
    }

    fn asm_operation(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
        text: &str,
        asm: &InlineAsm<'_>,
    ) -> Lowered<Flow> {
        let unknown = || format!("inline assembly `{}`", asm.template);
        let (locked, plain) = match text.strip_prefix("lock") {
            Some(rest) => (true, rest.trim_start_matches([';', ' '])),
            None => (false, text),
        };
        let mnemonic = plain.split_whitespace().next().unwrap_or("");
        // Below, what stands at a place of the constraints is looked up among the arguments.
        if plain.contains(';') || constraints.inputs.len() != args.len() {
            return gap(unknown());
        }
        let memory = constraints.inputs.iter().position(|(memory, _)| *memory);
        match (mnemonic.trim_end_matches(['l', 'q', 'w', 'b']), memory) {
            ("bswap", None) => {
                self.asm_width(inst, args)?;
                self.asm_unary(inst, args, BitUnOp::ByteSwap)?;
            }
            ("bs" | "bsf" | "tzcnt", None) if !mnemonic.starts_with("bsr") => {
                self.asm_unary(inst, args, BitUnOp::TrailingZeros)?;
            }
            ("bsr", None) => self.asm_highest_bit(inst, args)?,
            ("xchg", Some(memory)) => {
                self.asm_exchange(inst, args, constraints, memory, None)?;
            }
            ("xadd" | "xad", Some(memory)) => {
                self.asm_exchange(inst, args, constraints, memory, Some(BinOp::Add))?;
            }
            ("cmpxchg", Some(memory)) => self.asm_cmpxchg(inst, args, constraints, memory)?,
            ("add" | "ad", Some(memory)) if locked || inst.result.is_none() => {
                self.asm_update(inst, args, constraints, memory, BinOp::Add, &unknown())?;
            }
            ("or", Some(memory)) => {
                self.asm_update(inst, args, constraints, memory, BinOp::Or, &unknown())?;
            }
            ("and", Some(memory)) => {
                self.asm_update(inst, args, constraints, memory, BinOp::And, &unknown())?;
            }
            ("su" | "sub", Some(memory)) => {
                self.asm_update(inst, args, constraints, memory, BinOp::Sub, &unknown())?;
            }
            ("inc", Some(memory)) => {
                self.asm_step(inst, args, constraints, memory, BinOp::Add, mnemonic)?;
            }
            ("dec", Some(memory)) => {
                self.asm_step(inst, args, constraints, memory, BinOp::Sub, mnemonic)?;
            }
            _ => return gap(unknown()),
        }
        Ok(Flow::Next)
    }

    /// An operand that a general-purpose register or memory of such a width holds.
    fn asm_register(&mut self, operand: Operand) -> Lowered<Scalar> {
        self.asm_scalar(self.type_of(operand))
    }

    fn asm_scalar(&mut self, ty: TypeId) -> Lowered<Scalar> {
        match self.cx.layouts.shape(ty) {
            Shape::Scalar(scalar) if matches!(scalar.bits(), 8 | 16 | 32 | 64) => Ok(scalar),
            _ => gap(format!("inline assembly on {}", self.ast.types.display(ty))),
        }
    }

    /// The scalar of all these operands and of the result, if there is one: the instructions below
    /// have a single width.
    fn asm_width(&mut self, inst: &Inst, operands: &[Operand]) -> Lowered<Scalar> {
        let mut types: Vec<TypeId> =
            operands.iter().map(|&operand| self.type_of(operand)).collect();
        types.extend(inst.result.map(|_| inst.ty));
        let Some(&first) = types.first() else {
            return gap("inline assembly without operands");
        };
        let scalar = self.asm_scalar(first)?;
        for ty in types {
            if self.asm_scalar(ty)?.bits() != scalar.bits() {
                return gap("inline assembly on operands of different widths");
            }
        }
        Ok(scalar)
    }

    fn asm_address(&mut self, operand: Operand) -> Lowered<Operand> {
        match self.scalar_of(self.type_of(operand))? {
            Scalar::Ptr => Ok(operand),
            _ => gap("inline assembly on memory without an address"),
        }
    }

    /// An operation at its operand's width. The number of a bit fits any output: C libraries give
    /// that of a 64-bit operand as an `int`.
    fn asm_unary(&mut self, inst: &Inst, args: &[Operand], op: BitUnOp) -> Lowered<()> {
        let &[arg, ref rest @ ..] = args else { return gap("inline assembly without operands") };
        self.asm_scalar(inst.ty)?;
        let w = self.asm_register(arg)?.bits();
        let a = self.take_reg(arg)?;
        rest.iter().for_each(|&arg| self.drop_use(arg));
        let dst = self.result(1);
        self.emit(Op::BitUn { op, w, dst: Def(dst), a });
        self.define(inst, Val::Reg(dst));
        Ok(())
    }

    fn asm_leading_zeros(&mut self, inst: &Inst, args: &[Operand], w: u8) -> Lowered<()> {
        if self.asm_width(inst, args)?.bits() != w {
            return gap("inline assembly on operands of different widths");
        }
        self.asm_unary(inst, args, BitUnOp::LeadingZeros)
    }

    fn asm_highest_bit(&mut self, inst: &Inst, args: &[Operand]) -> Lowered<()> {
        let &[arg, ..] = args else { return gap("inline assembly without operands") };
        self.asm_scalar(inst.ty)?;
        let w = self.asm_register(arg)?.bits();
        let a = self.take_reg(arg)?;
        let zeros = self.scratch(1);
        self.emit(Op::BitUn { op: BitUnOp::LeadingZeros, w, dst: Def(zeros), a });
        // Of 0 the processor gives anything; this fits all outputs.
        let top = Src::Imm(u64::from(w) - 1);
        let val = self.int_binary(BinOp::Xor, w, Src::Reg(zeros), top)?;
        self.define(inst, val);
        Ok(())
    }

    /// `xchg`, `xadd`: the old value comes back, the new one is written.
    fn asm_exchange(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
        memory: usize,
        op: Option<BinOp>,
    ) -> Lowered<()> {
        let tied = constraints.outputs.iter().find_map(|(_, tied)| *tied);
        let value = tied.or_else(|| (0..args.len()).find(|&i| i != memory));
        let Some(value) = value.filter(|&i| i < args.len()) else {
            return gap("inline assembly without a value");
        };
        let scalar = self.asm_width(inst, &[args[value]])?;
        let address = self.asm_address(args[memory])?;
        let new = self.take_scalar(args[value])?;
        let addr = self.take_addr(address)?;
        let old = self.load_scalar(scalar, addr);
        let written = match op {
            None => new,
            Some(op) => {
                let a = self.source(old, scalar)?;
                let b = self.source(new, scalar)?;
                self.int_binary(op, scalar.bits(), a, b)?
            }
        };
        self.store_scalar(scalar, written, addr)?;
        self.define(inst, old);
        Ok(())
    }

    /// `cmpxchg`: the accumulator (tied to the output) is compared, the other register written.
    fn asm_cmpxchg(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
        memory: usize,
    ) -> Lowered<()> {
        let accumulator = constraints
            .inputs
            .iter()
            .position(|(memory, text)| !memory && (text.contains("{ax}") || text.contains('a')))
            .or_else(|| constraints.outputs.iter().find_map(|(_, tied)| *tied));
        let others = (0..args.len()).find(|&i| i != memory && Some(i) != accumulator);
        let (Some(accumulator), Some(new)) = (accumulator, others) else {
            return gap("cmpxchg with these operands");
        };
        let scalar = self.asm_width(inst, &[args[accumulator], args[new]])?;
        let address = self.asm_address(args[memory])?;
        let expected = self.take_scalar(args[accumulator])?;
        let new = self.take_scalar(args[new])?;
        let addr = self.take_addr(address)?;
        let old = self.load_scalar(scalar, addr);
        let equal = self.compare(IntPred::Eq, scalar, old, expected)?;
        let equal = self.in_reg(equal, Scalar::Int(1))?;
        let written = self.select(scalar, equal, new, old)?;
        self.store_scalar(scalar, written, addr)?;
        self.define(inst, old);
        Ok(())
    }

    /// `lock add %1, %0` and the like, without a result.
    fn asm_update(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
        memory: usize,
        op: BinOp,
        unknown: &str,
    ) -> Lowered<()> {
        let value = (0..args.len()).find(|&i| !constraints.inputs.get(i).is_some_and(|(m, _)| *m));
        let (Some(value), None) = (value, inst.result) else { return gap(unknown.to_owned()) };
        let scalar = self.asm_register(args[value])?;
        let address = self.asm_address(args[memory])?;
        let b = self.take_src(args[value])?;
        let addr = self.take_addr(address)?;
        let old = self.load_scalar(scalar, addr);
        let a = self.source(old, scalar)?;
        let new = self.int_binary(op, scalar.bits(), a, b)?;
        self.store_scalar(scalar, new, addr)
    }

    /// `lock inc %0`, `lock dec %0`: the width is in the mnemonic.
    fn asm_step(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        _constraints: &Constraints,
        memory: usize,
        op: BinOp,
        mnemonic: &str,
    ) -> Lowered<()> {
        let bits = match mnemonic.as_bytes().last() {
            Some(b'q') => 64,
            Some(b'w') => 16,
            Some(b'b') => 8,
            Some(b'l') => 32,
            _ => return gap("inline assembly on memory of unknown width"),
        };
        if inst.result.is_some() {
            return gap("inline assembly with flags as output");
        }
        let scalar = Scalar::Int(bits);
        let address = self.asm_address(args[memory])?;
        let addr = self.take_addr(address)?;
        let old = self.load_scalar(scalar, addr);
        let a = self.source(old, scalar)?;
        let new = self.int_binary(op, bits, a, Src::Imm(1))?;
        self.store_scalar(scalar, new, addr)
    }
}

impl Constraints {
    fn parse(text: &str) -> Constraints {
        let mut parsed = Constraints::default();
        // Outputs of both kinds count for the numbers that inputs are tied to.
        let mut output_of_number = Vec::new();
        for constraint in text.split(',') {
            if let Some(output) = constraint.strip_prefix('=') {
                let output = output.trim_start_matches('&');
                if output.starts_with('*') {
                    output_of_number.push(None);
                    parsed.inputs.push((true, output.to_owned()));
                } else {
                    output_of_number.push(Some(parsed.outputs.len()));
                    parsed.outputs.push((output.to_owned(), None));
                }
            } else if constraint.starts_with('~') || constraint.starts_with('!') {
                continue;
            } else if let Ok(number) = constraint.trim_start_matches('%').parse::<usize>() {
                if let Some(Some(output)) = output_of_number.get(number) {
                    parsed.outputs[*output].1 = Some(parsed.inputs.len());
                }
                parsed.inputs.push((false, constraint.to_owned()));
            } else if !constraint.is_empty() {
                parsed.inputs.push((constraint.starts_with('*'), constraint.to_owned()));
            }
        }
        parsed
    }
}

/// One space between words, no surrounding white space, statements separated by `; `.
fn normalise(template: &str) -> String {
    let statements = template
        .split(['\n', ';'])
        .map(|statement| statement.split_whitespace().collect::<Vec<_>>().join(" "));
    statements
        .filter(|statement| !statement.is_empty() && !statement.starts_with('#'))
        .collect::<Vec<_>>()
        .join("; ")
}
