//! The host's `libm`, for `double` and `float`: the results are bit for bit those of a native run
//! on the same machine. Arguments and results travel as the bits of the numbers.

/// A function of the host and the types that it takes.
#[derive(Copy, Clone, Debug)]
pub enum MathFn {
    D(extern "C" fn(f64) -> f64),
    Dd(extern "C" fn(f64, f64) -> f64),
    Ddd(extern "C" fn(f64, f64, f64) -> f64),
    F(extern "C" fn(f32) -> f32),
    Ff(extern "C" fn(f32, f32) -> f32),
    Fff(extern "C" fn(f32, f32, f32) -> f32),
    /// The second argument points to an `int` that takes the sign.
    DSign(unsafe extern "C" fn(f64, *mut i32) -> f64),
    FSign(unsafe extern "C" fn(f32, *mut i32) -> f32),
}

/// What a call gives back besides its value.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct MathResult {
    pub(crate) bits: u64,
    /// 0, or what the function set.
    pub(crate) errno: i32,
    pub(crate) sign: Option<i32>,
}

impl PartialEq for MathFn {
    fn eq(&self, other: &MathFn) -> bool {
        self.address() == other.address()
    }
}

impl Eq for MathFn {}

impl MathFn {
    fn address(self) -> usize {
        match self {
            MathFn::D(f) => f as usize,
            MathFn::Dd(f) => f as usize,
            MathFn::Ddd(f) => f as usize,
            MathFn::F(f) => f as usize,
            MathFn::Ff(f) => f as usize,
            MathFn::Fff(f) => f as usize,
            MathFn::DSign(f) => f as usize,
            MathFn::FSign(f) => f as usize,
        }
    }

    pub(crate) fn call(self, args: &[u64; 8]) -> MathResult {
        let d = |n: usize| f64::from_bits(args[n]);
        let s = |n: usize| f32::from_bits(args[n] as u32);
        let mut sign = 0;
        // SAFETY: the location is this thread's own.
        unsafe { *host::__errno_location() = 0 };
        let bits = match self {
            MathFn::D(f) => f(d(0)).to_bits(),
            MathFn::Dd(f) => f(d(0), d(1)).to_bits(),
            MathFn::Ddd(f) => f(d(0), d(1), d(2)).to_bits(),
            MathFn::F(f) => f(s(0)).to_bits().into(),
            MathFn::Ff(f) => f(s(0), s(1)).to_bits().into(),
            MathFn::Fff(f) => f(s(0), s(1), s(2)).to_bits().into(),
            // SAFETY: `sign` outlives the call.
            MathFn::DSign(f) => unsafe { f(d(0), &mut sign) }.to_bits(),
            // SAFETY: `sign` outlives the call.
            MathFn::FSign(f) => unsafe { f(s(0), &mut sign) }.to_bits().into(),
        };
        // SAFETY: the location is this thread's own.
        let errno = unsafe { *host::__errno_location() };
        let has_sign = matches!(self, MathFn::DSign(_) | MathFn::FSign(_));
        MathResult { bits, errno, sign: has_sign.then_some(sign) }
    }
}

macro_rules! functions {
    (
        one { $($one:ident $one_f:ident,)* }
        two { $($two:ident $two_f:ident,)* }
        three { $($three:ident $three_f:ident,)* }
        one_renamed { $($one_r:ident = $one_name:literal, $one_rf:ident = $one_fname:literal;)* }
        two_renamed { $($two_r:ident = $two_name:literal, $two_rf:ident = $two_fname:literal;)* }
    ) => {
        mod host {
            // SAFETY: these are the signatures of C's <math.h>; what they touch is
            // the thread's own or given to them.
            unsafe extern "C" {
                pub(super) safe fn __errno_location() -> *mut i32;
                pub(super) fn lgamma_r(x: f64, sign: *mut i32) -> f64;
                pub(super) fn lgammaf_r(x: f32, sign: *mut i32) -> f32;
                $(pub(super) safe fn $one(x: f64) -> f64;)*
                $(pub(super) safe fn $one_f(x: f32) -> f32;)*
                $(pub(super) safe fn $two(x: f64, y: f64) -> f64;)*
                $(pub(super) safe fn $two_f(x: f32, y: f32) -> f32;)*
                $(pub(super) safe fn $three(x: f64, y: f64, z: f64) -> f64;)*
                $(pub(super) safe fn $three_f(x: f32, y: f32, z: f32) -> f32;)*
                $(#[link_name = $one_name] pub(super) safe fn $one_r(x: f64) -> f64;)*
                $(#[link_name = $one_fname] pub(super) safe fn $one_rf(x: f32) -> f32;)*
                $(#[link_name = $two_name] pub(super) safe fn $two_r(x: f64, y: f64) -> f64;)*
                $(#[link_name = $two_fname] pub(super) safe fn $two_rf(x: f32, y: f32) -> f32;)*
            }
        }

        pub(crate) fn by_name(name: &str) -> Option<MathFn> {
            Some(match name {
                $(stringify!($one) => MathFn::D(host::$one),)*
                $(stringify!($one_f) => MathFn::F(host::$one_f),)*
                $(stringify!($two) => MathFn::Dd(host::$two),)*
                $(stringify!($two_f) => MathFn::Ff(host::$two_f),)*
                $(stringify!($three) => MathFn::Ddd(host::$three),)*
                $(stringify!($three_f) => MathFn::Fff(host::$three_f),)*
                $(stringify!($one_r) => MathFn::D(host::$one_r),)*
                $(stringify!($one_rf) => MathFn::F(host::$one_rf),)*
                $(stringify!($two_r) => MathFn::Dd(host::$two_r),)*
                $(stringify!($two_rf) => MathFn::Ff(host::$two_rf),)*
                "lgamma_r" => MathFn::DSign(host::lgamma_r),
                "lgammaf_r" => MathFn::FSign(host::lgammaf_r),
                _ => return None,
            })
        }
    };
}

functions! {
    one {
        sin sinf, cos cosf, tan tanf, asin asinf, acos acosf, atan atanf, sinh sinhf, cosh coshf,
        tanh tanhf, asinh asinhf, acosh acoshf, atanh atanhf, exp expf, exp2 exp2f, expm1 expm1f,
        exp10 exp10f, log logf, log2 log2f, log10 log10f, log1p log1pf,
        floor floorf, ceil ceilf, trunc truncf, rint rintf, nearbyint nearbyintf, round roundf,
        fabs fabsf, erf erff, erfc erfcf, tgamma tgammaf,
    }
    two {
        atan2 atan2f, pow powf, hypot hypotf, remainder remainderf, drem dremf,
    }
    three { fma fmaf, }
    // Rust's own runtime has functions of these names, without `errno`: glibc's other names.
    one_renamed {
        sqrt = "sqrtf64", sqrtf = "sqrtf32";
        cbrt = "cbrtf64", cbrtf = "cbrtf32";
    }
    two_renamed {
        fmod = "fmodf64", fmodf = "fmodf32";
    }
}
