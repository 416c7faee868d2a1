
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare double @llvd.fmuladd.f64(double, double, double)
declare double @llvm.sin.f64(double)
declare i32 @llvm.modulefshl.i32(i32, i32, i32)
declare void @llvm.lifetime.start.p0(i64, ptr)
define double @f(i32 %a, double %x) {
  %v = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %v)
  %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 nulli32 1)
  %2 = extractvalue { i32, i1 } %1, 0
  %3 = call i32 @llvm.fshl.i32(i32 %2, i32 %2, i32 5)
  store i32 %3, ptr %v
  %4 = load i32, ptr %v
  %5 = sitofp i32 %4 to double
  %6 = call double @llvm.fmuladd.f64(double %x, double %5, double 1.0)
  %7 = call double @llvm.sin.f64(double %6)
  ret double %7
}
