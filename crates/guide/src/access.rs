//! What an op does with memory: the many forms of loads, stores and address computations as one.

use patchlight_ir::{GlobalId, Op, Reg};

/// Where an access goes: `base + index * scale + offset`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Address {
    pub base: Base,
    /// How far apart the places are that an index chooses from; `None` without an index.
    pub scale: Option<u64>,
    pub offset: i64,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Base {
    Reg(Reg),
    Global(GlobalId),
}

/// What is done at an address.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Access {
    Load {
        address: Address,
        bytes: u64,
    },
    Store {
        address: Address,
        bytes: u64,
        value: Reg,
    },
    /// The address itself is the result.
    Compute {
        address: Address,
    },
}

/// `None` for ops that are no plain access; copies and fills are not.
pub fn of_op(op: &Op) -> Option<Access> {
    macro_rules! by_register {
        ($base:ident, $scale:expr, $offset:ident) => {
            Address { base: Base::Reg($base), scale: $scale, offset: i64::from($offset) }
        };
    }
    macro_rules! by_global {
        ($global:ident, $scale:expr, $offset:expr) => {
            Address { base: Base::Global($global), scale: $scale, offset: $offset }
        };
    }
    macro_rules! forms {
        ($($bytes:literal: $load:ident $loadx:ident $loadxs:ident $loadg:ident $loadgx:ident
           $loadgxs:ident $store:ident $storex:ident $storexs:ident $storeg:ident $storegx:ident
           $storegxs:ident;)*) => {
            match *op {
                $(
                    Op::$load { base, offset, .. } => Access::Load {
                        address: by_register!(base, None, offset), bytes: $bytes,
                    },
                    Op::$loadx { base, scale, offset, .. }
                    | Op::$loadxs { base, scale, offset, .. } => Access::Load {
                        address: by_register!(base, Some(scale.into()), offset), bytes: $bytes,
                    },
                    Op::$loadg { global, offset, .. } => Access::Load {
                        address: by_global!(global, None, offset), bytes: $bytes,
                    },
                    Op::$loadgx { scale, global, offset, .. }
                    | Op::$loadgxs { scale, global, offset, .. } => Access::Load {
                        address: by_global!(global, Some(scale.into()), offset.into()),
                        bytes: $bytes,
                    },
                    Op::$store { a, base, offset } => Access::Store {
                        address: by_register!(base, None, offset), bytes: $bytes, value: a,
                    },
                    Op::$storex { a, base, scale, offset, .. }
                    | Op::$storexs { a, base, scale, offset, .. } => Access::Store {
                        address: by_register!(base, Some(scale.into()), offset),
                        bytes: $bytes, value: a,
                    },
                    Op::$storeg { a, global, offset } => Access::Store {
                        address: by_global!(global, None, offset), bytes: $bytes, value: a,
                    },
                    Op::$storegx { a, scale, global, offset, .. }
                    | Op::$storegxs { a, scale, global, offset, .. } => Access::Store {
                        address: by_global!(global, Some(scale.into()), offset.into()),
                        bytes: $bytes, value: a,
                    },
                )*
                Op::LoadN { w, base, offset, .. } => Access::Load {
                    address: by_register!(base, None, offset), bytes: u64::from(w) / 8,
                },
                Op::StoreN { w, a, base, offset } => Access::Store {
                    address: by_register!(base, None, offset), bytes: u64::from(w) / 8, value: a,
                },
                Op::LeaX { base, scale, offset, .. } | Op::LeaXs { base, scale, offset, .. } => {
                    Access::Compute { address: by_register!(base, Some(scale.into()), offset) }
                }
                Op::LeaGX { scale, global, offset, .. }
                | Op::LeaGXs { scale, global, offset, .. } => Access::Compute {
                    address: by_global!(global, Some(scale.into()), offset.into()),
                },
                Op::GlobalAddr { global, offset, .. } => {
                    Access::Compute { address: by_global!(global, None, offset) }
                }
                // The way that a function pointer or a field's address is mostly computed.
                Op::Add64I { a, b, .. } => Access::Compute {
                    address: Address { base: Base::Reg(a), scale: None, offset: b as i64 },
                },
                _ => return None,
            }
        };
    }
    Some(forms! {
        1: Load8 Load8X Load8Xs Load8G Load8GX Load8GXs
           Store8 Store8X Store8Xs Store8G Store8GX Store8GXs;
        2: Load16 Load16X Load16Xs Load16G Load16GX Load16GXs
           Store16 Store16X Store16Xs Store16G Store16GX Store16GXs;
        4: Load32 Load32X Load32Xs Load32G Load32GX Load32GXs
           Store32 Store32X Store32Xs Store32G Store32GX Store32GXs;
        8: Load64 Load64X Load64Xs Load64G Load64GX Load64GXs
           Store64 Store64X Store64Xs Store64G Store64GX Store64GXs;
    })
}
