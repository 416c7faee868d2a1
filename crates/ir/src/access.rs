//! What an op does with memory: the many forms of loads, stores and address computations as one.
//!
//! This is the one description of it, for the engine, for `guide` and for `unify`. Absent: copies and
//! fills, whose length is in a register, and `load.relative`, whose result is not what it loads.

use crate::ids::{GlobalId, Reg};
use crate::op::{Def, Op};

/// What an op does at an address that it forms.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Access {
    pub address: Address,
    pub usage: Use,
    /// How many bytes are loaded or stored; 0 if the address itself is the result.
    pub bytes: u32,
}

/// `base + index * scale + offset`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Address {
    pub base: Base,
    pub index: Option<Index>,
    pub offset: i64,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Base {
    Reg(Reg),
    Global(GlobalId),
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Index {
    pub reg: Reg,
    pub scale: u32,
    /// 32 bits, sign-extended.
    pub narrow: bool,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Use {
    /// To this register.
    Load(Def),
    /// The low bits of this register.
    Store(Reg),
    /// The address is the result.
    Compute(Def),
}

impl Address {
    /// How far apart the places are that an index chooses from; 0 without an index.
    pub fn stride(&self) -> u64 {
        self.index.map_or(0, |index| index.scale.into())
    }

    /// The global that the base is.
    pub fn global(&self) -> Option<GlobalId> {
        match self.base {
            Base::Global(global) => Some(global),
            Base::Reg(_) => None,
        }
    }

    /// The global and the offset in it, if no register is involved.
    pub fn fixed(&self) -> Option<(GlobalId, i64)> {
        self.global().filter(|_| self.index.is_none()).map(|global| (global, self.offset))
    }
}

impl Access {
    /// The register that is stored.
    pub fn stored(&self) -> Option<Reg> {
        match self.usage {
            Use::Store(value) => Some(value),
            Use::Load(_) | Use::Compute(_) => None,
        }
    }

    pub fn is_load(&self) -> bool {
        matches!(self.usage, Use::Load(_))
    }
}

impl Op {
    /// What an op that forms an address does there.
    #[inline]
    pub fn access(&self) -> Option<Access> {
        let plain = |base, offset: i32| Address {
            base: Base::Reg(base),
            index: None,
            offset: offset.into(),
        };
        let at_global =
            |global, offset| Address { base: Base::Global(global), index: None, offset };
        let indexed = |base, reg, scale, narrow, offset: i32| Address {
            base,
            index: Some(Index { reg, scale, narrow }),
            offset: offset.into(),
        };
        macro_rules! forms {
            ($($bytes:literal: $load:ident $loadx:ident $loadxs:ident $loadg:ident $loadgx:ident
                $loadgxs:ident $store:ident $storex:ident $storexs:ident $storeg:ident
                $storegx:ident $storegxs:ident;)*) => {
                match *self {
                    $(
                        Op::$load { dst, base, offset } => {
                            (plain(base, offset), Use::Load(dst), $bytes)
                        }
                        Op::$loadx { dst, base, index, scale, offset } => {
                            (indexed(Base::Reg(base), index, scale, false, offset), Use::Load(dst), $bytes)
                        }
                        Op::$loadxs { dst, base, index, scale, offset } => {
                            (indexed(Base::Reg(base), index, scale, true, offset), Use::Load(dst), $bytes)
                        }
                        Op::$loadg { dst, global, offset } => {
                            (at_global(global, offset), Use::Load(dst), $bytes)
                        }
                        Op::$loadgx { dst, index, scale, global, offset } => (
                            indexed(Base::Global(global), index, scale.into(), false, offset),
                            Use::Load(dst), $bytes,
                        ),
                        Op::$loadgxs { dst, index, scale, global, offset } => (
                            indexed(Base::Global(global), index, scale.into(), true, offset),
                            Use::Load(dst), $bytes,
                        ),
                        Op::$store { a, base, offset } => {
                            (plain(base, offset), Use::Store(a), $bytes)
                        }
                        Op::$storex { a, base, index, scale, offset } => {
                            (indexed(Base::Reg(base), index, scale, false, offset), Use::Store(a), $bytes)
                        }
                        Op::$storexs { a, base, index, scale, offset } => {
                            (indexed(Base::Reg(base), index, scale, true, offset), Use::Store(a), $bytes)
                        }
                        Op::$storeg { a, global, offset } => {
                            (at_global(global, offset), Use::Store(a), $bytes)
                        }
                        Op::$storegx { a, index, scale, global, offset } => (
                            indexed(Base::Global(global), index, scale.into(), false, offset),
                            Use::Store(a), $bytes,
                        ),
                        Op::$storegxs { a, index, scale, global, offset } => (
                            indexed(Base::Global(global), index, scale.into(), true, offset),
                            Use::Store(a), $bytes,
                        ),
                    )*
                    Op::LoadN { w, dst, base, offset } => {
                        (plain(base, offset), Use::Load(dst), u32::from(w) / 8)
                    }
                    Op::StoreN { w, a, base, offset } => {
                        (plain(base, offset), Use::Store(a), u32::from(w) / 8)
                    }
                    Op::LeaX { dst, base, index, scale, offset } => {
                        (indexed(Base::Reg(base), index, scale, false, offset), Use::Compute(dst), 0)
                    }
                    Op::LeaXs { dst, base, index, scale, offset } => {
                        (indexed(Base::Reg(base), index, scale, true, offset), Use::Compute(dst), 0)
                    }
                    Op::LeaGX { dst, index, scale, global, offset } => (
                        indexed(Base::Global(global), index, scale.into(), false, offset),
                        Use::Compute(dst), 0,
                    ),
                    Op::LeaGXs { dst, index, scale, global, offset } => (
                        indexed(Base::Global(global), index, scale.into(), true, offset),
                        Use::Compute(dst), 0,
                    ),
                    Op::GlobalAddr { dst, global, offset } => {
                        (at_global(global, offset), Use::Compute(dst), 0)
                    }
                    _ => return None,
                }
            };
        }
        let (address, usage, bytes) = forms! {
            1: Load8 Load8X Load8Xs Load8G Load8GX Load8GXs
               Store8 Store8X Store8Xs Store8G Store8GX Store8GXs;
            2: Load16 Load16X Load16Xs Load16G Load16GX Load16GXs
               Store16 Store16X Store16Xs Store16G Store16GX Store16GXs;
            4: Load32 Load32X Load32Xs Load32G Load32GX Load32GXs
               Store32 Store32X Store32Xs Store32G Store32GX Store32GXs;
            8: Load64 Load64X Load64Xs Load64G Load64GX Load64GXs
               Store64 Store64X Store64Xs Store64G Store64GX Store64GXs;
        };
        Some(Access { address, usage, bytes })
    }

    /// Whether the op writes memory itself, not through a call.
    pub fn writes_memory(&self) -> bool {
        let is_store = || self.access().is_some_and(|access| access.stored().is_some());
        let is_other = matches!(
            self,
            Op::MemCpy { .. }
                | Op::MemMove { .. }
                | Op::MemSet { .. }
                | Op::VaStart { .. }
                | Op::StoreOwn { .. }
        );
        is_other || is_store()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Field;

    /// The text of each op that names an address, on registers that differ by role.
    macro_rules! lines_of_ops {
        ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
            &[$(($text, &[$(stringify!($field)),*])),*]
        };
    }
    const FIELDS: &[(&str, &[&str])] = crate::for_each_op!(lines_of_ops);

    /// An op whose fields are known by their names: `base` is r1, `index` r2, `a` r3, `dst` r4, …
    fn op(mnemonic: &str, fields: &[&str]) -> Option<Op> {
        let value = |field: &&str| match *field {
            "dst" => Some("r4"),
            "a" => Some("r3"),
            "base" => Some("r1"),
            "index" => Some("r2"),
            "global" => Some("@g"),
            "scale" => Some("12"),
            "offset" => Some("-5"),
            "w" => Some("24"),
            _ => None,
        };
        let values: Option<Vec<&str>> = fields.iter().map(value).collect();
        let text = format!(
            "file \"t.c\"\nname \"main\"\nglobal @g external size 64 align 1 declared\n\
             func @main external params 0 ret 0 {{\n regs 8\n loc !0 file0 1 1 n0\nb0:\n \
             {mnemonic} {}\n unreachable\n}}\n",
            values?.join(", ")
        );
        let module = crate::text::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        Some(module.functions[0].body()?.ops[0])
    }

    #[test]
    fn every_op_that_forms_an_address_is_described_as_its_name_and_its_fields_say() {
        let mut n_seen = 0;
        for (mnemonic, fields) in FIELDS.iter().filter(|(_, fields)| fields.contains(&"offset")) {
            let op = op(mnemonic, fields).expect("all its fields are known");
            let access = op.access().unwrap_or_else(|| panic!("{mnemonic} is not described"));
            let (usage, form) = mnemonic.split_once('.').expect("a family and a form");
            let expected = match usage {
                "load" => Use::Load(Def(Reg(4))),
                "store" => Use::Store(Reg(3)),
                _ => Use::Compute(Def(Reg(4))),
            };
            assert_eq!(access.usage, expected, "{mnemonic}");
            let digits: String = form.chars().take_while(char::is_ascii_digit).collect();
            let bits = if form == "n" { 24 } else { digits.parse().unwrap_or(0) };
            assert_eq!(access.bytes, bits / 8, "{mnemonic}");
            let narrow = form.ends_with('s');
            let index = Index { reg: Reg(2), scale: 12, narrow };
            let is_global = fields.contains(&"global");
            let base = if is_global { Base::Global(GlobalId(0)) } else { Base::Reg(Reg(1)) };
            let index = fields.contains(&"index").then_some(index);
            assert_eq!(access.address, Address { base, index, offset: -5 }, "{mnemonic}");
            n_seen += 1;
        }
        // Loads and stores of four widths in six forms, of any width, and address computations.
        assert_eq!(n_seen, 2 * 4 * 6 + 2 + 5);
    }

    #[test]
    fn an_access_reads_and_writes_the_registers_that_the_table_says() {
        for (mnemonic, fields) in FIELDS.iter().filter(|(_, fields)| fields.contains(&"offset")) {
            let op = op(mnemonic, fields).expect("all its fields are known");
            let mut fields = Vec::new();
            op.for_each_field(|field| {
                fields.extend(matches!(field, Field::Def(_) | Field::Use(_)).then_some(field));
            });
            let Access { address, usage, .. } = op.access().expect("the op forms an address");
            let mut described = match usage {
                Use::Load(Def(reg)) | Use::Compute(Def(reg)) => vec![Field::Def(reg)],
                Use::Store(reg) => vec![Field::Use(reg)],
            };
            if let Base::Reg(reg) = address.base {
                described.push(Field::Use(reg));
            }
            described.extend(address.index.map(|index| Field::Use(index.reg)));
            assert_eq!(fields, described, "{mnemonic}");
            assert_eq!(op.writes_memory(), mnemonic.starts_with("store."), "{mnemonic}");
        }
    }
}
