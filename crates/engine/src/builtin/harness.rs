//! What test harnesses call: the functions of `klee/klee.h` and those of software verification
//! competitions (`__VERIFIER_…`), and the handlers of builds with UBSan.

use crate::context::{Context, PinReason};
use crate::outcome::{Access, PathEnd};
use crate::program::Program;
use crate::state::{State, Stop, View};
use crate::term_ops;
use crate::value::Value;
use patchlight_expr::{Side, TermId};

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Harness {
    /// `(address, size, name)`
    MakeSymbolic,
    Assume,
    /// `(begin, end, name)`: an `int` from `begin` to just before `end`.
    Range,
    /// `(name)`: an `int`.
    Int,
    IsSymbolic,
    /// What the argument is on this path from now on, because a floating-point number is made of
    /// it.
    PinForFloat,
    SilentExit,
    /// `(file, line, message, suffix)`
    ReportError,
    /// A value that the argument can have, which stays symbolic.
    GetValue,
    /// Hints that do not change what a program does.
    Hint,
    /// The input's name, and how many bytes it has.
    Nondet(&'static str, u8),
    ReachError,
    /// Whether this is the old version of a program that is two.
    IsOld,
    /// What a check of UBSan found: its handlers end the path, those that could go on too.
    Undefined(&'static str),
}

const FUNCTIONS: &[(&str, Harness)] = &[
    ("klee_make_symbolic", Harness::MakeSymbolic),
    ("klee_assume", Harness::Assume),
    ("klee_range", Harness::Range),
    ("klee_int", Harness::Int),
    ("klee_is_symbolic", Harness::IsSymbolic),
    ("__pl_is_symbolic", Harness::IsSymbolic),
    ("__pl_pin_for_float", Harness::PinForFloat),
    ("klee_silent_exit", Harness::SilentExit),
    ("klee_report_error", Harness::ReportError),
    ("klee_get_valuef", Harness::GetValue),
    ("klee_get_valued", Harness::GetValue),
    ("klee_get_valuel", Harness::GetValue),
    ("klee_get_valuell", Harness::GetValue),
    ("klee_get_value_i32", Harness::GetValue),
    ("klee_get_value_i64", Harness::GetValue),
    ("klee_prefer_cex", Harness::Hint),
    ("klee_posix_prefer_cex", Harness::Hint),
    ("klee_open_merge", Harness::Hint),
    ("klee_close_merge", Harness::Hint),
    ("klee_warning", Harness::Hint),
    ("klee_warning_once", Harness::Hint),
    ("klee_print_expr", Harness::Hint),
    ("klee_print_range", Harness::Hint),
    ("klee_set_forking", Harness::Hint),
    ("klee_stack_trace", Harness::Hint),
    ("klee_mark_global", Harness::Hint),
    ("__VERIFIER_assume", Harness::Assume),
    ("__VERIFIER_nondet_bool", Harness::Nondet("nondet_bool", 1)),
    ("__VERIFIER_nondet_char", Harness::Nondet("nondet_char", 1)),
    ("__VERIFIER_nondet_uchar", Harness::Nondet("nondet_uchar", 1)),
    ("__VERIFIER_nondet_u8", Harness::Nondet("nondet_u8", 1)),
    ("__VERIFIER_nondet_short", Harness::Nondet("nondet_short", 2)),
    ("__VERIFIER_nondet_ushort", Harness::Nondet("nondet_ushort", 2)),
    ("__VERIFIER_nondet_u16", Harness::Nondet("nondet_u16", 2)),
    ("__VERIFIER_nondet_int", Harness::Nondet("nondet_int", 4)),
    ("__VERIFIER_nondet_uint", Harness::Nondet("nondet_uint", 4)),
    ("__VERIFIER_nondet_unsigned", Harness::Nondet("nondet_unsigned", 4)),
    ("__VERIFIER_nondet_u32", Harness::Nondet("nondet_u32", 4)),
    ("__VERIFIER_nondet_float", Harness::Nondet("nondet_float", 4)),
    ("__VERIFIER_nondet_long", Harness::Nondet("nondet_long", 8)),
    ("__VERIFIER_nondet_ulong", Harness::Nondet("nondet_ulong", 8)),
    ("__VERIFIER_nondet_longlong", Harness::Nondet("nondet_longlong", 8)),
    ("__VERIFIER_nondet_ulonglong", Harness::Nondet("nondet_ulonglong", 8)),
    ("__VERIFIER_nondet_loff_t", Harness::Nondet("nondet_loff_t", 8)),
    ("__VERIFIER_nondet_size_t", Harness::Nondet("nondet_size_t", 8)),
    ("__VERIFIER_nondet_pointer", Harness::Nondet("nondet_pointer", 8)),
    ("__VERIFIER_nondet_double", Harness::Nondet("nondet_double", 8)),
    ("__VERIFIER_nondet_u64", Harness::Nondet("nondet_u64", 8)),
    ("__VERIFIER_error", Harness::ReachError),
    ("reach_error", Harness::ReachError),
    (patchlight_ir::versions::IS_OLD, Harness::IsOld),
];

/// The checks of UBSan, each with `__ubsan_handle_` before its name.
const CHECKS: &[&str] = &[
    "add_overflow",
    "alignment_assumption",
    "builtin_unreachable",
    "divrem_overflow",
    "float_cast_overflow",
    "function_type_mismatch",
    "function_type_mismatch_v1",
    "implicit_conversion",
    "invalid_builtin",
    "load_invalid_value",
    "local_out_of_bounds",
    "missing_return",
    "mul_overflow",
    "negate_overflow",
    "nonnull_arg",
    "nonnull_return_v1",
    "nullability_arg",
    "nullability_return_v1",
    "out_of_bounds",
    "pointer_overflow",
    "shift_out_of_bounds",
    "sub_overflow",
    "type_mismatch_v1",
    "vla_bound_not_positive",
];

impl Harness {
    pub(super) fn from_name(name: &str) -> Option<Harness> {
        let known = FUNCTIONS.iter().find(|(function, _)| *function == name);
        known.map(|&(_, harness)| harness).or_else(|| undefined_behaviour(name))
    }
}

/// The check that a handler of UBSan, or of its minimal runtime, stands for.
fn undefined_behaviour(handler: &str) -> Option<Harness> {
    let check = handler.strip_prefix("__ubsan_handle_")?;
    let check = check.strip_suffix("_abort").unwrap_or(check);
    let check = check.strip_suffix("_minimal").unwrap_or(check);
    CHECKS.iter().find(|&&known| known == check).map(|check| Harness::Undefined(check))
}

impl State {
    pub(super) fn call_harness(
        &mut self,
        program: &Program,
        context: &mut Context,
        function: Harness,
        args: &[Value; 8],
    ) -> Result<Value, Stop> {
        Ok(match function {
            Harness::MakeSymbolic => {
                let [address, size, name] =
                    self.settle_all(context, [args[0], args[1], args[2]])?;
                self.make_symbolic(program, context, address, size, name)?
            }
            Harness::Assume => {
                self.assume_or_discard(context, args[0])?;
                Value::Word(0)
            }
            Harness::Range => self.new_int(program, context, args[2], Some((args[0], args[1])))?,
            Harness::Int => self.new_int(program, context, args[0], None)?,
            Harness::IsSymbolic => Value::Word(matches!(args[0], Value::Term(_)).into()),
            Harness::PinForFloat => {
                let reason = PinReason::FloatingPoint;
                Value::Word(self.pin(program, context, reason, args[0])?)
            }
            Harness::SilentExit => return Err(Stop::End(PathEnd::Discarded)),
            Harness::ReportError => {
                let text = self.settle(context, args[2])?;
                let text = self.settle_c_string(program, context, text)?;
                let text = String::from_utf8_lossy(&text).into_owned();
                return Err(Stop::End(self.reported_bug(program, text)));
            }
            Harness::GetValue => match self.seen(context, args[0])? {
                Value::Term(term) => Value::Word(context.word_under(&self.path.witness, term)),
                word => word,
            },
            Harness::Hint => Value::Word(0),
            Harness::IsOld => match self.view {
                View::One(side) => Value::Word((side == Side::Old).into()),
                View::Both => {
                    self.touched = true;
                    let [old, new] = [1, 0].map(|word| context.terms.constant(32, word));
                    Value::Term(context.terms.shadow(old, new))
                }
            },
            Harness::Nondet(name, n) => {
                let bytes = self.new_own_input(context, name, n.into());
                Value::Term(joined(context, &bytes))
            }
            Harness::Undefined(check) => {
                let text = format!("undefined behaviour: {}", check.replace('_', " "));
                return Err(Stop::End(self.reported_bug(program, text)));
            }
            Harness::ReachError => {
                return Err(Stop::End(self.reported_bug(program, "reach_error".to_string())));
            }
        })
    }

    fn make_symbolic(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: u64,
        size: u64,
        name: u64,
    ) -> Result<Value, Stop> {
        let name = self.input_name(program, context, name)?;
        let access = Access { address, size, write: true };
        // The range is checked before the input exists.
        self.memory
            .read_values(address, size)
            .map_err(|fault| Stop::End(self.access_bug(program, fault, access)))?;
        let bytes = self.new_own_input(context, &name, size as u32);
        self.memory
            .write_terms(&context.terms, address, &bytes)
            .map_err(|fault| Stop::End(self.access_bug(program, fault, access)))?;
        Ok(Value::Word(0))
    }

    /// An input that the program names.
    fn new_own_input(&mut self, context: &mut Context, name: &str, len: u32) -> Vec<TermId> {
        let name = (context.own_names.0)(name);
        self.new_input(context, &name, len)
    }

    fn input_name(
        &mut self,
        program: &Program,
        context: &mut Context,
        name: u64,
    ) -> Result<String, Stop> {
        if name == 0 {
            return Ok("unnamed".to_string());
        }
        let name = self.settle_c_string(program, context, name)?;
        Ok(String::from_utf8_lossy(&name).into_owned())
    }

    fn new_int(
        &mut self,
        program: &Program,
        context: &mut Context,
        name: Value,
        range: Option<(Value, Value)>,
    ) -> Result<Value, Stop> {
        let name = self.settle(context, name)?;
        let name = self.input_name(program, context, name)?;
        let Some((begin, end)) = range else {
            let bytes = self.new_own_input(context, &name, 4);
            return Ok(Value::Term(joined(context, &bytes)));
        };
        let [begin, end] = self.settle_all(context, [begin, end])?;
        if begin as i32 >= end as i32 {
            return Err(Stop::End(self.reported_bug(program, "an empty range".to_string())));
        }
        let bytes = self.new_own_input(context, &name, 4);
        let value = joined(context, &bytes);
        let chosen = context.word_under(&self.path.witness, value) as i32;
        if chosen < begin as i32 || chosen >= end as i32 {
            let last = *self.path.inputs.last().expect("just made");
            let first = (begin as u32).to_le_bytes();
            self.path.witness = context.replace_in_witness(&self.path.witness, last, &first);
        }
        let terms = &mut context.terms;
        let [begin, end] = [begin, end].map(|bound| terms.constant(32, bound & 0xffff_ffff));
        let (above, below) = (terms.sle(begin, value), terms.slt(value, end));
        self.assume(context, above);
        self.assume(context, below);
        Ok(Value::Term(value))
    }

    fn assume_or_discard(&mut self, context: &mut Context, value: Value) -> Result<(), Stop> {
        let holds = match value {
            Value::Word(word) => word != 0,
            Value::Term(term) => {
                let condition = term_ops::is_set(&mut context.terms, term);
                self.decide(context, condition)?
            }
        };
        if holds { Ok(()) } else { Err(Stop::End(PathEnd::Discarded)) }
    }
}

/// The little-endian number of these bytes.
fn joined(context: &mut Context, bytes: &[TermId]) -> TermId {
    let (&first, rest) = bytes.split_first().expect("an input of at least one byte");
    rest.iter().fold(first, |low, &high| context.terms.concat(high, low))
}
