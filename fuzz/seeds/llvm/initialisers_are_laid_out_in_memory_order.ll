
@text = constant [6 x i8] c"hello\00"
@mixed = global { i8, i32, i16 } { i8 -1, i32 305419896, i16 2 }
@long = global x86_fp80 0xK4000C90FDAA22168C235
@wide = global i128 -2
@bits = global <10 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 0, i1 1>
@splat = global <2 x i16> splat (i16 258)
